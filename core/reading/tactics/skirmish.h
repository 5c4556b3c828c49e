// A player's way of reading: the moves that come to mind, and the line that promises most first.
//
// It answers the questions of tactics.h (can a block be captured, can two blocks be joined?) where
// that search, which must answer every legal reply, does not come to an end. Here both sides choose
// among moves that a player would look at: liberties and their surroundings, attackers short of
// liberties, net points; ways between two blocks and the stones that bar them. So its verdicts are
// read, except where every reply that could matter was answered.
//
// The search is depth-first proof numbers (Nagai 2002). Where children share descendants, sums
// count work twice, so the side with the choice is rated by the hardest child and the number of
// the others (weak proof numbers: Ueda et al. 2008). A move that comes to mind late starts with a
// worse number.
//
// The *reach* of a search says when the spoiler has got away: with so many liberties, or so many
// moves between the blocks, and the prover to move. It is raised step by step: a success counts at
// any reach, a failure only for the reach that was read.
//
// Ko. First nobody has threats. Solved positions carry whether the solution rests on a ban to
// retake; if so a second search gives the loser three threats.
#pragma once

#include <algorithm>
#include <memory>
#include <unordered_map>

#include "go/ladder.h"
#include "reading/tactics/tactics.h"
#include "reading/tactics/ways.h"

namespace gokan {

class Skirmish : private Contest {
 public:
  struct Scope {
    int reach = 5;
    size_t wide = SIZE_MAX;  // plies; up to there every reply that could matter is answered
    bool others = true;      // look for more than one move
  };

  explicit Skirmish(int table_bits = 18) : table_(size_t(1) << table_bits) {}

  void set_limits(const SearchLimits& limits) { limits_ = limits; }
  void set_scope(const Scope& scope) { scope_ = scope; }
  TacticalResult prove(Board& board, const TacticalGoal& goal);  // the prover moves first
  TacticalResult spoil(Board& board, const TacticalGoal& goal);  // the spoiler moves first

 private:
  static constexpr uint32_t kInfinite = 1u << 30;
  static constexpr size_t kMaxDepth = 300;
  static constexpr size_t kWays = 4;
  static constexpr uint64_t kAllHelp = 60'000;  // nodes for captures of cutting blocks

  struct Value {  // proof and disproof number; whether a ban on a ko mattered
    uint32_t pn = 1, dn = 1;
    bool ko = false;
    bool solved() const { return pn == 0 || dn == 0; }
  };
  struct Entry {
    uint64_t key = 0;
    Value value;
    uint32_t work = 0;
    uint16_t age = 0;
    uint8_t reach = 0;
    Point move = kPass;
    Zone zone;  // of a success
  };
  struct Child {
    uint64_t key, neutral;  // with and without the threats
    Value guess;            // at creation
    Point move;
    bool spends;          // a threat
    bool merged = false;  // its zone is in that of the parent
    Point reply = kPass;
  };
  // Moves with how late they come to mind: 0 at once.
  class Ideas {
   public:
    void add(Point p, int late) {
      if (!known_.has(p)) {
        known_.add(p);
        list_.push_back({p, late});
        return;
      }
      for (auto& [q, was] : list_)
        if (q == p) was = std::min(was, late);
    }
    const std::vector<std::pair<Point, int>>& list() const { return list_; }

   private:
    Zone known_;
    std::vector<std::pair<Point, int>> list_;
  };

  void start(Board& board, const TacticalGoal& goal);
  struct Answer {
    Value value;
    Point move = kPass;
    int reach = 0;
    Zone zone;
  };
  Answer solve(bool prover_moves, Threats threats);  // at the root, raising the reach
  Answer ask(bool prover_moves, Point last);
  std::pair<int, int> reaches();
  std::pair<int, int> connect_reaches();
  Point finish();
  Point joining_point();
  int gap(int most);
  bool cutter_falls(Zone& zone);
  PointList helped_capture(Point head);
  bool joined() const;
  void finish_result(TacticalResult& result, const Answer& answer, bool prover_first,
                     Threats threats, const Zone& attack);
  struct Node;
  Value search(bool prover_moves, uint32_t most_pn, uint32_t most_dn, size_t depth, Point last,
               Point hint);
  void expand(Node& node, size_t depth, Point hint);
  bool add_child(Node& node, Point move, int late);
  bool closed(Node& node, bool every_reply);
  Value look_up(Node& node, Child& child);
  void merge(Node& node, Child& child, Zone zone);
  Value guess(bool prover_moves, int late, Zone& zone);
  void winners(bool prover_first, Point found, const Zone& attack, TacticalResult& result);
  void add_threatening(const Zone& zone, Ideas& out) const;
  PointList line_after(bool prover_first, Point first);

  void ideas(bool prover_moves, size_t depth, Ideas& out);
  Value guess_capture(bool prover_moves, Zone& zone);
  Value guess_connect(bool prover_moves, Zone& zone);
  void capture_ideas(bool prover_moves, Point target, size_t depth, Ideas& out);
  void connect_ideas(size_t depth, Ideas& out);

  int liberties(Point p, int most) const { return board_->liberty_count(p, most); }
  void add_liberties(Point p, int late, Ideas& out) const;
  uint64_t key(bool prover_moves) const;
  uint64_t neutral_key(bool prover_moves) const;  // threats left out
  const Entry* find(uint64_t key) const;
  void store(uint64_t key, const Value& value, uint32_t work, Point move, const Zone& zone);
  bool out_of_budget();

  SearchLimits limits_{.nodes = 200'000};
  Scope scope_;
  Countdown countdown_;
  std::vector<Entry> table_;
  uint16_t age_ = 0;
  int reach_ = 0, read_ = 0;
  Zone zone_;            // of the last success
  Point best_ = kPass;   // of the last search
  bool judged_ = false;  // a leaf was
  LadderReader ladder_{500, KoThreats::kDefender};
  Point capture_ = kPass;  // that takes the cutting block found last
  std::unique_ptr<Skirmish> helper_;
  std::unordered_map<uint64_t, PointList> helped_;
  uint64_t help_left_ = 0;
  Ways ways_;
  std::vector<uint64_t> path_;
  uint64_t nodes_ = 0, stop_at_ = 0;
  bool stop_ = false;
};

}  // namespace gokan
