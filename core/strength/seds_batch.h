// Wolf's system for very many candidate moves at once. The position itself is solved from the
// start values of the paper; a candidate starts from that solution, or from the start values too.
//
// One source, compiled twice: by the C++ compiler with a team of one lane (the reference that the
// tests run), and at run time for a GPU with a warp of 32 lanes per candidate, to the same
// bits. The GPU's compiler gets seds_batch_team.h in front of it and needs no header. All that a
// team touches while it iterates is in registers and shared memory; a candidate reads a few hundred
// bytes and writes eight.
//
// The relations and the order of updates are those of seds.h: all points at once, then all
// blocks at once, a block that swings without shrinking goes half the way. A block's product
// over its liberties and enemy blocks is a sum of logarithms in fixed point, to which the lanes
// may add in any order.
#pragma once

#ifndef __CUDACC__
#include "strength/seds_batch_team.h"
#endif

namespace gokan_batch {

constexpr u16 kNone = 0xffff;
constexpr float kTurn = 0.57f;        // as in seds.h
constexpr float kScore = 2097152.0f;  // scores are summed in units of 2^-21: 625 points fit

struct Settings {
  int width, height;
  int max_blocks;  // per position, the new stone's block included; a multiple of 32
  int max_links;   // at most the lines of the board
  int max_sweeps;
  float stop;
  int raise;  // the last liberty is never suicide
};

// Per position: colour and block number (kNone for empty) of each point, for each block whether it
// has a single liberty, and to how many bits logarithms are taken. Rows of the arrays follow each
// other without gaps.
struct Positions {
  const u8* color;    // [points]
  const u16* label;   // [points]
  const u8* single;   // [max_blocks]
  const u16* blocks;  // one number: how many
  const u8* bits;     // one number
};

struct Value {
  float white, black;  // they sum to one, but for the unit that stands for "nothing there"
};

// What a team shares, laid out by hand over one piece of memory.
struct Workspace {
  Value* value;   // [points + max_blocks + 1]: points, blocks, nothing
  int* sum;       // [max_blocks]
  int* smallest;  // [max_blocks]
  float* delta;   // [max_blocks]
  int* size;      // [max_blocks]
  // A point and a block that it touches, from the front; two enemy blocks that touch, from the
  // back.
  u32* links;  // [max_links]
  int *n_links, *n_pairs;
  u16* unit;  // [points]
  u8* owner;  // [max_blocks]
};

// Values, sums, smallest, delta; before they are needed, a bit for each pair of blocks.
GOKAN_DEVICE int scratch_bytes(const Settings& s) {
  const int values = (s.width * s.height + s.max_blocks + 1) * 8 + s.max_blocks * 12;
  const int matrix = s.max_blocks * s.max_blocks / 8;
  return values > matrix ? values : matrix;
}

GOKAN_DEVICE int workspace_bytes(const Settings& s) {
  const int bytes = scratch_bytes(s) + s.max_blocks * 4 + s.max_links * 4 + 8 +
                    s.width * s.height * 2 + s.max_blocks;
  return (bytes + 15) / 16 * 16;
}

GOKAN_DEVICE Workspace lay_out(char* memory, const Settings& s) {
  const int points = s.width * s.height;
  Workspace w;
  w.value = reinterpret_cast<Value*>(memory);
  w.sum = reinterpret_cast<int*>(w.value + points + s.max_blocks + 1);
  w.smallest = w.sum + s.max_blocks;
  w.delta = reinterpret_cast<float*>(w.smallest + s.max_blocks);
  w.size = reinterpret_cast<int*>(memory + scratch_bytes(s));
  w.links = reinterpret_cast<u32*>(w.size + s.max_blocks);
  w.n_links = reinterpret_cast<int*>(w.links + s.max_links);
  w.n_pairs = w.n_links + 1;
  w.unit = reinterpret_cast<u16*>(w.n_pairs + 1);
  w.owner = reinterpret_cast<u8*>(w.unit + points);
  return w;
}

// The cell in direction d (up, left, right, down), or -1 beyond the edge.
GOKAN_DEVICE int step(const Settings& s, int cell, int d) {
  const int column = cell % s.width;
  if (d == 0) return cell - s.width;
  if (d == 1) return column ? cell - 1 : -1;
  if (d == 2) return column + 1 < s.width ? cell + 1 : -1;
  return cell + s.width < s.width * s.height ? cell + s.width : -1;
}

// Which unit each cell belongs to once the move is played (kNone: no move): it joins its neighbours
// into a new block and takes off enemy blocks whose only liberty it was.
GOKAN_DEVICE void play(const Settings& s, const Positions& all, u32 position, int move, int mover,
                       const Workspace& w) {
  const int points = s.width * s.height;
  const u8* color = all.color + position * u32(points);
  const u16* label = all.label + position * u32(points);
  const u8* single = all.single + position * u32(s.max_blocks);
  const int fresh = all.blocks[position];
  u16 joined[4], taken[4];
  for (int d = 0; d < 4; ++d) {
    joined[d] = taken[d] = kNone - 1;
    const int near = move == kNone ? -1 : step(s, move, d);
    if (near < 0 || color[near] == 0) continue;
    if (color[near] == mover) joined[d] = label[near];
    if (color[near] != mover && single[label[near]]) taken[d] = label[near];
  }
  for (int b = lane(); b < s.max_blocks; b += kLanes) {
    w.size[b] = 0;
    w.owner[b] = 0;
  }
  // The matrix of pairs already met lies where the values will be.
  u32* met = reinterpret_cast<u32*>(w.value);
  for (int i = lane(); i < s.max_blocks * s.max_blocks / 32; i += kLanes) met[i] = 0;
  if (lane() == 0) *w.n_links = *w.n_pairs = 0;
  sync();
  for (int cell = lane(); cell < points; cell += kLanes) {
    const u16 old = label[cell];
    u16 unit = u16(cell);
    u8 side = color[cell];
    if (cell == move) {
      unit = u16(points + fresh);
      side = u8(mover);
    } else if (old != kNone) {
      unit = u16(points + old);
      for (int d = 0; d < 4; ++d) {
        if (old == joined[d]) unit = u16(points + fresh);
        if (old == taken[d]) unit = u16(cell);
      }
    }
    w.unit[cell] = unit;
    if (unit >= points) {
      add(&w.size[unit - points], 1);
      w.owner[unit - points] = side;
    }
  }
  sync();
  for (int cell = lane(); cell < points; cell += kLanes) {
    const int a = w.unit[cell] - points;
    if (a < 0) continue;
    for (int d = 2; d < 4; ++d) {
      const int near = step(s, cell, d);
      const int b = near < 0 ? -1 : w.unit[near] - points;
      if (b < 0 || w.owner[a] == w.owner[b]) continue;
      const u32 low = u32(a < b ? a : b), high = u32(a < b ? b : a);
      const u32 bit = low * u32(s.max_blocks) + high;
      if (set_bits(&met[bit / 32], 1u << bit % 32) >> bit % 32 & 1) continue;
      const int i = add(w.n_pairs, 1);
      w.links[s.max_links - 1 - i] = low | high << 16;
    }
  }
  sync();
}

struct Answer {
  float score;  // black minus white
  int sweeps;
};

// `from` and `to` hold how white each unit is, points before blocks: the values to start from
// and where to write the solution. Either may be null.
GOKAN_DEVICE void start_values(const Settings& s, const Workspace& w, int fresh,
                               const float* from) {
  const int points = s.width * s.height;
  for (int cell = lane(); cell < points; cell += kLanes) {
    float white = from ? from[cell] : 0.5f;
    if (white < 0) white = 0.5f;  // a stone stood here and was taken
    w.value[cell].white = white;
    w.value[cell].black = 1.0f - white;
  }
  for (int b = lane(); b < s.max_blocks; b += kLanes) {
    float white = w.owner[b] == 2 ? 1.0f : 0.0f;
    if (from && b != fresh && w.size[b]) white = from[points + b];
    w.value[points + b].white = white;
    w.value[points + b].black = 1.0f - white;
    w.delta[b] = 0;
  }
  if (lane() == 0)
    w.value[points + s.max_blocks].white = w.value[points + s.max_blocks].black = 1.0f;
}

GOKAN_DEVICE void write_values(const Settings& s, const Workspace& w, float* to) {
  const int points = s.width * s.height;
  for (int cell = lane(); cell < points; cell += kLanes)
    to[cell] = w.unit[cell] == cell ? w.value[cell].white : -1.0f;
  for (int b = lane(); b < s.max_blocks; b += kLanes) to[points + b] = w.value[points + b].white;
}

// kCells is at least the number of points, known when compiling so that the points of a lane
// stay in registers.
template <int kCells>
GOKAN_DEVICE Answer evaluate(const Settings& s, const Positions& all, u32 position, int move,
                             int mover, const float* from, float* to, char* memory) {
  constexpr int kEach = (kCells + kLanes - 1) / kLanes;
  const int points = s.width * s.height, nothing = points + s.max_blocks;
  const Workspace w = lay_out(memory, s);
  play(s, all, position, move, mover, w);
  start_values(s, w, all.blocks[position], from);
  const int n_pairs = *w.n_pairs;

  // The neighbouring units of this lane's points, each once, two to a register.
  u32 near[kEach][2];
  const auto unit_near = [&near](int i, int d) {
    return int(near[i][d / 2] >> d % 2 * 16 & 0xffff);
  };
  GOKAN_UNROLL
  for (int i = 0; i < kEach; ++i) {
    const int cell = lane() + i * kLanes;
    u32 found[4];
    GOKAN_UNROLL
    for (int d = 0; d < 4; ++d) {
      found[d] = u32(nothing);
      if (cell >= points || w.unit[cell] != cell) continue;
      const int beside = step(s, cell, d);
      if (beside < 0) continue;
      const u32 unit = w.unit[beside];
      bool repeated = false;
      GOKAN_UNROLL
      for (int e = 0; e < 4; ++e) repeated |= e < d && found[e] == unit;
      if (repeated) continue;
      found[d] = unit;
      if (unit >= u32(points)) w.links[add(w.n_links, 1)] = u32(cell) | (unit - u32(points)) << 16;
    }
    near[i][0] = found[0] | found[1] << 16;
    near[i][1] = found[2] | found[3] << 16;
  }
  sync();
  const int n_links = *w.n_links;
  const u32* const pairs = w.links + s.max_links - n_pairs;
  const int bits = all.bits[position];

  int sweeps = 0;
  bool changed = true;
  while (changed && sweeps < s.max_sweeps) {
    ++sweeps;
    changed = false;
    Value fresh[kEach];
    GOKAN_UNROLL
    for (int i = 0; i < kEach; ++i) {
      const int cell = lane() + i * kLanes;
      if (cell >= points || w.unit[cell] != cell) continue;
      const Value a = w.value[unit_near(i, 0)], b = w.value[unit_near(i, 1)];
      const Value c = w.value[unit_near(i, 2)], d = w.value[unit_near(i, 3)];
      const float white = fused(-(a.black * d.black), b.black * c.black, 1.0f);
      const float black = fused(-(a.white * d.white), b.white * c.white, 1.0f);
      const float scale = 1.0f / (white + black);
      fresh[i].white = white * scale;
      fresh[i].black = black * scale;
      changed |= magnitude(fresh[i].white - w.value[cell].white) >= s.stop;
    }
    for (int b = lane(); b < s.max_blocks; b += kLanes) w.sum[b] = w.smallest[b] = 0;
    sync();
    GOKAN_UNROLL
    for (int i = 0; i < kEach; ++i) {
      const int cell = lane() + i * kLanes;
      if (cell >= points || w.unit[cell] != cell) continue;
      w.value[cell] = fresh[i];
    }
    sync();
    GOKAN_KEEP_SHORT
    for (int i = lane(); i < n_links; i += kLanes) {
      const Value liberty = w.value[w.links[i] & 0xffff];
      const int b = int(w.links[i] >> 16);
      const int factor = log_fixed(w.owner[b] == 1 ? liberty.white : liberty.black, bits);
      add(&w.sum[b], factor);
      if (s.raise) least(&w.smallest[b], factor);
    }
    GOKAN_KEEP_SHORT
    for (int i = lane(); i < n_pairs; i += kLanes) {
      const int a = int(pairs[i] & 0xffff), b = int(pairs[i] >> 16);
      const Value at_a = w.value[points + a], at_b = w.value[points + b];
      add(&w.sum[a], log_fixed(w.owner[a] == 1 ? at_b.white : at_b.black, bits));
      add(&w.sum[b], log_fixed(w.owner[b] == 1 ? at_a.white : at_a.black, bits));
    }
    sync();
    for (int b = lane(); b < s.max_blocks; b += kLanes) {
      if (w.size[b] == 0) continue;
      const int logarithm = w.sum[b] - w.smallest[b];
      const Value now = w.value[points + b];
      const float old = w.owner[b] == 1 ? now.white : now.black;
      float captured = exp_fixed(logarithm, bits);
      float delta = captured - old;
      if (magnitude(delta) >= s.stop) {
        changed = true;
        if (delta * w.delta[b] < 0 && magnitude(delta) >= kTurn * magnitude(w.delta[b])) {
          delta *= 0.5f;
          captured = old + delta;
        }
      }
      w.delta[b] = delta;
      w.value[points + b].white = w.owner[b] == 1 ? captured : 1.0f - captured;
      w.value[points + b].black = w.owner[b] == 1 ? 1.0f - captured : captured;
    }
    sync();
    changed = any(changed);
  }

  int score = 0;
  for (int cell = lane(); cell < points; cell += kLanes)
    if (w.unit[cell] == cell) score += rounded(w.value[cell].black - w.value[cell].white, kScore);
  for (int b = lane(); b < s.max_blocks; b += kLanes) {
    const Value v = w.value[points + b];
    if (w.size[b]) score += w.size[b] * rounded(w.owner[b] == 1 ? v.black : -v.white, kScore);
  }
  Answer answer;
  answer.score = float(total(score)) / kScore;
  answer.sweeps = sweeps;
  if (to) write_values(s, w, to);
  sync();
  return answer;
}

}  // namespace gokan_batch

