// The search behind core/race.h, for regions of up to 64 N cells.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

#include "arena.h"
#include "race.h"

namespace gokan {

// A table of fixed size; a slot keeps what cost most, unless the newcomer is solved.
class RaceTable {
 public:
  struct Entry {
    uint64_t key = 0;
    uint32_t pn = 0, dn = 0;
    uint32_t work = 0;
    int16_t best = -2;
  };

  explicit RaceTable(size_t bytes) : most_(std::max<size_t>(bytes / sizeof(Entry), 1 << 10)) {
    entries_.resize(1 << 10);
  }
  const Entry* find(uint64_t key) const {
    const Entry* e = &entries_[key & (entries_.size() - 2)];
    if (e[0].work && e[0].key == key) return e;
    return e[1].work && e[1].key == key ? e + 1 : nullptr;
  }
  void store(const Entry& fresh) {
    if (filled_ * 2 > entries_.size() && entries_.size() * 2 <= most_) grow();
    place(fresh);
  }

 private:
  void place(const Entry& fresh) {
    Entry* e = &entries_[fresh.key & (entries_.size() - 2)];
    if (e[1].work && e[1].key == fresh.key) ++e;
    if (e->key != fresh.key && e->work > fresh.work) ++e;
    if (!e->work) ++filled_;
    *e = fresh;
  }
  void grow() {
    std::vector<Entry> old(entries_.size() * 2);
    old.swap(entries_);
    filled_ = 0;
    for (const Entry& e : old)
      if (e.work) place(e);
  }
  size_t most_, filled_ = 0;
  std::vector<Entry> entries_;
};

template <int N>
class RaceSearch {
 public:
  using B = Bits<N>;
  using State = ArenaState<N>;

  RaceSearch(const Arena<N>& arena, size_t bytes) : arena_(arena), table_(bytes) {}

