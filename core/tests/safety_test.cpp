#include "reading/safety.h"

#include "test.h"

using namespace gokan;
using namespace gokan::test;

namespace {

// The board with B, W for live stones, b, w for territory and . for the rest.
std::string picture(const Board& board, bool suicide = false) {
  std::string text = draw(board);
  for (char& cell : text)
    if (cell != '\n') cell = '.';
  for (const Color c : {kBlack, kWhite}) {
    Safety safety;
    safety.read(board, c, suicide);
    for (int i = 0; i < board.geometry().count; ++i) {
      const Point p = board.geometry().points[i];
      char& cell = text[size_t(i + i / board.width())];
      if (safety.alive(p)) cell = "-BW"[c];
      if (safety.territory(p)) cell = "-bw"[c];
    }
  }
  return text;
}

}  // namespace

TEST(two_one_point_eyes_live) {
  Diagram d(R"(
    . X . X . .
    X X X X . .
    . . . . . . )");
  CHECK_EQ(picture(d.board), "bBbB..\nBBBB..\n......\n");
}

TEST(one_eye_is_not_enough) {
  Diagram d(R"(
    . X O .
    X X O .
    O O O . )");
  CHECK_EQ(picture(d.board), "....\n....\n....\n");
}

TEST(a_false_eye_does_not_count_but_shared_eyes_do) {
  Diagram shared(R"(
    . X . O
    X . X O
    . X . O
    O O O . )");
  CHECK_EQ(picture(shared.board), "....\n....\n....\n....\n");
  Diagram ring(R"(
    . . X X X
    . . X . X
    X X X X .
    X . X . X
    X X . X X )");
  Safety safety;
  safety.read(ring.board, kBlack);
  CHECK(safety.alive(ring.board.at(2, 0)));
}

TEST(blocks_may_live_together_around_shared_eyes) {
  Diagram d(R"(
    . X . O
    X . X O
    X X X O
    O O O . )");
  CHECK_EQ(picture(d.board), "bB..\nBbB.\nBBB.\n....\n");
}

TEST(an_eye_needs_every_empty_point_beside_the_block) {
  Diagram d(R"(
    . . X . X
    . . X X X
    X X X O O
    O O O O . )");
  CHECK_EQ(picture(d.board), ".....\n.....\n.....\n.....\n");
}

TEST(territory_has_no_room_for_two_eyes) {
  Diagram narrow(R"(
    . . . X X .
    . . . X . X
    X X X X X X
    . . . . . . )");
  CHECK_EQ(picture(narrow.board), "bbbBBb\nbbbBbB\nBBBBBB\nbbbbbb\n");
  Diagram wide(R"(
    . . . . X X .
    . . . . X . X
    X X X X X X X )");
  CHECK_EQ(picture(wide.board), "....BBb\n....BbB\nBBBBBBB\n");
}

TEST(suicide_opens_the_inside_of_an_eye) {
  Diagram d(R"(
    . X . O . X O .
    X X O O O X O O
    X X . O . X O .
    X X X X X X O O
    O O O O O O O . )");
  CHECK_EQ(picture(d.board), "bBbbbBWw\nBBbbbBWW\nBBbbbBWw\nBBBBBBWW\nWWWWWWWw\n");
  CHECK_EQ(picture(d.board, true), "......Ww\n......WW\n......Ww\n......WW\nWWWWWWWw\n");
}

TEST(vital_regions_are_named) {
  Diagram d(R"(
    . X . X . .
    X X X X . .
    . . . . . . )");
  Safety safety;
  safety.read(d.board, kBlack);
  int vital = 0;
  for (const auto& region : safety.regions()) {
    if (region.vital_count == 0) continue;
    ++vital;
    CHECK_EQ(region.end - region.begin, 1);
    CHECK_EQ(region.vital[0], d.board.head(d.board.at(0, 1)));
  }
  CHECK_EQ(vital, 2);
}

TEST(a_reader_can_be_used_again_on_another_size) {
  Safety safety;
  safety.read(Board(25), kBlack);
  Diagram d(". X . X . .\nX X X X . .\n. . . . . .");
  safety.read(d.board, kBlack);
  CHECK(safety.alive(d.board.at(1, 0)));
  safety.read(d.board, kWhite);
  CHECK(!safety.alive(d.board.at(1, 0)));
  CHECK(!safety.territory(d.board.at(0, 0)));
}
