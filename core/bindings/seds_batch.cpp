#include "convert.h"
#include "strength/seds_batch_host.h"

using namespace gokan;

namespace {

// Of every candidate.
struct Scores {
  std::vector<float> score;
  std::vector<int> sweeps;
};

const char kSource[] =
#include "seds_batch_source.inc"
    ;

}  // namespace

void bind_seds_batch(nb::module_& m) {
  using seds::Batch;
  nb::class_<Scores>(m, "SedsScores")
      .def_prop_ro("score", [](const Scores& all) { return as_bytes(all.score); })
      .def_prop_ro("sweeps", [](const Scores& all) { return as_bytes(all.sweeps); });
  nb::class_<Batch>(m, "SedsBatch")
      .def_ro("width", &Batch::width)
      .def_ro("height", &Batch::height)
      .def_ro("max_blocks", &Batch::max_blocks)
      .def_prop_ro("workspace_bytes", &Batch::workspace_bytes)
      .def_prop_ro("color", [](const Batch& b) { return as_bytes(b.color); })
      .def_prop_ro("label", [](const Batch& b) { return as_bytes(b.label); })
      .def_prop_ro("single", [](const Batch& b) { return as_bytes(b.single); })
      .def_prop_ro("blocks", [](const Batch& b) { return as_bytes(b.blocks); })
      .def_prop_ro("bits", [](const Batch& b) { return as_bytes(b.bits); })
      .def_prop_ro("position", [](const Batch& b) { return as_bytes(b.position); })
      .def_prop_ro("move", [](const Batch& b) { return as_bytes(b.move); })
      .def_prop_ro("mover", [](const Batch& b) { return as_bytes(b.mover); })
      .def(
          "evaluate",
          [](const Batch& b, double stop, int max_sweeps, bool raise, bool afresh) {
            const nb::gil_scoped_release release;
            Scores all{std::vector<float>(b.move.size()), std::vector<int>(b.move.size())};
            seds::evaluate_batch(b, stop, max_sweeps, raise, afresh, all.score.data(),
                                 all.sweeps.data());
            return all;
          },
          nb::arg("stop"), nb::arg("max_sweeps"), nb::arg("raise_last_liberty"), nb::arg("afresh"));
  m.def("prepare_seds_batch", [](const std::vector<const Position*>& positions) {
    const nb::gil_scoped_release release;
    return seds::prepare_batch(positions);
  });
  m.def("seds_batch_source", [] { return nb::str(kSource); });
}
