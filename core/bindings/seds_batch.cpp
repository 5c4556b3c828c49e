#include "convert.h"
#include "strength/seds_batch_host.h"

using namespace gokan;

namespace {

template <class T>
nb::bytes raw(const std::vector<T>& values) {
  return nb::bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

const char kSource[] =
#include "seds_batch_source.inc"
    ;

}  // namespace

void bind_seds_batch(nb::module_& m) {
  using seds::Batch;
  nb::class_<Batch>(m, "SedsBatch")
      .def_ro("width", &Batch::width)
      .def_ro("height", &Batch::height)
      .def_ro("max_blocks", &Batch::max_blocks)
      .def_prop_ro("workspace_bytes", &Batch::workspace_bytes)
      .def_prop_ro("color", [](const Batch& b) { return raw(b.color); })
      .def_prop_ro("label", [](const Batch& b) { return raw(b.label); })
      .def_prop_ro("single", [](const Batch& b) { return raw(b.single); })
      .def_prop_ro("blocks", [](const Batch& b) { return raw(b.blocks); })
      .def_prop_ro("bits", [](const Batch& b) { return raw(b.bits); })
      .def_prop_ro("position", [](const Batch& b) { return raw(b.position); })
      .def_prop_ro("move", [](const Batch& b) { return raw(b.move); })
      .def_prop_ro("mover", [](const Batch& b) { return raw(b.mover); })
      .def(
          "evaluate",
          [](const Batch& b, double stop, int max_sweeps, bool raise, bool afresh) {
            std::vector<float> score(b.move.size());
            std::vector<int> sweeps(b.move.size());
            {
              const nb::gil_scoped_release release;
              seds::evaluate_batch(b, stop, max_sweeps, raise, afresh, score.data(), sweeps.data());
            }
            return nb::make_tuple(raw(score), raw(sweeps));
          },
          nb::arg("stop"), nb::arg("max_sweeps"), nb::arg("raise_last_liberty"), nb::arg("afresh"));
  m.def("prepare_seds_batch", [](const std::vector<const Position*>& positions) {
    const nb::gil_scoped_release release;
    return seds::prepare_batch(positions);
  });
  m.def("seds_batch_source", [] { return nb::str(kSource); });
}
