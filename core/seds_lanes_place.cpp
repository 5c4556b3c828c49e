// Putting the stones of the lanes down: what each one changes in the relations around it.
#include <algorithm>
#include <cmath>

#include "seds_lanes.h"

namespace gokan::seds {

void Lanes::reset() {
  for (const Point u : touched_) {
    state_[u] = kUntouched;
    expanded_[u] = 0;
    ears_[u].wake = ears_[u].member = ears_[u].joined = 0;
    special_[u] = moved_to_[u] = 0;
    repeat_[u] = -1;
  }
  for (auto* list : {&touched_, &points_, &blocks_, &rim_points_, &rim_blocks_}) list->clear();
  n_next_ = {};
  for (auto& robbed : robbed_) robbed.clear();
  repeats_.clear(), pool_.clear();
  points_at_ = blocks_at_ = horizon_ = 0;
  stones_awake_ = 0;
}

void Lanes::place(int lane, Point move) {
  Stone& stone = stones_[size_t(lane)];
  stone = Stone{};
  stone.move = move, stone.sweep = 0;
  admit(move);
  expand(move);
  const uint32_t bit = 1u << lane;
  moved_to_[move] |= bit, ears_[move].joined |= bit, stones_awake_ |= bit;
  for (const Point u : near_[move])
    if (u != kPass && kind_[u] == mover_) stone.parts[size_t(stone.n_parts++)] = u;

  // It starts alive, like every block, unless its fate is certain.
  stone.pinned = pinned_[move];
  Point like = move;
  for (int i = 0; i < stone.n_parts; ++i) {
    const Point part = stone.parts[size_t(i)];
    if (pinned_[part]) stone.pinned = true, like = part;
  }
  LaneUnit& unit = units_[move];
  if (stone.pinned) {
    unit.p.value[lane] = units_[like].p.value[lane];
    unit.q.value[lane] = units_[like].q.value[lane];
  } else {
    unit.p.value[lane] = mover_ == kWhite, unit.q.value[lane] = mover_ == kBlack;
  }
  stone.captured = (mover_ == kBlack ? unit.p : unit.q).value[lane];
  for (int i = 0; i < stone.n_parts; ++i) {
    const Point part = stone.parts[size_t(i)];
    units_[part].p.value[lane] = unit.p.value[lane],
    units_[part].q.value[lane] = unit.q.value[lane];
    special_[part] |= bit, ears_[part].joined |= bit;
  }
  relate(lane, stone);
}

// The relation of the stone's block: what any of its parts touched, and what the stone touches; and
// those that see it otherwise than before.
void Lanes::relate(int lane, Stone& stone) {
  const auto parts = [&](auto&& f) {
    for (int i = 0; i < stone.n_parts; ++i) f(block_[stone.parts[size_t(i)]]);
  };
  ++stamp_;
  mark_[stone.move] = stamp_;
  Special& relation = stone.relation;
  relation.unit = stone.move, relation.list = uint32_t(pool_.size());
  const auto add = [&](Point u) {
    if (mark_[u] == stamp_) return;
    mark_[u] = stamp_;
    pool_.push_back(u);
  };
  parts([&](const LaneBlock& part) { std::for_each_n(part.list, part.liberties, add); });
  for (const Point u : near_[stone.move])
    if (u != kPass && kind_[u] == kEmpty) add(u);
  relation.liberties = uint16_t(pool_.size() - relation.list);
  parts([&](const LaneBlock& part) {
    std::for_each_n(part.list + part.enemies_at, part.enemies, add);
  });
  for (const Point u : near_[stone.move])
    if (u != kPass && kind_[u] == opponent(mover_)) add(u);
  relation.enemies = uint16_t(pool_.size() - relation.list - relation.liberties);
  relation.factor = factor(relation.liberties);

  ++stamp_;
  mark_[stone.move] = stamp_;
  for (int i = 0; i < stone.n_parts; ++i) mark_[stone.parts[size_t(i)]] = stamp_;
  if (stone.n_parts > 0)
    for (int i = 0; i < relation.liberties; ++i) repeat(lane, pool_[relation.list + size_t(i)]);
  for (int i = 0; i < relation.enemies; ++i)
    rob(lane, pool_[relation.list + relation.liberties + size_t(i)]);
}

// A point that touches the block more than once counts it once.
void Lanes::repeat(int lane, Point point) {
  bool met = false;
  for (size_t d = 0; d < 4; ++d) {
    const Point u = near_[point][d];
    if (mark_[u] != stamp_) continue;
    if (met) {
      admit(point);
      if (state_[point] != kMember) return;
      if (repeat_[point] < 0) repeat_[point] = int16_t(repeats_.size()), repeats_.emplace_back();
      repeats_[size_t(repeat_[point])][d].value[lane] = 1;
    }
    met = true;
  }
}

// An enemy of the block has lost a liberty to the stone, or two neighbours have become one.
void Lanes::rob(int lane, Point enemy) {
  const LaneBlock& block = block_[enemy];
  const auto ours = [&](Point u) { return mark_[u] == stamp_; };
  const auto n_taken = std::count_if(block.list, block.list + block.liberties, ours);
  const Point* enemies = block.list + block.enemies_at;
  const auto n_met = std::count_if(enemies, enemies + block.enemies, ours);
  if (pinned_[enemy] || (n_taken == 0 && n_met < 2)) return;
  admit(enemy);
  special_[enemy] |= 1u << lane;
  Special special{};
  special.unit = enemy, special.list = uint32_t(pool_.size());
  std::copy_if(block.list, block.list + block.liberties, std::back_inserter(pool_),
               [&](Point u) { return !ours(u); });
  special.liberties = uint16_t(pool_.size() - special.list);
  std::copy_if(enemies, enemies + block.enemies, std::back_inserter(pool_),
               [&](Point u) { return !ours(u); });
  pool_.push_back(stones_[size_t(lane)].move);
  special.enemies = uint16_t(pool_.size() - special.list - special.liberties);
  special.factor = factor(special.liberties);
  robbed_[size_t(lane)].push_back(special);
}

float Lanes::factor(int liberties) const {
  return options_.liberty == 1.0 ? 1.0f : float(std::pow(options_.liberty, liberties - 1));
}

}  // namespace gokan::seds
