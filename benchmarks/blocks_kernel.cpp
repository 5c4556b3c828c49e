// Blocks of other kinds beside the network's own, for bench_blocks.py, which compiles and runs it.
//
// Each line: kind, channels, milliseconds of the processor for one block on a board of 19×19, the
// best of many. 3×3 windows go Winograd's way and 1×1 windows are one product of matrices, both
// with the loops of the core; windows of each channel by itself (depthwise) are summed directly.
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "intuition/winograd.h"

namespace {

using namespace gokan::intuition;
constexpr int kSide = 19, kPoints = kSide * kSide, kTimes = 60;
const BoardGrid kGrid = board_grid(kSide, kSide);

double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

std::vector<float> by_chance(size_t count) {
  std::vector<float> values(count);
  for (auto& value : values) value = float(rand() % 1000) / 1e4f - 0.05f;
  return values;
}

// A 3×3 window over all channels.
struct Window {
  int channels;
  BoardWeights weights;
  std::vector<float> bias, tiles, product;

  explicit Window(int c)
      : channels(c),
        weights(spread_weights(by_chance(size_t(9) * c * c).data(), c, c, c, kGrid.tile,
                               board_kernels())),
        bias(size_t(c)),
        tiles(size_t(kGrid.spread()) * kGrid.plane(c)),
        product(tiles.size()) {}

  void run(const float* in, const float* add, float* out) {
    const BoardKernels& kernels = board_kernels();
    const size_t plane = kGrid.plane(channels);
    kernels.spread(in, kGrid, channels, tiles.data());
    for (int i = 0; i < kGrid.spread(); ++i)
      kernels.multiply(tiles.data() + size_t(i) * plane,
                       weights.from(size_t(i) * channels * channels), weights.unit, kGrid.tiles(),
                       channels, channels, product.data() + size_t(i) * plane);
    kernels.gather(product.data(), kGrid, channels, {bias.data(), add, true}, out);
  }
};

// What follows a product: bias, the way around it, no negative numbers.
__attribute__((target("avx2,fma"))) void finish(float* __restrict out, const float* __restrict bias,
                                                const float* __restrict add, int channels) {
  for (int p = 0; p < kPoints; ++p, out += channels) {
    if (add != nullptr) {
      for (int c = 0; c < channels; ++c) out[c] = std::max(0.0f, out[c] + bias[c] + add[c]);
      add += channels;
    } else {
      for (int c = 0; c < channels; ++c) out[c] = std::max(0.0f, out[c] + bias[c]);
    }
  }
}

// A 1×1 window: each point by itself.
struct Mix {
  int from, to;
  BoardWeights weights;
  std::vector<float> bias;

  Mix(int in, int out)
      : from(in),
        to(out),
        weights(blocked_weights(by_chance(size_t(in) * out).data(), out, in, board_kernels())),
        bias(size_t(out)) {}

  void run(const float* in, const float* add, float* out) const {
    board_kernels().multiply(in, weights.from(0), weights.unit, kPoints, from, to, out);
    finish(out, bias.data(), add, to);
  }
};

// A 3×3 window for each channel by itself; the board has a margin.
struct Depth {
  int channels;
  std::vector<float> weights, bias, padded;

  explicit Depth(int c)
      : channels(c),
        weights(by_chance(size_t(9) * c)),
        bias(size_t(c)),
        padded(size_t(kSide + 2) * (kSide + 2) * c) {}

  __attribute__((target("avx2,fma"))) void run(const float* __restrict in, float* __restrict out) {
    const int c = channels, wide = (kSide + 2) * c;
    for (int y = 0; y < kSide; ++y)
      std::copy(in + y * kSide * c, in + (y + 1) * kSide * c, padded.data() + (y + 1) * wide + c);
    const float* const w = weights.data();
    constexpr int kStep = 32;
    for (int first = 0; first < c; first += kStep) {
      for (int p = 0; p < kPoints; ++p) {
        const float* const at = padded.data() + (p / kSide) * wide + (p % kSide) * c + first;
        float sum[kStep];
        for (int i = 0; i < kStep; ++i) sum[i] = bias[size_t(first + i)];
        for (int v = 0; v < 3; ++v)
          for (int u = 0; u < 3; ++u)
            for (int i = 0; i < kStep; ++i)
              sum[i] += at[v * wide + u * c + i] * w[(3 * v + u) * c + first + i];
        for (int i = 0; i < kStep; ++i) out[p * c + first + i] = std::max(0.0f, sum[i]);
      }
    }
  }
};

template <class Job>
void say(const char* kind, int channels, Job&& job) {
  double best = 1e9;
  for (int k = 0; k < kTimes; ++k) {
    const double begun = now();
    job();
    best = std::min(best, now() - begun);
  }
  std::printf("%s %d %.3f\n", kind, channels, 1e3 * best);
  std::fflush(stdout);
}

void plain(int c) {
  std::vector<float> x = by_chance(size_t(kPoints) * c), y(x.size());
  Window one(c), two(c);
  say("plain", c, [&] {
    one.run(x.data(), nullptr, y.data());
    two.run(y.data(), x.data(), x.data());
  });
}

// Down to half the channels, `windows` windows there, and up again.
void bottleneck(int c, int windows) {
  std::vector<float> x = by_chance(size_t(kPoints) * c), y(x.size() / 2), z(y.size()),
                     out(x.size());
  const Mix down(c, c / 2), up(c / 2, c);
  std::vector<Window> inner(size_t(windows), Window(c / 2));
  say(windows == 1 ? "bottleneck" : "bottleneck-of-two", c, [&] {
    down.run(x.data(), nullptr, y.data());
    for (Window& window : inner) {
      window.run(y.data(), nullptr, z.data());
      y.swap(z);
    }
    up.run(y.data(), x.data(), out.data());
  });
}

// Twice: each channel by itself, then each point by itself.
void depthwise(int c) {
  std::vector<float> x = by_chance(size_t(kPoints) * c), y(x.size()), z(x.size());
  Depth one(c), two(c);
  const Mix mix(c, c), mixed(c, c);
  say("depthwise", c, [&] {
    one.run(x.data(), y.data());
    mix.run(y.data(), nullptr, z.data());
    two.run(z.data(), y.data());
    mixed.run(y.data(), x.data(), z.data());
  });
}

// Up to four times the channels, each of them by itself, and down again.
void inverted(int c) {
  std::vector<float> x = by_chance(size_t(kPoints) * c), y(4 * x.size()), z(y.size()),
                     out(x.size());
  const Mix up(c, 4 * c), down(4 * c, c);
  Depth depth(4 * c);
  say("inverted", c, [&] {
    up.run(x.data(), nullptr, y.data());
    depth.run(y.data(), z.data());
    down.run(z.data(), x.data(), out.data());
  });
}

}  // namespace

int main() {
  if (!__builtin_cpu_supports("avx2")) return 1;
  std::printf("loops for %s\n", board_kernels().name);
  for (const int c : {64, 96, 128, 160, 192}) plain(c);
  for (const int c : {128, 192, 256}) bottleneck(c, 1);
  for (const int c : {128, 192, 256}) bottleneck(c, 2);
  for (const int c : {96, 128, 160, 192, 256}) depthwise(c);
  for (const int c : {32, 64, 96}) inverted(c);
}
