#include "reading/trials/trials.h"

#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <tuple>

#include "convert.h"

using namespace gokan;

void bind_trials(nb::module_& m) {
  nb::class_<Shapes>(m, "Shapes").def(nb::init<const std::vector<std::string>&>());
  m.def(
      "run_trials",
      [](const Position& position, const std::vector<int>& target, const std::vector<int>& area,
         int mover, std::tuple<int, int> threats, int last, const Shapes& shapes,
         const SearchLimits& limits, uint64_t seed) {
        const Board& board = position.board();
        TrialQuery q;
        for (const int p : target) q.target.push_back(to_stone(board, p));
        for (const int p : area) q.area.push_back(to_point(board, p));
        q.mover = to_side(mover);
        q.threats[0] = std::clamp(std::get<0>(threats), 0, kEndlessThreats);
        q.threats[1] = std::clamp(std::get<1>(threats), 0, kEndlessThreats);
        q.last = to_point(board, last);
        TrialAnswer a;
        {
          const nb::gil_scoped_release release;
          a = run_trials(board, q, shapes, limits, seed);
        }
        nb::list moves;
        for (const TrialMove& move : a.moves)
          moves.append(
              nb::make_tuple(to_index(board, move.move), move.games, move.value, move.settled));
        return nb::make_tuple(a.value, a.settled, a.games, a.outside, moves);
      },
      nb::arg("position"), nb::arg("target"), nb::arg("area"), nb::arg("mover"), nb::arg("threats"),
      nb::arg("last"), nb::arg("shapes"), nb::arg("limits"), nb::arg("seed") = 1);
}
