#include "go/count.h"

#include "convert.h"
#include "signals.h"

using namespace gokan;

void bind_count(nb::module_& m) {
  const auto unlocked = nb::call_guard<nb::gil_scoped_release>();
  m.def(
      "count_positions",
      [](int width, int height) {
        uint64_t found;
        {
          const nb::gil_scoped_release release;
          found = count_positions(width, height, signal_waits);
        }
        if (PyErr_Occurred()) throw nb::python_error();
        return found;
      },
      nb::arg("width"), nb::arg("height"));
  m.def("count_games", &count_games, nb::arg("width"), nb::arg("height"), nb::arg("suicide"),
        unlocked);
  m.def("perft", &perft, nb::arg("position"), nb::arg("depth"), unlocked);
}
