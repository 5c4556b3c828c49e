// Whole-board ranking: every legal move played and solved.
//
// Nearly all moves go through the lanes (seds_lanes.h), which compute only what a move disturbs.
// Those that change static life, and a few odd ones, are played on a board and solved anew.
#pragma once

#include <cstdint>
#include <vector>

#include "go/board.h"
#include "go/static_life.h"
#include "strength/life_watch.h"
#include "strength/seds.h"
#include "strength/seds_course.h"
#include "strength/seds_lanes.h"

namespace gokan::seds {

// What a candidate move does to the solved position.
struct Ranked {
  Point move;
  double score;   // black minus white after the move
  Point changed;  // the unit elsewhere (not the move itself) whose v changed most, or kPass
  double by;      // its change of v
};

class Ranker {
 public:
  // Scores of each of `moves` (legal for `mover`), in the order given.
  void rank(const Board& board, Color mover, const std::vector<Point>& moves,
            const Options& options, const std::vector<Verdict>& verdicts, std::vector<Ranked>& out);
  // The same with every move a new system; slow, for judging the other.
  void rank_from_scratch(const Board& board, Color mover, const std::vector<Point>& moves,
                         const Options& options, const std::vector<Verdict>& verdicts,
                         std::vector<Ranked>& out);
  // The position before the moves that were ranked last, and its score, as exact as theirs.
  const System& base() const { return base_; }
  double base_score() const { return base_score_; }
  // v of every cell after `move`; `incremental` as in rank(), else from scratch.
  void values_after(const Board& board, Color mover, Point move, const Options& options,
                    const std::vector<Verdict>& verdicts, bool incremental, double* out);
  Lanes& lanes() { return lanes_; }

 private:
  void prepare(const Board& board, const Options& options, const std::vector<Verdict>& verdicts);
  Ranked try_afresh(Point move, Color mover);
  bool needs_board(const Board& board, Point move, Color mover);
  bool joins_verdicts(const Board& board, Point move, Color mover) const;
  bool changes_life(Point move, Color mover);

  Options options_;
  std::vector<Verdict> verdicts_;
  System base_, scratch_;
  Course course_;
  Lanes lanes_;
  Board board_;  // for moves that need to be really played
  Trail trail_;
  LifeWatch watch_;
  StaticLife life_;
  double base_score_ = 0;
  struct Quiet {
    uint32_t place;  // along a curve through the board on which neighbours are near
    uint32_t index;  // among the moves
  };
  std::vector<Quiet> quiet_;
};

}  // namespace gokan::seds
