// Putting the stones of the lanes down: what each one changes in the relations around it.
#include <algorithm>
#include <cmath>

#include "strength/seds_lanes.h"

namespace gokan::seds {

void Lanes::reset() {
  for (const Point u : touched_) {
    state_[u] = kUntouched;
    expanded_[u] = 0;
    ears_[u].wake = ears_[u].member = ears_[u].joined = 0;
    joined_[u] = moved_to_[u] = 0;
    repeat_[u] = robbed_[u] = -1;
  }
  for (Names* list : {&touched_, &members_[0], &members_[1], &rim_[0], &rim_[1]}) list->clear();
  field_.n_next[0] = field_.n_next[1] = 0;
  repeats_.clear(), robberies_.clear(), robbed_lanes_.clear(), pool_.clear();
  freed_.clear(), relieved_.clear();
  freed_awake_ = 0;
  at_ = {}, horizon_ = 0;
  field_.stones_awake = 0;
}

void Lanes::place(int lane, Point move) {
  Stone& stone = stones_[size_t(lane)];
  stone = Stone{};
  stone.move = move, stone.sweep = 0;
  admit(move);
  expand(move);
  welcome();
  const uint32_t bit = 1u << lane;
  moved_to_[move] |= bit, ears_[move].joined |= uint16_t(bit), field_.stones_awake |= bit;
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
    joined_[part] |= bit, ears_[part].joined |= uint16_t(bit);
  }
  take_off(lane, stone);
  relate(lane, stone);
  relieve(lane, stone);
  welcome();
}

bool Lanes::is_taken(const Stone& stone, Point unit) const {
  for (uint32_t i = stone.freed; i < stone.freed_end; ++i)
    if (freed_[i].unit == unit) return true;
  return false;
}

bool Lanes::knows_captured(Point move, Color mover) const {
  return std::none_of(near_[move].begin(), near_[move].end(), [&](Point u) {
    return u != kPass && kind_[u] == opponent(mover) && block_[u].liberties == 1 && pinned_[u];
  });
}

// Blocks whose last liberty was there become points: in this lane the unit at the head of such a
// block is the point, and other stones get a unit of their own.
void Lanes::take_off(int lane, Stone& stone) {
  stone.freed = stone.freed_end = uint32_t(freed_.size());
  for (const Point u : near_[stone.move]) {
    if (u == kPass || kind_[u] != opponent(mover_) || block_[u].liberties > 1) continue;
    admit(u), expand(u), welcome();
    moved_to_[u] |= 1u << lane, ears_[u].joined |= uint16_t(1u << lane);
    board_->for_each_stone(u, [&](Point cell) {
      Freed& freed = freed_.emplace_back();
      freed.cell = cell, freed.unit = u;
      freed.near.fill(kPass);
      // Blocks that the stone joins are met as the stone.
      const auto around = board_->neighbors(cell);
      for (size_t d = 0; d < 4; ++d) {
        Point near = around[d];
        if (board_->color(near) == mover_) near = unit_[near];
        if (std::find(stone.parts.begin(), stone.parts.begin() + stone.n_parts, near) !=
            stone.parts.begin() + stone.n_parts)
          near = stone.move;
        const auto end = freed.near.begin() + d;
        freed.near[d] = std::find(freed.near.begin(), end, near) == end ? near : kPass;
      }
      units_[cell].p.value[lane] = units_[cell].q.value[lane] = 0.5f;
    });
  }
  stone.freed_end = uint32_t(freed_.size());
}

bool Lanes::touches(Point cell, const Point* blocks, int n) const {
  const auto around = board_->neighbors(cell);
  return std::any_of(around.begin(), around.end(), [&](Point p) {
    return board_->color(p) == mover_ && std::find(blocks, blocks + n, unit_[p]) != blocks + n;
  });
}

