// What the tests of several pattern matchers need.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "go/board.h"
#include "sight/patterns.h"

namespace gokan::test {

// Classes 0 empty, 1 black, 2 white: the plain alphabet of GNU Go and Goliath.
inline Scene stones(const Board& board) {
  Scene scene(board.width(), board.height(), 3);
  for (int row = 0; row < board.height(); ++row)
    for (int col = 0; col < board.width(); ++col)
      scene.add(board.color(board.at(col, row)), col, row);
  return scene;
}

inline std::vector<PatternHit> sorted(std::vector<PatternHit> hits) {
  std::sort(hits.begin(), hits.end());
  return hits;
}

// Calls check(set, scene) for sixty of them, always the same.
template <class Check>
void on_random_patterns(Check&& check) {
  std::mt19937 chance(7);
  auto below = [&](int n) { return int(chance() % unsigned(n)); };
  for (int trial = 0; trial < 60; ++trial) {
    const int width = 1 + below(25), height = 1 + below(25), classes = 1 + below(70);
    Scene scene(width, height, classes);
    for (int c = 0; c < classes; ++c)
      for (int i = 0; i < width * height; ++i)
        if (below(3) == 0) scene.add(c, i % width, i / width);
    PatternSet set(classes);
    for (int p = 0; p < 30; ++p) {
      std::vector<PatternCell> cells;
      const int reach = 1 + below(kPatternReach);
      for (int k = 1 + below(4); k > 0; --k)
        cells.push_back({int8_t(below(2 * reach + 1) - reach), int8_t(below(2 * reach + 1) - reach),
                         int16_t(below(12) == 0 ? kOffBoard : below(classes))});
      set.add(cells);
    }
    for (const auto order : {TreeOrder::kNear, TreeOrder::kShared}) {
      set.compile(8, order);
      check(set, scene);
    }
  }
}

}  // namespace gokan::test
