// The table, the budget, kos that were met.
#include "reading/tactics/tactics.h"

namespace gokan {

bool Tactics::legal(Point p, Color c) {
  const Legality how = legality(p, c);
  if (how == Legality::kPays || how == Legality::kBanned) seen_.ko = true;
  return how == Legality::kLegal || how == Legality::kPays;
}

bool Tactics::out_of_budget() {
  stop_ = countdown_.spent(nodes_++) || stop_;
  return stop_;
}

Tactics::Seen Tactics::enter() {
  const Seen before = seen_;
  seen_ = {SIZE_MAX, false, false};
  return before;
}

void Tactics::leave(const Seen& before, size_t depth) {
  if (seen_.lowest >= depth) seen_.lowest = SIZE_MAX;
  seen_.lowest = std::min(seen_.lowest, before.lowest);
  seen_.ko |= before.ko;
  seen_.judged |= before.judged;
}

uint64_t Tactics::key(bool prover_to_move) const {
  uint64_t state = turn_state(prover_to_move);
  state = state << 8 | threats_.prover;
  state = state << 8 | threats_.spoiler;
  uint64_t goal = uint64_t(goal_.kind) * 2 + uint64_t(prover_ == kBlack);
  goal = (goal << 12 | goal_.target[0]) << 12 | goal_.target[1];
  return board_->hash() ^ mixed(state * kMix + 1) ^ mixed(goal * kMix + 2);
}

Tactics::Entry* Tactics::find(uint64_t key) {
  Entry& entry = table_[key & (table_.size() - 1)];
  return entry.key == key && entry.age == age_ ? &entry : nullptr;
}

Tactics::Entry& Tactics::slot(uint64_t key) {
  Entry& entry = table_[key & (table_.size() - 1)];
  if (entry.key != key || entry.age != age_) {
    entry = Entry{};
    entry.key = key;
    entry.age = age_;
  }
  return entry;
}

}  // namespace gokan
