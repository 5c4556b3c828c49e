#include "intuition/winograd.h"

#include <cmath>

#include "test.h"

using namespace gokan::intuition;
using namespace gokan::test;

namespace {

struct Noise {
  uint64_t state = 1;
  float next() {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return float(state >> 40) / float(1 << 24) - 0.5f;
  }
};

// The sum over the window of one point, one number after another.
double direct(const std::vector<float>& in, const std::vector<float>& weights, BoardGrid grid,
              int channels, int point, int out) {
  double sum = 0;
  for (int v = -1; v <= 1; ++v) {
    for (int u = -1; u <= 1; ++u) {
      const int row = point / grid.columns + v, column = point % grid.columns + u;
      if (row < 0 || row >= grid.rows || column < 0 || column >= grid.columns) continue;
      for (int i = 0; i < channels; ++i) {
        sum += double(weights[size_t(out * channels + i) * 9 + size_t(3 * v + u + 4)]) *
               double(in[size_t((row * grid.columns + column) * channels + i)]);
      }
    }
  }
  return sum;
}

}  // namespace

TEST(winograds_convolution_is_the_direct_one) {
  constexpr int kChannels = 64;
  for (const BoardKernels& kernels : all_board_kernels()) {
    if (!kernels.runs()) continue;
    for (const BoardGrid grid : {BoardGrid{19, 19, 4}, BoardGrid{5, 9, 3}, BoardGrid{9, 5, 4},
                                 BoardGrid{13, 13, 3}, BoardGrid{1, 2, 3}, BoardGrid{1, 2, 4}}) {
      Noise noise;
      std::vector<float> in(size_t(grid.points()) * kChannels), weights(kChannels * kChannels * 9),
          bias(kChannels), out(in.size());
      for (auto* some : {&in, &weights, &bias}) {
        for (float& value : *some) value = noise.next();
      }
      const auto spread =
          spread_weights(weights.data(), kChannels, kChannels, kChannels, grid.tile, kernels);
      const size_t plane = grid.plane(kChannels), count = size_t(grid.spread());
      std::vector<float> tiles(count * plane), product(count * plane);
      kernels.spread(in.data(), grid, kChannels, tiles.data());
      for (size_t k = 0; k < count; ++k) {
        kernels.multiply(tiles.data() + k * plane, spread.from(k * kChannels * kChannels),
                         spread.unit, grid.tiles(), kChannels, kChannels,
                         product.data() + k * plane);
      }
      kernels.gather(product.data(), grid, kChannels, {bias.data(), in.data(), true}, out.data());
      double worst = 0;
      for (int p = 0; p < grid.points(); p += 3) {
        for (int o = 0; o < kChannels; o += 7) {
          const size_t at = size_t(p * kChannels + o);
          const double sum =
              direct(in, weights, grid, kChannels, p, o) + double(bias[size_t(o)]) + double(in[at]);
          worst = std::max(worst, std::abs(std::max(sum, 0.0) - double(out[at])));
        }
      }
      // A sum of 576 products of numbers up to a half; half precision keeps 11 bits of each weight.
      CHECK(worst < (kernels.halves ? 2e-2 : 1e-4));
    }
  }
}

TEST(half_precision_is_the_nearest) {
  CHECK_EQ(to_half(1.0f), 0x3c00);
  CHECK_EQ(to_half(-2.0f), 0xc000);
  CHECK_EQ(to_half(0.0f), 0);
  CHECK_EQ(to_half(65504.0f), 0x7bff);
  CHECK_EQ(to_half(65519.0f), 0x7bff);
  CHECK_EQ(to_half(65520.0f), 0x7c00);
  CHECK_EQ(to_half(0x1p-14f), 0x0400);
  CHECK_EQ(to_half(0x1p-24f), 0x0001);
  CHECK_EQ(to_half(0x1.8p-14f), 0x0600);
  CHECK_EQ(to_half(1.0f + 0x1p-11f), 0x3c00);  // the tie to the even one
  CHECK_EQ(to_half(1.0f + 3 * 0x1p-11f), 0x3c02);
  CHECK_EQ(to_half(2.0f - 0x1p-12f), 0x4000);  // a carry into the exponent
}

TEST(boards_get_the_tiles_that_fit) {
  CHECK_EQ(board_grid(9, 9).tile, 3);
  CHECK_EQ(board_grid(13, 13).tile, 4);
  CHECK_EQ(board_grid(19, 19).tile, 4);
}
