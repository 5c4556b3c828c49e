// The search behind core/race.h, for regions of up to 64 N cells.
#pragma once

#include <algorithm>
#include <vector>

#include "reading/arena/arena.h"
#include "reading/arena/number_search.h"
#include "reading/arena/number_table.h"
#include "reading/arena/race.h"
#include "reading/arena/race_theory.h"

namespace gokan {

template <int N>
struct RaceChild {
  ArenaState<N> state;
  uint64_t key = 0;
  uint32_t pn = 1, dn = 1;
  int16_t move = -2;
  int belief = 1 << 20;
};

struct RaceNumbers {
  static constexpr uint32_t kInf = 100'000'000;
  static constexpr size_t kDeepest = 400;
  static constexpr bool kNamesLost = false;
  static uint32_t share(int open) { return uint32_t(open - 1); }
  static uint32_t beyond(uint32_t second, bool) { return second + second / 4 + 1; }
};

template <int N>
class RaceSearch : private NumberSearch<RaceSearch<N>, ArenaState<N>, RaceChild<N>, RaceNumbers> {
  using Child = RaceChild<N>;
  using Base = NumberSearch<RaceSearch<N>, ArenaState<N>, RaceChild<N>, RaceNumbers>;
  using Base::countdown_, Base::kInf, Base::kNever, Base::nodes_, Base::pool_;
  using typename Base::Frame, typename Base::Sum;
  friend Base;

 public:
  using B = Bits<N>;
  using State = ArenaState<N>;

  RaceSearch(const Arena<N>& arena, size_t bytes) : arena_(arena), theory_(arena), table_(bytes) {}

  RaceAnswer run(const State& root, const SearchLimits& limits) {
    countdown_.start(limits);
    nodes_ = 0;
    if (root.ko >= 0) ko_ = true;
    RaceAnswer answer;
    const Verdict end = leaf(root, true);
    if (end != Verdict::kUnknown) {
      answer.verdict = end;
      if (end == Verdict::kKilled && root.turn == kAttacker && root.target.any()) {
        const B block = arena_.flood(B::at(root.target.first()), root.stones[kDefender]);
        const B open = arena_.around(block) & arena_.empty(root);
        if (open.single()) answer.best = open.first();  // the last liberty
      }
      answer.ko = ko_;
      return answer;
    }
    Child top;
    top.state = root;
    top.key = root.key();
    answer.best = this->work_on(top);
    answer.pn = pool_[0].pn;
    answer.dn = pool_[0].dn;
    answer.nodes = nodes_;
    answer.ko = ko_;
    if (answer.pn == 0) answer.verdict = Verdict::kKilled;
    if (answer.dn == 0) answer.verdict = Verdict::kStands;
    return answer;
  }

 private:
  Verdict leaf(const State& s, bool defender_moved) const;
  void guess(Child& c) const;
  void add(const State& from, int move);
  bool proves(const State& s) const { return s.turn == kAttacker; }
  uint64_t path_key(const Child& c) const { return c.key; }
  void expand(Frame& f, const State& s);
  void finish(const Frame& f, const Sum& v, bool prover, bool believed, int best);
  void left(size_t, const Sum&, bool, bool) {}

  const Arena<N>& arena_;
  RaceTheory<N> theory_;
  NumberTable table_;
  bool ko_ = false;  // ever met since the table was made
};

template <int N>
Verdict RaceSearch<N>::leaf(const State& s, bool defender_moved) const {
  if (arena_.captured(s)) return Verdict::kKilled;
  if (defender_moved && (arena_.escaped(s) || arena_.unconditionally_alive(s)))
    return Verdict::kStands;
  if (s.turn == kAttacker) {  // one block, one liberty: the next move takes it
    const B block = arena_.flood(B::at(s.target.first()), s.stones[kDefender]);
    if (s.target.without(block).none() && !block.meets(arena_.anchor[kDefender])) {
      const B open = arena_.around(block).without(s.stones[kAttacker] | block);
      if (open.single() && open.first() != s.ko) return Verdict::kKilled;
    }
  }
  return theory_.no_room(s) ? Verdict::kKilled : Verdict::kUnknown;
}

// First guesses, or the verdict where counting decides.
template <int N>
void RaceSearch<N>::guess(Child& c) const {
  const State& s = c.state;
  const auto r = theory_.appraise(s);
  if (r.simple) {
    c.pn = r.lead >= 0 ? 0 : kInf;
    c.dn = r.lead >= 0 ? kInf : 0;
    return;
  }
  const uint32_t eyes = uint32_t(std::max(0, r.spaces - 1));
  c.pn = 1 + 6 * eyes + (r.lead < 0 ? 3 * uint32_t(std::min(-r.lead, 12)) : 0) +
         uint32_t(std::min(r.room, 12)) / 2;
  c.dn = 1 + (r.lead >= 0 ? 3 * uint32_t(std::min(r.lead + 1, 12)) : 0);
  if (s.turn == kAttacker) c.dn += 2;
}

template <int N>
void RaceSearch<N>::add(const State& from, int move) {
  Child c;
  c.state = from;
  c.move = int16_t(move);
  if (!arena_.play(c.state, move)) return;
  ++nodes_;
  if (c.state.ko >= 0) ko_ = true;
  c.key = c.state.key();
  if (const int above = this->on_path(c.key); above >= 0) {
    c.pn = kInf;
    c.dn = 0;
    c.belief = above;
  } else if (const auto* e = table_.find(c.key)) {
    c.pn = e->pn;
    c.dn = e->dn;
  } else {
    const Verdict end = leaf(c.state, from.turn == kDefender);
    if (end == Verdict::kUnknown) {
      guess(c);
    } else {
      c.pn = end == Verdict::kKilled ? 0 : kInf;
      c.dn = end == Verdict::kKilled ? kInf : 0;
    }
  }
  pool_.push_back(c);
}

template <int N>
void RaceSearch<N>::expand(Frame&, const State& s) {
  const bool attacker = s.turn == kAttacker;
  if (!attacker || s.ko >= 0) add(s, kArenaPass);
  for (B left = arena_.empty(s).without(theory_.dispensable(s)); left.any();) {
    const size_t before = pool_.size();
    add(s, left.pop());
    if (pool_.size() == before) continue;
    const Child& c = pool_.back();
    if (attacker ? c.pn == 0 : c.dn == 0 && c.belief == kNever) break;
  }
}

template <int N>
void RaceSearch<N>::finish(const Frame& f, const Sum& v, bool, bool believed, int best) {
  table_.store(pool_[f.slot].key, believed ? 8 : v.pn, believed ? 1 : v.dn, best,
               nodes_ - f.nodes_before + 1);
}

}  // namespace gokan
