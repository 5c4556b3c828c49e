#include "reading/tactics/tactics.h"

#include <algorithm>

#include "test.h"

using namespace gokan;
using namespace gokan::test;

TEST(tactics_finds_a_net_and_leaves_the_board_alone) {
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
  Tactics tactics(12);
  tactics.set_limits({.nodes = 100'000}, 3);
  const auto result = tactics.prove(d.board, TacticalGoal::capture(d.board, d.board.at(3, 4)));
  CHECK_EQ(result.code, 1);
  CHECK(result.exact);
  CHECK_EQ(draw(d.board), before);
  CHECK(d.board.check());
}

TEST(tactics_tells_a_ko_from_a_capture) {
  Diagram d(R"(
    . X O .
    X O . O
    . X O .
    . . . . )");
  Tactics tactics(12);
  tactics.set_limits({.nodes = 100'000});
  CHECK_EQ(tactics.prove(d.board, TacticalGoal::capture(d.board, d.board.at(1, 1))).code, 2);
  CHECK_EQ(tactics.spoil(d.board, TacticalGoal::capture(d.board, d.board.at(1, 1))).code, 1);
  CHECK(d.board.check());
}

TEST(tactics_joins_a_bamboo_joint) {
  Diagram d(R"(
    . . . . .
    . X . X .
    . X . X .
    . . . . .
    . . . . . )");
  Tactics tactics(12);
  tactics.set_limits({.nodes = 100'000});
  const auto goal = TacticalGoal::connect(d.board, d.board.at(1, 1), d.board.at(3, 1));
  CHECK_EQ(tactics.prove(d.board, goal).code, 1);
  const auto cut = tactics.spoil(d.board, goal);
  CHECK_EQ(cut.code, 0);
  CHECK(cut.exact);
}

TEST(tactics_stops_when_told) {
  Diagram d(R"(
    . . . . . . .
    . . . . . . .
    . . X . . . .
    . X O . . . .
    . . X . . . .
    . . . . . . .
    . . . . . . . )");
  Cancel cancel{true};
  Tactics tactics(12);
  tactics.set_limits({.nodes = 1'000'000'000, .cancel = &cancel}, 30);
  const auto result = tactics.spoil(d.board, TacticalGoal::capture(d.board, d.board.at(2, 3)));
  CHECK(!result.complete);
  CHECK(result.nodes < 100'000);
  CHECK(d.board.check());
}
