#include "intuition/corner_planes.h"

#include <algorithm>
#include <bit>

namespace gokan::intuition {
namespace {

constexpr uint64_t kLeft = 0x0101010101010101u, kRight = kLeft << 7, kBottom = uint64_t(255) << 56;
constexpr uint64_t kOpen = kRight | kBottom;

uint64_t around(uint64_t x) {
  return ((x & ~kRight) << 1) | ((x & ~kLeft) >> 1) | (x << 8) | (x >> 8);
}

uint64_t flood(uint64_t seed, uint64_t within) {
  for (;;) {
    const uint64_t next = (seed | around(seed)) & within;
    if (next == seed) return seed;
    seed = next;
  }
}

// The only liberty of a single stone that is taken there by a stone which can be taken back: all
// around that point stand stones of the same colour, which are not taken with it.
uint64_t ko_point(uint64_t block, uint64_t own, uint64_t free) {
  const uint64_t breath = around(block) & free;
  if (std::popcount(block) != 1 || std::popcount(breath) != 1 || (breath & kOpen)) return 0;
  if (around(breath) & ~own) return 0;
  for (uint64_t left = around(breath) & ~block; left; left &= left - 1) {
    const uint64_t other = flood(left & -left, own);
    if (!(around(other) & free & ~breath) && !(other & kOpen)) return 0;  // taken, too
  }
  return breath;
}

}  // namespace

void corner_planes(const int8_t* inputs, size_t patterns, uint8_t* out) {
  for (size_t n = 0; n < patterns; ++n, inputs += kCornerPoints, out += kCornerPoints) {
    uint64_t stones[2] = {0, 0};
    for (int p = 0; p < kCornerPoints; ++p)
      if (inputs[p]) stones[inputs[p] < 0] |= uint64_t(1) << p;
    const uint64_t free = ~(stones[0] | stones[1]);
    const uint64_t outside = flood(free & kOpen, free);
    uint64_t ko = 0;
    for (int p = 0; p < kCornerPoints; ++p) out[p] = outside >> p & 1 ? 32 : 0;
    for (const int c : {0, 1}) {
      for (uint64_t left = stones[c]; left;) {
        const uint64_t block = flood(left & -left, stones[c]);
        left &= ~block;
        int liberties = std::min(3, std::popcount(around(block) & free));
        if (c == 1 && (block & kOpen)) liberties = 3;
        const uint64_t point = block & kOpen ? 0 : ko_point(block, stones[c], free);
        if (point) ko |= block | point;
        for (uint64_t rest = block; rest; rest &= rest - 1)
          out[std::countr_zero(rest)] = uint8_t((c + 1) | liberties << 2);
      }
    }
    for (; ko; ko &= ko - 1) out[std::countr_zero(ko)] |= 16;
  }
}

}  // namespace gokan::intuition
