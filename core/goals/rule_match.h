// What the matches of rules share: the board's blocks by name, conditions, joins, who overrules
// whom.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "goals/rule_book.h"

namespace gokan {

// The blocks of a board under names that do not hang on how they came about: the first stone of
// each, row by row. `mark` is a number for a point's block with its liberties, or for the blocks
// around an empty point (and a ko there): where it is the same, so is every answer to a condition.
struct BlockTable {
  explicit BlockTable(const Board& board);

  int name(const Board& board, Point p) const {  // what two slots must share to be one block
    return board.is_stone(p) ? names[board.head(p)] : kMaxPoints + p;
  }
  std::array<Point, kMaxPoints> names;   // by head
  std::array<uint8_t, kMaxPoints> kind;  // by point, for Black: 0 empty, 1..5 own, 6..10 enemy
};

std::vector<uint64_t> block_marks(const Board& board);  // by point

// The kind of a point for the other side.
constexpr int other_side(int kind) {
  return !kind ? 0 : kind > kLibertyKinds ? kind - kLibertyKinds : kind + kLibertyKinds;
}

// Answers the conditions of rules about one board.
class Judge {
 public:
  Judge(const Board& board, Color own) : board_(board), own_(own) {}
  bool holds(const std::vector<RuleStep>& program, const Point* slots);

 private:
  int term(const RuleStep& step, const Point* slots);
  int liberties(Point p);
  int after(Point p, Color c);
  int played(Point p, Color c);

  const Board& board_;
  Color own_;
  std::unique_ptr<Board> scratch_;
  Trail trail_;
  // What was found once; 0 where nothing was asked yet.
  std::array<int16_t, kMaxPoints> liberties_{};
  std::array<std::array<int16_t, kMaxPoints>, 2> after_{};
};

// One match among others. `key` is its goal with its objects, or that it is an eye.
struct RuleEntry {
  static constexpr uint64_t kNothing = ~uint64_t(0);  // the key where the condition fails
  uint64_t key, order;                                // the most specific first
  uint16_t rule;
  bool kept;
  uint32_t slots, hits;       // where they begin
  uint32_t about, area, end;  // points[about..area) and, of an eye, points[area..end)
};

// Matches in their order, with what they name.
class RuleEntries {
 public:
  explicit RuleEntries(const std::vector<RuleShape>& rules) : rules_(&rules) {}

  // A match of a rule; it is put in order later. `hits` has one for each map.
  void add(const Board& board, const BlockTable& blocks, uint16_t rule, const Point* slots,
           const PatternHit* hits, bool holds);
  // A match of another list as it stands.
  void copy(const RuleEntries& from, const RuleEntry& entry);
  // Puts those from `first` on in order, and all of them together.
  void arrange(size_t first);
  // Decides which are overruled. Groups that are as they were in `old` stay as they are there.
  void filter(const RuleEntries& old);

  // Which of two matches, of two lists, comes first; equivalent only if they say the same.
  static bool before(const RuleEntries& one, const RuleEntry& a, const RuleEntries& other,
                     const RuleEntry& b);

  uint64_t key_of(const Board& board, const BlockTable& blocks, uint16_t rule,
                  const Point* slots) const;
  void clear();

  std::vector<RuleEntry> entries;
  std::vector<Point> slots, points;
  std::vector<PatternHit> hits;

 private:
  uint32_t gather(const std::vector<uint8_t>& which, const Point* at);
  bool same(const RuleEntry& entry, const RuleEntries& old, const RuleEntry& other) const;
  bool overrules(const RuleEntry& over, const RuleEntry& under) const;

  const std::vector<RuleShape>* rules_;
};

// The hits of one map of a rule, one for each choice of blocks: which stones of two long blocks
// touch makes no difference.
struct PlacedHits {
  PlacedHits(const Board& board, const BlockTable& blocks, const RuleShape& rule, size_t map,
             const std::vector<PatternHit>& all);

  std::vector<PatternHit> hits;
  std::vector<bool> known;     // nothing is new about these; false to begin with
  std::vector<uint8_t> slots;  // of the map
  std::vector<Point> points;   // for each hit, those of the slots
};

// Joins the hits of a rule's maps, map after map, and adds what its condition lets through; matches
// of known hits alone are left out.
void join_maps(const Board& board, const BlockTable& blocks, const RuleShape& rule, uint16_t number,
               const std::vector<PlacedHits>& maps, Judge& judge, RuleEntries& out);

}  // namespace gokan
