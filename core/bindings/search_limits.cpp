// What a search may cost, for Python.
#include "base/search_limits.h"

#include <nanobind/nanobind.h>

namespace nb = nanobind;
using namespace gokan;

void bind_search_limits(nb::module_& m) {
  nb::class_<Cancel>(m, "Cancel", "A flag that another thread may set to end a search.")
      .def(nb::init<>())
      .def("set", [](Cancel& c) { c.flag = true; })
      .def("clear", [](Cancel& c) { c.flag = false; })
      .def("is_set", [](const Cancel& c) { return c.is_set(); });

  nb::class_<SearchLimits>(m, "SearchLimits", "What a search may cost; 0 means no limit.")
      .def(
          "__init__",
          [](SearchLimits* self, uint64_t nodes, double seconds, uint64_t games,
             const Cancel* cancel) { new (self) SearchLimits{nodes, seconds, games, cancel}; },
          nb::arg("nodes") = 0, nb::arg("seconds") = 0.0, nb::arg("games") = 0,
          nb::arg("cancel").none() = nb::none(), nb::keep_alive<1, 5>())
      .def_ro("nodes", &SearchLimits::nodes)
      .def_ro("seconds", &SearchLimits::seconds)
      .def_ro("games", &SearchLimits::games);
}
