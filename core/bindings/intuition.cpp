#include <memory>
#include <stdexcept>

#include "convert.h"
#include "intuition/own_games.h"
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

nb::bytes as_bytes(const void* data, size_t size) {
  return nb::bytes(static_cast<const char*>(data), size);
}

nb::tuple look(intuition::OwnGames& games) {
  std::vector<uint8_t> records(size_t(games.games()) * size_t(games.record_bytes()));
  std::vector<uint8_t> allowed(size_t(games.games()) * size_t(games.points() + 1));
  {
    const nb::gil_scoped_release release;
    games.look(records.data(), allowed.data());
  }
  return nb::make_tuple(as_bytes(records.data(), records.size()),
                        as_bytes(allowed.data(), allowed.size()));
}

void play_own(intuition::OwnGames& games, const nb::bytes& moves) {
  if (moves.size() != 2 * size_t(games.games())) throw nb::value_error("one move for each game");
  const nb::gil_scoped_release release;
  games.play(reinterpret_cast<const uint16_t*>(moves.c_str()));
}

nb::tuple take(const intuition::OwnGames& games, uint32_t game) {
  std::vector<uint8_t> records(size_t(games.records()) * size_t(games.record_bytes()));
  std::vector<int8_t> owners(size_t(games.games()) * size_t(games.points()));
  games.take(game, records.data(), owners.data());
  return nb::make_tuple(as_bytes(records.data(), records.size()),
                        as_bytes(owners.data(), owners.size()));
}

}  // namespace

void bind_intuition(nb::module_& m) {
  m.attr("INTUITION_PLANES") = intuition::kPlanes;
  m.attr("INTUITION_RECORD_BYTES") = intuition::kRecordBytes;
  m.def("intuition_planes", &planes_of, nb::arg("positions"), nb::arg("komi"));
  m.def("intuition_features", &features_of, nb::arg("position"));
  nb::class_<intuition::OwnGames>(m, "OwnGames")
      .def(nb::init<int, int, uint64_t, int, int>(), nb::arg("games"), nb::arg("side"),
           nb::arg("seed"), nb::arg("max_moves"), nb::arg("threads"))
      .def_prop_ro("finished", &intuition::OwnGames::finished)
      .def("look", &look)
      .def("play", &play_own, nb::arg("moves"))
      .def("take", &take, nb::arg("game"));
  m.def("intuition_records", &records, nb::arg("text"), nb::arg("game"), nb::arg("playouts"));
}
