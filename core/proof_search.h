// The search behind ProofSolver, for one size of bit set.
//
// Truth does not depend on the path (see arena.h), but a depth-first search may need to cut a
// repetition. A child that repeats an ancestor counts as "stands" for the time being, and this
// belief carries the depth of that ancestor. A node that stands because of beliefs about nodes
// above it tells so to its parent only; it is stored as solved once no belief reaches above it,
// for then the whole cycle lies in a set that the attacker cannot leave. Kills never rest on a
// repetition and are always stored.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "arena.h"
#include "proof.h"
#include "proof_table.h"

namespace gokan {

template <int N>
class ProofSearch {
 public:
  using State = ArenaState<N>;
  static constexpr uint32_t kInf = 1u << 28;
  static constexpr int kNever = 1 << 20;  // no belief about any ancestor

  ProofSearch(const Arena<N>& arena, ProofTable& table) : arena_(arena), table_(table) {}

  ProofAnswer run(const State& root, const ProofLimits& limits);
  // What kind of end a position is; kInner if it must be searched.
  ProofGraph::Leaf leaf(const State& s, bool defender_moved) const;
  std::vector<int> moves(const State& s) const;

 private:
  struct Child {
    State state;
    uint64_t key;
    uint32_t pn, dn;
    int belief;  // smallest depth of an ancestor that dn == 0 rests on
    int tenuki;  // of a proved kill: the most defender's passes on any line
    int16_t move;
  };
  struct Frame {
    size_t first;     // of its children in pool_
    int count;        // -1: not expanded yet
    int parent_slot;  // index in pool_ of this node
    uint64_t key;
    uint32_t limit_pn, limit_dn;
    uint64_t nodes_before;
  };
  struct Sum {
    uint32_t pn, dn;
    int best;  // child to search or the one that decides
    int belief;
    uint32_t second;  // of the number that is minimised
    int open;         // unsolved children
  };

  void make_child(const State& from, int move, std::vector<Child>& out);
  void guess(Child& c) const;
  int leaf_tenuki(const State& s, ProofGraph::Leaf end) const;
  int node_tenuki(const Frame& f, const Sum& v, bool attacker) const;
  void expand(Frame& f, const State& s);
  Sum sum(const Frame& f, bool attacker) const;
  bool out_of_budget();
  int on_path(uint64_t key) const {
    for (size_t i = path_.size(); i-- > 0;)
      if (path_[i] == key) return int(i);
    return -1;
  }

