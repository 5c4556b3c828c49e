#include "seds_lanes.h"

#include <algorithm>
#include <cmath>

namespace gokan::seds {
namespace {

// A unit farther than this part of `stop` from the course draws in its neighbours; in the first
// sweeps, in which all members look, it takes more.
constexpr double kApart = 0.7, kApartAtFirst = 1.4;

}  // namespace

void Lanes::prepare(const Board& board, const System& base, const Course& course,
                    const Options& options) {
  board_ = &board, course_ = &course;
  options_ = options;
  stop_ = float(options.stop);
  if (units_.empty()) {
    units_.resize(kCells), deltas_.resize(kCells);
    fresh_.resize(kMaxOnBoard), raw_.resize(kMaxOnBoard);
    awake_.resize(kMaxOnBoard), news_.resize(kMaxOnBoard);
    repeat_.fill(-1);
  }
  const Geometry& geo = board.geometry();
  kind_.fill(kOff);
  const auto fixed = [&](Point cell, double value) {
    for (int l = 0; l < kLanes; ++l)
      units_[cell].p.value[l] = units_[cell].q.value[l] = float(value);
  };
  fixed(kPass, 1), fixed(kOne, 1);
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[i];
    unit_[p] = base.unit(p);
    if (board.color(p) != kEmpty) continue;
    kind_[p] = kEmpty;
    pinned_[p] = base.pinned(p);
    const auto around = board.neighbors(p);
    for (size_t d = 0; d < 4; ++d) {
      const bool off = board.color(around[d]) == kOff;
      if (off) fixed(around[d], options.edge);
      const Point unit = off ? around[d] : base.unit(around[d]);
      const bool again =
          std::find(near_[p].begin(), near_[p].begin() + d, unit) != near_[p].begin() + d;
      near_[p][d] = again ? kPass : unit;
    }
  }
  for (const System::Unit& unit : base.blocks()) {
    kind_[unit.head] = unit.color;
    pinned_[unit.head] = unit.pinned;
    block_[unit.head] = {
        base.liberties(unit), unit.liberties, uint16_t(unit.enemies_at - unit.first),
        unit.enemies,         unit.size,      float(unit.factor),
        unit.color == kBlack};
  }
  links_.clear();
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[i];
    if (unit_[p] != p) continue;
    link_[p][0] = uint32_t(links_.size());
    if (kind_[p] == kEmpty) {
      for (const Point u : near_[p])
        if (u != kPass && kind_[u] == kEmpty) links_.push_back(u);
      link_[p][1] = uint32_t(links_.size());
      for (const Point u : near_[p])
        if (u != kPass && (kind_[u] == kBlack || kind_[u] == kWhite)) links_.push_back(u);
    } else {
      const LaneBlock& block = block_[p];
      links_.insert(links_.end(), block.list, block.list + block.liberties);
      link_[p][1] = uint32_t(links_.size());
      const Point* enemies = block.list + block.enemies_at;
      links_.insert(links_.end(), enemies, enemies + block.enemies);
    }
    link_[p][2] = uint32_t(links_.size());
    ears_[p] = {0, 0, 0, kind_[p] != kEmpty};
  }
}

void Lanes::solve(const Point* moves, int count, Color mover) {
  mover_ = mover, count_ = count;
  reset();
  for (int l = 0; l < count; ++l) place(l, moves[l]);
  for (int number = 1; number <= options_.max_iter; ++number) {
    sweep(number);
    if (n_next_[0] + n_next_[1] + stones_awake_ == 0 && number >= horizon_) break;
  }
  add_up();
}

void Lanes::sweep(int number) {
  all_look_ = number <= course_->whole_sweeps, all_tell_ = number >= course_->whole_sweeps;
  apart_ = float((all_tell_ ? kApart : kApartAtFirst) * options_.stop);
  sweep_points();
  refresh(rim_points_, number);
  sweep_blocks(number);
  refresh(rim_blocks_, number);
}

