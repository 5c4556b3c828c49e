// Where a line ends: the goal within one move, out of reach, or as good as reached.
#include <algorithm>

#include "reading/tactics/relevance.h"
#include "reading/tactics/tactics.h"

namespace gokan {

// Can the goal be reached with this very move?
bool Tactics::reach_now(Zone& zone, Point& move) {
  if (goal_.kind == TacticalGoal::kCapture) {
    for (int i = 0; i < goal_.targets; ++i) {
      const Point target = goal_.target[size_t(i)];
      if (!board_->in_atari(target)) continue;
      move = board_->the_liberty(target);
      if (!legal(move, prover_)) continue;
      if (takes_in_ko(move, target)) {
        seen_.ko = true;
        if (threats_.spoiler > 0) continue;  // he takes back: see try_move
      }
      relevance::add_block(*board_, target, zone);
      relevance::add_captured(*board_, move, prover_, zone);
      return true;
    }
    return false;
  }
  const auto [a, b] = goal_.target;
  if (board_->color(a) != prover_ || (goal_.targets == 2 && board_->color(b) != prover_))
    return false;
  PointList around;
  if (goal_.targets == 2)
    board_->liberties(a, around);
  else
    around.push_back(b);
  for (const Point p : around) {
    if (board_->neighbors_of(p, prover_) == 0 || !legal(p, prover_)) continue;
    Zone taken;
    relevance::add_captured(*board_, p, prover_, taken);
    play(p, prover_);
    const bool joined = achieved();
    undo();
    if (!joined) continue;
    move = p;
    zone.merge(taken);
    zone.add(p);
    zone.add(a);
    zone.add(b);
    for (const Point n : board_->neighbors(p))
      if (board_->color(n) == prover_) zone.add(n);
    return true;
  }
  return false;
}

// One move that gives the target more liberties than the order could deal with?
bool Tactics::runs_away(int order, Zone& zone) {
  const Point target = goal_.target[0];
  const int enough = order + 3;
  PointList open;
  board_->liberties(target, open);
  const int have = int(open.size());
  for (const Point p : open) {
    const int own = board_->neighbors_of(p, spoiler_);
    const bool captures = board_->captures(p, spoiler_);
    if (own <= 1 && !captures && have - 1 + board_->empty_neighbors(p) < enough) continue;
    if (!legal(p, spoiler_) || (p == board_->ko() && board_->ko_color() == spoiler_)) continue;
    Zone taken;
    relevance::add_captured(*board_, p, spoiler_, taken);
    play(p, spoiler_);
    const bool away = board_->liberty_count(target, enough) >= enough;
    if (away) {
      PointList after;
      board_->liberties(target, after);
      for (const Point q : after) zone.add(q);
      zone.merge(taken);
      zone.add(p);
      relevance::close(*board_, spoiler_, zone);
    }
    undo();
    if (away) return true;
  }
  return false;
}

// A block that touches both ends and can be captured counts as a connection (a judgement: what
// happens where it stood is not read on).
bool Tactics::cutter_falls(int order, size_t depth, Zone& zone) {
  if (goal_.targets != 2) return false;
  PointList near, both;
  board_->adjacent_blocks(goal_.target[0], near);
  board_->adjacent_blocks(goal_.target[1], both);
  const TacticalGoal outer = goal_;
  for (const Point head : near) {
    if (std::find(both.begin(), both.end(), head) == both.end()) continue;
    const int most = std::min(order, 2);
    if (board_->liberty_count(head, 5) > most + 2) continue;
    Point stone = head;  // a name that does not depend on the history
    board_->for_each_stone(head, [&](Point q) { stone = std::min(stone, q); });
    goal_ = {TacticalGoal::kCapture, prover_, {stone, kPass}, 1};
    Zone below;
    const bool falls = reach(most, depth, below);
    goal_ = outer;
    if (falls) {
      zone = below;
      zone.add(outer.target[0]);
      zone.add(outer.target[1]);
      seen_.judged = true;
      return true;
    }
    zone.merge(below);
  }
  return false;
}

// More liberties, or more steps, than the order could ever deal with.
bool Tactics::too_far(int order, Zone& zone) {
  if (goal_.kind == TacticalGoal::kCapture) {
    if (target_liberties() - 2 <= order) return false;
    PointList open;
    for (int i = 0; i < goal_.targets; ++i) board_->liberties(goal_.target[size_t(i)], open);
    for (const Point p : open) zone.add(p);
    return true;
  }
  const auto [a, b] = goal_.target;
  if (board_->color(a) != prover_ || (goal_.targets == 2 && board_->color(b) != prover_))
    return true;
  if (distance(order + 2) <= order + 2) return false;
  add_paths(order + 2, zone);
  // A cutting block short of liberties is a bridge too.
  if (order == 0 && goal_.targets == 2) return false;
  return true;
}

bool Tactics::achieved() const {
  const auto [a, b] = goal_.target;
  if (goal_.kind == TacticalGoal::kCapture)
    return board_->color(a) != spoiler_ || (goal_.targets == 2 && board_->color(b) != spoiler_);
  return board_->color(a) == prover_ && board_->color(b) == prover_ &&
         board_->head(a) == board_->head(b) && board_->liberty_count(a, 2) == 2;
}

int Tactics::target_liberties() const {
  const int limit = order_ + 3;
  int least = board_->liberty_count(goal_.target[0], limit);
  if (goal_.targets == 2) least = std::min(least, board_->liberty_count(goal_.target[1], limit));
  return least;
}

}  // namespace gokan
