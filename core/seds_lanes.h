// Sixteen moves at a time, each solved from scratch, and only where it differs from the position
// before it.
//
// From the start values to the fixed point a system runs through a course: its values after every
// sweep. After a move the system starts the same but for the stone, and where nothing has yet come
// of the difference its course is that of the position before the move, which is known. So a *lane*
// (one move) computes in each sweep only the units next to one whose value differs; all else is
// read off the course. The answer is the one from scratch, also where several fixed points exist.
//
// Neighbouring moves disturb nearly the same units. They are swept together, every value a vector
// with one number for each of sixteen moves. Where a stone changes the relations themselves (its
// own block, joined blocks, enemies that lose a liberty, points that touch a joined block twice),
// that one lane is corrected.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board.h"
#include "seds.h"
#include "seds_course.h"
#include "seds_lane_kernels.h"

namespace gokan::seds {

class Lanes {
 public:
  // The position before the moves: its system, solved, and the course of that. All must outlive
  // this.
  void prepare(const Board& board, const System& base, const Course& course,
               const Options& options);
  // Plays and solves up to kLanes moves that neither capture nor change static life.
  void solve(const Point* moves, int count, Color mover);

  // Of the moves solved last, in their order: what the score (black minus white) gained, and the
  // unit elsewhere (not the move) that changed most.
  struct Gain {
    double score;
    Point changed;
    float by;
  };
  Gain gain(int lane) const { return gains_[size_t(lane)]; }
  // v of the unit of a cell, in a lane.
  double white(Point cell, int lane) const;

 private:
  enum State : uint8_t { kUntouched, kRim, kMember };
  // A block whose relation is another one in one lane.
  struct Special {
    Point unit;
    uint16_t liberties, enemies;
    uint32_t list;  // where they begin in pool_: liberties, then enemies
    float factor;
  };
  // The block of the stone just played, in its lane.
  struct Stone {
    Point move;
    std::array<Point, 4> parts;  // blocks that it joins
    int n_parts;
    bool pinned;
    Special relation;
    float captured, delta;
    int sweep;  // in which `captured` was computed
  };

  void place(int lane, Point move);
  void relate(int lane, Stone& stone);
  void repeat(int lane, Point point);
  void rob(int lane, Point enemy);
  float factor(int liberties) const;
  void admit(Point unit);
  void expand(Point unit);
  void watch(Point unit);
  void broadcast(Point unit);
  struct Links {
    const Point *first, *last;
    const Point* begin() const { return first; }
    const Point* end() const { return last; }
  };
  Links links(Point u) const { return {links_.data() + link_[u][0], links_.data() + link_[u][2]}; }
  void sweep(int number);
  void sweep_points();
  void sweep_blocks(int number);
  void refresh(std::vector<Point>& rim, int number);
  void wake(Point unit, uint32_t lanes);
  int take(bool blocks);
  void tell(Point unit, uint32_t lanes);
  void hear(int n);
  void wake_joined();
  void step_stones(uint32_t lanes, int number);
  void write_stones(uint32_t lanes);
  float captured(const Special& relation, int lane) const;
  float special_captured(Point unit, int lane, int number);
  float stone_captured(Stone& stone, int lane, int number);
  void add_up();
  void reset();

  const Board* board_ = nullptr;
  const Course* course_ = nullptr;
  Options options_;
  Color mover_ = kBlack;
  int count_ = 0;
  float stop_ = 0, apart_ = 0;

  // The position before the moves.
  std::array<std::array<Point, 4>, kMaxPoints> near_;  // of a point: neighbouring units, 0 = none
  std::array<LaneBlock, kMaxPoints> block_;
  std::array<Color, kMaxPoints> kind_;  // kEmpty: point; a colour: block; kOff: no unit
  std::array<uint8_t, kMaxPoints> pinned_;
  std::array<Point, kMaxPoints> unit_;
  std::vector<Point> links_;  // neighbouring units of every unit
  // Of a unit: where its neighbours begin there, those that are blocks, and the end.
  std::array<std::array<uint32_t, 3>, kMaxPoints> link_;

  // The lanes. Members are computed; the rim are units that members look at.
  std::vector<LaneUnit> units_;
  std::vector<Lane> deltas_;
  std::array<uint8_t, kMaxPoints> state_{}, expanded_{};
  struct Ear {
    uint32_t wake;    // lanes in which a neighbour moved
    uint32_t member;  // all lanes if the unit is one
    uint32_t joined;  // lanes whose stone stands here or is joined to it
    uint32_t is_block;
  };
  std::array<Ear, kMaxPoints> ears_{};
  std::array<uint32_t, kMaxPoints> moved_to_{};  // lanes that play here
  std::array<uint32_t, kMaxPoints> special_{};   // lanes in which the relation is another one
  std::array<int16_t, kMaxPoints> repeat_{};     // of a point: its place in repeats_, or -1
  std::vector<std::array<Lane, 4>> repeats_;     // 1 where a neighbour is met again
  std::vector<Point> points_, blocks_;           // members
  std::vector<Point> rim_points_, rim_blocks_;   // as far as they still move
  std::vector<Point> touched_;                   // members and rim
  // Who looks next (points, blocks), and now; with room for a name too many.
  std::array<std::array<Point, kMaxOnBoard + 1>, 2> next_;
  std::array<uint32_t, 2> n_next_{};
  std::array<Point, kMaxOnBoard + 1> now_;
  std::vector<LaneUnit> fresh_;
  std::vector<Lane> raw_;
  std::vector<uint32_t> awake_, news_;  // lanes, per unit that looks
  std::array<Stone, kLanes> stones_;
  std::array<std::vector<Special>, kLanes> robbed_;
  std::vector<Point> pool_;
  std::array<uint32_t, kMaxPoints> mark_{};
  uint32_t stamp_ = 0;
  int points_at_ = 0, blocks_at_ = 0;  // the rows of the course that the lanes have reached
  int horizon_ = 0;                    // the last sweep in which the rim moves
  uint32_t stones_awake_ = 0;          // lanes whose stone looks next
  // At first everybody looks, and nobody need tell; then those look who were told.
  bool all_look_ = true, all_tell_ = false;
  std::array<Gain, kLanes> gains_;
};

}  // namespace gokan::seds
