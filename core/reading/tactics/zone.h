// A set of points as bits, for relevance zones.
#pragma once

#include <bit>

#include "go/board.h"

namespace gokan {

class Zone {
 public:
  void add(Point p) { words_[p >> 6] |= uint64_t(1) << (p & 63); }
  bool has(Point p) const { return words_[p >> 6] >> (p & 63) & 1; }
  void merge(const Zone& other) {
    for (size_t i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
  }
  void clear() { words_.fill(0); }
  // Calls f for every point; points that f adds may or may not be visited.
  template <class F>
  void for_each(F&& f) const {
    for (size_t i = 0; i < kWords; ++i)
      for (uint64_t word = words_[i]; word; word &= word - 1)
        f(Point(i * 64 + size_t(std::countr_zero(word))));
  }

 private:
  static constexpr size_t kWords = (kMaxPoints + 63) / 64;
  std::array<uint64_t, kWords> words_{};
};

}  // namespace gokan
