#include "study/matchers.h"

#include <algorithm>
#include <random>

#include "go/board.h"
#include "test.h"

using namespace gokan;
using namespace gokan::test;

namespace {

// Classes 0 empty, 1 black, 2 white: the plain alphabet of GNU Go and Goliath.
Scene stones(const Board& board) {
  Scene scene(board.width(), board.height(), 3);
  for (int row = 0; row < board.height(); ++row)
    for (int col = 0; col < board.width(); ++col)
      scene.add(board.color(board.at(col, row)), col, row);
  return scene;
}

std::vector<PatternHit> sorted(std::vector<PatternHit> hits) {
  std::sort(hits.begin(), hits.end());
  return hits;
}

void check_all_matchers(const PatternSet& set, const Scene& scene) {
  const auto expected = sorted(match_naive(set, scene));
  CHECK(sorted(GoliathMatcher(set).match(scene)) == expected);
  DfaMatcher dfa(set);
  CHECK(sorted(dfa.match(scene)) == expected);
  CHECK(sorted(dfa.match(scene)) == expected);  // and again, from known states
}

}  // namespace

TEST(old_matchers_agree_on_random_patterns_and_boards) {
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
    set.compile();
    check_all_matchers(set, scene);
  }
}

TEST(a_small_automaton_starts_afresh_and_stays_right) {
  Diagram d(R"(
      X . X . O
      O X . O X
      . X O X .
      . . X O . )");
  PatternSet set(3);
  for (int16_t a = 0; a < 3; ++a)
    for (int16_t b = 0; b < 3; ++b) set.add({{0, 0, a}, {1, 0, b}, {1, 1, 0}});
  set.compile();
  const auto scene = stones(d.board);
  DfaMatcher tiny(set, 1);
  for (int i = 0; i < 3; ++i) CHECK(sorted(tiny.match(scene)) == sorted(match_naive(set, scene)));
}
