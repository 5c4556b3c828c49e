#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <ctime>
#include <memory>

#include "convert.h"
#include "sight/lookahead.h"
#include "sight/templates.h"

using namespace gokan;

namespace {

using Cells = std::vector<std::tuple<int, int, int>>;
using Marks = std::vector<std::pair<int, int>>;

nb::bytes int16_bytes(const SightArrays& arrays, const SightArrays::Array& values) {
  std::vector<int16_t> out;
  for (int row = 0; row < arrays.height; ++row)
    for (int col = 0; col < arrays.width; ++col)
      out.push_back(values[size_t(arrays.cell(col, row))]);
  return nb::bytes(reinterpret_cast<const char*>(out.data()), out.size() * sizeof(int16_t));
}

nb::tuple see_position(const Position& position, int rounds, int seed, bool further) {
  const Board& board = position.board();
  auto arrays = std::make_unique<SightArrays>();
  see(board, {rounds, seed}, *arrays);
  if (further) see_further(board, position.last_move(), *arrays);
  nb::list segments;
  for (const auto& s : arrays->segments)
    segments.append(nb::make_tuple(int(s.color), s.stones, s.empties));
  nb::dict named;
  const auto& a = *arrays;
  const std::pair<const char*, const SightArrays::Array*> base[] = {
      {"grouping", &a.grouping},           {"influence", &a.influence},
      {"breathing", &a.breathing},         {"chain", &a.chain},
      {"segment_color", &a.segment_color}, {"segment", &a.segment},
      {"adjacent_black", &a.adjacent[0]},  {"adjacent_white", &a.adjacent[1]},
      {"diagonal_black", &a.diagonal[0]},  {"diagonal_white", &a.diagonal[1]}};
  for (const auto& [name, array] : base) named[name] = int16_bytes(a, *array);
  if (further) {
    const std::pair<const char*, const SightArrays::Array*> more[] = {
        {"line", &a.line},
        {"corner", &a.corner},
        {"distance_black", &a.distance[0]},
        {"distance_white", &a.distance[1]},
        {"after_black", &a.after[0]},
        {"after_white", &a.after[1]},
        {"takes_black", &a.takes[0]},
        {"takes_white", &a.takes[1]},
        {"last", &a.last},
        {"across", &a.across}};
    for (const auto& [name, array] : more) named[name] = int16_bytes(a, *array);
  }
  return nb::make_tuple(segments, named);
}

// A book with room for the arrays of one position, so that no call allocates them anew.
class Eye {
 public:
  Eye(const std::vector<std::vector<std::tuple<int, int, int>>>& classes,
      const std::vector<std::tuple<Cells, int, bool, Marks>>& templates)
      : book_(make_classes(classes), make_templates(templates)),
        goliath_(book_.patterns()),
        dfa_(book_.patterns()) {}

