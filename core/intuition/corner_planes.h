// What a corner network may see beyond stones: liberties, ko, and what lies outside.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gokan::intuition {

// One byte per point of an 8×8 corner: bits 0-1 the colour (1 enclosed, 2 enclosing), bits 2-3 the
// liberties of its block up to three, bit 4 a stone that can be taken in a ko or the point that
// takes it, bit 5 an empty point outside: joined to the open sides of the pattern.
// A block of the enclosing side that reaches an open side has three.
constexpr int kCornerPoints = 64;
void corner_planes(const int8_t* inputs, size_t patterns, uint8_t* out);

}  // namespace gokan::intuition
