#include "strength/seds_timing.h"

#include <algorithm>
#include <ctime>
#include <memory>

namespace gokan::seds {
namespace {

double seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

template <class F>
double best_of(int rounds, int repeats, F&& f) {
  double best = 1e9;
  for (int i = 0; i < rounds; ++i) {
    const double begun = seconds();
    for (int j = 0; j < repeats; ++j) f();
    best = std::min(best, (seconds() - begun) / repeats);
  }
  return best;
}

}  // namespace

Timing time_position(const Board& board, Color mover, const Options& asked, int rounds) {
  Options options = asked;
  options.count = false;
  static thread_local auto system = std::make_unique<System>();
  static thread_local auto ranker = std::make_unique<Ranker>();
  std::vector<Point> moves;
  for (int i = 0; i < board.geometry().count; ++i) {
    const Point p = board.geometry().points[size_t(i)];
    if (board.is_legal(p, mover)) moves.push_back(p);
  }
  std::vector<Ranked> ranked;
  volatile double sink = 0;
  // Evaluations are short: many more rounds of them cost little.
  const double evaluation = best_of(10 * rounds, 5, [&] {
    system->build(board, options);
    system->solve();
    sink = system->score();
  });
  const double ranking =
      best_of(rounds, 1, [&] { ranker->rank(board, mover, moves, options, {}, ranked); });
  return {1e6 * evaluation, 1e3 * ranking};
}

}  // namespace gokan::seds
