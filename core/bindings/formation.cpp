#include "convert.h"
#include "shape/formation_model.h"
#include "shape/mining.h"
#include "shape/steps.h"

using namespace gokan;
using namespace gokan::shape;

namespace {

void check_ages(const Position& position, const std::vector<int>& ages) {
  if (ages.size() != size_t(position.board().geometry().count))
    throw nb::value_error("ages needs a number for each point");
}

nb::list scores(FormationModel& model, const Position& position, const std::vector<int>& ages) {
  check_ages(position, ages);
  std::vector<int> points;
  std::vector<float> found;
  {
    const nb::gil_scoped_release release;
    position.for_each_legal(position.to_play(), [&](int i) { points.push_back(i); });
    model.score(position.board(), position.to_play(), ages, points, found);
  }
  nb::list result;
  for (size_t i = 0; i < points.size(); ++i)
    result.append(nb::make_tuple(points[i], double(found[i])));
  return result;
}

// An element or formation of a move, and what it weighs.
struct WeighedForm {
  int form;
  int level;
  std::array<int, 4> what;
  std::array<int, 2> where;
  double weight;
};

std::vector<WeighedForm> weigh(FormationModel& model, const Position& position,
                               const std::vector<int>& ages, int point) {
  check_ages(position, ages);
  to_point(position.board(), point);
  std::vector<WeighedForm> result;
  for (const auto& [form, weight] : model.weigh(position.board(), position.to_play(), ages, point))
    result.push_back({int(form.form),
                      int(form.level),
                      {form.what[0], form.what[1], form.what[2], form.what[3]},
                      {form.where[0], form.where[1]},
                      double(weight)});
  return result;
}

FormationModel::Progress train(FormationModel& model, const std::vector<std::string>& games,
                               int every, int offset, double rate) {
  if (every < 1) throw nb::value_error("every must be at least 1");
  const nb::gil_scoped_release release;
  return model.train(games, every, offset, rate);
}

std::vector<std::vector<int>> examples_of(const FormationCount& c) {
  std::vector<std::vector<int>> examples;
  for (int i = 0; i < std::min<int64_t>(c.games, 3); ++i)
    examples.push_back({c.examples[size_t(i)][0], c.examples[size_t(i)][1]});
  return examples;
}

FormationCount count_of(FormationCode code, int64_t played, int64_t games, int64_t possible,
                        int64_t chosen, const std::vector<int64_t>& orders,
                        const std::vector<int64_t>& ages,
                        const std::vector<std::vector<int>>& examples, int last_game) {
  FormationCount c;
  c.code = code;
  c.played = played;
  c.games = games;
  c.possible = possible;
  c.chosen = chosen;
  c.last_game = last_game;
  if (orders.size() != c.orders.size() || ages.size() != c.ages.size() || examples.size() > 3)
    throw nb::value_error("that is not the count of a formation");
  std::copy(orders.begin(), orders.end(), c.orders.begin());
  std::copy(ages.begin(), ages.end(), c.ages.begin());
  for (size_t i = 0; i < examples.size(); ++i) {
    if (examples[i].size() != 2) throw nb::value_error("an example is a game and a move");
    c.examples[i] = {examples[i][0], examples[i][1]};
  }
  return c;
}

nb::tuple points_of(const FormationSeen& seen) {
  nb::list points;
  for (const int p : seen.points)
    if (p >= 0) points.append(p);
  return nb::tuple(points);
}

// All that a stone of this colour would complete; `move` is where it would stand.
std::vector<FormationSeen> next_steps(const Position& position, int side,
                                      const std::vector<uint64_t>& codes) {
  const nb::gil_scoped_release release;
  std::vector<FormationSeen> found;
  const StepFinder finder(codes);
  TieBoard board;
  board.look(position.board());
  for (int i = 0; i < board.points(); ++i) {
    if (board.color(board.cell(i)) != kEmpty) continue;
    finder.find(board, board.cell(i), Color(side),
                [&](size_t number, const std::array<int, kMostStones>& cells) {
                  FormationSeen seen{i, int(number), {}};
                  for (size_t k = 0; k < cells.size(); ++k)
                    seen.points[k] = cells[k] < 0 ? -1 : board.index(cells[k]);
                  found.push_back(seen);
                });
  }
  return found;
}

// Two stones with a tie between them, in so many elements; and a stone so far from an edge.
struct StoneTie {
  int kind, one, other, elements;
};
struct EdgeTie {
  int distance, point;
};
struct Ties {
  std::vector<StoneTie> stones;
  std::vector<EdgeTie> edges;
};

Ties ties(const Position& position) {
  TieBoard board;
  board.look(position.board());
  Ties found;
  for (int i = 0; i < board.points(); ++i) {
    const int cell = board.cell(i);
    if (board.color(cell) == kEmpty) continue;
    for (const Tie& tie : board.ties(cell))
      if (tie.other > cell)
        found.stones.push_back(
            {int(tie_shapes()[tie.shape].kind), i, board.index(tie.other), int(tie.gaps)});
    for (const int8_t d : board.edges(cell))
      if (d >= 0) found.edges.push_back({int(d), i});
  }
  return found;
}

}  // namespace

