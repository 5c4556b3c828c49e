// The whole truth about an eye space: every filling, both sides first, by fixed points.
//
// A slow twin that shares nothing with the solvers. The target is one block around up to seven
// points, with some liberties outside; a state is the colour of every point, whose turn it is,
// the ban and the threats left. The attacker's wins are the least fixed point over all states.
#pragma once

#include <cstdint>
#include <vector>

#include "reading/arena/proof.h"

namespace gokan::test {

// Points next to each other, those that touch the target, those outside (the attacker's stones
// there can never be captured).
struct EyeSpace {
  std::vector<std::vector<int>> near;
  std::vector<bool> touches, outside;
  std::vector<int> cell;  // of each point in `spec`
  ArenaSpec spec;         // with all points empty
  int points() const { return int(near.size()); }
};

class EyeTruth {
 public:
  explicit EyeTruth(const EyeSpace& space);

  // Threats up to these numbers; then ask for any state.
  void solve(int attacker_threats, int defender_threats);
  bool killed(int code, int turn) const { return at(kill_, top_, code, turn, 0); }
  // Can the defender force two eyes, or (with `end`) an end of play?
  void solve_life();
  bool forced(bool end, int code, int turn) const { return at(life_[end], 0, code, turn, 0); }

  int codes() const { return codes_; }
  int color(int code, int point) const;  // 0 empty, 1 attacker, 2 defender
  bool sound(int code) const;            // every block, and the target, can breathe

 private:
  struct Step {
    int32_t code = kIllegal;
    int8_t ko = 0;  // one more than the banned point
    bool retake = false;
  };
  static constexpr int32_t kIllegal = -1, kTaken = -2;

  int with(int code, int point, int color) const;
  void flood(const std::vector<int>& colors, int start, std::vector<int>& block, bool& target,
             bool& breathes) const;
  Step step(int code, int turn, int point) const;
  bool legal(const Step& s, int point, int ko, int threats) const {
    return s.code != kIllegal && (point + 1 != ko || threats > 0);
  }
  size_t slot(int world, int code, int turn, int ko) const {
    return ((size_t(world) * size_t(codes_) + size_t(code)) * 2 + size_t(turn)) *
               size_t(space_.points() + 1) +
           size_t(ko);
  }
  bool at(const std::vector<bool>& table, int world, int code, int turn, int ko) const {
    return table[slot(world, code, turn, ko)];
  }
  bool kill_here(int world, int code, int turn, int ko) const;
  bool life_here(bool end, int code, int turn, int ko) const;
  void solve_safe();

  const EyeSpace& space_;
  int codes_ = 1, attacker_ = 0, defender_ = 0, top_ = 0;
  std::vector<int> power_;
  std::vector<Step> steps_;  // per code, turn and point
  std::vector<bool> kill_, life_[2], safe_;
};

}  // namespace gokan::test
