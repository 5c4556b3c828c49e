// The search behind LifeSolver, for one size of bit set: can the defender force an end?
//
// The mirror image of proof_search.h. Here the defender must reach something in a finite number
// of moves, so a repetition counts for the attacker. A node that fails because of a repetition
// of a node above it is believed, not known, until no belief reaches above it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/search_limits.h"
#include "reading/arena/arena.h"
#include "reading/arena/life_proof.h"
#include "reading/arena/number_table.h"
#include "reading/arena/proof_guess.h"

namespace gokan {

template <int N>
class LifeSearch {
 public:
  using State = ArenaState<N>;
  using B = Bits<N>;
  static constexpr uint32_t kInf = 1u << 28;
  static constexpr int kNever = 1 << 20;

  LifeSearch(const Arena<N>& arena, NumberTable& table, const B& marks = B())
      : arena_(arena), table_(table), marks_(marks) {}

  const B& marks() const { return marks_; }
  void set_marks(const B& marks) { marks_ = marks; }
  // Who looks only at points near what is at stake; the stones at the start say what is new.
  void set_focus(LifeFocus focus, const State& start) {
    focus_ = focus;
    start_ = start;
  }
  LifeFocus focus() const { return focus_; }
  const State& start() const { return start_; }

  LifeAnswer run(const State& root, LifeGoal goal, const SearchLimits& limits);
  LifeLeaf leaf(const State& s, LifeGoal goal) const;
  std::vector<int> moves(const State& s, LifeGoal goal) const;
  // May the side to move pass here? A pass can always lift a ban. Without one, the defender's
  // brings him no nearer to two eyes (the attacker passes back), and the attacker's gives him
  // the end of play (he passes back).
  bool may_pass(const State& s, LifeGoal goal) const {
    return s.ko >= 0 || (s.turn == kAttacker) == (goal != LifeGoal::kEnd);
  }
  uint64_t key(const State& s, LifeGoal goal) const {
    uint64_t rest = 1 + uint64_t(goal) + (uint64_t(focus_) << 4) + (uint64_t(s.threats[0]) << 8) +
                    (uint64_t(s.threats[1]) << 16);
    rest *= 0x9e3779b97f4a7c15u;
    return s.key() ^ rest ^ (rest >> 32);
  }

 private:
  struct Child {
    State state;
    uint64_t key;
    uint32_t pn, dn;  // effort to show that the end is forced; that it is not
    int belief;
    int16_t move;
  };
  struct Frame {
    size_t first;
    int count;
    int slot;
    uint64_t key;
    uint32_t limit_pn, limit_dn;
    uint64_t nodes_before;
  };
  struct Sum {
    uint32_t pn, dn;
    int best, belief;
    uint32_t second;
    int open;
  };

  static bool tactical(LifeGoal goal) { return goal >= LifeGoal::kJoined; }
  bool joined(const State& s, LifeGoal goal) const;
  bool taken(const State& s) const;
  bool out_of_reach(const State& s, LifeGoal goal) const;
  Guess guess(const State& s) const;
  B near(const State& s, LifeGoal goal) const;
  B looked_at(const State& s, LifeGoal goal) const {
    if (!tactical(goal)) return arena_.empty(s);
    const bool some =
        focus_ == LifeFocus::kNear || (focus_ == LifeFocus::kDefenderNear && s.turn == kDefender);
    return some ? near(s, goal) : arena_.empty(s);
  }
  B worth_a_look(const State& s) const {
    return tactical(goal_) ? looked_at(s, goal_) : arena_.empty(s).without(arena_.spare_dame(s));
  }
  void make_child(const State& from, int move);
  void look_up(Child& c) const;
  void replay(const Frame& f, size_t lost);
  bool follows(const State& s, const State& twin, int depth);
  void expand(Frame& f, const State& s);
  Sum sum(const Frame& f, bool prover) const;