// What some blocks look at together after the move; and the stone, if it is one of them.
Lanes::Relation Lanes::relation(const Stone& stone, const Point* blocks, int n, bool with_stone) {
  ++stamp_;
  mark_[stone.move] = stamp_;
  Relation relation{};
  relation.list = uint32_t(pool_.size());
  const auto add = [&](Point u) {
    if (mark_[u] == stamp_) return;
    mark_[u] = stamp_;
    pool_.push_back(u);
  };
  for (int i = 0; i < n; ++i)
    std::for_each_n(block_[blocks[i]].list, block_[blocks[i]].liberties, add);
  if (with_stone)
    for (const Point u : near_[stone.move])
      if (u != kPass && kind_[u] == kEmpty) add(u);
  for (uint32_t i = stone.freed; i < stone.freed_end; ++i) {
    const auto around = board_->neighbors(freed_[i].cell);
    const bool by_stone =
        with_stone && std::find(around.begin(), around.end(), stone.move) != around.end();
    if (by_stone || touches(freed_[i].cell, blocks, n)) add(freed_[i].cell);
    mark_[freed_[i].unit] = stamp_;  // no enemy any more
  }
  const auto size = [&] { return uint16_t(pool_.size() - relation.list); };
  const auto pad = [&] {
    while (size() % 4) pool_.push_back(kPass);
    return size();
  };
  relation.factor = factor(size());
  relation.enemies_at = pad();
  for (int i = 0; i < n; ++i)
    std::for_each_n(block_[blocks[i]].list + block_[blocks[i]].enemies_at,
                    block_[blocks[i]].enemies, add);
  if (with_stone)
    for (const Point u : near_[stone.move])
      if (u != kPass && kind_[u] == opponent(mover_)) add(u);
  relation.end = pad();
  return relation;
}

// The relation of the stone's block; and those that see it otherwise than before.
void Lanes::relate(int lane, Stone& stone) {
  stone.relation = relation(stone, stone.parts.data(), stone.n_parts, true);
  const Relation& relation = stone.relation;
  ++stamp_;
  mark_[stone.move] = stamp_;
  for (int i = 0; i < stone.n_parts; ++i) mark_[stone.parts[size_t(i)]] = stamp_;
  if (stone.n_parts > 0)
    for (int i = 0; i < relation.enemies_at; ++i) {
      const Point u = pool_[relation.list + size_t(i)];
      if (board_->color(u) == kEmpty) repeat(lane, u);
    }
  for (int i = relation.enemies_at; i < relation.end; ++i) {
    const Point u = pool_[relation.list + size_t(i)];
    if (u != kPass) rob(lane, u);
  }
}

// Blocks not joined that lose an enemy get liberties instead.
void Lanes::relieve(int lane, Stone& stone) {
  stone.relieved = uint32_t(relieved_.size());
  for (uint32_t i = stone.freed; i < stone.freed_end; ++i) {
    if (freed_[i].cell != freed_[i].unit) continue;  // once per block
    const LaneBlock& taken = block_[freed_[i].unit];
    for (int j = 0; j < taken.enemies; ++j) {
      const Point u = taken.list[taken.enemies_at + j];
      if (pinned_[u] || (joined_[u] >> lane & 1)) continue;  // certain, or seen to already
      joined_[u] |= 1u << lane;
      Relation& relieved = relieved_.emplace_back(relation(stone, &u, 1, false));
      relieved.unit = u;
    }
  }
  stone.relieved_end = uint32_t(relieved_.size());
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
  const auto taken = std::find_if(block.list, block.list + block.liberties, ours);
  const bool is_taken = taken != block.list + block.liberties;
  const Point* enemies = block.list + block.enemies_at;
  const auto n_met = std::count_if(enemies, enemies + block.enemies, ours);
  if (pinned_[enemy] || (!is_taken && n_met < 2)) return;
  admit(enemy);
  if (robbed_[enemy] < 0) {
    robbed_[enemy] = int16_t(robberies_.size());
    LaneRobbed& fresh = robberies_.emplace_back();
    std::fill_n(fresh.factor.value, kLanes, block.factor);
    fresh.lanes_at = uint32_t(robbed_lanes_.size());
    robbed_lanes_.resize(robbed_lanes_.size() + block.enemies_at + block.enemies);
  }
  LaneRobbed& robbed = robberies_[size_t(robbed_[enemy])];
  uint32_t* lanes = robbed_lanes_.data() + robbed.lanes_at;
  if (is_taken) {
    lanes[taken - block.list] |= 1u << lane;
    robbed.factor.value[lane] = factor(block.liberties - 1);
  }
  // The block counts once: as the stone, or else as the first of its parts.
  bool counted = is_taken;
  for (int i = 0; i < block.enemies; ++i) {
    if (!ours(enemies[i])) continue;
    if (counted) lanes[block.enemies_at + i] |= 1u << lane;
    counted = true;
  }
}

float Lanes::factor(int liberties) const {
  return options_.liberty == 1.0 ? 1.0f : float(std::pow(options_.liberty, liberties - 1));
}

}  // namespace gokan::seds
