// What each of the network's senses costs: see bench_senses.py.
//
// Reads games, one a line: moves as point numbers, row by row, -1 for a pass. Prints the number of
// positions, and for each part a line with microseconds of the processor for one position, the best
// of five rounds.
#include <time.h>

#include <cstdio>
#include <functional>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "go/ladder.h"
#include "go/static_life.h"
#include "intuition/features.h"
#include "sight/sight.h"
#include "strength/seds.h"

using namespace gokan;

namespace {

constexpr int kSide = 19;

double now() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e6 * double(t.tv_sec) + double(t.tv_nsec) / 1e3;
}

std::vector<Position> read() {
  std::vector<Position> positions;
  for (std::string line; std::getline(std::cin, line);) {
    Position position(kSide, kSide);
    std::istringstream moves(line);
    for (int move; moves >> move;) {
      positions.push_back(position);
      position.play_here(move < 0 ? kPass : position.board().at(move % kSide, move / kSide),
                         position.to_play());
    }
  }
  return positions;
}

}  // namespace

int main() {
  const std::vector<Position> positions = read();
  const auto features = std::make_unique<intuition::Features>();
  const auto sight = std::make_unique<SightArrays>();
  const auto system = std::make_unique<seds::System>();
  const auto ladder = std::make_unique<LadderReader>(2'000);
  const auto life = std::make_unique<StaticLife>();
  std::vector<uint8_t> bytes(intuition::kBytes * kMaxOnBoard);
  const auto part = [&](const char* name, const std::function<void(const Position&)>& job) {
    double best = 1e18;
    for (int round = 0; round < 5; ++round) {
      const double begun = now();
      for (const Position& position : positions) job(position);
      best = std::min(best, (now() - begun) / double(positions.size()));
    }
    std::printf("%s %.2f\n", name, best);
  };
  std::printf("%zu\n", positions.size());
  part("all", [&](const Position& p) { features->write(p, bytes.data()); });
  part("influence", [&](const Position& p) { see(p.board(), {}, *sight); });
  part("plays", [&](const Position& p) { see_further(p.board(), kPass, *sight); });
  part("life", [&](const Position& p) { static_life(p.board(), *life); });
  part("strength", [&](const Position& p) {
    seds::Options options;
    options.max_iter = 5;
    options.count = false;
    system->build(p.board(), options);
    system->solve();
  });
  part("ladders", [&](const Position& p) {
    Board board(p.board());
    const Geometry& geo = board.geometry();
    for (int i = 0; i < geo.count; ++i) {
      const Point q = geo.points[size_t(i)];
      if (!board.is_stone(q) || board.head(q) != q) continue;
      const int liberties = board.liberty_count(q, 3);
      if (liberties == 1) ladder->defend_verdict(board, q);
      if (liberties == 2) ladder->attack_verdict(board, q);
    }
  });
}
