#include "shape/steps.h"

#include <utility>

namespace gokan::shape {

StepFinder::StepFinder(const std::vector<FormationCode>& codes) : codes_(codes) {
  for (const FormationCode code : codes) {
    Step step;
    step.count = uint8_t(code & 3);
    int at = 2;
    std::array<uint8_t, kMostStones> stones{};
    for (int i = 0; i <= step.count; ++i, at += 7) {
      stones[size_t(i)] = uint8_t(code >> at & 127);
      step.edges = step.edges || stones[size_t(i)] >> 1;
    }
    step.own_edges = stones[step.count] >> 1;
    size_t pair = 0;
    for (int i = 0; i < step.count; ++i) {
      Other& other = step.others[size_t(i)];
      other.enemy = stones[size_t(i)] & 1;
      other.edges = stones[size_t(i)] >> 1;
      for (int j = i + 1; j <= step.count; ++j, at += 3) {
        const auto kind = uint8_t(code >> at & 7);
        if (j < step.count)
          step.among[pair++] = kind;
        else
          other.kind = uint8_t(kind - 1);
      }
      step.need |= 1u << (2 * (other.kind & 7) + other.enemy);
    }
    steps_.push_back(step);
  }
}

// Up to two distances from the edge, the smaller first, three bits each.
uint8_t StepFinder::edge_bits(const TieBoard& board, int cell) {
  int near = 0, far = 0;
  for (const int8_t d : board.edges(cell)) {
    if (d < 1 || d > kFarthest) continue;
    if (near == 0) {
      near = d;
    } else if (far == 0 || d < far) {
      far = d;
      if (far < near) std::swap(far, near);
    }
  }
  return uint8_t(near | far << 3);
}

}  // namespace gokan::shape
