#include "go/ladder.h"

#include <algorithm>

#include "test.h"

using namespace gokan;
using namespace gokan::test;

namespace {

constexpr auto kEscapes = LadderVerdict::kEscapes;
constexpr auto kCaptured = LadderVerdict::kCaptured;
constexpr auto kUnknown = LadderVerdict::kUnknown;

const char* const kLong = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . b . . . . . . .
    . . . . . . . . .
    . . . . X . . . .
    . . X O O a . . .
    . . . X X . . . .
    . . . . . . . . . )";

bool is(LadderVerdict a, LadderVerdict b) { return a == b; }

}  // namespace

TEST(a_ladder_runs_to_the_edge) {
  Diagram d(kLong);
  const Point target = d.board.at(3, 6);
  const std::string before = draw(d.board);
  LadderReader reader;
  const auto result = reader.attack(d.board, target);
  CHECK(is(result.verdict, kCaptured));
  CHECK_EQ(result.line[0], d['a']);
  CHECK_EQ(result.line.size(), 13u);
  CHECK_EQ(draw(d.board), before);
  CHECK(d.board.check());
  CHECK(is(reader.defend(d.board, target).verdict, kEscapes));
}

TEST(a_breaker_stops_it) {
  Diagram d(kLong);
  d.board.set(d['b'], kWhite);
  CHECK(is(LadderReader().attack_verdict(d.board, d.board.at(3, 6)), kEscapes));
}

TEST(the_defences_are_the_breakers) {
  Diagram d(kLong);
  PointList saving, unknown;
  LadderReader().defences(d.board, d.board.at(3, 6), saving, unknown);
  CHECK(std::count(saving.begin(), saving.end(), d['b']) == 1);
  CHECK(std::count(saving.begin(), saving.end(), kPass) == 0);
  CHECK(unknown.empty());
  for (const Point p : saving) {
    d.board.play(p, kWhite);
    CHECK(is(LadderReader().attack_verdict(d.board, d.board.at(3, 6)), kEscapes));
    d = Diagram(kLong);
  }
}

TEST(a_budget_too_small_says_unknown) {
  Diagram d(kLong);
  LadderReader reader(3);
  const auto result = reader.attack(d.board, d.board.at(3, 6));
  CHECK(is(result.verdict, kUnknown));
  CHECK(result.line.empty());
  CHECK(d.board.check());
}

TEST(a_snapback_is_a_ladder_too) {
  Diagram d(R"(
    b a O .
    O O X .
    O X X . )");
  const auto result = LadderReader().attack(d.board, d.board.at(0, 2));
  CHECK(is(result.verdict, kCaptured));
  CHECK(result.line == PointList({d['a'], d['b'], d['a']}));
}

TEST(in_atari_the_defender_may_take_a_touching_stone) {
  Diagram d(R"(
    . X a .
    X O X O
    . . O .
    . . . . )");
  const auto result = LadderReader().defend(d.board, d.board.at(1, 1));
  CHECK(is(result.verdict, kEscapes));
  CHECK_EQ(result.line[0], d['a']);
}

TEST(a_side_with_threats_is_not_bound_by_ko) {
  Diagram d(R"(
    . X O .
    X a X O
    . X O . )");
  d.board.play(d['a'], kWhite);
  CHECK(is(LadderReader().attack_verdict(d.board, d['a']), kEscapes));
  LadderReader eager(1000, KoThreats::kAttacker);
  CHECK(is(eager.attack_verdict(d.board, d['a']), kCaptured));
  LadderReader calm(1000, KoThreats::kDefender);
  CHECK(is(calm.attack_verdict(d.board, d['a']), kEscapes));
}

TEST(reading_leaves_no_trace_in_random_positions) {
  LadderReader reader;
  int captured = 0, escaped = 0;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    Dice dice(seed + 77);
    Board board(3 + int(dice.below(7)), 3 + int(dice.below(7)));
    Color c = kBlack;
    for (int move = 0; move < 60; ++move, c = opponent(c)) {
      std::vector<Point> moves{kPass};
      for (int i = 0; i < board.empty_count(); ++i)
        if (board.is_legal(board.empty_point(i), c)) moves.push_back(board.empty_point(i));
      board.play(moves[dice.below(uint32_t(moves.size()))], c);
      const std::string before = draw(board);
      const Point ko = board.ko();
      for (int i = 0; i < board.geometry().count; i += 3) {
        const Point p = board.geometry().points[i];
        if (!board.is_stone(p)) continue;
        const auto first = reader.attack(board, p);
        const auto second = reader.defend(board, p);
        captured += is(first.verdict, kCaptured);
        escaped += is(first.verdict, kEscapes);
        // Moving first never hurts the defender here: a pass is among his moves unless in atari.
        if (is(second.verdict, kCaptured)) CHECK(is(first.verdict, kCaptured) || ko != kPass);
      }
      CHECK_EQ(draw(board), before);
      CHECK_EQ(board.ko(), ko);
      CHECK(board.check());
    }
  }
  CHECK(captured > 100);
  CHECK(escaped > 100);
}

TEST(a_ladder_followed_without_branching) {
  Diagram d(kLong);
  const Point target = d.board.at(3, 6);
  const std::string before = draw(d.board);
  LadderReader reader;
  CHECK(is(reader.follow(d.board, target), kCaptured));
  CHECK(is(reader.follow(d.board, target, 4), kUnknown));
  CHECK_EQ(draw(d.board), before);
  CHECK(d.board.check());
  d.board.set(d['b'], kWhite);
  CHECK(is(reader.follow(d.board, target), kEscapes));
}

TEST(a_followed_ladder_crosses_the_largest_board_within_a_hundred_moves) {
  Board board(25);
  const Point target = board.at(2, 21);
  board.set(target, kWhite);
  for (const auto& [col, row] : {std::pair{1, 21}, {2, 22}, {3, 22}, {1, 20}})
    board.set(board.at(col, row), kBlack);
  LadderReader reader;
  CHECK(is(reader.attack_verdict(board, target), kCaptured));
  CHECK(is(reader.follow(board, target), kCaptured));
  CHECK(is(reader.follow(board, target, 60), kUnknown));  // it is longer than that
}
