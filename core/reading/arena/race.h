// Races: does the target fall in an Arena in which other blocks are short of liberties as well?
//
// The game is that of core/arena.h and so is the method, depth-first proof numbers; the difference
// is in what a race needs. First guesses come from liberties: how many moves the target is away
// from capture, and how many the weakest attacker that touches it. And moves that differ in
// nothing are tried once: outside liberties of a block are filled in one order, and its owner does
// not fill them; the same for points between two blocks. The answer is meant to be read, not
// written down as a proof, so a search that ends early still says which side it favours.
#pragma once

#include <memory>

#include "reading/arena/proof.h"

namespace gokan {

struct RaceAnswer {
  Verdict verdict = Verdict::kUnknown;
  uint64_t nodes = 0;
  int best = -2;            // the winner's move if the winner is to move; -1 a pass; -2 none
  uint32_t pn = 1, dn = 1;  // the effort still seen to kill, and to stand
  bool ko = true;           // a ko was met; if not, threats elsewhere do not matter
};

class RaceSolver {
 public:
  // Throws std::invalid_argument for a bad rectangle or a block without liberties.
  explicit RaceSolver(const ArenaSpec& spec, size_t table_bytes = size_t(64) << 20);
  ~RaceSolver();
  RaceSolver(const RaceSolver&) = delete;
  RaceSolver& operator=(const RaceSolver&) = delete;

  RaceAnswer solve(const ProofQuery& query, const SearchLimits& limits);
  std::vector<int> legal_moves(const ProofQuery& query) const;

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace gokan
