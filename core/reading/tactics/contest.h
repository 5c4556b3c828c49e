// What both tactical searches share: the question, the board they play it on, ko and threats.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "go/board.h"

namespace gokan {

struct TacticalGoal {
  enum Kind : uint8_t { kCapture, kConnect };
  Kind kind = kCapture;
  Color prover = kEmpty;
  // kCapture: a stone of each target block; taking one of them is enough.
  // kConnect: a stone of each block to join; the second may be an empty point to reach.
  std::array<Point, 2> target{};
  int targets = 1;

  static TacticalGoal capture(const Board& board, Point a, Point b = kPass);
  static TacticalGoal connect(const Board& board, Point a, Point b);
};

// From the side that moves first. Codes as in GNU Go: 0 no; 1 yes; 2 yes in a ko that the mover
// takes first; 3 yes in a ko for which the mover needs the first threat.
struct TacticalResult {
  int code = 0;
  // Rests on no judgement, for every number of threats: that the prover gets there is shown by
  // answering every reply, that he does not is always judged. A ko says both, so it never is.
  bool exact = false;
  bool complete = false;  // the search ended by itself, not by its budget
  int depth = 0;          // the order (or reach) needed by the prover; where he fails, read in full
  PointList moves;        // all that do it, best first; kPass where none is needed
  PointList proved;       // those of them that rest on no judgement, whatever the threats
  PointList line;
  PointList zone;
  uint64_t nodes = 0;
};

class Contest {
 protected:
  static constexpr uint8_t kUnlimited = 255;
  static constexpr uint8_t kSome = 3;  // "many" threats where endless ones would only repeat
  static constexpr size_t kLongestLine = 80;

  struct Threats {
    uint8_t prover = 0, spoiler = 0;
    bool operator==(const Threats&) const = default;
  };
  enum class Legality : int8_t { kBanned = -1, kIllegal = 0, kLegal = 1, kPays = 2 };

  void begin(Board& board, const TacticalGoal& goal);
  Legality legality(Point p, Color c) const;  // kPays: by spending a ko threat
  void play(Point p, Color c);
  void undo();
  // Would the prover's move capture the single stone of the target in a ko?
  bool takes_in_ko(Point p, Point target);
  // The ban and whose turn it is, as a number; and a number well mixed.
  uint64_t turn_state(bool prover_moves) const;
  static uint64_t mixed(uint64_t x);
  static constexpr uint64_t kMix = 0x9e3779b97f4a7c15ull;

  Board* board_ = nullptr;
  TacticalGoal goal_;
  Color prover_ = kEmpty, spoiler_ = kEmpty;
  Threats threats_;

 private:
  Trail trail_;
  std::vector<Threats> threats_before_;  // each move on the trail
};

}  // namespace gokan
