#include "strength/seds_lane_kernels.h"

#include <algorithm>

#include "base/wide.h"
#include "strength/seds.h"

namespace gokan::seds {
namespace {

typedef float Floats __attribute__((vector_size(4 * kLanes), may_alias));
typedef int32_t Ints __attribute__((vector_size(4 * kLanes), may_alias));
constexpr Ints kBits = {1 << 0, 1 << 1, 1 << 2,  1 << 3,  1 << 4,  1 << 5,  1 << 6,  1 << 7,
                        1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15};
constexpr float kTiny = 1e-30f;  // a point without neighbours has no relation

#ifdef GOKAN_WIDE

#pragma GCC push_options
#pragma GCC target("avx512f")
#define GOKAN_MACHINE avx512
#define GOKAN_LANES_WHERE(a, op, b) \
  uint32_t(_mm512_cmp_ps_mask((__m512)(a), (__m512)(b), (0 op 0) ? _CMP_GE_OQ : _CMP_GT_OQ))
#include "strength/seds_lane_loops.h"
#undef GOKAN_MACHINE
#undef GOKAN_LANES_WHERE
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("avx2")
inline uint32_t where(const Ints& holds) {
  const __m256* half = reinterpret_cast<const __m256*>(&holds);
  return uint32_t(_mm256_movemask_ps(half[0])) | uint32_t(_mm256_movemask_ps(half[1])) << 8;
}
#define GOKAN_MACHINE avx2
#define GOKAN_LANES_WHERE(a, op, b) where((a)op(b))
#include "strength/seds_lane_loops.h"
#undef GOKAN_MACHINE
#undef GOKAN_LANES_WHERE
#pragma GCC pop_options

#endif

inline uint32_t any_where(const Ints& holds) {
  uint32_t lanes = 0;
  for (int l = 0; l < kLanes; ++l) lanes |= uint32_t(holds[l] & kBits[l]);
  return lanes;
}
#define GOKAN_MACHINE plain
#define GOKAN_LANES_WHERE(a, op, b) any_where((a)op(b))
#include "strength/seds_lane_loops.h"
#undef GOKAN_MACHINE
#undef GOKAN_LANES_WHERE

}  // namespace

const std::vector<LaneKernels>& all_lane_kernels() {
#define GOKAN_KERNELS(machine, runs)                                                         \
  LaneKernels {                                                                              \
    #machine, [] { return bool(runs); }, machine::points, machine::captures, machine::steps, \
        machine::tell, machine::set, machine::follow, machine::gains                         \
  }
  static const std::vector<LaneKernels> all = {
#ifdef GOKAN_WIDE
      GOKAN_KERNELS(avx512, __builtin_cpu_supports("avx512f")),
      GOKAN_KERNELS(avx2, __builtin_cpu_supports("avx2")),
#endif
      GOKAN_KERNELS(plain, true)};
#undef GOKAN_KERNELS
  return all;
}

const LaneKernels& lane_kernels() {
  static const LaneKernels& best =
      *std::find_if(all_lane_kernels().begin(), all_lane_kernels().end(),
                    [](const LaneKernels& kernels) { return kernels.runs(); });
  return best;
}

}  // namespace gokan::seds