#ifdef __CUDACC__
// Teams take candidates in turn: warp w of the grid evaluates w, w + warps, ...
extern "C" __global__ void gokan_evaluate(int width, int height, int max_blocks, int max_links,
                                          int max_sweeps, float stop, int raise,
                                          const unsigned char* color, const unsigned short* label,
                                          const unsigned char* single, const unsigned short* blocks,
                                          const unsigned char* bits, const unsigned int* position,
                                          const unsigned short* move, const unsigned char* mover,
                                          const float* from, float* to, int count, float* score,
                                          int* sweeps) {
  using namespace gokan_batch;
  extern __shared__ __align__(16) char memory[];
  const Settings settings{width, height, max_blocks, max_links, max_sweeps, stop, raise};
  const Positions positions{color, label, single, blocks, bits};
  const int warp = threadIdx.x / 32, warps = blockDim.x / 32;
  char* mine = memory + warp * workspace_bytes(settings);
  for (int i = blockIdx.x * warps + warp; i < count; i += gridDim.x * warps) {
    const u32 n = position[i], row = n * u32(width * height + max_blocks);
    const Answer answer = evaluate<GOKAN_CELLS>(settings, positions, n, move[i], mover[i],
                                                from ? from + row : from, to ? to + row : to, mine);
    if (lane() == 0) {
      score[i] = answer.score;
      sweeps[i] = answer.sweeps;
    }
  }
}
#endif
