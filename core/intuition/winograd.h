// Convolutions by 3×3 windows on a board, after Winograd's F(4×4, 3×3): each tile of 4×4 points is
// carried over into 36 numbers a channel, where the convolution is a plain product of matrices,
// and back. That takes a quarter of the multiplications of the direct way.
//
// Numbers lie point after point, the channels of a point side by side. Channels come in multiples
// of kChannelStep; boards in any size.
#pragma once

#include <cstddef>
#include <vector>

namespace gokan::intuition {

constexpr int kTile = 4;           // points a tile gives, on each side
constexpr int kReach = kTile + 2;  // points a tile looks at, on each side
constexpr int kSpread = kReach * kReach;
constexpr int kChannelStep = 32;

struct BoardGrid {
  int rows, columns;
  [[nodiscard]] int points() const { return rows * columns; }
  [[nodiscard]] int down() const { return (rows + kTile - 1) / kTile; }
  [[nodiscard]] int across() const { return (columns + kTile - 1) / kTile; }
  [[nodiscard]] int tiles() const { return down() * across(); }
  // Floats from one of the 36 matrices to the next. The step keeps them from falling into the same
  // lines of the cache.
  [[nodiscard]] size_t plane(int channels) const {
    return size_t(tiles()) * size_t(channels) + kChannelStep;
  }
};

// What is done with a product before it is stored.
struct Finish {
  const float* bias;   // per channel
  const float* add;    // numbers of the same shape to add, or null
  bool positive_only;  // negative numbers become 0
};

// One set of loops for one kind of processor.
struct BoardKernels {
  const char* name;
  bool (*runs)();
  int block;  // output channels that lie together in the weights
  // Points to tiles: 36 matrices [tiles][channels], grid.plane() apart.
  void (*spread)(const float* in, BoardGrid grid, int channels, float* tiles);
  // [rows][in] times [in][out] with the weights in blocks: [out / block][in][block].
  void (*multiply)(const float* left, const float* weights, int rows, int in, int out,
                   float* product);
  // Tiles back to points.
  void (*gather)(const float* tiles, BoardGrid grid, int channels, Finish finish, float* out);
};

// Every set of loops that was compiled; the last one runs everywhere.
const std::vector<BoardKernels>& all_board_kernels();
// The fastest one that runs here.
const BoardKernels& board_kernels();

// Weights [out][in][3][3] as spread() wants its products: 36 matrices in blocks. `in_padded` is
// `in` with the zeros that make up a multiple of kChannelStep.
std::vector<float> spread_weights(const float* weights, int out, int in, int in_padded, int block);
// Weights [out][in] in blocks, both padded with zeros.
std::vector<float> blocked_weights(const float* weights, int out, int in, int out_padded,
                                   int in_padded, int block);

}  // namespace gokan::intuition
