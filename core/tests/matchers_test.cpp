#include "study/matchers.h"

#include <algorithm>

#include "go/board.h"
#include "pattern_cases.h"
#include "test.h"

using namespace gokan;
using namespace gokan::test;

namespace {

void check_all_matchers(const PatternSet& set, const Scene& scene) {
  const auto expected = sorted(match_naive(set, scene));
  CHECK(sorted(GoliathMatcher(set).match(scene)) == expected);
  DfaMatcher dfa(set);
  CHECK(sorted(dfa.match(scene)) == expected);
  CHECK(sorted(dfa.match(scene)) == expected);  // and again, from known states
}

}  // namespace

TEST(old_matchers_agree_on_random_patterns_and_boards) { on_random_patterns(check_all_matchers); }

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
