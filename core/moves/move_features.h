// Simple features of a candidate move: captures, ataris, ladders, liberties, distances, lines, and
// what the dynamical system says of it. Each feature is a number below kFeatures; a move has a
// short list of them. They are the exclusive levels of Coulom's "Elo ratings of move patterns":
// at most one of each group.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "go/board.h"
#include "go/ladder.h"
#include "strength/seds_ranker.h"

namespace gokan {

struct FeatureGroup {
  const char* name;
  int first, count;
};

int feature_count();

class FeatureReader {
 public:
  // Looks at a board with the side to move, the last two moves (kPass if there is none) and how
  // many moves were played. With `strength` the dynamical system ranks all of `moves` first.
  void look(const Board& board, Color mover, Point last, Point second, int move_number,
            const std::vector<Point>& moves, bool strength);
  // The features of moves[index], appended.
  void read(size_t index, std::vector<uint16_t>& out);

 private:
  void tactics(Point p, std::vector<uint16_t>& out);
  void place(Point p, std::vector<uint16_t>& out);
  void system(size_t index, std::vector<uint16_t>& out);

  const Board* board_ = nullptr;
  Board scratch_;
  Trail trail_;
  LadderReader ladders_{150};
  Color mover_ = kBlack;
  Point last_ = kPass, second_ = kPass;
  int phase_ = 0;
  bool strength_ = false;
  const std::vector<Point>* moves_ = nullptr;
  seds::Ranker ranker_;
  std::vector<seds::Ranked> ranked_;
  std::vector<uint16_t> place_of_;  // by strength, 1 = best
  std::vector<Point> order_;
  double base_ = 0, best_ = 0;
  PointList around_;
};

}  // namespace gokan
