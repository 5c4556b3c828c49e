// Convolutions by 3×3 windows in whole numbers of eight bits: the direct sum over the window, with
// inputs rounded to the 256 steps of their range on this board and weights to 255 steps of theirs,
// channel by channel. Some processors have an instruction for sums of such products (VNNI); there
// it is faster than Winograd's way in floats. All loops say the same to the last bit.
//
// Numbers lie point after point, the channels of a point side by side; channels come in multiples
// of kChannelStep.
#pragma once

#include <cstdint>
#include <vector>

#include "intuition/winograd.h"

namespace gokan::intuition {

// Weights of a window with as many outputs as inputs.
struct ByteWeights {
  std::vector<int8_t> weights;  // [outputs / 16][9][inputs / 4][16][4]
  std::vector<float> unit;      // what 1 stands for, for each output
  std::vector<int32_t> total;   // the sum over all inputs and points of the window
};

ByteWeights byte_weights(const float* weights, int channels);

struct ByteRoom {  // working memory
  std::vector<uint8_t> in;
  std::vector<int32_t> sums;
};

// One set of loops for one kind of processor.
struct ByteKernels {
  const char* name;
  bool (*runs)();
  void (*convolve)(const ByteWeights& by, const float* in, int rows, int columns, int channels,
                   Finish finish, ByteRoom& room, float* out);
};

// Every set of loops that was compiled, the fastest first; the last one runs everywhere.
const std::vector<ByteKernels>& all_byte_kernels();

}  // namespace gokan::intuition