double Lanes::white(Point cell, int lane) const {
  const Point unit = unit_[cell];
  if (state_[unit] != kUntouched) return units_[unit].p.value[lane];
  return course_->row(course_->sweeps).p[unit];
}

// A unit takes the value it has on the course.
void Lanes::broadcast(Point u) {
  const bool is_block = kind_[u] != kEmpty;
  const Course::Row row = course_->row(is_block ? blocks_at_ : points_at_);
  LaneUnit& unit = units_[u];
  std::fill_n(unit.p.value, kLanes, row.p[u]), std::fill_n(unit.q.value, kLanes, row.q[u]);
  if (is_block) std::fill_n(deltas_[u].value, kLanes, row.delta[u]);
}

void Lanes::watch(Point u) {
  if (state_[u] != kUntouched) return;
  state_[u] = kRim;
  touched_.push_back(u);
  broadcast(u);
  const int last = course_->last[u];
  if (last <= (kind_[u] == kEmpty ? points_at_ : blocks_at_)) return;
  horizon_ = std::max(horizon_, last);
  (kind_[u] == kEmpty ? rim_points_ : rim_blocks_).push_back(u);
}

// From now on the unit is computed.
void Lanes::admit(Point u) {
  if (state_[u] == kMember) return;
  if (pinned_[u]) return watch(u);
  if (state_[u] == kUntouched) touched_.push_back(u);
  broadcast(u);
  state_[u] = kMember;
  ears_[u].member = kAllLanes;
  wake(u, kAllLanes);
  (kind_[u] == kEmpty ? points_ : blocks_).push_back(u);
  for (const Point n : links(u)) watch(n);
}

void Lanes::expand(Point u) {
  expanded_[u] = 1;
  for (const Point n : links(u)) admit(n);
}

inline void Lanes::wake(Point u, uint32_t lanes) {
  Ear& ear = ears_[u];
  stones_awake_ |= lanes & ear.joined;
  const uint32_t before = ear.wake, after = before | (lanes & ear.member);
  ear.wake = after;
  if (before == 0 && after != 0) next_[ear.is_block][n_next_[ear.is_block]++] = u;
}

// Its neighbours hear that a unit moved.
inline void Lanes::tell(Point u, uint32_t lanes) {
  uint32_t stones = 0;
  for (int blocks = 0; blocks < 2; ++blocks) {
    Point* next = next_[size_t(blocks)].data();
    uint32_t n = n_next_[size_t(blocks)];
    const Point* end = links_.data() + link_[u][size_t(blocks) + 1];
    for (const Point* at = links_.data() + link_[u][size_t(blocks)]; at != end; ++at) {
      Ear& ear = ears_[*at];
      stones |= ear.joined;
      const uint32_t before = ear.wake, after = before | (lanes & ear.member);
      ear.wake = after;
      next[n] = *at;  // without a branch, which nobody could foretell
      n += (before == 0) & (after != 0);
    }
    n_next_[size_t(blocks)] = n;
  }
  stones_awake_ |= stones & lanes;
}

// The neighbours of those that looked hear of it, and are computed from now on where one has left
// the course.
void Lanes::hear(int n) {
  for (int i = 0; i < n; ++i) {
    const Point u = now_[size_t(i)];
    const uint32_t news = news_[size_t(i)];
    if (all_tell_ && (news & kAllLanes)) tell(u, news & kAllLanes);
    if (news > kAllLanes && !expanded_[u]) expand(u);
  }
}

// The rim moves on along the course.
void Lanes::refresh(std::vector<Point>& rim, int number) {
  if (rim.empty()) return;
  const Course::Row before = course_->row(number - 1), after = course_->row(number);
  const auto gone = [&](Point u) { return state_[u] != kRim || course_->last[u] < number; };
  rim.erase(std::remove_if(rim.begin(), rim.end(), gone), rim.end());
  lane_follow(units_.data(), rim.data(), int(rim.size()), after.p, after.q);
  if (!all_tell_) return;
  for (const Point u : rim)
    if (std::fabs(after.p[u] - before.p[u]) >= stop_) tell(u, kAllLanes);
}

