#include "go/playout.h"

#include "base/random.h"

namespace gokan {

namespace {

constexpr int64_t kMovesBetweenAsking = 50'000;

// Uniform among the points fit to play.
template <Policy kPolicy>
Point choose(const Board& board, Color c, bool suicide, Random& random, PointList& pool) {
  const auto fit = [&](Point p) {
    if (!board.is_legal(p, c, suicide)) return false;
    return kPolicy == Policy::kAll || !board.is_eye_like(p, c);
  };
  const int n = board.empty_count();
  // A few draws nearly always find a move; rejection keeps them uniform.
  for (int tries = 0; tries < 4; ++tries) {
    const auto i = random.below(uint32_t(n) + (kPolicy == Policy::kAll));
    if (int(i) == n) return kPass;
    const Point p = board.empty_point(int(i));
    if (fit(p)) return p;
  }
  pool.clear();
  for (int i = 0; i < n; ++i)
    if (fit(board.empty_point(i))) pool.push_back(board.empty_point(i));
  const auto i = random.below(uint32_t(pool.size()) + (kPolicy == Policy::kAll));
  return i < pool.size() ? pool[i] : kPass;
}

template <Policy kPolicy>
void run(const Position& start, int64_t games, uint64_t seed, int max_moves, double komi,
         bool ownership, const std::function<bool()>& stop, PlayoutResult& result) {
  const auto& geo = start.board().geometry();
  const bool suicide = start.rules().suicide;
  Random random(seed);
  PointList pool;
  std::vector<uint8_t> owner(geo.count);
  Board board(start.board());
  int64_t asked = 0;  // moves played when `stop` was last asked
  for (int64_t game = 0; game < games; ++game) {
    if (stop && result.moves - asked > kMovesBetweenAsking) {
      if (stop()) return;
      asked = result.moves;
    }
    board = start.board();
    Color c = start.to_play();
    int passes = start.passes();
    int moves = 0;
    while (passes < 2 && moves < max_moves) {
      const Point p = choose<kPolicy>(board, c, suicide, random, pool);
      passes = p == kPass ? passes + 1 : 0;
      board.play(p, c);
      c = opponent(c);
      ++moves;
    }
    owners(board, nullptr, owner.data());
    int score = 0;
    for (int i = 0; i < geo.count; ++i) {
      score += (owner[i] == kBlack) - (owner[i] == kWhite);
      if (ownership) {
        result.black[i] += owner[i] == kBlack;
        result.white[i] += owner[i] == kWhite;
      }
    }
    result.moves += moves;
    result.score_sum += score;
    result.black_wins += score > komi;
    result.draws += score == komi;
    ++result.games;
  }
}

}  // namespace

PlayoutResult run_playouts(const Position& start, int64_t games, uint64_t seed, Policy policy,
                           int max_moves, double komi, bool ownership,
                           const std::function<bool()>& stop) {
  PlayoutResult result;
  result.black.assign(start.board().geometry().count, 0);
  result.white.assign(start.board().geometry().count, 0);
  if (policy == Policy::kAll)
    run<Policy::kAll>(start, games, seed, max_moves, komi, ownership, stop, result);
  else
    run<Policy::kSensible>(start, games, seed, max_moves, komi, ownership, stop, result);
  return result;
}

}  // namespace gokan
