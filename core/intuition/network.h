// The whole-board network at work, on one core of an ordinary processor.
//
// The same function as `gokan_lab.training.model.Network` in evaluation, with every
// normalisation folded into the convolution before it. Loaded once, it serves several threads and
// every size of board.
#pragma once

#include <iterator>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "intuition/bytes.h"
#include "intuition/winograd.h"

namespace gokan::intuition {

// Weights by name, as the file holds them: "stem.weight", "body.0.first.bias", …
using Tensors = std::map<std::string, std::vector<float>>;

// How vital a point is for the fight around it, and, of stones on it, alive, dead, ko and seki.
constexpr int kGroupRows = 5;

class BadWeights : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What the network says of one position, from the side to move.
struct NetworkOutput {
  std::vector<float> moves;         // logits of the best move: the points, and a pass
  std::vector<float> professional;  // logits of what a professional plays, likewise
  std::vector<float> owner;         // logits of ownership
  // kGroupRows rows: how vital each point is, then logits of fates if the side to move plays first.
  std::vector<float> groups;
  float win, lead, spread;  // win is a logit; spread is the scale of how the game may end
  float error;              // by how much the lead may be wrong: a standard deviation
};

class NetworkRunner {
 public:
  // Throws BadWeights if a tensor is missing, superfluous or of another size. With `bytes` the
  // convolutions of the body are in whole numbers of eight bits.
  NetworkRunner(int blocks, int channels, int planes, Tensors tensors,
                const BoardKernels& kernels = board_kernels(), const ByteKernels* bytes = nullptr);

  // `planes` holds planes() times rows times columns numbers.
  [[nodiscard]] NetworkOutput run(const float* planes, int rows, int columns) const;
  [[nodiscard]] int planes() const { return planes_; }
  [[nodiscard]] const char* kernels() const { return kernels_.name; }
  [[nodiscard]] const char* bytes() const { return bytes_ ? bytes_->name : ""; }

 private:
  struct Window {  // a convolution by 3×3
    std::vector<float> weights, bias;
    int planes, in, out;                     // `in` is `planes` with the zeros that make up a step
    BoardWeights spread[std::size(kTiles)];  // for each kind of tile, made when first wanted
    ByteWeights bytes;                       // instead, if the body is in bytes
  };
  struct Linear {  // weights [out][in]
    std::vector<float> weights, bias;
    int in, out;
  };
  struct Block {
    Window first, second;
    bool pooled;
    Linear mix;
  };
  struct Room;  // working memory, one for each thread

  Window window(Tensors& tensors, const std::string& name, int in, int out) const;
  Linear linear(Tensors& tensors, const std::string& name, int in, int out) const;
  void prepare(BoardGrid grid) const;
  void convolve(const Window& by, const float* in, BoardGrid grid, const float* add, Room& room,
                float* out) const;
  void heads(BoardGrid grid, float komi, Room& room, NetworkOutput& output) const;
  void add_vital(int points, Room& room, NetworkOutput& output) const;

  const BoardKernels& kernels_;
  const ByteKernels* bytes_;
  int channels_, planes_;
  mutable std::once_flag prepared_[std::size(kTiles)];
  mutable Window stem_;
  mutable std::vector<Block> blocks_;
  // The entries of the three heads side by side, then what follows in each.
  BoardWeights enter_weights_;
  std::vector<float> enter_bias_;
  int best_, professional_;  // rows of move_out; one in a network that does not tell them apart
  Linear move_mix_, move_out_, move_pass_, value_mid_, value_out_, owner_out_, group_out_;
  // What a wider head adds to vital points, if a network has one.
  BoardWeights vital_weights_;
  std::vector<float> vital_bias_;
  Linear vital_out_;
};

}  // namespace gokan::intuition
