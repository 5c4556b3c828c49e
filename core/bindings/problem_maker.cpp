// Problems made by the thousand, for Python.
#include "reading/arena/problem_maker.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;

void bind_problem_maker(nb::module_& m) {
  using gokan::MadeProblem;
  nb::class_<MadeProblem>(m, "MadeProblem")
      .def_ro("number", &MadeProblem::number)
      .def_ro("key", &MadeProblem::key)
      .def_prop_ro("board",
                   [](const MadeProblem& p) {
                     return nb::bytes(reinterpret_cast<const char*>(p.board.data()),
                                      p.board.size());
                   })
      .def_ro("targets", &MadeProblem::targets)
      .def_ro("attack", &MadeProblem::attack)
      .def_ro("ko", &MadeProblem::ko)
      .def_ro("first", &MadeProblem::first)
      .def_ro("threats", &MadeProblem::threats)
      .def_ro("answers", &MadeProblem::answers)
      .def_ro("effort", &MadeProblem::effort);
  m.def(
      "make_problems",
      [](uint64_t seed, uint64_t first, uint64_t count, int board, int most_points,
         int most_answers, uint64_t nodes, uint64_t least_effort) {
        nb::gil_scoped_release release;
        return gokan::make_problems(seed, first, count,
                                    {board, most_points, most_answers, nodes, least_effort});
      },
      nb::arg("seed"), nb::arg("first"), nb::arg("count"), nb::arg("board") = 19,
      nb::arg("most_points") = 24, nb::arg("most_answers") = 3, nb::arg("nodes") = 50000,
      nb::arg("least_effort") = 1);
}
