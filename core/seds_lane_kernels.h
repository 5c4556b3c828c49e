// The arithmetic of the lanes: plain loops over sixteen numbers, which compilers turn into vectors.
#pragma once

#include <array>
#include <cstdint>

#include "board.h"

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

// For the kernels below: `now` lists the n units that look, and `awake` in which lanes (in others
// they stay as they are); what is computed stands at the same place in `fresh`, `moved` and so on.

// Equation (4). A point with repeat[point] >= 0 meets some neighbour twice in some lanes.
void lane_points(const LaneUnit* units, const std::array<Point, 4>* near, const int16_t* repeat,
                 const std::array<Lane, 4>* repeats, const Point* now, int n, const uint32_t* awake,
                 LaneUnit* fresh);

// Equation (5): the chance of capture.
void lane_captures(const LaneUnit* units, const LaneBlock* blocks, const Point* now, int n,
                   bool raise, Lane* captured);

// A step of blocks to their chance of capture, half of it where they swing (see
// System::move_block).
void lane_steps(const LaneUnit* units, const LaneBlock* blocks, const Point* now, int n,
                const uint32_t* awake, const Lane* captured, Lane* deltas, float stop,
                LaneUnit* fresh);

// Writes the fresh values; says in which lanes they moved by `stop` or more (low half of `news`),
// and in which they are farther than `apart` from those in `base` (high half).
void lane_commit(LaneUnit* units, const Point* now, int n, const LaneUnit* fresh, const float* base,
                 float stop, float apart, uint32_t* news);

// The n units in `rim` take the values of one row of a course.
void lane_follow(LaneUnit* units, const Point* rim, int n, const float* p, const float* q);

// Adds to `score` what a unit is worth now and was not in `base` (p and q there), and keeps the
// unit that changed most: how much, and which.
void lane_worth(const LaneUnit& unit, float p, float q, float black_size, float white_size,
                Lane& score);
void lane_most(const LaneUnit& unit, float p, int32_t name, Lane& by,
               std::array<int32_t, kLanes>& who);

}  // namespace gokan::seds
