#include "reading/tactics/skirmish.h"

#include "test.h"

using namespace gokan;
using namespace gokan::test;

TEST(skirmish_proves_a_net_and_leaves_the_board_alone) {
  Diagram d(R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X X . . . . .
    . X O O . . . . .
    . . X O . . . . .
    . . . X . . . . .
    . . . . . . . . .
    . . . . . . . . . )");
  const std::string before = draw(d.board);
  Skirmish skirmish(12);
  const auto goal = TacticalGoal::capture(d.board, d.board.at(3, 4));
  const auto attack = skirmish.prove(d.board, goal);
  CHECK_EQ(attack.code, 1);
  CHECK(attack.exact);
  CHECK(attack.complete);
  CHECK_EQ(skirmish.spoil(d.board, goal).code, 1);
  CHECK_EQ(draw(d.board), before);
  CHECK(d.board.check());
}

TEST(skirmish_tells_a_ko_from_a_capture) {
  Diagram d(R"(
    . X O .
    X O . O
    . X O .
    . . . . )");
  Skirmish skirmish(12);
  const auto goal = TacticalGoal::capture(d.board, d.board.at(1, 1));
  const auto attack = skirmish.prove(d.board, goal);
  CHECK_EQ(attack.code, 2);
  CHECK_EQ(skirmish.spoil(d.board, goal).code, 1);
}

TEST(skirmish_joins_a_bamboo_joint_and_cuts_a_loose_one) {
  Diagram d(R"(
    . . . . .
    . X . X .
    . X . X .
    . . . . .
    . . . . . )");
  Skirmish skirmish(12);
  const auto goal = TacticalGoal::connect(d.board, d.board.at(1, 1), d.board.at(3, 1));
  CHECK_EQ(skirmish.prove(d.board, goal).code, 1);
  CHECK_EQ(skirmish.spoil(d.board, goal).code, 0);
  Diagram wedge(R"(
    . . O . .
    . . . . .
    . X . X .
    . . O . .
    . . . . . )");
  const auto cut = TacticalGoal::connect(wedge.board, wedge.board.at(1, 2), wedge.board.at(3, 2));
  const auto result = skirmish.spoil(wedge.board, cut);
  CHECK_EQ(result.code, 1);
  CHECK_EQ(result.moves[0], wedge.board.at(2, 2));
}

TEST(skirmish_stops_when_told) {
  Diagram d(R"(
    . . . . . . .
    . . . . . . .
    . . X . . . .
    . X O . . . .
    . . X . . . .
    . . . . . . .
    . . . . . . . )");
  Cancel cancel{true};
  Skirmish skirmish(12);
  skirmish.set_limits({.nodes = 1'000'000'000, .cancel = &cancel});
  const auto result = skirmish.spoil(d.board, TacticalGoal::capture(d.board, d.board.at(2, 3)));
  CHECK(!result.complete);
  CHECK(result.nodes < 10'000);
  CHECK(d.board.check());
}
