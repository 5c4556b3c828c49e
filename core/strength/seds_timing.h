// How long the dynamical system takes, measured inside the core, for the benchmark.
#pragma once

#include "strength/seds_ranker.h"

namespace gokan::seds {

struct Timing {
  double evaluation_us;  // collect units, solve from the start values, score
  double ranking_ms;     // all legal moves
};

// The best of `rounds` measurements in processor time: what others do on the machine counts little.
Timing time_position(const Board& board, Color mover, const Options& options, int rounds);

}  // namespace gokan::seds
