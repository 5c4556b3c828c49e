// Kawano's simulation: what refuted one move of the loser is tried against his other moves.
//
// The second half of ProofSearch; proof_search.h includes it.
#pragma once

#include "reading/arena/proof_search.h"

namespace gokan {

// A move of the loser has been refuted; the same refutation is tried, move by move, against his
// other moves before they are searched.
template <int N>
void ProofSearch<N>::replay(const Frame& f, const Child& lost, bool kill) {
  const Child twin = lost;
  for (int i = 0; i < f.count; ++i) {
    Child& c = pool_[f.first + size_t(i)];
    if (c.pn == 0 || c.dn == 0) continue;
    replay_limit_ = nodes_ + kReplay;
    Child out = c;
    if (follows(c.state, twin.state, kill, 0, out)) {
      c.settle(kill, out.span, out.tenuki);
      c.belief = kNever;
    }
  }
}

// Whether the winner wins at s with the moves that win at its twin. All that is found on the way
// is a finite tree, so it is stored as solved.
template <int N>
bool ProofSearch<N>::follows(const State& s, const State& twin, bool kill, int depth, Child& out) {
  const int winner = kill ? kAttacker : kDefender;
  out.state = s;
  out.key = s.board_key();
  look_up(out, s.turn == kAttacker);
  if (out.belief != kNever) return false;
  if (out.pn == 0 || out.dn == 0) return kill == (out.pn == 0);
  if (nodes_ >= replay_limit_ || depth > kDeepest) return false;
  const uint64_t before = nodes_;
  if (s.turn == winner) {
    const ProofEntry* e = table_.find(twin.board_key());
    if (!e || !(kill ? e->killed(twin.threats[0], twin.threats[1])
                     : e->stands(twin.threats[0], twin.threats[1])))
      return false;
    const int move = kill ? e->kill_move : e->stand_move;
    State t = s, next = twin;
    if (move == -2 || (move >= 0 && !arena_.empty(s).test(move)) || !arena_.play(t, move) ||
        !arena_.play(next, move))
      return false;
    ++nodes_;
    Child c;
    if (!follows(t, next, kill, depth + 1, c)) return false;
    Span span = c.span;
    if (move >= 0 && move == s.ko) span = span.after_retake(kill, s.threats[s.turn]);
    out.settle(kill, span, c.tenuki);
    if (kill)
      table_.store_kill(out.key, span, move, c.tenuki, nodes_ - before);
    else
      table_.store_stand(out.key, span, move, nodes_ - before);
    return true;
  }
  Span whole = Span::any(kill);
  int tenuki = 0;
  const auto answer = [&](int move) {  // false: this move is not refuted
    State t = s, next = twin;
    if (!arena_.play(t, move)) return true;
    if ((move >= 0 && !arena_.empty(twin).test(move)) || !arena_.play(next, move)) {
      next = twin;
      arena_.play(next, kArenaPass);
    }
    ++nodes_;
    Child c;
    if (!follows(t, next, kill, depth + 1, c)) return false;
    whole.join(c.span, kill, move >= 0 && move == s.ko);
    tenuki = std::max(tenuki, c.tenuki + (kill && move == kArenaPass));
    return true;
  };
  if ((kill || s.ko >= 0) && !answer(kArenaPass)) return false;
  for (Bits<N> left = arena_.empty(s).without(arena_.spare_dame(s)); left.any();)
    if (!answer(left.pop())) return false;
  if (s.banned()) whole = whole.under_ban(kill);
  tenuki = std::min(tenuki, 60000);
  out.settle(kill, whole, tenuki);
  if (kill)
    table_.store_kill(out.key, whole, -2, tenuki, nodes_ - before);
  else
    table_.store_stand(out.key, whole, -2, nodes_ - before);
  return true;
}

}  // namespace gokan
