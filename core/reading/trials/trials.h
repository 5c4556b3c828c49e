// Trials: how a group fares when its surroundings are played out many times.
//
// A tree of moves is grown where they do well (upper confidence by "all moves as first"), and
// below its leaves the game goes on at random with a little sense: blocks in atari are saved and
// taken, those with two liberties are hemmed in or stretched, the vital points of small eyes are
// played, shapes from a table are answered, eyes are not filled. The attacker wins a game when no
// target stone is left. Only points of the area are played; whatever breathes outside is safe, and
// a target that does has escaped.
//
// Of two blocks it can be tried whether they come together. Then the attacker wins a game when one
// of them is taken, or when at its end no way leads from one to the other over their owner's stones
// and eyes.
//
// This judges, it never proves; but it needs no region that is right in every detail, it always
// has an opinion, and its first choice is the move that wins most surely.
#pragma once

#include <array>
#include <bitset>
#include <memory>
#include <string>
#include <vector>

#include "base/search_limits.h"
#include "go/board.h"

namespace gokan {

// Three rows of three, the point in the middle: X and O stones of different sides, x and o
// anything but that stone, . empty, ? anything, - off the board. In all eight orientations.
class Shapes {
 public:
  explicit Shapes(const std::vector<std::string>& patterns);  // throws std::invalid_argument
  bool fits(const Board& board, Point p) const {
    const int s = board.stride();
    const std::array<int, 8> around = {-s - 1, -s, -s + 1, -1, 1, s - 1, s, s + 1};
    uint32_t code = 0;
    for (const int step : around) code = code << 2 | board.color(Point(p + step));
    return table_[code];
  }

 private:
  std::bitset<65536> table_;
};

constexpr int kEndlessThreats = 127;

struct TrialQuery {
  std::vector<Point> target;  // defender stones
  bool joins = false;         // is it tried whether these come together, not whether they live?
  std::vector<Point> area;    // where both may play
  Color mover = kBlack;       // moves first
  int threats[2] = {};        // black's and white's ko threats elsewhere
  Point last = kPass;         // the move before
};

struct TrialMove {
  Point move;
  uint32_t games;
  double value;  // share of its games that the mover won
  int settled;   // 1: the tree under it is a win for the mover, -1: a loss, 0: neither
};

struct TrialAnswer {
  uint64_t games = 0;
  double value = 0;              // of the most played first move, for the mover
  double outside = 0;            // share of games in which the target got out of the area
  int settled = 0;               // 1 won, -1 lost for the mover, 0 neither
  std::vector<TrialMove> moves;  // the most played first
};

TrialAnswer run_trials(const Board& board, const TrialQuery& query, const Shapes& shapes,
                       const SearchLimits& limits, uint64_t seed = 1);

}  // namespace gokan
