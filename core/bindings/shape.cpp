#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "convert.h"
#include "shape/collection.h"
#include "shape/growing.h"
#include "shape/lattice.h"

using namespace gokan;
using namespace gokan::shape;

namespace {

// The definitions of all levels, ready to run.
class ShapeSystem {
 public:
  ShapeSystem(int kinds, const std::vector<int>& names) : kinds_(kinds) {
    if (names.size() != 39) throw nb::value_error("39 names are needed");
    size_t at = 0;
    for (int& n : names_.stone) n = names[at++];
    for (auto& row : names_.pair)
      for (int& n : row) n = names[at++];
    for (int& n : names_.edge) n = names[at++];
    for (auto& row : names_.change)
      for (int& n : row) n = names[at++];
    for (int& n : names_.seen) n = names[at++];
    for (auto& row : names_.side)
      for (int& n : row) n = names[at++];
  }

  void add_level(const Level& level) { levels_.push_back(level); }

  int kinds_;
  Names names_{};
  std::vector<Level> levels_;
};

// Where an element of level 0 is: a point, a line, or a point that changed.
struct PlaceSeen {
  Place kind;
  int where;
};

template <class Range>
auto listed(const Range& range) {
  return std::vector(range.begin(), range.end());
}

// What was recognised: the elements of every level.
struct ShapeWorlds {
  Lattice lattice;
  std::vector<World> above;

  const World& world(int level) const {
    if (level < 0 || level > int(above.size())) throw nb::index_error("no such level");
    return level == 0 ? lattice.world : above[level - 1];
  }

  std::vector<PlaceSeen> places() const {
    std::vector<PlaceSeen> out;
    for (size_t i = 0; i < lattice.where.size(); ++i)
      out.push_back({lattice.place[i], lattice.where[i]});
    return out;
  }

  int count(int level) const { return int(world(level).elements().size()); }
};

std::vector<std::string> strings(const std::vector<nb::bytes>& raw, size_t size) {
  std::vector<std::string> out;
  for (const nb::bytes& b : raw) {
    if (b.size() != size) throw nb::value_error("a round has a byte for each point");
    out.emplace_back(b.c_str(), b.size());
  }
  return out;
}

ShapeWorlds recognise(const ShapeSystem& system, int width, int height,
                      const std::vector<nb::bytes>& boards, const std::vector<nb::bytes>& attended,
                      int top, const std::vector<int>& times) {
  Rounds rounds{width, height, strings(boards, size_t(width) * height),
                strings(attended, size_t(width) * height), times};
  if (!times.empty() &&
      (times.size() != rounds.boards.size() || !std::is_sorted(times.begin(), times.end())))
    throw nb::value_error("times need a value for each round, in order");
  if (!rounds.attended.empty() && rounds.attended.size() != rounds.boards.size())
    throw nb::value_error("attention needs a value for each round");
  for (const std::string& board : rounds.boards)
    for (const char c : board)
      if (c < 0 || c > 2) throw nb::value_error("a board holds 0, 1 and 2");
  ShapeWorlds worlds;
  {
    const nb::gil_scoped_release release;
    worlds.lattice = recognise_lattice(rounds, system.names_, system.kinds_);
    for (int level = 0; level < top && level < int(system.levels_.size()); ++level) {
      const World& below = level == 0 ? worlds.lattice.world : worlds.above.back();
      World made = recognise_level(system.levels_[level], below, system.kinds_);
      worlds.above.push_back(std::move(made));
    }
  }
  return worlds;
}

// The elements of level 1 as bytes, each with the first of its stones.
nb::bytes pack_level_1(const ShapeWorlds& worlds, const std::vector<int>& stone_kinds) {
  const World& world = worlds.world(1);
  std::vector<int> where;
  for (const Element& e : world.elements()) {
    int first = -1, any = 0;
    for (const int m : e.members) {
      if (worlds.lattice.place[m] != Place::kPoint) continue;
      const int point = worlds.lattice.where[m];
      const int kind = worlds.lattice.world.elements()[m].kind;
      any = point;
      if (std::find(stone_kinds.begin(), stone_kinds.end(), kind) == stone_kinds.end()) continue;
      if (first < 0 || point < first) first = point;
    }
    where.push_back(first < 0 ? any : first);
  }
  const std::string packed = pack(world, where);
  return nb::bytes(packed.data(), packed.size());
}

// How many there are, and the first of them.
struct ShapeHits {
  size_t total = 0;
  std::vector<Hit> hits;
};

ShapeHits search_games(const nb::bytes& packed, const std::vector<uint64_t>& offsets, int kinds,
                       Level level, size_t most) {
  level.joints.clear();  // nothing is built on what is found
  ShapeHits found;
  {
    const std::string_view bytes(packed.c_str(), packed.size());
    const nb::gil_scoped_release release;
    found.hits = search(bytes, offsets, level, kinds, most, found.total);
  }
  return found;
}

// A game that goes on, round by round.
class ShapeGrowing {
 public:
  ShapeGrowing(const ShapeSystem& system, int width, int height, int top)
      : kinds_(system.kinds_),
        size_(size_t(width) * size_t(height)),
        growing_(system.names_,
                 {system.levels_.begin(),
                  system.levels_.begin() + std::clamp(top, 0, int(system.levels_.size()))},
                 system.kinds_, width, height) {}

