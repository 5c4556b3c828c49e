// The search behind LifeSolver, for one size of bit set: can the defender force an end?
//
// The mirror image of proof_search.h. Here the defender must reach something in a finite number
// of moves, so he is the prover, and a repetition counts for the attacker.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "reading/arena/arena.h"
#include "reading/arena/life_proof.h"
#include "reading/arena/number_search.h"
#include "reading/arena/number_table.h"
#include "reading/arena/proof_guess.h"
#include "reading/arena/shape_guess.h"

namespace gokan {

template <int N>
struct LifeChild {
  ArenaState<N> state;
  uint64_t key = 0;
  uint32_t pn = 1, dn = 1;  // effort to show that the end is forced; that it is not
  int belief = 1 << 20;
  int16_t move = -2;
};

struct LifeNumbers {
  static constexpr uint32_t kInf = 1u << 28;
  static constexpr size_t kDeepest = 0;
  static constexpr bool kNamesLost = true;
  static uint32_t share(int open) { return uint32_t(std::max(0, open - 1)); }
  static uint32_t beyond(uint32_t second, bool) { return second + second / 4 + 1; }
};

template <int N>
class LifeSearch : private NumberSearch<LifeSearch<N>, ArenaState<N>, LifeChild<N>, LifeNumbers> {
  using Child = LifeChild<N>;
  using Base = NumberSearch<LifeSearch<N>, ArenaState<N>, LifeChild<N>, LifeNumbers>;
  using Base::countdown_, Base::frames_, Base::kInf, Base::kNever, Base::nodes_, Base::pool_;
  using typename Base::Frame, typename Base::Sum;
  friend Base;

 public:
  using State = ArenaState<N>;
  using B = Bits<N>;

  LifeSearch(const Arena<N>& arena, NumberTable& table, const B& marks = B())
      : arena_(arena), table_(table), marks_(marks), home_(arena) {}

  const B& marks() const { return marks_; }
  void set_marks(const B& marks) { marks_ = marks; }
  // Who looks only at points near what is at stake; the stones at the start say what is new.
  void set_focus(LifeFocus focus, const State& start) {
    focus_ = focus;
    start_ = start;
  }
  // First guesses about life by what was learned of shapes, from now on.
  void learn(std::shared_ptr<const ShapeWeights> weights) {
    learned_.emplace(arena_, std::move(weights));
  }
  // The anchors that last, in the arena where a race is over.
  void set_home(const B& attacker, const B& defender) {
    home_ = arena_;
    home_.anchor[kAttacker] = attacker;
    home_.anchor[kDefender] = defender;
  }
  const Arena<N>& home() const { return home_; }
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
  static bool tactical(LifeGoal goal) {
    return goal >= LifeGoal::kJoined && goal <= LifeGoal::kTaken;
  }
  bool joined(const State& s, LifeGoal goal) const;
  bool taken(const State& s) const;
  bool won(const State& s) const;
  bool out_of_reach(const State& s, LifeGoal goal) const;
  Guess guess(const State& s);
  Guess with_taking(const State& s, Guess g) const;
  Guess kill_guess(const State& s) {
    return learned_ ? guess_of_odds(learned_->odds(s)) : first_guess(arena_, s);
  }
  B near(const State& s, LifeGoal goal) const;
  B race_dame(const State& s) const;
  B looked_at(const State& s, LifeGoal goal) const {
    if (!tactical(goal)) return arena_.empty(s);
    const bool some =
        focus_ == LifeFocus::kNear || (focus_ == LifeFocus::kDefenderNear && s.turn == kDefender);
    return some ? near(s, goal) : arena_.empty(s);
  }
  B worth_a_look(const State& s) const {
    if (tactical(goal_)) return looked_at(s, goal_);
    if (goal_ == LifeGoal::kWon) return arena_.empty(s).without(race_dame(s));
    return arena_.empty(s).without(arena_.spare_dame(s));
  }
  void make_child(const State& from, int move);
  bool look_up(Child& c) const;
  void replay(const Frame& f, size_t lost);
  bool follows(const State& s, const State& twin, int depth);
  bool proves(const State& s) const { return s.turn == kDefender; }
  uint64_t path_key(const Child& c) const { return c.key; }
  void expand(Frame& f, const State& s);
  void finish(const Frame& f, const Sum& v, bool prover, bool believed, int best);
  void left(size_t slot, const Sum& v, bool prover, bool) {
    if (v.pn == 0 && prover) replay(frames_.back(), slot);
  }

