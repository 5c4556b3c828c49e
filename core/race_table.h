// The memory of the race search: proof numbers of positions met before.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace gokan {

// A table of fixed size; a slot keeps what cost most, unless the newcomer is solved.
class RaceTable {
 public:
  struct Entry {
    uint64_t key = 0;
    uint32_t pn = 0, dn = 0;
    uint32_t work = 0;
    int16_t best = -2;
  };

  explicit RaceTable(size_t bytes) : most_(std::max<size_t>(bytes / sizeof(Entry), 1 << 10)) {
    entries_.resize(1 << 10);
  }
  const Entry* find(uint64_t key) const {
    const Entry* e = &entries_[key & (entries_.size() - 2)];
    if (e[0].work && e[0].key == key) return e;
    return e[1].work && e[1].key == key ? e + 1 : nullptr;
  }
  void store(const Entry& fresh) {
    if (filled_ * 2 > entries_.size() && entries_.size() * 2 <= most_) grow();
    place(fresh);
  }

 private:
  void place(const Entry& fresh) {
    Entry* e = &entries_[fresh.key & (entries_.size() - 2)];
    if (e[1].work && e[1].key == fresh.key) ++e;
    if (e->key != fresh.key && e->work > fresh.work) ++e;
    if (!e->work) ++filled_;
    *e = fresh;
  }
  void grow() {
    std::vector<Entry> old(entries_.size() * 2);
    old.swap(entries_);
    filled_ = 0;
    for (const Entry& e : old)
      if (e.work) place(e);
  }
  size_t most_, filled_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace gokan
