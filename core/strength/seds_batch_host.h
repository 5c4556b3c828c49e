// Getting positions ready for seds_batch.h, and its reference run on the processor.
#pragma once

#include <cstdint>
#include <vector>

#include "go/position.h"
#include "strength/seds_batch.h"

namespace gokan::seds {

// Every legal move (suicides left out) of several positions on boards of one size.
struct Batch {
  int width = 0, height = 0, max_blocks = 0;
  std::vector<uint8_t> color;
  std::vector<uint16_t> label;
  std::vector<uint8_t> single;
  std::vector<uint16_t> blocks;
  std::vector<uint8_t> bits;
  std::vector<uint32_t> position;
  std::vector<uint16_t> move;
  std::vector<uint8_t> mover;

  gokan_batch::Settings settings() const {
    return {width, height, max_blocks, 2 * width * height, 0, 0, 0};
  }
  int workspace_bytes() const { return gokan_batch::workspace_bytes(settings()); }
};

Batch prepare_batch(const std::vector<const Position*>& positions);

// One lane, one candidate after another: what the GPU computes, for tests and machines without.
// With `afresh` each candidate starts from the start values, otherwise from the solved position.
void evaluate_batch(const Batch& batch, double stop, int max_sweeps, bool raise, bool afresh,
                    float* score, int* sweeps);

}  // namespace gokan::seds
