#include "goals/window.h"

#include "convert.h"

using namespace gokan;

namespace {

WindowResult solve(const std::vector<uint32_t>& near, uint32_t open, bool room, int a, int b,
                   bool eye, int outside_a, int outside_b) {
  const nb::gil_scoped_release release;
  return solve_window({near, open, room, a, b, eye, outside_a, outside_b});
}

std::vector<int> widen_cube(nb::bytes allowed, const std::vector<int>& start,
                            const std::vector<int>& order, int fixed) {
  const auto* data = reinterpret_cast<const uint8_t*>(allowed.c_str());
  std::vector<uint8_t> table(data, data + allowed.size());
  size_t boards = 1;
  for (size_t i = 0; i < start.size(); ++i) boards *= 3;
  if (boards != table.size()) throw nb::value_error("the table has one entry per filling");
  const WindowCube cube(start.begin(), start.end());
  const auto wide = widen(table, int(start.size()), cube, order, uint32_t(fixed));
  return {wide.begin(), wide.end()};
}

}  // namespace

void bind_window(nb::module_& m) {
  nb::class_<WindowResult>(m, "SolvedWindow")
      .def_prop_ro("values", [](const WindowResult& all) { return as_bytes(all.value); })
      .def_prop_ro("moves", [](const WindowResult& all) { return as_bytes(all.moves); });
  m.def("solve_window", &solve, nb::arg("near"), nb::arg("open"), nb::arg("room") = false,
        nb::arg("a") = 0, nb::arg("b") = -1, nb::arg("eye") = true, nb::arg("outside_a") = 0,
        nb::arg("outside_b") = 0);
  m.def("widen_cube", &widen_cube, nb::arg("allowed"), nb::arg("start"), nb::arg("order"),
        nb::arg("fixed"));
}
