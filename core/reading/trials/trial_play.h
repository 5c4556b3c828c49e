// One trial game from some position on: moves at random with a little sense.
#pragma once

#include "base/random.h"
#include "go/board.h"
#include "reading/trials/trials.h"

namespace gokan {

struct Played {
  Point move;
  Color side;
};

// The board of a trial, and what is left of the target.
struct TrialBoard {
  Board board;
  Color turn = kBlack;
  Point last = kPass;
  int passes = 0;
  int threats[3] = {};    // by colour: ko threats elsewhere, kEndlessThreats for any number
  Point lifted = kPass;   // where the side to move may retake if it spends a threat
  uint64_t standing = 0;  // a bit for each target block that was never captured
};

class TrialPlayer {
 public:
  TrialPlayer(const Board& board, const TrialQuery& query, const Shapes& shapes);

  const std::vector<Point>& area() const { return area_; }
  Color defender() const { return defender_; }
  TrialBoard start(const Board& board, const TrialQuery& query) const;

  void play(TrialBoard& t, Point p) const;
  // The attacker has won: the target is taken, or one of the blocks that should come together.
  bool captured(const TrialBoard& t) const { return joins_ ? t.standing != all_ : t.standing == 0; }
  bool escaped(const TrialBoard& t) const;  // a target block breathes outside the area
  bool joins() const { return joins_; }
  bool joined(const TrialBoard& t) const;  // the targets are one block that is not in atari
  bool linked(const TrialBoard& t) const;  // a way over stones and eyes leads to each of them
  // What it comes to if nobody plays on: true if the attacker has won.
  bool lost(const TrialBoard& t) const { return captured(t) || (joins_ && !linked(t)); }
  // Plays to the end, noting the moves; true if the attacker won.
  bool finish(TrialBoard& t, Random& random, std::vector<Played>& record) const;

  bool self_atari(const Board& b, Point p, Color c) const;
  int size_with(const Board& b, Point p, Color c) const;  // of the block a stone there makes
  // The vital point of the small eye space with p in it, whoever owns it; kPass if there is none.
  Point vital_point(const Board& b, Point p) const;
  // A move that keeps the block from being taken at once; kPass if none is seen.
  Point save(const Board& b, Point block) const;
  template <class F>
  void for_each_target(const TrialBoard& t, F&& f) const {
    for (uint64_t left = t.standing; left; left &= left - 1)
      f(heads_[size_t(__builtin_ctzll(left))]);
  }

 private:
  static void lift_ban(TrialBoard& t);
  static constexpr int kLargestSpace = 6;
  Point hem(const Board& b, Point block) const;      // the attacker's move against two liberties
  Point stretch(const Board& b, Point block) const;  // the owner's move with two liberties
  Point choose(const TrialBoard& t, Random& random) const;
  Point answer(const TrialBoard& t, Random& random) const;
  Point anywhere(const TrialBoard& t, Random& random) const;
  bool may(const Board& b, Point p, Color c) const { return inside_[p] && b.is_legal(p, c); }

  const Shapes& shapes_;
  Color defender_;
  bool joins_;
  uint64_t all_ = 0;  // a bit for each target block
  std::vector<Point> area_;
  std::vector<Point> heads_;  // one stone of each target block
  std::vector<uint32_t> strides_;
  std::array<bool, kMaxPoints> inside_{};
};

}  // namespace gokan
