// Goliath's matcher (Mark Boon; Wong 2004, section 2.1.1). For each point and class one integer
// holds the window around the point; a pattern wants certain bits of certain integers. Goliath has
// three classes (black, white, empty) and 5 x 5 points in 32 bits; here the window is 7 x 7 in 64
// bits and the classes are the caller's. Cells further out are tried one by one after the window.
#include <algorithm>

#include "study/matchers.h"

namespace gokan {
namespace {

constexpr int kRadius = 3;
constexpr int kSide = 2 * kRadius + 1;

bool inside(const PatternCell& c) { return std::abs(c.dx) <= kRadius && std::abs(c.dy) <= kRadius; }
uint64_t window_bit(const PatternCell& c) {
  return uint64_t(1) << ((c.dy + kRadius) * kSide + c.dx + kRadius);
}

uint64_t window_of(const Scene& scene, const Plane& plane, int col, int row) {
  // Row by row: seven bits starting at column col - 3. Columns left of the board fall into the
  // margin of the row before, which is empty; the very first bits are handled by the shift.
  uint64_t window = 0;
  for (int dy = -kRadius; dy <= kRadius; ++dy) {
    const int y = row + dy;
    if (y < 0 || y >= scene.height()) continue;
    int bit = y * scene.stride() + col - kRadius;
    int lost = 0;
    if (bit < 0) lost = -bit, bit = 0;
    uint64_t v = plane[bit >> 6] >> (bit & 63);
    if ((bit & 63) > 64 - kSide && (bit >> 6) + 1 < kPlaneWords)
      v |= plane[(bit >> 6) + 1] << (64 - (bit & 63));
    v = (v << lost) & ((1u << kSide) - 1);
    window |= v << ((dy + kRadius) * kSide);
  }
  return window;
}

}  // namespace

GoliathMatcher::GoliathMatcher(const PatternSet& set) : set_(set) {
  for (const auto& variant : set.variants()) {
    Bitmaps maps{uint32_t(wants_.size()), 0, uint32_t(outside_.size()), 0};
    for (const auto& cell : variant.cells) {
      if (!inside(cell)) {
        outside_.push_back(cell);
        continue;
      }
      const auto first = wants_.begin() + maps.wants;
      const auto at =
          std::find_if(first, wants_.end(), [&](const Want& w) { return w.cls == cell.cls; });
      if (at == wants_.end())
        wants_.push_back({cell.cls, window_bit(cell)});
      else
        at->bits |= window_bit(cell);
    }
    maps.wants_end = uint32_t(wants_.size());
    maps.outside_end = uint32_t(outside_.size());
    compiled_.push_back(maps);
  }
}

std::vector<PatternHit> GoliathMatcher::match(const Scene& scene) const {
  std::vector<PatternHit> hits;
  std::vector<uint64_t> windows(size_t(set_.classes()) + 1);  // [0] is "off the board"
  auto holds = [&](const Bitmaps& maps, int col, int row) {
    for (uint32_t i = maps.wants; i < maps.wants_end; ++i)
      if ((windows[size_t(wants_[i].cls + 1)] & wants_[i].bits) != wants_[i].bits) return false;
    for (uint32_t i = maps.outside; i < maps.outside_end; ++i) {
      const auto& c = outside_[i];
      const int x = col + c.dx, y = row + c.dy;
      const bool off = !scene.on_board(x, y);
      if (c.cls == kOffBoard ? !off : off || !scene.has(c.cls, x, y)) return false;
    }
    return true;
  };
  for (int row = 0; row < scene.height(); ++row)
    for (int col = 0; col < scene.width(); ++col) {
      windows[0] = ~window_of(scene, scene.board(), col, row);
      for (int c = 0; c < set_.classes(); ++c)
        windows[size_t(c) + 1] = window_of(scene, scene.plane(c), col, row);
      for (size_t v = 0; v < compiled_.size(); ++v)
        if (holds(compiled_[v], col, row)) {
          const auto& variant = set_.variants()[v];
          hits.push_back({variant.pattern, variant.symmetry, uint16_t(row * scene.width() + col)});
        }
    }
  return hits;
}

}  // namespace gokan
