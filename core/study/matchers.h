// Two matchers of other programs, kept to be studied (Wong 2004, section 2.1, describes both):
//   GoliathMatcher one integer per class and window around a point, compared by (window & want)
//   DfaMatcher     reads the cells around a point along a spiral; one state = patterns still alive
// They answer as match_planes does; benchmarks/bench_matchers.py compares their times.
#pragma once

#include <cstdint>
#include <vector>

#include "sight/patterns.h"

namespace gokan {

class GoliathMatcher {
 public:
  explicit GoliathMatcher(const PatternSet& set);
  std::vector<PatternHit> match(const Scene& scene) const;

 private:
  struct Want {
    int16_t cls;
    uint64_t bits;
  };
  struct Bitmaps {  // one variant: what each class's window must contain, the anchor's class first
    uint32_t wants, wants_end;      // in wants_
    uint32_t outside, outside_end;  // cells beyond the window, in outside_
  };
  const PatternSet& set_;
  std::vector<Bitmaps> compiled_;
  std::vector<Want> wants_;
  std::vector<PatternCell> outside_;
};

// A deterministic automaton built while it runs: letters (sets of classes a point belongs to) and
// transitions are made when first met and kept, up to `max_states`; then it starts afresh.
class DfaMatcher {
 public:
  explicit DfaMatcher(const PatternSet& set, int max_states = 1 << 16);
  ~DfaMatcher();
  DfaMatcher(const DfaMatcher&) = delete;
  DfaMatcher& operator=(const DfaMatcher&) = delete;
  std::vector<PatternHit> match(const Scene& scene);
  int states() const;
  int letters() const;

 private:
  struct Impl;
  Impl* impl_;
};

}  // namespace gokan
