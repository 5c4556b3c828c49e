// The course of a solve: the value of every unit after every sweep, from the start values on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "go/board.h"

namespace gokan::seds {

// The first sweeps take in all units; later ones only those with a neighbour that moved.
constexpr int kWholeSweeps = 5;

struct Course {
  // After one sweep: v and 1 - v per cell (of a block: at its head), and the block's last change.
  struct Row {
    const float *p, *q, *delta;
  };

  void begin(int cells) {
    cells_ = size_t(cells), sweeps = -1, whole_sweeps = 0;
    last.assign(cells_, 0);
  }
  // Room for one more sweep: p, q and delta, one after the other.
  float* add() {
    ++sweeps;
    const size_t end = size_t(sweeps + 1) * 3 * cells_;
    if (values_.size() < end) values_.resize(2 * end);
    return values_.data() + end - 3 * cells_;
  }
  Row row(int sweep) const {
    const float* p = values_.data() + size_t(std::min(sweep, sweeps)) * 3 * cells_;
    return {p, p + cells_, p + 2 * cells_};
  }
  size_t cells() const { return cells_; }

  int whole_sweeps = 0;        // in so many sweeps all units took part; later those that were woken
  int sweeps = -1;             // the number of the last row; row 0 holds the start values
  std::vector<uint16_t> last;  // per cell: the last sweep in which its value moved

 private:
  size_t cells_ = 0;
  std::vector<float> values_;
};

}  // namespace gokan::seds
