// Whole-board ranking: every legal move played and re-solved, starting from the solved position.
//
// A move changes the lists of neighbours of a handful of units. Those look again. A unit that moved
// hands on to each neighbour how far that one is now from its own relation: its own change times
// the derivative at the solved position. A neighbour looks again only when what it was handed has
// added up to a good part of `stop`. What is left over at the end is not lost: the sensitivity of
// the score to every unit (one transposed linear system per position) turns it into score.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "board.h"
#include "seds.h"
#include "static_life.h"

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
  // The same from scratch, every move a new system; slow, for judging the other.
  void rank_from_scratch(const Board& board, Color mover, const std::vector<Point>& moves,
                         const Options& options, const std::vector<Verdict>& verdicts,
                         std::vector<Ranked>& out);
  // The position before the moves that were ranked last, and its score, as exact as theirs.
  const System& base() const { return base_; }
  double base_score() const { return base_score_; }
  // v of every cell after `move`; `incremental` as in rank(), else from scratch.
  void values_after(const Board& board, Color mover, Point move, const Options& options,
                    const std::vector<Verdict>& verdicts, bool incremental, double* out);

 private:
  struct Block {
    const Point* list;     // liberties, then enemy units, padded to fours
    const float* weights;  // beside it: how much each of them listens to this block
    uint16_t liberties, enemies_at, enemies, size;
    bool pinned;
    double factor;
  };
  void prepare(const Board& board, const Options& options, const std::vector<Verdict>& verdicts);
  void find_weights(const Board& board);
  void find_sensitivity();
  float& slot(Point block, Point neighbour, bool liberty);
  Ranked try_move(const Board& board, Point move, Color mover);
  Ranked try_afresh(Point move, Color mover, bool near);
  void solve_afresh(Point move, Color mover, bool near);
  bool needs_board(const Board& board, Point move, Color mover);
  bool changes_life(const Board& board, Point move, Color mover);
  void place(const Board& board, Point move, Color mover);
  void join(const Board& board, Point move, Color mover, const Point* own, int n_own);
  void relist(Point enemy, Point move, Point with);
  void restart_fights();
  void settle();
  double update_point(Point unit);
  double capture(Point unit) const;
  void move_block(Point unit, double captured, int round);
  double drift(Point unit, double next, int round);
  void undo();
  void replace_near(Point point, Point from, Point to);

  double worth(Point u) const {
    switch (kind_[u]) {
      case kEmpty:
        return q_[u] - p_[u];
      case kBlack:
        return block_[u].size * q_[u];
      case kWhite:
        return -block_[u].size * p_[u];
      default:
        return 0;
    }
  }

  void touch(Point u) {
    if (motion_[u].touched == stamp_) return;
    motion_[u] = {stamp_, kNoRound, 0, 0, 0, 0};
    saved_.push_back({u, kind_[u], p_[u], q_[u], worth(u)});
  }

  void push(Point u) {
    if (queued_[u]) return;
    const uint8_t kind = kind_[u];
    if (kind == kOff) return;
    queued_[u] = 1;
    (kind == kEmpty ? points_ : blocks_).push_back(u);
  }

  // Tells a unit of a change that moves it by `residual`; it looks again when these add up to
  // `look`. Returns what the score gains if it never does.
  float hand(Point u, float residual, float look) {
    const float sum = pending_[u] + residual;
    pending_[u] = sum;
    if (sum >= look || -sum >= look) push(u);
    return residual * lambda_[u];
  }

  static constexpr int kNoRound = -9;

  Options options_;
  std::vector<Verdict> verdicts_;
  System base_, scratch_;
  Board board_;  // for moves that need to be really played
  Trail trail_;
  LifeWatch watch_;
  StaticLife life_;
  double base_score_ = 0;
  std::array<std::array<Point, 4>, kMaxPoints> near_;    // of a point: neighbouring units, 0 = none
  std::array<std::array<float, 4>, kMaxPoints> weight_;  // how much each of them listens to it
  std::array<double, kCells> p_, q_;
  std::array<Block, kMaxPoints> block_;
  std::array<uint8_t, kMaxPoints> kind_;  // kEmpty: point; a colour: block; kOff: no unit
  std::array<uint8_t, kMaxPoints> pinned_;
  std::array<uint8_t, kMaxPoints> queued_{};

  // The solved position's derivatives, and what a change of each unit does to the score.
  struct Edge {
    Point to, from;
    float weight;
  };
  std::vector<Edge> edges_;
  std::vector<float> base_weights_;
  std::array<float, kMaxPoints> direct_{}, lambda_{}, next_{};
  std::array<float, kMaxPoints> pending_{};  // what a unit was handed since it looked last
  double rest_ = 0;                          // all of it as score

  // How a unit has moved since the stone was put down.
  struct Motion {
    uint32_t touched;
    int drift_round;
    float delta, untold, drift;
    double drift_from;
  };
  std::array<Motion, kMaxPoints> motion_{};

  // The trail of one move.
  struct Saved {
    Point unit;
    uint8_t kind;
    double p, q, worth;
  };
  struct SavedNear {
    Point point;
    std::array<Point, 4> near;
    std::array<float, 4> weight;
  };
  std::vector<Saved> saved_;
  std::vector<SavedNear> saved_near_;
  std::vector<std::pair<Point, Block>> saved_blocks_;
  std::array<uint32_t, kMaxPoints> mark_{};
  uint32_t stamp_ = 0, mark_stamp_ = 0;
  Point joined_ = kPass;  // the unit of the stone just played
  bool restarted_ = false;
  std::array<Point, 8 * kMaxOnBoard> pool_;
  std::array<float, 8 * kMaxOnBoard> pool_weights_;
  size_t pool_used_ = 0;
  std::vector<Point> points_, blocks_, now_, fighters_;
  std::vector<double> fresh_;
};

// A new neighbour's weight: whoever meets a new stone looks at once.
constexpr float kNewWeight = 1;

}  // namespace gokan::seds
