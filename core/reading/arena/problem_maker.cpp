#include "reading/arena/problem_maker.h"

#include <algorithm>

#include "reading/arena/proof.h"

namespace gokan {
namespace {

constexpr int kMany = 6, kEndlessThreats = 127;

struct Random {
  uint64_t state;
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  int below(int n) { return int(next() % uint64_t(n)); }
  bool chance(int percent) { return below(100) < percent; }
};

enum Cell : uint8_t { kWall = 0, kSpace, kAttackerIn, kDefenderIn };

// A rectangle at the upper edge; `left` is 0 in the corner.
struct Draft {
  int width = 0, height = 0, left = 0;
  std::vector<uint8_t> cells;

  bool inside(int column, int row) const {
    return column >= 0 && row >= 0 && column < width && row < height;
  }
  uint8_t at(int column, int row) const {
    return inside(column, row) ? cells[size_t(row * width + column)] : uint8_t(kWall);
  }
  // Is there a wall (and not the edge of the board) next to this point?
  bool by_wall(int column, int row) const {
    if (at(column, row + 1) == kWall || at(column + 1, row) == kWall) return true;
    if (row > 0 && at(column, row - 1) == kWall) return true;
    return (column > 0 || left > 0) && at(column - 1, row) == kWall;
  }
  std::vector<int> near(int cell) const {
    std::vector<int> out;
    const int column = cell % width, row = cell / width;
    if (row > 0) out.push_back(cell - width);
    if (column > 0) out.push_back(cell - 1);
    if (column + 1 < width) out.push_back(cell + 1);
    if (row + 1 < height) out.push_back(cell + width);
    return out;
  }
};

Draft draw(Random& rng, const MakerOptions& o) {
  Draft d;
  const bool corner = rng.chance(70);
  d.left = corner ? 0 : 4;
  d.width = corner ? 3 + rng.below(5) : 5 + rng.below(4);
  d.height = corner ? 3 + rng.below(3) : 2 + rng.below(2);
  if (d.left + d.width + 2 > o.board || d.height + 2 > o.board) return {};
  d.cells.assign(size_t(d.width * d.height), kSpace);
  // Bite corners off the rectangle, away from the edges of the board.
  const auto bite = [&](bool right) {
    const int deep = rng.below(d.height), wide = rng.below(std::max(1, d.width / 2));
    for (int r = d.height - deep; r < d.height; ++r)
      for (int c = 0; c < wide; ++c)
        d.cells[size_t(r * d.width + (right ? d.width - 1 - c : c))] = kWall;
  };
  if (rng.chance(60)) bite(true);
  if (!corner && rng.chance(60)) bite(false);
  const int shell = 70 + rng.below(31), inner = rng.below(35);
  for (int r = 0; r < d.height; ++r) {
    for (int c = 0; c < d.width; ++c) {
      uint8_t& cell = d.cells[size_t(r * d.width + c)];
      if (cell == kWall) continue;
      if (d.by_wall(c, r)) {
        if (rng.chance(shell))
          cell = kDefenderIn;
        else if (rng.chance(15))
          cell = kAttackerIn;
      } else if (rng.chance(inner)) {
        cell = rng.chance(50) ? kDefenderIn : kAttackerIn;
      }
    }
  }
  return d;
}

std::vector<int> block_of(const Draft& d, int start) {
  std::vector<int> found{start};
  std::vector<bool> seen(d.cells.size());
  seen[size_t(start)] = true;
  for (size_t i = 0; i < found.size(); ++i)
    for (const int q : d.near(found[i]))
      if (!seen[size_t(q)] && d.cells[size_t(q)] == d.cells[size_t(start)]) {
        seen[size_t(q)] = true;
        found.push_back(q);
      }
  return found;
}

bool sound(const Draft& d, const MakerOptions& o) {
  int points = 0, space = 0, defenders = 0;
  for (const uint8_t cell : d.cells) {
    points += cell != kWall;
    space += cell == kSpace;
    defenders += cell == kDefenderIn;
  }
  if (points > o.most_points || space < 2 || defenders < 3) return false;
  // All of it hangs together, and every block can breathe.
  std::vector<bool> seen(d.cells.size());
  std::vector<int> todo;
  for (size_t i = 0; i < d.cells.size() && todo.empty(); ++i)
    if (d.cells[i] != kWall) todo.push_back(int(i)), seen[i] = true;
  int reached = 0;
  for (size_t i = 0; i < todo.size(); ++i, ++reached)
    for (const int q : d.near(todo[i]))
      if (!seen[size_t(q)] && d.cells[size_t(q)] != kWall)
        seen[size_t(q)] = true, todo.push_back(q);
  if (reached != points) return false;
  for (size_t i = 0; i < d.cells.size(); ++i) {
    if (d.cells[i] != kAttackerIn && d.cells[i] != kDefenderIn) continue;
    bool breathes = false;
    for (const int p : block_of(d, int(i))) {
      for (const int q : d.near(p)) breathes |= d.cells[size_t(q)] == kSpace;
      breathes |= d.cells[i] == kAttackerIn && d.by_wall(p % d.width, p / d.width);
    }
    if (!breathes) return false;
  }
  return true;
}

uint64_t mix(uint64_t h, uint64_t x) {
  h = (h ^ x) * 0xd6e8feb86659fd93u;
  return h ^ (h >> 32);
}

// The smaller of the hashes of the draft and its mirror image (the only symmetries that keep a
// corner in its corner, or a side on its side).
uint64_t key_of(const Draft& d, bool attack) {
  const bool corner = d.left == 0;
  // Empty rows and columns of wall do not matter.
  int width = 0, height = 0, least = d.width;
  for (int r = 0; r < d.height; ++r)
    for (int c = 0; c < d.width; ++c)
      if (d.at(c, r) != kWall) {
        width = std::max(width, c + 1);
        height = std::max(height, r + 1);
        least = std::min(least, c);
      }
  if (corner) least = 0;
  uint64_t plain = 0, mirrored = 0;
  plain = mix(mix(mix(corner, attack), uint64_t(width - least)), uint64_t(height));
  for (int r = 0; r < height; ++r)
    for (int c = least; c < width; ++c) plain = mix(plain, d.at(c, r));
  if (corner) {
    mirrored = mix(mix(mix(corner, attack), uint64_t(height)), uint64_t(width));
    for (int c = 0; c < width; ++c)
      for (int r = 0; r < height; ++r) mirrored = mix(mirrored, d.at(c, r));
  } else {
    mirrored = mix(mix(mix(corner, attack), uint64_t(width - least)), uint64_t(height));
    for (int r = 0; r < height; ++r)
      for (int c = width - 1; c >= least; --c) mirrored = mix(mirrored, d.at(c, r));
  }
  return std::min(plain, mirrored);
}

// The draft on a board, with a wall two stones thick at its corners so that it is one block.
std::vector<uint8_t> board_of(const Draft& d, int size) {
  std::vector<uint8_t> board(size_t(size * size));
  for (int r = 0; r <= d.height; ++r) {
    for (int c = -1; c <= d.width; ++c) {
      const int column = d.left + c;
      if (column < 0) continue;
      const uint8_t cell = d.at(c, r);
      uint8_t stone = cell == kAttackerIn ? 1 : cell == kDefenderIn ? 2 : 0;
      if (cell == kWall)
        for (int dr = -1; dr <= 1; ++dr)
          for (int dc = -1; dc <= 1; ++dc)
            if (d.at(c + dc, r + dr) != kWall) stone = 1;
      board[size_t(r * size + column)] = stone;
    }
  }
  return board;
}

// The fewest liberties outside of any wall block.
int wall_liberties(const Draft& d, const std::vector<uint8_t>& board, int size) {
  const auto in_region = [&](int p) { return d.at(p % size - d.left, p / size) != kWall; };
  std::vector<bool> seen(board.size());
  int fewest = 1 << 20;
  for (size_t start = 0; start < board.size(); ++start) {
    if (board[start] != 1 || seen[start] || in_region(int(start))) continue;
    std::vector<int> todo{int(start)};
    std::vector<bool> counted(board.size());
    seen[start] = true;
    int liberties = 0;
    for (size_t i = 0; i < todo.size(); ++i) {
      const int p = todo[i], column = p % size, row = p / size;
      const int steps[4] = {row > 0 ? p - size : -1, column > 0 ? p - 1 : -1,
                            column + 1 < size ? p + 1 : -1, row + 1 < size ? p + size : -1};
      for (const int q : steps) {
        if (q < 0 || in_region(q)) continue;
        if (board[size_t(q)] == 0 && !counted[size_t(q)]) counted[size_t(q)] = true, ++liberties;
        if (board[size_t(q)] == 1 && !seen[size_t(q)]) seen[size_t(q)] = true, todo.push_back(q);
      }
    }
    fewest = std::min(fewest, liberties);
  }
  return fewest;
}

class Judge {
 public:
  Judge(const ArenaSpec& spec, uint64_t nodes)
      : solver_(spec, size_t(4) << 20, true), nodes_(nodes) {}

