// Life that lasts, for Python: thin, releases the interpreter lock while it searches.
#include "life_proof.h"

#include <nanobind/nanobind.h>
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

gokan::ProofLimits limits(uint64_t nodes, double seconds, const Cancel* cancel) {
  return {nodes, seconds, cancel ? &cancel->flag : nullptr};
}

}  // namespace

void bind_life_proof(nb::module_& m) {
  nb::class_<gokan::LifeSolver>(m, "LifeSolver")
      .def(
          "__init__",
          [](gokan::LifeSolver* self, int width, int height, nb::bytes cells, size_t bytes) {
            gokan::ArenaSpec spec;
            spec.width = width;
            spec.height = height;
            const auto* data = reinterpret_cast<const uint8_t*>(cells.c_str());
            spec.cells.assign(data, data + cells.size());
            new (self) gokan::LifeSolver(spec, bytes);
          },
          nb::arg("width"), nb::arg("height"), nb::arg("cells"),
          nb::arg("table_bytes") = size_t(64) << 20)
      .def(
          "solve",
          [](gokan::LifeSolver& s, bool end, int turn, int ko, std::tuple<int, int> threats,
             std::vector<int> moves, uint64_t nodes, double seconds, Cancel* cancel) {
            const auto q = query(turn, ko, threats, std::move(moves));
            const auto goal = end ? gokan::LifeGoal::kEnd : gokan::LifeGoal::kTwoEyes;
            gokan::LifeAnswer a;
            {
              nb::gil_scoped_release release;
              a = s.solve(q, goal, limits(nodes, seconds, cancel));
            }
            return std::make_tuple(a.illegal ? -1 : int(a.verdict), a.nodes, a.best);
          },
          nb::arg("end"), nb::arg("turn"), nb::arg("ko") = -1,
          nb::arg("threats") = std::make_tuple(0, 0), nb::arg("moves") = std::vector<int>(),
          nb::arg("nodes") = 0, nb::arg("seconds") = 0.0, nb::arg("cancel").none() = nb::none())
      .def(
          "proof",
          [](gokan::LifeSolver& s, bool end, int turn, int ko, std::tuple<int, int> threats,
             uint64_t nodes, double seconds, size_t max_nodes, Cancel* cancel) {
            const auto q = query(turn, ko, threats, {});
            const auto goal = end ? gokan::LifeGoal::kEnd : gokan::LifeGoal::kTwoEyes;
            gokan::ProofGraph g;
            {
              nb::gil_scoped_release release;
              g = s.proof(q, goal, limits(nodes, seconds, cancel), max_nodes);
            }
            nb::list out;
            for (size_t i = 0; g.complete && i < g.leaf.size(); ++i) {
              nb::list edges;
              for (uint32_t e = g.first[i]; e < g.first[i + 1]; ++e)
                edges.append(nb::make_tuple(int(g.edges[e].move), int(g.edges[e].child)));
              out.append(nb::make_tuple(int(g.leaf[i]), edges));
            }
            return nb::make_tuple(g.verdict == gokan::Verdict::kStands, g.complete, out);
          },
          nb::arg("end"), nb::arg("turn"), nb::arg("ko") = -1,
          nb::arg("threats") = std::make_tuple(0, 0), nb::arg("nodes") = 0,
          nb::arg("seconds") = 0.0, nb::arg("max_nodes") = 1000000,
          nb::arg("cancel").none() = nb::none());
}
