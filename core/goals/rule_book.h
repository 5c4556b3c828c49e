// The rule base of goals, compiled: maps found by sight's matcher, joined and filtered.
//
// A rule has one or several maps. Each cell of a map asks for a set of *kinds* of point: empty, or
// a stone of either side with one, two, three, four, or more liberties. Named cells are *slots*;
// what cannot be said of one cell alone ("the block at a has more liberties than the one at b",
// "a and b are one block") is a small program over slots. Maps of one rule are joined on slots that
// must be the same block or point; one stone then stands for its block. A match that a more
// specific one speaks better about is dropped (Klinger 3.10): for the same goal and objects, about
// the same moves, and either for the same purpose or with another recommendation.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "go/board.h"
#include "sight/patterns.h"

namespace gokan {

constexpr int kLibertyKinds = 5;  // 1, 2, 3, 4, and more
constexpr int kPointKinds = 1 + 2 * kLibertyKinds;
constexpr size_t kMostMaps = 4;  // of one rule
using KindSet = uint16_t;        // bit 0 empty, bits 1..5 own, bits 6..10 enemy by liberties

enum class RuleOp : uint8_t {
  kNumber,      // push a
  kLiberties,   // push the liberties of the block on slot a, 0 for an empty point
  kStones,      // push its stones
  kStone,       // push 0 empty, 1 own, 2 enemy
  kAfterOwn,    // push the liberties of an own stone played on slot a, 0 if it cannot be played
  kAfterEnemy,  // the same for the enemy
  kSame,        // push whether slots a and b are one block, or one point
  kLiberty,     // push whether slot a is a liberty of the block on slot b
  kLine,        // push the distance of slot a to the nearest edge, 1 at the edge
  kLess,
  kEqual,
  kAnd,
  kOr,
  kNot,
  kCount,
};

struct RuleStep {
  RuleOp op;
  int16_t a = 0, b = 0;
};

struct RuleSlot {
  uint8_t map;
  int8_t dx, dy;  // from the map's anchor
};

struct RuleLink {  // how a map hangs on the maps before it
  int16_t slot = -1, earlier = -1;
};

enum class RuleKind : uint8_t { kMove, kEye, kConnection };

struct RuleShape {
  std::vector<std::vector<PatternCell>> maps;
  std::vector<RuleLink> links;  // one per map; the first is empty
  std::vector<RuleSlot> slots;
  std::vector<RuleStep> when;
  int specificity = 0;
  RuleKind kind = RuleKind::kMove;
  uint8_t goal = 0, purpose = 0, recommendation = 0;  // numbers of the caller's
  bool only = false;  // drops every less specific move for the goal, not just the same moves
  std::vector<uint8_t> objects, moves, border, centre;  // slots
};

class RuleEntries;
struct BlockTable;

class RuleBook {
 public:
  // A class is a set of kinds; two classes may hold the same kinds and tell cells apart by what
  // they are for, so that a map is not taken for its own mirror image.
  RuleBook(const std::vector<KindSet>& classes, std::vector<RuleShape> rules);

  // Everything that holds with `own` as the side the rules speak for; those with `kept` are not
  // overruled. `within` limits the points on which (first) maps may be anchored; nullptr means the
  // whole board.
  void match(const Board& board, Color own, const Plane* within, RuleEntries& out) const;
  // The hits of all maps anchored on some points: f(rule, map, hit).
  template <class F>
  void walk(const Board& board, const BlockTable& blocks, Color own, const Plane& anchors,
            F&& f) const;
  // The slots of a hit's map: f(slot, point).
  template <class F>
  void for_each_slot(const Board& board, const PatternHit& hit, F&& f) const;
  uint16_t rule_of(const PatternHit& hit) const { return map_of_[hit.pattern].rule; }
  const std::vector<RuleShape>& rules() const { return rules_; }
  const PatternSet& patterns() const { return set_; }
  int reach() const { return reach_; }  // of any map from its anchor
  Scene scene(const Board& board, const BlockTable& blocks, Color own) const;

 private:
  struct MapOf {
    uint16_t rule;
    uint8_t map, symmetry;
    // The slots of the map in this orientation.
    struct Place {
      uint8_t slot;
      int8_t dx, dy;
    };
    std::vector<Place> places;
  };
  std::vector<KindSet> kinds_;  // per class of set_
  std::vector<RuleShape> rules_;
  std::vector<MapOf> map_of_;  // per pattern of set_
  PatternSet set_;
  int reach_ = 0;
};

template <class F>
void RuleBook::for_each_slot(const Board& board, const PatternHit& hit, F&& f) const {
  const int anchor = board.at(hit.point % board.width(), hit.point / board.width());
  for (const auto& place : map_of_[hit.pattern].places)
    f(place.slot, Point(anchor + place.dy * board.stride() + place.dx));
}

template <class F>
void RuleBook::walk(const Board& board, const BlockTable& blocks, Color own, const Plane& anchors,
                    F&& f) const {
  const Scene view = scene(board, blocks, own);
  const int stride = view.stride(), width = view.width();
  walk_planes_sized(set_, view, anchors, [&](uint32_t v, const Plane& where, int words) {
    const uint16_t pattern = set_.variants()[v].pattern;
    const auto& of = map_of_[pattern];
    planes::for_each_bit(where, words, [&](int bit) {
      const auto point = uint16_t(bit / stride * width + bit % stride);
      f(of.rule, of.map, PatternHit{pattern, of.symmetry, point});
    });
  });
}

}  // namespace gokan
