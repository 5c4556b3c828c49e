// First guesses of the proof search: how likely a position is lost for the target.
//
// A logistic model over a few counts that a player looks at: room for eyes, blocks in atari,
// stones of the attacker that can be taken. It was fitted to positions that the search itself
// had solved (about 16,500 from GoTools' and Cho's problems); it orders the search and decides
// nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "reading/arena/arena.h"

namespace gokan {

struct Guess {
  uint32_t pn, dn;
};

// Log-odds in hundredths that the attacker kills, by who moves: what one of each thing adds.
struct GuessWeights {
  int base;
  int room;    // points that touch no immortal attacker stone and hold no defender
  int spaces;  // areas that the defender has shut off
  int shut;    // points in them
  int blocks;  // defender blocks
  int atari;   // of them with one liberty
  int short_;  // of them with two
  int guests;  // attacker blocks that can be captured
  int guest_stones;
  int guest_atari;
  int guest_short;
  int eyes;       // empty points with defender stones all around
  int liberties;  // empty points beside defender stones
  int ko;         // the side to move may not retake
};

inline constexpr GuessWeights kGuess[2] = {
    {760, -50, -196, -12, 33, 149, 46, 59, 42, -163, -30, -11, -51, 40},  // the attacker moves
    {690, -55, -164, -22, -5, 165, 74, 57, 47, -270, -51, -28, -58, 158},
};

template <int N>
Guess first_guess(const Arena<N>& arena, const ArenaState<N>& s) {
  using B = Bits<N>;
  const GuessWeights& w = kGuess[s.turn];
  const B& own = s.stones[kDefender];
  const B strong = arena.immortal(s, kAttacker);
  const B free = arena.empty(s);
  const B others = arena.region.without(own);
  const B touched = arena.around(strong) | arena.anchor[kAttacker];
  int z = w.base + w.room * others.without(strong | touched).count();

  B shut = others.without(arena.flood(others & arena.anchor[kAttacker], others));
  z += w.shut * shut.count();
  for (; shut.any(); z += w.spaces) shut = shut.without(arena.flood(B::at(shut.first()), shut));
  const auto weigh = [&](B left, int each, int one, int two) {
    const B all = left;
    while (left.any()) {
      const B block = arena.flood(B::at(left.first()), all);
      left = left.without(block);
      const int liberties = (arena.around(block) & free).count();
      z += each + (liberties == 1 ? one : liberties == 2 ? two : 0);
    }
  };
  weigh(own, w.blocks, w.atari, w.short_);
  const B guests = s.stones[kAttacker].without(strong);
  z += w.guest_stones * guests.count();
  weigh(guests, w.guests, w.guest_atari, w.guest_short);
  z += w.eyes * free.without(arena.around(others) | arena.anchor[kAttacker]).count();
  z += w.liberties * (free & arena.around(own)).count();
  if (s.ko >= 0) z += w.ko;

  // Numbers grow with the odds against; a step of the table is an eighth.
  constexpr int kSteps = 64;
  static const auto effort = [] {
    std::array<uint32_t, 2 * kSteps + 1> t{};
    for (int i = -kSteps; i <= kSteps; ++i)
      t[size_t(i + kSteps)] = uint32_t(1 + 20 * std::exp(0.8 * i / 8));
    return t;
  }();
  const int step = std::clamp(z * 8 / 100, -kSteps, kSteps);
  return {effort[size_t(kSteps - step)], effort[size_t(kSteps + step)]};
}

}  // namespace gokan