void bind_formation(nb::module_& m) {
  nb::class_<WeighedForm>(m, "WeighedForm")
      .def_ro("form", &WeighedForm::form)
      .def_ro("level", &WeighedForm::level)
      .def_prop_ro("what",
                   [](const WeighedForm& w) {
                     return nb::make_tuple(w.what[0], w.what[1], w.what[2], w.what[3]);
                   })
      .def_prop_ro("where",
                   [](const WeighedForm& w) { return nb::make_tuple(w.where[0], w.where[1]); })
      .def_ro("weight", &WeighedForm::weight);
  nb::class_<FormationModel::Progress>(m, "FormationProgress")
      .def_ro("positions", &FormationModel::Progress::positions)
      .def_ro("loss", &FormationModel::Progress::loss)
      .def_ro("top1", &FormationModel::Progress::top1)
      .def_ro("top10", &FormationModel::Progress::top10);
  nb::class_<FormationSeen>(m, "FormationSeen")
      .def_ro("move", &FormationSeen::move)
      .def_ro("formation", &FormationSeen::formation)
      .def_prop_ro("points", &points_of);
  nb::class_<StoneTie>(m, "StoneTie")
      .def_ro("kind", &StoneTie::kind)
      .def_ro("one", &StoneTie::one)
      .def_ro("other", &StoneTie::other)
      .def_ro("elements", &StoneTie::elements);
  nb::class_<EdgeTie>(m, "EdgeTie")
      .def_ro("distance", &EdgeTie::distance)
      .def_ro("point", &EdgeTie::point);
  nb::class_<Ties>(m, "ShapeTies").def_ro("stones", &Ties::stones).def_ro("edges", &Ties::edges);
  nb::class_<FormationModel>(m, "FormationModel")
      .def(
          "__init__",
          [](FormationModel* self, bool level2, bool time, bool shuffled, bool windows) {
            new (self) FormationModel({level2, time, shuffled, windows});
          },
          nb::arg("level2") = true, nb::arg("time") = true, nb::arg("shuffled") = false,
          nb::arg("windows") = false)
      .def("harvest", &FormationModel::harvest, nb::call_guard<nb::gil_scoped_release>())
      .def("know", &FormationModel::know)
      .def_prop_ro("known", &FormationModel::known)
      .def("train", &train)
      .def("average",
           [](FormationModel& model, const std::vector<const FormationModel*>& others) {
             model.average(others);
           })
      .def("copy", [](const FormationModel& model) { return FormationModel(model); })
      .def("scores", &scores)
      .def("weigh", &weigh)
      .def_prop_ro("formations", &FormationModel::formations)
      .def("save",
           [](const FormationModel& model) {
             const std::string bytes = model.save();
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def("load", [](FormationModel& model, const nb::bytes& bytes) {
        model.load(std::string(bytes.c_str(), bytes.size()));
      });
  nb::class_<FormationCount>(m, "FormationCount")
      .def(
          "__init__",
          [](FormationCount* self, FormationCode code, int64_t played, int64_t games,
             int64_t possible, int64_t chosen, const std::vector<int64_t>& orders,
             const std::vector<int64_t>& ages, const std::vector<std::vector<int>>& examples,
             int last_game) {
            new (self) FormationCount(
                count_of(code, played, games, possible, chosen, orders, ages, examples, last_game));
          },
          nb::arg("code"), nb::arg("played"), nb::arg("games"), nb::arg("possible"),
          nb::arg("chosen"), nb::arg("orders"), nb::arg("ages"), nb::arg("examples"),
          nb::arg("last_game"))
      .def_ro("code", &FormationCount::code)
      .def_ro("played", &FormationCount::played)
      .def_ro("games", &FormationCount::games)
      .def_ro("possible", &FormationCount::possible)
      .def_ro("chosen", &FormationCount::chosen)
      .def_prop_ro("orders",
                   [](const FormationCount& c) {
                     return std::vector<int64_t>(c.orders.begin(), c.orders.end());
                   })
      .def_prop_ro("ages",
                   [](const FormationCount& c) {
                     return std::vector<int64_t>(c.ages.begin(), c.ages.end());
                   })
      .def_prop_ro("examples", &examples_of)
      .def_ro("last_game", &FormationCount::last_game);
  nb::class_<FormationMiner>(m, "FormationMiner")
      .def(nb::init<>())
      .def("count", &FormationMiner::count, nb::call_guard<nb::gil_scoped_release>())
      .def("keep", &FormationMiner::keep)
      .def("weigh", &FormationMiner::weigh, nb::call_guard<nb::gil_scoped_release>())
      .def("found", &FormationMiner::found)
      .def("restore", &FormationMiner::restore);
  m.def("find_formations", &find_formations);
  m.def("formations_of", [](const Position& position, const std::vector<int>& ages, int point,
                            const std::vector<uint64_t>& codes) {
    check_ages(position, ages);
    to_point(position.board(), point);
    return formations_of(position.board(), position.to_play(), ages, point, codes);
  });
  m.def("next_steps", &next_steps);
  m.def("shape_ties", &ties);
}
