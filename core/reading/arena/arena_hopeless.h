// A sufficient reason for death, whoever moves: no room for a second eye.
//
// Attacker stones are *joined* if they hang together with the outside, or can be made to in two
// ways that no other stones need: when the defender takes one way, the attacker takes the other.
// The open area is all but these stones, and its rim are the points that touch one of them, or a
// wall: an attacker stone there is joined too, and no point there is ever an eye. The core is the
// rest of the open area. One defender block is chosen, to be taken last; the room is the core
// without it.
//
// The attacker fills the rim as long as that does not take the chosen block. This ends, and then
// every empty point is in the room or the last liberty of that block. Core and rim depend on the
// joined stones alone, so whatever the defender plays on the way only makes the chosen block
// larger. It remains to take what breathes in the room (the chosen block with it, or all but that
// block, which then has one liberty left).
//
// - A point of the room is *false* if the open area without it has a part that is all rim. When the
//   attacker has filled that part, the defender stones left in it breathe at this point alone, and
//   he takes them there. Where the defender retakes that stone, another point of the part is
//   filled instead; where there is none, it is a ko, and it costs him a threat. If he fills the
//   point himself it is no eye.
// - If the rest is at most two adjacent points, one stone among them takes all that breathes
//   there, or leaves it one liberty. (One stone can be taken back; that costs the defender a move.)
// - If it is a *star*, a point with an attacker stone and two to four points around it, each beside
//   the chosen block, at most one of them taken: a defender stone there joins the block and leaves
//   a smaller star, in the end two points. When the attacker goes in and is taken, he plays in the
//   middle of what is left.
// - If it is a *square* of four with nothing but the chosen block around it, empty or with one
//   stone of the attacker: a defender stone there leaves three points, and the attacker has or
//   takes the one in the middle.
//
// Each point of the open area outside the chosen block costs the attacker one move at most (and one
// more for a stone that is taken back, or a large star), and for each the defender may play
// elsewhere once; and once for each threat that he spends on a false eye. Proofs that are written
// down do without false eyes (`plain`): there the ko is played out.
//
// If the target is one block, nothing is played on its points before it is taken, and then it is
// over. If it is the chosen block, and the room two points at most, the attacker fills its
// liberties, the room last. A defender who only plays elsewhere can do so once for each of them;
// if he moves inside he loses a chance, or two if he takes back a stone (no ko: both points of the
// room touch the block).
#pragma once

#include <algorithm>

#include "reading/arena/arena.h"

namespace gokan {

template <int N>
Bits<N> Arena<N>::joined(const State& s) const {
  B found = immortal(s, kAttacker);
  const B free = empty(s);
  B used;
  for (B weak = s.stones[kAttacker].without(found), before; !(weak == before);) {
    before = weak;
    for (B left = weak; left.any();) {
      const B block = flood(B::at(left.first()), s.stones[kAttacker]);
      left = left.without(block);
      B ways = (around(block) & free & (around(found) | anchor[kAttacker])).without(used);
      if (ways.count() < 2) continue;
      used.set(ways.pop());
      used.set(ways.pop());
      found |= block;
      weak = weak.without(block);
    }
  }
  return found;
}

// The points of the room that are false eyes.
template <int N>
Bits<N> Arena<N>::false_eyes(const B& open, const B& core, const B& room) const {
  B found;
  for (B left = room; left.any();) {
    const B point = B::at(left.pop());
    const B rest = open.without(point);
    for (B ends = around(point) & rest.without(core); ends.any();) {
      const B part = flood(B::at(ends.first()), rest);
      ends = ends.without(part);
      if (part.meets(core)) continue;
      found |= point;
      break;
    }
  }
  return found;
}

template <int N>
bool Arena<N>::star_or_square(const State& s, const B& room, const B& block) const {
  const int n = room.count();
  if (n < 3 || n > 5 || room.without(around(block)).any()) return false;
  const B guests = room & s.stones[kAttacker];
  const B free = room.without(guests);  // a defender stone would belong to the block
  for (B left = guests; left.any();) {
    const B ends = room & around(B::at(left.pop()));
    if (ends.count() == n - 1 && (ends & free).count() >= n - 2) return true;
  }
  if (n != 4 || free.count() < 3 || around(room).without(room | block).any()) return false;
  for (B left = room; left.any();)
    if ((around(B::at(left.pop())) & room).count() != 2) return false;
  return true;
}

template <int N>
Hopeless Arena<N>::hopeless(const State& s, bool plain) const {
  constexpr int kMostRoom = 6;
  const B& own = s.stones[kDefender];
  if (own.meets(anchor[kDefender])) return {};
  const B& stones = s.stones[kAttacker];  // were all of them joined, this would still be left
  if (region.without(own | stones | around(stones) | anchor[kAttacker]).count() > kMostRoom)
    return {};
  const B strong = joined(s);
  const B open = region.without(strong);
  if (open.meets(anchor[kDefender])) return {};
  const B core = open.without(around(strong) | anchor[kAttacker]);
  if (core.without(own).count() > kMostRoom) return {};  // left whatever block is chosen
  const auto pair = [&](const B& room) {
    const int n = room.count();
    return n < 2 || (n == 2 && around(B::at(room.first())).meets(room));
  };
  // The block that leaves the least room; if none is needed, the largest of all.
  B last;
  int least = kMostRoom + 1, most = 0;
  for (B left = pair(core) ? own : core & own; left.any();) {
    const B block = flood(B::at(left.first()), own);
    left = left.without(block);
    const int room = pair(core.without(block)) ? 0 : core.without(block).count();
    if (room > least || (room == least && block.count() <= most)) continue;
    least = room;
    most = block.count();
    last = block;
  }
  if (last.none()) return {};
  B area = flood(B::at(s.target.first()), open);
  if (s.target.without(area).any()) area = open;
  int moves = area.without(last).count() + 1;
  const B target = flood(B::at(s.target.first()), own);
  if (one_block(s) && !(target == last))
    moves -= target.count();
  else if (one_block(s) && least == 0)
    moves = std::max((around(last) & empty(s)).count(), moves - 2);
  moves -= s.turn == kAttacker;
  if (least == 0) return {moves, false};
  B room = core.without(last), falses;
  if (!plain && s.threats[kDefender] != kEndless) falses = false_eyes(open, core, room);
  room = room.without(falses);
  if (pair(room)) return {moves, true};
  // A star of five points may be entered once more than it has points.
  if (star_or_square(s, room, last)) return {moves + (room.count() > 4), falses.any()};
  return {};
}

}  // namespace gokan