  enum Result { kUnknown, kWin, kLoss, kKo };
  struct Answer {
    Result result = kUnknown;
    int ours = 0, theirs = 0;  // the world in which the mover wins
    bool first = false;
    int threats = 0, tenuki = 0;
    int best = -2;
  };

  // As gokan.reading.life.ko.judge.
  Answer judge(bool attack) {
    attack_ = attack;
    Answer a;
    const int theirs = attack ? kMany : kEndlessThreats, ours = attack ? kEndlessThreats : kMany;
    int value = wins(0, theirs);
    if (value < 0) return a;
    if (value) return {kWin, 0, theirs, false, 0, tenuki_, best_};
    value = wins(0, 0);
    if (value < 0) return a;
    if (value) {
      int tenuki = tenuki_, best = best_;
      for (int n = 1; n <= kMany; ++n) {
        value = wins(0, n);
        if (value < 0) return a;
        if (!value) return {kKo, 0, n - 1, true, n, std::max(tenuki, tenuki_), best};
        tenuki = std::max(tenuki, tenuki_);
        best = best_;
      }
      return a;
    }
    value = wins(ours, 0);
    if (value < 0) return a;
    if (!value) return {kLoss, ours, 0, false, 0, tenuki_, -2};
    for (int n = 1; n <= kMany; ++n) {
      int before = tenuki_;
      value = wins(n, 0);
      if (value < 0) return a;
      if (value) return {kKo, n, 0, false, n, std::max(before, tenuki_), best_};
    }
    return a;
  }

