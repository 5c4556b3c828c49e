// Wolf's static evaluation by a dynamical system (SEDS).
//
// Units are the empty points and the blocks. We store one number per unit, v = "how white":
// for a point the chance that White owns it, for a white block the chance that it survives, for
// a black block the chance that it does not. In this variable the relations of the paper become
//
//   point:        v = W / (W + B),  W = 1 - prod(1 - v_j),  B = 1 - prod(v_j)     (equation 4)
//   black block:      v = prod(v_j)        over liberties and adjacent enemy blocks (equation 5)
//   white block:  1 - v = prod(1 - v_j)
//
// where j runs over neighbouring units (a block that touches a point twice counts once) and in
// a block's product the smallest liberty factor is replaced by 1 ("raise": the move that takes
// the last liberty is never suicide). Every relation grows with every v_j: the system is
// monotone, and swapping v and 1 - v swaps the colours.
//
// All points are updated at once from the old values, then all blocks at once; so the answer
// does not depend on the order of units, and symmetric positions get symmetric answers. Where
// that makes a block swing back and forth without shrinking (mutual atari) it moves half the way.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "go/board.h"
#include "go/static_life.h"
#include "strength/seds_course.h"

namespace gokan::seds {

struct Options {
  double stop = 1e-3;   // a change below this is no change
  int max_iter = 1000;  // sweeps
  bool raise = true;
  bool static_life = true;
  bool count = true;   // keep iterations() per unit, and find the blocks that swing by themselves
  bool damped = true;  // a block that swings back goes half the way; without: the plain relations
  bool queue = false;  // Wolf's order: one unit after the other, each at most max_iter times
  // Additions to the paper; the values here leave it as printed.
  double edge = 1.0;     // factor of a missing neighbour in both products of a point
  double liberty = 1.0;  // a block's chance of capture is multiplied by this per extra liberty
  bool links = false;    // blocks joined by two ways to connect are one unit
  bool eyes = false;     // a second stage, with the room for two eyes as a ceiling of strength
};

// A judgement from elsewhere: the block at `stone` survives with this chance.
struct Verdict {
  Point stone;
  double survives;
};

struct Outcome {
  int sweeps = 0;
  bool converged = false;  // false also where only averaging held an oscillation still
};

// A block that turns back by more than this part of its last change goes half the way. Not 1/2:
// the plain dynamics likes exact halves, and rounding must not decide between two answers.
constexpr double kTurn = 0.57;

constexpr int kCells = kMaxPoints + 32;   // room for whole vectors
constexpr Point kOne = kMaxPoints + 30;   // a cell that is always 1: no factor at all
constexpr Point kSink = kMaxPoints + 31;  // a cell that nobody reads

// The product of equation (5), with the smallest liberty factor raised to 1 if `raise`. Lists
// are padded to fours with units whose value is 1.
inline double captured(const double* theirs, const Point* liberties, int n_liberties,
                       const Point* enemies, int n_enemies, bool raise) {
  double product = 1, least = 1;
  for (int i = 0; i < n_liberties; i += 4) {
    const double a = theirs[liberties[i]], b = theirs[liberties[i + 1]];
    const double c = theirs[liberties[i + 2]], d = theirs[liberties[i + 3]];
    // All but the smallest of the four: the larger of each pair, times the larger of the losers.
    const double low_ab = std::min(a, b), low_cd = std::min(c, d);
    product *= (std::max(a, b) * std::max(c, d)) * std::max(low_ab, low_cd);
    const double low = std::min(low_ab, low_cd);
    product *= std::max(low, least);
    least = std::min(low, least);
  }
  if (!raise) product *= least;
  for (int i = 0; i < n_enemies; i += 4)
    product *= (theirs[enemies[i]] * theirs[enemies[i + 1]]) *
               (theirs[enemies[i + 2]] * theirs[enemies[i + 3]]);
  return product;
}

class System {
 public:
  System() = default;
  System(const System&) = delete;  // it points into itself
  System& operator=(const System&) = delete;

  // Collects the units and their neighbours. The board must outlive the system.
  void build(const Board& board, const Options& options, const std::vector<Verdict>& verdicts = {});

