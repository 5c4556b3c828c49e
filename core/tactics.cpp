#include "tactics.h"

#include <algorithm>

namespace gokan {

namespace {

constexpr size_t kMaxDepth = 600;    // plies; guards the machine stack
constexpr size_t kMostThreats = 30;  // plies; so long may threats to connect go on for free
constexpr uint64_t kMix = 0x9e3779b97f4a7c15ull;

uint64_t mixed(uint64_t x) {
  x = (x ^ (x >> 31)) * kMix;
  return x ^ (x >> 29);
}

}  // namespace

TacticalGoal TacticalGoal::capture(const Board& board, Point a, Point b) {
  return {kCapture, opponent(board.color(a)), {a, b}, b == kPass ? 1 : 2};
}

TacticalGoal TacticalGoal::connect(const Board& board, Point a, Point b) {
  return {kConnect, board.color(a), {a, b}, board.is_stone(b) ? 2 : 1};
}

Tactics::Tactics(TacticalLimits limits, int table_bits)
    : limits_(limits), table_(size_t(1) << table_bits) {}

// --- the search ----------------------------------------------------------------------------------

// The prover is to move. The zone is that of the win, or of the failure.
bool Tactics::reach(int order, size_t depth, Zone& zone, Point hint) {
  zone.clear();
  if (spent() || depth > kMaxDepth) return false;
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
      add_block(target, zone);
      add_captured(move, prover_, zone);
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
    add_captured(p, prover_, taken);
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

// Would the prover's move capture the single stone of the target in a ko?
bool Tactics::takes_in_ko(Point p, Point target) {
  if (board_->block_size(target) > 1 || board_->empty_neighbors(p) > 0 ||
      board_->neighbors_of(p, prover_) > 0)
    return false;
  play(p, prover_);
  const bool ko = board_->ko() == target;
  undo();
  return ko;
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
    if (cutter_falls(order, depth, zone)) return true;
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
  close(spoiler_, zone);
  return false;
}

bool Tactics::try_move(Point p, int order, size_t depth, Zone& zone) {
  const bool capture = goal_.kind == TacticalGoal::kCapture;
  if (p != kPass && !legal(p, prover_)) return false;
  Zone taken;
  if (p != kPass) add_captured(p, prover_, taken);
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
  if (spent()) return false;
  Zone won;
  if (last != kPass) won.add(last);
  PointList moves;
  if (goal_.kind == TacticalGoal::kCapture && goal_.targets == 1 &&
      board_->in_atari(goal_.target[0]) && board_->block_size(goal_.target[0]) > 1) {
    const Point last_liberty = board_->the_liberty(goal_.target[0]);
    if (board_->empty_neighbors(last_liberty) >= order + 3) {
      zone.add(last_liberty);
      for (const Point n : board_->neighbors(last_liberty)) zone.add(n);
      return false;
    }
    add_block(goal_.target[0], won);
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
    close(prover_, won);
    zone = won;
    return true;
  }
  if (goal_.kind == TacticalGoal::kCapture && goal_.targets == 1 && runs_away(order, zone))
    return false;
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
        close(prover_, zone);
      }
      return fails;
    }
  }
  const Seen before = enter();
  Point refutation = kPass;
  Zone below;
  bool fails = spoiler_fails(kPass, order, depth, below);
  if (fails) {
    const Point hint = answer_;
    won.merge(below);
    Zone tried;
    for (bool more = true; more && fails;) {
      more = false;
      close(prover_, won);
      sorted(won, spoiler_, first, moves);
      for (const Point p : moves) {
        if (tried.has(p)) continue;
        tried.add(p);
        more = true;
        if (!legal(p, spoiler_)) {
          // Barred as suicide: that depends on the neighbours of the block it would make.
          for (const Point n : board_->neighbors(p)) {
            won.add(n);
            if (board_->color(n) == spoiler_) add_block(n, won);
          }
          continue;
        }
        if (!(fails = spoiler_fails(p, order, depth, below, hint))) {
          refutation = p;
          ++refuted_[p];
          break;
        }
        won.merge(below);
      }
    }
  }
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
    add_captured(p, spoiler_, taken);
    play(p, spoiler_);
    const bool away = board_->liberty_count(target, enough) >= enough;
    if (away) {
      PointList after;
      board_->liberties(target, after);
      for (const Point q : after) zone.add(q);
      zone.merge(taken);
      zone.add(p);
      close(spoiler_, zone);
    }
    undo();
    if (away) return true;
  }
  return false;
}

bool Tactics::spoiler_fails(Point p, int order, size_t depth, Zone& zone, Point hint) {
  Zone taken;
  if (p != kPass) add_captured(p, spoiler_, taken);
  play(p, spoiler_);
  const bool fails = reach(order, depth + 1, zone, hint);
  undo();
  if (!fails && p != kPass) {
    zone.merge(taken);
    zone.add(p);
  }
  return fails;
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
  const int limit = limits_.order + 3;
  int least = board_->liberty_count(goal_.target[0], limit);
  if (goal_.targets == 2) least = std::min(least, board_->liberty_count(goal_.target[1], limit));
  return least;
}

// --- moves, ko, budget ---------------------------------------------------------------------------

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
  ++nodes_;
  if (stop_) return true;
  if (nodes_ > limits_.nodes) stop_ = true;
  if ((nodes_ & 255) == 0) {
    if (limits_.cancel && limits_.cancel->load(std::memory_order_relaxed)) stop_ = true;
    if (limits_.seconds > 0 && std::chrono::steady_clock::now() > deadline_) stop_ = true;
  }
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