  void add(const nb::bytes& board) {
    const std::string round(board.c_str(), board.size());
    if (round.size() != size_) throw nb::value_error("a round has a byte for each point");
    for (const char c : round)
      if (c < 0 || c > 2) throw nb::value_error("a board holds 0, 1 and 2");
    const nb::gil_scoped_release release;
    growing_.add(round);
  }

  // All that was recognised so far, as `recognise` gives it.
  ShapeWorlds worlds() {
    growing_.settle();
    ShapeWorlds out;
    std::vector<int> below;
    for (int level = 0; level <= growing_.top(); ++level) {
      const World& world = growing_.world(level);
      std::vector<int> number(world.elements().size(), -1);
      std::vector<Element> elements;
      for (size_t i = 0; i < number.size(); ++i) {
        Element e = world.elements()[i];
        if (e.kind < 0) continue;
        number[i] = int(elements.size());
        e.to = std::min(e.to, growing_.rounds() - 1);
        if (level > 0)
          for (int& m : e.members) m = below[size_t(m)];
        elements.push_back(std::move(e));
      }
      std::vector<Occurrence> occurrences;
      for (Occurrence o : world.occurrences()) {
        if (o.holders.empty()) continue;
        for (int& h : o.holders) h = number[size_t(h)];
        occurrences.push_back(std::move(o));
      }
      World made(std::move(elements), std::move(occurrences), kinds_);
      if (level == 0) {
        out.lattice = {std::move(made), growing_.where(), growing_.places()};
      } else {
        out.above.push_back(std::move(made));
      }
      below = std::move(number);
    }
    return out;
  }

