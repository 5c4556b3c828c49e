#include "sight/patterns.h"

#include <algorithm>

#include "pattern_cases.h"
#include "sight/lookahead.h"
#include "sight/sight.h"
#include "test.h"

using namespace gokan;
using namespace gokan::test;

namespace {

void check_planes(const PatternSet& set, const Scene& scene) {
  const auto expected = sorted(match_naive(set, scene));
  CHECK(sorted(match_planes(set, scene)) == expected);
}

}  // namespace

TEST(a_pattern_is_found_in_every_orientation) {
  Diagram d(R"(
      X O . . .
      . . . . .
      . . O . O
      . . X . X )");
  PatternSet set(3);
  set.add({{0, 0, 1}, {1, 0, 2}});  // white to the right of black
  set.compile();
  CHECK_EQ(set.variants().size(), 4u);  // mirror images that are the same count once
  const auto scene = stones(d.board);
  CHECK_EQ(match_naive(set, scene).size(), 3u);
  check_planes(set, scene);
}

TEST(cells_may_lie_off_the_board) {
  Diagram d(R"(
      . X .
      . . .
      X . . )");
  PatternSet set(3);
  set.add({{0, 0, 1}, {0, 1, kOffBoard}});
  set.add({{0, 0, 1}, {0, 1, kOffBoard}, {1, 0, kOffBoard}});
  set.compile();
  const auto hits = sorted(match_naive(set, stones(d.board)));
  CHECK_EQ(hits.size(), 4u);  // one edge of B3, two of A1, and the corner at A1 once
  CHECK_EQ(hits.back().point, 6);
  check_planes(set, stones(d.board));
}

TEST(planes_agree_on_random_patterns_and_boards) { on_random_patterns(check_planes); }

TEST(bad_patterns_are_refused) {
  PatternSet set(3);
  auto refused = [&](std::vector<PatternCell> cells) {
    try {
      set.add(std::move(cells));
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  CHECK(refused({}));
  CHECK(refused({{7, 0, 0}}));
  CHECK(refused({{0, 0, 3}}));
  CHECK(refused({{0, 0, -2}}));
}

TEST(influence_of_one_stone) {
  Board board(9);
  board.set(board.at(4, 4), kBlack);
  SightArrays seen;
  see(board, {}, seen);
  CHECK_EQ(seen.influence[size_t(seen.cell(4, 4))], 62);
  CHECK_EQ(seen.influence[size_t(seen.cell(4, 3))], 10);
  CHECK_EQ(seen.influence[size_t(seen.cell(0, 0))], 0);
  CHECK_EQ(seen.segments.size(), 1u);
  CHECK_EQ(seen.grouping[size_t(seen.cell(4, 4))], 701);
}

TEST(lookahead_finds_the_move_that_decides) {
  Diagram d(R"(
      . . . . . .
      . O X . . .
      O X a . X .
      . O . . . .
      . . O . . .
      . . . . . . )");
  Board board = d.board;
  Lookahead ahead;
  const auto save = ahead.needed(board, {d['a']}, kBlack);
  CHECK_EQ(save.size(), 1u);
  CHECK_EQ(save[0].target, board.head(board.at(1, 2)));
  CHECK(save[0].moves == PointList{d['a']});
  const auto take = ahead.needed(board, {d['a']}, kWhite);
  CHECK_EQ(take.size(), 1u);
  CHECK(take[0].moves == PointList{d['a']});
  CHECK(ahead.needed(board, {}, kBlack).empty());  // without a mark nobody looks
}

TEST(a_chain_that_is_lost_or_safe_either_way_needs_no_move) {
  Diagram lost(R"(
      X a O . .
      O O . . .
      . . . . . )");
  Lookahead ahead;
  CHECK(ahead.needed(lost.board, {lost['a']}, kBlack).empty());
  CHECK(ahead.needed(lost.board, {lost['a']}, kWhite).empty());
  Diagram safe(R"(
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . . O X a . .
      . . . . . . .
      . . . . . . .
      . . . . . . . )");
  CHECK(ahead.needed(safe.board, {safe['a']}, kBlack).empty());
}

TEST(ladders_are_followed_to_the_edge) {
  // Black to move catches the white stone in a ladder; a white stone in its path breaks it.
  const std::string rows = R"(
      . . . . . . . . .
      . . . . . . . . .
      . . . . . . B . .
      . . . . . . . . .
      . . . . . . . . .
      . . X a . . . . .
      . X O b . . . . .
      . . X X . . . . .
      . . . . . . . . . )";
  auto with = [&](char breaker) {
    std::string text = rows;
    text[text.find('B')] = breaker;
    return Diagram(text);
  };
  Lookahead ahead;
  Diagram open = with('.');
  const auto found = ahead.needed(open.board, {open['a'], open['b']}, kBlack);
  CHECK(found.empty());  // in atari: it is caught even if White moves first
  Diagram broken = with('O');
  const auto needed = ahead.needed(broken.board, {broken['a'], broken['b']}, kBlack);
  CHECK_EQ(needed.size(), 1u);           // now White would get away
  CHECK_EQ(needed[0].moves.size(), 2u);  // taking it, or going ahead of it
  CHECK_EQ(needed[0].moves[0], broken['b']);
  CHECK_EQ(needed[0].moves[1], broken['a']);
}
