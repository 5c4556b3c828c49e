#include "reading/arena/corner_maker.h"

#include <algorithm>

#include "base/random.h"
#include "reading/arena/life_proof.h"
#include "reading/arena/proof.h"

namespace gokan {
namespace {

constexpr int kSide = kCornerSide, kMany = 6, kEndlessThreats = 127;
constexpr size_t kMemory = size_t(1) << 20;
enum Cell : uint8_t { kWall = 0, kSpace, kAttackerIn, kDefenderIn };

uint8_t at(const CornerCells& d, int column, int row) {
  if (column < 0 || row < 0 || column >= kSide || row >= kSide) return kWall;
  return d[size_t(row * kSide + column)];
}

// Is there a wall (and not the edge of the board) next to this point?
bool by_wall(const CornerCells& d, int p) {
  const int column = p % kSide, row = p / kSide;
  return at(d, column, row + 1) == kWall || at(d, column + 1, row) == kWall ||
         (row > 0 && at(d, column, row - 1) == kWall) ||
         (column > 0 && at(d, column - 1, row) == kWall);
}

template <class F>
void for_near(int p, F&& f) {
  const int column = p % kSide, row = p / kSide;
  if (row > 0) f(p - kSide);
  if (column > 0) f(p - 1);
  if (column + 1 < kSide) f(p + 1);
  if (row + 1 < kSide) f(p + kSide);
}

// The points that hang together with `start` among those that `in` admits.
template <class F>
std::vector<int> flood(int start, F&& in) {
  std::vector<int> found{start};
  uint64_t seen = uint64_t(1) << start;
  for (size_t i = 0; i < found.size(); ++i)
    for_near(found[i], [&](int q) {
      if (!(seen >> q & 1) && in(q)) seen |= uint64_t(1) << q, found.push_back(q);
    });
  return found;
}

// One room, a group worth the name, and every block can breathe.
bool sound(const CornerCells& d, const CornerOptions& o) {
  int points = 0, space = 0, defenders = 0, one = -1;
  for (int p = 0; p < int(d.size()); ++p) {
    const uint8_t cell = d[size_t(p)];
    if (cell != kWall) one = p, ++points;
    space += cell == kSpace;
    defenders += cell == kDefenderIn;
  }
  if (points < o.least_points || points > o.most_points || space < 2 || defenders < 3) return false;
  if (int(flood(one, [&](int q) { return d[size_t(q)] != kWall; }).size()) != points) return false;
  for (int p = 0; p < int(d.size()); ++p) {
    const uint8_t cell = d[size_t(p)];
    if (cell != kAttackerIn && cell != kDefenderIn) continue;
    bool breathes = false;
    for (const int q : flood(p, [&](int r) { return d[size_t(r)] == cell; })) {
      for_near(q, [&](int r) { breathes |= d[size_t(r)] == kSpace; });
      breathes |= cell == kAttackerIn && by_wall(d, q);
    }
    if (!breathes) return false;
  }
  return true;
}

// A room whose columns grow shorter away from the corner, as a rule; a shell of the group's stones
// along the wall, with gaps; some stones of either side inside, or many of the attacker.
CornerCells draw(Random& rng) {
  CornerCells d{};
  const int width = 3 + int(rng.below(5));
  const bool turned = rng.chance(50), crowded = rng.chance(40);
  int height = 2 + int(rng.below(5));
  for (int c = 0; c < width && height > 0; ++c) {
    for (int r = 0; r < height; ++r) d[size_t(turned ? c * kSide + r : r * kSide + c)] = kSpace;
    const uint32_t luck = rng.below(100);
    height += luck < 55 ? 0 : luck < 80 ? -1 : luck < 92 ? -2 : 1;
    height = std::min(height, kSide);
  }
  const uint32_t shell = crowded ? 85 + rng.below(16) : 70 + rng.below(31);
  const uint32_t inner = crowded ? 30 + rng.below(46) : rng.below(40);
  const uint32_t own = crowded ? 15 + rng.below(36) : 35 + rng.below(31);
  CornerCells out = d;
  for (int p = 0; p < int(d.size()); ++p) {
    if (d[size_t(p)] == kWall) continue;
    if (by_wall(d, p)) {
      if (rng.chance(shell))
        out[size_t(p)] = kDefenderIn;
      else if (rng.chance(15))
        out[size_t(p)] = kAttackerIn;
    } else if (rng.chance(inner)) {
      out[size_t(p)] = rng.chance(own) ? kDefenderIn : kAttackerIn;
    }
  }
  return out;
}

// One point with something else on it: now and then the wall moves, too.
CornerCells changed(const CornerCells& d, Random& rng) {
  CornerCells out = d;
  const bool wall = rng.chance(15);
  for (;;) {
    const int p = int(rng.below(uint32_t(out.size())));
    uint8_t& cell = out[size_t(p)];
    if (wall) {  // the room keeps growing towards the corner
      const int column = p % kSide, row = p / kSide;
      const auto room = [&](int c, int r) { return at(d, c, r) != kWall; };
      if (cell != kWall && (room(column + 1, row) || room(column, row + 1))) continue;
      if (cell == kWall &&
          !((column == 0 || room(column - 1, row)) && (row == 0 || room(column, row - 1))))
        continue;
      cell = uint8_t(cell != kWall ? kWall : rng.chance(60) ? kDefenderIn : kSpace);
      return out;
    }
    if (cell == kWall) continue;
    cell = uint8_t(1 + (cell - 1 + 1 + int(rng.below(2))) % 3);
    return out;
  }
}

int rarity(CornerFate fate) {
  switch (fate) {
    case CornerFate::kKo:
    case CornerFate::kSeki:
      return 3;
    case CornerFate::kFinal:
      return 2;
    case CornerFate::kAlive:
      return 1;
    default:
      return 0;
  }
}

// How long a walk may be that has come to such a fate.
int steps(CornerFate fate) {
  constexpr int kSteps[] = {6, 12, 30, 800};
  return kSteps[rarity(fate)];
}

ArenaSpec arena_of(const CornerCells& d) {
  ArenaSpec spec;
  spec.width = spec.height = kSide;
  spec.cells.assign(d.begin(), d.end());
  for (int p = 0; p < int(d.size()); ++p) {
    uint8_t& cell = spec.cells[size_t(p)];
    if (cell == kWall) continue;
    if (cell == kDefenderIn) cell |= ArenaSpec::kTarget;
    if (by_wall(d, p)) cell |= ArenaSpec::kAttackerAnchor;
  }
  return spec;
}

class Judge {
 public:
  Judge(const CornerCells& cells, uint64_t nodes) : spec_(arena_of(cells)), nodes_(nodes) {}