  const Arena<N>& arena_;
  NumberTable& table_;
  std::optional<ShapeGuess<N>> learned_;
  B marks_;
  Arena<N> home_;
  LifeFocus focus_ = LifeFocus::kAll;
  State start_;
  LifeGoal goal_ = LifeGoal::kTwoEyes;
  static constexpr uint64_t kReplay = 400;  // positions a simulation may look at
  static constexpr int kDeepest = 40;
  uint64_t replay_limit_ = 0;
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

// What is known about a position; false if nothing is, not even a guess.
template <int N>
bool LifeSearch<N>::look_up(Child& c) const {
  c.belief = kNever;
  if (const NumberEntry* e = table_.find(c.key)) {
    c.pn = e->pn;
    c.dn = e->dn;
    return true;
  }
  switch (leaf(c.state, goal_)) {
    case LifeLeaf::kEscaped:
    case LifeLeaf::kAlive:
    case LifeLeaf::kJoined:
    case LifeLeaf::kTaken:
    case LifeLeaf::kWon:
      c.pn = 0;
      c.dn = kInf;
      break;
    case LifeLeaf::kInner:
      return false;
    default:
      c.pn = kInf;
      c.dn = 0;
  }
  return true;
}

template <int N>
void LifeSearch<N>::make_child(const State& from, int move) {
  Child c;
  c.state = from;
  if (!arena_.play(c.state, move)) return;
  ++nodes_;
  c.move = int16_t(move);
  c.key = key(c.state, goal_);
  if (const int above = this->on_path(c.key); above >= 0) {
    c.pn = kInf;
    c.dn = 0;
    c.belief = above;
  } else if (!look_up(c)) {
    const Guess g = guess(c.state);
    c.pn = g.pn;
    c.dn = g.dn;
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
void LifeSearch<N>::expand(Frame&, const State& s) {
  if (learned_) learned_->move_to(s);
  const bool prover = proves(s);
  if (may_pass(s, goal_)) make_child(s, kArenaPass);
  for (B left = worth_a_look(s); left.any();) {
    const size_t before = pool_.size();
    make_child(s, left.pop());
    if (pool_.size() == before) continue;
    const Child& c = pool_.back();
    if (prover ? c.pn == 0 : c.dn == 0 && c.belief == kNever) break;
  }
}

template <int N>
void LifeSearch<N>::finish(const Frame& f, const Sum& v, bool, bool believed, int best) {
  table_.store(pool_[f.slot].key, believed ? 1 : v.pn, believed ? 8 : v.dn, best,
               nodes_ - f.nodes_before);
}

template <int N>
LifeAnswer LifeSearch<N>::run(const State& root, LifeGoal goal, const SearchLimits& limits) {
  countdown_.start(limits);
  goal_ = goal;
  nodes_ = 0;
  LifeAnswer answer;
  if (const LifeLeaf end = leaf(root, goal); end != LifeLeaf::kInner) {
    answer.verdict = end >= LifeLeaf::kEscaped ? Forced::kForced : Forced::kRefused;
    return answer;
  }
  Child top;
  top.state = root;
  top.key = key(root, goal);
  answer.best = this->work_on(top);
  answer.nodes = nodes_;
  if (pool_[0].pn == 0) answer.verdict = Forced::kForced;
  if (pool_[0].dn == 0) answer.verdict = Forced::kRefused;
  return answer;
}

}  // namespace gokan

#include "reading/arena/life_goals.h"
