// A region as a solver holds it: the arena with its stones, and the way between the cells of the
// rectangle that was handed over and the bits of the arena.
#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "reading/arena/arena.h"
#include "reading/arena/proof.h"

namespace gokan {

template <int N>
struct ArenaRoom {
  Arena<N> arena;
  ArenaState<N> start;

  // Throws std::invalid_argument for a wrong target or a block without liberties.
  explicit ArenaRoom(const ArenaSpec& spec) {
    arena.width = spec.width;
    arena.height = spec.height;
    arena.stride = spec.width + 1;
    for (int cell = 0; cell < spec.width * spec.height; ++cell) {
      const uint8_t what = spec.cells[size_t(cell)];
      const int kind = what & ArenaSpec::kKindMask, i = to_bit(cell);
      if (kind == ArenaSpec::kOutside) continue;
      arena.region.set(i);
      if (kind == ArenaSpec::kAttackerStone) start.stones[kAttacker].set(i);
      if (kind == ArenaSpec::kDefenderStone) start.stones[kDefender].set(i);
      if (what & ArenaSpec::kAttackerAnchor) arena.anchor[kAttacker].set(i);
      if (what & ArenaSpec::kDefenderAnchor) arena.anchor[kDefender].set(i);
      if (what & ArenaSpec::kTarget) start.target.set(i);
    }
    arena.whole = start.target;
    if (start.target.none() || start.target.without(start.stones[kDefender]).any())
      throw std::invalid_argument("the target must be defender stones of the region");
    const Bits<N> free = arena.empty(start);
    for (int c = 0; c < 2; ++c) {
      for (Bits<N> left = start.stones[c]; left.any();) {
        const Bits<N> block = arena.flood(Bits<N>::at(left.first()), start.stones[c]);
        left = left.without(block);
        if (!block.meets(arena.anchor[c]) && !arena.around(block).meets(free))
          throw std::invalid_argument("a block of the region has no liberties");
      }
    }
  }

  int to_cell(int bit) const { return bit / arena.stride * arena.width + bit % arena.stride; }
  int to_bit(int cell) const { return cell / arena.width * arena.stride + cell % arena.width; }
  bool on_region(int cell) const {
    return cell >= 0 && cell < arena.width * arena.height && arena.region.test(to_bit(cell));
  }

  // The state a question is about; false if one of its moves is not legal. Only a race may go
  // on after the target was captured.
  bool state_of(const ProofQuery& q, ArenaState<N>& s, bool beyond_capture = false) const {
    s = start;
    s.turn = uint8_t(q.turn ? kDefender : kAttacker);
    s.threats[kAttacker] = uint8_t(std::clamp(q.attacker_threats, 0, int(kEndless)));
    s.threats[kDefender] = uint8_t(std::clamp(q.defender_threats, 0, int(kEndless)));
    if (on_region(q.ko) && s.threats[s.turn] != kEndless) s.ko = int16_t(to_bit(q.ko));
    for (const int move : q.moves) {
      if (!beyond_capture && arena.captured(s)) return false;
      if (move >= 0 && (!on_region(move) || !arena.empty(s).test(to_bit(move)))) return false;
      if (!arena.play(s, move < 0 ? kArenaPass : to_bit(move))) return false;
    }
    return true;
  }
};

// A solver for the smallest bit set that holds the rectangle.
template <class Impl, template <int> class Sized>
std::unique_ptr<Impl> make_sized(const ArenaSpec& spec, size_t table_bytes) {
  if (spec.width < 1 || spec.height < 1 || spec.width > 25 || spec.height > 25 ||
      spec.cells.size() != size_t(spec.width) * size_t(spec.height))
    throw std::invalid_argument("an arena is a rectangle of at most 25 by 25 cells");
  const int bits = (spec.width + 1) * spec.height;
  if (bits <= 64) return std::make_unique<Sized<1>>(spec, table_bytes);
  if (bits <= 128) return std::make_unique<Sized<2>>(spec, table_bytes);
  if (bits <= 192) return std::make_unique<Sized<3>>(spec, table_bytes);
  if (bits <= 384) return std::make_unique<Sized<6>>(spec, table_bytes);
  return std::make_unique<Sized<11>>(spec, table_bytes);
}

}  // namespace gokan
