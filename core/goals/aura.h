// The aura of a target (Klinger 3.8): a small network looks at a square of the board around some
// stones, and gives every point its worth for them, and the chance that a move there is needed.
//
// The square is looked at from up to eight sides, turned and mirrored, and the mean is taken.
// Only the part of it that is on the board is worked out, with a rim of one point: the network
// sees nothing beyond the edge but whose turn it is.
#pragma once

#include <vector>

#include "go/board.h"
#include "intuition/winograd.h"

namespace gokan::goals {

constexpr int kAuraSide = 15;    // points along each side of the square
constexpr int kAuraPlanes = 16;  // what is seen of a point
constexpr int kAuraMaps = 3;     // for life, for death, for a move

// A convolution by 3×3: weights [out][in][3][3].
struct AuraLayer {
  std::vector<float> weights, bias;
};

struct AuraWeights {
  std::vector<AuraLayer> layers;  // the first, then two for each block
  std::vector<float> heads;       // [kAuraMaps][channels]
  std::vector<float> heads_bias;  // per map
  std::vector<float> bias;        // of standing and falling
};

// What is judged of one target with one side to move.
struct AuraSight {
  float stands, falls;       // logits
  std::vector<int> points;   // the empty points of the square, row-major numbers of the board
  std::vector<float> worth;  // of each: above zero it speaks for life
  std::vector<float> move;   // of each: the logit that a move there reaches the mover's goal
};

class AuraRunner {
 public:
  // Throws std::invalid_argument if the sizes do not fit together.
  explicit AuraRunner(const AuraWeights& weights,
                      const intuition::BoardKernels& kernels = intuition::board_kernels());

  // `target` are stones of one colour; `sides` of the eight ways to look at it are taken.
  [[nodiscard]] AuraSight look(const Board& board, const std::vector<Point>& target, Color to_play,
                               int sides) const;
  [[nodiscard]] const char* kernels() const { return kernels_.name; }

 private:
  struct Layer {
    intuition::BoardWeights weights;
    std::vector<float> bias;
    int in;
  };
  struct Seen;
  struct Room;
  void convolve(const Layer& by, const float* in, intuition::BoardGrid grid, const float* add,
                Room& room, float* out) const;
  void run(const Seen& seen, int side, Room& room, std::vector<float>& maps) const;

  const intuition::BoardKernels& kernels_;
  int channels_, wide_;
  std::vector<Layer> layers_;
  std::vector<float> heads_, heads_bias_, bias_;
};

}  // namespace gokan::goals