// Who looks now, and in which lanes.
int Lanes::take(bool blocks) {
  uint32_t n = n_next_[blocks];
  n_next_[blocks] = 0;
  const Point* next = next_[blocks].data();
  if (all_look_) {
    for (uint32_t i = 0; i < n; ++i) ears_[next[i]].wake = 0;
    const auto& members = blocks ? blocks_ : points_;
    n = uint32_t(members.size());
    std::copy(members.begin(), members.end(), now_.begin());
    std::fill_n(awake_.begin(), n, kAllLanes);
  } else {
    for (uint32_t i = 0; i < n; ++i)
      now_[i] = next[i], awake_[i] = ears_[next[i]].wake, ears_[next[i]].wake = 0;
  }
  return int(n);
}

void Lanes::sweep_points() {
  const int n = take(false);
  for (int i = 0; i < n; ++i)
    awake_[size_t(i)] &= ~moved_to_[now_[size_t(i)]];  // stones stand there
  lane_points(units_.data(), near_.data(), repeat_.data(), repeats_.data(), now_.data(), n,
              awake_.data(), fresh_.data());
  ++points_at_;
  lane_commit(units_.data(), now_.data(), n, fresh_.data(), course_->row(points_at_).p, stop_,
              apart_, news_.data());
  hear(n);
}

void Lanes::sweep_blocks(int number) {
  if (!all_look_) wake_joined();
  const uint32_t stones = all_look_ ? (1u << count_) - 1 : stones_awake_;
  stones_awake_ = 0;
  const int n = take(true);
  lane_captures(units_.data(), block_.data(), now_.data(), n, options_.raise, raw_.data());
  for (int i = 0; i < n; ++i) {
    const Point u = now_[size_t(i)];
    for (uint32_t lanes = special_[u] & awake_[size_t(i)]; lanes; lanes &= lanes - 1) {
      const int l = __builtin_ctz(lanes);
      raw_[size_t(i)].value[l] = special_captured(u, l, number);
    }
  }
  lane_steps(units_.data(), block_.data(), now_.data(), n, awake_.data(), raw_.data(),
             deltas_.data(), stop_, fresh_.data());
  step_stones(stones, number);
  ++blocks_at_;
  lane_commit(units_.data(), now_.data(), n, fresh_.data(), course_->row(blocks_at_).p, stop_,
              apart_, news_.data());
  hear(n);
  write_stones(stones);
}

// The relation of a block in a lane where it is another one than before the move.
float Lanes::special_captured(Point u, int lane, int number) {
  if (kind_[u] == mover_) return stone_captured(stones_[size_t(lane)], lane, number);
  const auto& robbed = robbed_[size_t(lane)];
  return captured(*std::find_if(robbed.begin(), robbed.end(),
                                [&](const Special& special) { return special.unit == u; }),
                  lane);
}

// What one part of a joined block hears, all hear.
void Lanes::wake_joined() {
  for (uint32_t lanes = stones_awake_; lanes; lanes &= lanes - 1) {
    const int l = __builtin_ctz(lanes);
    const Stone& stone = stones_[size_t(l)];
    for (int i = 0; i < stone.n_parts; ++i) wake(stone.parts[size_t(i)], 1u << l);
  }
}

