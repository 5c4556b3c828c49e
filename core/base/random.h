// Random numbers for games that are played out.
#pragma once

#include <cstdint>

namespace gokan {

// xoroshiro128+ (Blackman and Vigna): small, fast and good enough in its high bits.
class Random {
 public:
  explicit Random(uint64_t seed) {
    for (uint64_t& word : state_) {
      seed += 0x9e3779b97f4a7c15ull;
      uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
      word = z ^ (z >> 31);
    }
  }
  uint32_t below(uint32_t n) { return uint32_t((uint64_t(uint32_t(next() >> 32)) * n) >> 32); }
  bool chance(uint32_t percent) { return below(100) < percent; }

 private:
  uint64_t next() {
    const uint64_t a = state_[0];
    uint64_t b = state_[1];
    const uint64_t result = a + b;
    b ^= a;
    state_[0] = ((a << 24) | (a >> 40)) ^ b ^ (b << 16);
    state_[1] = (b << 37) | (b >> 27);
    return result;
  }
  uint64_t state_[2];
};

}  // namespace gokan
