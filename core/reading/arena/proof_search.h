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
#include <cstdint>
#include <vector>

#include "base/search_limits.h"
#include "reading/arena/arena.h"
#include "reading/arena/proof.h"
#include "reading/arena/proof_guess.h"
#include "reading/arena/proof_span.h"
#include "reading/arena/proof_table.h"

namespace gokan {

template <int N>
class ProofSearch {
 public:
  using State = ArenaState<N>;
  static constexpr uint32_t kInf = 1u << 28;
  static constexpr int kNever = 1 << 20;  // no belief about any ancestor
  static constexpr int kReplay = 200;     // nodes that one replay may cost
  static constexpr int kDeepest = 60;

  ProofSearch(const Arena<N>& arena, ProofTable& table) : arena_(arena), table_(table) {}

  ProofAnswer run(const State& root, const SearchLimits& limits);
  // What kind of end a position is; kInner if it must be searched.
  ProofGraph::Leaf leaf(const State& s, bool defender_moved) const;
  std::vector<int> moves(const State& s) const;

  bool plain = false;  // only ends that a written proof may have

 private:
  struct Child {
    State state;
    uint64_t key;
    uint32_t pn, dn;
    int belief;  // smallest depth of an ancestor that dn == 0 rests on
    int tenuki;  // of a proved kill: the most defender's passes on any line
    Span span;   // once solved: the numbers of threats for which that holds
    int16_t move;
    bool killed() const { return pn == 0; }
    bool stands() const { return dn == 0; }
    void settle(bool kill, Span s, int away) {
      pn = kill ? 0 : kInf;
      dn = kill ? kInf : 0;
      span = s;
      tenuki = away;
    }
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

