#include "reading/arena/race.h"

#include "questions.h"

namespace nb = nanobind;

void bind_race(nb::module_& m) {
  using gokan::RaceAnswer;
  nb::class_<RaceAnswer>(m, "RaceAnswer")
      .def_ro("verdict", &RaceAnswer::verdict)
      .def_ro("nodes", &RaceAnswer::nodes)
      .def_ro("best", &RaceAnswer::best)
      .def_ro("pn", &RaceAnswer::pn)
      .def_ro("dn", &RaceAnswer::dn)
      .def_ro("ko", &RaceAnswer::ko);
  nb::class_<gokan::RaceSolver>(m, "RaceSolver")
      .def(
          "__init__",
          [](gokan::RaceSolver* self, int width, int height, nb::bytes cells, size_t bytes) {
            new (self) gokan::RaceSolver(gokan::to_spec(width, height, cells), bytes);
          },
          nb::arg("width"), nb::arg("height"), nb::arg("cells"),
          nb::arg("table_bytes") = size_t(64) << 20)
      .def("solve", &gokan::solve_after<gokan::RaceSolver>, nb::arg("turn"), nb::arg("ko") = -1,
           nb::arg("threats") = gokan::KoThreats(), nb::arg("moves") = std::vector<int>(),
           nb::arg("limits") = gokan::SearchLimits())
      .def("legal_moves", &gokan::legal_after<gokan::RaceSolver>, nb::arg("turn"),
           nb::arg("ko") = -1, nb::arg("threats") = gokan::KoThreats(),
           nb::arg("moves") = std::vector<int>());
}
