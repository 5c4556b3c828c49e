// The memory of a search by proof numbers: what is known about positions met before.
//
// It starts small and doubles until the given number of bytes is reached; then buckets of four
// keep what cost most.
#pragma once

#include <cstdint>
#include <vector>

namespace gokan {

struct NumberEntry {
  uint64_t key = 0;
  uint32_t pn = 0, dn = 0;
  uint32_t work = 0;
  int16_t best = -2;
  bool used = false;
};

class NumberTable {
 public:
  explicit NumberTable(size_t bytes) : limit_(bytes / sizeof(NumberEntry)) {
    size_t n = kBucket;
    while (n * 2 <= limit_ && n < kFirst) n *= 2;
    if (limit_ >= kBucket) entries_.resize(n);
  }

  const NumberEntry* find(uint64_t key) const {
    for (size_t i = bucket(key), end = i + kBucket; i < end && i < entries_.size(); ++i)
      if (entries_[i].used && entries_[i].key == key) return &entries_[i];
    return nullptr;
  }
  void store(uint64_t key, uint32_t pn, uint32_t dn, int best, uint64_t work) {
    if (entries_.empty()) return;
    if (filled_ * 2 > entries_.size() && entries_.size() * 2 <= limit_) grow();
    place({key, pn, dn, uint32_t(work < UINT32_MAX ? work : UINT32_MAX), int16_t(best), true});
  }

 private:
  static constexpr size_t kBucket = 4, kFirst = 1 << 10;

  size_t bucket(uint64_t key) const {
    return entries_.empty() ? 0 : (key & (entries_.size() / kBucket - 1)) * kBucket;
  }
  void place(const NumberEntry& fresh) {
    size_t worst = bucket(fresh.key);
    for (size_t i = worst, end = i + kBucket; i < end; ++i) {
      if (!entries_[i].used || entries_[i].key == fresh.key) {
        filled_ += !entries_[i].used;
        entries_[i] = fresh;
        return;
      }
      if (entries_[i].work < entries_[worst].work) worst = i;
    }
    entries_[worst] = fresh;
  }
  void grow() {
    std::vector<NumberEntry> old(entries_.size() * 2);
    old.swap(entries_);
    filled_ = 0;
    for (const NumberEntry& e : old)
      if (e.used) place(e);
  }

  size_t limit_;
  size_t filled_ = 0;
  std::vector<NumberEntry> entries_;
};

}  // namespace gokan
