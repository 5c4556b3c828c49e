// Ctrl-C during a long computation.
#pragma once

#include <nanobind/nanobind.h>

namespace gokan {

// Did somebody press Ctrl-C, or does another signal wait? Python's exception is set then.
inline bool signal_waits() {
  const nanobind::gil_scoped_acquire held;
  return PyErr_CheckSignals() != 0;
}

}  // namespace gokan
