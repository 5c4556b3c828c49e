// What the network is told about a position.
//
// Four bytes a point, all seen from the side to move, hold what the senses say exactly and fast;
// planes() spreads them into the numbers the network takes in. Training keeps the bytes and
// spreads them on the GPU, so this file and `gokan.intuition.planes` must agree (tested).
//
//   byte 0  bits 0-1  0 empty, 1 own stone, 2 enemy stone
//           bits 2-3  liberties of its block less one, at most 3
//           bit  4    a ko forbids the side to move to play here
//           bit  5    the block falls in a ladder: with two liberties if the other side moves,
//                     in atari even if its own side does
//   byte 1  bits 0-1  certain owner by static life: 0 none, 1 own, 2 enemy
//           bits 2-3  stones that a play here captures, at most 3
//           bits 4-5  liberties of a play here: 0 four or more (or no play), else 1, 2, 3
//           bit  6    an empty point where the side to move may not play
//   byte 2  Wolf's strength, -127 the enemy's to 127 own
//   byte 3  Zobrist's influence, -127 to 127
#pragma once

#include <cstdint>

#include "go/ladder.h"
#include "go/position.h"
#include "sight/sight.h"
#include "strength/seds.h"

namespace gokan::intuition {

constexpr int kBytes = 4;        // per point
constexpr int kPlanes = 30;      // see planes()
constexpr float kMostKomi = 60;  // as much as the network is told

// Keeps the large working arrays, so make one and use it for many positions.
class Features {
 public:
  // Writes kBytes * points bytes, byte by byte of the list above, each row-major.
  // Ladders are all that is read; without `ladders` bit 5 of byte 0 is never set.
  void write(const Position& position, uint8_t* out, bool ladders = true);
  // The input of the network: kPlanes rows of `points` numbers. `komi` is what the side to move
  // receives (negative if it pays).
  void planes(const Position& position, float komi, float* out, bool ladders = true);

 private:
  void write_ladders(const Board& board, uint8_t* out);

  SightArrays sight_;
  seds::System strength_;
  LadderReader ladder_{2'000};
  uint8_t bytes_[kBytes * kMaxOnBoard];
};

}  // namespace gokan::intuition
