// The order of moves, and distances between blocks.
#include <algorithm>

#include "reading/tactics/tactics.h"

namespace gokan {

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

int Tactics::distance(int most) {
  Ways::Distances far;
  ways_.spread(*board_, prover_, goal_.target[0], most, far);
  return far[goal_.target[1]];
}

// The points of all paths of at most so many moves, with the liberties of enemy blocks on them.
void Tactics::add_paths(int most, Zone& zone) {
  Ways::Distances from, to;
  ways_.spread(*board_, prover_, goal_.target[0], most, from);
  ways_.spread(*board_, prover_, goal_.target[1], most, to);
  const auto& geo = board_->geometry();
  PointList open;
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[size_t(i)];
    if (from[p] == Ways::kFar || to[p] == Ways::kFar) continue;
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
