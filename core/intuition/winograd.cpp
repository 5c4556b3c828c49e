#include "intuition/winograd.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/wide.h"

namespace gokan::intuition {
namespace {

#ifdef GOKAN_WIDE

#pragma GCC push_options
#pragma GCC target("avx512f,fma,f16c")
#define GOKAN_MACHINE avx512
#define GOKAN_LANES 16
#define GOKAN_ROWS 13
#define GOKAN_WEIGHT uint16_t
#define GOKAN_WEIGHTS(at) \
  ((Lanes)_mm512_maskz_cvtph_ps(0xffff, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at))))
#define GOKAN_ALL_LANES(x) ((Lanes)_mm512_set1_ps(x))
#define GOKAN_MULTIPLY_ADD(a, b, c) ((Lanes)_mm512_fmadd_ps((__m512)(a), (__m512)(b), (__m512)(c)))
#include "intuition/winograd_loops.h"
#undef GOKAN_MACHINE
#undef GOKAN_LANES
#undef GOKAN_ROWS
#undef GOKAN_WEIGHT
#undef GOKAN_WEIGHTS
#undef GOKAN_ALL_LANES
#undef GOKAN_MULTIPLY_ADD
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("avx2,fma,f16c")
#define GOKAN_MACHINE avx2
#define GOKAN_LANES 8
#define GOKAN_ROWS 5
#define GOKAN_WEIGHT uint16_t
#define GOKAN_WEIGHTS(at) \
  ((Lanes)_mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at))))
#define GOKAN_ALL_LANES(x) ((Lanes)_mm256_set1_ps(x))
#define GOKAN_MULTIPLY_ADD(a, b, c) ((Lanes)_mm256_fmadd_ps((__m256)(a), (__m256)(b), (__m256)(c)))
#include "intuition/winograd_loops.h"
#undef GOKAN_MACHINE
#undef GOKAN_LANES
#undef GOKAN_ROWS
#undef GOKAN_WEIGHT
#undef GOKAN_WEIGHTS
#undef GOKAN_ALL_LANES
#undef GOKAN_MULTIPLY_ADD
#pragma GCC pop_options

#endif

#define GOKAN_MACHINE plain
#define GOKAN_LANES 4
#define GOKAN_ROWS 5
#define GOKAN_WEIGHT float
#define GOKAN_WEIGHTS(at) load(at)
#define GOKAN_ALL_LANES(x) (Lanes{x, x, x, x})
#define GOKAN_MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#include "intuition/winograd_loops.h"
#undef GOKAN_MACHINE
#undef GOKAN_LANES
#undef GOKAN_ROWS
#undef GOKAN_WEIGHT
#undef GOKAN_WEIGHTS
#undef GOKAN_ALL_LANES
#undef GOKAN_MULTIPLY_ADD

// What a window of three becomes on one side of a tile.
constexpr double kWindowOf3[][3] = {{1. / 2, 0, 0},
                                    {-1. / 2, -1. / 2, -1. / 2},
                                    {-1. / 6, 1. / 6, -1. / 6},
                                    {1. / 6, 1. / 3, 2. / 3},
                                    {0, 0, 1}};
constexpr double kWindowOf4[][3] = {{1. / 4, 0, 0},
                                    {-1. / 6, -1. / 6, -1. / 6},
                                    {-1. / 6, 1. / 6, -1. / 6},
                                    {1. / 24, 1. / 12, 1. / 6},
                                    {1. / 24, -1. / 12, 1. / 6},
                                    {0, 0, 1}};

// In half precision if the kernels want that.
BoardWeights kept(std::vector<float> weights, const BoardKernels& kernels) {
  if (!kernels.halves) return {std::move(weights), {}, 1};
  float largest = 0;
  for (const float weight : weights) largest = std::max(largest, std::abs(weight));
  // The largest number of half precision is a little below 2 to the 16th.
  const int up = largest > 0 ? 15 - std::ilogb(largest) : 0;
  BoardWeights made;
  made.unit = std::ldexp(1.0f, -up);
  made.halves.reserve(weights.size());
  for (const float weight : weights) made.halves.push_back(to_half(std::ldexp(weight, up)));
  return made;
}