  CornerFate fate() {
    ProofSolver solver(spec_, kMemory, true);
    const ProofAnswer attacked = ask(solver, kAttacker_, kEndlessThreats, 0);
    if (attacked.verdict == Verdict::kUnknown) return CornerFate::kUnknown;
    if (attacked.verdict == Verdict::kStands)
      return attacked.nodes == 0 ? CornerFate::kFinal : life();
    const Verdict defended = ask(solver, kDefender_, 0, kMany).verdict;
    if (defended == Verdict::kUnknown) return CornerFate::kUnknown;
    if (defended == Verdict::kKilled) return CornerFate::kDead;
    const Verdict killed = ask(solver, kAttacker_, 0, kMany).verdict;
    const Verdict saved = ask(solver, kDefender_, kEndlessThreats, 0).verdict;
    if (killed == Verdict::kUnknown || saved == Verdict::kUnknown) return CornerFate::kUnknown;
    const bool ko = killed == Verdict::kStands && saved == Verdict::kKilled;
    return ko ? CornerFate::kKo : CornerFate::kOnTheMove;
  }

 private:
  static constexpr int kAttacker_ = 0, kDefender_ = 1;

  SearchLimits limits() const {
    SearchLimits limits;
    limits.nodes = nodes_;
    return limits;
  }
  static ProofQuery query(int turn, int attacker_threats, int defender_threats) {
    ProofQuery q;
    q.turn = turn;
    q.attacker_threats = attacker_threats;
    q.defender_threats = defender_threats;
    return q;
  }
  ProofAnswer ask(ProofSolver& solver, int turn, int attacker, int defender) const {
    return solver.solve(query(turn, attacker, defender), limits());
  }

  // How a group lives that cannot be taken.
  CornerFate life() const {
    LifeSolver solver(spec_, kMemory);
    const auto forced = [&](int turn, LifeGoal goal) {
      return solver.solve(query(turn, kMany, 0), goal, limits()).verdict;
    };
    const Forced eyes = forced(kAttacker_, LifeGoal::kTwoEyes);
    if (eyes == Forced::kUnknown) return CornerFate::kUnknown;
    if (eyes == Forced::kForced) return CornerFate::kAlive;
    const Forced end = forced(kAttacker_, LifeGoal::kEnd);
    const Forced first = forced(kDefender_, LifeGoal::kTwoEyes);
    if (end != Forced::kForced || first == Forced::kUnknown) return CornerFate::kUnknown;
    return first == Forced::kRefused ? CornerFate::kSeki : CornerFate::kOnTheMove;
  }

  ArenaSpec spec_;
  uint64_t nodes_;
};

}  // namespace

CornerFate corner_fate(const CornerCells& cells, uint64_t nodes) {
  return Judge(cells, nodes).fate();
}

std::vector<MadeCorner> make_corners(uint64_t seed, uint64_t first, uint64_t count,
                                     const CornerOptions& options) {
  std::vector<MadeCorner> out;
  for (uint64_t i = first; i < first + count; ++i) {
    Random rng(seed * 0x9e3779b97f4a7c15u ^ (i + 1) * 0xd6e8feb86659fd93u);
    MadeCorner here{i, 0, 0, CornerFate::kUnknown, draw(rng)};
    if (!sound(here.cells, options)) continue;
    here.fate = corner_fate(here.cells, options.nodes);
    if (here.fate == CornerFate::kUnknown) continue;
    out.push_back(here);
    for (int step = 1; step <= steps(here.fate); ++step) {
      MadeCorner next{i, uint16_t(step), here.step, CornerFate::kUnknown, changed(here.cells, rng)};
      if (!sound(next.cells, options)) continue;
      next.fate = corner_fate(next.cells, options.nodes);
      if (next.fate == CornerFate::kUnknown) continue;
      out.push_back(next);
      if (next.fate == here.fate || rarity(next.fate) > rarity(here.fate)) here = next;
    }
  }
  return out;
}

}  // namespace gokan