  const Arena<N>& arena_;
  NumberTable& table_;
  B marks_;
  LifeFocus focus_ = LifeFocus::kAll;
  State start_;
  LifeGoal goal_ = LifeGoal::kTwoEyes;
  std::vector<Child> pool_;
  std::vector<Frame> frames_;
  std::unordered_map<uint64_t, int> path_;  // key: depth
  static constexpr uint64_t kReplay = 400;  // positions a simulation may look at
  static constexpr int kDeepest = 40;
  uint64_t nodes_ = 0, replay_limit_ = 0;
  Countdown countdown_;
};

template <int N>
std::vector<int> LifeSearch<N>::moves(const State& s, LifeGoal goal) const {
  std::vector<int> out;
  for (B left = looked_at(s, goal); left.any();) {
    const int p = left.pop();
    State t = s;
    if (arena_.play(t, p)) out.push_back(p);
  }
  return out;
}

// What is known about a position, or the first guess.
template <int N>
void LifeSearch<N>::look_up(Child& c) const {
  c.belief = kNever;
  if (const NumberEntry* e = table_.find(c.key)) {
    c.pn = e->pn;
    c.dn = e->dn;
    return;
  }
  switch (leaf(c.state, goal_)) {
    case LifeLeaf::kEscaped:
    case LifeLeaf::kAlive:
    case LifeLeaf::kJoined:
    case LifeLeaf::kTaken:
      c.pn = 0;
      c.dn = kInf;
      break;
    case LifeLeaf::kInner: {
      const Guess g = guess(c.state);
      c.pn = g.pn;
      c.dn = g.dn;
      break;
    }
    default:
      c.pn = kInf;
      c.dn = 0;
  }
}

template <int N>
void LifeSearch<N>::make_child(const State& from, int move) {
  Child c;
  c.state = from;
  if (!arena_.play(c.state, move)) return;
  ++nodes_;
  c.move = int16_t(move);
  c.key = key(c.state, goal_);
  if (const auto above = path_.find(c.key); above != path_.end()) {
    c.pn = kInf;
    c.dn = 0;
    c.belief = above->second;
  } else {
    look_up(c);
  }
  pool_.push_back(c);
}

// A move of the attacker has been answered; the same answers are tried, move by move, against
// his other moves before they are searched (Kawano's simulation).
template <int N>
void LifeSearch<N>::replay(const Frame& f, size_t lost) {
  const State twin = pool_[lost].state;
  for (int i = 0; i < f.count; ++i) {
    Child& c = pool_[f.first + size_t(i)];
    if (c.pn == 0 || c.dn == 0) continue;
    replay_limit_ = nodes_ + kReplay;
    if (!follows(c.state, twin, 0)) continue;
    c.pn = 0;
    c.dn = kInf;
    c.belief = kNever;
  }
}

// Whether the moves that force the end at the twin force it at s. What is found is a finite
// tree, so it is stored as solved.
template <int N>
bool LifeSearch<N>::follows(const State& s, const State& twin, int depth) {
  Child here;
  here.state = s;
  here.key = key(s, goal_);
  look_up(here);
  if (here.pn == 0 || here.dn == 0) return here.pn == 0;
  if (nodes_ >= replay_limit_ || depth > kDeepest) return false;
  const uint64_t before = nodes_;
  if (s.turn == kDefender) {
    const NumberEntry* e = table_.find(key(twin, goal_));
    if (!e || e->pn != 0 || e->best == -2) return false;
    const int move = e->best;
    State t = s, next = twin;
    if ((move >= 0 && !arena_.empty(s).test(move)) || !arena_.play(t, move) ||
        !arena_.play(next, move))
      return false;
    ++nodes_;
    if (!follows(t, next, depth + 1)) return false;
    table_.store(here.key, 0, kInf, move, nodes_ - before);
    return true;
  }
  const auto answered = [&](int move) {
    State t = s, next = twin;
    if (!arena_.play(t, move)) return true;
    if ((move >= 0 && !arena_.empty(twin).test(move)) || !arena_.play(next, move)) {
      next = twin;
      arena_.play(next, kArenaPass);
    }
    ++nodes_;
    return follows(t, next, depth + 1);
  };
  if (may_pass(s, goal_) && !answered(kArenaPass)) return false;
  for (B left = worth_a_look(s); left.any();)
    if (!answered(left.pop())) return false;
  table_.store(here.key, 0, kInf, -2, nodes_ - before);
  return true;
}

template <int N>
void LifeSearch<N>::expand(Frame& f, const State& s) {
  const bool prover = s.turn == kDefender;
  f.first = pool_.size();
  if (may_pass(s, goal_)) make_child(s, kArenaPass);
  for (B left = worth_a_look(s); left.any();) {
    const size_t before = pool_.size();
    make_child(s, left.pop());
    if (pool_.size() == before) continue;
    const Child& c = pool_.back();
    if (prover ? c.pn == 0 : c.dn == 0 && c.belief == kNever) break;
  }
  f.count = int(pool_.size() - f.first);
}

template <int N>
typename LifeSearch<N>::Sum LifeSearch<N>::sum(const Frame& f, bool prover) const {
  // Nobody has a move: the defender fails, and the attacker must pass.
  if (f.count == 0)
    return prover ? Sum{kInf, 0, -1, kNever, kInf, 0} : Sum{0, kInf, -1, kNever, kInf, 0};
  uint32_t low = kInf, second = kInf, high = 0;
  int best = -1, open = 0, belief = kNever, best_belief = -1;
  for (int i = 0; i < f.count; ++i) {
    const Child& c = pool_[f.first + size_t(i)];
    const uint32_t a = prover ? c.pn : c.dn, b = prover ? c.dn : c.pn;
    if (c.dn == 0) belief = std::min(belief, c.belief);
    if (best < 0 || a < low || (a == 0 && low == 0 && c.belief > best_belief)) {
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
  if (low == 0)
    high = kInf;
  else if (low >= kInf)
    high = 0;
  else if (open > 1)
    high = std::min(kInf - 1, high + uint32_t(open - 1));
  Sum r{prover ? low : high, prover ? high : low, best, kNever, second, open};
  if (r.dn == 0) r.belief = prover ? belief : best_belief;
  return r;
}

template <int N>
LifeAnswer LifeSearch<N>::run(const State& root, LifeGoal goal, const SearchLimits& limits) {
  countdown_.start(limits);
  goal_ = goal;
  nodes_ = 0;
  pool_.clear();
  frames_.clear();
  path_.clear();

  LifeAnswer answer;
  if (const LifeLeaf end = leaf(root, goal); end != LifeLeaf::kInner) {
    answer.verdict = end >= LifeLeaf::kEscaped ? Forced::kForced : Forced::kRefused;
    return answer;
  }
  Child top;
  top.state = root;
  top.key = key(root, goal);
  top.move = -2;
  top.belief = kNever;
  top.pn = top.dn = 1;
  pool_.push_back(top);
  frames_.push_back({0, -1, 0, top.key, kInf, kInf, 0});
  path_.emplace(top.key, 0);
  int best_move = -2;
  while (!frames_.empty()) {
    Frame& f = frames_.back();
    const State s = pool_[size_t(f.slot)].state;
    const bool prover = s.turn == kDefender;
    if (f.count < 0) {
      f.nodes_before = nodes_;
      expand(f, s);
    }
    const Sum v = sum(f, prover);
    if (v.pn == 0 || v.dn == 0 || v.pn >= f.limit_pn || v.dn >= f.limit_dn ||
        countdown_.spent(nodes_)) {
      const int depth = int(frames_.size()) - 1;
      const bool believed = v.dn == 0 && v.belief < depth;
      const int best = v.best >= 0 ? pool_[f.first + size_t(v.best)].move : -2;
      table_.store(f.key, believed ? 1 : v.pn, believed ? 8 : v.dn, best, nodes_ - f.nodes_before);
      Child& slot = pool_[size_t(f.slot)];
      slot.pn = v.pn;
      slot.dn = v.dn;
      slot.belief = believed ? v.belief : kNever;
      best_move = best;
      const size_t own = size_t(f.slot);
      pool_.resize(f.first);
      path_.erase(f.key);
      frames_.pop_back();
      if (v.pn == 0 && prover && !frames_.empty()) replay(frames_.back(), own);
      continue;
    }
    const size_t slot = f.first + size_t(v.best);
    const uint32_t share = uint32_t(std::max(0, v.open - 1));
    const uint32_t beyond = v.second >= kInf ? kInf : v.second + v.second / 4 + 1;
    const auto less = [share](uint32_t limit) {
      return limit >= kInf ? kInf : limit - std::min(limit - 1, share);
    };
    const uint32_t limit_pn = prover ? std::min(f.limit_pn, beyond) : less(f.limit_pn);
    const uint32_t limit_dn = prover ? less(f.limit_dn) : std::min(f.limit_dn, beyond);
    const uint64_t key = pool_[slot].key;
    path_.emplace(key, int(frames_.size()));
    frames_.push_back({0, -1, int(slot), key, limit_pn, limit_dn, nodes_});
  }
  answer.nodes = nodes_;
  if (pool_[0].pn == 0) answer.verdict = Forced::kForced;
  if (pool_[0].dn == 0) answer.verdict = Forced::kRefused;
  answer.best = best_move;
  return answer;
}

}  // namespace gokan

#include "reading/arena/life_goals.h"
