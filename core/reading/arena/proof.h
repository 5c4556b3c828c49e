// Proof search: can the attacker capture the target in an Arena, whatever the defender does?
//
// Depth-first proof-number search. pn is the effort left to prove the kill, dn to prove that the
// target stands. One ProofSolver keeps the table between calls, so that several questions about
// one arena (each first move, each number of threats) share their work.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/search_limits.h"
#include "reading/arena/proof_span.h"

namespace gokan {

enum class Verdict : uint8_t { kUnknown = 0, kKilled = 1, kStands = 2 };

// The region as it is handed over: one cell per point of a rectangle, row by row.
struct ArenaSpec {
  enum : uint8_t {
    kOutside = 0,
    kFree = 1,
    kAttackerStone = 2,
    kDefenderStone = 3,
    kKindMask = 3,
    kAttackerAnchor = 4,
    kDefenderAnchor = 8,
    kTarget = 16,
  };
  int width = 0, height = 0;
  std::vector<uint8_t> cells;
};

struct ProofQuery {
  int turn = 0;              // 0 the attacker moves, 1 the defender
  int ko = -1;               // cell where the side to move may not retake
  int attacker_threats = 0;  // kEndless = 127: never under a ban; kFinite: only in proofs
  int defender_threats = 0;
  std::vector<int> moves;  // played first, alternately; -1 is a pass
};

struct ProofAnswer {
  Verdict verdict = Verdict::kUnknown;
  uint64_t nodes = 0;    // positions made and looked at, static ends included
  int best = -2;         // the winner's move if the winner is to move; -1 a pass; -2 none
  int tenuki = 0;        // in a kill: how often the defender can play elsewhere, at most
  Span span;             // the numbers of threats for which the same proof holds
  bool illegal = false;  // one of `moves` was not legal
};

// A proof as a graph. Nodes are numbered from 0, the root. A node of the winner has one edge, a
// node of the loser one for every legal move and for the pass, a leaf none.
struct ProofGraph {
  enum Leaf : uint8_t { kInner = 0, kCaptured, kLastLiberty, kHopeless, kEscaped, kAlive };
  struct Edge {
    int16_t move;
    int32_t child;
  };
  Verdict verdict = Verdict::kUnknown;
  bool complete = false;
  bool circular = false;        // with kFinite: by paying threats it comes back to a node
  int passes = 0;               // of a kill: the most passes of the defender on any line
  uint64_t searched = 0;        // positions looked at to find it
  std::vector<uint8_t> leaf;    // per node
  std::vector<uint32_t> first;  // per node: where its edges begin; one more at the end
  std::vector<Edge> edges;
};

// What the writing of a kill showed.
struct WrittenKill {
  bool written = false;   // it could be written down
  bool endless = false;   // and does without paid circles
  int passes = 0;         // the most passes of the defender on any line of it
  uint64_t searched = 0;  // positions looked at
};

class ShapeWeights;  // shape_guess.h
struct ProofSample;  // proof_samples.h

class ProofSolver {
 public:
  // Throws std::invalid_argument for a bad rectangle or a block without liberties. A plain one
  // ends its lines only where a written proof may end; it takes longer, but it knows best how
  // often the defender can play elsewhere.
  explicit ProofSolver(const ArenaSpec& spec, size_t table_bytes = size_t(256) << 20,
                       bool plain = false);
  ~ProofSolver();
  ProofSolver(const ProofSolver&) = delete;
  ProofSolver& operator=(const ProofSolver&) = delete;

  // First guesses by what was learned of shapes: they change what a search costs, not what it says.
  void set_guess(std::shared_ptr<const ShapeWeights> weights);
  // Keeps one in `every` of the positions that are settled from now on, and no more than `most`.
  void keep_samples(uint64_t every, size_t most);
  const std::vector<ProofSample>& samples() const;
  ProofAnswer solve(const ProofQuery& query, const SearchLimits& limits);
  std::vector<int> legal_moves(const ProofQuery& query) const;
  // Writes the proof down; incomplete when the limits or `max_nodes` ended it first.
  //
  // With kFinite threats of the defender it is a kill for every finite number of them: the moves
  // are those that win against `level` threats, and a retake leaves as many. The defender can
  // come back to a node only by paying one, so whatever number he has, it runs out. Incomplete,
  // too, if some position that comes up stands with that many.
  ProofGraph proof(const ProofQuery& query, const SearchLimits& limits, size_t max_nodes,
                   int level = 0);
  // The same for a kill, of which only this much is kept.
  WrittenKill write_kill(const ProofQuery& query, const SearchLimits& limits, size_t max_nodes,
                         int level) {
    const ProofGraph g = proof(query, limits, max_nodes, level);
    const bool written = g.complete && g.verdict == Verdict::kKilled;
    return {written, written && !g.circular, g.passes, g.searched};
  }

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace gokan
