#include "go/board.h"

#include <set>

#include "test.h"

using namespace gokan;
using namespace gokan::test;

namespace {

std::set<Point> slow_liberties(const Board& board, Point stone) {
  std::set<Point> block{stone}, open;
  std::vector<Point> todo{stone};
  while (!todo.empty()) {
    const Point p = todo.back();
    todo.pop_back();
    for (const Point n : board.neighbors(p)) {
      if (board.color(n) == kEmpty) open.insert(n);
      if (board.color(n) == board.color(stone) && block.insert(n).second) todo.push_back(n);
    }
  }
  return open;
}

Point random_move(const Board& board, Color c, bool suicide, Dice& dice) {
  std::vector<Point> moves{kPass};
  for (int i = 0; i < board.empty_count(); ++i)
    if (board.is_legal(board.empty_point(i), c, suicide)) moves.push_back(board.empty_point(i));
  return moves[dice.below(uint32_t(moves.size()))];
}

}  // namespace

TEST(captures_one_stone_and_sets_the_ko) {
  Diagram d(R"(
    . X O .
    X a X O
    . X O . )");
  CHECK(d.board.captures(d['a'], kWhite));
  CHECK_EQ(d.board.play(d['a'], kWhite), 1);
  CHECK_EQ(draw(d.board), ".XO.\nXO.O\n.XO.\n");
  CHECK(d.board.ko() != kPass);
  CHECK_EQ(d.board.ko_color(), kBlack);
  CHECK(!d.board.is_legal(d.board.ko(), kBlack));
  CHECK(d.board.is_legal(d.board.ko(), kWhite));
  d.board.play(kPass, kBlack);
  CHECK_EQ(d.board.ko(), kPass);
}

TEST(capturing_two_stones_is_no_ko) {
  Diagram d(R"(
    . X X .
    X O O a
    . X X . )");
  CHECK_EQ(d.board.play(d['a'], kBlack), 2);
  CHECK_EQ(d.board.ko(), kPass);
}

TEST(suicide_takes_the_whole_block_off) {
  Diagram d(R"(
    a O .
    X O .
    O . . )");
  CHECK(d.board.is_suicide(d['a'], kBlack));
  CHECK(!d.board.is_legal(d['a'], kBlack));
  CHECK(d.board.is_legal(d['a'], kBlack, true));
  CHECK_EQ(d.board.hash_after(d['a'], kBlack), Diagram(".O.\n.O.\nO..").board.hash());
  CHECK_EQ(d.board.play(d['a'], kBlack), -2);
  CHECK_EQ(draw(d.board), ".O.\n.O.\nO..\n");
}

TEST(a_capture_comes_before_suicide) {
  Diagram d(R"(
    a O X
    O X .
    X . . )");
  CHECK(!d.board.is_suicide(d['a'], kBlack));
  CHECK_EQ(d.board.play(d['a'], kBlack), 2);
  CHECK_EQ(d.board.ko(), kPass);
}

TEST(a_point_can_be_a_liberty_twice_and_counts_once) {
  Diagram d(R"(
    . X X .
    X a X .
    X X . . )");
  CHECK_EQ(d.board.liberty_count(d.board.at(1, 0)), 5);
  CHECK_EQ(d.board.liberty_count(d.board.at(1, 0), 3), 3);
  Diagram e("aX O\n O O .");
  CHECK(e.board.in_atari(e.board.at(1, 0)));
  CHECK_EQ(e.board.the_liberty(e.board.at(1, 0)), e['a']);
}

TEST(random_games_keep_every_count_right) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    Dice dice(seed);
    const int size = seed < 40 ? 1 + int(dice.below(7)) : 19;
    Board board(size, seed < 40 ? 1 + int(dice.below(7)) : 19);
    const bool suicide = seed % 2;
    Color c = kBlack;
    for (int move = 0; move < (seed < 40 ? 150 : 400); ++move, c = opponent(c)) {
      const Point p = random_move(board, c, suicide, dice);
      const uint64_t promised = p == kPass ? board.hash() : board.hash_after(p, c);
      const int empty = board.empty_count();
      const int taken = board.play(p, c);
      CHECK_EQ(board.hash(), promised);
      if (p != kPass)
        CHECK_EQ(board.empty_count(), taken >= 0 ? empty - 1 + taken : empty - 1 - taken);
      CHECK(board.breathless() == kPass);
      if (size < 19 || move % 40 == 0) {
        CHECK(board.check());
        for (int i = 0; i < board.geometry().count; ++i) {
          const Point q = board.geometry().points[i];
          if (!board.is_stone(q)) continue;
          const auto open = slow_liberties(board, q);
          CHECK_EQ(board.liberty_count(q), int(open.size()));
          CHECK_EQ(board.in_atari(q), open.size() == 1);
          if (open.size() == 1) CHECK_EQ(board.the_liberty(q), *open.begin());
          PointList listed;
          board.liberties(q, listed);
          CHECK(std::set<Point>(listed.begin(), listed.end()) == open);
          CHECK_EQ(listed.size(), open.size());
        }
      }
    }
  }
}

TEST(undo_gives_back_the_very_same_board) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    Dice dice(seed + 1000);
    Board board(2 + int(dice.below(8)), 2 + int(dice.below(8)));
    Trail trail;
    std::vector<Board> before;
    Color c = kBlack;
    for (int move = 0; move < 400; ++move) {
      if (!before.empty() && dice.below(3) == 0) {
        board.undo(trail);
        const Board& old = before.back();
        CHECK(board.check());
        CHECK_EQ(board.hash(), old.hash());
        CHECK_EQ(board.ko(), old.ko());
        CHECK_EQ(board.ko_color(), old.ko_color());
        CHECK_EQ(board.empty_count(), old.empty_count());
        CHECK_EQ(draw(board), draw(old));
        for (int i = 0; i < old.empty_count(); ++i)
          CHECK_EQ(board.empty_point(i), old.empty_point(i));
        before.pop_back();
      } else {
        before.push_back(board);
        board.play(random_move(board, c, seed % 2, dice), c, trail);
      }
      c = dice.below(8) ? opponent(c) : c;
      CHECK_EQ(trail.depth(), before.size());
    }
  }
}

TEST(the_same_stones_have_the_same_hash) {
  Dice dice(5);
  Board played(9), set_up(9);
  Color c = kBlack;
  for (int move = 0; move < 300; ++move, c = opponent(c))
    played.play(random_move(played, c, false, dice), c);
  for (int i = 0; i < 81; ++i) {
    const Point p = played.geometry().points[i];
    set_up.set(p, played.color(p));
  }
  CHECK_EQ(set_up.hash(), played.hash());
  CHECK_EQ(draw(set_up), draw(played));
}

TEST(boards_of_every_size_can_be_made) {
  for (int width = 1; width <= kMaxSide; ++width) {
    for (int height = 1; height <= kMaxSide; ++height) {
      Board board(width, height);
      CHECK(board.check());
      CHECK_EQ(board.empty_count(), width * height);
      if (width * height > 1) {
        board.play(board.at(width - 1, height - 1), kBlack);
        CHECK(board.check());
      }
    }
  }
  bool refused = false;
  try {
    Board(26, 5);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
}
