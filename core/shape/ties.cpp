#include "shape/ties.h"

#include <cstdlib>
#include <utility>

namespace gokan::shape {
namespace {

constexpr int kReach = 3;
constexpr std::array<std::array<int, 2>, 4> kDirections = {{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}};

void turn(int symmetry, int& dx, int& dy) {
  if (symmetry & 4) std::swap(dx, dy);
  if (symmetry & 1) dx = -dx;
  if (symmetry & 2) dy = -dy;
}

std::array<TieShape, kTieShapes> make_shapes() {
  std::array<TieShape, kTieShapes> made;
  size_t n = 0;
  const auto add = [&](TieKind kind, int a, int b, auto&& gaps) {
    for (int dy = -kReach; dy <= kReach; ++dy)
      for (int dx = -kReach; dx <= kReach; ++dx) {
        const bool plain = std::abs(dx) == a && std::abs(dy) == b;
        if (plain || (std::abs(dx) == b && std::abs(dy) == a))
          made[n++] = {dx, dy, kind, gaps(dx, dy)};
      }
  };
  using Gaps = std::vector<std::array<int, 2>>;
  const auto sign = [](int v) { return v > 0 ? 1 : v < 0 ? -1 : 0; };
  add(TieKind::kSide, 1, 0, [](int, int) { return Gaps{}; });
  add(TieKind::kDiagonal, 1, 1, [](int dx, int dy) { return Gaps{{dx, 0}, {0, dy}}; });
  add(TieKind::kOnePoint, 2, 0, [](int dx, int dy) { return Gaps{{dx / 2, dy / 2}}; });
  add(TieKind::kKnight, 2, 1, [&](int dx, int dy) {
    const bool along = std::abs(dx) == 2;
    const int x = along ? sign(dx) : 0, y = along ? 0 : sign(dy);
    return Gaps{{x, y}, {dx - x, dy - y}};
  });
  add(TieKind::kTwoPoint, 3, 0,
      [&](int dx, int dy) { return Gaps{{sign(dx), sign(dy)}, {2 * sign(dx), 2 * sign(dy)}}; });
  add(TieKind::kLargeKnight, 3, 1, [&](int dx, int dy) {
    const bool along = std::abs(dx) == 3;
    const int x = along ? sign(dx) : 0, y = along ? 0 : sign(dy);
    return Gaps{{x, y}, {2 * x, 2 * y}, {dx - x, dy - y}, {dx - 2 * x, dy - 2 * y}};
  });
  return made;
}

struct Turns {
  std::array<std::array<int, kTieShapes>, 8> shape;
  std::array<std::array<int, 4>, 8> direction;
  std::array<std::array<int, 2 * kReach + 1>, 2 * kReach + 1> at;  // shape by dy, dx, or -1

