// Proof search for Python: thin, releases the interpreter lock while it searches.
#include "reading/arena/proof.h"

#include <nanobind/stl/function.h>
#include <nanobind/stl/shared_ptr.h>

#include "questions.h"
#include "reading/arena/proof_samples.h"
#include "reading/arena/shape_guess.h"

namespace nb = nanobind;

namespace {

// A node of a proof: its kind of leaf, and its edges.
struct ProofNode {
  int leaf;
  std::vector<gokan::ProofGraph::Edge> edges;
};

// All nodes, the root first; none if the graph is incomplete.
std::vector<ProofNode> nodes(const gokan::ProofGraph& g) {
  std::vector<ProofNode> out;
  for (size_t i = 0; g.complete && i < g.leaf.size(); ++i)
    out.push_back({g.leaf[i], {g.edges.begin() + g.first[i], g.edges.begin() + g.first[i + 1]}});
  return out;
}

}  // namespace

void bind_proof(nb::module_& m) {
  using gokan::ProofAnswer, gokan::ProofGraph, gokan::Verdict, gokan::WrittenKill;
  nb::enum_<Verdict>(m, "Verdict", nb::is_arithmetic(), "What a proof search says of a target.")
      .value("UNKNOWN", Verdict::kUnknown)
      .value("KILLED", Verdict::kKilled)
      .value("STANDS", Verdict::kStands);
  nb::class_<gokan::KoThreats>(m, "KoThreats")
      .def(nb::init<int, int>(), nb::arg("attacker") = 0, nb::arg("defender") = 0)
      .def_ro("attacker", &gokan::KoThreats::attacker)
      .def_ro("defender", &gokan::KoThreats::defender);
  nb::class_<gokan::Span>(m, "ThreatSpan")
      .def_ro("attacker", &gokan::Span::attacker)
      .def_ro("defender", &gokan::Span::defender);
  nb::class_<ProofAnswer>(m, "ProofAnswer")
      .def_ro("verdict", &ProofAnswer::verdict)
      .def_ro("nodes", &ProofAnswer::nodes)
      .def_ro("best", &ProofAnswer::best)
      .def_ro("tenuki", &ProofAnswer::tenuki)
      .def_ro("span", &ProofAnswer::span)
      .def_ro("illegal", &ProofAnswer::illegal);
  nb::class_<ProofGraph::Edge>(m, "ProofEdge")
      .def_ro("move", &ProofGraph::Edge::move)
      .def_ro("child", &ProofGraph::Edge::child);
  nb::class_<ProofNode>(m, "ProofNode")
      .def_ro("leaf", &ProofNode::leaf)
      .def_ro("edges", &ProofNode::edges);
  nb::class_<ProofGraph>(m, "ProofGraph")
      .def_ro("verdict", &ProofGraph::verdict)
      .def_ro("complete", &ProofGraph::complete)
      .def_ro("searched", &ProofGraph::searched)
      .def("nodes", &nodes);
  nb::class_<WrittenKill>(m, "WrittenKill")
      .def_ro("written", &WrittenKill::written)
      .def_ro("endless", &WrittenKill::endless)
      .def_ro("passes", &WrittenKill::passes)
      .def_ro("searched", &WrittenKill::searched);
  nb::class_<gokan::ShapeWeights>(m, "ShapeWeights")
      .def(
          "__init__",
          [](gokan::ShapeWeights* self, nb::bytes file) {
            const auto* begin = static_cast<const uint8_t*>(file.data());
            new (self) gokan::ShapeWeights(std::vector<uint8_t>(begin, begin + file.size()));
          },
          nb::arg("file"));
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
          "set_guess",
          [](gokan::ProofSolver& s, std::shared_ptr<gokan::ShapeWeights> weights) {
            s.set_guess(std::move(weights));
          },
          nb::arg("weights"))
      .def("keep_samples", &gokan::ProofSolver::keep_samples, nb::arg("every"), nb::arg("most"))
      .def("samples",
           [](const gokan::ProofSolver& s) {
             const auto& rows = s.samples();
             return nb::bytes(rows.data(), rows.size() * sizeof(gokan::ProofSample));
           })
      .def("solve", &gokan::solve_after<gokan::ProofSolver>, nb::arg("turn"), nb::arg("ko") = -1,
           nb::arg("threats") = gokan::KoThreats(), nb::arg("moves") = std::vector<int>(),
           nb::arg("limits") = gokan::SearchLimits())
      .def("legal_moves", &gokan::legal_after<gokan::ProofSolver>, nb::arg("turn"),
           nb::arg("ko") = -1, nb::arg("threats") = gokan::KoThreats(),
           nb::arg("moves") = std::vector<int>())
      .def(
          "proof",
          [](gokan::ProofSolver& s, int turn, int ko, gokan::KoThreats threats,
             std::vector<int> moves, const gokan::SearchLimits& limits, size_t max_nodes,
             int level) {
            const auto q = gokan::to_query(turn, ko, threats, std::move(moves));
            const nb::gil_scoped_release release;
            return s.proof(q, limits, max_nodes, level);
          },
          nb::arg("turn"), nb::arg("ko") = -1, nb::arg("threats") = gokan::KoThreats(),
          nb::arg("moves") = std::vector<int>(), nb::arg("limits") = gokan::SearchLimits(),
          nb::arg("max_nodes") = 1000000, nb::arg("level") = 0)
      .def(
          "write_kill",
          [](gokan::ProofSolver& s, int turn, int ko, gokan::KoThreats threats, int level,
             const gokan::SearchLimits& limits, size_t max_nodes, std::vector<int> moves) {
            const auto q = gokan::to_query(turn, ko, threats, std::move(moves));
            const nb::gil_scoped_release release;
            return s.write_kill(q, limits, max_nodes, level);
          },
          nb::arg("turn"), nb::arg("ko") = -1,
          nb::arg("threats") = gokan::KoThreats{0, gokan::kFinite}, nb::arg("level") = 6,
          nb::arg("limits") = gokan::SearchLimits(), nb::arg("max_nodes") = 1000000,
          nb::arg("moves") = std::vector<int>());
}
