// Corner groups by the million with a proved fate, for networks to learn from.
//
// A draft is the inside of a corner: a 7×7 square at the corner, of which the points that are not
// wall belong to the enclosed group's room. Walls are never captured. Candidate number i of a seed
// is always the same, whoever makes it, and so is the walk that sets out from it: at each step one
// point is changed. A draft with another fate than the one before makes a near pair; the walk goes
// on from there only if that fate is rarer, so it climbs towards ko and seki and then stays there.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace gokan {

constexpr int kCornerSide = 7;
using CornerCells = std::array<uint8_t, kCornerSide * kCornerSide>;  // 0 wall, 1 empty,
                                                                     // 2 attacker, 3 defender

enum class CornerFate : uint8_t {
  kUnknown = 0,
  kDead,      // taken even if it moves first and has every ko threat of a usual game
  kFinal,     // unconditionally alive as it stands (Benson)
  kAlive,     // two eyes even if the attacker moves first and never lacks a ko threat
  kKo,        // a ko, whoever moves first
  kSeki,      // it cannot be taken, nor make two eyes, whoever moves first
  kOnTheMove  // all else: it depends on who moves first
};

struct CornerOptions {
  int least_points = 7, most_points = 22;  // of the room
  uint64_t nodes = 1500;                   // for each question; what needs more is unknown
};

struct MadeCorner {
  uint64_t number = 0;  // of the candidate
  uint16_t step = 0;    // of the walk; 0 is the candidate itself
  uint16_t before = 0;  // the step that it was changed from
  CornerFate fate = CornerFate::kUnknown;
  CornerCells cells{};
};

CornerFate corner_fate(const CornerCells& cells, uint64_t nodes);

// What is met on the walks of the candidates first .. first + count - 1 and has a known fate.
std::vector<MadeCorner> make_corners(uint64_t seed, uint64_t first, uint64_t count,
                                     const CornerOptions& options);

}  // namespace gokan
