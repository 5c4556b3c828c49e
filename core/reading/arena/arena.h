// The game that the proof search plays: a region of a board in which one side (the attacker)
// wants to capture the target stones of the other (the defender).
//
// Only the points of the region can be played. What lies outside is summed up by two masks:
// a stone on a point of anchor[c] is joined to something of colour c outside that is never
// captured. Everything else is the ordinary rules: capture, no suicide, simple ko. A side with
// outside ko threats may retake a ko at once and pays one threat for it; a side with kEndless
// pays nothing. kFinite is any finite number at once: nothing is counted, but the side that uses
// such threats for ever loses. Passing is always legal and lifts the ban.
//
// The attacker wins when no target stone is left. Every other end, an endless one included, is
// the defender's: the attacker's wins are a least fixed point and do not depend on the path.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/bits.h"

namespace gokan {

constexpr int kArenaPass = -1;
constexpr uint8_t kEndless = 127;
constexpr uint8_t kFinite = 126;
enum Side : uint8_t { kAttacker = 0, kDefender = 1 };

template <int N>
struct ArenaState {
  Bits<N> stones[2];
  Bits<N> target;   // target stones not captured so far
  int16_t ko = -1;  // where the side to move may not retake; -1 none
  uint8_t turn = kAttacker;
  uint8_t threats[2] = {0, 0};

  bool operator==(const ArenaState& o) const {
    return stones[0] == o.stones[0] && stones[1] == o.stones[1] && target == o.target &&
           ko == o.ko && turn == o.turn && threats[0] == o.threats[0] && threats[1] == o.threats[1];
  }
  bool banned() const { return ko >= 0 && threats[turn] == 0; }
  uint64_t key() const { return with_threats(board_key()); }
  uint64_t with_threats(uint64_t board) const {
    return board ^ ((uint64_t(threats[0]) << 8 | threats[1]) * 0x9e3779b97f4a7c15u);
  }
  uint64_t board_key() const {  // without the threats
    uint64_t h = 0x9e3779b97f4a7c15u;
    const auto mix = [&h](uint64_t x) {  // a full avalanche per word
      h ^= x;
      h = (h ^ (h >> 32)) * 0xd6e8feb86659fd93u;
      h = (h ^ (h >> 29)) * 0xff51afd7ed558ccdu;
      h ^= h >> 32;
    };
    mix(uint64_t(uint16_t(ko)) | (uint64_t(turn) << 16));
    for (int i = 0; i < N; ++i) {
      mix(stones[0].w[i]);
      mix(stones[1].w[i]);
      mix(target.w[i]);
    }
    return h;
  }
};

// Whether a position is lost for the target, whoever moves (arena_hopeless.h).
struct Hopeless {
  int passes = -1;       // -1: no; else how often the defender can play elsewhere at most
  bool retakes = false;  // ... and once more for each ko threat that he has
  explicit operator bool() const { return passes >= 0; }
};

template <int N>
struct Arena {
  int width = 0, height = 0, stride = 0;
  Bits<N> region;
  Bits<N> anchor[2];
  Bits<N> whole;  // the target at the start

  using B = Bits<N>;
  using State = ArenaState<N>;

  B around(const B& x) const {
    return (x.up(1) | x.down(1) | x.up(stride) | x.down(stride)) & region;
  }
  B flood(B seed, const B& within) const {
    for (;;) {
      const B next = (seed | around(seed)) & within;
      if (next == seed) return seed;
      seed = next;
    }
  }
  B empty(const State& s) const { return region.without(s.stones[0] | s.stones[1]); }
  // The stones of c that are joined to the outside and can never be captured.
  B immortal(const State& s, int c) const { return flood(s.stones[c] & anchor[c], s.stones[c]); }
  // These of the attacker, and those that he can join to them in two ways.
  B joined(const State& s) const;

