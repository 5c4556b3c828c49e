#include "reading/arena/corner_maker.h"

#include <cstring>

#include "intuition/backprop.h"
#include "intuition/corner_planes.h"
#include "test.h"

using namespace gokan;

namespace {

CornerCells draft(const char* text) {
  CornerCells cells{};
  for (size_t i = 0; i < cells.size() && text[i]; ++i)
    cells[i] = uint8_t(std::strchr("#.OX", text[i]) - "#.OX");
  return cells;
}

}  // namespace

TEST(corner_fates_of_textbook_shapes) {
  // Two eyes; three and four in a row; two points; a stone in the middle of three.
  CHECK(corner_fate(draft(".X.X###XXXX###"), 1500) == CornerFate::kFinal);
  CHECK(corner_fate(draft("...X###XXXX###"), 1500) == CornerFate::kOnTheMove);
  CHECK(corner_fate(draft("....X##XXXXX##"), 1500) == CornerFate::kAlive);
  CHECK(corner_fate(draft("..X####XXX####"), 1500) == CornerFate::kDead);
  CHECK(corner_fate(draft(".O.X###XXXX###"), 1500) == CornerFate::kDead);
  CHECK(corner_fate(draft("....X##XXXXX##"), 1) == CornerFate::kUnknown);
}

TEST(corners_do_not_depend_on_how_they_are_cut) {
  const CornerOptions options;
  const auto whole = make_corners(7, 0, 30, options);
  auto parts = make_corners(7, 0, 11, options);
  for (const MadeCorner& made : make_corners(7, 11, 19, options)) parts.push_back(made);
  CHECK(whole.size() == parts.size());
  for (size_t i = 0; i < whole.size() && i < parts.size(); ++i) {
    CHECK(whole[i].cells == parts[i].cells);
    CHECK(whole[i].fate == parts[i].fate);
  }
}

TEST(backpropagation_learns_one_case) {
  using namespace gokan::intuition;
  BackpropNet net({2, 2, 1}, std::vector<float>(9, 0.1f), {1, 0, 0, 1});
  const int took = net.train({1, -1}, {1.0f}, {0.5f, 0.25f, 500, 1});
  CHECK(took > 1 && took < 500);
  CHECK(net.weights()[1] == 0.0f);  // the first neuron does not see the second input
  CHECK(net.weights()[3] == 0.0f);
}

TEST(planes_of_a_corner) {
  using namespace gokan::intuition;
  int8_t board[kCornerPoints] = {};
  uint8_t seen[kCornerPoints];
  board[0] = 1;
  board[1] = -1;
  corner_planes(board, 1, seen);
  CHECK(seen[0] == (1 | 1 << 2));  // one liberty
  CHECK(seen[1] == (2 | 2 << 2));
  CHECK(seen[63] == 32);
}
