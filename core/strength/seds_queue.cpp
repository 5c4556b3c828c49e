// Wolf's own way to iterate (section VI-E): units wait in a queue, each takes its new value at
// once, and where it changed by `stop` or more its neighbours are queued again, but no unit is
// updated more than max_iter times. Nothing is damped, and the answer hangs on the order of the
// queue, here the order of reading; that is why Gokan sweeps instead.
#include <algorithm>
#include <cmath>
#include <vector>

#include "strength/seds.h"

namespace gokan::seds {

Outcome System::run_queue() {
  const Geometry& geo = board_->geometry();
  Outcome outcome{0, true};
  averaged_.clear(), oscillating_.clear();
  updates_.assign(size_t(kMaxPoints), 0);
  std::vector<uint8_t> waits(size_t(kMaxPoints), 0);
  std::vector<Point> queue;
  const auto call = [&](Point unit) {
    if (board_->color(unit) == kEmpty ? free_[unit] == 0.0 : units_[number_[unit]].pinned) return;
    if (waits[unit]) return;
    if (updates_[unit] >= options_.max_iter) {
      outcome.converged = false;  // it was called once too often
      return;
    }
    waits[unit] = 1;
    queue.push_back(unit);
  };
  std::vector<int> place(size_t(kMaxPoints), -1);  // where reading meets a unit first
  for (int i = 0; i < geo.count; ++i) {
    const Point unit = unit_of_[geo.points[i]];
    if (place[unit] >= 0) continue;
    place[unit] = i;
    call(unit);
  }
  std::vector<Point> around;
  const auto call_all = [&] {
    std::sort(around.begin(), around.end(), [&](Point a, Point b) { return place[a] < place[b]; });
    for (const Point unit : around) call(unit);
  };
  if (geo.count == 1) queue.clear();  // a single point has no neighbours: it stays at 1/2
  for (size_t next = 0; next < queue.size(); ++next) {
    const Point unit = queue[next];
    waits[unit] = 0;
    outcome.sweeps = std::max(outcome.sweeps, ++updates_[unit]);
    if (board_->color(unit) == kEmpty) {
      double white, black;
      update_point(unit, white, black);
      const double change = std::fabs(white - p_[unit]);
      p_[unit] = white, q_[unit] = black;
      if (change < options_.stop) continue;
      count_[unit] += 1;
      around.clear();
      for (const Point q : board_->neighbors(unit))
        if (board_->color(q) != kOff) around.push_back(unit_of_[q]);
      call_all();
    } else {
      const Unit& block = units_[number_[unit]];
      if (!move_block(number_[unit], capture(block), false)) continue;
      const Point* list = lists_.data();
      around.assign(list + block.first, list + block.first + block.liberties);
      around.insert(around.end(), list + block.enemies_at, list + block.enemies_at + block.enemies);
      call_all();
    }
  }
  return outcome;
}

}  // namespace gokan::seds
