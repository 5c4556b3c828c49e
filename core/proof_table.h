// The memory of the proof search: pn and dn of positions met before.
//
// It starts small and doubles until the given number of bytes is reached; then buckets of four
// keep what cost most. Solved positions are exact whatever the path (see proof_search.h).
#pragma once

#include <cstdint>
#include <vector>

namespace gokan {

struct ProofEntry {
  uint64_t key = 0;
  uint32_t pn = 0, dn = 0;
  uint32_t work = 0;
  int16_t best = -2;
  uint16_t used = 0;  // 0: free; else one more than the tenuki of a proved kill
};

class ProofTable {
 public:
  explicit ProofTable(size_t bytes) : limit_(bytes / sizeof(ProofEntry)) {
    if (limit_ >= kBucket) entries_.resize(limit_ < kFirst ? floor2(limit_) : kFirst);
  }
  size_t size() const { return entries_.size(); }

  const ProofEntry* find(uint64_t key) const {
    if (entries_.empty()) return nullptr;
    const ProofEntry* e = bucket(key);
    for (int i = 0; i < kBucket; ++i)
      if (e[i].used && e[i].key == key) return &e[i];
    return nullptr;
  }

  void store(uint64_t key, uint32_t pn, uint32_t dn, int best, uint64_t work, int tenuki) {
    if (entries_.empty()) return;
    if (filled_ * 2 > entries_.size() && entries_.size() * 2 <= limit_) grow();
    place({key, pn, dn, uint32_t(work < UINT32_MAX ? work : UINT32_MAX), int16_t(best),
           uint16_t(tenuki + 1)});
  }

 private:
  static constexpr int kBucket = 4;
  static constexpr size_t kFirst = 1 << 12;
  static size_t floor2(size_t n) {
    size_t p = kBucket;
    while (p * 2 <= n) p *= 2;
    return p;
  }
  ProofEntry* bucket(uint64_t key) {
    return &entries_[(key & (entries_.size() / kBucket - 1)) * kBucket];
  }
  const ProofEntry* bucket(uint64_t key) const {
    return const_cast<ProofTable*>(this)->bucket(key);
  }
  void place(const ProofEntry& fresh) {
    ProofEntry* e = bucket(fresh.key);
    ProofEntry* worst = e;
    for (int i = 0; i < kBucket; ++i) {
      if (!e[i].used || e[i].key == fresh.key) {
        if (!e[i].used) ++filled_;
        e[i] = fresh;
        return;
      }
      if (e[i].work < worst->work) worst = &e[i];
    }
    *worst = fresh;
  }
  void grow() {
    std::vector<ProofEntry> old(entries_.size() * 2);
    old.swap(entries_);
    filled_ = 0;
    for (const ProofEntry& e : old)
      if (e.used) place(e);
  }

  size_t limit_;
  size_t filled_ = 0;
  std::vector<ProofEntry> entries_;
};

}  // namespace gokan
