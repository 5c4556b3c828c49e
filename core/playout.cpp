#include "playout.h"

namespace gokan {

namespace {

constexpr int64_t kMovesBetweenAsking = 50'000;

// xoroshiro128+ (Blackman and Vigna): small, fast and good enough in its high bits.
class Random {
 public:
  explicit Random(uint64_t seed) {
    for (uint64_t& word : state_) {
      seed += 0x9e3779b97f4a7c15ull;
      uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
      word = z ^ (z >> 31);
    }
  }
  uint32_t below(uint32_t n) { return uint32_t((uint64_t(uint32_t(next() >> 32)) * n) >> 32); }

 private:
  uint64_t next() {
    const uint64_t a = state_[0];
    uint64_t b = state_[1];
    const uint64_t result = a + b;
    b ^= a;
    state_[0] = ((a << 24) | (a >> 40)) ^ b ^ (b << 16);
    state_[1] = (b << 37) | (b >> 27);
    return result;
  }
  uint64_t state_[2];
};

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
