// The convolutions of the network in whole numbers of eight bits, beside Winograd's in floats.
//
// For bench_int8.py, which compiles and runs it. The direct sum over the 3×3 window with products
// of bytes (unsigned inputs, signed weights), inputs of a point side by side, weights in blocks of
// sixteen outputs by four inputs: with AVX2, and with AVX-512 VNNI, which has an instruction for
// just that. All do a body of 16 convolutions of 128 channels.
#include <immintrin.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "intuition/winograd.h"

namespace {

using namespace gokan::intuition;
constexpr int kChannels = 128, kLayers = 16, kTimes = 30;

double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

// `Points` neighbours in a row, two blocks of eight outputs.
template <int Points>
__attribute__((target("avx2"))) inline void few(const uint8_t* in, int wide, const int8_t* weights,
                                                int32_t* out) {
  __m256i sums[Points][2] = {};
  const __m256i ones = _mm256_set1_epi16(1);
  for (int v = 0; v < 3; ++v) {
    for (int u = 0; u < 3; ++u) {
      const uint8_t* const from = in + (v * wide + u) * kChannels;
      for (int i = 0; i < kChannels; i += 4, weights += 64) {
        const auto* const w = reinterpret_cast<const __m256i*>(weights);
        const __m256i low = _mm256_loadu_si256(w), high = _mm256_loadu_si256(w + 1);
        for (int p = 0; p < Points; ++p) {
          int four;
          __builtin_memcpy(&four, from + p * kChannels + i, 4);
          const __m256i x = _mm256_set1_epi32(four);
          sums[p][0] =
              _mm256_add_epi32(sums[p][0], _mm256_madd_epi16(_mm256_maddubs_epi16(x, low), ones));
          sums[p][1] =
              _mm256_add_epi32(sums[p][1], _mm256_madd_epi16(_mm256_maddubs_epi16(x, high), ones));
        }
      }
    }
  }
  for (int p = 0; p < Points; ++p) {
    for (int b = 0; b < 2; ++b)
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + p * kChannels + 8 * b), sums[p][b]);
  }
}

// The same with one instruction for sixteen outputs by four inputs.
template <int Points>
__attribute__((target("avx512f,avx512vnni"))) inline void more(const uint8_t* in, int wide,
                                                               const int8_t* weights,
                                                               int32_t* out) {
  __m512i sums[Points] = {};
  for (int v = 0; v < 3; ++v) {
    for (int u = 0; u < 3; ++u) {
      const uint8_t* const from = in + (v * wide + u) * kChannels;
      for (int i = 0; i < kChannels; i += 4, weights += 64) {
        const __m512i w = _mm512_loadu_si512(weights);
        for (int p = 0; p < Points; ++p) {
          int four;
          __builtin_memcpy(&four, from + p * kChannels + i, 4);
          sums[p] = _mm512_dpbusd_epi32(sums[p], _mm512_set1_epi32(four), w);
        }
      }
    }
  }
  for (int p = 0; p < Points; ++p) _mm512_storeu_si512(out + p * kChannels, sums[p]);
}

void direct_vnni(const uint8_t* in, int side, const int8_t* weights, int32_t* out) {
  const int wide = side + 2;
  for (int block = 0; block < kChannels / 16; ++block) {
    const int8_t* const some = weights + block * 9 * kChannels * 16;
    for (int y = 0; y < side; ++y) {
      const uint8_t* const from = in + y * wide * kChannels;
      int32_t* const to = out + y * side * kChannels + 16 * block;
      if (side == 19) {
        more<10>(from, wide, some, to);
        more<9>(from + 10 * kChannels, wide, some, to + 10 * kChannels);
      } else if (side == 13) {
        more<13>(from, wide, some, to);
      } else {
        more<9>(from, wide, some, to);
      }
    }
  }
}

void direct(const uint8_t* in, int side, const int8_t* weights, int32_t* out) {
  const int wide = side + 2;
  for (int block = 0; block < kChannels / 16; ++block) {
    const int8_t* const some = weights + block * 9 * kChannels * 16;
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; x += 4) {
        const uint8_t* const from = in + (y * wide + x) * kChannels;
        int32_t* const to = out + (y * side + x) * kChannels + 16 * block;
        switch (std::min(4, side - x)) {
          case 4:
            few<4>(from, wide, some, to);
            break;
          case 3:
            few<3>(from, wide, some, to);
            break;
          case 2:
            few<2>(from, wide, some, to);
            break;
          default:
            few<1>(from, wide, some, to);
        }
      }
    }
  }
}

