// Problems made by the thousand, for Python.
#include "reading/arena/problem_maker.h"

#include <nanobind/nanobind.h>

namespace nb = nanobind;

void bind_problem_maker(nb::module_& m) {
  m.def(
      "make_problems",
      [](uint64_t seed, uint64_t first, uint64_t count, int board, int most_points,
         int most_answers, uint64_t nodes, uint64_t least_effort) {
        std::vector<gokan::MadeProblem> made;
        {
          nb::gil_scoped_release release;
          made = gokan::make_problems(seed, first, count,
                                      {board, most_points, most_answers, nodes, least_effort});
        }
        nb::list out;
        for (const gokan::MadeProblem& p : made) {
          nb::list targets, answers;
          for (const int t : p.targets) targets.append(t);
          for (const int a : p.answers) answers.append(a);
          out.append(nb::make_tuple(
              p.number, p.key,
              nb::bytes(reinterpret_cast<const char*>(p.board.data()), p.board.size()), targets,
              p.attack, p.ko, p.first, p.threats, answers, p.effort));
        }
        return out;
      },
      nb::arg("seed"), nb::arg("first"), nb::arg("count"), nb::arg("board") = 19,
      nb::arg("most_points") = 24, nb::arg("most_answers") = 3, nb::arg("nodes") = 50000,
      nb::arg("least_effort") = 1);
}
