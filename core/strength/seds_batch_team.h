// How the lanes of seds_batch.h work together, and the arithmetic they share. The source is
// compiled twice, for the processor and for a GPU, and both get the same bits: no fused
// multiplication and addition (the build says so), logarithms and powers written out here, and
// every sum in whole numbers, which have no order.
#pragma once

#ifdef __CUDACC__
#define GOKAN_DEVICE __device__ __forceinline__
#define GOKAN_UNROLL _Pragma("unroll")
#define GOKAN_KEEP_SHORT _Pragma("unroll 1")  // instructions have to fit the cache
#else
#include <bit>
#define GOKAN_DEVICE inline __attribute__((always_inline))
#define GOKAN_UNROLL
#define GOKAN_KEEP_SHORT
#endif

namespace gokan_batch {

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;

#ifdef __CUDACC__
constexpr int kLanes = 32;
GOKAN_DEVICE int lane() { return threadIdx.x & 31; }
GOKAN_DEVICE void sync() { __syncwarp(); }
GOKAN_DEVICE bool any(bool x) { return __any_sync(0xffffffffu, x); }
GOKAN_DEVICE int add(int* at, int x) { return atomicAdd(at, x); }
GOKAN_DEVICE void least(int* at, int x) { atomicMin(at, x); }
GOKAN_DEVICE u32 set_bits(u32* at, u32 x) { return atomicOr(at, x); }
GOKAN_DEVICE int total(int x) {
  for (int step = 16; step; step >>= 1) x += __shfl_xor_sync(0xffffffffu, x, step);
  return x;
}
GOKAN_DEVICE int bits_of(float x) { return __float_as_int(x); }
GOKAN_DEVICE float from_bits(int x) { return __int_as_float(x); }
GOKAN_DEVICE float fused(float a, float b, float c) { return __fmaf_rn(a, b, c); }
#else
constexpr int kLanes = 1;
GOKAN_DEVICE int lane() { return 0; }
GOKAN_DEVICE void sync() {}
GOKAN_DEVICE bool any(bool x) { return x; }
GOKAN_DEVICE int add(int* at, int x) {
  const int old = *at;
  *at += x;
  return old;
}
GOKAN_DEVICE void least(int* at, int x) { *at = x < *at ? x : *at; }
GOKAN_DEVICE u32 set_bits(u32* at, u32 x) {
  const u32 old = *at;
  *at |= x;
  return old;
}
GOKAN_DEVICE int total(int x) { return x; }
GOKAN_DEVICE int bits_of(float x) { return std::bit_cast<int>(x); }
GOKAN_DEVICE float from_bits(int x) { return std::bit_cast<float>(x); }
GOKAN_DEVICE float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
#endif

constexpr int kSmallest = 40;           // 2^-40 stands for nothing at all
constexpr float kTiny = 9.094947e-13f;  // that number

GOKAN_DEVICE float magnitude(float x) { return x < 0 ? -x : x; }

// x · scale to the nearest whole number, if that is below four million.
GOKAN_DEVICE int rounded(float x, float scale) {
  return bits_of(fused(x, scale, 12582912.0f)) - 0x4b400000;
}

// The logarithm to base 2 of a number between 0 and 1, in units of 2^-bits, off by less than one.
GOKAN_DEVICE int log_fixed(float x, int bits) {
  const int raw = bits_of(x < kTiny ? kTiny : x);
  const int power = (raw - 0x3f3504f3) >> 23;  // so that the rest is between √½ and √2
  const float t = from_bits(raw - power * (1 << 23)) - 1.0f;
  float sum = -0.146203533f;  // log2(1 + t) / t, nearest for all t between these bounds
  sum = fused(sum, t, 0.23420985f);
  sum = fused(sum, t, -0.24882181f);
  sum = fused(sum, t, 0.28707561f);
  sum = fused(sum, t, -0.36024198f);
  sum = fused(sum, t, 0.48092404f);
  sum = fused(sum, t, -0.721352756f);
  sum = fused(sum, t, 1.4426949f);
  return power * (1 << bits) + rounded(sum * t, float(1 << bits));
}

// The number of a logarithm; whatever is below 2^-39 is nothing.
GOKAN_DEVICE float exp_fixed(int logarithm, int bits) {
  const int power = logarithm >> bits;
  if (power <= -kSmallest) return 0.0f;
  const float t = float(logarithm - power * (1 << bits)) / float(1 << bits);
  float sum = 0.000218775047f;  // 2^t
  sum = fused(sum, t, 0.00123878219f);
  sum = fused(sum, t, 0.00968458026f);
  sum = fused(sum, t, 0.0554804280f);
  sum = fused(sum, t, 0.240230501f);
  sum = fused(sum, t, 0.693146944f);
  sum = fused(sum, t, 1.0f);
  return sum * from_bits((power + 127) * (1 << 23));
}

// As many bits as fit into a sum of n logarithms, at most 20.
GOKAN_DEVICE int log_bits(int n) {
  int bits = 20;
  while ((0x7fffffff >> bits) < kSmallest * n) --bits;
  return bits;
}

}  // namespace gokan_batch
