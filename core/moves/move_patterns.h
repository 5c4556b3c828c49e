// Local patterns: the stones around a point, in nested rounds of growing size, as numbers.
//
// The distance of Coulom and others, |dx| + |dy| + max(|dx|, |dy|), orders the points around a
// candidate; a pattern of some level has all points up to a distance. It gets the same number in
// all eight orientations, with the colours seen from the mover, the edge seen as such, and the
// liberties (one, two, more) of the stones that touch the point, also diagonally. A second number
// per level marks where the opponent has just played.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "go/board.h"

namespace gokan {

class PatternReader {
 public:
  static constexpr int kLevels = 12;
  static constexpr std::array<int, kLevels> kReach = {2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17};

  PatternReader();
  // Looks at a board; then patterns of that board may be read in any order.
  void look(const Board& board, Color mover, Point last);

  // Walks outwards from p: each call of next() gives the number of the next level.
  void start(Point p);
  uint32_t next();
  // The same level with the last move marked; 0 if the last move is too far away or a pass.
  uint32_t marked() const;

 private:
  static constexpr int kMargin = 8;
  static constexpr int kSide = kMaxSide + 2 * kMargin;
  static constexpr int kCodes = 8;  // empty, mine and theirs by liberties, off the board

  std::vector<int> offsets_;           // in the grids below, by distance
  std::array<int, kLevels + 1> ends_;  // of each level in offsets_
  std::vector<uint64_t> keys_;         // [offset][code][orientation]
  std::vector<uint64_t> mark_keys_;    // [dy][dx][orientation], for the last move
  std::array<uint8_t, kSide * kSide> near_, far_;
  int center_ = 0, level_ = 0, last_x_ = 0, last_y_ = 0, x_ = 0, y_ = 0;
  bool has_last_ = false;
  const Board* board_ = nullptr;
  alignas(64) std::array<uint64_t, 8> hash_;
};

}  // namespace gokan
