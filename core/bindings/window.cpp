#include "goals/window.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace gokan;

namespace {

nb::tuple solve(const std::vector<uint32_t>& near, uint32_t open, bool room, int a, int b, bool eye,
                int outside_a, int outside_b) {
  WindowShape shape{near, open, room, a, b, eye, outside_a, outside_b};
  WindowResult result;
  {
    nb::gil_scoped_release release;
    result = solve_window(shape);
  }
  return nb::make_tuple(
      nb::bytes(reinterpret_cast<const char*>(result.value.data()), result.value.size()),
      nb::bytes(reinterpret_cast<const char*>(result.moves.data()), 4 * result.moves.size()));
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
  m.def("solve_window", &solve, nb::arg("near"), nb::arg("open"), nb::arg("room") = false,
        nb::arg("a") = 0, nb::arg("b") = -1, nb::arg("eye") = true, nb::arg("outside_a") = 0,
        nb::arg("outside_b") = 0);
  m.def("widen_cube", &widen_cube, nb::arg("allowed"), nb::arg("start"), nb::arg("order"),
        nb::arg("fixed"));
}
