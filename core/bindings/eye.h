// The eye of sight as Python holds it: a book of templates and room for one position.
#pragma once

#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "convert.h"
#include "sight/templates.h"

namespace gokan {

using Cells = std::vector<std::tuple<int, int, int>>;
using Marks = std::vector<std::pair<int, int>>;
using Template = std::tuple<Cells, int, bool, Marks>;

// A book with room for the arrays of one position, so that no call allocates them anew.
class Eye {
 public:
  Eye(const std::vector<Cells>& classes, const std::vector<Template>& templates)
      : book_(make_classes(classes), make_templates(templates)) {}

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

  nb::tuple scan(const Position& position, int mover, int rounds, int seed) {
    const auto found = book_.scan(scene(position, to_side(mover), rounds, seed));
    nb::list marks;
    for (size_t i = 0; i < found.marks.size(); ++i)
      if (found.marks[i]) marks.append(int(i));
    return nb::make_tuple(found.weights, marks);
  }

  nb::list counts(const Position& position, int mover, int rounds, int seed) {
    nb::list out;
    for (const auto& c : book_.counts(scene(position, to_side(mover), rounds, seed)))
      out.append(nb::make_tuple(int(c.index), int(c.point), int(c.times)));
    return out;
  }

 private:
  static std::vector<std::vector<FeatureRange>> make_classes(const std::vector<Cells>& classes) {
    std::vector<std::vector<FeatureRange>> out;
    for (const auto& conjunction : classes) {
      out.emplace_back();
      for (const auto& [feature, low, high] : conjunction) {
        if (feature < 0 || feature >= int(Feature::kCount))
          throw nb::value_error("there is no such feature");
        out.back().push_back({Feature(feature), int16_t(std::clamp(low, -30000, 30000)),
                              int16_t(std::clamp(high, -30000, 30000))});
      }
    }
    return out;
  }
  static std::vector<TemplateShape> make_templates(const std::vector<Template>& templates) {
    std::vector<TemplateShape> out;
    for (const auto& [cells, weight, once, marks] : templates) {
      TemplateShape t{{}, weight, once, {}};
      for (const auto& [dx, dy, cls] : cells)
        t.cells.push_back({int8_t(dx), int8_t(dy), int16_t(cls)});
      for (const auto& [dx, dy] : marks) t.marks.push_back({int8_t(dx), int8_t(dy)});
      out.push_back(std::move(t));
    }
    return out;
  }

  TemplateBook book_;
  SightArrays arrays_;
};

}  // namespace gokan
