#include <nanobind/stl/pair.h>

#include <memory>

#include "convert.h"
#include "strength/seds_ranker.h"
#include "strength/seds_timing.h"

using namespace gokan;
using seds::Options;
using seds::Ranked;
using seds::Ranker;
using seds::System;
using seds::Verdict;

namespace {

using Verdicts = std::vector<std::pair<int, double>>;

std::vector<Verdict> to_verdicts(const Board& board, const Verdicts& verdicts) {
  std::vector<Verdict> result;
  for (const auto& [stone, survives] : verdicts)
    result.push_back({to_stone(board, stone), survives});
  return result;
}

// Large and full of buffers: one of each per thread.
System& the_system() {
  static thread_local auto system = std::make_unique<System>();
  return *system;
}

Ranker& the_ranker() {
  static thread_local auto ranker = std::make_unique<Ranker>();
  return *ranker;
}

// The fixed point, point by point.
struct Weights {
  std::vector<double> white;
  std::vector<int> iterations, units, swinging;
  double score = 0;
  int sweeps = 0;
  bool converged = false;
  std::string owner;
};

Weights weigh(const Position& position, const Options& options, const Verdicts& verdicts,
              const std::vector<double>& start) {
  const Board& board = position.board();
  const Geometry& geo = board.geometry();
  const auto pinned = to_verdicts(board, verdicts);
  if (!start.empty() && int(start.size()) != geo.count)
    throw nb::value_error("start values must fit the board");
  System& system = the_system();
  Weights found;
  found.white.resize(size_t(geo.count));
  found.iterations.resize(found.white.size());
  found.units.resize(found.white.size());
  found.owner.assign(found.white.size(), '\0');
  seds::Outcome outcome;
  {
    const nb::gil_scoped_release release;
    system.build(board, options, pinned);
    if (start.empty()) {
      outcome = system.solve();
    } else {
      std::vector<double> cells(kMaxPoints);
      for (int i = 0; i < geo.count; ++i) cells[geo.points[i]] = start[size_t(i)];
      outcome = system.solve_from(cells.data());
    }
    for (int i = 0; i < geo.count; ++i) {
      const Point unit = system.unit(geo.points[i]);
      found.white[size_t(i)] = system.white(unit);
      found.iterations[size_t(i)] = system.iterations(unit);
      found.units[size_t(i)] = geo.index[unit];
      if (system.life().any) found.owner[size_t(i)] = char(system.life().owner[geo.points[i]]);
    }
    for (const Point head : system.oscillating()) found.swinging.push_back(geo.index[head]);
    found.score = system.score();
  }
  found.sweeps = int(outcome.sweeps);
  found.converged = outcome.converged;
  return found;
}

std::vector<double> step(const Position& position, const Options& options, const Verdicts& verdicts,
                         const std::vector<double>& from) {
  const Board& board = position.board();
  const Geometry& geo = board.geometry();
  if (int(from.size()) != geo.count) throw nb::value_error("values must fit the board");
  System& system = the_system();
  system.build(board, options, to_verdicts(board, verdicts));
  std::vector<double> cells(kMaxPoints), to(kMaxPoints), result;
  for (int i = 0; i < geo.count; ++i) cells[geo.points[i]] = from[size_t(i)];
  system.step(cells.data(), to.data());
  for (int i = 0; i < geo.count; ++i) result.push_back(to[system.unit(geo.points[i])]);
  return result;
}

// A move with the point of the unit elsewhere that changes most, -1 if none does.
struct RankedMove {
  int move, changed;
  double score, by;
};

// The score before the moves is as exact as theirs.
struct Ranking {
  double score;
  std::vector<RankedMove> moves;
};

Ranking rank(const Position& position, int color, const Options& options, const Verdicts& verdicts,
             bool incremental) {
  const Board& board = position.board();
  const Color mover = to_side(color);
  const auto pinned = to_verdicts(board, verdicts);
  std::vector<Point> moves;
  std::vector<Ranked> ranked;
  {
    const nb::gil_scoped_release release;
    position.for_each_legal(mover, [&](int i) { moves.push_back(board.geometry().points[i]); });
    if (incremental)
      the_ranker().rank(board, mover, moves, options, pinned, ranked);
    else
      the_ranker().rank_from_scratch(board, mover, moves, options, pinned, ranked);
  }
  Ranking found{the_ranker().base_score(), {}};
  for (const Ranked& r : ranked)
    found.moves.push_back({to_index(board, r.move), to_index(board, r.changed), r.score, r.by});
  return found;
}

std::vector<double> values_after(const Position& position, int color, int move,
                                 const Options& options, const Verdicts& verdicts,
                                 bool incremental) {
  const Board& board = position.board();
  const Geometry& geo = board.geometry();
  std::vector<double> cells(kMaxPoints), result;
  the_ranker().values_after(board, to_side(color), to_point(board, move), options,
                            to_verdicts(board, verdicts), incremental, cells.data());
  for (int i = 0; i < geo.count; ++i) result.push_back(cells[geo.points[i]]);
  return result;
}

seds::Timing time_position(const Position& position, const Options& options, int rounds) {
  return seds::time_position(position.board(), position.to_play(), options, rounds);
}

}  // namespace

void bind_seds(nb::module_& m) {
  nb::class_<Options>(m, "SedsOptions")
      .def(nb::init<>())
      .def_rw("stop", &Options::stop)
      .def_rw("max_iter", &Options::max_iter)
      .def_rw("raise_last_liberty", &Options::raise)
      .def_rw("static_life", &Options::static_life)
      .def_rw("damped", &Options::damped)
      .def_rw("queue", &Options::queue)
      .def_rw("edge", &Options::edge)
      .def_rw("liberty", &Options::liberty)
      .def_rw("links", &Options::links)
      .def_rw("eyes", &Options::eyes);
  nb::class_<Weights>(m, "SedsWeights")
      .def_ro("white", &Weights::white)
      .def_ro("iterations", &Weights::iterations)
      .def_ro("units", &Weights::units)
      .def_ro("score", &Weights::score)
      .def_ro("sweeps", &Weights::sweeps)
      .def_ro("converged", &Weights::converged)
      .def_ro("swinging", &Weights::swinging)
      .def_prop_ro("owner",
                   [](const Weights& w) { return nb::bytes(w.owner.data(), w.owner.size()); });
  nb::class_<RankedMove>(m, "SedsRankedMove")
      .def_ro("move", &RankedMove::move)
      .def_ro("changed", &RankedMove::changed)
      .def_ro("score", &RankedMove::score)
      .def_ro("by", &RankedMove::by);
  nb::class_<Ranking>(m, "SedsRanking")
      .def_ro("score", &Ranking::score)
      .def_ro("moves", &Ranking::moves);
  m.def("seds_weigh", &weigh);
  m.def("seds_step", &step);
  m.def("seds_rank", &rank);
  m.def("seds_values_after", &values_after);
  nb::class_<seds::Timing>(m, "SedsTiming")
      .def_ro("evaluation_us", &seds::Timing::evaluation_us)
      .def_ro("ranking_ms", &seds::Timing::ranking_ms);
  m.def("seds_time", &time_position, nb::call_guard<nb::gil_scoped_release>());
}
