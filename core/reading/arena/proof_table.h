// The memory of the proof search: what is known about positions met before.
//
// The key leaves the ko threats out; a solved position says for which numbers of threats its
// proof holds, so that the questions with other numbers share it. It starts small and doubles
// until the given number of bytes is reached; then buckets of four keep what cost most. Solved
// positions are exact whatever the path (see proof_search.h).
#pragma once

#include <cstdint>
#include <vector>

#include "reading/arena/proof_span.h"

namespace gokan {

struct ProofEntry {
  uint64_t key = 0;
  uint32_t pn = 0, dn = 0;  // of the last question that left it open; both 0: none
  uint32_t work = 0;
  int16_t kill_move = -2, stand_move = -2;
  Span kill{255, 0}, stand{0, 255};
  uint16_t tenuki = 0;  // of the kill
  uint16_t used = 0;

  bool killed(int attacker, int defender) const {
    return kill.attacker <= attacker && defender <= kill.defender;
  }
  bool stands(int attacker, int defender) const {
    return attacker <= stand.attacker && stand.defender <= defender;
  }
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

  void prefetch(uint64_t key) const {
#if defined(__GNUC__)
    if (entries_.empty()) return;
    const ProofEntry* e = bucket(key);
    __builtin_prefetch(e);
    __builtin_prefetch(e + 2);
#else
    (void)key;
#endif
  }

  void store_open(uint64_t key, uint32_t pn, uint32_t dn, uint64_t work) {
    if (ProofEntry* e = place(key, work)) {
      e->pn = pn;
      e->dn = dn;
    }
  }
  void store_kill(uint64_t key, Span span, int move, int tenuki, uint64_t work) {
    ProofEntry* e = place(key, work);
    if (!e || e->killed(span.attacker, span.defender)) return;
    e->kill = span;
    e->kill_move = int16_t(move);
    e->tenuki = uint16_t(tenuki);
  }
  void store_stand(uint64_t key, Span span, int move, uint64_t work) {
    ProofEntry* e = place(key, work);
    if (!e || e->stands(span.attacker, span.defender)) return;
    e->stand = span;
    e->stand_move = int16_t(move);
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
  // The entry of a position, made if need be; what cost least makes room.
  ProofEntry* place(uint64_t key, uint64_t work) {
    if (entries_.empty()) return nullptr;
    if (filled_ * 2 > entries_.size() && entries_.size() * 2 <= limit_) grow();
    ProofEntry* e = bucket(key);
    ProofEntry* slot = e;
    for (int i = 0; i < kBucket; ++i) {
      if (e[i].used && e[i].key == key) {
        const uint64_t sum = e[i].work + work;
        e[i].work = uint32_t(sum < UINT32_MAX ? sum : UINT32_MAX);
        return &e[i];
      }
      if (slot->used && (!e[i].used || e[i].work < slot->work)) slot = &e[i];
    }
    if (!slot->used) ++filled_;
    *slot = ProofEntry();
    slot->key = key;
    slot->work = uint32_t(work < UINT32_MAX ? work : UINT32_MAX);
    slot->used = 1;
    return slot;
  }
  void grow() {
    std::vector<ProofEntry> old(entries_.size() * 2);
    old.swap(entries_);
    filled_ = 0;
    for (const ProofEntry& e : old)
      if (e.used) {
        ProofEntry* slot = place(e.key, e.work);
        *slot = e;
      }
  }

  size_t limit_;
  size_t filled_ = 0;
  std::vector<ProofEntry> entries_;
};

}  // namespace gokan