// Stones that stand alone take their step.
void Lanes::step_stones(uint32_t lanes, int number) {
  for (; lanes; lanes &= lanes - 1) {
    const int l = __builtin_ctz(lanes);
    Stone& stone = stones_[size_t(l)];
    if (stone.n_parts > 0 || stone.pinned) continue;
    const LaneUnit& unit = units_[stone.move];
    const float old = (mover_ == kBlack ? unit.p : unit.q).value[l];
    float delta = stone_captured(stone, l, number) - old;
    const float size = std::fabs(delta);
    if (size >= stop_ && delta * stone.delta < 0 && size >= float(kTurn) * std::fabs(stone.delta))
      delta *= 0.5f;
    stone.delta = delta;
    stone.captured = old + delta;
  }
}

// The cell of a stone has the value of its block.
void Lanes::write_stones(uint32_t lanes) {
  for (; lanes; lanes &= lanes - 1) {
    const int l = __builtin_ctz(lanes);
    const Stone& stone = stones_[size_t(l)];
    if (stone.pinned) continue;
    float &p = units_[stone.move].p.value[l], &q = units_[stone.move].q.value[l];
    const float before = p;
    if (stone.n_parts > 0) {
      p = units_[stone.parts[0]].p.value[l], q = units_[stone.parts[0]].q.value[l];
    } else {
      (mover_ == kBlack ? p : q) = stone.captured;
      (mover_ == kBlack ? q : p) = 1 - stone.captured;
    }
    if (all_tell_ && std::fabs(p - before) >= stop_) tell(stone.move, 1u << l);
  }
}

float Lanes::stone_captured(Stone& stone, int lane, int number) {
  if (!stone.pinned && stone.sweep != number) {
    stone.sweep = number;
    stone.captured = captured(stone.relation, lane);
  }
  return stone.captured;
}

float Lanes::captured(const Special& relation, int lane) const {
  const bool is_black =
      kind_[relation.unit] == kBlack || (kind_[relation.unit] == kEmpty && mover_ == kBlack);
  const float* theirs = (is_black ? units_[0].p : units_[0].q).value + lane;
  constexpr size_t kStep = sizeof(LaneUnit) / sizeof(float);
  const Point* list = pool_.data() + relation.list;
  float product = relation.factor, least = 1;
  for (int i = 0; i < relation.liberties; ++i) {
    const float x = theirs[kStep * list[i]];
    product *= std::max(x, least);
    least = std::min(x, least);
  }
  if (!options_.raise) product *= least;
  for (int i = 0; i < relation.enemies; ++i)
    product *= theirs[kStep * list[relation.liberties + i]];
  return product;
}

void Lanes::add_up() {
  const Course::Row row = course_->row(course_->sweeps);
  Lane score{}, by{};
  std::array<int32_t, kLanes> who{};
  for (const Point u : points_) {
    lane_worth(units_[u], row.p[u], row.q[u], 1, 1, score);
    if (!moved_to_[u]) {
      lane_most(units_[u], row.p[u], u, by, who);
      continue;
    }
    LaneUnit elsewhere = units_[u];
    for (int l = 0; l < count_; ++l)
      if (stones_[size_t(l)].move == u) elsewhere.p.value[l] = row.p[u];
    lane_most(elsewhere, row.p[u], u, by, who);
  }
  for (const Point u : blocks_) {
    const bool is_black = kind_[u] == kBlack;
    const float size = block_[u].size;
    lane_worth(units_[u], row.p[u], row.q[u], is_black ? size : 0, is_black ? 0 : size, score);
    lane_most(units_[u], row.p[u], u, by, who);
  }
  for (int l = 0; l < count_; ++l) {
    const Point move = stones_[size_t(l)].move;
    const LaneUnit& unit = units_[move];
    double sum = score.value[l];
    // A stone of one colour counts for one side only. (Counted as a point above, unless pinned.)
    if (state_[move] != kMember)
      sum += double(unit.q.value[l] - row.q[move]) - double(unit.p.value[l] - row.p[move]);
    sum += mover_ == kBlack ? unit.p.value[l] : -unit.q.value[l];
    gains_[size_t(l)] = {sum, Point(who[size_t(l)]), by.value[l]};
  }
}

}  // namespace gokan::seds