  void make_child(const State& from, int move);
  void look_up(Child& c, bool defender_moved);
  void finish(Frame& f, const Sum& v, bool attacker);
  Span node_span(const Frame& f, const Sum& v, bool attacker) const;
  void replay(const Frame& f, const Child& lost, bool kill);
  bool follows(const State& s, const State& twin, bool kill, int depth, Child& out);
  // Endless threats keep a false eye for ever.
  static Span hopeless_span(const Hopeless& h) {
    return h.retakes ? Span{0, kFinite} : Span::any(true);
  }
  // Passes outside of a kill: once for each threat more if it met false eyes.
  int all_passes(int tenuki, Span span, const State& root) const {
    return tenuki + (!plain && span.defender < kEndless ? root.threats[kDefender] : 0);
  }
  int node_tenuki(const Frame& f, const Sum& v, bool attacker) const;
  void expand(Frame& f, const State& s);
  Sum sum(const Frame& f, bool attacker) const;
  static uint32_t share(int open) { return uint32_t(std::max(0, open - 1)) / 2; }
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
  uint64_t nodes_ = 0, replay_limit_ = 0;
  Countdown countdown_;
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
  if (arena_.hopeless(s, plain)) return ProofGraph::kHopeless;
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

template <int N>
void ProofSearch<N>::make_child(const State& from, int move) {
  Child c;
  c.state = from;
  if (!arena_.play(c.state, move)) return;
  c.move = int16_t(move);
  c.key = c.state.board_key();
  table_.prefetch(c.key);  // it is looked up once its siblings are made
  pool_.push_back(c);
}

// What is known about a position before it is searched.
template <int N>
void ProofSearch<N>::look_up(Child& c, bool defender_moved) {
  c.belief = kNever;
  c.tenuki = 0;
  const int above = on_path(c.state.with_threats(c.key));
  if (above >= 0) {
    c.settle(false, Span::any(false), 0);
    c.belief = above;
    return;
  }
  const ProofEntry* e = table_.find(c.key);
  if (e) {
    const auto& t = c.state.threats;
    if (e->killed(t[kAttacker], t[kDefender])) return c.settle(true, e->kill, e->tenuki);
    if (e->stands(t[kAttacker], t[kDefender])) return c.settle(false, e->stand, 0);
    if (e->pn) {
      c.pn = e->pn;
      c.dn = e->dn;
      return;
    }
  }
  switch (leaf(c.state, defender_moved)) {
    case ProofGraph::kCaptured:
    case ProofGraph::kLastLiberty:
      return c.settle(true, Span::any(true), 0);
    case ProofGraph::kHopeless: {
      const Hopeless h = arena_.hopeless(c.state, plain);
      return c.settle(true, hopeless_span(h), h.passes);
    }
    case ProofGraph::kEscaped:
    case ProofGraph::kAlive:
      return c.settle(false, Span::any(false), 0);
    case ProofGraph::kInner: {
      const Guess g = first_guess(arena_, c.state);
      c.pn = g.pn;
      c.dn = g.dn;
    }
  }
}

template <int N>
void ProofSearch<N>::expand(Frame& f, const State& s) {
  const bool attacker = s.turn == kAttacker;
  f.first = pool_.size();
  // The attacker has no use for a pass unless it lifts a ban: without one the defender's pass
  // brings back the same position.
  const State from = s;  // pool_ may move
  if (!attacker || s.ko >= 0) make_child(from, kArenaPass);
  for (Bits<N> left = arena_.empty(from).without(arena_.spare_dame(from)); left.any();)
    make_child(from, left.pop());
  for (size_t i = f.first; i < pool_.size(); ++i) {
    Child& c = pool_[i];
    ++nodes_;
    look_up(c, !attacker);
    if (attacker ? c.pn == 0 : c.dn == 0 && c.belief == kNever) pool_.resize(i + 1);  // enough
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
    high = std::min(kInf - 1, high + share(open));
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
Span ProofSearch<N>::node_span(const Frame& f, const Sum& v, bool attacker) const {
  const bool kill = v.pn == 0;
  const State& s = pool_[size_t(f.parent_slot)].state;
  if (kill == attacker) {
    const Child& c = pool_[f.first + size_t(v.best)];
    return c.move == s.ko && s.ko >= 0 ? c.span.after_retake(kill, s.threats[s.turn]) : c.span;
  }
  Span whole = Span::any(kill);
  for (int i = 0; i < f.count; ++i) {
    const Child& c = pool_[f.first + size_t(i)];
    whole.join(c.span, kill, c.move == s.ko && s.ko >= 0);
  }
  return s.banned() ? whole.under_ban(kill) : whole;
}

template <int N>
ProofAnswer ProofSearch<N>::run(const State& root, const SearchLimits& limits) {
  countdown_.start(limits);
  nodes_ = 0;
  pool_.clear();
  frames_.clear();
  path_.clear();

  ProofAnswer answer;
  answer.span = Span::any(true);
  Child top;
  top.state = root;
  top.key = root.board_key();
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
      answer.span = Span::any(false);
      return answer;
    default:
      answer.verdict = Verdict::kKilled;
      if (end == ProofGraph::kHopeless) {
        const Hopeless h = arena_.hopeless(root, plain);
        answer.span = hopeless_span(h);
        answer.tenuki = all_passes(h.passes, answer.span, root);
      }
      return answer;
  }
  if (const ProofEntry* e = table_.find(top.key)) {
    const bool kill = e->killed(root.threats[kAttacker], root.threats[kDefender]);
    if (kill || e->stands(root.threats[kAttacker], root.threats[kDefender])) {
      answer.verdict = kill ? Verdict::kKilled : Verdict::kStands;
      answer.best = kill ? e->kill_move : e->stand_move;
      answer.span = kill ? e->kill : e->stand;
      answer.tenuki = kill ? all_passes(e->tenuki, answer.span, root) : 0;
      // The winner's move may have been lost; then it is found again.
      if (answer.best != -2 || kill != (root.turn == kAttacker)) return answer;
    }
  }
  pool_.push_back(top);
  frames_.push_back({0, -1, 0, top.key, kInf, kInf, 0});
  path_.push_back(root.with_threats(top.key));
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
    if (done || v.pn >= f.limit_pn || v.dn >= f.limit_dn || countdown_.spent(nodes_)) {
      best_move = v.best >= 0 ? pool_[f.first + size_t(v.best)].move : -2;
      finish(f, v, attacker);
      continue;
    }
    // Descend. The attacker changes his move as soon as another looks a little better; the
    // defender, whose moves must all be refuted in a kill, stays with one for longer.
    const size_t slot = f.first + size_t(v.best);
    const Child& c = pool_[slot];
    const uint32_t beyond =
        v.second >= kInf ? kInf : v.second + (attacker ? v.second / 4 : v.second * 2) + 1;
    uint32_t limit_pn, limit_dn;
    if (attacker) {
      limit_pn = std::min(f.limit_pn, beyond);
      limit_dn = f.limit_dn >= kInf ? kInf : f.limit_dn - std::min(f.limit_dn - 1, share(v.open));
    } else {
      limit_dn = std::min(f.limit_dn, beyond);
      limit_pn = f.limit_pn >= kInf ? kInf : f.limit_pn - std::min(f.limit_pn - 1, share(v.open));
    }
    path_.push_back(c.state.with_threats(c.key));
    frames_.push_back({0, -1, int(slot), c.key, limit_pn, limit_dn, nodes_});
  }
  answer.nodes = nodes_;
  if (pool_[0].pn == 0) answer.verdict = Verdict::kKilled;
  if (pool_[0].dn == 0) answer.verdict = Verdict::kStands;
  answer.best = best_move;
  answer.span = pool_[0].span;
  if (pool_[0].pn == 0) answer.tenuki = all_passes(pool_[0].tenuki, answer.span, root);
  return answer;
}

// Leaves a node: its numbers go to the table and to its place among its parent's children.
template <int N>
void ProofSearch<N>::finish(Frame& f, const Sum& v, bool attacker) {
  const int depth = int(frames_.size()) - 1;
  const int best = v.best >= 0 ? pool_[f.first + size_t(v.best)].move : -2;
  const uint64_t work = nodes_ - f.nodes_before;
  const bool solved = v.pn == 0 || v.dn == 0;
  const bool believed = v.dn == 0 && v.belief < depth;
  const int tenuki = node_tenuki(f, v, attacker);
  const Span span = solved ? node_span(f, v, attacker) : Span();
  if (believed)
    table_.store_open(f.key, 8, 1, work);
  else if (v.pn == 0)
    table_.store_kill(f.key, span, best, tenuki, work);
  else if (v.dn == 0)
    table_.store_stand(f.key, span, best, work);
  else
    table_.store_open(f.key, v.pn, v.dn, work);
  Child& slot = pool_[size_t(f.parent_slot)];
  slot.tenuki = tenuki;
  slot.span = span;
  slot.pn = v.pn;
  slot.dn = v.dn;
  slot.belief = believed ? v.belief : kNever;
  pool_.resize(f.first);
  frames_.pop_back();
  path_.pop_back();
  if (solved && !believed && !frames_.empty()) {
    const Frame& parent = frames_.back();
    const bool kill = v.pn == 0;
    if (attacker == kill) replay(parent, pool_[size_t(f.parent_slot)], kill);
  }
}

}  // namespace gokan

#include "reading/arena/proof_replay.h"
