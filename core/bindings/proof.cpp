// Proof search for Python: thin, releases the interpreter lock while it searches.
#include "reading/arena/proof.h"

#include "questions.h"

namespace nb = nanobind;

void bind_proof(nb::module_& m) {
  nb::class_<gokan::ProofSolver>(m, "ProofSolver")
      .def(
          "__init__",
          [](gokan::ProofSolver* self, int width, int height, nb::bytes cells, size_t bytes,
             bool plain) {
            new (self) gokan::ProofSolver(gokan::to_spec(width, height, cells), bytes, plain);
          },
          nb::arg("width"), nb::arg("height"), nb::arg("cells"),
          nb::arg("table_bytes") = size_t(256) << 20, nb::arg("plain") = false)
      .def(
          "solve",
          [](gokan::ProofSolver& s, int turn, int ko, std::tuple<int, int> threats,
             std::vector<int> moves, const gokan::SearchLimits& limits) {
            const auto q = gokan::to_query(turn, ko, threats, std::move(moves));
            gokan::ProofAnswer a;
            {
              nb::gil_scoped_release release;
              a = s.solve(q, limits);
            }
            return std::make_tuple(a.illegal ? -1 : int(a.verdict), a.nodes, a.best, a.tenuki,
                                   std::make_tuple(int(a.span.attacker), int(a.span.defender)));
          },
          nb::arg("turn"), nb::arg("ko") = -1, nb::arg("threats") = std::make_tuple(0, 0),
          nb::arg("moves") = std::vector<int>(), nb::arg("limits") = gokan::SearchLimits())
      .def(
          "legal_moves",
          [](const gokan::ProofSolver& s, int turn, int ko, std::tuple<int, int> threats,
             std::vector<int> moves) {
            return s.legal_moves(gokan::to_query(turn, ko, threats, std::move(moves)));
          },
          nb::arg("turn"), nb::arg("ko") = -1, nb::arg("threats") = std::make_tuple(0, 0),
          nb::arg("moves") = std::vector<int>())
      .def(
          "proof",
          [](gokan::ProofSolver& s, int turn, int ko, std::tuple<int, int> threats,
             std::vector<int> moves, const gokan::SearchLimits& limits, size_t max_nodes,
             int level) {
            const auto q = gokan::to_query(turn, ko, threats, std::move(moves));
            gokan::ProofGraph g;
            {
              nb::gil_scoped_release release;
              g = s.proof(q, limits, max_nodes, level);
            }
            return nb::make_tuple(int(g.verdict), g.complete, gokan::proof_rows(g), g.searched);
          },
          nb::arg("turn"), nb::arg("ko") = -1, nb::arg("threats") = std::make_tuple(0, 0),
          nb::arg("moves") = std::vector<int>(), nb::arg("limits") = gokan::SearchLimits(),
          nb::arg("max_nodes") = 1000000, nb::arg("level") = 0)
      .def(
          "write_kill",
          [](gokan::ProofSolver& s, int turn, int ko, std::tuple<int, int> threats, int level,
             const gokan::SearchLimits& limits, size_t max_nodes, std::vector<int> moves) {
            const auto q = gokan::to_query(turn, ko, threats, std::move(moves));
            nb::gil_scoped_release release;
            const gokan::ProofGraph g = s.proof(q, limits, max_nodes, level);
            const bool written = g.complete && g.verdict == gokan::Verdict::kKilled;
            return std::make_tuple(written, written && !g.circular, g.passes, g.searched);
          },
          nb::arg("turn"), nb::arg("ko") = -1,
          nb::arg("threats") = std::make_tuple(0, int(gokan::kFinite)), nb::arg("level") = 6,
          nb::arg("limits") = gokan::SearchLimits(), nb::arg("max_nodes") = 1000000,
          nb::arg("moves") = std::vector<int>(),
          "Whether a kill could be written down, whether it does without paid circles, and the "
          "most "
          "passes of the defender on any line of it.");
}
