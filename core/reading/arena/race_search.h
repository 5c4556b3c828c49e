// The search behind core/race.h, for regions of up to 64 N cells.
#pragma once

#include <algorithm>
#include <vector>

#include "base/search_limits.h"
#include "reading/arena/arena.h"
#include "reading/arena/number_table.h"
#include "reading/arena/race.h"
#include "reading/arena/race_theory.h"

namespace gokan {

template <int N>
class RaceSearch {
 public:
  using B = Bits<N>;
  using State = ArenaState<N>;

  RaceSearch(const Arena<N>& arena, size_t bytes) : arena_(arena), theory_(arena), table_(bytes) {}

  RaceAnswer run(const State& root, const SearchLimits& limits) {
    countdown_.start(limits);
    nodes_ = 0;
    if (root.ko >= 0) ko_ = true;
    pool_.clear();
    path_.clear();
    pool_.push_back({root, root.key(), 1, 1, -2, kNever});
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
    answer.best = search(0, kInf, kInf);
    const Child& top = pool_[0];
    answer.pn = top.pn;
    answer.dn = top.dn;
    answer.nodes = nodes_;
    answer.ko = ko_;
    if (top.pn == 0) answer.verdict = Verdict::kKilled;
    if (top.dn == 0) answer.verdict = Verdict::kStands;
    return answer;
  }

 private:
  static constexpr uint32_t kInf = 100'000'000;
  static constexpr int kNever = INT32_MAX;
  static constexpr size_t kDeepest = 400;

  struct Child {
    State state;
    uint64_t key;
    uint32_t pn, dn;
    int16_t move;
    int belief;  // smallest depth of an ancestor that dn == 0 rests on
  };

  Verdict leaf(const State& s, bool defender_moved) const;
  void guess(Child& c) const;
  void add(const State& from, int move);
  void expand(const State& s);
  int search(size_t self, uint32_t limit_pn, uint32_t limit_dn);

  const Arena<N>& arena_;
  RaceTheory<N> theory_;
  NumberTable table_;
  std::vector<Child> pool_;
  std::vector<uint64_t> path_;
  uint64_t nodes_ = 0;
  Countdown countdown_;
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
  Child c{from, 0, 1, 1, int16_t(move), kNever};
  if (!arena_.play(c.state, move)) return;
  ++nodes_;
  if (c.state.ko >= 0) ko_ = true;
  c.key = c.state.key();
  const auto above = std::find(path_.begin(), path_.end(), c.key);
  if (above != path_.end()) {
    c.pn = kInf;
    c.dn = 0;
    c.belief = int(above - path_.begin());
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
void RaceSearch<N>::expand(const State& s) {
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

// Works on pool_[self] until one of its numbers reaches a limit; returns the best move.
template <int N>
int RaceSearch<N>::search(size_t self, uint32_t limit_pn, uint32_t limit_dn) {
  const State state = pool_[self].state;
  const uint64_t key = pool_[self].key;
  const bool attacker = state.turn == kAttacker;
  const uint64_t nodes_before = nodes_;
  const int depth = int(path_.size());
  path_.push_back(key);
  const size_t first = pool_.size();
  expand(state);
  uint32_t pn = kInf, dn = 0;
  int belief = kNever, best_move = -2;
  for (;;) {
    uint32_t low = kInf, second = kInf, high = 0;
    size_t best = SIZE_MAX;
    uint32_t open = 0;
    int weakest = kNever, best_belief = -1;
    for (size_t i = first; i < pool_.size(); ++i) {
      const Child& c = pool_[i];
      const uint32_t a = attacker ? c.pn : c.dn, b = attacker ? c.dn : c.pn;
      if (c.dn == 0) weakest = std::min(weakest, c.belief);
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
    if (low == 0)
      high = kInf;
    else if (low >= kInf)
      high = 0;
    else if (open > 1)
      high = std::min(kInf - 1, high + open - 1);
    pn = attacker ? low : high;
    dn = attacker ? high : low;
    belief = dn == 0 ? (attacker ? weakest : best_belief) : kNever;
    best_move = best != SIZE_MAX ? pool_[best].move : -2;
    if (pn == 0 || dn == 0 || pn >= limit_pn || dn >= limit_dn || countdown_.spent(nodes_)) break;
    if (path_.size() >= kDeepest) {
      pn = dn = kInf - 1;
      break;
    }
    const uint32_t share = open - 1;
    const uint32_t beyond = second >= kInf ? kInf : second + second / 4 + 1;
    const auto less = [share](uint32_t limit) {
      return limit >= kInf ? kInf : limit - std::min(limit - 1, share);
    };
    if (attacker)
      search(best, std::min(limit_pn, beyond), less(limit_dn));
    else
      search(best, less(limit_pn), std::min(limit_dn, beyond));
  }
  path_.pop_back();
  pool_.resize(first);
  Child& c = pool_[self];
  c.pn = pn;
  c.dn = dn;
  c.belief = dn == 0 && belief < depth ? belief : kNever;
  const auto work = uint32_t(std::min<uint64_t>(nodes_ - nodes_before + 1, UINT32_MAX));
  if (c.belief != kNever)
    table_.store(key, 8, 1, best_move, work);  // believed, not known
  else
    table_.store(key, pn, dn, best_move, work);
  return best_move;
}

}  // namespace gokan
