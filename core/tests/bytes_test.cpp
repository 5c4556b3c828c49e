#include "intuition/bytes.h"

#include <utility>

#include "test.h"

using namespace gokan::intuition;
using namespace gokan::test;

namespace {

struct Drawn {
  uint64_t state = 1;
  int next(int below) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return int(state >> 33) % below;
  }
};

}  // namespace

// With numbers that are whole already nothing is rounded, so every sum must be exact.
TEST(whole_numbers_are_summed_up_exactly) {
  constexpr int kChannels = 32;
  const std::vector<std::pair<int, int>> boards = {{5, 7}, {9, 9}, {3, 14}, {2, 25}};
  for (const auto& [rows, columns] : boards) {
    for (const int lowest : {0, -55}) {
      Drawn dice;
      std::vector<float> in(size_t(rows * columns * kChannels)), bias(kChannels), add(in.size());
      std::vector<float> weights(size_t(kChannels) * kChannels * 9);
      for (float& value : in) value = float(lowest + dice.next(256));
      in[3] = float(lowest), in[40] = float(lowest + 255);
      for (float& value : weights) value = float(dice.next(255) - 127);
      for (int o = 0; o < kChannels; ++o) weights[size_t(o) * kChannels * 9] = 127;
      for (float& value : bias) value = float(dice.next(9));
      for (float& value : add) value = float(dice.next(9));
      const ByteWeights by = byte_weights(weights.data(), kChannels);
      for (const ByteKernels& kernels : all_byte_kernels()) {
        if (!kernels.runs()) continue;
        ByteRoom room;
        std::vector<float> out(in.size());
        kernels.convolve(by, in.data(), rows, columns, kChannels, {bias.data(), add.data(), true},
                         room, out.data());
        for (int at = 0; at < rows * columns; ++at) {
          for (int o = 0; o < kChannels; ++o) {
            long sum = 0;
            for (int k = 0; k < 9; ++k) {
              const int row = at / columns + k / 3 - 1, column = at % columns + k % 3 - 1;
              if (row < 0 || row >= rows || column < 0 || column >= columns) continue;
              for (int i = 0; i < kChannels; ++i)
                sum += long(weights[size_t((o * kChannels + i) * 9 + k)]) *
                       long(in[size_t((row * columns + column) * kChannels + i)]);
            }
            const size_t place = size_t(at * kChannels + o);
            const float wanted = float(sum) + bias[size_t(o)] + add[place];
            CHECK(out[place] == (wanted < 0 ? 0 : wanted));
          }
        }
      }
    }
  }
}
