// The search itself: depth-first proof numbers, its table, ko and budget.
#include "reading/tactics/skirmish.h"

#include <algorithm>

#include "reading/tactics/relevance.h"

namespace gokan {

// A position on the path.
struct Skirmish::Node {
  bool prover_moves;
  Color mover;
  Point last;
  std::vector<Child> children;
  Zone tried, zone;
  bool banned = false;       // a move was barred by ko
  bool pass_failed = false;  // the spoiler's: then only moves in the zone can help him
  Point hint = kPass;        // what the prover did about the pass
};

// Searches until a number reaches its bound. Afterwards `best_` is the move that does it, or
// promises most, and `zone_` that of a success.
Skirmish::Value Skirmish::search(bool prover_moves, uint32_t most_pn, uint32_t most_dn,
                                 size_t depth, Point last, Point hint) {
  best_ = kPass;
  if (depth > kMaxDepth) return {kInfinite, 0, false};
  if (out_of_budget()) return {1, 1, false};
  const uint64_t begin = nodes_, here = key(prover_moves);
  Node node{prover_moves, prover_moves ? prover_ : spoiler_, last, {}, {}, {}};
  expand(node, depth, hint);
  path_.push_back(here);
  // The mover wants one of his numbers to be 0; for the other side all must be.
  const auto mine = [&](const Value& v) { return prover_moves ? v.pn : v.dn; };
  const auto theirs = [&](const Value& v) { return prover_moves ? v.dn : v.pn; };
  const uint32_t my_most = prover_moves ? most_pn : most_dn;
  const uint32_t their_most = prover_moves ? most_dn : most_pn;
  uint32_t my_number, their_number;
  bool ko;
  Point best = kPass;
  for (;;) {
    my_number = kInfinite;
    their_number = 0;
    ko = node.banned;
    uint32_t second = kInfinite, open = 0, best_theirs = 0;
    size_t chosen = 0;
    bool chosen_ko = false;
    for (size_t i = 0; i < node.children.size(); ++i) {
      Child& child = node.children[i];
      if (node.pass_failed && !node.zone.has(child.move) && child.move != kPass) continue;
      const Value v = look_up(node, child);
      ko |= v.ko || child.spends;
      if (theirs(v) > 0) ++open;
      their_number = std::max(their_number, theirs(v));
      if (mine(v) < my_number || (mine(v) == my_number && theirs(v) > best_theirs)) {
        second = my_number;
        my_number = mine(v);
        best_theirs = theirs(v);
        chosen = i;
        chosen_ko = v.ko || child.spends;
      } else {
        second = std::min(second, mine(v));
      }
    }
    if (!node.children.empty()) best = node.children[chosen].move;
    if (my_number == 0) {
      their_number = kInfinite;
      ko = chosen_ko;
      break;
    }
    if (their_number == 0) {
      if (!prover_moves) {
        // Replies that came up only now count like the others: their kos, and their zones, in
        // which there may be more of them.
        const size_t tried = node.children.size();
        if (!closed(node, depth <= scope_.wide) || node.children.size() != tried) continue;
        ko |= node.banned;
      }
      my_number = kInfinite;
      break;
    }
    their_number = std::min(their_number + open - 1, kInfinite - 1);
    if (my_number >= my_most || their_number >= their_most || stop_) break;
    uint32_t my_bound = my_most, their_bound = their_most;
    if (second < kInfinite) my_bound = std::min(my_most, second + second / 8 + 1);
    if (their_most < kInfinite) their_bound = their_most - (open - 1);
    Child& child = node.children[chosen];
    const Point move = child.move;
    play(move, node.mover);
    const Value value = search(!prover_moves, prover_moves ? my_bound : their_bound,
                               prover_moves ? their_bound : my_bound, depth + 1, move, node.hint);
    undo();
    child.guess = value;
    if (value.pn == 0) merge(node, child, zone_);
  }
  path_.pop_back();
  const Value value =
      prover_moves ? Value{my_number, their_number, ko} : Value{their_number, my_number, ko};
  if (!stop_ || value.solved()) store(here, value, uint32_t(nodes_ - begin), best, node.zone);
  zone_ = node.zone;
  best_ = best;
  return value;
}

void Skirmish::expand(Node& node, size_t depth, Point hint) {
  if (!node.prover_moves && node.last != kPass) node.zone.add(node.last);
  Ideas found;
  if (hint != kPass && node.prover_moves && board_->color(hint) == kEmpty) found.add(hint, 0);
  ideas(node.prover_moves, depth, found);
  node.children.reserve(found.list().size() + 8);
  for (const auto& [move, late] : found.list())
    if (add_child(node, move, late)) break;
}

// True if the move settles it.
bool Skirmish::add_child(Node& node, Point move, int late) {
  node.tried.add(move);
  const Legality how = move == kPass ? Legality::kLegal : legality(move, node.mover);
  if (how == Legality::kBanned) node.banned = true;
  if (how == Legality::kBanned || how == Legality::kIllegal) {
    if (!node.prover_moves && node.zone.has(move))
      relevance::add_barred(*board_, move, spoiler_, node.zone);
    return false;
  }
  Zone zone, taken;
  if (node.prover_moves && goal_.kind == TacticalGoal::kCapture)
    for (int i = 0; i < goal_.targets; ++i)
      if (const Point target = goal_.target[size_t(i)]; board_->color(target) == spoiler_)
        if (board_->in_atari(target)) relevance::add_block(*board_, target, taken);
  play(move, node.mover);
  const Value value = guess(!node.prover_moves, late, zone);
  if (value.pn == 0) zone.merge(taken);
  node.children.push_back({key(!node.prover_moves), neutral_key(!node.prover_moves), value, move,
                           how == Legality::kPays, false});
  undo();
  if (value.pn == 0) merge(node, node.children.back(), zone);
  if (!(node.prover_moves ? value.pn == 0 : value.dn == 0)) return false;
  if (node.children.size() > 1) node.children = {node.children.back()};
  return true;
}

// All that came to mind fails. Does anything else touch the proof? Then it is tried as well.
bool Skirmish::closed(Node& node, bool every_reply) {
  relevance::close(*board_, prover_, node.zone);
  if (every_reply) {
    PointList more;
    node.zone.for_each([&](Point p) {
      if (board_->color(p) == kEmpty && !node.tried.has(p)) more.push_back(p);
    });
    for (const Point p : more)
      if (add_child(node, p, 8)) return false;
  }
  return std::all_of(node.children.begin(), node.children.end(), [&](const Child& child) {
    return child.guess.pn == 0 || (child.move != kPass && !node.zone.has(child.move));
  });
}

Skirmish::Value Skirmish::look_up(Node& node, Child& child) {
  if (child.guess.solved()) return child.guess;
  if (std::find(path_.begin(), path_.end(), child.key) != path_.end())
    return {kInfinite, 0, false};  // a repetition is no success
  const Entry* known = find(child.key);
  if (!known && child.neutral != child.key) {
    known = find(child.neutral);
    if (known && (!known->value.solved() || known->value.ko)) known = nullptr;
  }
  if (!known) return child.guess;
  child.guess = known->value;
  if (known->value.pn == 0) {
    child.reply = known->move;
    merge(node, child, known->zone);
  }
  return child.guess;
}

// The child is won: its zone is part of the node's.
void Skirmish::merge(Node& node, Child& child, Zone zone) {
  if (child.merged) return;
  child.merged = true;
  if (node.prover_moves) {
    if (child.move != kPass) {
      Zone taken;
      relevance::add_captured(*board_, child.move, prover_, taken);
      play(child.move, prover_);
      zone.add(child.move);
      relevance::close(*board_, prover_, zone);
      undo();
      zone.merge(taken);
    }
    node.zone = zone;
    return;
  }
  node.zone.merge(zone);
  relevance::close(*board_, prover_, node.zone);
  if (child.move == kPass) {
    node.pass_failed = true;
    node.hint = child.reply;
  }
}

Skirmish::Value Skirmish::guess(bool prover_moves, int late, Zone& zone) {
  Value value = goal_.kind == TacticalGoal::kCapture ? guess_capture(prover_moves, zone)
                                                     : guess_connect(prover_moves, zone);
  if (value.solved()) return value;
  uint32_t& number = prover_moves ? value.dn : value.pn;
  number = late < 0 ? 1 : number + uint32_t(late);
  return value;
}

void Skirmish::ideas(bool prover_moves, size_t depth, Ideas& out) {
  if (!prover_moves) out.add(kPass, 6);
  if (goal_.kind == TacticalGoal::kCapture) {
    for (int i = 0; i < goal_.targets; ++i)
      capture_ideas(prover_moves, goal_.target[size_t(i)], depth, out);
  } else {
    connect_ideas(depth, out);
  }
  // Waiting for the ban on a ko to end.
  if (prover_moves && board_->ko() != kPass && board_->ko_color() == prover_) out.add(kPass, 4);
}

// --- budget, table -------------------------------------------------------------------------------

bool Skirmish::out_of_budget() {
  ++nodes_;
  if (stop_) return true;
  stop_ = nodes_ > stop_at_ || ((nodes_ & 3) == 0 && countdown_.late());
  return stop_;
}

uint64_t Skirmish::neutral_key(bool prover_moves) const {
  return board_->hash() ^ mixed(turn_state(prover_moves) * kMix + 1);
}

uint64_t Skirmish::key(bool prover_moves) const {
  const uint64_t threats = uint64_t(threats_.prover) * 256 + threats_.spoiler;
  return neutral_key(prover_moves) ^ (threats ? mixed(threats * kMix + 2) : 0);
}

// A success holds at any greater reach, a failure at any smaller one.
const Skirmish::Entry* Skirmish::find(uint64_t key) const {
  const size_t bucket = key % (table_.size() / kWays) * kWays;
  for (size_t i = 0; i < kWays; ++i) {
    const Entry& entry = table_[bucket + i];
    if (entry.key != key || entry.age != age_) continue;
    if (entry.value.pn == 0   ? entry.reach <= reach_
        : entry.value.dn == 0 ? entry.reach >= reach_
                              : entry.reach == reach_)
      return &entry;
    return nullptr;
  }
  return nullptr;
}

void Skirmish::store(uint64_t key, const Value& value, uint32_t work, Point move,
                     const Zone& zone) {
  const size_t bucket = key % (table_.size() / kWays) * kWays;
  Entry* slot = nullptr;
  for (size_t i = 0; i < kWays && !slot; ++i)
    if (table_[bucket + i].key == key && table_[bucket + i].age == age_) slot = &table_[bucket + i];
  uint32_t before = 0;
  if (slot) {
    if (slot->value.pn == 0 && slot->reach <= reach_) return;
    before = slot->work;
  } else {
    slot = &table_[bucket];
    for (size_t i = 0; i < kWays; ++i) {
      Entry& entry = table_[bucket + i];
      if (entry.age != age_) {
        slot = &entry;
        break;
      }
      if (entry.work < slot->work) slot = &entry;
    }
  }
  *slot = {key, value, before + work, age_, uint8_t(reach_), move, value.pn == 0 ? zone : Zone{}};
}

}  // namespace gokan
