// How much a search may cost, and the clock that tells it when to end.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

namespace gokan {

// A flag that another thread may set to end every search that was given it.
struct Cancel {
  std::atomic<bool> flag{false};
  bool is_set() const { return flag.load(std::memory_order_relaxed); }
};

// The same for every search; 0 means no limit. What is counted as a node each search says itself.
struct SearchLimits {
  uint64_t nodes = 0;
  double seconds = 0;
  uint64_t games = 0;  // of trials
  const Cancel* cancel = nullptr;
};

// Started with a search. It looks at the clock and the flag only now and then; where the limits
// have no seconds it never looks at the clock, so that the search depends on its nodes alone.
class Countdown {
 public:
  explicit Countdown(uint64_t every = 2048) : every_(every) {}

  void start(const SearchLimits& limits) {
    limits_ = limits;
    next_check_ = 0;
    spent_ = false;
    if (limits.seconds <= 0) return;
    const std::chrono::duration<double> seconds(std::min(limits.seconds, kLongest));
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(seconds);
  }
  // Whether the search must end after so many nodes.
  bool spent(uint64_t nodes) {
    if (spent_ || nodes < next_check_) return spent_;
    next_check_ = nodes + every_;
    spent_ = (limits_.nodes && nodes >= limits_.nodes) || late();
    if (limits_.nodes) next_check_ = std::min(next_check_, limits_.nodes);
    return spent_;
  }
  // Whether it was cancelled or its time is over.
  bool late() const {
    if (limits_.cancel && limits_.cancel->is_set()) return true;
    return limits_.seconds > 0 && Clock::now() >= deadline_;
  }
  // What is left after so many nodes, for a search within the search. Not to be asked when spent.
  SearchLimits left(uint64_t nodes) const {
    SearchLimits left = limits_;
    if (limits_.nodes) left.nodes = limits_.nodes > nodes ? limits_.nodes - nodes : 1;
    if (limits_.seconds > 0) {
      const std::chrono::duration<double> seconds = deadline_ - Clock::now();
      left.seconds = std::max(seconds.count(), 1e-6);
    }
    return left;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double kLongest = 1e8;  // more would not fit the clock

  SearchLimits limits_;
  Clock::time_point deadline_;
  uint64_t every_;
  uint64_t next_check_ = 0;
  bool spent_ = false;
};

}  // namespace gokan
