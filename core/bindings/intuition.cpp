#include <memory>
#include <stdexcept>

#include "convert.h"
#include "intuition/records.h"

using namespace gokan;
using intuition::Features;

namespace {

// Large: one per thread.
Features& the_features() {
  static thread_local auto features = std::make_unique<Features>();
  return *features;
}

// The planes of positions of one size, one after another, as the bytes of float numbers.
nb::bytes planes_of(const std::vector<const Position*>& positions,
                    const std::vector<double>& komi) {
  if (positions.size() != komi.size()) throw nb::value_error("each position needs its komi");
  std::vector<float> out;
  {
    const nb::gil_scoped_release release;
    size_t at = 0;
    for (size_t i = 0; i < positions.size(); ++i) {
      const auto room = size_t(intuition::kPlanes) * size_t(positions[i]->board().geometry().count);
      out.resize(at + room);
      the_features().planes(*positions[i], float(komi[i]), out.data() + at);
      at += room;
    }
  }
  return nb::bytes(reinterpret_cast<const char*>(out.data()), out.size() * sizeof(float));
}

nb::bytes features_of(const Position& position) {
  std::vector<uint8_t> out(size_t(intuition::kBytes) * size_t(position.board().geometry().count));
  the_features().write(position, out.data());
  return nb::bytes(reinterpret_cast<const char*>(out.data()), out.size());
}

// Records, owners, and how many records, games, counted, owned, broken.
nb::tuple records(const std::string& text, uint32_t game, int playouts) {
  using namespace intuition;
  size_t lines = 1, letters = text.size();
  for (const char c : text) lines += c == '\n';
  std::vector<uint8_t> out((letters / 2 + 1) * size_t(kRecordBytes));
  std::vector<int8_t> owners(lines * size_t(kPointsOfRecord));
  Recorded done;
  {
    const nb::gil_scoped_release release;
    done = write_records(text, game, playouts, out.data(), owners.data());
  }
  return nb::make_tuple(
      nb::bytes(reinterpret_cast<const char*>(out.data()),
                size_t(done.records) * size_t(kRecordBytes)),
      nb::bytes(reinterpret_cast<const char*>(owners.data()),
                size_t(done.games) * size_t(kPointsOfRecord)),
      nb::make_tuple(done.records, done.games, done.counted, done.owned, done.broken));
}

}  // namespace

void bind_intuition(nb::module_& m) {
  m.attr("INTUITION_PLANES") = intuition::kPlanes;
  m.attr("INTUITION_RECORD_BYTES") = intuition::kRecordBytes;
  m.def("intuition_planes", &planes_of, nb::arg("positions"), nb::arg("komi"));
  m.def("intuition_features", &features_of, nb::arg("position"));
  m.def("intuition_records", &records, nb::arg("text"), nb::arg("game"), nb::arg("playouts"));
}
