// Life that lasts, for Python: thin, releases the interpreter lock while it searches.
#include "reading/arena/life_proof.h"

#include "questions.h"

namespace nb = nanobind;

namespace {

gokan::LifeGoal to_goal(int goal) {
  if (goal < 0 || goal > int(gokan::LifeGoal::kTaken))
    throw std::invalid_argument(
        "a goal is 0 (two eyes), 1 (an end), 2 (joined), 3 (reached) or 4 (taken)");
  return gokan::LifeGoal(goal);
}

}  // namespace

void bind_life_proof(nb::module_& m) {
  nb::class_<gokan::LifeSolver>(m, "LifeSolver")
      .def(
          "__init__",
          [](gokan::LifeSolver* self, int width, int height, nb::bytes cells, size_t bytes,
             std::vector<int> marks) {
            new (self) gokan::LifeSolver(gokan::to_spec(width, height, cells), bytes, marks);
          },
          nb::arg("width"), nb::arg("height"), nb::arg("cells"),
          nb::arg("table_bytes") = size_t(64) << 20, nb::arg("marks") = std::vector<int>())
      .def(
          "set_focus",
          [](gokan::LifeSolver& s, int focus) {
            if (focus < 0 || focus > int(gokan::LifeFocus::kNear))
              throw std::invalid_argument("a focus is 0 (all), 1 (defender near) or 2 (near)");
            s.set_focus(gokan::LifeFocus(focus));
          },
          nb::arg("focus"))
      .def(
          "solve",
          [](gokan::LifeSolver& s, int goal, int turn, int ko, std::tuple<int, int> threats,
             std::vector<int> moves, const gokan::SearchLimits& limits) {
            const auto q = gokan::to_query(turn, ko, threats, std::move(moves));
            gokan::LifeAnswer a;
            {
              nb::gil_scoped_release release;
              a = s.solve(q, to_goal(goal), limits);
            }
            return std::make_tuple(a.illegal ? -1 : int(a.verdict), a.nodes, a.best);
          },
          nb::arg("goal"), nb::arg("turn"), nb::arg("ko") = -1,
          nb::arg("threats") = std::make_tuple(0, 0), nb::arg("moves") = std::vector<int>(),
          nb::arg("limits") = gokan::SearchLimits())
      .def(
          "proof",
          [](gokan::LifeSolver& s, int goal, int turn, int ko, std::tuple<int, int> threats,
             const gokan::SearchLimits& limits, size_t max_nodes) {
            const auto q = gokan::to_query(turn, ko, threats, {});
            gokan::ProofGraph g;
            {
              nb::gil_scoped_release release;
              g = s.proof(q, to_goal(goal), limits, max_nodes);
            }
            return nb::make_tuple(g.verdict == gokan::Verdict::kStands, g.complete,
                                  gokan::proof_rows(g), g.searched);
          },
          nb::arg("goal"), nb::arg("turn"), nb::arg("ko") = -1,
          nb::arg("threats") = std::make_tuple(0, 0), nb::arg("limits") = gokan::SearchLimits(),
          nb::arg("max_nodes") = 1000000);
}
