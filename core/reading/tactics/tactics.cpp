#include "reading/tactics/tactics.h"

#include <algorithm>

#include "reading/tactics/relevance.h"

namespace gokan {

namespace {

constexpr size_t kMaxDepth = 600;    // plies; guards the machine stack
constexpr size_t kMostThreats = 30;  // plies; so long may threats to connect go on for free

}  // namespace

Tactics::Tactics(int table_bits) : table_(size_t(1) << table_bits) {}

// --- the search ----------------------------------------------------------------------------------

// The prover is to move. The zone is that of the win, or of the failure.
bool Tactics::reach(int order, size_t depth, Zone& zone, Point hint) {
  zone.clear();
  if (out_of_budget() || depth > kMaxDepth) return false;
  Point move = kPass;
  if (reach_now(zone, move)) {
    answer_ = move;
    return true;
  }
  if (too_far(order, zone)) return false;
  const uint64_t here = key(true);
  Point first = hint;
  if (const Entry* known = find(here)) {
    if (known->move != kPass) first = known->move;
    if (known->won <= order || known->lost >= order) {
      const bool won = known->won <= order;
      answer_ = known->move;
      zone = won ? known->win : known->fail;
      seen_.ko |= known->ko;
      seen_.judged |= known->judged;
      return won;
    }
  }
  const auto earlier = std::find(path_.begin(), path_.end(), here);
  if (earlier != path_.end()) {
    seen_.lowest = std::min(seen_.lowest, size_t(earlier - path_.begin()));
    return false;
  }
  Zone lower;
  if (order > 0) {
    if (reach(order - 1, depth, lower, hint)) {
      zone = lower;
      return true;
    }
    if (stop_) return false;
  }
  const Seen before = enter();
  path_.push_back(here);
  const bool won = try_moves(order, depth, lower, first, zone, move);
  path_.pop_back();
  if (!stop_ && (won || seen_.lowest >= path_.size())) {
    Entry& entry = slot(here);
    entry.ko |= seen_.ko;
    entry.judged |= seen_.judged;
    if (won) {
      entry.won = int8_t(order);
      entry.win = zone;
      entry.move = move;
    } else {
      entry.lost = int8_t(order);
      entry.fail = zone;
    }
  }
  leave(before, path_.size());
  answer_ = move;
  return won;
}

bool Tactics::try_moves(int order, size_t depth, const Zone& lower, Point first, Zone& zone,
                        Point& move) {
  Zone candidates = lower;
  const bool capture = goal_.kind == TacticalGoal::kCapture;
  if (capture) {
    PointList open;
    for (int i = 0; i < goal_.targets; ++i) board_->liberties(goal_.target[size_t(i)], open);
    for (const Point p : open) candidates.add(p);
    for (const Point p : open) zone.add(p);
  } else {
    if (bridges_ && cutter_falls(order, depth, zone)) return true;
    add_paths(order == 0 ? 2 : order + 1, candidates);
    add_paths(order + 2, zone);
  }
  PointList moves;
  sorted(candidates, prover_, first, moves);
  // Waiting for the ban on a ko to end is a quiet move as well.
  if (order > 0 && board_->ko() != kPass && board_->ko_color() == prover_) moves.push_back(kPass);
  for (const Point p : moves) {
    Zone below;
    if (p != kPass && board_->is_suicide(p, prover_)) {
      // A move that is not possible yet: what stands in its way?
      PointList open;
      for (const Point n : board_->neighbors(p))
        if (board_->color(n) == spoiler_ && board_->liberty_count(n, 4) < 4)
          board_->liberties(n, open);
      for (const Point q : open) zone.add(q);
      continue;
    }
    if (try_move(p, order, depth, below)) {
      zone = below;
      move = p;
      ++credit_[p];
      return true;
    }
    if (stop_) return false;
    zone.merge(below);
  }
  relevance::close(*board_, spoiler_, zone);
  return false;
}

bool Tactics::try_move(Point p, int order, size_t depth, Zone& zone) {
  const bool capture = goal_.kind == TacticalGoal::kCapture;
  if (p != kPass && !legal(p, prover_)) return false;
  Zone taken;
  if (p != kPass) relevance::add_captured(*board_, p, prover_, taken);
  play(p, prover_);
  bool won = achieved();
  if (won && capture && board_->ko() != kPass && threats_.spoiler > 0) {
    // Taken in a ko, and the spoiler has a threat with which to take back.
    const Point back = board_->ko();
    if (back == goal_.target[0] || (goal_.targets == 2 && back == goal_.target[1])) {
      seen_.ko = true;
      won = spoiler_fails(back, order, depth + 1, zone);
    }
  } else if (!won) {
    int left = order - 1;
    bool hopeless = false;
    if (capture) {
      const int open = target_liberties();
      if (open == 1) left = order;
      hopeless = open - 2 > left;
    } else if (depth < kMostThreats && distance(1) <= 1) {
      left = order;  // it threatens to connect at once
    }
    if (left >= 0 && !hopeless) won = hold(left, depth + 1, p, zone);
  } else if (!capture) {
    zone.add(goal_.target[0]);
    zone.add(goal_.target[1]);
  }
  undo();
  if (won) zone.merge(taken);
  if (p != kPass) zone.add(p);
  return won;
}

// The spoiler is to move, `last` was the prover's move. True if the prover wins all the same.
bool Tactics::hold(int order, size_t depth, Point last, Zone& zone) {
  zone.clear();
  if (out_of_budget()) return false;
  Zone won;
  if (last != kPass) won.add(last);
  if (goal_.kind == TacticalGoal::kCapture && goal_.targets == 1) {
    if (board_->in_atari(goal_.target[0]) && board_->block_size(goal_.target[0]) > 1)
      return hold_in_atari(order, depth, won, zone);
    if (runs_away(order, zone)) return false;
  }
  const uint64_t here = key(false);
  Point first = kPass;
  if (const Entry* known = find(here)) {
    first = known->move;
    if (known->won <= order || known->lost >= order) {
      const bool fails = known->won <= order;
      zone = fails ? known->win : known->fail;
      seen_.ko |= known->ko;
      seen_.judged |= known->judged;
      if (fails && last != kPass) {
        zone.add(last);
        relevance::close(*board_, prover_, zone);
      }
      return fails;
    }
  }
  const Seen before = enter();
  Point refutation = kPass;
  Zone below;
  const bool fails = spoiler_fails(kPass, order, depth, below) &&
                     every_answer_fails(order, depth, first, won, below, refutation);
  zone = fails ? won : below;
  if (!stop_ && (fails || seen_.lowest >= path_.size())) {
    Entry& entry = slot(here);
    entry.ko |= seen_.ko;
    entry.judged |= seen_.judged;
    if (fails) {
      entry.won = int8_t(order);
      entry.win = zone;
    } else {
      entry.lost = int8_t(order);
      entry.fail = zone;
      entry.move = refutation;
    }
  }
  leave(before, path_.size());
  return fails;
}

// One block of several stones is in atari: only what saves it at once comes into question.
bool Tactics::hold_in_atari(int order, size_t depth, Zone& won, Zone& zone) {
  const Point last_liberty = board_->the_liberty(goal_.target[0]);
  if (board_->empty_neighbors(last_liberty) >= order + 3) {
    zone.add(last_liberty);
    for (const Point n : board_->neighbors(last_liberty)) zone.add(n);
    return false;
  }
  relevance::add_block(*board_, goal_.target[0], won);
  PointList moves;
  saving_points(moves);
  for (const Point p : moves) {
    if (!legal(p, spoiler_)) continue;
    won.add(p);
    Zone below;
    if (!spoiler_fails(p, order, depth, below)) {
      zone = below;
      return false;
    }
    won.merge(below);
  }
  relevance::close(*board_, prover_, won);
  zone = won;
  return true;
}

// A pass has failed, and `below` is why: does every move in the zone fail, which grows with each?
bool Tactics::every_answer_fails(int order, size_t depth, Point first, Zone& won, Zone& below,
                                 Point& refutation) {
  const Point hint = answer_;
  won.merge(below);
  Zone tried;
  PointList moves;
  for (bool more = true; more;) {
    more = false;
    relevance::close(*board_, prover_, won);
    sorted(won, spoiler_, first, moves);
    for (const Point p : moves) {
      if (tried.has(p)) continue;
      tried.add(p);
      more = true;
      if (!legal(p, spoiler_)) {
        // Barred as suicide: that depends on the neighbours of the block it would make.
        relevance::add_barred(*board_, p, spoiler_, won);
        continue;
      }
      if (!spoiler_fails(p, order, depth, below, hint)) {
        refutation = p;
        ++refuted_[p];
        return false;
      }
      won.merge(below);
    }
  }
  return true;
}

bool Tactics::spoiler_fails(Point p, int order, size_t depth, Zone& zone, Point hint) {
  Zone taken;
  if (p != kPass) relevance::add_captured(*board_, p, spoiler_, taken);
  play(p, spoiler_);
  const bool fails = reach(order, depth + 1, zone, hint);
  undo();
  if (!fails && p != kPass) {
    zone.merge(taken);
    zone.add(p);
  }
  return fails;
}

}  // namespace gokan