  Scene scene(const Position& position, Color mover, int rounds, int seed) {
    see(position.board(), {rounds, seed}, arrays_);
    see_further(position.board(), position.last_move(), arrays_);
    return book_.scene(arrays_, mover);
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

  nb::list hits(const Position& position, int mover, const std::string& matcher) {
    nb::list out;
    for (const auto& h : match(scene(position, to_side(mover), 4, 50), matcher))
      out.append(nb::make_tuple(int(h.pattern), int(h.symmetry), int(h.point)));
    return out;
  }

  // Median seconds for one look at the board from both sides: arrays; classes; matching. Of
  // processor time, so that what else the machine does is not counted.
  std::array<double, 3> seconds(const Position& position, const std::string& matcher, int repeats) {
    std::array<std::vector<double>, 3> spent;
    for (int i = 0; i < std::max(repeats, 1); ++i) {
      const std::clock_t start = std::clock();
      see(position.board(), {}, arrays_);
      see_further(position.board(), position.last_move(), arrays_);
      const std::clock_t seen = std::clock();
      const Scene black = book_.scene(arrays_, kBlack), white = book_.scene(arrays_, kWhite);
      const std::clock_t classed = std::clock();
      if (matcher == "scan") {
        book_.scan(black), book_.scan(white);
      } else {
        match(black, matcher), match(white, matcher);
      }
      const std::clock_t matched = std::clock();
      spent[0].push_back(double(seen - start) / CLOCKS_PER_SEC);
      spent[1].push_back(double(classed - seen) / CLOCKS_PER_SEC);
      spent[2].push_back(double(matched - classed) / CLOCKS_PER_SEC);
    }
    std::array<double, 3> out{};
    for (size_t k = 0; k < 3; ++k) {
      auto middle = spent[k].begin() + long(spent[k].size() / 2);
      std::nth_element(spent[k].begin(), middle, spent[k].end());
      out[k] = *middle;
    }
    return out;
  }

  int dfa_states() const { return dfa_.states(); }

 private:
  std::vector<PatternHit> match(const Scene& scene, const std::string& matcher) {
    if (matcher == "planes") return match_planes(book_.patterns(), scene);
    if (matcher == "goliath") return goliath_.match(scene);
    if (matcher == "dfa") return dfa_.match(scene);
    if (matcher == "naive") return match_naive(book_.patterns(), scene);
    throw nb::value_error("the matchers are planes, goliath, dfa and naive");
  }
  static std::vector<std::vector<FeatureRange>> make_classes(
      const std::vector<std::vector<std::tuple<int, int, int>>>& classes) {
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
  static std::vector<TemplateShape> make_templates(
      const std::vector<std::tuple<Cells, int, bool, Marks>>& templates) {
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
  GoliathMatcher goliath_;
  DfaMatcher dfa_;
  SightArrays arrays_;
};

nb::tuple look_ahead(const Position& position, const std::vector<int>& marks, int mover,
                     int moves_each, bool exact_ladders, int max_nodes, int ladder_moves) {
  Board board = position.board();
  PointList mask;
  for (int i : marks) mask.push_back(to_point(board, i));
  LookaheadOptions options;
  options.moves_each = moves_each;
  options.exact_ladders = exact_ladders;
  options.max_nodes = uint32_t(max_nodes);
  options.ladder_moves = ladder_moves;
  Lookahead search(options);
  nb::list needed;
  for (const auto& n : search.needed(board, mask, to_side(mover)))
    needed.append(nb::make_tuple(to_index(board, n.target), int(n.owner), n.stones,
                                 index_tuple(board, n.moves)));
  return nb::make_tuple(needed, index_tuple(board, search.given_up()), search.nodes());
}

}  // namespace

void bind_sight(nb::module_& m) {
  m.def("sight_see", &see_position, nb::arg("position"), nb::arg("rounds"), nb::arg("seed"),
        nb::arg("further"));
  m.def("sight_look_ahead", &look_ahead, nb::arg("position"), nb::arg("marks"), nb::arg("mover"),
        nb::arg("moves_each"), nb::arg("exact_ladders"), nb::arg("max_nodes"),
        nb::arg("ladder_moves"));
  nb::list names;
  for (const char* name : kFeatureNames) names.append(name);
  m.attr("SIGHT_FEATURES") = nb::tuple(names);
  nb::class_<Eye>(m, "SightEye")
      .def(nb::init<const std::vector<std::vector<std::tuple<int, int, int>>>&,
                    const std::vector<std::tuple<Cells, int, bool, Marks>>&>(),
           nb::arg("classes"), nb::arg("templates"))
      .def("scan", &Eye::scan, nb::arg("position"), nb::arg("mover"), nb::arg("rounds"),
           nb::arg("seed"))
      .def("counts", &Eye::counts, nb::arg("position"), nb::arg("mover"), nb::arg("rounds"),
           nb::arg("seed"))
      .def("hits", &Eye::hits, nb::arg("position"), nb::arg("mover"), nb::arg("matcher"))
      .def("seconds", &Eye::seconds, nb::arg("position"), nb::arg("matcher"), nb::arg("repeats"))
      .def_prop_ro("dfa_states", &Eye::dfa_states);
}
