// A small part of a board, decided completely under the worst surroundings.
//
// Rules about eyes and connections are generated, not written: every filling of some cells is
// played out. In a *window* what lies outside belongs to the enemy O and cannot be taken; in a
// *room* it is one block of X, without liberties of its own. O has any number of ko threats, X has
// none. Two games:
//   eye    O wants to take the block on `a` (in a room: the wall), which may own one eye elsewhere:
//          if O cannot, the cells are worth an eye (or, without the eye elsewhere, two);
//   link   X wants to make the blocks on `a` and `b` one; each has some liberties outside, and one
//          move of O there may fill a liberty of both, since they may share it. One block in atari
//          is not joined yet.
// A block of X without a liberty in the window must have one outside; O may fill it at any time.
#pragma once

#include <cstdint>
#include <vector>

namespace gokan {

constexpr int kMostWindow = 12;  // cells

struct WindowShape {
  std::vector<uint32_t> near;  // per cell, the set of its neighbours
  uint32_t open = 0;           // cells that touch the outside
  bool room = false;
  int a = 0, b = -1;                 // cells; b < 0 is the game of the eye; a is unused in a room
  bool eye = true;                   // the block on a has an eye elsewhere (eye game)
  int outside_a = 0, outside_b = 0;  // liberties outside (link game), at most 2
};

// Per filling, in base 3 (0 empty, 1 X, 2 O; the first cell counts least).
struct WindowResult {
  // 0 not a filling to ask about; else 4 | 1 if X succeeds though O moves first | 2 if X first.
  std::vector<uint8_t> value;
  // Per filling, first moves that succeed: bit c for X's moves in the low 12 bits when X moves
  // first, and in the next 12 O's moves that spoil it when O moves first.
  std::vector<uint32_t> moves;
};

WindowResult solve_window(const WindowShape& shape);

// A set of contents per cell: bit 0 empty, bit 1 X, bit 2 O.
using WindowCube = std::vector<uint8_t>;

// Widens `start` cell after cell in `order`, to any set for which every filling is in `allowed`
// (1 wanted, 2 don't care); cells in `fixed` stay. Returns the widest cube.
WindowCube widen(const std::vector<uint8_t>& allowed, int cells, const WindowCube& start,
                 const std::vector<int>& order, uint32_t fixed);

}  // namespace gokan