 private:
  int kinds_;
  size_t size_;
  Growing growing_;
};

void bind_level(nb::module_& m) {
  nb::enum_<Relation>(m, "ShapeRelation")
      .value("INTO", Relation::kInto)
      .value("BEFORE", Relation::kBefore)
      .value("ALONG", Relation::kAlong);
  nb::enum_<StepKind>(m, "ShapeStepKind")
      .value("ONE", StepKind::kOne)
      .value("EACH", StepKind::kEach)
      .value("REPEAT", StepKind::kRepeat)
      .value("UNLESS", StepKind::kUnless)
      .value("AROUND", StepKind::kAround)
      .value("THEN", StepKind::kThen);
  using Numbers = std::vector<int>;
  nb::class_<Overlap>(m, "ShapeOverlap")
      .def(nb::init<Numbers, int>(), nb::arg("units"), nb::arg("joint"));
  nb::class_<Order>(m, "ShapeOrder")
      .def(nb::init<Relation, int, int>(), nb::arg("relation"), nb::arg("first"),
           nb::arg("second"));
  nb::class_<Constraint>(m, "ShapeConstraint")
      .def(nb::init<Numbers, Numbers, std::vector<Overlap>, std::vector<Order>>(), nb::arg("kinds"),
           nb::arg("contexts"), nb::arg("overlaps"), nb::arg("orders"));
  nb::class_<Step>(m, "ShapeStep")
      .def(nb::init<StepKind, Numbers>(), nb::arg("kind"), nb::arg("constraints"));
  nb::class_<ClassDef>(m, "ShapeClass")
      .def(nb::init<int, std::vector<Step>>(), nb::arg("kind"), nb::arg("steps"));
  nb::class_<Level>(m, "ShapeLevel")
      .def(nb::init<std::vector<Constraint>, std::vector<ClassDef>, Numbers>(),
           nb::arg("constraints"), nb::arg("classes"), nb::arg("joints"));
}

void bind_worlds(nb::module_& m) {
  nb::enum_<Place>(m, "ShapePlaceKind")
      .value("POINT", Place::kPoint)
      .value("LINE", Place::kLine)
      .value("CHANGE", Place::kChange);
  nb::class_<PlaceSeen>(m, "ShapePlace")
      .def_ro("kind", &PlaceSeen::kind)
      .def_ro("where", &PlaceSeen::where);
  nb::class_<Element>(m, "ShapeElement")
      .def_ro("kind", &Element::kind)
      .def_ro("start", &Element::from)
      .def_ro("end", &Element::to)
      .def_ro("members", &Element::members);
  nb::class_<Occurrence>(m, "ShapeOccurrence")
      .def_ro("joint", &Occurrence::joint)
      .def_ro("holders", &Occurrence::holders);
  nb::class_<ShapeWorlds>(m, "ShapeWorlds")
      .def(
          "elements",
          [](const ShapeWorlds& w, int level) { return listed(w.world(level).elements()); },
          nb::arg("level"))
      .def(
          "occurrences",
          [](const ShapeWorlds& w, int level) { return listed(w.world(level).occurrences()); },
          nb::arg("level"))
      .def("places", &ShapeWorlds::places)
      .def("count", &ShapeWorlds::count, nb::arg("level"));
}

}  // namespace

void bind_shape(nb::module_& m) {
  bind_level(m);
  bind_worlds(m);
  m.def("shape_pack", &pack_level_1, nb::arg("worlds"), nb::arg("stone_kinds"));
  nb::class_<Hit>(m, "ShapeHit")
      .def_ro("game", &Hit::game)
      .def_ro("start", &Hit::from)
      .def_ro("end", &Hit::to)
      .def_ro("points", &Hit::where);
  nb::class_<ShapeHits>(m, "ShapeHits")
      .def_ro("total", &ShapeHits::total)
      .def_ro("hits", &ShapeHits::hits);
  m.def("shape_search", &search_games, nb::arg("packed"), nb::arg("offsets"), nb::arg("kinds"),
        nb::arg("level"), nb::arg("most"));
  nb::class_<ShapeSystem>(m, "ShapeSystem")
      .def(nb::init<int, const std::vector<int>&>(), nb::arg("kinds"), nb::arg("names"))
      .def("add_level", &ShapeSystem::add_level, nb::arg("level"))
      .def("recognise", &recognise, nb::arg("width"), nb::arg("height"), nb::arg("boards"),
           nb::arg("attended"), nb::arg("top"), nb::arg("times") = std::vector<int>{});
  nb::class_<ShapeGrowing>(m, "ShapeGrowing")
      .def(nb::init<const ShapeSystem&, int, int, int>(), nb::arg("system"), nb::arg("width"),
           nb::arg("height"), nb::arg("top"))
      .def("add", &ShapeGrowing::add, nb::arg("board"))
      .def("worlds", &ShapeGrowing::worlds);
}
