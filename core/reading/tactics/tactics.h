// Tactical reading on the whole open board: can a block be captured, can two blocks be joined?
//
// One side, the *prover*, has a goal that ends a line when it is reached: a target block leaves
// the board, or two blocks become one. The other side, the *spoiler*, wants to prevent it. (So
// "defend" and "cut" are the same search with the spoiler moving first.)
//
// The search is one of threats, in the spirit of lambda search (Thomsen 2000). Its *order* is the
// number of quiet moves the prover may still spend. A prover's move that leaves a target in atari
// is not quiet and costs nothing, so order 0 is the ladder; order 1 adds nets, loose ladders and
// whatever else threatens a ladder, and so on. The order is raised until the goal is reached or
// the budget ends.
//
// What the spoiler may do. He first passes: if the prover then has nothing within the order, his
// move was no threat. Otherwise the proof after the pass comes with a *relevance zone*, the set of
// points on which it depends; a spoiler's move outside changes nothing, so only moves in the zone
// are tried, and their proofs may make it larger. A zone holds every point that the proof plays
// on, every block it captures with all neighbours, and for each prover's block that touches it
// two liberties (or its only one). So "the goal is reached" takes in every legal reply on the
// board and is exact. A target in atari is quicker: filling the last liberty and capturing a
// block that touches it are all that can help.
//
// What the prover may do. Moves that leave a target in atari, and any quiet move in the *fail
// zone* of the next lower order: points on which that failure depended. "Not reached" holds for
// the orders that were searched, and is a judgement: a target with more than order + 2 liberties
// counts as escaped.
//
// Ko. Simple ko binds both sides; a side with outside threats may retake at once and spends one.
// A target taken in a ko is not gone while the spoiler has a threat left to take back. A repeated
// position has failed for the prover. Suicide is barred.
#pragma once

#include "base/search_limits.h"
#include "go/board.h"
#include "reading/tactics/contest.h"
#include "reading/tactics/ways.h"
#include "reading/tactics/zone.h"

namespace gokan {

class Tactics : private Contest {
 public:
  static constexpr int kOrder = 6;

  explicit Tactics(int table_bits = 16);

  // The order counts the quiet moves of the prover. Without `bridges` no block that could be
  // captured counts as a connection: then nothing is judged where the prover gets there.
  void set_limits(const SearchLimits& limits, int order = kOrder, bool bridges = true) {
    limits_ = limits;
    order_ = order;
    bridges_ = bridges;
  }
  TacticalResult prove(Board& board, const TacticalGoal& goal);  // the prover moves first
  TacticalResult spoil(Board& board, const TacticalGoal& goal);  // the spoiler moves first

 private:
  struct Entry {
    uint64_t key = 0;
    uint32_t age = 0;
    int8_t won = 127;  // the lowest order known to do
    int8_t lost = -1;  // the highest known to fail
    bool ko = false;   // a ko was met below
    bool judged = false;
    Point move = kPass;
    Zone win, fail;
  };
  struct Iteration {  // one run over the orders under one assumption about threats
    bool won = false, ko = false, judged = false;
    int order = -1;  // of the win, or the last one completed
    Point move = kPass;
    Zone zone;
  };
  struct Seen {  // what a subtree met
    size_t lowest;
    bool ko, judged;
  };

  void start(Board& board, const TacticalGoal& goal);
  Iteration deepen(int from, int to, Threats threats);
  void winning_moves(const Iteration& now, Threats threats, TacticalResult& result);
  PointList line_after(Point first, bool prover_first, int order, Threats threats);
  PointList survivors(const Iteration& attack, Threats threats, int& order, Seen& met, Zone& zone);

  bool reach(int order, size_t depth, Zone& zone, Point hint = kPass);
  bool reach_now(Zone& zone, Point& move);
  bool try_moves(int order, size_t depth, const Zone& lower, Point first, Zone& zone, Point& move);
  bool try_move(Point p, int order, size_t depth, Zone& zone);
  bool hold(int order, size_t depth, Point last, Zone& zone);
  bool hold_in_atari(int order, size_t depth, Zone& won, Zone& zone);
  bool every_answer_fails(int order, size_t depth, Point first, Zone& won, Zone& below,
                          Point& refutation);
  bool spoiler_fails(Point p, int order, size_t depth, Zone& zone, Point hint = kPass);
  bool runs_away(int order, Zone& zone);
  bool cutter_falls(int order, size_t depth, Zone& zone);
  bool too_far(int order, Zone& zone);
  bool achieved() const;
  int target_liberties() const;  // of the target with the fewest; 0 if it is gone
  bool legal(Point p, Color c);  // notes the kos it meets

  void add_paths(int most, Zone& zone);
  int distance(int most);
  void sorted(const Zone& zone, Color c, Point first, PointList& out) const;
  void saving_points(PointList& out) const;
  uint64_t key(bool prover_to_move) const;
  Entry* find(uint64_t key);
  Entry& slot(uint64_t key);
  bool out_of_budget();
  Seen enter();
  void leave(const Seen& before, size_t depth);

  SearchLimits limits_{.nodes = 1'000'000};
  int order_ = kOrder;
  bool bridges_ = true;
  Countdown countdown_{256};
  std::vector<Entry> table_;
  uint32_t age_ = 0;
  Ways ways_;
  std::vector<uint64_t> path_;
  std::array<uint32_t, kMaxPoints> credit_{};   // how often a prover's move there has won
  std::array<uint32_t, kMaxPoints> refuted_{};  // how often a spoiler's move there has saved him
  Point answer_ = kPass;                        // the prover's move in the last position won
  Seen seen_{};
  uint64_t nodes_ = 0;
  bool stop_ = false;
};

}  // namespace gokan
