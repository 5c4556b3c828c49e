// The shapes of a position: what stands on and around each point of a region.
//
// A shape is the 3x3 neighbourhood of a point, five kinds of cells to the ninth power. What lies
// outside is the edge of the board, or a wall of the side that it belongs to.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "reading/arena/arena.h"

namespace gokan {

constexpr int kShapes = 1953125;  // 5 to the 9th
enum ShapeCell : uint8_t { kEdge = 0, kFreeCell, kWeakAttacker, kStrongAttacker, kDefenderCell };

// What a point of the region holds; `strong` are the attacker's immortal stones.
template <int N>
ShapeCell shape_cell(const Bits<N> (&stones)[2], const Bits<N>& strong, int bit) {
  if (stones[kDefender].test(bit)) return kDefenderCell;
  if (!stones[kAttacker].test(bit)) return kFreeCell;
  return strong.test(bit) ? kStrongAttacker : kWeakAttacker;
}

// A region with what lies around it, one cell for each point.
template <int N>
class ShapeFrame {
 public:
  using B = Bits<N>;

  explicit ShapeFrame(const Arena<N>& arena) : width_(arena.width + 2), stride_(arena.stride) {
    const auto inside = [&](int x, int y) {
      return x >= 0 && y >= 0 && x < arena.width && y < arena.height &&
             arena.region.test(y * arena.stride + x);
    };
    // A side of the rectangle is the board's edge if a point beside it touches no wall.
    bool edge[4] = {};
    const B walled = arena.anchor[kAttacker] | arena.anchor[kDefender];
    for (int y = 0; y < arena.height; ++y)
      for (int x = 0; x < arena.width; ++x) {
        if (!inside(x, y) || walled.test(y * arena.stride + x)) continue;
        edge[0] |= y == 0;
        edge[1] |= x == 0;
        edge[2] |= y == arena.height - 1;
        edge[3] |= x == arena.width - 1;
      }
    start_.assign(size_t(width_ * (arena.height + 2)), kStrongAttacker);
    for (int y = -1; y <= arena.height; ++y)
      for (int x = -1; x <= arena.width; ++x) {
        uint8_t& cell = start_[size_t((y + 1) * width_ + x + 1)];
        if ((y < 0 && edge[0]) || (x < 0 && edge[1]) || (y == arena.height && edge[2]) ||
            (x == arena.width && edge[3])) {
          cell = kEdge;
          continue;
        }
        if (inside(x, y)) {
          cell = kFreeCell;
          continue;
        }
        bool theirs = false, ours = false;
        for (const auto& [dx, dy] : {std::pair{0, 1}, {1, 0}, {0, -1}, {-1, 0}})
          if (inside(x + dx, y + dy)) {
            const int near = (y + dy) * arena.stride + x + dx;
            ours |= arena.anchor[kDefender].test(near);
            theirs |= arena.anchor[kAttacker].test(near);
          }
        if (ours && !theirs) cell = kDefenderCell;
      }
  }

  // The cells of the frame while the region is empty, row by row, and where a point stands in it.
  const std::vector<uint8_t>& start() const { return start_; }
  int at(int bit) const { return (bit / stride_ + 1) * width_ + bit % stride_ + 1; }
  // The shape around a cell.
  int shape(const uint8_t* c) const {
    const int w = width_;
    const int up = (c[-w - 1] * 5 + c[-w]) * 5 + c[-w + 1];
    const int row = (c[-1] * 5 + c[0]) * 5 + c[1];
    const int down = (c[w - 1] * 5 + c[w]) * 5 + c[w + 1];
    return (up * 125 + row) * 125 + down;
  }

 private:
  int width_, stride_;
  std::vector<uint8_t> start_;
};

}  // namespace gokan
