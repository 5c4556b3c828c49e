#include "reading/safety.h"

#include <algorithm>
#include <cstdlib>

namespace gokan {

void Safety::read(const Board& board, Color c, bool suicide_allowed) {
  color_ = c;
  any_ = false;
  regions_.clear();
  points_.clear();
  blocks_.clear();
  const auto& geo = board.geometry();
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[i];
    eye_of_[p] = 0;
    if (board.color(p) != c) {
      head_[p] = kPass;
      continue;
    }
    const Point h = head_[p] = board.head(p);
    if (h == p) {
      blocks_.push_back(p);
      alive_[p] = true;
      vital_eyes_[p] = 0;
      last_[p] = 0;
    }
  }
  find_eyes(board, suicide_allowed);
  eliminate();
  for (const Point h : blocks_) any_ |= alive_[h];
  if (any_) claim(board);
}

void Safety::find_eyes(const Board& board, bool suicide_allowed) {
  eyes_.clear();
  wall_.clear();
  for (int i = 0; i < board.empty_count(); ++i) {
    const Point p = board.empty_point(i);
    if (eye_of_[p]) continue;
    eyes_.emplace_back();
    Eye& eye = eyes_.back();
    eye.wall_begin = uint32_t(wall_.size());
    eye.vital_count = 0;
    eye.counts = explore(board, eye, p, suicide_allowed);
    if (!eye.counts) wall_.resize(eye.wall_begin);
    eye.wall_end = uint32_t(wall_.size());
    if (!eye.counts) continue;
    for (int j = 0; j < eye.vital_count; ++j) ++vital_eyes_[eye.vital[j]];
  }
}

// Walks through a region for as long as it may be vital to some block: in the wide open, one
// point is enough to know. Another region that is met is the same one, given up earlier.
bool Safety::explore(const Board& board, Eye& eye, Point start, bool suicide_allowed) {
  const auto id = uint16_t(eyes_.size());
  stack_.assign(1, start);
  eye_of_[start] = id;
  bool first = true;
  while (!stack_.empty()) {
    const Point p = stack_.back();
    stack_.pop_back();
    std::array<Point, 4> beside;
    int count = 0;
    for (const Point n : board.neighbors(p)) {
      const Color c = board.color(n);
      if (c == color_) {
        const Point h = head_[n];
        beside[count++] = h;
        if (last_[h] != id) {
          last_[h] = id;
          wall_.push_back(h);
        }
      } else if (c != kOff && eye_of_[n] != id) {
        if (eye_of_[n]) return false;
        eye_of_[n] = id;
        stack_.push_back(n);
      }
    }
    if (board.color(p) != kEmpty && !suicide_allowed) continue;
    const auto end = beside.begin() + count;
    if (first) {
      first = false;
      for (auto h = beside.begin(); h != end; ++h)
        if (std::find(beside.begin(), h, *h) == h) eye.vital[eye.vital_count++] = *h;
    } else {
      int kept = 0;
      for (int j = 0; j < eye.vital_count; ++j)
        if (std::find(beside.begin(), end, eye.vital[j]) != end) eye.vital[kept++] = eye.vital[j];
      eye.vital_count = uint8_t(kept);
    }
    if (eye.vital_count == 0) return false;
  }
  return true;
}

// Drops weak blocks, then the eyes they touch, until nothing changes.
void Safety::eliminate() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Point h : blocks_) {
      if (!alive_[h] || vital_eyes_[h] >= 2) continue;
      alive_[h] = false;
      changed = true;
    }
    if (!changed) return;
    for (Eye& eye : eyes_) {
      if (!eye.counts) continue;
      for (uint32_t i = eye.wall_begin; i < eye.wall_end && eye.counts; ++i)
        eye.counts = alive_[wall_[i]];
      if (!eye.counts)
        for (int j = 0; j < eye.vital_count; ++j) --vital_eyes_[eye.vital[j]];
    }
  }
}

// Lists the regions walled in by live blocks, and looks for room for two enemy eyes in each: two
// points, not neighbours, both away from the wall.
void Safety::claim(const Board& board) {
  const auto& geo = board.geometry();
  for (int i = 0; i < geo.count; ++i) seen_[geo.points[i]] = territory_[geo.points[i]] = false;
  for (int i = 0; i < geo.count; ++i) {
    const Point start = geo.points[i];
    if (head_[start] != kPass || seen_[start]) continue;
    Region region;
    region.begin = uint16_t(points_.size());
    points_.push_back(start);
    seen_[start] = true;
    bool walled = true;
    Point inner[3];
    int inner_count = 0;
    for (size_t j = region.begin; j < points_.size(); ++j) {
      const Point p = points_[j];
      if (board.neighbors_of(p, color_) == 0 && inner_count < 3) inner[inner_count++] = p;
      for (const Point n : board.neighbors(p)) {
        const Color c = board.color(n);
        if (c == color_) {
          walled &= alive_[head_[n]];
        } else if (c != kOff && !seen_[n]) {
          seen_[n] = true;
          points_.push_back(n);
        }
      }
    }
    if (!walled) {
      points_.resize(region.begin);
      continue;
    }
    region.end = uint16_t(points_.size());
    // Of three points on a grid, two are never neighbours.
    const int gap = inner_count == 2 ? std::abs(int(inner[0]) - int(inner[1])) : 0;
    region.territory = inner_count < 2 || (inner_count == 2 && (gap == 1 || gap == board.stride()));
    for (size_t j = region.begin; j < region.end; ++j) {
      const Point p = points_[j];
      territory_[p] = region.territory;
      const Eye* eye = eye_of_[p] ? &eyes_[eye_of_[p] - 1] : nullptr;
      if (!eye || !eye->counts) continue;
      region.vital = eye->vital;
      region.vital_count = eye->vital_count;
    }
    regions_.push_back(region);
  }
}

}  // namespace gokan
