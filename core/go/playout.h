// Random games: the measure of the board's speed, and an estimate of who owns what.
#pragma once

#include <functional>
#include <vector>

#include "go/position.h"

namespace gokan {

enum class Policy : uint8_t {
  kSensible,  // uniform among legal points that do not fill an own eye; pass only if there is none
  kAll,       // uniform among all legal points and the pass
};

struct PlayoutResult {
  int64_t games = 0;
  int64_t moves = 0;                  // passes included
  int64_t black_wins = 0, draws = 0;  // by area and komi
  double score_sum = 0;               // black's area minus white's, komi not included
  std::vector<int32_t> black, white;  // per point, row-major: games in which each side owned it
};

// Simple ko; suicide as the position's rules say. A game ends after two passes or max_moves.
// The random stream depends on `seed` alone. `stop` is asked every few milliseconds; once it says
// yes, the result holds the games finished so far.
PlayoutResult run_playouts(const Position& start, int64_t games, uint64_t seed, Policy policy,
                           int max_moves, double komi, bool ownership,
                           const std::function<bool()>& stop = {});

}  // namespace gokan
