// Every eye space of a few points, in the middle, on the side and in the corner, with every
// filling, against the solvers. GOKAN_EYES says up to how many points (3 in the ordinary test).
#include "eye_truth.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <set>
#include <utility>

#include "reading/arena/life_proof.h"
#include "test.h"

using namespace gokan;
using gokan::test::EyeSpace;
using gokan::test::EyeTruth;

namespace {

using Shape = std::vector<std::pair<int, int>>;  // column, row; sorted, touching both axes

Shape normal(Shape s) {
  int left = 99, top = 99;
  for (const auto& [c, r] : s) left = std::min(left, c), top = std::min(top, r);
  for (auto& [c, r] : s) c -= left, r -= top;
  std::sort(s.begin(), s.end());
  return s;
}

Shape turned(const Shape& s, int symmetry) {
  Shape out;
  for (auto [c, r] : s) {
    if (symmetry & 1) c = -c;
    if (symmetry & 2) r = -r;
    if (symmetry & 4) std::swap(c, r);
    out.emplace_back(c, r);
  }
  return normal(out);
}

// All connected shapes of n points that differ, however they are turned.
std::set<Shape> shapes(int n) {
  std::set<Shape> out;
  if (n == 1) return {{{0, 0}}};
  for (const Shape& small : shapes(n - 1)) {
    for (const auto& [c, r] : small) {
      for (const auto& [dc, dr] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
        Shape s = small;
        if (std::find(s.begin(), s.end(), std::pair{c + dc, r + dr}) != s.end()) continue;
        s.emplace_back(c + dc, r + dr);
        Shape least = normal(s);
        for (int i = 0; i < 8; ++i) least = std::min(least, turned(s, i));
        out.insert(least);
      }
    }
  }
  return out;
}

// The shape with a wall of target stones around it; false if the wall is not one block.
bool enclose(const Shape& shape, bool top_edge, bool left_edge, int liberties, EyeSpace& out) {
  int wide = 0, high = 0;
  for (const auto& [c, r] : shape) wide = std::max(wide, c + 1), high = std::max(high, r + 1);
  const int dc = left_edge ? 0 : 1, dr = top_edge ? 0 : 1;
  const int width = wide + dc + 2, height = high + dr + 2;  // one more for liberties outside
  ArenaSpec& spec = out.spec;
  spec.width = width;
  spec.height = height;
  spec.cells.assign(size_t(width * height), ArenaSpec::kOutside);
  const auto cell = [&](int c, int r) { return r * width + c; };
  for (const auto& [c, r] : shape) spec.cells[size_t(cell(c + dc, r + dr))] = ArenaSpec::kFree;
  std::vector<int> wall;
  for (int r = 0; r < height - 1; ++r) {
    for (int c = 0; c < width - 1; ++c) {
      uint8_t& here = spec.cells[size_t(cell(c, r))];
      if (here == ArenaSpec::kFree) continue;
      for (const auto& [sc, sr] : shape)
        if (std::abs(sc + dc - c) <= 1 && std::abs(sr + dr - r) <= 1)
          here = ArenaSpec::kDefenderStone | ArenaSpec::kTarget;
      if (here != ArenaSpec::kOutside) wall.push_back(cell(c, r));
    }
  }
  // Liberties outside: one to the right of the wall, one below it.
  for (int r = 0; r < height - 1 && liberties > 0; ++r) {
    if (!(spec.cells[size_t(cell(width - 2, r))] & ArenaSpec::kTarget)) continue;
    spec.cells[size_t(cell(width - 1, r))] = ArenaSpec::kFree | ArenaSpec::kAttackerAnchor;
    break;
  }
  for (int c = 0; c < width - 1 && liberties > 1; ++c) {
    if (!(spec.cells[size_t(cell(c, height - 2))] & ArenaSpec::kTarget)) continue;
    spec.cells[size_t(cell(c, height - 1))] = ArenaSpec::kFree | ArenaSpec::kAttackerAnchor;
    break;
  }
  const auto beside = [&](int a) {
    std::vector<int> found;
    if (a % width > 0) found.push_back(a - 1);
    if (a % width < width - 1) found.push_back(a + 1);
    if (a >= width) found.push_back(a - width);
    if (a + width < width * height) found.push_back(a + width);
    return found;
  };
  std::vector<int> joined{wall[0]};
  for (size_t i = 0; i < joined.size(); ++i)
    for (const int q : beside(joined[i]))
      if ((spec.cells[size_t(q)] & ArenaSpec::kTarget) &&
          std::find(joined.begin(), joined.end(), q) == joined.end())
        joined.push_back(q);
  if (joined.size() != wall.size()) return false;
  for (int i = 0; i < width * height; ++i)
    if ((spec.cells[size_t(i)] & ArenaSpec::kKindMask) == ArenaSpec::kFree) out.cell.push_back(i);
  for (const int i : out.cell) {
    std::vector<int> near;
    bool touches = false;
    for (const int q : beside(i)) {
      touches |= (spec.cells[size_t(q)] & ArenaSpec::kTarget) != 0;
      const auto it = std::find(out.cell.begin(), out.cell.end(), q);
      if (it != out.cell.end()) near.push_back(int(it - out.cell.begin()));
    }
    out.near.push_back(near);
    out.touches.push_back(touches);
    out.outside.push_back(spec.cells[size_t(i)] & ArenaSpec::kAttackerAnchor);
  }
  return true;
}

struct Tally {
  uint64_t spaces = 0, positions = 0, questions = 0, small = 0, open = 0;
};

ArenaSpec filled(const EyeSpace& space, const EyeTruth& truth, int code) {
  ArenaSpec spec = space.spec;
  for (int p = 0; p < space.points(); ++p)
    spec.cells[size_t(space.cell[size_t(p)])] += uint8_t(truth.color(code, p));
  return spec;
}

std::string picture(const ArenaSpec& spec) {
  std::string text = "\n";
  for (int i = 0; i < spec.width * spec.height; ++i) {
    text += " .XO"[spec.cells[size_t(i)] & 3];
    if (i % spec.width == spec.width - 1) text += '\n';
  }
  return text;
}

void compare(const EyeSpace& space, Tally& tally) {
  ++tally.spaces;
  EyeTruth truth(space);
  std::vector<int> starts;
  for (int code = 0; code < truth.codes(); ++code) {
    bool fresh = true;  // the liberties outside are not filled yet
    for (int p = 0; p < space.points(); ++p)
      fresh &= !space.outside[size_t(p)] || truth.color(code, p) == 0;
    if (fresh && truth.sound(code)) starts.push_back(code);
  }
  tally.positions += starts.size();
  truth.solve_life();
  for (const auto& [attacker, defender] : {std::pair{0, 0}, {1, 0}, {0, 1}}) {
    truth.solve(attacker, defender);
    for (const int code : starts) {
      const ArenaSpec spec = filled(space, truth, code);
      // The full table for all; a tiny one and none for every eleventh position.
      for (const size_t bytes : {size_t(1) << 20, size_t(4096), size_t(0)}) {
        if (bytes != size_t(1) << 20 && code % 11 != 0) continue;
        ProofSolver solver(spec, bytes);
        LifeSolver life(spec, bytes);
        for (int turn = 0; turn < 2; ++turn) {
          ProofQuery query;
          query.turn = turn;
          query.attacker_threats = attacker;
          query.defender_threats = defender;
          SearchLimits limits;
          if (bytes == 0) limits.nodes = 20000;
          ++tally.questions;
          const Verdict said = solver.solve(query, limits).verdict;
          const Verdict known = truth.killed(code, turn) ? Verdict::kKilled : Verdict::kStands;
          tally.small += bytes != size_t(1) << 20;
          if (bytes == 0 && said == Verdict::kUnknown) {
            ++tally.open;
          } else if (said != known) {
            std::ostringstream text;
            text << "capture, turn " << turn << ", threats " << attacker << defender << ", table "
                 << bytes << ", says " << int(said) << picture(spec);
            throw gokan::test::Failure(text.str());
          }
          if (attacker || defender) continue;
          for (const bool end : {false, true}) {
            ++tally.questions;
            tally.small += bytes != size_t(1) << 20;
            const Forced answer =
                life.solve(query, end ? LifeGoal::kEnd : LifeGoal::kTwoEyes, limits).verdict;
            if (bytes == 0 && answer == Forced::kUnknown) {
              ++tally.open;
            } else if ((answer == Forced::kForced) != truth.forced(end, code, turn)) {
              std::ostringstream text;
              text << "life, end " << end << ", turn " << turn << ", table " << bytes << ", says "
                   << int(answer) << picture(spec);
              throw gokan::test::Failure(text.str());
            }
          }
        }
      }
    }
  }
}

}  // namespace

TEST(eye_spaces_of_every_shape) {
  const char* wanted = std::getenv("GOKAN_EYES");
  const int most = wanted ? std::atoi(wanted) : 3;
  for (int n = 1; n <= most; ++n) {
    Tally tally;
    for (const Shape& free : shapes(n)) {
      std::set<std::pair<int, Shape>> placed;  // in the middle, on the side, in the corner
      placed.insert({0, free});
      for (int i = 0; i < 8; ++i) {
        placed.insert({1, turned(free, i)});
        placed.insert({2, turned(free, i)});
      }
      for (const auto& [where, shape] : placed) {
        for (int liberties = 0; liberties <= 2; ++liberties) {
          EyeSpace space;
          if (enclose(shape, where >= 1, where == 2, liberties, space)) compare(space, tally);
        }
      }
    }
    if (wanted)
      std::cout << n << " points: " << tally.spaces << " eye spaces, " << tally.positions
                << " positions, " << tally.questions << " questions (" << tally.small
                << " with a tiny table or none, " << tally.open << " of these not settled)"
                << std::endl;
    CHECK(tally.positions > 0);
  }
}
