// Zones, the order of moves, and distances between blocks.
#include <algorithm>

#include "tactics.h"

namespace gokan {

// --- zones ---------------------------------------------------------------------------------------

void Tactics::add_block(Point p, Zone& zone) const {
  board_->for_each_stone(p, [&](Point q) {
    zone.add(q);
    for (const Point n : board_->neighbors(q))
      if (board_->color(n) != kOff) zone.add(n);
  });
}

// What a move by c on p would take off, all around it; and the neighbours of p, for the ko.
void Tactics::add_captured(Point p, Color c, Zone& zone) const {
  if (!board_->captures(p, c)) return;
  for (const Point n : board_->neighbors(p)) {
    if (board_->color(n) == kOff) continue;
    zone.add(n);
    if (board_->color(n) == opponent(c) && board_->in_atari(n)) add_block(n, zone);
  }
}

// Gives every block of c in the zone two liberties in it, or its only one.
void Tactics::close(Color c, Zone& zone) const {
  const Zone before = zone;
  Zone done;
  before.for_each([&](Point p) {
    if (board_->color(p) != c || done.has(board_->head(p))) return;
    done.add(board_->head(p));
    int found = 0;
    std::array<Point, 2> outside{};
    int spare = 0;
    Point q = p;
    Zone counted;
    do {
      if (board_->empty_neighbors(q) > 0) {
        for (const Point n : board_->neighbors(q)) {
          if (board_->color(n) != kEmpty || counted.has(n)) continue;
          counted.add(n);
          if (zone.has(n))
            ++found;
          else if (spare < 2)
            outside[size_t(spare++)] = n;
        }
      }
      q = board_->next_stone(q);
    } while (q != p && found < 2);
    for (int i = 0; i < spare && found < 2; ++i, ++found) zone.add(outside[size_t(i)]);
  });
}

// The empty points of a zone, the most promising for c first.
void Tactics::sorted(const Zone& zone, Color c, Point first, PointList& out) const {
  std::vector<std::pair<uint32_t, Point>> rated;
  zone.for_each([&](Point p) {
    if (board_->color(p) != kEmpty) return;
    uint32_t value = 0;
    if (p == first) value += 1u << 30;
    if (board_->captures(p, c)) value += 1u << 20;
    for (const Point n : board_->neighbors(p)) {
      if (!board_->is_stone(n)) continue;
      for (int i = 0; i < goal_.targets; ++i) {
        if (!board_->is_stone(goal_.target[size_t(i)])) continue;
        if (board_->head(n) == board_->head(goal_.target[size_t(i)])) {
          value += 1u << 16;
          value += uint32_t(board_->empty_neighbors(p)) << 12;
        }
      }
    }
    value += std::min(c == prover_ ? credit_[p] : refuted_[p], 1u << 16) * 4;
    rated.push_back({value, p});
  });
  std::stable_sort(rated.begin(), rated.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  out.clear();
  for (const auto& [value, p] : rated) out.push_back(p);
}

// With the target in atari: its last liberty, and those of touching enemy blocks in atari.
void Tactics::saving_points(PointList& out) const {
  const Point target = goal_.target[0];
  out.clear();
  board_->for_each_stone(target, [&](Point q) {
    if (board_->neighbors_of(q, prover_) == 0) return;
    for (const Point n : board_->neighbors(q)) {
      if (board_->color(n) != prover_ || !board_->in_atari(n)) continue;
      const Point p = board_->the_liberty(n);
      if (std::find(out.begin(), out.end(), p) == out.end()) out.push_back(p);
    }
  });
  const Point last = board_->the_liberty(target);
  if (std::find(out.begin(), out.end(), last) == out.end()) out.push_back(last);
}

// --- distances between blocks --------------------------------------------------------------------

// How many moves of the prover it takes to own a point in one piece with `from`, if the spoiler
// always passes: an empty point costs one, an enemy block its liberties and one more.
void Tactics::spread(Point from, int most, std::array<uint8_t, kMaxPoints>& far) const {
  std::fill_n(far.begin(), board_->geometry().cells, uint8_t(255));
  std::vector<PointList> shell(size_t(most) + 1);
  const auto put = [&](Point p, int cost) {
    if (cost > most || far[p] <= cost) return;
    if (board_->color(p) == prover_) {
      board_->for_each_stone(p, [&](Point q) {
        far[q] = uint8_t(cost);
        shell[size_t(cost)].push_back(q);
      });
      return;
    }
    far[p] = uint8_t(cost);
    shell[size_t(cost)].push_back(p);
  };
  put(from, board_->color(from) == prover_ ? 0 : 1);
  for (int cost = 0; cost <= most; ++cost) {
    for (size_t i = 0; i < shell[size_t(cost)].size(); ++i) {
      const Point p = shell[size_t(cost)][i];
      if (far[p] != cost) continue;
      for (const Point n : board_->neighbors(p)) {
        const Color c = board_->color(n);
        if (c == kOff) continue;
        if (c == prover_) {
          put(n, cost);
        } else if (c == kEmpty) {
          put(n, cost + 1);
        } else if (board_->color(p) == c) {
          put(n, cost + 1);
        } else {
          const int room = most - cost;
          if (room > 0) put(n, cost + 1 + board_->liberty_count(n, room + 1));
        }
      }
    }
  }
}

int Tactics::distance(int most) {
  std::array<uint8_t, kMaxPoints> far;
  spread(goal_.target[0], most, far);
  return far[goal_.target[1]];
}

// The points of all paths of at most so many moves, with the liberties of enemy blocks on them.
void Tactics::add_paths(int most, Zone& zone) {
  std::array<uint8_t, kMaxPoints> from, to;
  spread(goal_.target[0], most, from);
  spread(goal_.target[1], most, to);
  const auto& geo = board_->geometry();
  PointList open;
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[size_t(i)];
    if (from[p] == 255 || to[p] == 255) continue;
    if (board_->color(p) == kEmpty) {
      if (from[p] + to[p] - 1 <= most) zone.add(p);
    } else if (board_->color(p) == spoiler_) {
      const int open_count = board_->liberty_count(p, most + 1);
      if (from[p] + to[p] - 1 - open_count > most) continue;
      open.clear();
      board_->liberties(p, open);
      for (const Point n : open) zone.add(n);
    }
  }
}

}  // namespace gokan