// Where weight (out, in) lies in one blocked matrix.
size_t place(int out, int in, int in_padded, int block) {
  return (size_t(out / block) * size_t(in_padded) + size_t(in)) * size_t(block) +
         size_t(out % block);
}

}  // namespace

const std::vector<BoardKernels>& all_board_kernels() {
#define GOKAN_KERNELS(machine, halves, runs)                                       \
  BoardKernels {                                                                   \
    #machine, [] { return bool(runs); }, machine::kBlock, halves, machine::spread, \
        machine::multiply, machine::gather                                         \
  }
  static const std::vector<BoardKernels> all = {
#ifdef GOKAN_WIDE
      GOKAN_KERNELS(avx512, true, __builtin_cpu_supports("avx512f")),
      GOKAN_KERNELS(avx2, true,
                    __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                        __builtin_cpu_supports("f16c")),
#endif
      GOKAN_KERNELS(plain, false, true)};
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

BoardGrid board_grid(int rows, int columns) {
  // Products of matrices, and the reading of their weights, which takes as long as some tiles.
  constexpr int kReading = 4;
  BoardGrid best{rows, columns, kTiles[0]};
  const auto effort = [](const BoardGrid& grid) {
    return grid.spread() * (grid.tiles() + kReading);
  };
  for (const int tile : kTiles) {
    const BoardGrid grid{rows, columns, tile};
    if (effort(grid) < effort(best)) best = grid;
  }
  return best;
}

BoardWeights spread_weights(const float* weights, int out, int in, int in_padded, int tile,
                            const BoardKernels& kernels) {
  const auto* const line = tile == 3 ? kWindowOf3 : kWindowOf4;
  const int reach = tile + 2;
  const size_t matrix = size_t(out) * size_t(in_padded);
  std::vector<float> made(matrix * size_t(reach * reach), 0.0f);
  for (int o = 0; o < out; ++o) {
    for (int i = 0; i < in; ++i) {
      const float* const window = weights + (size_t(o) * size_t(in) + size_t(i)) * 9;
      const size_t at = place(o, i, in_padded, kernels.block);
      for (int y = 0; y < reach; ++y) {
        double half[3] = {};
        for (int u = 0; u < 3; ++u) {
          for (int v = 0; v < 3; ++v) half[u] += line[y][v] * double(window[3 * v + u]);
        }
        for (int x = 0; x < reach; ++x) {
          const double sum = half[0] * line[x][0] + half[1] * line[x][1] + half[2] * line[x][2];
          made[size_t(y * reach + x) * matrix + at] = float(sum);
        }
      }
    }
  }
  return kept(std::move(made), kernels);
}

BoardWeights blocked_weights(const float* weights, int out, int in, const BoardKernels& kernels) {
  std::vector<float> made(size_t(out) * size_t(in), 0.0f);
  for (int o = 0; o < out; ++o) {
    for (int i = 0; i < in; ++i) {
      made[place(o, i, in, kernels.block)] = weights[size_t(o) * size_t(in) + size_t(i)];
    }
  }
  return kept(std::move(made), kernels);
}

uint16_t to_half(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint16_t sign = uint16_t(bits >> 16 & 0x8000);
  const float size = std::abs(value);
  if (!(size < 65520.0f)) return sign | (size > 0 ? 0x7c00 : 0x7e00);  // infinite; no number
  if (size < 0x1p-14f) return sign | uint16_t(std::nearbyint(std::ldexp(size, 24)));
  // Thirteen bits go; the tie to the even one. A carry into the exponent is right as it is.
  const uint32_t left = (bits & 0x7fffffff) - (112u << 23);
  return sign | uint16_t((left + 0xfff + (left >> 13 & 1)) >> 13);
}

}  // namespace gokan::intuition
