#include "intuition/bytes.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/wide.h"

namespace gokan::intuition {
namespace {

constexpr int kOutputs = 16;  // that lie together in the weights
constexpr int kInputs = 4;    // likewise
static_assert(kChannelStep % kOutputs == 0 && kChannelStep % kInputs == 0);

#ifdef GOKAN_WIDE

#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")

template <int Points>
inline void sums_vnni(const uint8_t* in, size_t wide, int channels, const int8_t* weights,
                      int32_t* out) {
  __m512i sums[Points] = {};
  for (int v = 0; v < 3; ++v) {
    for (int u = 0; u < 3; ++u) {
      const uint8_t* const from = in + size_t(v) * wide + size_t(u * channels);
      for (int i = 0; i < channels; i += kInputs, weights += kOutputs * kInputs) {
        const __m512i w = _mm512_loadu_si512(weights);
        for (int p = 0; p < Points; ++p) {
          int four;
          std::memcpy(&four, from + p * channels + i, sizeof four);
          sums[p] = _mm512_dpbusd_epi32(sums[p], _mm512_set1_epi32(four), w);
        }
      }
    }
  }
  for (int p = 0; p < Points; ++p) _mm512_storeu_si512(out + p * kOutputs, sums[p]);
}

#define GOKAN_MACHINE vnni
#define GOKAN_BYTE_SUMS(points) sums_vnni<points>
#include "intuition/bytes_loops.h"
#undef GOKAN_MACHINE
#undef GOKAN_BYTE_SUMS
#pragma GCC pop_options

#endif

template <int Points>
inline void sums_plain(const uint8_t* in, size_t wide, int channels, const int8_t* weights,
                       int32_t* out) {
  int32_t sums[Points][kOutputs] = {};
  for (int v = 0; v < 3; ++v) {
    for (int u = 0; u < 3; ++u) {
      const uint8_t* const from = in + size_t(v) * wide + size_t(u * channels);
      for (int i = 0; i < channels; i += kInputs, weights += kOutputs * kInputs) {
        for (int p = 0; p < Points; ++p) {
          const uint8_t* const four = from + p * channels + i;
          for (int k = 0; k < kOutputs; ++k) {
            const int8_t* const w = weights + kInputs * k;
            sums[p][k] += four[0] * w[0] + four[1] * w[1] + four[2] * w[2] + four[3] * w[3];
          }
        }
      }
    }
  }
  std::memcpy(out, sums, sizeof sums);
}

#define GOKAN_MACHINE plain
#define GOKAN_BYTE_SUMS(points) sums_plain<points>
#include "intuition/bytes_loops.h"
#undef GOKAN_MACHINE
#undef GOKAN_BYTE_SUMS

}  // namespace

ByteWeights byte_weights(const float* weights, int channels) {
  ByteWeights made;
  const size_t window = size_t(channels) * 9;
  made.weights.resize(window * size_t(channels));
  for (int o = 0; o < channels; ++o) {
    const float* const from = weights + size_t(o) * window;
    float largest = 1e-20f;
    for (size_t i = 0; i < window; ++i) largest = std::max(largest, std::abs(from[i]));
    const float unit = largest / 127.0f;
    int32_t total = 0;
    for (int i = 0; i < channels; ++i) {
      for (int k = 0; k < 9; ++k) {
        const auto value = int8_t(std::lround(from[i * 9 + k] / unit));
        const size_t block = size_t(o / kOutputs) * 9 + size_t(k);
        const size_t four = block * size_t(channels / kInputs) + size_t(i / kInputs);
        made.weights[(four * kOutputs + size_t(o % kOutputs)) * kInputs + size_t(i % kInputs)] =
            value;
        total += value;
      }
    }
    made.unit.push_back(unit);
    made.total.push_back(total);
  }
  return made;
}

const std::vector<ByteKernels>& all_byte_kernels() {
  static const std::vector<ByteKernels> all = {
#ifdef GOKAN_WIDE
      {"vnni",
       [] {
         return __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw") &&
                __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
       },
       vnni::convolve},
#endif
      {"plain", [] { return true; }, plain::convolve}};
  return all;
}

}  // namespace gokan::intuition
