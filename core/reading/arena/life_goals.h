// What LifeSearch looks for: when a goal is reached or out of reach, what is near it, and how far
// it is at first sight.
//
// The second half of LifeSearch; life_search.h includes it.
#pragma once

#include <algorithm>

#include "reading/arena/life_search.h"

namespace gokan {

template <int N>
LifeLeaf LifeSearch<N>::leaf(const State& s, LifeGoal goal) const {
  if (goal == LifeGoal::kTaken) {
    if (taken(s)) return LifeLeaf::kTaken;
    return out_of_reach(s, goal) ? LifeLeaf::kHopeless : LifeLeaf::kInner;
  }
  if (tactical(goal)) {
    if (arena_.whole.without(s.target).any()) return LifeLeaf::kCaptured;
    if (joined(s, goal)) return LifeLeaf::kJoined;
    return out_of_reach(s, goal) ? LifeLeaf::kHopeless : LifeLeaf::kInner;
  }
  if (arena_.captured(s)) return LifeLeaf::kCaptured;
  if (goal == LifeGoal::kWon) {
    if (won(s)) return LifeLeaf::kWon;
    if (marks_.meets(arena_.immortal(s, kAttacker))) return LifeLeaf::kHopeless;
  } else {
    if (arena_.escaped(s)) return LifeLeaf::kEscaped;
    if (arena_.unconditionally_alive(s)) return LifeLeaf::kAlive;
  }
  if (s.turn == kAttacker) {
    const B block = arena_.flood(B::at(s.target.first()), s.stones[kDefender]);
    if (s.target.without(block).none() && !block.meets(arena_.anchor[kDefender])) {
      const B breath = arena_.around(block) & arena_.empty(s);
      if (breath.single() && (s.ko < 0 || !breath.test(s.ko))) return LifeLeaf::kLastLiberty;
    }
  }
  if (arena_.hopeless(s, true)) return LifeLeaf::kHopeless;
  return LifeLeaf::kInner;
}

// The target is one block, which holds the marked points, and not in atari.
template <int N>
bool LifeSearch<N>::joined(const State& s, LifeGoal goal) const {
  const B block = arena_.flood(B::at(s.target.first()), s.stones[kDefender]);
  if (s.target.without(block).any()) return false;
  if (goal == LifeGoal::kReached && marks_.without(block).any()) return false;
  if (block.meets(arena_.anchor[kDefender])) return true;
  const B breath = arena_.around(block) & arena_.empty(s);
  return breath.any() && !breath.single();
}

// A marked stone has left the board and cannot be put back at once by retaking a ko.
template <int N>
bool LifeSearch<N>::taken(const State& s) const {
  B gone = marks_.without(s.stones[kAttacker]);
  if (s.ko >= 0 && s.turn == kAttacker && s.threats[kAttacker] > 0) gone.reset(s.ko);
  return gone.any();
}

// None of the marked stones is left, and a target stone lives whatever is played: both groups of a
// race have been dealt with.
template <int N>
bool LifeSearch<N>::won(const State& s) const {
  if (marks_.meets(s.stones[kAttacker])) return false;
  return home_.escaped(s) || home_.unconditionally_alive(s);
}

// Attacker stones that are never captured hold every marked stone, or lie between what should be
// joined.
template <int N>
bool LifeSearch<N>::out_of_reach(const State& s, LifeGoal goal) const {
  const B strong = arena_.immortal(s, kAttacker);
  if (goal == LifeGoal::kTaken) return marks_.without(strong).none();
  if (strong.none()) return false;
  const B part = arena_.flood(B::at(s.target.first()), arena_.region.without(strong));
  return (goal == LifeGoal::kReached ? s.target | marks_ : s.target).without(part).any();
}

// Points near what is at stake: liberties of the blocks to be joined or taken and the empty points
// beside those, a marked empty point, liberties of blocks with stones that were not there at the
// start, and the last liberty of any block.
template <int N>
Bits<N> LifeSearch<N>::near(const State& s, LifeGoal goal) const {
  const B free = arena_.empty(s);
  const B stake = goal == LifeGoal::kTaken ? marks_ : s.target | marks_;
  B found;
  for (int c = 0; c < 2; ++c) {
    const B& own = s.stones[c];
    found |= arena_.around(arena_.flood(stake & own, own));
    for (B left = own; left.any();) {
      const B block = arena_.flood(B::at(left.first()), own);
      left = left.without(block);
      const B breath = arena_.around(block) & free;
      if (breath.single()) found |= breath;
    }
  }
  found = (found | marks_) & free;
  const B second = arena_.around(found);
  for (int c = 0; c < 2; ++c) {
    const B& own = s.stones[c];
    found |= arena_.around(arena_.flood(own.without(start_.stones[c]), own));
  }
  return (found | second) & free;
}

// Moves in a race that another one stands for: outside liberties of a block, which touch nothing
// but it, each other and enemies that are never captured. The enemy needs only one of them, and
// its owner none.
template <int N>
Bits<N> LifeSearch<N>::race_dame(const State& s) const {
  const B free = arena_.empty(s);
  const B strong[2] = {arena_.immortal(s, kAttacker), arena_.immortal(s, kDefender)};
  B skip;
  for (int c = 0; c < 2; ++c) {
    for (B left = s.stones[c].without(strong[c]); left.any();) {
      const B block = arena_.flood(B::at(left.first()), s.stones[c]);
      left = left.without(block);
      B dame = (arena_.around(block) & free).without(arena_.anchor[c]);
      dame = dame & (arena_.around(strong[1 - c]) | arena_.anchor[1 - c]);
      for (bool changed = true; changed && dame.any();) {
        const B rest = arena_.region.without(block | strong[1 - c] | dame);
        const B kept = dame.without(arena_.around(rest));
        changed = !(kept == dame);
        dame = kept;
      }
      if (s.ko >= 0) dame.reset(s.ko);
      if (s.turn != c && dame.any()) dame.pop();
      skip |= dame;
    }
  }
  return skip;
}

// A race is won by saving the target and taking the marked stones: so many moves more, and a
// refusal is the nearer the fewer liberties the target has in comparison.
template <int N>
Guess LifeSearch<N>::with_taking(const State& s, Guess g) const {
  const B left = marks_ & s.stones[kAttacker];
  if (left.none()) return g;
  const B free = arena_.empty(s);
  const auto liberties = [&](const B& stones, int side) {
    return (arena_.around(arena_.flood(stones, s.stones[side])) & free).count();
  };
  const int theirs = liberties(left, kAttacker), ours = liberties(s.target, kDefender);
  const int behind = std::clamp(theirs - ours + (s.turn == kAttacker), 0, 12);
  const int ahead = std::clamp(ours - theirs + (s.turn == kDefender), 0, 12);
  return {g.pn + uint32_t(std::min(theirs, 12) + 3 * behind), g.dn + uint32_t(3 * ahead)};
}

// How far the goal is at first sight. The numbers are the effort to force it, and to refuse it.
template <int N>
Guess LifeSearch<N>::guess(const State& s) {
  if (!tactical(goal_)) {
    const Guess g = kill_guess(s);
    return goal_ == LifeGoal::kWon ? with_taking(s, {g.dn, g.pn}) : Guess{g.dn, g.pn};
  }
  constexpr uint32_t kForce[2][7] = {{1, 2, 6, 14, 24, 36, 50}, {1, 1, 3, 8, 16, 26, 40}};
  constexpr uint32_t kRefuse[2][7] = {{3, 3, 2, 1, 1, 1, 1}, {3, 3, 3, 2, 1, 1, 1}};
  constexpr int kFar = 6;
  const B free = arena_.empty(s);
  int steps = kFar;
  if (goal_ == LifeGoal::kTaken) {  // the liberties of the weakest marked block
    for (B left = marks_ & s.stones[kAttacker]; left.any();) {
      const B block = arena_.flood(B::at(left.first()), s.stones[kAttacker]);
      left = left.without(block);
      if (block.meets(arena_.anchor[kAttacker])) continue;
      steps = std::min(steps, (arena_.around(block) & free).count());
    }
  } else {  // the stones missing between the blocks, or to the point
    const B& own = s.stones[kDefender];
    const B goal = goal_ == LifeGoal::kReached ? s.target | marks_ : s.target;
    B reach = arena_.flood(B::at(s.target.first()), own);
    for (steps = 0; steps < kFar && goal.without(reach).any(); ++steps) {
      reach |= arena_.around(reach) & free;
      reach = arena_.flood(reach, own | reach);
    }
  }
  return {kForce[s.turn][steps], kRefuse[s.turn][steps]};
}

}  // namespace gokan
