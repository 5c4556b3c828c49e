// Proof search for Python: thin, releases the interpreter lock while it searches.
#include "proof.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "cancel.h"

namespace nb = nanobind;

namespace {

gokan::ProofQuery query(int turn, int ko, std::tuple<int, int> threats, std::vector<int> moves) {
  gokan::ProofQuery q;
  q.turn = turn;
  q.ko = ko;
  q.attacker_threats = std::get<0>(threats);
  q.defender_threats = std::get<1>(threats);
  q.moves = std::move(moves);
  return q;
}

}  // namespace

void bind_proof(nb::module_& m) {
  nb::class_<Cancel>(m, "Cancel", "A flag that another thread may set to end a search.")
      .def(nb::init<>())
      .def("set", [](Cancel& c) { c.flag = true; })
      .def("clear", [](Cancel& c) { c.flag = false; })
      .def("is_set", [](const Cancel& c) { return c.flag.load(); });

  nb::class_<gokan::ProofSolver>(m, "ProofSolver")
      .def(
          "__init__",
          [](gokan::ProofSolver* self, int width, int height, nb::bytes cells, size_t bytes) {
            gokan::ArenaSpec spec;
            spec.width = width;
            spec.height = height;
            const auto* data = reinterpret_cast<const uint8_t*>(cells.c_str());
            spec.cells.assign(data, data + cells.size());
            new (self) gokan::ProofSolver(spec, bytes);
          },
          nb::arg("width"), nb::arg("height"), nb::arg("cells"),
          nb::arg("table_bytes") = size_t(256) << 20)
      .def(
          "solve",
          [](gokan::ProofSolver& s, int turn, int ko, std::tuple<int, int> threats,
             std::vector<int> moves, uint64_t nodes, double seconds, Cancel* cancel) {
            gokan::ProofLimits limits;
            limits.nodes = nodes;
            limits.seconds = seconds;
            limits.stop = cancel ? &cancel->flag : nullptr;
            const auto q = query(turn, ko, threats, std::move(moves));
            gokan::ProofAnswer a;
            {
              nb::gil_scoped_release release;
              a = s.solve(q, limits);
            }
            return std::make_tuple(a.illegal ? -1 : int(a.verdict), a.nodes, a.best, a.tenuki,
                                   std::make_tuple(int(a.span.attacker), int(a.span.defender)));
          },
          nb::arg("turn"), nb::arg("ko") = -1, nb::arg("threats") = std::make_tuple(0, 0),
          nb::arg("moves") = std::vector<int>(), nb::arg("nodes") = 0, nb::arg("seconds") = 0.0,
          nb::arg("cancel").none() = nb::none())
      .def(
          "legal_moves",
          [](const gokan::ProofSolver& s, int turn, int ko, std::tuple<int, int> threats,
             std::vector<int> moves) {
            return s.legal_moves(query(turn, ko, threats, std::move(moves)));
          },
          nb::arg("turn"), nb::arg("ko") = -1, nb::arg("threats") = std::make_tuple(0, 0),
          nb::arg("moves") = std::vector<int>())
      .def(
          "proof",
          [](gokan::ProofSolver& s, int turn, int ko, std::tuple<int, int> threats,
             std::vector<int> moves, uint64_t nodes, double seconds, size_t max_nodes,
             Cancel* cancel) {
            gokan::ProofLimits limits;
            limits.nodes = nodes;
            limits.seconds = seconds;
            limits.stop = cancel ? &cancel->flag : nullptr;
            const auto q = query(turn, ko, threats, std::move(moves));
            gokan::ProofGraph g;
            {
              nb::gil_scoped_release release;
              g = s.proof(q, limits, max_nodes);
            }
            nb::list out;
            if (g.complete) {
              for (size_t i = 0; i < g.leaf.size(); ++i) {
                nb::list edges;
                for (uint32_t e = g.first[i]; e < g.first[i + 1]; ++e)
                  edges.append(nb::make_tuple(int(g.edges[e].move), int(g.edges[e].child)));
                out.append(nb::make_tuple(int(g.leaf[i]), edges));
              }
            }
            return nb::make_tuple(int(g.verdict), g.complete, out);
          },
          nb::arg("turn"), nb::arg("ko") = -1, nb::arg("threats") = std::make_tuple(0, 0),
          nb::arg("moves") = std::vector<int>(), nb::arg("nodes") = 0, nb::arg("seconds") = 0.0,
          nb::arg("max_nodes") = 1000000, nb::arg("cancel").none() = nb::none());
}
