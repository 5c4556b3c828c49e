// Ways between two blocks, counted in moves of their owner while the enemy passes.
#pragma once

#include "go/board.h"

namespace gokan {

class Ways {
 public:
  static constexpr uint8_t kFar = 255;
  static constexpr int kMost = 63;
  using Distances = std::array<uint8_t, kMaxPoints>;

  // How many moves of `owner` it takes to own each point in one piece with `from`: an empty point
  // costs one, an enemy block its liberties and one more. kFar beyond `most`; with `until`, what
  // is farther than that point is not looked at.
  void spread(const Board& board, Color owner, Point from, int most, Distances& far,
              Point until = kPass);

 private:
  std::array<std::vector<Point>, kMost + 1> shells_;
  uint32_t call_ = 0;
  std::array<uint32_t, kMaxPoints> counted_{};  // by head: the last call that counted liberties
  std::array<uint8_t, kMaxPoints> open_{};
};

}  // namespace gokan
