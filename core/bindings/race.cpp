#include "reading/arena/race.h"

#include "questions.h"

namespace nb = nanobind;

void bind_race(nb::module_& m) {
  nb::class_<gokan::RaceSolver>(m, "RaceSolver")
      .def(
          "__init__",
          [](gokan::RaceSolver* self, int width, int height, nb::bytes cells, size_t bytes) {
            new (self) gokan::RaceSolver(gokan::to_spec(width, height, cells), bytes);
          },
          nb::arg("width"), nb::arg("height"), nb::arg("cells"),
          nb::arg("table_bytes") = size_t(64) << 20)
      .def(
          "solve",
          [](gokan::RaceSolver& s, int turn, int ko, std::tuple<int, int> threats,
             std::vector<int> moves, const gokan::SearchLimits& limits) {
            const auto q = gokan::to_query(turn, ko, threats, std::move(moves));
            gokan::RaceAnswer a;
            {
              const nb::gil_scoped_release release;
              a = s.solve(q, limits);
            }
            return std::make_tuple(int(a.verdict), a.nodes, a.best, a.pn, a.dn, a.ko);
          },
          nb::arg("turn"), nb::arg("ko") = -1, nb::arg("threats") = std::make_tuple(0, 0),
          nb::arg("moves") = std::vector<int>(), nb::arg("limits") = gokan::SearchLimits())
      .def(
          "legal_moves",
          [](const gokan::RaceSolver& s, int turn, int ko, std::tuple<int, int> threats,
             std::vector<int> moves) {
            return s.legal_moves(gokan::to_query(turn, ko, threats, std::move(moves)));
          },
          nb::arg("turn"), nb::arg("ko") = -1, nb::arg("threats") = std::make_tuple(0, 0),
          nb::arg("moves") = std::vector<int>());
}