  RaceAnswer run(const State& root, const ProofLimits& limits) {
    limits_ = limits;
    deadline_ = std::chrono::steady_clock::now() +
                std::chrono::microseconds(int64_t(std::min(limits.seconds, 1e6) * 1e6));
    nodes_ = next_check_ = 0;
    stopped_ = false;
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
  static constexpr int kLargeBlock = 7;  // leaves room for two eyes when it is captured

  struct Child {
    State state;
    uint64_t key;
    uint32_t pn, dn;
    int16_t move;
    int belief;  // smallest depth of an ancestor that dn == 0 rests on
  };

  Verdict leaf(const State& s, bool defender_moved) const;
  B alive(const State& s, int c) const;   // by Benson's theorem
  B strong(const State& s, int c) const;  // joined to the outside, or alive
  bool no_room(const State& s) const;
  struct Breath {
    B open, inner;
    int own = 0, eye = 0, spaces = 0;
    bool dead = true;  // no second eye can come from its eye space
  };
  struct Appraisal {
    int lead = 8, room = 0, spaces = 0;
    bool simple = false;
  };
  Breath breath(const State& s, const B& block, int c, const B& foes) const;
  int vital_point(const B& shape) const;
  bool dead_shape(const B& space, const B& enemy) const;
  Appraisal appraise(const State& s) const;
  bool plain(const State& s, const Breath& target, const B& own, const B& racer, const B& walls,
             const B& backing, const B& racer_eye) const;
  void guess(Child& c) const;
  void add(const State& from, int move);
  void expand(const State& s);
  B dispensable(const State& s) const;
  int search(size_t self, uint32_t limit_pn, uint32_t limit_dn);
  bool out_of_budget();

  const Arena<N>& arena_;
  RaceTable table_;
  std::vector<Child> pool_;
  std::vector<uint64_t> path_;
  uint64_t nodes_ = 0, next_check_ = 0;
  ProofLimits limits_;
  std::chrono::steady_clock::time_point deadline_;
  bool stopped_ = false;
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
  return no_room(s) ? Verdict::kKilled : Verdict::kUnknown;
}

// Stones of c that live with two eyes even if c always passes. A region that the other side can
// enter from the outside encloses nothing.
template <int N>
Bits<N> RaceSearch<N>::alive(const State& s, int c) const {
  constexpr int kMost = 32;
  const B& own = s.stones[c];
  const B outside = arena_.region.without(own);
  const B open = arena_.flood(outside & arena_.anchor[1 - c], outside);
  B spaces[kMost], blocks[kMost];
  int n = 0, m = 0;
  B border;
  for (B left = outside.without(open); left.any();) {
    if (n == kMost) return B();
    spaces[n] = arena_.flood(B::at(left.first()), left);
    left = left.without(spaces[n]);
    border |= arena_.around(spaces[n++]);
  }
  if (n < 2) return B();
  const B safe = arena_.immortal(s, c);
  for (B left = (border & own).without(safe); left.any();) {
    if (m == kMost) return B();
    blocks[m] = arena_.flood(B::at(left.first()), own);
    left = left.without(blocks[m++]);
  }
  const B free = arena_.empty(s);
  for (bool changed = true; changed;) {
    changed = false;
    for (int j = 0; j < m; ++j) {
      const B near = arena_.around(blocks[j]);
      int vital = 0;
      for (int i = 0; i < n && vital < 2; ++i)
        if (spaces[i].meets(near) && (spaces[i] & free).without(near).none()) ++vital;
      if (vital >= 2) continue;
      changed = true;
      for (int i = 0; i < n;) {
        if (spaces[i].meets(near))
          spaces[i] = spaces[--n];
        else
          ++i;
      }
      blocks[j--] = blocks[--m];
    }
  }
  B result;
  for (int j = 0; j < m; ++j) result |= blocks[j];
  return result;
}

template <int N>
Bits<N> RaceSearch<N>::strong(const State& s, int c) const {
  const B safe = arena_.immortal(s, c);
  return safe == s.stones[c] ? safe : safe | alive(s, c);
}

// No eye can be made where a strong attacker touches; what is left is one small eye at most. (A
// judgement: the target is taken to be dead then, stones captured on the way notwithstanding.)
template <int N>
bool RaceSearch<N>::no_room(const State& s) const {
  const B& own = s.stones[kDefender];
  const B wall = strong(s, kAttacker);
  if (arena_.region.without(wall).meets(arena_.anchor[kDefender])) return false;
  const B inner =
      arena_.region.without(own | wall | arena_.around(wall) | arena_.anchor[kAttacker]);
  const int n = inner.count();
  if (n > 2 || (n == 2 && !arena_.around(B::at(inner.first())).meets(inner))) return false;
  // A weak attacker that touches the target could be taken and change that.
  return !arena_.around(own).meets(s.stones[kAttacker].without(wall | inner));
}

// Liberties that a side has for itself in a race, and its eyes. `foes` are the enemies outside.
template <int N>
typename RaceSearch<N>::Breath RaceSearch<N>::breath(const State& s, const B& block, int c,
                                                     const B& foes) const {
  constexpr int kEyeMoves[] = {0, 1, 2, 3, 5, 8, 12, 17};
  Breath r;
  const B near = arena_.around(block);
  r.open = near & arena_.empty(s);
  const B others = arena_.region.without(s.stones[c]);
  r.inner = others.without(arena_.flood(others & (arena_.anchor[1 - c] | foes), others));
  r.own = r.open.without(r.inner).count();
  for (B left = r.inner; left.any();) {
    const B space = arena_.flood(B::at(left.first()), left);
    left = left.without(space);
    if (!space.meets(near)) continue;
    ++r.spaces;
    const int n = std::min(space.count(), 7);
    r.own += std::max(1, kEyeMoves[n] - (space & s.stones[1 - c]).count());
    r.eye = std::max(r.eye, std::max(n, 3));
    r.dead &= r.spaces == 1 && dead_shape(space, s.stones[1 - c]);
    r.dead &= (arena_.around(space) & s.stones[c]).without(block).none();
  }
  return r;
}

// The vital point of a shape in which one move makes or prevents two eyes; -1 a square of four,
// which needs none; -2 any other shape.
template <int N>
int RaceSearch<N>::vital_point(const B& shape) const {
  const int n = shape.count();
  if (n > 6) return -2;
  int degree = 0, vital = -1, ends = 0, edges = 0;
  for (B left = shape; left.any();) {
    const int p = left.pop();
    const int d = (arena_.around(B::at(p)) & shape).count();
    edges += d;
    ends += d == 1;
    if (d > degree) {
      degree = d;
      vital = p;
    }
  }
  const bool square = edges / 2 >= n;  // four points in a square are part of it
  if (n == 4 && square) return ends == 0 ? -1 : -2;
  const bool one = (n == 3 && degree == 2) || (n == 4 && degree == 3) ||
                   (n == 5 && (degree == 4 || (degree == 3 && square))) ||
                   (n == 6 && degree == 4 && square);
  return one ? vital : -2;
}

// An eye space that cannot become two eyes whoever moves: its vital point is taken, or there is
// none to take. And when the stones inside are captured, what they leave is no better.
template <int N>
bool RaceSearch<N>::dead_shape(const B& space, const B& enemy) const {
  if (space.count() <= 2) return true;
  const B inside = space & enemy;
  if (inside.count() > 3 && vital_point(inside) == -2) return false;
  const int vital = vital_point(space);
  return vital == -1 || (vital >= 0 && enemy.test(vital));
}

// The theory of simple races (see gokan.reading.semeai_count): how many moves is the attacker
// ahead, and is the position so simple that this decides?
template <int N>
typename RaceSearch<N>::Appraisal RaceSearch<N>::appraise(const State& s) const {
  const B own = arena_.flood(s.target, s.stones[kDefender]);
  const B touch = arena_.around(own);
  const B walls = strong(s, kAttacker);
  const B others = arena_.region.without(s.stones[kDefender]);
  const B inside =
      others.without(arena_.flood(others & (arena_.anchor[kAttacker] | walls), others));
  // The attackers that must win the race: not the stones thrown in.
  Appraisal r;
  B racers[4];
  int n = 0;
  for (B left = (touch & s.stones[kAttacker]).without(walls); left.any();) {
    const B block = arena_.flood(B::at(left.first()), s.stones[kAttacker]);
    left = left.without(block);
    if (block.meets(inside) && block.count() < kLargeBlock) continue;
    if (n < 4) racers[n++] = block;
  }
  B foes = walls;
  for (int i = 0; i < n; ++i) foes |= racers[i];
  const Breath target = breath(s, own, kDefender, foes);
  r.spaces = target.spaces;
  r.room = target.own;
  const B backing = n ? strong(s, kDefender) : B();
  for (int i = 0; i < n; ++i) {
    const Breath attacker = breath(s, racers[i], kAttacker, backing | own);
    const int shared = (attacker.open & target.open).count();
    int ahead = attacker.own - target.own;  // both counts hold the shared liberties
    if (attacker.eye > target.eye)
      ahead += shared;
    else if (target.eye > 0)
      ahead -= shared;
    else
      ahead -= std::max(0, shared - 1);
    r.lead = std::min(r.lead, ahead);
    if (n == 1 && attacker.dead)
      r.simple = plain(s, target, own, racers[0], walls, backing, attacker.inner);
  }
  if (n == 0) r.simple = plain(s, target, own, B(), walls, strong(s, kDefender), B());
  if (s.turn == kDefender) --r.lead;
  return r;
}

// Two single blocks with dead eyes at most, everything around them strong, and no liberty outside
// the eyes that needs more than one move to fill or that helps its owner.
template <int N>
bool RaceSearch<N>::plain(const State& s, const Breath& target, const B& own, const B& racer,
                          const B& walls, const B& backing, const B& racer_eye) const {
  if (!target.dead || s.ko >= 0 || own.meets(arena_.anchor[kDefender])) return false;
  if ((racer | target.inner | racer_eye).meets(arena_.anchor[kDefender])) return false;
  if (!(arena_.flood(B::at(own.first()), own) == own)) return false;
  const B eyes = target.inner | racer_eye;
  if (eyes.meets(arena_.anchor[kDefender] | arena_.anchor[kAttacker])) return false;
  const B free = arena_.empty(s);
  if (!((own | racer | walls | backing | free | eyes) == arena_.region)) return false;
  const B outer = free.without(eyes);
  const B a = arena_.around(own) & outer, b = arena_.around(racer) & outer;
  if (!((a | b) == outer)) return false;
  const B fillable = arena_.around(walls) | arena_.anchor[kAttacker];
  const B answerable = arena_.around(backing) | arena_.anchor[kDefender];
  const B shared = a & b;
  const B bad = a.without(b | fillable) | (a.without(b) & answerable) | b.without(a | answerable) |
                (b.without(a) & fillable) |
                (shared & (fillable | answerable | arena_.around(outer)));
  return bad.none();
}

// First guesses, or the verdict where counting decides.
template <int N>
void RaceSearch<N>::guess(Child& c) const {
  const State& s = c.state;
  const Appraisal r = appraise(s);
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

// Moves that need no look: those that another one stands for, an owner's own dame, and the small
// eyes of the target. (Other small eyes may have to be filled, for a nakade.)
template <int N>
Bits<N> RaceSearch<N>::dispensable(const State& s) const {
  const B free = arena_.empty(s);
  const B strong[2] = {this->strong(s, 0), this->strong(s, 1)};
  B skip;
  for (int c = 0; c < 2; ++c) {
    for (B left = s.stones[c].without(strong[c]); left.any();) {
      const B block = arena_.flood(B::at(left.first()), s.stones[c]);
      left = left.without(block);
      const B open = arena_.around(block) & free;
      // Outside liberties: next to safe enemies, and to nothing but this block and each other.
      B dame =
          (open & (arena_.around(strong[1 - c]) | arena_.anchor[1 - c])).without(arena_.anchor[c]);
      for (bool changed = true; changed && dame.any();) {
        const B rest = arena_.region.without(block | strong[1 - c] | dame);
        const B kept = dame.without(arena_.around(rest));
        changed = !(kept == dame);
        dame = kept;
      }
      if (s.ko >= 0) dame.reset(s.ko);
      if (s.turn != c && dame.any()) dame.pop();
      skip |= dame;
      if (s.turn == c && block.meets(s.target) && open.count() > 1) {  // his own small eyes
        const B rest = arena_.region.without(block);
        skip |= open.without(arena_.around(rest) | arena_.anchor[0] | arena_.anchor[1]);
      }
    }
  }
  // Single points between the same blocks. (Of a small block the shape may matter when it is
  // taken.)
  std::array<std::array<int, 6>, 48> kinds;
  size_t count = 0;
  B alone = free.without(arena_.around(free) | skip);
  if (s.ko >= 0) alone.reset(s.ko);
  if (alone.single()) return skip;
  for (; alone.any();) {
    const int p = alone.pop();
    std::array<int, 6> kind{};
    size_t n = 0;
    bool small = false;
    for (B near = arena_.around(B::at(p)); near.any(); ++n) {
      const int q = near.first();
      int name = -1;
      B block = B::at(q);
      for (int c = 0; c < 2; ++c) {
        if (!s.stones[c].test(q)) continue;
        block = strong[c].test(q) ? strong[c] : arena_.flood(B::at(q), s.stones[c]);
        name = strong[c].test(q) ? 10000 + c : block.first() + 1;
        small |= !strong[c].test(q) && block.count() < kLargeBlock;
      }
      near = near.without(block);
      kind[n] = name;
    }
    if (small) continue;
    kind[4] = arena_.anchor[0].test(p);
    kind[5] = arena_.anchor[1].test(p);
    std::sort(kind.begin(), kind.begin() + 4);
    const auto end = kinds.begin() + std::ptrdiff_t(count);
    if (std::find(kinds.begin(), end, kind) != end)
      skip.set(p);
    else if (count < kinds.size())
      kinds[count++] = kind;
  }
  return skip;
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
  for (B left = arena_.empty(s).without(dispensable(s)); left.any();) {
    const size_t before = pool_.size();
    add(s, left.pop());
    if (pool_.size() == before) continue;
    const Child& c = pool_.back();
    if (attacker ? c.pn == 0 : c.dn == 0 && c.belief == kNever) break;
  }
}

template <int N>
bool RaceSearch<N>::out_of_budget() {
  if (stopped_ || nodes_ < next_check_) return stopped_;
  next_check_ = nodes_ + 2048;
  if (limits_.nodes && nodes_ >= limits_.nodes) stopped_ = true;
  if (limits_.stop && limits_.stop->load(std::memory_order_relaxed)) stopped_ = true;
  if (limits_.seconds > 0 && std::chrono::steady_clock::now() >= deadline_) stopped_ = true;
  if (limits_.nodes) next_check_ = std::min(next_check_, limits_.nodes);
  return stopped_;
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
    if (pn == 0 || dn == 0 || pn >= limit_pn || dn >= limit_dn || out_of_budget()) break;
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
    table_.store({key, 8, 1, work, int16_t(best_move)});  // believed, not known
  else
    table_.store({key, pn, dn, work, int16_t(best_move)});
  return best_move;
}

}  // namespace gokan
