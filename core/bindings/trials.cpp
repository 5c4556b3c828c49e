#include "reading/trials/trials.h"

#include <algorithm>

#include "convert.h"

using namespace gokan;

namespace {

// A first move and all of them, with points as Python counts them.
struct TrialFirst {
  int move;
  uint32_t games;
  double value;
  int settled;
};

struct TrialReport {
  double value;
  int settled;
  uint64_t games;
  double outside;
  std::vector<TrialFirst> moves;
};

}  // namespace

void bind_trials(nb::module_& m) {
  nb::class_<TrialFirst>(m, "TrialMove")
      .def_ro("move", &TrialFirst::move)
      .def_ro("games", &TrialFirst::games)
      .def_ro("value", &TrialFirst::value)
      .def_ro("settled", &TrialFirst::settled);
  nb::class_<TrialReport>(m, "TrialAnswer")
      .def_ro("value", &TrialReport::value)
      .def_ro("settled", &TrialReport::settled)
      .def_ro("games", &TrialReport::games)
      .def_ro("outside", &TrialReport::outside)
      .def_ro("moves", &TrialReport::moves);
  nb::class_<Shapes>(m, "Shapes").def(nb::init<const std::vector<std::string>&>());
  m.def(
      "run_trials",
      [](const Position& position, const std::vector<int>& target, const std::vector<int>& area,
         int mover, int black_threats, int white_threats, int last, const Shapes& shapes,
         const SearchLimits& limits, uint64_t seed, bool joins) {
        const Board& board = position.board();
        TrialQuery q;
        for (const int p : target) q.target.push_back(to_stone(board, p));
        for (const int p : area) q.area.push_back(to_point(board, p));
        q.joins = joins;
        q.mover = to_side(mover);
        q.threats[0] = std::clamp(black_threats, 0, kEndlessThreats);
        q.threats[1] = std::clamp(white_threats, 0, kEndlessThreats);
        q.last = to_point(board, last);
        TrialAnswer a;
        {
          const nb::gil_scoped_release release;
          a = run_trials(board, q, shapes, limits, seed);
        }
        TrialReport told{a.value, a.settled, a.games, a.outside, {}};
        for (const TrialMove& one : a.moves)
          told.moves.push_back({to_index(board, one.move), one.games, one.value, one.settled});
        return told;
      },
      nb::arg("position"), nb::arg("target"), nb::arg("area"), nb::arg("mover"),
      nb::arg("black_threats"), nb::arg("white_threats"), nb::arg("last"), nb::arg("shapes"),
      nb::arg("limits"), nb::arg("seed") = 1, nb::arg("joins") = false);
}
