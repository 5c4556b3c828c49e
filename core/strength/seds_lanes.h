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

#include "go/board.h"
#include "strength/seds.h"
#include "strength/seds_course.h"
#include "strength/seds_lane_kernels.h"

namespace gokan::seds {

class Lanes {
 public:
  // The position before the moves: its system, solved, and the course of that. All must outlive
  // this. A unit farther than `apart` from the course draws in its neighbours; in the first sweeps,
  // in which all members look, it takes three times as much.
  void prepare(const Board& board, const System& base, const Course& course, const Options& options,
               double apart);
  // Other kernels than the best for this machine; for tests.
  void use(const LaneKernels& kernels) { kernels_ = &kernels; }
  // Whether it can be told what the move takes off the board: no block whose fate is certain.
  bool knows_captured(Point move, Color mover) const;
  // Plays and solves up to kLanes moves that are no suicide and do not change static life.
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
  // Names of units, each at most twice.
  struct Names {
    std::array<Point, 2 * kMaxOnBoard> names;
    int n = 0;
    void push_back(Point u) { names[size_t(n++)] = u; }
    void clear() { n = 0; }
    const Point* begin() const { return names.data(); }
    const Point* end() const { return names.data() + n; }
  };
  // What a block looks at in one lane.
  struct Relation {
    Point unit;
    uint32_t list;  // in pool_: liberties, then enemies, both padded to fours
    uint16_t enemies_at, end;
    float factor;
  };
  // A point of which a stone was taken, in the lane of the move that took it.
  struct Freed {
    Point cell, unit;  // and the block it was of
    std::array<Point, 4> near;
    float p, q;
  };
  // The block of the stone just played, in its lane.
  struct Stone {
    Point move;
    std::array<Point, 4> parts;  // blocks that it joins
    int n_parts;
    bool pinned;
    Relation relation;
    uint32_t freed, freed_end;        // among freed_
    uint32_t relieved, relieved_end;  // among relieved_: other blocks from which enemies were taken
    float captured, delta;
    int sweep;  // in which `captured` was computed
  };

  void place(int lane, Point move);
  void take_off(int lane, Stone& stone);
  void relate(int lane, Stone& stone);
  void relieve(int lane, Stone& stone);
  Relation relation(const Stone& stone, const Point* blocks, int n, bool with_stone);
  bool touches(Point cell, const Point* blocks, int n) const;
  bool is_taken(const Stone& stone, Point unit) const;
  void repeat(int lane, Point point);
  void rob(int lane, Point enemy);
  float factor(int liberties) const;
  void admit(Point unit);
  void expand(Point unit);
  void watch(Point unit);
  void welcome();
  // Neighbouring units, some of which may be none.
  struct Links {
    const Point *first, *last;
    const Point* begin() const { return first; }
    const Point* end() const { return last; }
  };
  Links links(Point u) const {
    if (kind_[u] == kEmpty) return {near_[u].data(), near_[u].data() + 4};
    return {block_[u].list, block_[u].list + block_[u].enemies_at + block_[u].enemies};
  }
  void sweep(int number);
  void sweep_points(const LaneCourse& course);
  void sweep_blocks(const LaneCourse& course);
  void follow(Names& rim, const LaneCourse& course);
  LaneCourse course(int number) const;
  void wake(Point unit, uint32_t lanes);
  int take(bool blocks);
  void expand_left(int n);
  void wake_joined();
  void step_stones(uint32_t lanes, int number);
  void write_stones(uint32_t lanes);
  void step_freed(uint32_t lanes);
  float captured(const Relation& relation, int lane) const;
  float other_captured(Point unit, int lane, int number);
  float stone_captured(Stone& stone, int lane, int number);
  void add_up();
  void count_freed(int lane, const Course::Row& row);
  void reset();

  const Board* board_ = nullptr;
  const Course* course_ = nullptr;
  const Geometry* geometry_ = nullptr;
  double edge_ = 0, apart_ = 0;
  Options options_;
  Color mover_ = kBlack;
  int count_ = 0;
  const LaneKernels* kernels_ = &lane_kernels();
  LaneField field_{};

  // The position before the moves.
  // Of a point: neighbouring units, or cells off the board; kPass for one met before.
  std::array<std::array<Point, 4>, kMaxPoints> near_;
  std::array<LaneBlock, kMaxPoints> block_;
  std::array<Color, kCells> kind_;  // kEmpty: point; a colour: block; kOff: no unit
  std::array<uint8_t, kMaxPoints> pinned_;
  std::array<Point, kMaxPoints> unit_;

  // The lanes. Members are computed; the rim are units that members look at.
  std::vector<LaneUnit> units_;
  std::vector<Lane> deltas_;
  std::array<uint8_t, kCells> state_{};  // where there is no unit: nothing to do, as of a member
  std::array<uint8_t, kMaxPoints> expanded_{};
  std::array<LaneEar, kCells> ears_{};
  std::array<uint32_t, kMaxPoints> moved_to_{};  // lanes that play here or take this block
  std::array<uint32_t, kMaxPoints> joined_{};  // lanes in which a block looks at others than before
  std::array<int16_t, kMaxPoints> repeat_{};   // of a point: its place in repeats_, or -1
  std::vector<std::array<Lane, 4>> repeats_;   // 1 where a neighbour is met again
  std::array<int16_t, kMaxPoints> robbed_{};   // of a block: its place in robberies_, or -1
  std::vector<LaneRobbed> robberies_;
  std::vector<uint32_t> robbed_lanes_;
  std::array<Names, 2> members_;  // points, blocks
  std::array<Names, 2> rim_;      // points, blocks, as far as they still move
  Names touched_;                 // members and rim
  Names new_;                     // of those, without values yet
  std::array<std::array<Point, kMaxOnBoard + 1>, 2> next_;
  std::array<Point, kMaxOnBoard + 1> now_, left_;
  std::vector<LaneUnit> fresh_;
  std::vector<Lane> raw_;
  std::vector<uint32_t> awake_, news_;  // lanes, per unit that looks
  std::array<Stone, kLanes> stones_;
  std::vector<Freed> freed_;
  std::vector<Relation> relieved_;
  std::vector<Point> pool_;
  std::array<uint32_t, kMaxPoints> mark_{};
  uint32_t stamp_ = 0;
  std::array<int, 2> at_{};   // the rows of the course that points and blocks have reached
  int horizon_ = 0;           // the last sweep in which the rim moves
  uint32_t freed_awake_ = 0;  // lanes whose freed points look next
  // At first everybody looks, and nobody need tell; then those look who were told.
  bool all_look_ = true;
  std::array<Gain, kLanes> gains_;
};

}  // namespace gokan::seds
