// Learned classes in formation: where a stone would be the next step of which.
//
// A class is known by the code of its formation (mining.h): the stone to come and up to three that
// are there. What can be next on a point is found from the ties of the point, for both sides at
// once, without going through all formations there as FormationMiner does.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shape/mining.h"
#include "shape/ties.h"

namespace gokan::shape {

class StepFinder {
 public:
  explicit StepFinder(const std::vector<FormationCode>& codes = {});
  const std::vector<FormationCode>& codes() const { return codes_; }
  bool empty() const { return steps_.empty(); }

  // Calls sink(number, cells) for every element in formation that a stone of this colour on an
  // empty cell would complete; `cells` are its stones as in the code, -1 where there is none. Of
  // stones that the code cannot tell apart every order is told.
  template <class Sink>
  void find(const TieBoard& board, int cell, Color mover, Sink&& sink) const;

 private:
  struct Other {
    uint8_t kind, enemy, edges;
  };
  struct Step {
    uint32_t need = 0;  // bits of kinds and colours of ties that must be there
    uint8_t count = 0, own_edges = 0;
    bool edges = false;
    std::array<Other, 3> others{};
    std::array<uint8_t, 3> among{};  // ties of the others 0-1, 0-2, 1-2 plus one, 0 for none
  };
  struct Here {
    int cell;
    uint8_t kind, edges;
    Color color;
  };
  static uint8_t edge_bits(const TieBoard& board, int cell);

  std::vector<FormationCode> codes_;
  std::vector<Step> steps_;
};

template <class Sink>
void StepFinder::find(const TieBoard& board, int cell, Color mover, Sink&& sink) const {
  thread_local std::vector<Here> here;
  here.clear();
  uint32_t there = 0;
  for (const Tie& tie : board.ties(cell)) {
    const auto kind = uint8_t(tie_shapes()[tie.shape].kind);
    const Color color = board.color(tie.other);
    here.push_back({tie.other, kind, edge_bits(board, tie.other), color});
    there |= 1u << (2 * kind + (color != mover));
  }
  const uint8_t own = edge_bits(board, cell);
  const bool crowded = here.size() > size_t(kMostTies);
  const auto joint = [&](size_t a, size_t b) {
    const int shape = board.between(here[a].cell, here[b].cell);
    return shape < 0 ? 0 : int(tie_shapes()[size_t(shape)].kind) + 1;
  };
  for (size_t number = 0; number < steps_.size(); ++number) {
    const Step& step = steps_[number];
    if ((step.need & there) != step.need) continue;
    if (step.edges && step.own_edges != own) continue;
    if (step.count == 3 && crowded) continue;
    const auto fits = [&](size_t at, int which) {
      const Here& h = here[at];
      const Other& o = step.others[size_t(which)];
      return h.kind == o.kind && (h.color != mover) == bool(o.enemy) &&
             (!step.edges || h.edges == o.edges);
    };
    if (step.count == 0) {
      sink(number, std::array<int, kMostStones>{cell, -1, -1, -1});
      continue;
    }
    for (size_t i = 0; i < here.size(); ++i) {
      if (!fits(i, 0)) continue;
      if (step.count == 1) {
        sink(number, std::array<int, kMostStones>{here[i].cell, cell, -1, -1});
        continue;
      }
      for (size_t j = 0; j < here.size(); ++j) {
        if (j == i || !fits(j, 1) || joint(i, j) != step.among[0]) continue;
        if (step.count == 2) {
          sink(number, std::array<int, kMostStones>{here[i].cell, here[j].cell, cell, -1});
          continue;
        }
        for (size_t k = 0; k < here.size(); ++k)
          if (k != i && k != j && fits(k, 2) && joint(i, k) == step.among[1] &&
              joint(j, k) == step.among[2])
            sink(number,
                 std::array<int, kMostStones>{here[i].cell, here[j].cell, here[k].cell, cell});
      }
    }
  }
}

}  // namespace gokan::shape