  Turns() {
    for (auto& row : at) row.fill(-1);
    const auto& shapes = tie_shapes();
    for (int i = 0; i < kTieShapes; ++i)
      at[size_t(shapes[size_t(i)].dy + kReach)][size_t(shapes[size_t(i)].dx + kReach)] = i;
    for (int s = 0; s < 8; ++s) {
      for (int i = 0; i < kTieShapes; ++i) {
        int dx = shapes[size_t(i)].dx, dy = shapes[size_t(i)].dy;
        turn(s, dx, dy);
        shape[size_t(s)][size_t(i)] = at[size_t(dy + kReach)][size_t(dx + kReach)];
      }
      for (int i = 0; i < 4; ++i) {
        int dx = kDirections[size_t(i)][0], dy = kDirections[size_t(i)][1];
        turn(s, dx, dy);
        for (int j = 0; j < 4; ++j)
          if (kDirections[size_t(j)][0] == dx && kDirections[size_t(j)][1] == dy)
            direction[size_t(s)][size_t(i)] = j;
      }
    }
  }
};

const Turns& turns() {
  static const Turns made;
  return made;
}

}  // namespace

const std::array<TieShape, kTieShapes>& tie_shapes() {
  static const auto made = make_shapes();
  return made;
}

int turned_shape(int symmetry, int shape) { return turns().shape[size_t(symmetry)][size_t(shape)]; }

int turned_direction(int symmetry, int direction) {
  return turns().direction[size_t(symmetry)][size_t(direction)];
}

TieBoard::TieBoard() : tied_(kCells), ties_(kCells), passing_(kCells), edges_(kCells) {
  color_.fill(kOff);
}

void TieBoard::look(const Board& board) {
  if (board.width() != width_ || board.height() != height_) color_.fill(kOff);
  width_ = board.width(), height_ = board.height();
  ++looks_;
  for (int i = 0; i < points(); ++i)
    color_[size_t(cell(i))] = board.color(board.geometry().points[size_t(i)]);
}

void TieBoard::tie(int here) const {
  tied_[size_t(here)] = looks_;
  const auto& shapes = tie_shapes();
  auto& ties = ties_[size_t(here)];
  ties.clear();
  for (int s = 0; s < kTieShapes; ++s) {
    const TieShape& shape = shapes[size_t(s)];
    const int other = here + shape.dy * kStride + shape.dx;
    const Color c = color_[size_t(other)];
    if (c != kBlack && c != kWhite) continue;
    const int open = gaps(here, shape);
    if (open) ties.push_back({uint8_t(s), uint8_t(open), int16_t(other)});
  }
  auto& edges = edges_[size_t(here)];
  for (size_t d = 0; d < 4; ++d) {
    const int step = kDirections[d][1] * kStride + kDirections[d][0];
    int distance = 0, at = here + step;
    while (distance <= kFarthestEdge && color_[size_t(at)] == kEmpty) ++distance, at += step;
    edges[d] = int8_t(distance <= kFarthestEdge && color_[size_t(at)] == kOff ? distance : -1);
  }
}

void TieBoard::pass() const {
  passed_ = looks_;
  for (int i = 0; i < points(); ++i) passing_[size_t(cell(i))].clear();
  for (int i = 0; i < points(); ++i)
    if (color_[size_t(cell(i))] != kEmpty) pass(cell(i));
}

// How many elements the shape has here: 1 if all gaps are empty, for a diagonal one for each.
int TieBoard::gaps(int cell, const TieShape& shape) const {
  int open = 0;
  for (const auto& [dx, dy] : shape.gaps)
    open += color_[size_t(cell + dy * kStride + dx)] == kEmpty;
  if (shape.kind == TieKind::kDiagonal) return open;
  return open == int(shape.gaps.size());
}

void TieBoard::pass(int here) const {
  const auto& shapes = tie_shapes();
  for (const Tie& tie : ties(here)) {
    if (tie.other < here) continue;
    const TieShape& shape = shapes[tie.shape];
    for (const auto& [dx, dy] : shape.gaps) {
      const int gap = here + dy * kStride + dx;
      if (color_[size_t(gap)] == kEmpty)
        passing_[size_t(gap)].push_back({shape.kind, int16_t(here), tie.other, -1});
    }
  }
  for (size_t d = 0; d < 4; ++d) {
    const int distance = edges(here)[d];
    const int step = kDirections[d][1] * kStride + kDirections[d][0];
    for (int k = 1; k <= distance; ++k)
      passing_[size_t(here + k * step)].push_back(
          {TieKind::kSide, int16_t(here), -1, int8_t(distance)});
  }
}

int TieBoard::between(int one, int two) const {
  const int dy = two / kStride - one / kStride, dx = two % kStride - one % kStride;
  if (std::abs(dx) > kReach || std::abs(dy) > kReach) return -1;
  const int shape = turns().at[size_t(dy + kReach)][size_t(dx + kReach)];
  if (shape < 0 || !gaps(one, tie_shapes()[size_t(shape)])) return -1;
  return shape;
}

}  // namespace gokan::shape
