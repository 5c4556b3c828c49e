#include "strength/seds.h"

#include <algorithm>
#include <cmath>

#include "base/clones.h"

namespace gokan::seds {
namespace {

// Equation (4) for all cells at once; returns how many free points changed by `stop` or more.
// No branches, and pointers that cannot overlap, so that the compiler takes eight cells at a time;
// a macro, because only whole functions can be made in several versions.
#define GOKAN_UPDATE_POINTS(name, also)                                                         \
  GOKAN_CLONES int64_t name(                                                                    \
      const double* __restrict p, const double* __restrict q, double* __restrict next_p,        \
      double* __restrict next_q, const double* __restrict is_free, const double* __restrict up, \
      const double* __restrict left, const double* __restrict right,                            \
      const double* __restrict down, [[maybe_unused]] double* __restrict count, int begin,      \
      int end, int stride, double stop) {                                                       \
    int64_t changed = 0;                                                                        \
    for (int i = begin; i < end; ++i) {                                                         \
      const double p0 = std::max(p[i - stride], up[i]), p1 = std::max(p[i - 1], left[i]);       \
      const double p2 = std::max(p[i + 1], right[i]), p3 = std::max(p[i + stride], down[i]);    \
      const double q0 = std::max(q[i - stride], up[i]), q1 = std::max(q[i - 1], left[i]);       \
      const double q2 = std::max(q[i + 1], right[i]), q3 = std::max(q[i + stride], down[i]);    \
      const double white = 1.0 - (q0 * q3) * (q1 * q2);                                         \
      const double black = 1.0 - (p0 * p3) * (p1 * p2);                                         \
      const double on = is_free[i], off = 1.0 - on;                                             \
      const double scale = 1.0 / (white + black + off);                                         \
      const double v = on * (white * scale) + off * p[i];                                       \
      const double moved = std::fabs(v - p[i]) >= stop ? 1.0 : 0.0;                             \
      next_p[i] = v;                                                                            \
      next_q[i] = on * (black * scale) + off * q[i];                                            \
      also;                                                                                     \
      changed += moved != 0.0;                                                                  \
    }                                                                                           \
    return changed;                                                                             \
  }
GOKAN_UPDATE_POINTS(update_points, )
GOKAN_UPDATE_POINTS(update_and_count_points, count[i] += moved)
#undef GOKAN_UPDATE_POINTS

GOKAN_CLONES void copy_values(const double* __restrict p, const double* __restrict q,
                              float* __restrict to_p, float* __restrict to_q, int cells) {
  for (int i = 0; i < cells; ++i) to_p[i] = float(p[i]), to_q[i] = float(q[i]);
}

GOKAN_CLONES void mark_moves(const float* __restrict before, const float* __restrict after,
                             uint16_t* __restrict last, int cells, int sweep) {
  for (int i = 0; i < cells; ++i) last[i] = before[i] != after[i] ? uint16_t(sweep) : last[i];
}

}  // namespace

void System::start_values() {
  const Geometry& geo = board_->geometry();
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[i];
    p_[p] = q_[p] = 0.5;
    count_[p] = 0;
  }
  for (const Unit& unit : units_) write_block(unit, 0);
  averaged_.clear(), oscillating_.clear();
  if (!life_.any) return;
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[i];
    if (life_.owner[p] == kEmpty || board_->color(p) != kEmpty) continue;
    p_[p] = life_.owner[p] == kWhite, q_[p] = 1 - p_[p];
    free_[p] = 0;
  }
  for (Unit& unit : units_) {
    if (life_.owner[unit.head] == kEmpty) continue;
    unit.pinned = true;
    write_block(unit, life_.owner[unit.head] == unit.color ? 0 : 1);
  }
}

Outcome System::solve() {
  Outcome outcome = run();
  if (options_.eyes) {
    judge_eyes();
    const Outcome second = run();
    outcome.sweeps += second.sweeps;
    outcome.converged = second.converged;
  }
  return outcome;
}

Outcome System::solve(Course& course) {
  course_ = &course;
  course.begin(board_->geometry().cells);
  note_sweep();
  const Outcome outcome = run();
  course_ = nullptr;
  return outcome;
}

void System::note_sweep() {
  const size_t cells = course_->cells();
  float* row = course_->add();
  copy_values(p_, q_, row, row + cells, int(cells));
  for (const Unit& unit : units_) row[2 * cells + unit.head] = float(unit.delta);
  if (course_->sweeps == 0) return;
  mark_moves(row - 3 * cells, row, course_->last.data(), int(cells), course_->sweeps);
}

Outcome System::solve_from(const double* start) {
  const Geometry& geo = board_->geometry();
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[i];
    if (free_[p] != 0.0) p_[p] = start[p], q_[p] = 1 - start[p];
  }
  for (const Unit& unit : units_)
    if (!unit.pinned)
      write_block(unit, unit.color == kBlack ? start[unit.head] : 1 - start[unit.head]);
  return run();
}