using Direct = void (*)(const uint8_t*, int, const int8_t*, int32_t*);

double bytes(int side, Direct direct) {
  const size_t padded = size_t((side + 2) * (side + 2)) * kChannels;
  std::vector<uint8_t> in(padded);
  for (auto& value : in) value = uint8_t(rand() & 127);
  std::vector<std::vector<int8_t>> weights(kLayers);
  for (auto& layer : weights) {
    layer.resize(size_t(9) * kChannels * kChannels);
    for (auto& value : layer) value = int8_t(rand() & 63);
  }
  std::vector<int32_t> out(size_t(side * side) * kChannels);
  double best = 1e9;
  for (int k = 0; k < kTimes; ++k) {
    const double begun = now();
    for (const auto& layer : weights) {
      direct(in.data(), side, layer.data(), out.data());
      // Back to bytes: the least that a layer must do.
      for (int y = 0; y < side; ++y) {
        for (int i = 0; i < side * kChannels; ++i)
          in[size_t((y + 1) * (side + 2) + 1) * kChannels + size_t(i)] =
              uint8_t(std::clamp(out[size_t(y * side * kChannels + i)] >> 12, 0, 127));
      }
    }
    best = std::min(best, now() - begun);
  }
  return best;
}

double winograd(int side) {
  const BoardKernels& kernels = board_kernels();
  const BoardGrid grid = board_grid(side, side);
  const size_t count = size_t(grid.spread()), plane = grid.plane(kChannels);
  std::vector<BoardWeights> weights(kLayers);
  for (auto& layer : weights) {
    std::vector<float> raw(size_t(9) * kChannels * kChannels);
    for (auto& value : raw) value = float(rand() % 1000) / 1e4f - 0.05f;
    layer = spread_weights(raw.data(), kChannels, kChannels, kChannels, grid.tile, kernels);
  }
  std::vector<float> in(size_t(grid.points()) * kChannels, 0.5f), bias(kChannels, 0.0f);
  std::vector<float> tiles(count * plane), product(count * plane);
  double best = 1e9;
  for (int k = 0; k < kTimes; ++k) {
    const double begun = now();
    for (const auto& layer : weights) {
      kernels.spread(in.data(), grid, kChannels, tiles.data());
      for (size_t i = 0; i < count; ++i)
        kernels.multiply(tiles.data() + i * plane, layer.from(i * kChannels * kChannels),
                         layer.unit, grid.tiles(), kChannels, kChannels,
                         product.data() + i * plane);
      kernels.gather(product.data(), grid, kChannels, {bias.data(), nullptr, true}, in.data());
    }
    best = std::min(best, now() - begun);
  }
  return best;
}

// Both ways must say the same.
bool agree(int side) {
  std::vector<uint8_t> in(size_t((side + 2) * (side + 2)) * kChannels);
  for (auto& value : in) value = uint8_t(rand() & 63);
  std::vector<int8_t> weights(size_t(9) * kChannels * kChannels);
  for (auto& value : weights) value = int8_t((rand() & 63) - 32);
  std::vector<int32_t> one(size_t(side * side) * kChannels), other(one.size());
  direct(in.data(), side, weights.data(), one.data());
  direct_vnni(in.data(), side, weights.data(), other.data());
  return one == other;
}

}  // namespace

int main() {
  if (!__builtin_cpu_supports("avx2")) return 1;
  const bool vnni = __builtin_cpu_supports("avx512vnni");
  std::printf("loops for %s\n", board_kernels().name);
  for (const int side : {19, 13, 9}) {
    std::printf("%d %.3f %.3f", side, 1e3 * winograd(side), 1e3 * bytes(side, direct));
    if (vnni && !agree(side)) return 2;
    if (vnni) std::printf(" %.3f", 1e3 * bytes(side, direct_vnni));
    std::printf("\n");
    std::fflush(stdout);
  }
}
