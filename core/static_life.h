// Static life: blocks that live though their owner never answers a move (Benson's theorem).
//
// The dynamical system sets these at initialisation. It needs them once per position and once
// per candidate move, so this version works on rows of bits and looks only at small regions:
// a region with an empty point that touches no stone of the enclosing colour cannot be vital
// to any block, and one flood from all such points removes nearly the whole board at once.
#pragma once

#include <array>
#include <cstdint>

#include "board.h"

namespace gokan {

struct StaticLife {
  // Per padded cell: the certain owner (stones of living blocks, and every cell of the regions
  // that keep them alive, dead stones inside included), or kEmpty.
  std::array<Color, kMaxPoints> owner;
  bool any = false;

  bool operator==(const StaticLife& other) const;
};

void static_life(const Board& board, StaticLife& out);

// Could a play by `mover` change the static life of a position? False is certain; true means
// "look again". Prepared once per position, asked once per move; moves that capture must not
// be asked about.
class LifeWatch {
 public:
  void prepare(const Board& board);
  bool may_change(const Board& board, Point move, Color mover) const;

 private:
  struct Side {
    std::array<uint16_t, kMaxPoints> region;     // of points not of this colour; 0 for its stones
    std::array<uint16_t, kMaxOnBoard + 1> open;  // per region: empty points that touch no stone
    int small = 0;                               // regions without an open point
  };
  std::array<Side, 3> side_;
};

}  // namespace gokan
