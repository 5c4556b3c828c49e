// Convolutions by 3×3 windows on a board, after Winograd's F(m×m, 3×3): each tile of m×m points is
// carried over into (m + 2)² numbers a channel, where the convolution is a plain product of
// matrices, and back. With tiles of 4 that takes a quarter of the multiplications of the direct
// way; tiles of 3 take a little more each, but three of them fill a side of 9 without waste, and
// there are fewer weights to read.
//
// Numbers lie point after point, the channels of a point side by side. Channels come in multiples
// of kChannelStep; boards in any size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gokan::intuition {

constexpr int kTiles[] = {3, 4};  // points a tile gives, on each side
constexpr int kChannelStep = 32;

struct BoardGrid {
  int rows, columns;
  int tile = 4;
  [[nodiscard]] int points() const { return rows * columns; }
  [[nodiscard]] int down() const { return (rows + tile - 1) / tile; }
  [[nodiscard]] int across() const { return (columns + tile - 1) / tile; }
  [[nodiscard]] int tiles() const { return down() * across(); }
  // Numbers a channel that a tile becomes: so many products are made.
  [[nodiscard]] int spread() const { return (tile + 2) * (tile + 2); }
  // Floats from one of these matrices to the next. The step keeps them from falling into the same
  // lines of the cache.
  [[nodiscard]] size_t plane(int channels) const {
    return size_t(tiles()) * size_t(channels) + kChannelStep;
  }
};

// The tiles that are fastest on a board.
BoardGrid board_grid(int rows, int columns);

// What is done with a product before it is stored.
struct Finish {
  const float* bias;   // per channel
  const float* add;    // numbers of the same shape to add, or null
  bool positive_only;  // negative numbers become 0
};

// Weights as a product wants them. Those of a network are many, and on small boards to read them
// takes longer than to multiply: where the processor widens half precision by itself they are kept
// in it, times a power of two that brings the largest near the end of its range.
struct BoardWeights {
  std::vector<float> whole;
  std::vector<uint16_t> halves;
  float unit = 1;  // what 1 in them stands for
  [[nodiscard]] const void* from(size_t first) const {
    return halves.empty() ? static_cast<const void*>(whole.data() + first)
                          : static_cast<const void*>(halves.data() + first);
  }
};

// One set of loops for one kind of processor.
struct BoardKernels {
  const char* name;
  bool (*runs)();
  int block;    // output channels that lie together in the weights
  bool halves;  // the weights are in half precision
  // Points to tiles: grid.spread() matrices [tiles][channels], grid.plane() apart.
  void (*spread)(const float* in, BoardGrid grid, int channels, float* tiles);
  // [rows][in] times [in][out], and times `unit`, with the weights in blocks:
  // [out / block][in][block].
  void (*multiply)(const float* left, const void* weights, float unit, int rows, int in, int out,
                   float* product);
  // Tiles back to points.
  void (*gather)(const float* tiles, BoardGrid grid, int channels, Finish finish, float* out);
};

// Every set of loops that was compiled; the last one runs everywhere.
const std::vector<BoardKernels>& all_board_kernels();
// The fastest one that runs here.
const BoardKernels& board_kernels();

// Weights [out][in][3][3] as spread() wants its products: (tile + 2)² matrices in blocks.
// `in_padded` is `in` with the zeros that make up a multiple of kChannelStep.
BoardWeights spread_weights(const float* weights, int out, int in, int in_padded, int tile,
                            const BoardKernels& kernels);
// Weights [out][in] in blocks.
BoardWeights blocked_weights(const float* weights, int out, int in, const BoardKernels& kernels);

// The nearest number in half precision; what is too large becomes infinite.
uint16_t to_half(float value);

}  // namespace gokan::intuition
