// Positions that a search has settled, as a few numbers each: what first guesses are fitted to.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "reading/arena/proof_guess.h"
#include "reading/arena/shapes.h"

namespace gokan {

// Who moves (0 the attacker), whether the target is killed, the nodes that took; the counts of the
// first guess; the shapes around the points of the region, and -1 where it has fewer.
struct ProofSample {
  static constexpr size_t kPoints = 64;
  int32_t turn, killed, work;
  std::array<int32_t, kGuessCounts> counts;
  std::array<int32_t, kPoints> shapes;
};

// One position in `every`, by its key, and no more than `most`.
template <int N>
class ProofSamples {
 public:
  ProofSamples(const Arena<N>& arena, uint64_t every, size_t most)
      : arena_(arena), frame_(arena), every_(every), most_(most) {}

  void take(const ArenaState<N>& s, uint64_t key, bool killed, uint64_t work) {
    if (samples_.size() >= most_ || (key * 0x9e3779b97f4a7c15u >> 40) % every_ != 0) return;
    if (size_t(arena_.region.count()) > ProofSample::kPoints) return;
    const Bits<N> strong = arena_.immortal(s, kAttacker);
    std::vector<uint8_t> cells = frame_.start();
    for (Bits<N> left = arena_.region; left.any();) {
      const int bit = left.pop();
      cells[size_t(frame_.at(bit))] = shape_cell(s.stones, strong, bit);
    }
    ProofSample sample;
    sample.turn = s.turn;
    sample.killed = killed;
    sample.work = int32_t(std::min<uint64_t>(work, INT32_MAX));
    sample.counts = guess_counts(arena_, s, strong);
    sample.shapes.fill(-1);
    size_t n = 0;
    for (Bits<N> left = arena_.region; left.any();)
      sample.shapes[n++] = frame_.shape(&cells[size_t(frame_.at(left.pop()))]);
    samples_.push_back(sample);
  }
  const std::vector<ProofSample>& all() const { return samples_; }

 private:
  const Arena<N>& arena_;
  ShapeFrame<N> frame_;
  uint64_t every_;
  size_t most_;
  std::vector<ProofSample> samples_;
};

}  // namespace gokan
