#include <nanobind/stl/tuple.h>

#include <tuple>

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

// (form, level, what, where, weight) of each element and formation of a move.
nb::list weigh(FormationModel& model, const Position& position, const std::vector<int>& ages,
               int point) {
  check_ages(position, ages);
  to_point(position.board(), point);
  nb::list result;
  for (const auto& [form, weight] : model.weigh(position.board(), position.to_play(), ages, point))
    result.append(
        nb::make_tuple(int(form.form), int(form.level),
                       nb::make_tuple(form.what[0], form.what[1], form.what[2], form.what[3]),
                       nb::make_tuple(form.where[0], form.where[1]), double(weight)));
  return result;
}

nb::tuple train(FormationModel& model, const std::vector<std::string>& games, int every, int offset,
                double rate) {
  if (every < 1) throw nb::value_error("every must be at least 1");
  FormationModel::Progress progress;
  {
    const nb::gil_scoped_release release;
    progress = model.train(games, every, offset, rate);
  }
  return nb::make_tuple(progress.positions, progress.loss, progress.top1, progress.top10);
}

// How a count is saved: (code, played, games, possible, chosen, orders, ages, examples, last game).
using RawCount = std::tuple<uint64_t, int64_t, int64_t, int64_t, int64_t, std::vector<int64_t>,
                            std::vector<int64_t>, std::vector<std::vector<int>>, int>;

std::vector<std::vector<int>> examples_of(const FormationCount& c) {
  std::vector<std::vector<int>> examples;
  for (int i = 0; i < std::min<int64_t>(c.games, 3); ++i)
    examples.push_back({c.examples[size_t(i)][0], c.examples[size_t(i)][1]});
  return examples;
}

RawCount raw(const FormationCount& c) {
  return {c.code,
          c.played,
          c.games,
          c.possible,
          c.chosen,
          {c.orders.begin(), c.orders.end()},
          {c.ages.begin(), c.ages.end()},
          examples_of(c),
          c.last_game};
}

FormationCount cooked(const RawCount& r) {
  FormationCount c;
  std::vector<int64_t> orders, ages;
  std::vector<std::vector<int>> examples;
  std::tie(c.code, c.played, c.games, c.possible, c.chosen, orders, ages, examples, c.last_game) =
      r;
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

nb::list seen_list(const std::vector<FormationSeen>& all) {
  nb::list out;
  for (const FormationSeen& s : all) {
    nb::list points;
    for (const int p : s.points)
      if (p >= 0) points.append(p);
    out.append(nb::make_tuple(s.move, s.formation, nb::tuple(points)));
  }
  return out;
}

// (point, number of the class, points as in its code) of all that a stone of this colour would
// complete.
nb::list next_steps(const Position& position, int side, const std::vector<uint64_t>& codes) {
  std::vector<FormationSeen> found;
  {
    const nb::gil_scoped_release release;
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
  }
  return seen_list(found);
}

// (kind, one point, other point, elements) of all ties between stones, and (distance, point) of
// those with the edge.
nb::tuple ties(const Position& position) {
  TieBoard board;
  board.look(position.board());
  nb::list stones, edges;
  for (int i = 0; i < board.points(); ++i) {
    const int cell = board.cell(i);
    if (board.color(cell) == kEmpty) continue;
    for (const Tie& tie : board.ties(cell))
      if (tie.other > cell)
        stones.append(nb::make_tuple(int(tie_shapes()[tie.shape].kind), i, board.index(tie.other),
                                     int(tie.gaps)));
    for (const int8_t d : board.edges(cell))
      if (d >= 0) edges.append(nb::make_tuple(int(d), i));
  }
  return nb::make_tuple(stones, edges);
}

}  // namespace

void bind_formation(nb::module_& m) {
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
      .def_prop_ro("examples", &examples_of);
  nb::class_<FormationMiner>(m, "FormationMiner")
      .def(nb::init<>())
      .def("count", &FormationMiner::count, nb::call_guard<nb::gil_scoped_release>())
      .def("keep", &FormationMiner::keep)
      .def("weigh", &FormationMiner::weigh, nb::call_guard<nb::gil_scoped_release>())
      .def("found", &FormationMiner::found)
      .def("rows",
           [](const FormationMiner& miner) {
             std::vector<RawCount> out;
             for (const FormationCount& c : miner.found()) out.push_back(raw(c));
             return out;
           })
      .def("restore", [](FormationMiner& miner, const std::vector<RawCount>& counts) {
        std::vector<FormationCount> all;
        for (const RawCount& r : counts) all.push_back(cooked(r));
        miner.restore(all);
      });
  m.def("find_formations", [](const std::string& game, const std::vector<uint64_t>& codes) {
    return seen_list(find_formations(game, codes));
  });
  m.def("formations_of", [](const Position& position, const std::vector<int>& ages, int point,
                            const std::vector<uint64_t>& codes) {
    check_ages(position, ages);
    to_point(position.board(), point);
    return seen_list(formations_of(position.board(), position.to_play(), ages, point, codes));
  });
  m.def("next_steps", &next_steps);
  m.def("shape_ties", &ties);
}
