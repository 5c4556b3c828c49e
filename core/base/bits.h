// A set of points of a small rectangle, one bit each, in N machine words.
//
// Rows are laid one after another with one unused column between them, so that a step to a
// neighbour is a shift and a wrap lands on a bit that every mask leaves out.
#pragma once

#include <bit>
#include <cstdint>

namespace gokan {

template <int N>
struct Bits {
  uint64_t w[N] = {};

  static Bits at(int i) {
    Bits b;
    b.set(i);
    return b;
  }
  void set(int i) { w[i >> 6] |= uint64_t(1) << (i & 63); }
  void reset(int i) { w[i >> 6] &= ~(uint64_t(1) << (i & 63)); }
  bool test(int i) const { return (w[i >> 6] >> (i & 63)) & 1; }
  bool any() const {
    uint64_t x = 0;
    for (int i = 0; i < N; ++i) x |= w[i];
    return x != 0;
  }
  bool none() const { return !any(); }
  int count() const {
    int n = 0;
    for (int i = 0; i < N; ++i) n += std::popcount(w[i]);
    return n;
  }
  bool single() const { return count() == 1; }
  int first() const {  // the lowest member; the set must not be empty
    for (int i = 0; i < N; ++i)
      if (w[i]) return 64 * i + std::countr_zero(w[i]);
    return -1;
  }
  int pop() {
    const int i = first();
    reset(i);
    return i;
  }
  bool operator==(const Bits& o) const {
    uint64_t x = 0;
    for (int i = 0; i < N; ++i) x |= w[i] ^ o.w[i];
    return x == 0;
  }
  Bits& operator|=(const Bits& o) {
    for (int i = 0; i < N; ++i) w[i] |= o.w[i];
    return *this;
  }
  Bits& operator&=(const Bits& o) {
    for (int i = 0; i < N; ++i) w[i] &= o.w[i];
    return *this;
  }
  friend Bits operator|(Bits a, const Bits& b) { return a |= b; }
  friend Bits operator&(Bits a, const Bits& b) { return a &= b; }
  Bits without(const Bits& o) const {
    Bits r;
    for (int i = 0; i < N; ++i) r.w[i] = w[i] & ~o.w[i];
    return r;
  }
  bool meets(const Bits& o) const {
    uint64_t x = 0;
    for (int i = 0; i < N; ++i) x |= w[i] & o.w[i];
    return x != 0;
  }
  // Both shifts take 1 <= n < 64.
  Bits up(int n) const {
    Bits r;
    r.w[0] = w[0] << n;
    for (int i = 1; i < N; ++i) r.w[i] = (w[i] << n) | (w[i - 1] >> (64 - n));
    return r;
  }
  Bits down(int n) const {
    Bits r;
    for (int i = 0; i + 1 < N; ++i) r.w[i] = (w[i] >> n) | (w[i + 1] << (64 - n));
    r.w[N - 1] = w[N - 1] >> n;
    return r;
  }
};

}  // namespace gokan
