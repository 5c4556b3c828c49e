#include "../race.h"

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "cancel.h"
#include "convert.h"

namespace {

gokan::ProofQuery query(int turn, int ko, std::tuple<int, int> threats, std::vector<int> moves) {
  return {turn, ko, std::get<0>(threats), std::get<1>(threats), std::move(moves)};
}

}  // namespace

void bind_race(nb::module_& m) {
  nb::class_<gokan::RaceSolver>(m, "RaceSolver")
      .def(
          "__init__",
          [](gokan::RaceSolver* self, int width, int height, nb::bytes cells, size_t bytes) {
            const auto* data = reinterpret_cast<const uint8_t*>(cells.c_str());
            new (self) gokan::RaceSolver({width, height, {data, data + cells.size()}}, bytes);
          },
          nb::arg("width"), nb::arg("height"), nb::arg("cells"),
          nb::arg("table_bytes") = size_t(64) << 20)
      .def(
          "solve",
          [](gokan::RaceSolver& s, int turn, int ko, std::tuple<int, int> threats,
             std::vector<int> moves, uint64_t nodes, double seconds, Cancel* cancel) {
            const auto q = query(turn, ko, threats, std::move(moves));
            gokan::RaceAnswer a;
            {
              const nb::gil_scoped_release release;
              a = s.solve(q, {nodes, seconds, cancel ? &cancel->flag : nullptr});
            }
            return std::make_tuple(int(a.verdict), a.nodes, a.best, a.pn, a.dn, a.ko);
          },
          nb::arg("turn"), nb::arg("ko") = -1, nb::arg("threats") = std::make_tuple(0, 0),
          nb::arg("moves") = std::vector<int>(), nb::arg("nodes") = 0, nb::arg("seconds") = 0.0,
          nb::arg("cancel").none() = nb::none())
      .def(
          "legal_moves",
          [](const gokan::RaceSolver& s, int turn, int ko, std::tuple<int, int> threats,
             std::vector<int> moves) {
            return s.legal_moves(query(turn, ko, threats, std::move(moves)));
          },
          nb::arg("turn"), nb::arg("ko") = -1, nb::arg("threats") = std::make_tuple(0, 0),
          nb::arg("moves") = std::vector<int>());
}