  // 1 yes, 0 no, -1 not settled: does the mover reach his goal after his first move?
  int wins(int ours, int theirs, const std::vector<int>& moves = {}) {
    ProofQuery q;
    q.turn = attack_ ? 0 : 1;
    q.attacker_threats = attack_ ? ours : theirs;
    q.defender_threats = attack_ ? theirs : ours;
    q.moves = moves;
    SearchLimits limits;
    limits.nodes = nodes_;
    const ProofAnswer a = solver_.solve(q, limits);
    used += a.nodes;
    tenuki_ = a.verdict == Verdict::kKilled ? a.tenuki : 0;
    best_ = a.best;
    if (a.illegal || a.verdict == Verdict::kUnknown) return -1;
    return (a.verdict == Verdict::kKilled) == attack_;
  }
  std::vector<int> legal() {
    ProofQuery q;
    q.turn = attack_ ? 0 : 1;
    return solver_.legal_moves(q);
  }

  uint64_t used = 0;

 private:
  ProofSolver solver_;
  uint64_t nodes_;
  bool attack_ = false;
  int tenuki_ = 0, best_ = -2;
};

ArenaSpec arena_of(const Draft& d) {
  ArenaSpec spec;
  spec.width = d.width;
  spec.height = d.height;
  spec.cells.assign(d.cells.begin(), d.cells.end());
  for (size_t i = 0; i < spec.cells.size(); ++i) {
    uint8_t& cell = spec.cells[i];
    if (cell == kWall) continue;
    if (cell == kDefenderIn) cell |= ArenaSpec::kTarget;
    if (d.by_wall(int(i) % d.width, int(i) / d.width)) cell |= ArenaSpec::kAttackerAnchor;
  }
  return spec;
}

// Is it a problem for this side? `judge` has settled both sides already.
bool finish(const Draft& d, const MakerOptions& o, Judge& judge, bool attack, MadeProblem& made) {
  const Judge::Answer a = judge.judge(attack);
  if (judge.wins(a.ours, a.theirs, {-1}) != 0) return false;  // a pass would do
  std::vector<int> good;
  for (const int move : judge.legal()) {
    const int value = judge.wins(a.ours, a.theirs, {move});
    if (value < 0) return false;
    if (value) good.push_back(move);
    if (int(good.size()) > o.most_answers) return false;
  }
  if (good.empty()) return false;
  made.board = board_of(d, o.board);
  if (a.tenuki >= wall_liberties(d, made.board, o.board)) return false;
  // The effort is what it costs to someone who knows nothing yet.
  Judge fresh(arena_of(d), o.nodes);
  if (fresh.judge(attack).result != a.result) return false;
  made.effort = fresh.used;
  if (made.effort < o.least_effort) return false;
  made.attack = attack;
  made.ko = a.result == Judge::kKo;
  made.first = a.first;
  made.threats = a.threats;
  made.key = key_of(d, attack);
  for (const int cell : good)
    made.answers.push_back(cell / d.width * o.board + d.left + cell % d.width);
  std::vector<bool> seen(d.cells.size());
  for (size_t i = 0; i < d.cells.size(); ++i) {
    if (d.cells[i] != kDefenderIn || seen[i]) continue;
    for (const int p : block_of(d, int(i))) seen[size_t(p)] = true;
    made.targets.push_back(int(i) / d.width * o.board + d.left + int(i) % d.width);
  }
  return true;
}

}  // namespace

std::vector<MadeProblem> make_problems(uint64_t seed, uint64_t first, uint64_t count,
                                       const MakerOptions& options) {
  std::vector<MadeProblem> out;
  for (uint64_t i = first; i < first + count; ++i) {
    Random rng{mix(mix(0x243f6a8885a308d3u, seed), i)};
    const Draft d = draw(rng, options);
    if (d.cells.empty() || !sound(d, options)) continue;
    // Settled whoever moves first: alive, dead, or beyond the budget. Most are.
    Judge judge(arena_of(d), options.nodes);
    bool open = true;
    for (const bool attack : {true, false}) {
      const auto result = open ? judge.judge(attack).result : Judge::kLoss;
      open = result == Judge::kWin || result == Judge::kKo;
    }
    for (const bool attack : {true, false}) {
      MadeProblem made;
      made.number = i;
      if (open && finish(d, options, judge, attack, made)) out.push_back(std::move(made));
    }
  }
  return out;
}

}  // namespace gokan
