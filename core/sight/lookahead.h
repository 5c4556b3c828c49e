// Zobrist's heuristic lookahead: is a move needed to make or to stop a capture? (1969, Part II)
//
// Templates have put x marks on the board; the marks are the mask of the search. For every chain
// short of liberties that touches the mask the same small search is run twice, once for each side
// moving first: two moves per side inside the mask, then, as long as every attacking move is an
// atari, up to a hundred moves on without branching (LadderReader::follow), or, if asked for, with
// the ladder read exactly. If the side that moves first decides the fate of the chain, its move is
// needed; if not, the chain is safe or lost as it stands and nothing need be done.
//
// Inside the mask the search looks at points near the chain. Three kinds of move are looked at
// even off the mask, because they are what forced sequences are made of: the chain's own liberties,
// the capture of an enemy chain in atari that touches it, and the capture of the stone just played.
//
// A search that grows past its limit is given up and counted; what the ladder alone says is then
// taken instead.
#pragma once

#include <vector>

#include "go/board.h"
#include "go/ladder.h"

namespace gokan {

struct LookaheadOptions {
  int moves_each = 2;     // per side, before only forced moves are followed
  int max_liberties = 3;  // longer chains cannot fall in two moves
  int ladder_moves = LadderReader::kFollowedMoves;  // forced moves followed
  bool exact_ladders = false;                       // with branching, instead of following one line
  uint32_t max_nodes = 3000;                        // per chain; past it the ladder alone is asked
};

struct Needed {
  Point target;     // a stone of the chain in question
  Color owner;      // of that chain
  int stones;       // in it
  PointList moves;  // each of them decides, for the side to move
};

class Lookahead {
 public:
  explicit Lookahead(const LookaheadOptions& options = {});

  // Chains whose fate depends on who moves first, with the moves that `mover` has to decide it.
  // `mask` lists the marked points. The board is the same again afterwards.
  std::vector<Needed> needed(Board& board, const PointList& mask, Color mover);
  // About the last call of `needed`: positions looked at, and the chains whose search was given up.
  uint32_t nodes() const { return total_nodes_; }
  const PointList& given_up() const { return given_up_; }

 private:
  void find_targets(const Board& board, PointList& out) const;
  void deciding_moves(Board& board, Point target, Color mover, int moves_each, PointList& out);
  void moves_near(const Board& board, Point target, PointList& out) const;
  bool attack(Board& board, Point target, int left);  // attacker to move: can he capture?
  bool attack_by(Board& board, Point target, Point move, int left);
  bool defend(Board& board, Point target, int left, Point played = kPass);  // can it be saved?
  bool ladder(Board& board, Point target);

  LookaheadOptions options_;
  LadderReader ladder_;
  std::vector<uint8_t> masked_;  // by padded point
  Trail trail_;
  PointList given_up_;
  uint32_t nodes_ = 0, total_nodes_ = 0;
  bool gave_up_ = false;
};

}  // namespace gokan
