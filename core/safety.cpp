#include "safety.h"

#include <algorithm>
#include <cstdlib>

namespace gokan {

void Safety::read(const Board& board, Color c, bool suicide_allowed) {
  color_ = c;
  regions_.clear();
  points_.clear();
  blocks_.clear();
  wall_.clear();
  const auto& geo = board.geometry();
  alive_[kPass] = false;
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[i];
    region_of_[p] = kNone;
    head_[p] = board.color(p) == c ? board.head(p) : kPass;
    if (head_[p] == p) {
      blocks_.push_back(p);
      alive_[p] = true;
      eyes_[p] = 0;
      last_[p] = kNone;
    }
  }
  if (blocks_.empty()) return;
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[i];
    if (head_[p] != kPass || region_of_[p] != kNone) continue;
    regions_.emplace_back();
    collect(board, regions_.back(), p, suicide_allowed);
  }
  eliminate();
  for (Region& region : regions_) judge(board, region);
}

// Floods one region; notes its wall and the blocks next to every point that counts.
void Safety::collect(const Board& board, Region& region, Point start, bool suicide_allowed) {
  const auto id = uint16_t(regions_.size() - 1);
  region.begin = uint16_t(points_.size());
  points_.push_back(start);
  region_of_[start] = id;
  bool first = true;
  for (size_t i = region.begin; i < points_.size(); ++i) {
    const Point p = points_[i];
    std::array<Point, 4> beside;
    int count = 0;
    for (const Point n : board.neighbors(p)) {
      const Color c = board.color(n);
      if (c == color_) {
        const Point h = head_[n];
        beside[count++] = h;
        if (last_[h] != id) {
          last_[h] = id;
          wall_.emplace_back(id, h);
        }
      } else if (c != kOff && region_of_[n] == kNone) {
        region_of_[n] = id;
        points_.push_back(n);
      }
    }
    if (board.color(p) != kEmpty && !suicide_allowed) continue;
    if (first) {
      first = false;
      for (int j = 0; j < count; ++j)
        if (std::find(beside.begin(), beside.begin() + j, beside[j]) == beside.begin() + j)
          region.vital[region.vital_count++] = beside[j];
    } else {
      int kept = 0;
      for (int j = 0; j < region.vital_count; ++j)
        if (std::find(beside.begin(), beside.begin() + count, region.vital[j]) !=
            beside.begin() + count)
          region.vital[kept++] = region.vital[j];
      region.vital_count = uint8_t(kept);
    }
  }
  region.end = uint16_t(points_.size());
  region.walled = true;
  for (int j = 0; j < region.vital_count; ++j) ++eyes_[region.vital[j]];
}

// Drops weak blocks and the regions they touch until nothing changes. `walled` doubles as
// "still counted" here.
void Safety::eliminate() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (const Point h : blocks_) {
      if (alive_[h] && eyes_[h] < 2) {
        alive_[h] = false;
        changed = true;
      }
    }
    if (!changed) return;
    for (const auto& [id, head] : wall_) {
      Region& region = regions_[id];
      if (alive_[head] || !region.walled) continue;
      region.walled = false;
      for (int j = 0; j < region.vital_count; ++j) --eyes_[region.vital[j]];
    }
  }
}

// In a walled region: are there two points, not neighbours, both away from the wall?
void Safety::judge(const Board& board, Region& region) const {
  region.territory = false;
  if (!region.walled) return;
  Point inner = kPass, second = kPass;
  for (size_t i = region.begin; i < region.end; ++i) {
    const Point p = points_[i];
    if (board.neighbors_of(p, color_) > 0) continue;
    if (second != kPass) return;  // of three points two are never neighbours
    (inner == kPass ? inner : second) = p;
  }
  if (second != kPass) {
    const int gap = std::abs(int(inner) - int(second));
    if (gap != 1 && gap != board.stride()) return;
  }
  region.territory = true;
}

}  // namespace gokan
