// The eye of sight as Python holds it: a book of templates and room for one position.
#pragma once

#include <nanobind/stl/array.h>

#include <vector>

#include "convert.h"
#include "sight/templates.h"

namespace gokan {

// The sum of weights at every point, and the points that are marked.
struct ScanSeen {
  std::vector<int> weights, marks;
};

// A book with room for the arrays of one position, so that no call allocates them anew.
class Eye {
 public:
  Eye(const std::vector<std::vector<FeatureRange>>& classes,
      const std::vector<TemplateShape>& templates)
      : book_(classes, templates) {}

  const TemplateBook& book() const { return book_; }

  // The arrays of a position; they stay until the next one is looked at.
  const SightArrays& look(const Position& position, int rounds, int seed) {
    see(position.board(), {rounds, seed}, arrays_);
    see_further(position.board(), position.last_move(), arrays_);
    return arrays_;
  }

  Scene scene(const Position& position, Color mover, int rounds, int seed) {
    return book_.scene(look(position, rounds, seed), mover);
  }

  ScanSeen scan(const Position& position, int mover, int rounds, int seed) {
    const auto found = book_.scan(scene(position, to_side(mover), rounds, seed));
    ScanSeen out{found.weights, {}};
    for (size_t i = 0; i < found.marks.size(); ++i)
      if (found.marks[i]) out.marks.push_back(int(i));
    return out;
  }

  std::vector<TemplateBook::Count> counts(const Position& position, int mover, int rounds,
                                          int seed) {
    return book_.counts(scene(position, to_side(mover), rounds, seed));
  }

 private:
  TemplateBook book_;
  SightArrays arrays_;
};

}  // namespace gokan
