// Recurring formations: what a move makes together with stones that were there before.
//
// A formation is up to four stones: the one just played and others it has ties with (ties.h), with
// the ties among all of them and their distances from the edge. Its code is the same in all eight
// orientations and for both colours, since ties know no direction and colours are seen from the
// mover. The stones that were there before have no order in the code; how often they came in which
// order is counted beside it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "shape/ties.h"

namespace gokan::shape {

constexpr int kMostStones = 4;
constexpr int kOrders = 6;     // of three stones
constexpr int kFarthest = 4;   // distances from the edge that count
constexpr int kMostTies = 12;  // of a point; with more it is too crowded for formations of four

// Bits from the lowest: stones less one (2), then for each stone (7) whether it is the opponent's
// and up to two distances from the edge (1..4, 0 for none, three bits each), the last stone being
// the new one; then for each pair of stones i < j the kind of tie plus one (3), 0 for none.
using FormationCode = uint64_t;

struct FormationCount {
  FormationCode code = 0;
  int64_t played = 0;    // moves that made it
  int64_t games = 0;     // games in which that happened
  int64_t possible = 0;  // moves that would have made it, in the positions looked at
  int64_t chosen = 0;    // of these, played
  std::array<int64_t, kOrders> orders{};         // of the stones that were there before
  std::array<int64_t, 8> ages{};                 // of the youngest of them
  std::array<std::array<int, 2>, 3> examples{};  // game and move
  int last_game = -1;
};

struct FormationSeen {
  int move;  // 1 is the first
  int formation;
  std::array<int, kMostStones> points;  // as in the code, -1 where there is none
};

class FormationMiner {
 public:
  // Counts formations of so many stones in games (numbered from `first`); larger ones only where
  // those with a stone less are known to recur.
  void count(const std::vector<std::string>& games, int first, int stones);
  // Forgets formations of this size that were played less often.
  void keep(int stones, int64_t least);
  // Counts in every `every`-th position which kept formations were possible, and which were chosen.
  void weigh(const std::vector<std::string>& games, int every);

  std::vector<FormationCount> found() const;  // by code
  void restore(const std::vector<FormationCount>& counts);

 private:
  std::unordered_map<FormationCode, FormationCount> counts_;
};

// Where formations of a list were made in a game.
std::vector<FormationSeen> find_formations(const std::string& game,
                                           const std::vector<FormationCode>& codes);
// The formations that a move would make: indices into the list, with the points as in the code.
std::vector<FormationSeen> formations_of(const Board& board, Color mover,
                                         const std::vector<int>& ages, int point,
                                         const std::vector<FormationCode>& codes);

}  // namespace gokan::shape