  const Arena<N>& arena_;
  ProofTable& table_;
  std::vector<Child> pool_;
  std::vector<Frame> frames_;
  std::vector<uint64_t> path_;
  uint64_t nodes_ = 0, next_check_ = 0;
  ProofLimits limits_;
  std::chrono::steady_clock::time_point deadline_;
  bool stopped_ = false;
};

template <int N>
ProofGraph::Leaf ProofSearch<N>::leaf(const State& s, bool defender_moved) const {
  if (arena_.captured(s)) return ProofGraph::kCaptured;
  if (defender_moved) {
    if (arena_.escaped(s)) return ProofGraph::kEscaped;
    if (arena_.unconditionally_alive(s)) return ProofGraph::kAlive;
  }
  if (s.turn == kAttacker) {  // one block, one liberty: the next move takes it
    const Bits<N> block = arena_.flood(Bits<N>::at(s.target.first()), s.stones[kDefender]);
    if (s.target.without(block).none() && !block.meets(arena_.anchor[kDefender])) {
      const Bits<N> breath = arena_.around(block).without(s.stones[kAttacker]);
      if (breath.without(s.stones[kDefender]).single() &&
          (s.ko < 0 || !breath.test(s.ko) || s.stones[kDefender].test(s.ko)))
        return ProofGraph::kLastLiberty;
    }
  }
  if (arena_.hopeless(s)) return ProofGraph::kHopeless;
  return ProofGraph::kInner;
}

template <int N>
std::vector<int> ProofSearch<N>::moves(const State& s) const {
  std::vector<int> out;
  for (Bits<N> left = arena_.empty(s); left.any();) {
    const int p = left.pop();
    State t = s;
    if (arena_.play(t, p)) out.push_back(p);
  }
  return out;
}

// First guess of the effort: room for eyes, and spaces shut off already, speak for the defender.
template <int N>
void ProofSearch<N>::guess(Child& c) const {
  const State& s = c.state;
  const Bits<N> strong = arena_.immortal(s, kAttacker);
  const Bits<N> room = arena_.region.without(strong | s.stones[kDefender] | arena_.around(strong) |
                                             arena_.anchor[kAttacker]);
  const int eyes = room.count();
  const Bits<N> others = arena_.region.without(s.stones[kDefender]);
  Bits<N> shut = others.without(arena_.flood(others & arena_.anchor[kAttacker], others));
  uint32_t spaces = 0;
  for (; shut.any() && spaces < 3; ++spaces)
    shut = shut.without(arena_.flood(Bits<N>::at(shut.first()), shut));
  c.pn = 1 + 4 * uint32_t(eyes) + 6 * spaces;
  c.dn = 1 + uint32_t(std::max(0, 6 - eyes)) / 2;
  if (s.turn == kAttacker) c.dn += 6;
}

template <int N>
void ProofSearch<N>::make_child(const State& from, int move, std::vector<Child>& out) {
  Child c;
  c.state = from;
  if (!arena_.play(c.state, move)) return;
  ++nodes_;
  c.move = int16_t(move);
  c.belief = kNever;
  c.tenuki = 0;
  c.key = c.state.key();
  const int above = on_path(c.key);
  if (above >= 0) {
    c.pn = kInf;
    c.dn = 0;
    c.belief = above;
  } else if (const ProofEntry* e = table_.find(c.key)) {
    c.pn = e->pn;
    c.dn = e->dn;
    c.tenuki = e->used - 1;
  } else {
    switch (const auto end = leaf(c.state, from.turn == kDefender); end) {
      case ProofGraph::kCaptured:
      case ProofGraph::kLastLiberty:
      case ProofGraph::kHopeless:
        c.pn = 0;
        c.dn = kInf;
        c.tenuki = leaf_tenuki(c.state, end);
        break;
      case ProofGraph::kEscaped:
      case ProofGraph::kAlive:
        c.pn = kInf;
        c.dn = 0;
        break;
      case ProofGraph::kInner:
        guess(c);
    }
  }
  out.push_back(c);
}

template <int N>
void ProofSearch<N>::expand(Frame& f, const State& s) {
  const bool attacker = s.turn == kAttacker;
  f.first = pool_.size();
  // The attacker has no use for a pass unless it lifts a ban: without one the defender's pass
  // brings back the same position.
  const State from = s;  // pool_ may move
  if (!attacker || s.ko >= 0) make_child(from, kArenaPass, pool_);
  for (Bits<N> left = arena_.empty(from).without(arena_.spare_dame(from)); left.any();) {
    make_child(from, left.pop(), pool_);
    const Child& c = pool_.back();
    if (pool_.size() > f.first && (attacker ? c.pn == 0 : c.dn == 0 && c.belief == kNever)) break;
  }
  f.count = int(pool_.size() - f.first);
}

template <int N>
typename ProofSearch<N>::Sum ProofSearch<N>::sum(const Frame& f, bool attacker) const {
  // `low` is the number that one child decides, `high` the one that all share.
  uint32_t low = kInf, second = kInf, high = 0;
  int best = -1, open = 0, belief = kNever, best_belief = -1;
  for (int i = 0; i < f.count; ++i) {
    const Child& c = pool_[f.first + size_t(i)];
    const uint32_t a = attacker ? c.pn : c.dn, b = attacker ? c.dn : c.pn;
    if (c.dn == 0 && attacker) belief = std::min(belief, c.belief);
    if (a < low || (a == 0 && low == 0 && c.belief > best_belief)) {
      second = low;
      low = a;
      best = i;
      best_belief = c.belief;
    } else if (a < second) {
      second = a;
    }
    if (b > 0 && a < kInf) {
      ++open;
      high = std::max(high, b);
    }
  }
  Sum r;
  if (low == 0) {
    high = kInf;
  } else if (open > 1) {
    high = std::min(kInf - 1, high + uint32_t(open - 1));
  }
  if (low >= kInf) high = 0;
  r.pn = attacker ? low : high;
  r.dn = attacker ? high : low;
  r.best = best;
  r.second = second;
  r.open = open;
  r.belief = kNever;
  if (r.dn == 0) r.belief = attacker ? belief : best_belief;
  return r;
}

// In a hopeless position every attacker move adds a stone that stays.
template <int N>
int ProofSearch<N>::leaf_tenuki(const State& s, ProofGraph::Leaf end) const {
  if (end != ProofGraph::kHopeless) return 0;
  return arena_.empty(s).count() + 2;
}

template <int N>
int ProofSearch<N>::node_tenuki(const Frame& f, const Sum& v, bool attacker) const {
  if (v.pn != 0) return 0;
  if (attacker) return pool_[f.first + size_t(v.best)].tenuki;
  int most = 0;
  for (int i = 0; i < f.count; ++i) {
    const Child& c = pool_[f.first + size_t(i)];
    most = std::max(most, c.tenuki + (c.move == kArenaPass));
  }
  return std::min(most, 60000);
}

template <int N>
bool ProofSearch<N>::out_of_budget() {
  if (stopped_ || nodes_ < next_check_) return stopped_;
  next_check_ = nodes_ + 2048;
  if (limits_.nodes && nodes_ >= limits_.nodes) stopped_ = true;
  if (limits_.stop && limits_.stop->load(std::memory_order_relaxed)) stopped_ = true;
  if (limits_.seconds > 0 && std::chrono::steady_clock::now() >= deadline_) stopped_ = true;
  if (limits_.nodes) next_check_ = std::min(next_check_, limits_.nodes);
  return stopped_;
}

template <int N>
ProofAnswer ProofSearch<N>::run(const State& root, const ProofLimits& limits) {
  limits_ = limits;
  deadline_ = std::chrono::steady_clock::now() +
              std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                  std::chrono::duration<double>(limits.seconds));
  nodes_ = next_check_ = 0;
  stopped_ = false;
  pool_.clear();
  frames_.clear();
  path_.clear();

