#include "reading/tactics/contest.h"

namespace gokan {

TacticalGoal TacticalGoal::capture(const Board& board, Point a, Point b) {
  return {kCapture, opponent(board.color(a)), {a, b}, b == kPass ? 1 : 2};
}

TacticalGoal TacticalGoal::connect(const Board& board, Point a, Point b) {
  return {kConnect, board.color(a), {a, b}, board.is_stone(b) ? 2 : 1};
}

void Contest::begin(Board& board, const TacticalGoal& goal) {
  board_ = &board;
  goal_ = goal;
  prover_ = goal.prover;
  spoiler_ = opponent(prover_);
}

Contest::Legality Contest::legality(Point p, Color c) const {
  if (board_->color(p) != kEmpty) return Legality::kIllegal;
  if (p == board_->ko() && c == board_->ko_color())
    return (c == prover_ ? threats_.prover : threats_.spoiler) > 0 ? Legality::kPays
                                                                   : Legality::kBanned;
  return board_->empty_neighbors(p) > 0 || !board_->is_suicide(p, c) ? Legality::kLegal
                                                                     : Legality::kIllegal;
}

void Contest::play(Point p, Color c) {
  threats_before_.push_back(threats_);
  if (p != kPass && p == board_->ko() && c == board_->ko_color()) {
    uint8_t& left = c == prover_ ? threats_.prover : threats_.spoiler;
    if (left != kUnlimited) --left;
  }
  board_->play(p, c, trail_);
}

void Contest::undo() {
  board_->undo(trail_);
  threats_ = threats_before_.back();
  threats_before_.pop_back();
}

bool Contest::takes_in_ko(Point p, Point target) {
  if (board_->block_size(target) > 1 || board_->empty_neighbors(p) > 0 ||
      board_->neighbors_of(p, prover_) > 0)
    return false;
  play(p, prover_);
  const bool ko = board_->ko() == target;
  undo();
  return ko;
}

uint64_t Contest::turn_state(bool prover_moves) const {
  uint64_t state = board_->ko();
  if (state) state = state * 4 + board_->ko_color();
  return state * 2 + prover_moves;
}

uint64_t Contest::mixed(uint64_t x) {
  x = (x ^ (x >> 31)) * kMix;
  return x ^ (x >> 29);
}

}  // namespace gokan
