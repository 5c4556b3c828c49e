#include "go/playout.h"

#include "convert.h"
#include "signals.h"

using namespace gokan;

void bind_playout(nb::module_& m) {
  nb::class_<PlayoutResult>(m, "PlayoutResult")
      .def_ro("games", &PlayoutResult::games)
      .def_ro("moves", &PlayoutResult::moves)
      .def_ro("black_wins", &PlayoutResult::black_wins)
      .def_ro("draws", &PlayoutResult::draws)
      .def_ro("score_sum", &PlayoutResult::score_sum)
      .def_ro("black", &PlayoutResult::black)
      .def_ro("white", &PlayoutResult::white);
  m.def("run_playouts", [](const Position& start, int64_t games, uint64_t seed, bool all_moves,
                           int max_moves, double komi, bool ownership) {
    PlayoutResult result;
    {
      const nb::gil_scoped_release release;
      result = run_playouts(start, games, seed, all_moves ? Policy::kAll : Policy::kSensible,
                            max_moves, komi, ownership, signal_waits);
    }
    if (PyErr_Occurred()) throw nb::python_error();
    return result;
  });
}
