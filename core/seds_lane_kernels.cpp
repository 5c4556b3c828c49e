#include "seds_lane_kernels.h"

#include <algorithm>
#include <cmath>

#include "clones.h"
#include "seds.h"

// A loop over the lanes, to be made one vector: not unrolled before that, and nothing overlaps.
#define GOKAN_FOR_LANES(l) \
  _Pragma("GCC ivdep") _Pragma("GCC unroll 1") for (int l = 0; l < kLanes; ++l)

namespace gokan::seds {
namespace {

struct Bits {
  uint32_t value[kLanes];
};
constexpr Bits lane_bits() {
  Bits bits{};
  for (int l = 0; l < kLanes; ++l) bits.value[l] = 1u << l;
  return bits;
}
alignas(64) constexpr Bits kBit = lane_bits();
constexpr float kTiny = 1e-30f;  // a point without neighbours has no relation

}  // namespace

GOKAN_CLONES
void lane_points(const LaneUnit* units, const std::array<Point, 4>* near, const int16_t* repeat,
                 const std::array<Lane, 4>* repeats, const Point* now, int n, const uint32_t* awake,
                 LaneUnit* fresh) {
  for (int i = 0; i < n; ++i) {
    const auto& around = near[now[i]];
    const LaneUnit &a = units[around[0]], &b = units[around[1]];
    const LaneUnit &c = units[around[2]], &d = units[around[3]];
    float* __restrict p = fresh[i].p.value;
    float* __restrict q = fresh[i].q.value;
    const LaneUnit& old = units[now[i]];
    const uint32_t lanes = awake[i];
    if (repeat[now[i]] < 0) {
      GOKAN_FOR_LANES(l) {
        const float white = 1 - (a.q.value[l] * d.q.value[l]) * (b.q.value[l] * c.q.value[l]);
        const float black = 1 - (a.p.value[l] * d.p.value[l]) * (b.p.value[l] * c.p.value[l]);
        const float scale = 1 / std::max(white + black, kTiny);
        const bool looks = lanes & kBit.value[l];
        p[l] = looks ? white * scale : old.p.value[l];
        q[l] = looks ? black * scale : old.q.value[l];
      }
    } else {
      const auto& again = repeats[repeat[now[i]]];
      GOKAN_FOR_LANES(l) {
        const float ra = again[0].value[l], rb = again[1].value[l];
        const float rc = again[2].value[l], rd = again[3].value[l];
        const float white = 1 - (std::max(a.q.value[l], ra) * std::max(d.q.value[l], rd)) *
                                    (std::max(b.q.value[l], rb) * std::max(c.q.value[l], rc));
        const float black = 1 - (std::max(a.p.value[l], ra) * std::max(d.p.value[l], rd)) *
                                    (std::max(b.p.value[l], rb) * std::max(c.p.value[l], rc));
        const float scale = 1 / std::max(white + black, kTiny);
        const bool looks = lanes & kBit.value[l];
        p[l] = looks ? white * scale : old.p.value[l];
        q[l] = looks ? black * scale : old.q.value[l];
      }
    }
  }
}

GOKAN_CLONES
void lane_captures(const LaneUnit* units, const LaneBlock* blocks, const Point* now, int n,
                   bool raise, Lane* captured) {
  for (int i = 0; i < n; ++i) {
    const LaneBlock& block = blocks[now[i]];
    const Lane* theirs = block.is_black ? &units->p : &units->q;
    float* __restrict product = captured[i].value;
    alignas(64) float least[kLanes];
    GOKAN_FOR_LANES(l) product[l] = block.factor, least[l] = 1;
    const Point* list = block.list;
    for (int j = 0; j < block.liberties; j += 4) {
      const float* a = theirs[2 * list[j]].value;
      const float* b = theirs[2 * list[j + 1]].value;
      const float* c = theirs[2 * list[j + 2]].value;
      const float* d = theirs[2 * list[j + 3]].value;
      GOKAN_FOR_LANES(l) {
        const float low_ab = std::min(a[l], b[l]), low_cd = std::min(c[l], d[l]);
        const float low = std::min(low_ab, low_cd);
        product[l] *= (std::max(a[l], b[l]) * std::max(c[l], d[l])) *
                      (std::max(low_ab, low_cd) * std::max(low, least[l]));
        least[l] = std::min(low, least[l]);
      }
    }
    if (!raise) GOKAN_FOR_LANES(l) product[l] *= least[l];
    list += block.enemies_at;
    for (int j = 0; j < block.enemies; j += 4) {
      const float* a = theirs[2 * list[j]].value;
      const float* b = theirs[2 * list[j + 1]].value;
      const float* c = theirs[2 * list[j + 2]].value;
      const float* d = theirs[2 * list[j + 3]].value;
      GOKAN_FOR_LANES(l) product[l] *= (a[l] * b[l]) * (c[l] * d[l]);
    }
  }
}

GOKAN_CLONES
void lane_steps(const LaneUnit* units, const LaneBlock* blocks, const Point* now, int n,
                const uint32_t* awake, const Lane* captured, Lane* deltas, float stop,
                LaneUnit* fresh) {
  for (int i = 0; i < n; ++i) {
    const bool is_black = blocks[now[i]].is_black;
    const uint32_t lanes = awake[i];
    const float* old = (is_black ? units[now[i]].p : units[now[i]].q).value;
    float* __restrict theirs = (is_black ? fresh[i].p : fresh[i].q).value;
    float* __restrict ours = (is_black ? fresh[i].q : fresh[i].p).value;
    float* __restrict last = deltas[now[i]].value;
    GOKAN_FOR_LANES(l) {
      const float delta = captured[i].value[l] - old[l], size = std::fabs(delta);
      const bool turns =
          (size >= stop) & (delta * last[l] < 0) & (size >= float(kTurn) * std::fabs(last[l]));
      const bool looks = lanes & kBit.value[l];
      const float step = looks ? (turns ? 0.5f * delta : delta) : 0.0f;
      last[l] = (looks ? 0.0f : last[l]) + step;
      theirs[l] = old[l] + step;
      ours[l] = 1 - theirs[l];
    }
  }
}

GOKAN_CLONES
void lane_commit(LaneUnit* units, const Point* now, int n, const LaneUnit* fresh, const float* base,
                 float stop, float apart, uint32_t* news) {
  for (int i = 0; i < n; ++i) {
    const float before = base[now[i]];
    float* __restrict p = units[now[i]].p.value;
    float* __restrict q = units[now[i]].q.value;
    const float* next = fresh[i].p.value;
    uint32_t all = 0;
    GOKAN_FOR_LANES(l) {
      const uint32_t moved = std::fabs(next[l] - p[l]) >= stop ? kBit.value[l] : 0;
      const uint32_t far = std::fabs(next[l] - before) > apart ? kBit.value[l] << kLanes : 0;
      all |= moved | far;
      p[l] = next[l], q[l] = fresh[i].q.value[l];
    }
    news[i] = all;
  }
}

GOKAN_CLONES
void lane_follow(LaneUnit* units, const Point* rim, int n, const float* p, const float* q) {
  for (int i = 0; i < n; ++i) {
    float* __restrict to_p = units[rim[i]].p.value;
    float* __restrict to_q = units[rim[i]].q.value;
    const float now_p = p[rim[i]], now_q = q[rim[i]];
    GOKAN_FOR_LANES(l) to_p[l] = now_p, to_q[l] = now_q;
  }
}

GOKAN_CLONES
void lane_worth(const LaneUnit& unit, float p, float q, float black_size, float white_size,
                Lane& score) {
  GOKAN_FOR_LANES(l)
  score.value[l] += black_size * (unit.q.value[l] - q) - white_size * (unit.p.value[l] - p);
}

GOKAN_CLONES
void lane_most(const LaneUnit& unit, float p, int32_t name, Lane& by,
               std::array<int32_t, kLanes>& who) {
  GOKAN_FOR_LANES(l) {
    const float change = unit.p.value[l] - p;
    const bool more = std::fabs(change) > std::fabs(by.value[l]);
    by.value[l] = more ? change : by.value[l];
    who[size_t(l)] = more ? name : who[size_t(l)];
  }
}

}  // namespace gokan::seds
