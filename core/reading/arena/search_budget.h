// When a search must end: too many nodes, too late, or cancelled from another thread.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "reading/arena/proof.h"

namespace gokan {

class SearchBudget {
 public:
  void start(const ProofLimits& limits) {
    limits_ = limits;
    const double seconds = std::clamp(limits.seconds, 0.0, kLongest);
    deadline_ = Clock::now() +
                std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    next_check_ = 0;
    spent_ = false;
  }
  // Looks at the clock and the flag only now and then.
  bool spent(uint64_t nodes) {
    if (spent_ || nodes < next_check_) return spent_;
    next_check_ = nodes + 2048;
    if (limits_.nodes && nodes >= limits_.nodes) spent_ = true;
    if (limits_.stop && limits_.stop->load(std::memory_order_relaxed)) spent_ = true;
    if (limits_.seconds > 0 && Clock::now() >= deadline_) spent_ = true;
    if (limits_.nodes) next_check_ = std::min(next_check_, limits_.nodes);
    return spent_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double kLongest = 1e8;  // more would not fit the clock

  ProofLimits limits_;
  Clock::time_point deadline_;
  uint64_t next_check_ = 0;
  bool spent_ = false;
};

}  // namespace gokan
