#include "strength/seds_lanes.h"

#include <algorithm>
#include <cmath>

namespace gokan::seds {

void Lanes::prepare(const Board& board, const System& base, const Course& course,
                    const Options& options, double apart) {
  board_ = &board, course_ = &course;
  options_ = options, apart_ = apart;
  if (units_.empty()) {
    units_.resize(kCells), deltas_.resize(kCells);
    fresh_.resize(kMaxOnBoard), raw_.resize(kMaxOnBoard);
    awake_.resize(kMaxOnBoard), news_.resize(kMaxOnBoard);
    repeat_.fill(-1), robbed_.fill(-1);
  }
  reset();
  state_.fill(kMember);
  const Geometry& geo = board.geometry();
  kind_.fill(kOff);
  if (geometry_ != &geo || edge_ != options.edge) {
    geometry_ = &geo, edge_ = options.edge;
    for (LaneUnit& unit : units_)  // also those off the board
      for (Lane* lane : {&unit.p, &unit.q}) std::fill_n(lane->value, kLanes, float(edge_));
    for (const Point u : {kPass, kOne})
      for (Lane* lane : {&units_[u].p, &units_[u].q}) std::fill_n(lane->value, kLanes, 1.0f);
  }
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[i];
    unit_[p] = base.unit(p);
    if (board.color(p) != kEmpty) continue;
    kind_[p] = kEmpty;
    pinned_[p] = base.pinned(p);
    const auto around = board.neighbors(p);
    for (size_t d = 0; d < 4; ++d) {
      const Point unit = board.color(around[d]) == kOff ? around[d] : base.unit(around[d]);
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
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[i];
    if (unit_[p] != p) continue;
    ears_[p] = {0, 0, 0, kind_[p] != kEmpty};
    state_[p] = kUntouched;
  }
  field_ = {};
  field_.units = units_.data(), field_.deltas = deltas_.data();
  field_.near = near_.data(), field_.blocks = block_.data(), field_.ears = ears_.data();
  field_.moved_to = moved_to_.data();
  field_.repeat = repeat_.data(), field_.robbed = robbed_.data();
  field_.now = now_.data(), field_.left = left_.data(), field_.awake = awake_.data(),
  field_.news = news_.data();
  field_.raw = raw_.data(), field_.fresh = fresh_.data();
  field_.next[0] = next_[0].data(), field_.next[1] = next_[1].data();
  field_.stop = float(options.stop), field_.raise = options.raise;
}

void Lanes::solve(const Point* moves, int count, Color mover) {
  mover_ = mover, count_ = count;
  reset();
  for (int l = 0; l < count; ++l) place(l, moves[l]);
  field_.repeats = repeats_.data();
  field_.robberies = robberies_.data(), field_.robbed_lanes = robbed_lanes_.data();
  for (int number = 1; number <= options_.max_iter; ++number) {
    sweep(number);
    // As long as all look nobody is told, and silence says nothing.
    const bool silent =
        field_.n_next[0] + field_.n_next[1] + field_.stones_awake + freed_awake_ == 0;
    if (silent && number >= std::max(horizon_, course_->whole_sweeps)) break;
  }
  add_up();
}

void Lanes::sweep(int number) {
  all_look_ = number <= course_->whole_sweeps;
  field_.all_tell = number >= course_->whole_sweeps;
  field_.apart = float(field_.all_tell ? apart_ : 3 * apart_);
  const LaneCourse now = course(number);
  sweep_points(now);
  sweep_blocks(now);
}

LaneCourse Lanes::course(int number) const {
  const Course::Row before = course_->row(std::max(0, number - 1)), after = course_->row(number);
  return {number, before.p, after.p, after.q, after.delta, course_->last.data()};
}

double Lanes::white(Point cell, int lane) const {
  const Stone& stone = stones_[size_t(lane)];
  for (uint32_t i = stone.freed; i < stone.freed_end; ++i)
    if (freed_[i].cell == cell) return units_[cell].p.value[lane];
  const Point unit = unit_[cell];
  if (state_[unit] != kUntouched) return units_[unit].p.value[lane];
  return course_->row(course_->sweeps).p[unit];
}

// Those that came in take the values they have on the course.
void Lanes::welcome() {
  if (new_.n == 0) return;
  kernels_->set(field_, new_.begin(), new_.n, course(at_[0]), course(at_[1]));
  new_.clear();
}

// From now on an untouched unit is looked at.
inline void Lanes::watch(Point u) {
  state_[u] = kRim;
  touched_.push_back(u), new_.push_back(u);
  const int last = course_->last[u];
  const bool is_block = ears_[u].is_block;
  if (last <= at_[is_block]) return;
  horizon_ = std::max(horizon_, last);
  rim_[is_block].push_back(u);
}

// From now on the unit is computed.
void Lanes::admit(Point u) {
  if (state_[u] == kMember) return;
  if (pinned_[u]) {
    if (state_[u] == kUntouched) watch(u);
    return;
  }
  if (state_[u] == kUntouched) touched_.push_back(u);
  new_.push_back(u);
  state_[u] = kMember;
  ears_[u].member = kAllLanes;
  wake(u, kAllLanes);
  members_[ears_[u].is_block].push_back(u);
  for (const Point n : links(u))
    if (state_[n] == kUntouched) watch(n);
}

void Lanes::expand(Point u) {
  expanded_[u] = 1;
  for (const Point n : links(u))
    if (state_[n] != kMember) admit(n);
}

inline void Lanes::wake(Point u, uint32_t lanes) {
  LaneEar& ear = ears_[u];
  field_.stones_awake |= lanes & ear.joined;
  const uint32_t before = ear.wake, after = before | (lanes & ear.member);
  ear.wake = uint16_t(after);
  if (before == 0 && after != 0) field_.next[ear.is_block][field_.n_next[ear.is_block]++] = u;
}

// Where one of those that looked has left the course, its neighbours are computed from now on.
void Lanes::expand_left(int n) {
  for (int i = 0; i < n; ++i)
    if (!expanded_[left_[size_t(i)]]) expand(left_[size_t(i)]);
  welcome();
}

// The rim moves on along the course.
void Lanes::follow(Names& rim, const LaneCourse& course) {
  if (rim.n > 0) rim.n = kernels_->follow(field_, rim.names.data(), rim.n, course);
}

// Who looks now, and in which lanes.
int Lanes::take(bool blocks) {
  uint32_t n = field_.n_next[blocks];
  field_.n_next[blocks] = 0;
  const Point* next = next_[blocks].data();
  if (all_look_) {
    for (uint32_t i = 0; i < n; ++i) ears_[next[i]].wake = 0;
    const Names& members = members_[blocks];
    n = uint32_t(members.n);
    std::copy(members.begin(), members.end(), now_.begin());
    std::fill_n(awake_.begin(), n, kAllLanes);
  } else {
    for (uint32_t i = 0; i < n; ++i)
      now_[i] = next[i], awake_[i] = ears_[next[i]].wake, ears_[next[i]].wake = 0;
  }
  return int(n);
}

void Lanes::sweep_points(const LaneCourse& course) {
  const int n = take(false);
  const int n_left = n > 0 ? kernels_->points(field_, n, course) : 0;
  follow(rim_[0], course);
  if (!freed_.empty()) step_freed(all_look_ ? kAllLanes : field_.stones_awake | freed_awake_);
  ++at_[0];
  if (n_left > 0) expand_left(n_left);
}

void Lanes::sweep_blocks(const LaneCourse& course) {
  if (!all_look_ && field_.stones_awake) wake_joined();
  const uint32_t stones = all_look_ ? (1u << count_) - 1 : field_.stones_awake;
  field_.stones_awake = 0;
  const int n = take(true);
  if (n > 0) kernels_->captures(field_, n);
  for (int i = 0; i < n; ++i)
    for (uint32_t lanes = joined_[now_[size_t(i)]] & awake_[size_t(i)]; lanes; lanes &= lanes - 1) {
      const int l = __builtin_ctz(lanes);
      raw_[size_t(i)].value[l] = other_captured(now_[size_t(i)], l, course.number);
    }
  step_stones(stones, course.number);
  const int n_left = n > 0 ? kernels_->steps(field_, n, course) : 0;
  follow(rim_[1], course);
  ++at_[1];
  if (n_left > 0) expand_left(n_left);
  write_stones(stones);
}

// The chance of capture of a block in a lane where it looks at others than before the move.
float Lanes::other_captured(Point u, int lane, int number) {
  Stone& stone = stones_[size_t(lane)];
  for (uint32_t i = stone.relieved; i < stone.relieved_end; ++i)
    if (relieved_[i].unit == u) return captured(relieved_[i], lane);
  return stone_captured(stone, lane, number);
}

// Points that a move has freed take their values, all from the old ones.
void Lanes::step_freed(uint32_t lanes) {
  for (int l = 0; l < count_; ++l) {
    const Stone& stone = stones_[size_t(l)];
    if (stone.freed == stone.freed_end || !(lanes >> l & 1)) continue;
    for (uint32_t i = stone.freed; i < stone.freed_end; ++i) {
      float p = 1, q = 1;
      for (const Point u : freed_[i].near) p *= units_[u].p.value[l], q *= units_[u].q.value[l];
      const float white = 1 - q, black = 1 - p, scale = 1 / (white + black);
      freed_[i].p = white * scale, freed_[i].q = black * scale;
    }
    freed_awake_ &= ~(1u << l);
    for (uint32_t i = stone.freed; i < stone.freed_end; ++i) {
      LaneUnit& unit = units_[freed_[i].cell];
      const float moved = std::fabs(freed_[i].p - unit.p.value[l]);
      unit.p.value[l] = freed_[i].p, unit.q.value[l] = freed_[i].q;
      if (!field_.all_tell || moved < field_.stop) continue;
      freed_awake_ |= 1u << l;
      kernels_->tell(field_, freed_[i].unit, 1u << l);
    }
  }
}

// What one part of a joined block hears, all hear.
void Lanes::wake_joined() {
  for (uint32_t lanes = field_.stones_awake; lanes; lanes &= lanes - 1) {
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
    if (size >= field_.stop && delta * stone.delta < 0 &&
        size >= float(kTurn) * std::fabs(stone.delta))
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
    if (field_.all_tell && std::fabs(p - before) >= field_.stop)
      kernels_->tell(field_, stone.move, 1u << l);
  }
}

float Lanes::stone_captured(Stone& stone, int lane, int number) {
  if (!stone.pinned && stone.sweep != number) {
    stone.sweep = number;
    stone.captured = captured(stone.relation, lane);
  }
  return stone.captured;
}

float Lanes::captured(const Relation& relation, int lane) const {
  const float* theirs = (mover_ == kBlack ? units_[0].p : units_[0].q).value + lane;
  constexpr size_t kStep = sizeof(LaneUnit) / sizeof(float);
  const Point* list = pool_.data() + relation.list;
  const auto value = [&](int i) { return theirs[kStep * list[i]]; };
  float product = relation.factor, least = 1;
  for (int i = 0; i < relation.enemies_at; i += 4) {
    const float a = value(i), b = value(i + 1), c = value(i + 2), d = value(i + 3);
    const float low_ab = std::min(a, b), low_cd = std::min(c, d), low = std::min(low_ab, low_cd);
    product *=
        (std::max(a, b) * std::max(c, d)) * (std::max(low_ab, low_cd) * std::max(low, least));
    least = std::min(low, least);
  }
  if (!options_.raise) product *= least;
  for (int i = relation.enemies_at; i < relation.end; i += 4)
    product *= (value(i) * value(i + 1)) * (value(i + 2) * value(i + 3));
  return product;
}

void Lanes::add_up() {
  const Course::Row row = course_->row(course_->sweeps);
  Lane score{}, by{};
  std::array<int32_t, kLanes> who{};
  for (const Names& list : members_)
    kernels_->gains(field_, list.begin(), list.n, row.p, row.q, score, by, who);
  for (int l = 0; l < count_; ++l) {
    const Stone& stone = stones_[size_t(l)];
    const Point move = stone.move;
    const LaneUnit& unit = units_[move];
    double sum = score.value[l];
    // A stone of one colour counts for one side only. (Counted as a point above, unless pinned.)
    if (state_[move] != kMember)
      sum += double(unit.q.value[l] - row.q[move]) - double(unit.p.value[l] - row.p[move]);
    sum += mover_ == kBlack ? unit.p.value[l] : -unit.q.value[l];
    gains_[size_t(l)] = {sum, Point(who[size_t(l)]), by.value[l]};
    count_freed(l, row);
  }
}

// Above, the head of a block that was taken counted as the whole block.
void Lanes::count_freed(int lane, const Course::Row& row) {
  const Stone& stone = stones_[size_t(lane)];
  Gain& gain = gains_[size_t(lane)];
  for (uint32_t i = stone.freed; i < stone.freed_end; ++i) {
    const Point cell = freed_[i].cell, unit = freed_[i].unit;
    const float p = units_[cell].p.value[lane], q = units_[cell].q.value[lane];
    gain.score += q - p;
    if (cell == unit) gain.score += block_[unit].size * (mover_ == kWhite ? -q : p);
    const float change = p - row.p[unit];
    if (std::fabs(change) > std::fabs(gain.by)) gain.by = change, gain.changed = cell;
  }
}

}  // namespace gokan::seds
