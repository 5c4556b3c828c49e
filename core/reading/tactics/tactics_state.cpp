// Moves with their ko, the table, the budget.
#include "reading/tactics/tactics.h"

namespace gokan {

namespace {

constexpr uint64_t kMix = 0x9e3779b97f4a7c15ull;

uint64_t mixed(uint64_t x) {
  x = (x ^ (x >> 31)) * kMix;
  return x ^ (x >> 29);
}

}  // namespace

int Tactics::legal(Point p, Color c) {
  if (board_->color(p) != kEmpty) return 0;
  if (p == board_->ko() && c == board_->ko_color()) {
    seen_.ko = true;
    return (c == prover_ ? threats_.prover : threats_.spoiler) > 0 ? 2 : 0;
  }
  return board_->empty_neighbors(p) > 0 || !board_->is_suicide(p, c);
}

void Tactics::play(Point p, Color c) {
  spent_.push_back(threats_);
  if (p != kPass && p == board_->ko() && c == board_->ko_color()) {
    uint8_t& left = c == prover_ ? threats_.prover : threats_.spoiler;
    if (left != kUnlimited) --left;
  }
  board_->play(p, c, trail_);
}

void Tactics::undo() {
  board_->undo(trail_);
  threats_ = spent_.back();
  spent_.pop_back();
}

bool Tactics::spent() {
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
  uint64_t state = board_->ko();
  if (state) state = state * 4 + board_->ko_color();
  state = state * 2 + prover_to_move;
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
