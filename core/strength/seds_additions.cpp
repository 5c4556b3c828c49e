// What Gokan adds to the paper and that needs a look at the whole position: safe links, and the
// room for eyes between two stages.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "strength/seds.h"

namespace gokan::seds {

// Safe links: two blocks of a colour with two common liberties (if one is taken the other
// connects), or with one where an enemy stone would stand in atari and capture nothing.
void System::join_links() {
  const Board& board = *board_;
  const Geometry& geo = board.geometry();
  struct Pair {
    Point a, b;
    int common;
  };
  std::vector<Pair> pairs;
  for (int i = 0; i < board.empty_count(); ++i) {
    const Point p = board.empty_point(i);
    for (const Color color : {kBlack, kWhite}) {
      if (board.neighbors_of(p, color) < 2) continue;
      Point heads[4];
      int n = 0;
      for (const Point q : board.neighbors(p))
        if (board.color(q) == color && std::find(heads, heads + n, board.head(q)) == heads + n)
          heads[n++] = board.head(q);
      if (n < 2) continue;
      const Color enemy = opponent(color);
      int weight = 1;
      if (board.neighbors_of(p, enemy) == 0 && board.empty_neighbors(p) <= 1 &&
          !board.captures(p, enemy))
        weight = 2;
      for (int a = 0; a < n; ++a)
        for (int b = a + 1; b < n; ++b) {
          const Point lo = std::min(heads[a], heads[b]), hi = std::max(heads[a], heads[b]);
          auto found = std::find_if(pairs.begin(), pairs.end(),
                                    [&](const Pair& x) { return x.a == lo && x.b == hi; });
          if (found == pairs.end()) pairs.push_back({lo, hi, 0}), found = pairs.end() - 1;
          found->common += weight;
        }
    }
  }
  bool any = true;
  while (any) {  // few pairs: relabel until nothing changes
    any = false;
    for (const Pair& x : pairs) {
      const Point a = unit_of_[x.a], b = unit_of_[x.b];
      if (x.common < 2 || a == b) continue;
      const Point keep = std::min(a, b), drop = std::max(a, b);
      for (int i = 0; i < geo.count; ++i)
        if (unit_of_[geo.points[i]] == drop) unit_of_[geo.points[i]] = keep;
      any = true;
    }
  }
}

// The second stage's quick look at life: how much room for eyes does each group have, and can
// it get out? Room is a connected set of cells that the first stage gives clearly to the group;
// blocks that border a common room are one group. A group with less than two eyes must rely on
// its outer liberties alone: that bounds its strength from above.
void System::judge_eyes() {
  constexpr double kClear = 0.6;
  const Board& board = *board_;
  std::array<Point, kMaxPoints> group;
  for (const Color own : {kBlack, kWhite}) {
    const double* ours = own == kBlack ? q_ : p_;
    const double* theirs = own == kBlack ? p_ : q_;
    for (const Unit& unit : units_) group[unit.head] = unit.head;
    const auto find = [&](Point h) {
      while (group[h] != h) h = group[h];
      return h;
    };
    std::array<uint8_t, kMaxPoints> seen{};
    struct Room {
      Point unit;
      double eyes;
    };
    std::vector<Room> rooms;
    std::vector<Point> cells;
    const Geometry& geo = board.geometry();
    for (int k = 0; k < geo.count; ++k) {
      const Point first = geo.points[k];
      const auto inside = [&](Point p) {
        const Color c = board.color(p);
        return c != kOff && c != own && !seen[p] && ours[unit_of_[p]] >= kClear;
      };
      if (!inside(first)) continue;
      cells.assign(1, first);
      seen[first] = 1;
      Point unit = kPass;
      for (size_t i = 0; i < cells.size(); ++i)
        for (const Point q : board.neighbors(cells[i])) {
          if (board.color(q) == own) {
            const Point h = find(unit_of_[q]);
            if (unit == kPass) unit = h;
            group[h] = find(unit);
            unit = find(unit);
          } else if (inside(q)) {
            seen[q] = 1;
            cells.push_back(q);
          }
        }
      const double n = double(cells.size());
      if (unit != kPass)
        rooms.push_back({unit, n <= 2 ? 1.0 : n == 3 ? 1.4 : n == 4 ? 1.6 : n == 5 ? 1.8 : 2.0});
    }
    std::array<double, kMaxPoints> eyes{}, outside;
    for (const Room& room : rooms) eyes[find(room.unit)] += room.eyes;
    outside.fill(1);
    std::vector<std::pair<Point, Point>> exits;  // group and outer liberty, each once
    for (const Unit& unit : units_) {
      if (unit.color != own) continue;
      for (int i = 0; i < unit.liberties; ++i) {
        const Point liberty = lists_[unit.first + i];
        if (ours[liberty] < kClear) exits.push_back({find(unit.head), liberty});
      }
    }
    std::sort(exits.begin(), exits.end());
    exits.erase(std::unique(exits.begin(), exits.end()), exits.end());
    for (const auto& [g, liberty] : exits) outside[g] *= theirs[liberty];
    for (Unit& unit : units_) {
      if (unit.color != own) continue;
      const Point g = find(unit.head);
      const double room = std::clamp(eyes[g] - 1.0, 0.0, 1.0);  // chance of the second eye
      unit.ceiling = eyes[g] >= 2 ? 1.0 : 1 - (1 - room) * outside[g];
    }
  }
}

}  // namespace gokan::seds
