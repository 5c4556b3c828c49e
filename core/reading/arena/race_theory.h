// What is known about a race without reading it: who is strong, who has room for eyes, how
// liberties count, and which moves another one stands for.
#pragma once

#include <algorithm>
#include <array>

#include "reading/arena/arena.h"

namespace gokan {

template <int N>
class RaceTheory {
 public:
  using B = Bits<N>;
  using State = ArenaState<N>;
  struct Appraisal {
    int lead = 8, room = 0, spaces = 0;
    bool simple = false;  // counting decides
  };
  static constexpr int kLargeBlock = 7;  // leaves room for two eyes when it is captured

  explicit RaceTheory(const Arena<N>& arena) : arena_(arena) {}

  B alive(const State& s, int c) const;   // by Benson's theorem
  B strong(const State& s, int c) const;  // joined to the outside, or alive
  bool no_room(const State& s) const;
  Appraisal appraise(const State& s) const;
  B dispensable(const State& s) const;

 private:
  struct Breath {
    B open, inner;
    int own = 0, eye = 0, spaces = 0;
    bool dead = true;  // no second eye can come from its eye space
  };
  Breath breath(const State& s, const B& block, int c, const B& foes) const;
  int vital_point(const B& shape) const;
  bool dead_shape(const B& space, const B& enemy) const;
  bool plain(const State& s, const Breath& target, const B& own, const B& racer, const B& walls,
             const B& backing, const B& racer_eye) const;

  const Arena<N>& arena_;
};

// Stones of c that live with two eyes even if c always passes. A region that the other side can
// enter from the outside encloses nothing.
template <int N>
Bits<N> RaceTheory<N>::alive(const State& s, int c) const {
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
Bits<N> RaceTheory<N>::strong(const State& s, int c) const {
  const B safe = arena_.immortal(s, c);
  return safe == s.stones[c] ? safe : safe | alive(s, c);
}

// No eye can be made where a strong attacker touches; what is left is one small eye at most. (A
// judgement: the target is taken to be dead then, stones captured on the way notwithstanding.)
template <int N>
bool RaceTheory<N>::no_room(const State& s) const {
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
typename RaceTheory<N>::Breath RaceTheory<N>::breath(const State& s, const B& block, int c,
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
int RaceTheory<N>::vital_point(const B& shape) const {
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
bool RaceTheory<N>::dead_shape(const B& space, const B& enemy) const {
  if (space.count() <= 2) return true;
  const B inside = space & enemy;
  if (inside.count() > 3 && vital_point(inside) == -2) return false;
  const int vital = vital_point(space);
  return vital == -1 || (vital >= 0 && enemy.test(vital));
}

// The theory of simple races (see gokan.reading.races.count): how many moves is the attacker
// ahead, and is the position so simple that this decides?
template <int N>
typename RaceTheory<N>::Appraisal RaceTheory<N>::appraise(const State& s) const {
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
bool RaceTheory<N>::plain(const State& s, const Breath& target, const B& own, const B& racer,
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

// Moves that need no look: those that another one stands for, an owner's own dame, and the small
// eyes of the target. (Other small eyes may have to be filled, for a nakade.)
template <int N>
Bits<N> RaceTheory<N>::dispensable(const State& s) const {
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

}  // namespace gokan
