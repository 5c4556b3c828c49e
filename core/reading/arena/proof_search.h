// The search behind ProofSolver, for one size of bit set.
//
// The attacker is the prover. Truth does not depend on the path (see arena.h), but a depth-first
// search may need to cut a repetition (see number_search.h): kills never rest on one and are always
// stored, and that the target stands is stored once no belief reaches above it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "reading/arena/arena.h"
#include "reading/arena/number_search.h"
#include "reading/arena/proof.h"
#include "reading/arena/proof_guess.h"
#include "reading/arena/proof_samples.h"
#include "reading/arena/proof_span.h"
#include "reading/arena/proof_table.h"
#include "reading/arena/shape_guess.h"

namespace gokan {

template <int N>
struct ProofChild {
  static constexpr uint32_t kInf = 1u << 28;
  ArenaState<N> state;
  uint64_t key = 0;
  uint32_t pn = 1, dn = 1;
  int belief = 1 << 20;  // smallest depth of an ancestor that dn == 0 rests on
  int tenuki = 0;        // of a proved kill: the most defender's passes on any line
  Span span;             // once solved: the numbers of threats for which that holds
  int16_t move = -2;
  bool unseen = false;  // nothing is known of it yet, so it is guessed at
  bool killed() const { return pn == 0; }
  bool stands() const { return dn == 0; }
  void settle(bool kill, Span s, int away) {
    pn = kill ? 0 : kInf;
    dn = kill ? kInf : 0;
    span = s;
    tenuki = away;
  }
};

// The attacker changes his move as soon as another looks a little better; the defender, whose moves
// must all be refuted in a kill, stays with one for longer.
struct ProofNumbers {
  static constexpr uint32_t kInf = 1u << 28;
  static constexpr size_t kDeepest = 0;
  static constexpr bool kNamesLost = false;
  static uint32_t share(int open) { return uint32_t(std::max(0, open - 1)) / 2; }
  static uint32_t beyond(uint32_t second, bool prover) {
    return second + (prover ? second / 4 : second * 2) + 1;
  }
};

template <int N>
class ProofSearch
    : private NumberSearch<ProofSearch<N>, ArenaState<N>, ProofChild<N>, ProofNumbers> {
  using Child = ProofChild<N>;
  using Base = NumberSearch<ProofSearch<N>, ArenaState<N>, ProofChild<N>, ProofNumbers>;
  using Base::countdown_, Base::frames_, Base::kInf, Base::kNever, Base::nodes_, Base::pool_;
  using typename Base::Frame, typename Base::Sum;
  friend Base;

 public:
  using State = ArenaState<N>;
  static constexpr int kReplay = 200;  // nodes that one replay may cost
  static constexpr int kDeepest = 60;

  ProofSearch(const Arena<N>& arena, ProofTable& table) : arena_(arena), table_(table) {}

  ProofAnswer run(const State& root, const SearchLimits& limits);
  // What kind of end a position is; kInner if it must be searched.
  ProofGraph::Leaf leaf(const State& s, bool defender_moved) const;
  std::vector<int> moves(const State& s) const;

  // First guesses by what was learned of shapes, from now on.
  void learn(std::shared_ptr<const ShapeWeights> weights) {
    learned_.emplace(arena_, std::move(weights));
  }
  // Keep some of the positions that are settled from now on.
  void keep_samples(uint64_t every, size_t most) { samples_.emplace(arena_, every, most); }
  const std::vector<ProofSample>& samples() const {
    static const std::vector<ProofSample> none;
    return samples_ ? samples_->all() : none;
  }

  bool plain = false;  // only ends that a written proof may have

 private:
  Guess guess(const State& s) {
    if (!learned_) return first_guess(arena_, s);
    if (moved_) {
      learned_->move_to(here_);
      moved_ = false;
    }
    return guess_of_odds(learned_->odds(s));
  }
  void make_child(const State& from, int move);
  bool look_up(Child& c, bool defender_moved);
  bool proves(const State& s) const { return s.turn == kAttacker; }
  uint64_t path_key(const Child& c) const { return c.state.with_threats(c.key); }
  void expand(Frame& f, const State& s);
  void finish(const Frame& f, const Sum& v, bool attacker, bool believed, int best);
  void left(size_t slot, const Sum& v, bool attacker, bool believed) {
    const bool kill = v.pn == 0;
    if (v.solved() && !believed && attacker == kill) replay(frames_.back(), pool_[slot], kill);
  }
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
  const Arena<N>& arena_;
  ProofTable& table_;
  std::optional<ShapeGuess<N>> learned_;
  std::optional<ProofSamples<N>> samples_;
  State here_;          // where children are being made
  bool moved_ = false;  // and the guesses do not know it yet
  uint64_t replay_limit_ = 0;
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

// What is known about a position before it is searched; false if nothing is, not even a guess.
template <int N>
bool ProofSearch<N>::look_up(Child& c, bool defender_moved) {
  c.belief = kNever;
  c.tenuki = 0;
  const auto settled = [&c](bool kill, Span span, int away) {
    c.settle(kill, span, away);
    return true;
  };
  const int above = this->on_path(c.state.with_threats(c.key));
  if (above >= 0) {
    c.belief = above;
    return settled(false, Span::any(false), 0);
  }
  const ProofEntry* e = table_.find(c.key);
  if (e) {
    const auto& t = c.state.threats;
    if (e->killed(t[kAttacker], t[kDefender])) return settled(true, e->kill, e->tenuki);
    if (e->stands(t[kAttacker], t[kDefender])) return settled(false, e->stand, 0);
    if (e->pn) {
      c.pn = e->pn;
      c.dn = e->dn;
      return true;
    }
  }
  switch (leaf(c.state, defender_moved)) {
    case ProofGraph::kCaptured:
    case ProofGraph::kLastLiberty:
      return settled(true, Span::any(true), 0);
    case ProofGraph::kHopeless: {
      const Hopeless h = arena_.hopeless(c.state, plain);
      return settled(true, hopeless_span(h), h.passes);
    }
    case ProofGraph::kEscaped:
    case ProofGraph::kAlive:
      return settled(false, Span::any(false), 0);
    case ProofGraph::kInner:
      break;
  }
  return false;
}

template <int N>
void ProofSearch<N>::expand(Frame& f, const State& s) {
  const bool attacker = proves(s);
  here_ = s;
  moved_ = true;
  // The attacker has no use for a pass unless it lifts a ban: without one the defender's pass
  // brings back the same position.
  if (!attacker || s.ko >= 0) make_child(s, kArenaPass);
  for (Bits<N> left = arena_.empty(s).without(arena_.spare_dame(s)); left.any();)
    make_child(s, left.pop());
  for (size_t i = f.first; i < pool_.size(); ++i) {
    Child& c = pool_[i];
    ++nodes_;
    c.unseen = !look_up(c, !attacker);
    if (attacker ? c.pn == 0 : c.dn == 0 && c.belief == kNever) {  // enough
      pool_.resize(i + 1);
      return;
    }
  }
  for (size_t i = f.first; i < pool_.size(); ++i) {
    Child& c = pool_[i];
    if (!c.unseen) continue;
    const Guess g = guess(c.state);
    c.pn = g.pn;
    c.dn = g.dn;
  }
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
  const State& s = pool_[f.slot].state;
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
  ProofAnswer answer;
  answer.span = Span::any(true);
  Child top;
  top.state = root;
  top.key = root.board_key();
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
  answer.best = this->work_on(top);
  answer.nodes = nodes_;
  if (pool_[0].pn == 0) answer.verdict = Verdict::kKilled;
  if (pool_[0].dn == 0) answer.verdict = Verdict::kStands;
  answer.span = pool_[0].span;
  if (pool_[0].pn == 0) answer.tenuki = all_passes(pool_[0].tenuki, answer.span, root);
  return answer;
}

template <int N>
void ProofSearch<N>::finish(const Frame& f, const Sum& v, bool attacker, bool believed, int best) {
  const uint64_t work = nodes_ - f.nodes_before;
  const int tenuki = node_tenuki(f, v, attacker);
  const Span span = v.solved() ? node_span(f, v, attacker) : Span();
  Child& here = pool_[f.slot];
  if (believed)
    table_.store_open(here.key, 8, 1, work);
  else if (v.pn == 0)
    table_.store_kill(here.key, span, best, tenuki, work);
  else if (v.dn == 0)
    table_.store_stand(here.key, span, best, work);
  else
    table_.store_open(here.key, v.pn, v.dn, work);
  here.tenuki = tenuki;
  here.span = span;
  if (samples_ && v.solved() && !believed) samples_->take(here.state, here.key, v.pn == 0, work);
}

}  // namespace gokan

#include "reading/arena/proof_replay.h"