  ProofAnswer answer;
  Child top;
  top.state = root;
  top.key = root.key();
  top.move = -2;
  top.belief = kNever;
  top.tenuki = 0;
  top.pn = top.dn = 1;
  switch (const auto end = leaf(root, true); end) {
    case ProofGraph::kInner:
      break;
    case ProofGraph::kEscaped:
    case ProofGraph::kAlive:
      answer.verdict = Verdict::kStands;
      return answer;
    default:
      answer.verdict = Verdict::kKilled;
      answer.tenuki = leaf_tenuki(root, end);
      return answer;
  }
  pool_.push_back(top);
  frames_.push_back({0, -1, 0, top.key, kInf, kInf, 0});
  path_.push_back(top.key);
  int best_move = -2;
  while (!frames_.empty()) {
    Frame& f = frames_.back();
    const bool attacker = pool_[size_t(f.parent_slot)].state.turn == kAttacker;
    if (f.count < 0) {
      f.nodes_before = nodes_;
      const State s = pool_[size_t(f.parent_slot)].state;
      expand(f, s);
    }
    Sum v = sum(f, attacker);
    if (f.count == 0) v = {kInf, 0, -1, kNever, kInf, 0};  // the attacker has no move at all
    const bool done = v.pn == 0 || v.dn == 0;
    if (done || v.pn >= f.limit_pn || v.dn >= f.limit_dn || out_of_budget()) {
      const int depth = int(frames_.size()) - 1;
      const int best = v.best >= 0 ? pool_[f.first + size_t(v.best)].move : -2;
      const int tenuki = node_tenuki(f, v, attacker);
      if (v.dn == 0 && v.belief < depth)
        table_.store(f.key, 8, 1, best, nodes_ - f.nodes_before, 0);  // believed, not known
      else
        table_.store(f.key, v.pn, v.dn, best, nodes_ - f.nodes_before, tenuki);
      Child& slot = pool_[size_t(f.parent_slot)];
      slot.tenuki = tenuki;
      slot.pn = v.pn;
      slot.dn = v.dn;
      slot.belief = v.dn == 0 && v.belief < depth ? v.belief : kNever;
      best_move = best;
      pool_.resize(f.first);
      frames_.pop_back();
      path_.pop_back();
      continue;
    }
    // Descend. Thresholds grow by a quarter beyond the second best.
    const size_t slot = f.first + size_t(v.best);
    const Child& c = pool_[slot];
    const uint32_t share = uint32_t(std::max(0, v.open - 1));
    const uint32_t beyond = v.second >= kInf ? kInf : v.second + v.second / 4 + 1;
    uint32_t limit_pn, limit_dn;
    if (attacker) {
      limit_pn = std::min(f.limit_pn, beyond);
      limit_dn = f.limit_dn >= kInf ? kInf : f.limit_dn - std::min(f.limit_dn - 1, share);
    } else {
      limit_dn = std::min(f.limit_dn, beyond);
      limit_pn = f.limit_pn >= kInf ? kInf : f.limit_pn - std::min(f.limit_pn - 1, share);
    }
    path_.push_back(c.key);
    frames_.push_back({0, -1, int(slot), c.key, limit_pn, limit_dn, nodes_});
  }
  answer.nodes = nodes_;
  if (pool_[0].pn == 0) answer.verdict = Verdict::kKilled;
  if (pool_[0].dn == 0) answer.verdict = Verdict::kStands;
  answer.best = best_move;
  answer.tenuki = pool_[0].tenuki;
  return answer;
}

}  // namespace gokan
