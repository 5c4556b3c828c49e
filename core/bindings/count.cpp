#include "../count.h"

#include "convert.h"

using namespace gokan;

void bind_count(nb::module_& m) {
  const auto unlocked = nb::call_guard<nb::gil_scoped_release>();
  m.def("count_positions", &count_positions, nb::arg("width"), nb::arg("height"), unlocked);
  m.def("count_games", &count_games, nb::arg("width"), nb::arg("height"), nb::arg("suicide"),
        unlocked);
  m.def("perft", &perft, nb::arg("position"), nb::arg("depth"), unlocked);
}