  // From the start values of the paper (points 1/2, blocks alive) to a fixed point.
  Outcome solve();
  // The same, and keeps the values after every sweep. Not for two stages.
  Outcome solve(Course& course);
  // From given values of v per cell (a block's value is read at its head).
  Outcome solve_from(const double* start);
  // One simultaneous step of the plain relations, without averaging; for stability analysis.
  void step(const double* from, double* to);

  double white(Point p) const { return p_[p]; }  // v of the unit at p
  double survives(Point stone) const {
    return board_->color(stone) == kWhite ? p_[stone] : q_[stone];
  }
  // Black minus White: strength times size over blocks, plus influence over points.
  double score() const;
  // Sweeps in which the unit still changed by at least `stop`.
  int iterations(Point p) const { return int(count_[p]); }
  // Blocks (heads) that swung without shrinking and were held by averaging.
  const std::vector<Point>& oscillating() const { return oscillating_; }
  const StaticLife& life() const { return life_; }

  struct Unit {
    Point head;
    Color color;
    bool pinned;
    // In `lists`: liberties, then enemy units (both parts padded to fours).
    uint16_t first, liberties, enemies_at, enemies;
    uint16_t shore, shore_count;  // in `shores`: stones that touch a point or an enemy, padded
    uint16_t size;
    double factor;   // of the chance of capture (liberty weight)
    double ceiling;  // of strength (second stage)
    double delta;    // the last change, for the averaging rule
  };
  const std::vector<Unit>& blocks() const { return units_; }
  const Point* liberties(const Unit& u) const { return lists_.data() + u.first; }
  const Point* enemies(const Unit& u) const { return lists_.data() + u.enemies_at; }
  // The unit of a cell: the point itself, or the head of the block (of the linked blocks).
  Point unit(Point p) const { return unit_of_[p]; }
  bool pinned(Point p) const { return free_[p] == 0.0 && board_->color(p) == kEmpty; }
  const Options& options() const { return options_; }

 private:
  friend class Ranker;
  void collect_blocks();
  void join_links();
  void apply_life(const std::vector<Verdict>& verdicts);
  void start_values();
  Outcome run();
  Outcome run_queue();
  void note_sweep();
  void run_active(Outcome& outcome);
  int sweep_points();
  int sweep_blocks(bool averaging);
  bool move_block(uint16_t number, double captured, bool averaging);
  void update_point(Point p, double& white, double& black) const;
  void wake(Point unit);
  void wake_around(Point p);
  void wake_list(const Unit& unit);
  double capture(const Unit& unit) const;
  void write_block(const Unit& unit, double captured);
  void find_oscillations();
  void judge_eyes();

  const Board* board_ = nullptr;
  Options options_;
  StaticLife life_;
  std::vector<Unit> units_;
  std::vector<Point> lists_, shores_, oscillating_;
  std::vector<uint16_t> averaged_;  // units that ever went half the way
  Course* course_ = nullptr;        // where the run is noted down, if anywhere
  std::vector<double> fresh_;
  std::vector<Point> active_points_, points_now_;
  std::vector<int> updates_;  // of a unit, in Wolf's order
  std::vector<uint16_t> active_blocks_, blocks_now_;
  std::vector<uint8_t> awake_;               // per block: on the list already
  std::array<uint16_t, kMaxPoints> number_;  // of the block, by head
  std::array<uint32_t, kMaxPoints> mark_{};
  uint32_t stamp_ = 0;
  int width_ = 0, height_ = 0;  // the size the margins were written for
  double edge_ = 0;
  std::array<Point, kMaxPoints> unit_of_;
  double *p_ = nullptr, *q_ = nullptr;  // v and 1 - v per cell (every stone has its unit's)
  double *next_p_ = nullptr, *next_q_ = nullptr;
  alignas(64) std::array<std::array<double, kCells>, 4> values_;
  alignas(64) std::array<double, kCells> free_, count_;           // 1 where an update is wanted
  alignas(64) std::array<std::array<double, kCells>, 4> repeat_;  // 1 where a unit is met again
};

}  // namespace gokan::seds
