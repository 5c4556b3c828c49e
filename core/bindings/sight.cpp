#include "sight/sight.h"

#include <memory>

#include "eye.h"
#include "sight/lookahead.h"

using namespace gokan;

namespace {

nb::bytes int16_bytes(const SightArrays& arrays, const SightArrays::Array& values) {
  std::vector<int16_t> out;
  for (int row = 0; row < arrays.height; ++row)
    for (int col = 0; col < arrays.width; ++col)
      out.push_back(values[size_t(arrays.cell(col, row))]);
  return nb::bytes(reinterpret_cast<const char*>(out.data()), out.size() * sizeof(int16_t));
}

// A segment: whose it is, its stones and its empty points.
struct SeenSegment {
  int color, stones, empties;
};
struct Seen {
  std::vector<SeenSegment> segments;
  nb::dict arrays;  // by name, a number of two bytes for each point
};

Seen see_position(const Position& position, int rounds, int seed, bool further) {
  const Board& board = position.board();
  auto arrays = std::make_unique<SightArrays>();
  see(board, {rounds, seed}, *arrays);
  if (further) see_further(board, position.last_move(), *arrays);
  Seen seen;
  for (const auto& s : arrays->segments)
    seen.segments.push_back({int(s.color), s.stones, s.empties});
  nb::dict& named = seen.arrays;
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
  return seen;
}

// What a look ahead found, in points of the board.
struct NeededMoves {
  int target, owner, stones;
  nb::tuple moves;
};
struct LookedAhead {
  std::vector<NeededMoves> needed;
  nb::tuple given_up;
  uint64_t nodes;
};

LookedAhead look_ahead(const Position& position, const std::vector<int>& marks, int mover,
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
  LookedAhead found;
  for (const auto& n : search.needed(board, mask, to_side(mover)))
    found.needed.push_back(
        {to_index(board, n.target), int(n.owner), n.stones, index_tuple(board, n.moves)});
  found.given_up = index_tuple(board, search.given_up());
  found.nodes = search.nodes();
  return found;
}

}  // namespace

void bind_sight(nb::module_& m) {
  nb::class_<SeenSegment>(m, "SeenSegment")
      .def_ro("color", &SeenSegment::color)
      .def_ro("stones", &SeenSegment::stones)
      .def_ro("empties", &SeenSegment::empties);
  nb::class_<Seen>(m, "Seen").def_ro("segments", &Seen::segments).def_ro("arrays", &Seen::arrays);
  m.def("sight_see", &see_position, nb::arg("position"), nb::arg("rounds"), nb::arg("seed"),
        nb::arg("further"));
  nb::class_<NeededMoves>(m, "NeededMoves")
      .def_ro("target", &NeededMoves::target)
      .def_ro("owner", &NeededMoves::owner)
      .def_ro("stones", &NeededMoves::stones)
      .def_ro("moves", &NeededMoves::moves);
  nb::class_<LookedAhead>(m, "LookedAhead")
      .def_ro("needed", &LookedAhead::needed)
      .def_ro("given_up", &LookedAhead::given_up)
      .def_ro("nodes", &LookedAhead::nodes);
  m.def("sight_look_ahead", &look_ahead, nb::arg("position"), nb::arg("marks"), nb::arg("mover"),
        nb::arg("moves_each"), nb::arg("exact_ladders"), nb::arg("max_nodes"),
        nb::arg("ladder_moves"));
  nb::list names;
  for (const char* name : kFeatureNames) names.append(name);
  m.attr("SIGHT_FEATURES") = nb::tuple(names);
  nb::class_<FeatureRange>(m, "FeatureRange")
      .def(
          "__init__",
          [](FeatureRange* self, int feature, int low, int high) {
            if (feature < 0 || feature >= int(Feature::kCount))
              throw nb::value_error("there is no such feature");
            new (self) FeatureRange{Feature(feature), int16_t(std::clamp(low, -30000, 30000)),
                                    int16_t(std::clamp(high, -30000, 30000))};
          },
          nb::arg("feature"), nb::arg("low"), nb::arg("high"));
  nb::class_<PatternCell>(m, "PatternCell")
      .def(nb::init<int8_t, int8_t, int16_t>(), nb::arg("dx"), nb::arg("dy"), nb::arg("cls"));
  nb::class_<TemplateShape>(m, "TemplateShape")
      .def(nb::init<std::vector<PatternCell>, int, bool, std::vector<std::array<int8_t, 2>>>(),
           nb::arg("cells"), nb::arg("weight"), nb::arg("once"), nb::arg("marks"));
  nb::class_<ScanSeen>(m, "ScanSeen")
      .def_ro("weights", &ScanSeen::weights)
      .def_ro("marks", &ScanSeen::marks);
  nb::class_<TemplateBook::Count>(m, "TemplateCount")
      .def_ro("index", &TemplateBook::Count::index)
      .def_ro("point", &TemplateBook::Count::point)
      .def_ro("times", &TemplateBook::Count::times);
  nb::class_<Eye>(m, "SightEye")
      .def(nb::init<const std::vector<std::vector<FeatureRange>>&,
                    const std::vector<TemplateShape>&>(),
           nb::arg("classes"), nb::arg("templates"))
      .def("scan", &Eye::scan, nb::arg("position"), nb::arg("mover"), nb::arg("rounds"),
           nb::arg("seed"))
      .def("counts", &Eye::counts, nb::arg("position"), nb::arg("mover"), nb::arg("rounds"),
           nb::arg("seed"));
}
