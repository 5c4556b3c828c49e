// Corner groups with a proved fate, for Python.
#include "reading/arena/corner_maker.h"

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstring>

namespace nb = nanobind;
using namespace gokan;

namespace {

constexpr size_t kCells = sizeof(CornerCells);

// Records of 62 bytes: number (8, little end first), step and the step before (2 each), fate,
// cells.
nb::bytes make(uint64_t seed, uint64_t first, uint64_t count, uint64_t nodes) {
  std::vector<uint8_t> out;
  {
    const nb::gil_scoped_release release;
    CornerOptions options;
    options.nodes = nodes;
    for (const MadeCorner& made : make_corners(seed, first, count, options)) {
      for (int i = 0; i < 8; ++i) out.push_back(uint8_t(made.number >> (8 * i)));
      for (const uint16_t step : {made.step, made.before})
        for (int i = 0; i < 2; ++i) out.push_back(uint8_t(step >> (8 * i)));
      out.push_back(uint8_t(made.fate));
      out.insert(out.end(), made.cells.begin(), made.cells.end());
    }
  }
  return nb::bytes(reinterpret_cast<const char*>(out.data()), out.size());
}

int fate(const nb::bytes& cells, uint64_t nodes) {
  if (cells.size() != kCells) throw nb::value_error("a corner has 49 cells");
  CornerCells draft;
  std::memcpy(draft.data(), cells.c_str(), kCells);
  if (std::any_of(draft.begin(), draft.end(), [](uint8_t c) { return c > 3; }))
    throw nb::value_error("a cell is 0, 1, 2 or 3");
  if (std::count(draft.begin(), draft.end(), 3) == 0)
    throw nb::value_error("a corner needs a defender");
  const nb::gil_scoped_release release;
  return int(corner_fate(draft, nodes));
}

}  // namespace

void bind_corner_maker(nb::module_& m) {
  m.def("make_corners", &make, nb::arg("seed"), nb::arg("first"), nb::arg("count"),
        nb::arg("nodes") = 1500);
  m.def("corner_fate", &fate, nb::arg("cells"), nb::arg("nodes") = 1500);
}
