// What the eye sees at a glance: Zobrist's visual organisation of a board (1969, Part I).
//
// A stone counts +seed (black) or -seed (white); then, `rounds` times and all at once, every
// positive point adds 1 to each neighbour and every negative point takes 1 away. Contiguous points
// of one sign form a segment, and the stones in it an army. See() fills the seven arrays of the
// paper, by name. See_further() adds the few arrays of our own that templates may also ask about.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "go/board.h"
#include "sight/patterns.h"

namespace gokan {

struct SightOptions {
  int rounds = 4;  // 0..1000
  int seed = 50;   // 1..10000
};

struct SightSegment {
  Color color;
  int stones = 0;
  int empties = 0;
  // 5 small (fewer than 10 empty points), 6 medium, 7 large (more than 25): the hundreds digit.
  int size_class() const { return empties < 10 ? 5 : empties > 25 ? 7 : 6; }
};

struct SightArrays {
  // One cell per point in the layout of pattern planes (row * stride + column), so that bit i of a
  // plane speaks of cell i. Cells that are no point hold kNowhere and satisfy no range.
  static constexpr int16_t kNowhere = INT16_MIN;
  static constexpr int kCells = kPlaneWords * 64;
  using Array = std::array<int16_t, kCells>;

  int width = 0, height = 0, stride = 0;
  std::vector<SightSegment> segments;
  // The paper's seven. Pairs are [0] black, [1] white.
  alignas(16) Array grouping;       // 100 * size class + stones of the segment; 0 outside segments
  alignas(16) Array influence;      // Figure 2
  alignas(16) Array breathing;      // liberties of the chain; 0 on empty points
  alignas(16) Array chain;          // stones of the chain
  alignas(16) Array stone;          // 0 empty, 1 black, 2 white
  alignas(16) Array segment_color;  // 0 none, 1 black, 2 white
  alignas(16) std::array<Array, 2> adjacent, diagonal;
  // The same segments taken apart.
  alignas(16) Array segment;  // index into segments, -1 outside
  alignas(16) Array army;     // stones in the segment
  alignas(16) Array space;    // empty points in the segment
  // Ours, for templates: see_further().
  alignas(16) Array line, corner;             // distance to the nearest, to the next edge
  alignas(16) std::array<Array, 2> distance;  // steps to the nearest stone; 99 without one
  alignas(16) std::array<Array, 2> after;     // liberties a stone played here would have
  alignas(16) std::array<Array, 2> takes;     // stones such a play captures
  alignas(16) Array last;                     // steps to the last move; 99 without one
  alignas(16) Array across;                   // the shorter side of the board

  int cell(int col, int row) const { return row * stride + col; }
};

void see(const Board& board, const SightOptions& options, SightArrays& out);
// After see(). `last` is the last move played, or kPass.
void see_further(const Board& board, Point last, SightArrays& out);

}  // namespace gokan