void System::step(const double* from, double* to) {
  const Options kept = options_;
  const Geometry& geo = board_->geometry();
  options_.max_iter = 0;
  solve_from(from);
  options_ = kept;
  // Blocks first, from the given values; then points; so that both see the old ones.
  fresh_.clear();
  for (const Unit& unit : units_) fresh_.push_back(capture(unit));
  sweep_points();
  for (size_t i = 0; i < units_.size(); ++i)
    if (!units_[i].pinned) write_block(units_[i], fresh_[i]);
  for (int i = 0; i < geo.count; ++i) to[geo.points[i]] = p_[geo.points[i]];
}

// Whole sweeps while much changes; then only the units with a neighbour that changed.
Outcome System::run() {
  if (options_.queue) return run_queue();
  Outcome outcome;
  for (Unit& unit : units_) unit.delta = 0;
  averaged_.clear(), oscillating_.clear();
  const int few = (board_->empty_count() + int(units_.size())) / 16;
  while (outcome.sweeps < options_.max_iter && !outcome.converged) {
    ++outcome.sweeps;
    const int changed = sweep_points() + sweep_blocks(options_.damped);
    if (course_) note_sweep(), ++course_->whole_sweeps;
    outcome.converged = changed == 0;
    if (changed > 0 && (course_ ? outcome.sweeps == kWholeSweeps : changed <= few)) {
      run_active(outcome);
      break;
    }
  }
  if (options_.count && !averaged_.empty() && outcome.converged) {
    find_oscillations();
    outcome.converged = oscillating_.empty();
  }
  return outcome;
}

void System::run_active(Outcome& outcome) {
  const Geometry& geo = board_->geometry();
  active_points_.clear(), active_blocks_.clear();
  std::fill(awake_.begin(), awake_.end(), 0);
  ++stamp_;
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[i];
    if (free_[p] != 0.0 && std::fabs(p_[p] - next_p_[p]) >= options_.stop) wake_around(p);
  }
  for (const Unit& unit : units_)
    if (std::fabs(unit.delta) >= options_.stop) wake_list(unit);
  while (outcome.sweeps < options_.max_iter) {
    if (active_points_.empty() && active_blocks_.empty()) {
      outcome.converged = true;
      return;
    }
    ++outcome.sweeps;
    points_now_.swap(active_points_);
    active_points_.clear();
    ++stamp_;
    // Points from the old values...
    fresh_.clear();
    for (const Point p : points_now_) {
      double w, b;
      update_point(p, w, b);
      fresh_.push_back(w), fresh_.push_back(b);
    }
    for (size_t i = 0; i < points_now_.size(); ++i) {
      const Point p = points_now_[i];
      const double change = std::fabs(fresh_[2 * i] - p_[p]);
      p_[p] = fresh_[2 * i], q_[p] = fresh_[2 * i + 1];
      if (change < options_.stop) continue;
      count_[p] += 1;
      wake_around(p);
    }
    // ...and blocks from the new points, also those woken just now.
    blocks_now_.swap(active_blocks_);
    active_blocks_.clear();
    for (const uint16_t i : blocks_now_) awake_[i] = 0;
    fresh_.clear();
    for (const uint16_t i : blocks_now_) fresh_.push_back(capture(units_[i]));
    for (size_t i = 0; i < blocks_now_.size(); ++i) {
      Unit& unit = units_[blocks_now_[i]];
      if (move_block(blocks_now_[i], fresh_[i], options_.damped)) wake_list(unit);
    }
    if (course_) note_sweep();
  }
}

void System::wake(Point unit) {
  if (board_->color(unit) != kEmpty) {
    const uint16_t i = number_[unit];
    if (units_[i].pinned || awake_[i]) return;
    awake_[i] = 1;
    active_blocks_.push_back(i);
  } else if (free_[unit] != 0.0 && mark_[unit] != stamp_) {
    mark_[unit] = stamp_;
    active_points_.push_back(unit);
  }
}

void System::wake_around(Point p) {
  for (const Point q : board_->neighbors(p))
    if (board_->color(q) != kOff) wake(unit_of_[q]);
}

void System::wake_list(const Unit& unit) {
  for (int i = 0; i < unit.liberties; ++i) wake(lists_[unit.first + i]);
  for (int i = 0; i < unit.enemies; ++i) wake(lists_[unit.enemies_at + i]);
}

