// The arithmetic of the lanes: sixteen numbers at a time.
//
// The same source is compiled for several kinds of machines (seds_lane_kernels.cpp), with vectors
// as wide as each of them has; the results are the same to the last bit.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "go/board.h"

namespace gokan::seds {

constexpr int kLanes = 16;
constexpr uint32_t kAllLanes = (1u << kLanes) - 1;

struct alignas(64) Lane {
  float value[kLanes];
};
// A unit in every lane: v, and 1 - v.
struct LaneUnit {
  Lane p, q;
};
struct LaneBlock {
  const Point* list;  // liberties, then enemy units, both padded to fours
  uint16_t liberties, enemies_at, enemies, size;
  float factor;
  bool is_black;
};
// A block some of whose neighbours are others in some lanes.
struct LaneRobbed {
  Lane factor;
  // Per entry of the block's list, lanes: a liberty that is an enemy there, an enemy that is none.
  uint32_t lanes_at;
};
// How a unit hears of its neighbours.
struct LaneEar {
  uint16_t wake;    // lanes in which a neighbour moved
  uint16_t member;  // all lanes if the unit is computed
  uint16_t joined;  // lanes whose stone stands here or is joined to it
  uint16_t is_block;
};
// One sweep of a course: values before and after it, per cell.
struct LaneCourse {
  int number;
  const float *before, *p, *q, *delta;
  const uint16_t* last;  // the last sweep in which a unit moves
};

// What the kernels work on. `now` lists the units that look, `awake` in which lanes (in others they
// stay as they are); what is computed stands at the same place in `raw`, `fresh` and `news`.
struct LaneField {
  LaneUnit* units;
  Lane* deltas;  // last changes of blocks
  const std::array<Point, 4>* near;
  const LaneBlock* blocks;
  LaneEar* ears;
  const uint32_t* moved_to;            // lanes in which something else stands there now
  const int16_t* repeat;               // of a point: its place in repeats, or -1
  const std::array<Lane, 4>* repeats;  // 1 where a neighbour is met again
  const int16_t* robbed;               // of a block: its place among the next, or -1
  const LaneRobbed* robberies;
  const uint32_t* robbed_lanes;
  Point* now;
  uint32_t *awake, *news;
  Lane* raw;
  LaneUnit* fresh;
  Point* left;     // those farther than `apart` from the course, after a half sweep
  Point* next[2];  // who looks next: points, blocks; with room for a name too many
  uint32_t n_next[2];
  uint32_t stones_awake;  // lanes whose stone looks next
  float stop, apart;
  bool raise;
  bool all_tell;  // those that move wake their neighbours
};

struct LaneKernels {
  const char* name;
  bool (*runs)();  // on this machine
  // One half of a sweep: n points look (equation 4), take their values and wake their neighbours.
  // Returns how many stand in `left`.
  int (*points)(LaneField& field, int n, const LaneCourse& course);
  // Equation (5): the chance of capture of n blocks.
  void (*captures)(LaneField& field, int n);
  // The other half: n blocks step to their chance of capture, half the way where they swing (see
  // System::move_block), and wake their neighbours.
  int (*steps)(LaneField& field, int n, const LaneCourse& course);
  // The neighbours of a unit hear that it moved.
  void (*tell)(LaneField& field, Point unit, uint32_t lanes);
  // n units take their values on a course, in all lanes.
  void (*set)(LaneField& field, const Point* list, int n, const LaneCourse& at_points,
              const LaneCourse& at_blocks);
  // Those of n units that are not computed move along with the course. Returns how many will again,
  // and keeps them.
  int (*follow)(LaneField& field, Point* list, int n, const LaneCourse& course);
  // Adds to `score` what n units are worth now and were not (with p and q), and keeps the one that
  // changed most: how much, and which.
  void (*gains)(const LaneField& field, const Point* list, int n, const float* p, const float* q,
                Lane& score, Lane& by, std::array<int32_t, kLanes>& who);
};

// For all kinds of machines known, the best first; the last runs everywhere.
const std::vector<LaneKernels>& all_lane_kernels();
// The best for this one.
const LaneKernels& lane_kernels();

}  // namespace gokan::seds
