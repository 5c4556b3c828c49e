#include <algorithm>

#include "shape/lattice.h"
#include "test.h"

using namespace gokan::shape;

namespace {

// Classes 0 to 2: empty, black, white; 3 a pair of any colours; 4 beside the edge; 5 a change.
Names plain() {
  Names names{};
  names.stone = {0, 1, 2};
  for (auto& row : names.pair) row.fill(3);
  names.edge.fill(4);
  for (auto& row : names.change) row.fill(5);
  names.seen = {0, 1, 2};
  for (int c = 0; c < 3; ++c)
    for (int s = 0; s < 4; ++s) names.side[c][s] = 3 + 4 * c + s;
  return names;
}

int count(const World& world, int kind) {
  const auto all = world.elements();
  return int(std::count_if(all.begin(), all.end(), [&](const auto& e) { return e.kind == kind; }));
}

}  // namespace

TEST(a_lattice_has_points_lines_and_changes) {
  const Rounds rounds{2, 1, {std::string("\0\0", 2), std::string("\1\0", 2)}, {}, {}};
  const Lattice found = recognise_lattice(rounds, plain(), 6);
  CHECK_EQ(count(found.world, 0), 2);  // both points were empty, one still is
  CHECK_EQ(count(found.world, 1), 1);
  CHECK_EQ(count(found.world, 3), 2);  // empty beside empty, then black beside empty
  CHECK_EQ(count(found.world, 4), 9);  // six edges, three of them seen again with another colour
  CHECK_EQ(count(found.world, 5), 1);
}

TEST(what_is_not_attended_is_not_seen) {
  const Rounds rounds{2, 1, {std::string("\1\2", 2)}, {std::string("\1\0", 2)}, {}};
  const Lattice found = recognise_lattice(rounds, plain(), 6);
  CHECK_EQ(count(found.world, 1), 1);
  CHECK_EQ(count(found.world, 2), 0);
  CHECK_EQ(count(found.world, 3), 0);
}

TEST(a_repeated_step_splits_a_life) {
  // Three elements of kind 0; the second lives only for a while and overlaps with both others.
  World below({{0, 0, 9, {}}, {0, 3, 5, {}}, {0, 0, 9, {}}}, {{0, {0, 1}}, {0, {1, 2}}}, 2);
  Level level;
  level.constraints = {{{0}, {}, {}, {}}, {{0, 0}, {}, {{{0, 1}, 0}}, {}}};
  level.classes = {{1, {{StepKind::kOne, {0}}, {StepKind::kRepeat, {1}}}}};
  const World found = recognise_level(level, below, 2);
  std::vector<Element> all(found.elements().begin(), found.elements().end());
  const auto is_there = [&](Element e) {
    return std::find(all.begin(), all.end(), e) != all.end();
  };
  CHECK_EQ(all.size(), 5u);
  CHECK(is_there({1, 0, 2, {0}}));
  CHECK(is_there({1, 3, 5, {0, 1, 2}}));
  CHECK(is_there({1, 6, 9, {2}}));
}

TEST(an_element_lives_unless_something_applies) {
  World below({{0, 0, 9, {}}, {1, 4, 6, {}}}, {{0, {0, 1}}}, 3);
  Level level;
  level.constraints = {{{0}, {}, {}, {}}, {{0, 1}, {}, {{{0, 1}, 0}}, {}}};
  level.classes = {{2, {{StepKind::kOne, {0}}, {StepKind::kUnless, {1}}}}};
  const World found = recognise_level(level, below, 3);
  CHECK_EQ(found.elements().size(), 2u);
  CHECK_EQ(found.elements()[0].to, 3);
  CHECK_EQ(found.elements()[1].from, 7);
}
