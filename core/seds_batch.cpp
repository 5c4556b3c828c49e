#include <algorithm>
#include <stdexcept>

#include "seds_batch_host.h"

namespace gokan::seds {

// The position itself is solved this much more finely than its candidates.
constexpr float kBaseStop = 0.01f;

Batch prepare_batch(const std::vector<const Position*>& positions) {
  Batch batch;
  if (positions.empty()) throw std::invalid_argument("a batch needs at least one position");
  const Geometry& geo = positions[0]->board().geometry();
  batch.width = geo.width;
  batch.height = geo.height;
  size_t most = 0;
  for (const Position* position : positions) {
    const Board& board = position->board();
    if (&board.geometry() != &geo)
      throw std::invalid_argument("all positions of a batch need the same board size");
    std::array<uint16_t, kMaxPoints> number;
    size_t count = 0;
    for (int i = 0; i < geo.count; ++i) {
      const Point p = geo.points[i];
      batch.color.push_back(board.color(p));
      if (board.is_stone(p) && board.head(p) == p) number[p] = uint16_t(count++);
    }
    for (int i = 0; i < geo.count; ++i) {
      const Point p = geo.points[i];
      batch.label.push_back(board.is_stone(p) ? number[board.head(p)] : gokan_batch::kNone);
    }
    batch.blocks.push_back(uint16_t(count));
    most = std::max(most, count);
    const auto index = uint32_t(batch.blocks.size() - 1);
    position->for_each_legal(position->to_play(), [&](int i) {
      if (board.is_suicide(geo.points[i], position->to_play())) return;
      batch.position.push_back(index);
      batch.move.push_back(uint16_t(i));
      batch.mover.push_back(position->to_play());
    });
  }
  batch.max_blocks = int((most + 1 + 31) / 32 * 32);  // the new stone may be one more
  batch.single.assign(positions.size() * size_t(batch.max_blocks), 0);
  for (size_t n = 0; n < positions.size(); ++n) {
    const Board& board = positions[n]->board();
    for (int i = 0; i < geo.count; ++i) {
      const Point p = geo.points[i];
      if (board.is_stone(p) && board.in_atari(p))
        batch
            .single[n * size_t(batch.max_blocks) + batch.label[n * size_t(geo.count) + size_t(i)]] =
            1;
    }
  }
  return batch;
}

void evaluate_batch(const Batch& batch, double stop, int max_sweeps, bool raise, bool afresh,
                    float* score, int* sweeps) {
  using gokan_batch::evaluate;
  const int points = batch.width * batch.height;
  const gokan_batch::Positions positions{batch.color.data(), batch.label.data(),
                                         batch.single.data(), batch.blocks.data()};
  gokan_batch::Settings settings{
      batch.width, batch.height, batch.max_blocks, 2 * points, max_sweeps, float(stop), raise};
  std::vector<uint64_t> memory(size_t(gokan_batch::workspace_bytes(settings)) / 8 + 1);
  char* const work = reinterpret_cast<char*>(memory.data());
  std::vector<float> solved(size_t(points + batch.max_blocks));
  uint32_t solved_position = ~0u;
  for (size_t i = 0; i < batch.move.size(); ++i) {
    const uint32_t n = batch.position[i];
    if (!afresh && n != solved_position) {
      settings.stop = float(stop) * kBaseStop;
      evaluate<kMaxOnBoard>(settings, positions, n, gokan_batch::kNone, 1, nullptr, solved.data(),
                            work);
      settings.stop = float(stop);
      solved_position = n;
    }
    const auto answer = evaluate<kMaxOnBoard>(settings, positions, n, batch.move[i], batch.mover[i],
                                              afresh ? nullptr : solved.data(), nullptr, work);
    score[i] = answer.score;
    sweeps[i] = answer.sweeps;
  }
}

}  // namespace gokan::seds
