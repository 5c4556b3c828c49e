// Zobrist's templates (1969, Part II), compiled: n-tuples of references to the arrays of sight.
//
// A cell's class is a conjunction of ranges over features. Features are seen from the side to move
// ("own", "enemy"), so a colour swap is the same book with the other mover. The anchor of a
// template is the point it speaks about: a weight is put there, or x marks around it.
#pragma once

#include <array>
#include <vector>

#include "sight/patterns.h"
#include "sight/sight.h"

namespace gokan {

// In the order of kFeatureNames, which are the words used in template files.
enum class Feature : uint8_t {
  kStone,        // 0 empty, 1 own, 2 enemy
  kLiberties,    // of the chain
  kStones,       // in the chain
  kSegment,      // 0 none, 1 own, 2 enemy
  kGrouping,     // 500, 600, 700 + stones of the segment
  kArmy,         // stones of the segment
  kSpace,        // empty points of the segment
  kInfluence,    // positive where the mover dominates
  kAdjacentOwn,  // stones next to the point
  kAdjacentEnemy,
  kDiagonalOwn,
  kDiagonalEnemy,
  kLine,         // 1 at the edge
  kCorner,       // the distance to the other near edge
  kDistanceOwn,  // steps to the nearest stone
  kDistanceEnemy,
  kAfterOwn,    // liberties after the mover plays here; 0 if it would be suicide
  kAfterEnemy,  // the same for the opponent
  kTakesOwn,    // stones the mover's play captures
  kTakesEnemy,
  kLast,    // steps to the last move
  kAcross,  // the shorter side of the board
  kCount,
};
extern const std::array<const char*, size_t(Feature::kCount)> kFeatureNames;

struct FeatureRange {
  Feature feature;
  int16_t low, high;  // both included
  bool operator==(const FeatureRange&) const = default;
};

struct TemplateShape {
  std::vector<PatternCell> cells;
  int weight = 0;
  bool once = false;                         // at most once per point, however many orientations
  std::vector<std::array<int8_t, 2>> marks;  // where x's go, relative to the anchor; may be empty
};

struct TemplateScan {
  std::vector<int> weights;  // row-major
  std::vector<bool> marks;   // row-major: the mask
};

class TemplateBook {
 public:
  TemplateBook(std::vector<std::vector<FeatureRange>> classes,
               std::vector<TemplateShape> templates);

  const PatternSet& patterns() const { return set_; }
  int size() const { return int(templates_.size()); }

  Scene scene(const SightArrays& arrays, Color mover) const;
  TemplateScan scan(const Scene& scene) const;
  // Every match, with how often it counts: (template, point, times).
  struct Count {
    uint16_t index, point, times;
  };
  std::vector<Count> counts(const Scene& scene) const;

 private:
  struct Conjunction {
    std::vector<uint16_t> ranges;  // into ranges_
  };
  std::vector<FeatureRange> ranges_;
  std::vector<Conjunction> classes_;
  std::vector<TemplateShape> templates_;
  PatternSet set_;
};

}  // namespace gokan