void System::update_point(Point i, double& v, double& w) const {
  const int s = board_->stride();
  const auto factor = [&](const double* x, int d, int at) {
    return std::max(x[at], repeat_[d][i]);
  };
  const double white = 1.0 - (factor(q_, 0, i - s) * factor(q_, 3, i + s)) *
                                 (factor(q_, 1, i - 1) * factor(q_, 2, i + 1));
  const double black = 1.0 - (factor(p_, 0, i - s) * factor(p_, 3, i + s)) *
                                 (factor(p_, 1, i - 1) * factor(p_, 2, i + 1));
  const double scale = 1.0 / (white + black);
  v = white * scale, w = black * scale;
}

int System::sweep_points() {
  const int s = board_->stride();
  const Point first = board_->at(0, 0);
  const Point last = board_->at(board_->width() - 1, board_->height() - 1);
  if (first == last) {  // a single point has no neighbours: 1/2, wherever it started
    p_[first] = q_[first] = 0.5;
    return 0;
  }
  const auto update = options_.count ? update_and_count_points : update_points;
  const int64_t changed = update(p_, q_, next_p_, next_q_, free_.data(), repeat_[0].data(),
                                 repeat_[1].data(), repeat_[2].data(), repeat_[3].data(),
                                 count_.data(), first, last + 1, s, options_.stop);
  std::swap(p_, next_p_), std::swap(q_, next_q_);
  return int(changed);
}

// The chance that a block is captured, equation (5). Lists come in fours, because a loop with
// an unpredictable number of rounds costs more than a few factors of 1.
double System::capture(const Unit& unit) const {
  const double* theirs = unit.color == kBlack ? p_ : q_;
  const double product =
      unit.factor * captured(theirs, lists_.data() + unit.first, unit.liberties,
                             lists_.data() + unit.enemies_at, unit.enemies, options_.raise);
  return unit.ceiling == 1.0 ? product : 1 - (1 - product) * unit.ceiling;
}

int System::sweep_blocks(bool averaging) {
  fresh_.resize(units_.size());
  for (size_t i = 0; i < units_.size(); ++i) fresh_[i] = capture(units_[i]);
  int changed = 0;
  for (size_t i = 0; i < units_.size(); ++i)
    if (!units_[i].pinned) changed += move_block(uint16_t(i), fresh_[i], averaging);
  return changed;
}

bool System::move_block(uint16_t i, double captured, bool averaging) {
  Unit& unit = units_[i];
  const double old = (unit.color == kBlack ? p_ : q_)[unit.head];
  double delta = captured - old;
  const bool changed = std::fabs(delta) >= options_.stop;
  if (changed) {
    count_[unit.head] += 1;
    if (averaging && delta * unit.delta < 0 && std::fabs(delta) >= kTurn * std::fabs(unit.delta)) {
      delta *= 0.5;
      captured = old + delta;
      if (std::find(averaged_.begin(), averaged_.end(), i) == averaged_.end())
        averaged_.push_back(i);
    }
  }
  unit.delta = delta;
  write_block(unit, captured);
  return changed;
}

void System::write_block(const Unit& unit, double captured) {
  const Point* stones = shores_.data() + unit.shore;
  double* theirs = unit.color == kBlack ? p_ : q_;
  double* ours = unit.color == kBlack ? q_ : p_;
  const double survives = 1 - captured;
  for (int i = 0; i < unit.shore_count; i += 4)
    for (int k = 0; k < 4; ++k) theirs[stones[i + k]] = captured, ours[stones[i + k]] = survives;
}

// A block held by averaging is settled only if the plain iteration pulls it back: push all such
// blocks a little the same way (the system is monotone, so that excites its slowest mode) and
// see what four plain sweeps leave of it.
void System::find_oscillations() {
  constexpr double kPush = 1e-2;
  const std::vector<double> keep_p(p_, p_ + kCells), keep_q(q_, q_ + kCells);
  const auto keep_count = count_;
  double mean = 0;
  for (const uint16_t i : averaged_) mean += p_[units_[i].head] / double(averaged_.size());
  const double push = mean < 0.5 ? kPush : -kPush;
  for (const uint16_t i : averaged_) {
    const double white = p_[units_[i].head] + push;
    write_block(units_[i], units_[i].color == kBlack ? white : 1 - white);
  }
  for (int i = 0; i < 4; ++i) sweep_points(), sweep_blocks(false);
  for (const uint16_t i : averaged_) {
    const Point head = units_[i].head;
    if (std::fabs(p_[head] - keep_p[head]) >= 0.95 * kPush) oscillating_.push_back(head);
  }
  std::copy(keep_p.begin(), keep_p.end(), p_);
  std::copy(keep_q.begin(), keep_q.end(), q_);
  count_ = keep_count;
}

double System::score() const {
  double score = 0;
  for (int i = 0; i < board_->empty_count(); ++i) {
    const Point p = board_->empty_point(i);
    score += q_[p] - p_[p];
  }
  for (const Unit& unit : units_)
    score += unit.color == kBlack ? unit.size * q_[unit.head] : -unit.size * p_[unit.head];
  return score;
}

}  // namespace gokan::seds
