// Life that lasts: can the defender force two eyes (or a way out), or at least an end of play?
//
// ProofSolver says whether the target can be captured. A target that stands may live with two
// eyes, stand in seki, or go on only by repetition. Two questions tell these apart, both with
// the defender as the side that must get somewhere in a finite number of moves:
//
//   two eyes   he forces a position in which a target stone is unconditionally alive or out;
//   an end     he forces that, or that the attacker has nothing left but to pass: then he
//              passes too, and the target stands at the end of the game.
//
// Three more questions are those of tactics. Here the side called the defender is the one that
// wants something, and marked points of the region say what:
//
//   joined     he forces the target stones to be one block, and loses none of them;
//   reached    he forces a marked point to be his and part of the target's block;
//   taken      he takes a marked stone of the attacker for good: it has left the board, and the
//              attacker, if it is his move, has no ko threat to take it back at once.
//
// A block that was joined must not be in atari. The target of the last question is any block of
// the defender; it matters nothing. And one question is that of a race:
//
//   won        he takes every marked stone, and a target stone is unconditionally alive or joined
//              to something that lives outside: one plan that saves the one and takes the other.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "reading/arena/proof.h"

namespace gokan {

enum class LifeGoal : uint8_t {
  kTwoEyes = 0,
  kEnd = 1,
  kJoined = 2,
  kReached = 3,
  kTaken = 4,
  kWon = 5
};
// Questions of tactics may be asked with moves only near what is at stake. Of the side that does
// not get what it wants that is a judgement; the other needs no more than one move anyway.
enum class LifeFocus : uint8_t { kAll = 0, kDefenderNear = 1, kNear = 2 };
enum class Forced : uint8_t { kUnknown = 0, kForced = 1, kRefused = 2 };
// Numbered like ProofGraph::Leaf, so that one checker reads both.
enum class LifeLeaf : uint8_t {
  kInner = 0,
  kCaptured,
  kLastLiberty,
  kHopeless,
  kEscaped,
  kAlive,
  kJoined,
  kTaken,
  kWon = 9
};

struct LifeAnswer {
  Forced verdict = Forced::kUnknown;
  uint64_t nodes = 0;
  int best = -2;
  bool illegal = false;
};

class LifeSolver {
 public:
  // Throws std::invalid_argument as ProofSolver does, and for a mark outside the region.
  explicit LifeSolver(const ArenaSpec& spec, size_t table_bytes = size_t(64) << 20,
                      const std::vector<int>& marks = {});
  ~LifeSolver();
  LifeSolver(const LifeSolver&) = delete;
  LifeSolver& operator=(const LifeSolver&) = delete;

  LifeAnswer solve(const ProofQuery& query, LifeGoal goal, const SearchLimits& limits);
  // verdict: kStands for a forced end, kKilled for the attacker's refusal.
  ProofGraph proof(const ProofQuery& query, LifeGoal goal, const SearchLimits& limits,
                   size_t max_nodes);
  void set_focus(LifeFocus focus);  // for the questions that follow
  // The same cells with the anchors that last when the race is over, for kWon: a stone that only a
  // weak wall keeps alive during the race is not saved by it. By default all of them last.
  void set_home(const std::vector<uint8_t>& cells);
  // First guesses about two eyes and an end, by what was learned of shapes (see ProofSolver).
  void set_guess(std::shared_ptr<const ShapeWeights> weights);

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace gokan
