// The two questions at the root: raising the order, ko codes, all the moves, one line.
#include <algorithm>

#include "reading/tactics/relevance.h"
#include "reading/tactics/tactics.h"

namespace gokan {

void Tactics::start(Board& board, const TacticalGoal& goal) {
  begin(board, goal);
  ++age_;
  credit_.fill(0);
  refuted_.fill(0);
  nodes_ = 0;
  stop_ = false;
  countdown_.start(limits_);
}

TacticalResult Tactics::prove(Board& board, const TacticalGoal& goal) {
  start(board, goal);
  TacticalResult result;
  if (achieved()) {
    result.code = 1;
    result.exact = result.complete = true;
    result.moves = result.proved = {kPass};
    return result;
  }
  // From the kindest assumption about threats to the hardest: what fails first fails in all.
  // Endless threats may only repeat a double ko for ever; so some are tried as well.
  const Threats kinds[] = {{kUnlimited, 0}, {0, 0}, {0, kUnlimited}, {0, kSome}};
  Iteration best;
  for (int i = 0; i < 4; ++i) {
    Iteration now = deepen(0, order_, kinds[i]);
    result.complete = !stop_;
    if (!now.won) {
      if (i == 0) result.depth = now.order;
      if (i == 2) continue;
      break;
    }
    if (i == 3) {
      now.judged = true;
      if (result.code == 1) break;
    }
    best = now;
    const bool any_number = !now.ko || i == 2;  // of the spoiler's threats
    result.code = any_number ? 1 : std::max(3 - i, 1);
    result.exact = any_number && !now.judged;
    result.depth = now.order;
    winning_moves(now, kinds[i], result);
    result.line = line_after(result.moves[0], true, now.order, kinds[i]);
    if (any_number) break;
    // Most kos on the way are not needed: the hardest assumption at the same order comes next.
    if (i == 0) {
      const Iteration hard = deepen(0, std::min(order_, now.order + 1), kinds[2]);
      if (hard.won) {
        best = hard;
        result.code = 1;
        result.exact = !hard.judged;
        result.depth = hard.order;
        winning_moves(hard, kinds[2], result);
        result.line = line_after(result.moves[0], true, hard.order, kinds[2]);
        break;
      }
      result.complete = !stop_;
      if (stop_) break;
    }
  }
  // Where all of them do, a capture in a ko comes last.
  if (result.code == 1 && goal.kind == TacticalGoal::kCapture && result.moves.size() > 1) {
    const Point first = result.moves[0];
    std::stable_partition(result.moves.begin(), result.moves.end(), [&](Point p) {
      if (p == kPass || !board.captures(p, prover_)) return true;
      play(p, prover_);
      const bool ko = board.ko() != kPass;
      undo();
      return !ko;
    });
    if (result.moves[0] != first)
      result.line = line_after(result.moves[0], true, result.depth, {0, kUnlimited});
  }
  best.zone.for_each([&](Point p) { result.zone.push_back(p); });
  result.nodes = nodes_;
  return result;
}

TacticalResult Tactics::spoil(Board& board, const TacticalGoal& goal) {
  start(board, goal);
  TacticalResult result;
  if (achieved()) {
    result.exact = result.complete = true;
    return result;
  }
  // From the kindest assumption about the spoiler's threats to the hardest. That some do not save
  // him does not show that no number does: only endless ones do.
  const Threats kinds[] = {{kUnlimited, 0}, {0, 0}, {0, kSome}, {0, kUnlimited}};
  Zone before;  // of the attack under the assumption before
  const auto rests_on = [&result](const Zone& zone) {
    result.zone.clear();
    zone.for_each([&](Point p) { result.zone.push_back(p); });
  };
  for (int i = 0; i < 4; ++i) {
    threats_ = kinds[i];
    play(kPass, spoiler_);
    const Iteration attack = deepen(0, order_, kinds[i]);
    undo();
    if (i == 3) {
      Seen met{SIZE_MAX, false, attack.judged};
      int order = 0;
      Zone zone = attack.zone;
      result.exact = attack.won && survivors(attack, kinds[i], order, met, zone).empty() &&
                     !met.judged && !stop_;
      if (result.exact) rests_on(zone);
      break;
    }
    result.depth = attack.order;
    if (!attack.won) {
      // In a ko a pass may do, but a move that does as well comes first.
      Iteration none = attack;
      none.zone = before;
      Seen met{SIZE_MAX, false, false};
      int order = 0;
      Zone unused = before;
      if (i > 0) result.moves = survivors(none, kinds[i], order, met, unused);
      result.code = i + 1;
      result.moves.push_back(kPass);
      result.line = {result.moves[0]};
      result.complete = !stop_;
      break;
    }
    before = attack.zone;
    Seen met{SIZE_MAX, attack.ko, attack.judged};
    Zone zone = attack.zone;
    result.moves = survivors(attack, kinds[i], result.depth, met, zone);
    result.complete = !stop_;
    rests_on(result.moves.empty() ? zone : attack.zone);
    if (!result.moves.empty()) {
      result.code = i + 1;
      result.line = {result.moves[0]};
      break;
    }
    if (stop_ || !met.ko || i == 2) result.line = line_after(kPass, false, attack.order, kinds[i]);
    if (stop_) break;
    if (!met.ko) {
      result.exact = !met.judged;
      break;
    }
  }
  result.nodes = nodes_;
  return result;
}

Tactics::Iteration Tactics::deepen(int from, int to, Threats threats) {
  threats_ = threats;
  Iteration now;
  now.order = from - 1;
  for (int order = from; order <= to; ++order) {
    seen_ = {SIZE_MAX, false, false};
    Zone zone;
    const bool won = reach(order, 0, zone);
    if (stop_ && !won) break;
    now.zone = zone;
    now.order = order;
    now.won = won;
    now.ko |= seen_.ko;
    now.judged = seen_.judged;
    if (!won) continue;
    Zone unused;
    if (!reach_now(unused, now.move))
      if (const Entry* entry = find(key(true))) now.move = entry->move;
    break;
  }
  return now;
}

// Every first move that wins at the order of the now. Where no ko is needed (code 1), a move that
// met one must do with endless threats of the spoiler, too.
void Tactics::winning_moves(const Iteration& now, Threats threats, TacticalResult& result) {
  const Threats hardest{0, kUnlimited};
  const bool hard = threats.spoiler == kUnlimited;
  result.moves = {now.move};
  result.proved.clear();
  if (result.exact) result.proved = {now.move};
  const bool stopped = stop_;
  threats_ = threats;
  Zone fail;
  if (now.order > 0) {
    reach(now.order - 1, 0, fail);
  } else if (goal_.kind == TacticalGoal::kConnect) {
    add_paths(1, fail);
  }
  PointList moves;
  Zone candidates = fail;
  if (goal_.kind == TacticalGoal::kCapture) {
    PointList open;
    for (int i = 0; i < goal_.targets; ++i) board_->liberties(goal_.target[size_t(i)], open);
    for (const Point p : open) candidates.add(p);
  }
  sorted(candidates, prover_, now.move, moves);
  const auto wins = [&](Point p, Threats with) {
    Zone zone;
    seen_ = {SIZE_MAX, false, false};
    threats_ = with;
    return try_move(p, now.order, 0, zone);
  };
  for (const Point p : moves) {
    if (p == now.move || stop_) continue;
    if (!wins(p, threats)) continue;
    bool any_number = hard || !seen_.ko;
    if (!any_number && result.code == 1 && threats.spoiler == 0) {
      if (!wins(p, hardest)) continue;
      any_number = true;
    }
    result.moves.push_back(p);
    if (result.code == 1 && any_number && !seen_.judged && !stop_) result.proved.push_back(p);
  }
  result.exact |= !result.proved.empty();
  threats_ = threats;
  stop_ = stopped;
}

// The spoiler's first moves that the prover could not answer, at the highest order read. The zone
// is that of the attack after a pass, and takes in those of the answers to all other moves.
PointList Tactics::survivors(const Iteration& attack, Threats threats, int& order, Seen& met,
                             Zone& zone) {
  Zone tried;
  relevance::close(*board_, prover_, zone);
  PointList alive, moves;
  order = attack.order;
  const auto falls = [&](Point p, int from, int to) {
    threats_ = threats;
    seen_ = {SIZE_MAX, false, false};
    const bool allowed = legal(p, spoiler_);
    met.ko |= seen_.ko;
    if (!allowed) {
      relevance::add_barred(*board_, p, spoiler_, zone);
      return true;
    }
    play(p, spoiler_);
    const Iteration now = deepen(from, to, threats_);
    undo();
    met.ko |= now.ko;
    met.judged |= now.won && now.judged;
    if (now.won) zone.merge(now.zone);
    return now.won;
  };
  for (; order <= order_ && !stop_; ++order) {
    PointList kept;
    for (const Point p : alive) {
      if (stop_ || !falls(p, order, order)) kept.push_back(p);
    }
    alive = kept;
    for (bool more = true; more && !stop_;) {
      more = false;
      relevance::close(*board_, prover_, zone);
      sorted(zone, spoiler_, kPass, moves);
      for (const Point p : moves) {
        if (tried.has(p) || stop_) continue;
        tried.add(p);
        more = true;
        if (!falls(p, 0, order)) alive.push_back(p);
      }
    }
    if (alive.empty()) break;
  }
  if (stop_) --order;
  return alive;
}

PointList Tactics::line_after(Point first, bool prover_first, int order, Threats threats) {
  PointList line;
  threats_ = threats;
  const bool stopped = stop_;
  stop_ = false;
  size_t played = 0;
  bool prover_moves = prover_first;
  Point next = first;
  while (line.size() < kLongestLine) {
    line.push_back(next);
    play(next, prover_moves ? prover_ : spoiler_);
    ++played;
    prover_moves = !prover_moves;
    if (achieved()) break;
    Zone zone;
    if (prover_moves) {
      Point move = kPass;
      if (!reach_now(zone, move)) {
        const Entry* entry = find(key(true));
        if (!entry || entry->won == 127) break;
        move = entry->move;
      }
      next = move;
      continue;
    }
    // The spoiler resists where the table shows the longest way.
    PointList moves;
    if (goal_.kind == TacticalGoal::kCapture && board_->in_atari(goal_.target[0])) {
      saving_points(moves);
    } else if (const Entry* entry = find(key(false)); entry && entry->won <= order) {
      sorted(entry->win, spoiler_, kPass, moves);
    }
    next = kPass;
    int longest = -1;
    for (const Point p : moves) {
      if (!legal(p, spoiler_)) continue;
      play(p, spoiler_);
      Point move = kPass;
      Zone unused;
      int length = -1;
      if (reach_now(unused, move)) {
        length = 0;
      } else if (const Entry* entry = find(key(true)); entry && entry->won != 127) {
        length = 1 + entry->won;
      }
      undo();
      if (length > longest) {
        longest = length;
        next = p;
      }
    }
  }
  while (played-- > 0) undo();
  stop_ = stopped;
  return line;
}

}  // namespace gokan
