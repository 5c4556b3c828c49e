// The matches of all rules, kept while a game goes on, is taken back, or tries something else.
//
// Nothing is told to the watch but the board: it compares it with the one it saw last. A match
// hangs on the kinds of its cells; and, by its condition and its objects, on the blocks at its
// slots and around them (see BlockTable). Only matches that hang on something that has changed are
// looked for again, and only where those were lost or found is it decided again which ones are
// overruled. Klinger's wards and supports (3.11), with the board itself as the reversion manager.
#pragma once

#include <array>
#include <vector>

#include "goals/rule_match.h"

namespace gokan {

class RuleWatch {
 public:
  explicit RuleWatch(const RuleBook& book);

  // Brings everything up to date with a board of any size; false if nothing has changed.
  bool look(const Board& board);
  // What holds with `own` as the side the rules speak for; those with `kept` are not overruled.
  const RuleEntries& matches(Color own) const { return sides_[own - 1].found; }
  // The same before the last look that found a change.
  const RuleEntries& before(Color own) const { return sides_[own - 1].next; }
  const RuleBook& book() const { return book_; }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  struct OneMap {
    std::vector<PatternHit> all;   // its hits
    std::vector<PatternHit> used;  // those that stand for their blocks, in order
    std::vector<PatternHit> same;  // of these, those about which nothing has changed
  };
  struct Side {
    RuleEntries found, next;
    std::vector<std::vector<OneMap>> several;  // of the rules with several maps
  };
  struct Changes {
    std::array<bool, kMaxPoints> kind{}, block{};  // by point
    Plane anchors{};                               // of maps that a changed kind may touch
  };

  bool compare(const Board& board, const BlockTable& blocks, Changes& changes);
  void renew(const Board& board, const BlockTable& blocks, Color own, const Changes& changes);
  void rejoin(const Board& board, const BlockTable& blocks, size_t which, const Changes& changes,
              std::vector<OneMap>& maps, Judge& judge, RuleEntries& out) const;
  static bool all_same(const std::vector<OneMap>& maps, const PatternHit* hits);
  bool touched(const Board& board, const PatternHit& hit, const Changes& changes) const;

  const RuleBook& book_;
  std::vector<int> several_;     // by rule: its place in Side::several, or -1
  std::vector<uint16_t> rules_;  // in that order
  int width_ = 0, height_ = 0;
  std::array<uint8_t, kMaxPoints> kind_{};
  std::vector<uint64_t> marks_;
  std::array<Side, 2> sides_;
  // While it looks:
  std::vector<PatternHit> found_;
  RuleEntries joined_;
  std::vector<uint32_t> judged_;
};

}  // namespace gokan
