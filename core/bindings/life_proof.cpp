// Life that lasts, for Python: thin, releases the interpreter lock while it searches.
#include "reading/arena/life_proof.h"

#include <nanobind/stl/shared_ptr.h>

#include "questions.h"
#include "reading/arena/shape_guess.h"

namespace nb = nanobind;

void bind_life_proof(nb::module_& m) {
  using gokan::Forced, gokan::LifeAnswer, gokan::LifeFocus, gokan::LifeGoal;
  nb::enum_<LifeGoal>(m, "LifeGoal", nb::is_arithmetic(), "What the defender wants to force.")
      .value("TWO_EYES", LifeGoal::kTwoEyes)
      .value("END", LifeGoal::kEnd)
      .value("JOINED", LifeGoal::kJoined)
      .value("REACHED", LifeGoal::kReached)
      .value("TAKEN", LifeGoal::kTaken)
      .value("WON", LifeGoal::kWon);
  nb::enum_<LifeFocus>(m, "LifeFocus", nb::is_arithmetic(), "Who plays near the marks only.")
      .value("ALL", LifeFocus::kAll)
      .value("DEFENDER_NEAR", LifeFocus::kDefenderNear)
      .value("NEAR", LifeFocus::kNear);
  nb::enum_<Forced>(m, "Forced", nb::is_arithmetic(), "Whether the defender forces his goal.")
      .value("UNKNOWN", Forced::kUnknown)
      .value("FORCED", Forced::kForced)
      .value("REFUSED", Forced::kRefused);
  nb::class_<LifeAnswer>(m, "LifeAnswer")
      .def_ro("verdict", &LifeAnswer::verdict)
      .def_ro("nodes", &LifeAnswer::nodes)
      .def_ro("best", &LifeAnswer::best)
      .def_ro("illegal", &LifeAnswer::illegal);
  nb::class_<gokan::LifeSolver>(m, "LifeSolver")
      .def(
          "__init__",
          [](gokan::LifeSolver* self, int width, int height, nb::bytes cells, size_t bytes,
             std::vector<int> marks) {
            new (self) gokan::LifeSolver(gokan::to_spec(width, height, cells), bytes, marks);
          },
          nb::arg("width"), nb::arg("height"), nb::arg("cells"),
          nb::arg("table_bytes") = size_t(64) << 20, nb::arg("marks") = std::vector<int>())
      .def("set_focus", &gokan::LifeSolver::set_focus, nb::arg("focus"))
      .def(
          "set_home",
          [](gokan::LifeSolver& s, nb::bytes cells) {
            const auto* first = reinterpret_cast<const uint8_t*>(cells.data());
            s.set_home(std::vector<uint8_t>(first, first + cells.size()));
          },
          nb::arg("cells"))
      .def(
          "set_guess",
          [](gokan::LifeSolver& s, std::shared_ptr<gokan::ShapeWeights> weights) {
            s.set_guess(std::move(weights));
          },
          nb::arg("weights"))
      .def(
          "solve",
          [](gokan::LifeSolver& s, LifeGoal goal, int turn, int ko, gokan::KoThreats threats,
             std::vector<int> moves, const gokan::SearchLimits& limits) {
            const auto q = gokan::to_query(turn, ko, threats, std::move(moves));
            const nb::gil_scoped_release release;
            return s.solve(q, goal, limits);
          },
          nb::arg("goal"), nb::arg("turn"), nb::arg("ko") = -1,
          nb::arg("threats") = gokan::KoThreats(), nb::arg("moves") = std::vector<int>(),
          nb::arg("limits") = gokan::SearchLimits())
      .def(
          "proof",
          [](gokan::LifeSolver& s, LifeGoal goal, int turn, int ko, gokan::KoThreats threats,
             const gokan::SearchLimits& limits, size_t max_nodes) {
            const auto q = gokan::to_query(turn, ko, threats, {});
            const nb::gil_scoped_release release;
            return s.proof(q, goal, limits, max_nodes);
          },
          nb::arg("goal"), nb::arg("turn"), nb::arg("ko") = -1,
          nb::arg("threats") = gokan::KoThreats(), nb::arg("limits") = gokan::SearchLimits(),
          nb::arg("max_nodes") = 1000000);
}
