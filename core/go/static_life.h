// Static life: blocks that live though their owner never answers a move (Benson's theorem).
//
// The dynamical system sets these at initialisation. It needs them once per position and once
// per candidate move, so this version works on rows of bits and looks only at small regions:
// a region with an empty point that touches no stone of the enclosing colour cannot be vital
// to any block, and one flood from all such points removes nearly the whole board at once.
#pragma once

#include <array>
#include <cstdint>

#include "go/board.h"

namespace gokan {

struct StaticLife {
  // Per padded cell: the certain owner (stones of living blocks, and every cell of the regions
  // that keep them alive, dead stones inside included), or kEmpty.
  std::array<Color, kMaxPoints> owner;
  bool any = false;

  bool operator==(const StaticLife& other) const;
};

void static_life(const Board& board, StaticLife& out);

}  // namespace gokan
