// The numbers of ko threats for which one proof holds.
#pragma once

#include <algorithm>
#include <cstdint>

#include "reading/arena/arena.h"

namespace gokan {

// A kill holds with at least `attacker` threats of the attacker and at most `defender` of the
// defender, a standing target the other way round. kEndless as an upper bound is any number.
struct Span {
  uint8_t attacker = 0, defender = 0;

  static Span any(bool kill) { return kill ? Span{0, kEndless} : Span{kEndless, 0}; }
  // The winner's move before this retook a ko at once and cost him one of `threats`.
  Span after_retake(bool kill, int threats) const {
    Span r = *this;
    uint8_t& need = kill ? r.attacker : r.defender;
    if (need < kEndless) ++need;
    if (threats == kEndless && !kill) need = kEndless;  // he may do so round and round
    return r;
  }
  // Both hold; where `part` follows a retake of the loser, he had one threat more before it.
  void join(Span part, bool kill, bool retake) {
    uint8_t& most = kill ? part.defender : part.attacker;
    if (retake && most < kEndless - 1) ++most;
    attacker = kill ? std::max(attacker, part.attacker) : std::min(attacker, part.attacker);
    defender = kill ? std::min(defender, part.defender) : std::max(defender, part.defender);
  }
  // The loser could not retake because he had no threat.
  Span under_ban(bool kill) const {
    Span r = *this;
    (kill ? r.defender : r.attacker) = 0;
    return r;
  }
};

}  // namespace gokan