  // Plays for the side to move; false (and an undefined state) if the rules forbid it.
  bool play(State& s, int p) const {
    const int us = s.turn, them = 1 - us;
    s.turn = uint8_t(them);
    if (p == kArenaPass) {
      s.ko = -1;
      return true;
    }
    if (p == s.ko) {
      if (s.threats[us] == 0) return false;
      if (s.threats[us] < kFinite) --s.threats[us];
    }
    s.ko = -1;
    const B stone = B::at(p);
    const B near = around(stone);
    B& mine = s.stones[us];
    B& theirs = s.stones[them];
    mine |= stone;
    B free = region.without(mine | theirs);
    B captured;
    for (B left = near & theirs; left.any();) {
      const B block = flood(B::at(left.first()), theirs);
      left = left.without(block);
      if (!block.meets(anchor[them]) && !around(block).meets(free)) captured |= block;
    }
    if (captured.any()) {
      theirs = theirs.without(captured);
      free |= captured;
      if (them == kDefender) s.target = s.target.without(captured);
      if (captured.single() && !near.meets(mine) && !anchor[us].test(p) &&
          (near & free) == captured)
        s.ko = int16_t(captured.first());
    } else if (!near.meets(free) && !anchor[us].test(p)) {
      const B block = flood(stone, mine);
      if (!block.meets(anchor[us]) && !around(block).meets(free)) return false;
    }
    return true;
  }

  bool captured(const State& s) const { return s.target.none(); }
  bool escaped(const State& s) const {
    return anchor[kDefender].meets(s.stones[kDefender]) && immortal(s, kDefender).meets(s.target);
  }
  bool unconditionally_alive(const State& s) const;             // some target stone, by Benson
  Hopeless hopeless(const State& s, bool plain = false) const;  // no room for a second eye
  B false_eyes(const B& open, const B& core, const B& room) const;
  bool star_or_square(const State& s, const B& room, const B& block) const;
  bool one_block(const State& s) const {  // the target stones
    return s.target.without(flood(B::at(s.target.first()), s.stones[kDefender])).none();
  }
  B spare_dame(const State& s) const;  // moves that need no look
};

// Benson's theorem inside the region. A component of non-defender points that holds a point of
// the attacker's anchor is open to the outside and encloses nothing.
template <int N>
bool Arena<N>::unconditionally_alive(const State& s) const {
  constexpr int kMost = 64;
  const B& own = s.stones[kDefender];
  B regions[kMost];
  int n = 0;
  const B outside = region.without(own);
  const B open = flood(outside & anchor[kAttacker], outside);
  for (B left = outside.without(open); left.any();) {
    if (n == kMost) return false;
    regions[n] = flood(B::at(left.first()), left);
    left = left.without(regions[n]);
    ++n;
  }
  if (n < 2) return false;
  B blocks[kMost];
  int m = 0;
  const B safe = immortal(s, kDefender);
  B bordering;
  for (int i = 0; i < n; ++i) bordering |= around(regions[i]);
  for (B left = (bordering & own).without(safe); left.any();) {
    if (m == kMost) return false;
    blocks[m] = flood(B::at(left.first()), own);
    left = left.without(blocks[m]);
    ++m;
  }
  const B free = empty(s);
  for (bool changed = true; changed;) {
    changed = false;
    for (int j = 0; j < m; ++j) {
      const B near = around(blocks[j]);
      int vital = 0;
      for (int i = 0; i < n && vital < 2; ++i)
        if (regions[i].meets(near) && (regions[i] & free).without(near).none()) ++vital;
      if (vital >= 2) continue;
      changed = true;
      for (int i = 0; i < n;) {  // a region that this block borders is no longer enclosed
        if (regions[i].meets(near))
          regions[i] = regions[--n];
        else
          ++i;
      }
      blocks[j] = blocks[--m];
      --j;
    }
  }
  for (int j = 0; j < m; ++j)
    if (blocks[j].meets(s.target)) return true;
  return false;
}

// Dame of the target: empty points that touch nothing but the target's one block, edges and
// immortal attacker stones. They differ in nothing, so the attacker needs only the first of
// them; for the defender a pass is at least as good. Returned is what can be left out.
template <int N>
Bits<N> Arena<N>::spare_dame(const State& s) const {
  const B& own = s.stones[kDefender];
  const B block = flood(B::at(s.target.first()), own);
  if (s.target.without(block).any() || block.meets(anchor[kDefender])) return B();
  const B free = empty(s);
  const B near = around(block) & free;
  const B strong = immortal(s, kAttacker);
  const B rest = region.without(block | strong);  // a dame touches none of these
  B dame = near.without(around(rest) | anchor[kDefender]) & (around(strong) | anchor[kAttacker]);
  if (s.ko >= 0) dame.reset(s.ko);
  if (s.turn == kAttacker && dame.any()) dame.pop();
  return dame;
}

}  // namespace gokan

#include "reading/arena/arena_hopeless.h"
