// Blocks and spaces of one board as ties: what joins two stones, or a stone and the edge.
//
// A tie is a class element of level 1 (Scrimger 2007, Tables 4.4 and 4.5) without its history: two
// stones side by side (a block, or an interface), a diagonal, a one-point or two-point jump, a
// knight's or large knight's jump, or so many empty points up to the edge. The points between must
// be empty, as the definitions in gokan/shape/go/level1.txt say. Ties of an empty point are those
// that a stone there would have.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "go/board.h"

namespace gokan::shape {

enum class TieKind : uint8_t { kSide, kDiagonal, kOnePoint, kKnight, kTwoPoint, kLargeKnight };
constexpr int kTieKinds = 6;
constexpr int kTieShapes = 32;  // by direction: 4, 4, 4, 8, 4, 8, nearest kind first
constexpr int kFarthestEdge = 5;

struct TieShape {
  int dx, dy;
  TieKind kind;
  std::vector<std::array<int, 2>> gaps;  // empty points between: all, or for a diagonal one of two
};

const std::array<TieShape, kTieShapes>& tie_shapes();
// What a shape becomes under one of the eight symmetries; directions are left, up, down, right.
int turned_shape(int symmetry, int shape);
int turned_direction(int symmetry, int direction);

struct Tie {
  uint8_t shape;
  uint8_t gaps;   // how many elements of this kind: two for a diagonal with both points empty
  int16_t other;  // cell of the stone
};

// A tie between stones (or a stone and the edge) that a play on one of its points would end.
struct Passing {
  TieKind kind;
  int16_t one, two;  // cells; two is -1 for a tie with the edge
  int8_t distance;   // from the edge, or -1
};

class TieBoard {
 public:
  static constexpr int kMargin = 4;
  static constexpr int kStride = kMaxSide + 2 * kMargin;
  static constexpr int kCells = kStride * kStride;

  TieBoard();
  void look(const Board& board);

  int cell(int index) const {
    return (index / width_ + kMargin) * kStride + index % width_ + kMargin;
  }
  int index(int cell) const {
    return (cell / kStride - kMargin) * width_ + cell % kStride - kMargin;
  }
  int points() const { return width_ * height_; }
  Color color(int cell) const { return color_[size_t(cell)]; }
  // Found when they are asked for, and kept until the next look().
  const std::vector<Tie>& ties(int cell) const {
    if (tied_[size_t(cell)] != looks_) tie(cell);
    return ties_[size_t(cell)];
  }
  const std::vector<Passing>& passing(int cell) const {
    if (passed_ != looks_) pass();
    return passing_[size_t(cell)];
  }
  // Empty points up to the edge at left, up, down, right; -1 if too many or a stone is between.
  const std::array<int8_t, 4>& edges(int cell) const {
    if (tied_[size_t(cell)] != looks_) tie(cell);
    return edges_[size_t(cell)];
  }
  // The shape of the tie between two cells, or -1.
  int between(int one, int two) const;

 private:
  int gaps(int cell, const TieShape& shape) const;
  void tie(int cell) const;
  void pass() const;
  void pass(int cell) const;

  int width_ = 0, height_ = 0;
  uint64_t looks_ = 0;
  std::array<Color, kCells> color_;
  mutable uint64_t passed_ = 0;
  mutable std::vector<uint64_t> tied_;  // the look at which the ties of a cell were found
  mutable std::vector<std::vector<Tie>> ties_;
  mutable std::vector<std::vector<Passing>> passing_;
  mutable std::vector<std::array<int8_t, 4>> edges_;
};

}  // namespace gokan::shape
