#include "intuition/winograd.h"

// With GCC on x86 there are versions for wider vectors than the oldest machines have. (A sanitizer
// wants one only.)
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define GOKAN_WIDE
#include <immintrin.h>
#endif

namespace gokan::intuition {
namespace {

#ifdef GOKAN_WIDE

#pragma GCC push_options
#pragma GCC target("avx512f,fma")
#define GOKAN_MACHINE avx512
#define GOKAN_LANES 16
#define GOKAN_ROWS 13
#define GOKAN_ALL_LANES(x) ((Lanes)_mm512_set1_ps(x))
#define GOKAN_MULTIPLY_ADD(a, b, c) ((Lanes)_mm512_fmadd_ps((__m512)(a), (__m512)(b), (__m512)(c)))
#include "intuition/winograd_loops.h"
#undef GOKAN_MACHINE
#undef GOKAN_LANES
#undef GOKAN_ROWS
#undef GOKAN_ALL_LANES
#undef GOKAN_MULTIPLY_ADD
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("avx2,fma")
#define GOKAN_MACHINE avx2
#define GOKAN_LANES 8
#define GOKAN_ROWS 5
#define GOKAN_ALL_LANES(x) ((Lanes)_mm256_set1_ps(x))
#define GOKAN_MULTIPLY_ADD(a, b, c) ((Lanes)_mm256_fmadd_ps((__m256)(a), (__m256)(b), (__m256)(c)))
#include "intuition/winograd_loops.h"
#undef GOKAN_MACHINE
#undef GOKAN_LANES
#undef GOKAN_ROWS
#undef GOKAN_ALL_LANES
#undef GOKAN_MULTIPLY_ADD
#pragma GCC pop_options

#endif

#define GOKAN_MACHINE plain
#define GOKAN_LANES 4
#define GOKAN_ROWS 5
#define GOKAN_ALL_LANES(x) (Lanes{x, x, x, x})
#define GOKAN_MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#include "intuition/winograd_loops.h"
#undef GOKAN_MACHINE
#undef GOKAN_LANES
#undef GOKAN_ROWS
#undef GOKAN_ALL_LANES
#undef GOKAN_MULTIPLY_ADD

// What a window of three becomes on one side of a tile.
constexpr double kWindow[kReach][3] = {{1. / 4, 0, 0},
                                       {-1. / 6, -1. / 6, -1. / 6},
                                       {-1. / 6, 1. / 6, -1. / 6},
                                       {1. / 24, 1. / 12, 1. / 6},
                                       {1. / 24, -1. / 12, 1. / 6},
                                       {0, 0, 1}};

// Where weight (out, in) lies in one blocked matrix.
size_t place(int out, int in, int in_padded, int block) {
  return (size_t(out / block) * size_t(in_padded) + size_t(in)) * size_t(block) +
         size_t(out % block);
}

}  // namespace

const std::vector<BoardKernels>& all_board_kernels() {
#define GOKAN_KERNELS(machine, runs)                                                          \
  BoardKernels {                                                                              \
    #machine, [] { return bool(runs); }, machine::kBlock, machine::spread, machine::multiply, \
        machine::gather                                                                       \
  }
  static const std::vector<BoardKernels> all = {
#ifdef GOKAN_WIDE
      GOKAN_KERNELS(avx512, __builtin_cpu_supports("avx512f")),
      GOKAN_KERNELS(avx2, __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")),
#endif
      GOKAN_KERNELS(plain, true)};
#undef GOKAN_KERNELS
  return all;
}

const BoardKernels& board_kernels() {
  static const BoardKernels& best = []() -> const BoardKernels& {
    for (const BoardKernels& kernels : all_board_kernels()) {
      if (kernels.runs()) return kernels;
    }
    return all_board_kernels().back();
  }();
  return best;
}

std::vector<float> spread_weights(const float* weights, int out, int in, int in_padded, int block) {
  const size_t matrix = size_t(out) * size_t(in_padded);
  std::vector<float> made(matrix * kSpread, 0.0f);
  for (int o = 0; o < out; ++o) {
    for (int i = 0; i < in; ++i) {
      const float* const window = weights + (size_t(o) * size_t(in) + size_t(i)) * 9;
      for (int y = 0; y < kReach; ++y) {
        for (int x = 0; x < kReach; ++x) {
          double sum = 0;
          for (int v = 0; v < 3; ++v) {
            for (int u = 0; u < 3; ++u) {
              sum += kWindow[y][v] * double(window[3 * v + u]) * kWindow[x][u];
            }
          }
          made[size_t(y * kReach + x) * matrix + place(o, i, in_padded, block)] = float(sum);
        }
      }
    }
  }
  return made;
}

std::vector<float> blocked_weights(const float* weights, int out, int in, int out_padded,
                                   int in_padded, int block) {
  std::vector<float> made(size_t(out_padded) * size_t(in_padded), 0.0f);
  for (int o = 0; o < out; ++o) {
    for (int i = 0; i < in; ++i) {
      made[place(o, i, in_padded, block)] = weights[size_t(o) * size_t(in) + size_t(i)];
    }
  }
  return made;
}

}  // namespace gokan::intuition
