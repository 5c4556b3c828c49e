#include <algorithm>
#include <future>
#include <stdexcept>
#include <thread>

#include "strength/seds_batch_host.h"

namespace gokan::seds {

// The position itself is solved this much more finely than its candidates.
constexpr float kBaseStop = 0.01f;

namespace {

// Some positions of a batch, one after the other.
struct Share {
  size_t first, last;
  std::vector<uint32_t> position;
  std::vector<uint16_t> move;
  std::vector<uint8_t> mover;
};

// At least as many factors as any block's chance of capture has after a move: its liberties and
// enemy blocks, those of blocks that the move joins, and stones that it takes and that become
// liberties.
int most_factors(const Board& board, const uint16_t* label, int blocks, Color mover) {
  const Geometry& geo = board.geometry();
  std::vector<std::array<int, 2>> touching;  // blocks, and what they touch: points, then blocks
  for (int i = 0; i < geo.count; ++i)
    for (const Point q : board.neighbors(geo.points[size_t(i)]))
      if (board.is_stone(q) && board.color(q) != board.color(geo.points[size_t(i)]))
        touching.push_back({label[geo.index[q]], label[i] == gokan_batch::kNone ? i : ~label[i]});
  std::sort(touching.begin(), touching.end());
  touching.erase(std::unique(touching.begin(), touching.end()), touching.end());
  std::vector<int> factors(static_cast<size_t>(blocks));
  for (const auto& [block, other] : touching) ++factors[size_t(block)];

  int most = 1, loose = 0;
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[size_t(i)];
    if (board.is_stone(p)) {
      most = std::max(most, factors[label[i]]);
      loose += board.color(p) != mover && board.in_atari(p);
      continue;
    }
    int joined = 4;
    for (const Point q : board.neighbors(p))  // a block that is met twice counts twice
      if (board.color(q) == mover) joined += factors[label[geo.index[q]]];
    most = std::max(most, joined);
  }
  return std::min(most + loose, geo.count);
}

void collect(const std::vector<const Position*>& positions, Batch& batch, Share& share) {
  const Geometry& geo = positions[0]->board().geometry();
  std::array<uint16_t, kMaxPoints> number;
  for (size_t n = share.first; n < share.last; ++n) {
    const Board& board = positions[n]->board();
    uint8_t* const color = batch.color.data() + n * size_t(geo.count);
    uint16_t* const label = batch.label.data() + n * size_t(geo.count);
    uint16_t count = 0;
    for (int i = 0; i < geo.count; ++i) {
      const Point p = geo.points[i];
      color[i] = board.color(p);
      if (board.is_stone(p) && board.head(p) == p) number[p] = count++;
    }
    for (int i = 0; i < geo.count; ++i) {
      const Point p = geo.points[i];
      label[i] = board.is_stone(p) ? number[board.head(p)] : gokan_batch::kNone;
    }
    const Color mover = positions[n]->to_play();
    batch.blocks[n] = count;
    batch.bits[n] = uint8_t(gokan_batch::log_bits(most_factors(board, label, count, mover)));
    positions[n]->for_each_legal(mover, [&](int i) {
      if (board.is_suicide(geo.points[i], mover)) return;
      share.position.push_back(uint32_t(n));
      share.move.push_back(uint16_t(i));
      share.mover.push_back(mover);
    });
  }
}

void mark_single(const std::vector<const Position*>& positions, Batch& batch, const Share& share) {
  const Geometry& geo = positions[0]->board().geometry();
  for (size_t n = share.first; n < share.last; ++n) {
    const Board& board = positions[n]->board();
    const uint16_t* const label = batch.label.data() + n * size_t(geo.count);
    uint8_t* const single = batch.single.data() + n * size_t(batch.max_blocks);
    for (int i = 0; i < geo.count; ++i) {
      const Point p = geo.points[i];
      if (board.is_stone(p) && board.in_atari(p)) single[label[i]] = 1;
    }
  }
}

template <class Work>
void on_all_cores(std::vector<Share>& shares, Work work) {
  std::vector<std::future<void>> helpers;  // they wait for their threads when they go
  for (size_t i = 1; i < shares.size(); ++i)
    helpers.push_back(std::async(std::launch::async, [&, i] { work(shares[i]); }));
  work(shares[0]);
  for (std::future<void>& helper : helpers) helper.get();  // throws what the thread threw
}

}  // namespace

Batch prepare_batch(const std::vector<const Position*>& positions) {
  if (positions.empty()) throw std::invalid_argument("a batch needs at least one position");
  const Geometry& geo = positions[0]->board().geometry();
  for (const Position* position : positions)
    if (&position->board().geometry() != &geo)
      throw std::invalid_argument("all positions of a batch need the same board size");
  Batch batch;
  batch.width = geo.width;
  batch.height = geo.height;
  batch.color.resize(positions.size() * size_t(geo.count));
  batch.label.resize(positions.size() * size_t(geo.count));
  batch.blocks.resize(positions.size());
  batch.bits.resize(positions.size());

  constexpr size_t kWorthwhile = 500;  // positions for another core
  const size_t cores = std::clamp<size_t>(std::thread::hardware_concurrency(), 1, 16);
  std::vector<Share> shares(std::clamp<size_t>(positions.size() / kWorthwhile, 1, cores));
  for (size_t i = 0; i < shares.size(); ++i) {
    shares[i].first = positions.size() * i / shares.size();
    shares[i].last = positions.size() * (i + 1) / shares.size();
  }
  on_all_cores(shares, [&](Share& share) { collect(positions, batch, share); });

  const int most = *std::max_element(batch.blocks.begin(), batch.blocks.end());
  batch.max_blocks = (most + 1 + 31) / 32 * 32;  // the new stone may be one more
  batch.single.resize(positions.size() * size_t(batch.max_blocks));
  on_all_cores(shares, [&](Share& share) { mark_single(positions, batch, share); });
  for (const Share& share : shares) {
    batch.position.insert(batch.position.end(), share.position.begin(), share.position.end());
    batch.move.insert(batch.move.end(), share.move.begin(), share.move.end());
    batch.mover.insert(batch.mover.end(), share.mover.begin(), share.mover.end());
  }
  return batch;
}

// Where the machine multiplies and adds in one step it is a call less; the numbers are the same.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__linux__) && \
    !defined(__SANITIZE_ADDRESS__)
__attribute__((target_clones("fma", "default")))
#endif
void evaluate_batch(const Batch& batch, double stop, int max_sweeps, bool raise, bool afresh,
                    float* score, int* sweeps) {
  using gokan_batch::evaluate;
  const int points = batch.width * batch.height;
  const gokan_batch::Positions positions{batch.color.data(), batch.label.data(),
                                         batch.single.data(), batch.blocks.data(),
                                         batch.bits.data()};
  gokan_batch::Settings settings = batch.settings();
  settings.max_sweeps = max_sweeps;
  settings.stop = float(stop);
  settings.raise = raise;
  std::vector<uint64_t> memory(size_t(batch.workspace_bytes()) / 8 + 1);
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
