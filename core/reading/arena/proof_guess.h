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
  std::array<int, 13> each;
  // room: points that touch no immortal attacker stone and hold no defender
  // spaces: areas that the defender has shut off; shut: points in them
  // blocks: the defender's; atari: of them with one liberty; short: with two
  // guests: attacker blocks that can be captured; their stones; in atari; short
  // eyes: empty points with defender stones all around
  // liberties: empty points beside defender stones
  // ko: the side to move may not retake
};

inline constexpr GuessWeights kGuess[2] = {
    // the attacker moves
    {760, {-50, -196, -12, 33, 149, 46, 59, 42, -163, -30, -11, -51, 40}},
    {690, {-55, -164, -22, -5, 165, 74, 57, 47, -270, -51, -28, -58, 158}},
};

constexpr int kGuessCounts = 13;

// What a player looks at, counted; in the order of GuessWeights. `strong` are the attacker's
// immortal stones.
template <int N>
std::array<int, kGuessCounts> guess_counts(const Arena<N>& arena, const ArenaState<N>& s,
                                           const Bits<N>& strong) {
  using B = Bits<N>;
  std::array<int, kGuessCounts> found{};
  auto& [room, spaces, shut_off, blocks, atari, short_, guests, guest_stones, guest_atari,
         guest_short, eyes, liberties, ko] = found;
  const B& own = s.stones[kDefender];
  const B free = arena.empty(s);
  const B others = arena.region.without(own);
  const B touched = arena.around(strong) | arena.anchor[kAttacker];
  room = others.without(strong | touched).count();
  B shut = others.without(arena.flood(others & arena.anchor[kAttacker], others));
  shut_off = shut.count();
  for (; shut.any(); ++spaces) shut = shut.without(arena.flood(B::at(shut.first()), shut));
  const auto count = [&](B left, int& each, int& one, int& two) {
    const B all = left;
    while (left.any()) {
      const B block = arena.flood(B::at(left.first()), all);
      left = left.without(block);
      const int breaths = (arena.around(block) & free).count();
      ++each;
      one += breaths == 1;
      two += breaths == 2;
    }
  };
  count(own, blocks, atari, short_);
  const B inside = s.stones[kAttacker].without(strong);
  guest_stones = inside.count();
  count(inside, guests, guest_atari, guest_short);
  eyes = free.without(arena.around(others) | arena.anchor[kAttacker]).count();
  liberties = (free & arena.around(own)).count();
  ko = s.ko >= 0;
  return found;
}

// From the log-odds in hundredths that the attacker kills: numbers grow with the odds against; a
// step of the table is an eighth.
inline Guess guess_of_odds(int z) {
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

template <int N>
Guess first_guess(const Arena<N>& arena, const ArenaState<N>& s) {
  const GuessWeights& w = kGuess[s.turn];
  const auto counts = guess_counts(arena, s, arena.immortal(s, kAttacker));
  int z = w.base;
  for (size_t i = 0; i < counts.size(); ++i) z += w.each[i] * counts[i];
  return guess_of_odds(z);
}

}  // namespace gokan
