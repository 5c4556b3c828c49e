#include <nanobind/stl/optional.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <thread>

#include "convert.h"
#include "intuition/crowd.h"
#include "intuition/network.h"
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
nb::bytes planes_of(const std::vector<const Position*>& positions, const std::vector<double>& komi,
                    bool ladders) {
  if (positions.size() != komi.size()) throw nb::value_error("each position needs its komi");
  std::vector<float> out;
  {
    const nb::gil_scoped_release release;
    size_t at = 0;
    for (size_t i = 0; i < positions.size(); ++i) {
      const auto room = size_t(intuition::kPlanes) * size_t(positions[i]->board().geometry().count);
      out.resize(at + room);
      the_features().planes(*positions[i], float(komi[i]), out.data() + at, ladders);
      at += room;
    }
  }
  return as_bytes(out);
}

nb::bytes features_of(const Position& position) {
  std::vector<uint8_t> out(size_t(intuition::kBytes) * size_t(position.board().geometry().count));
  the_features().write(position, out.data());
  return as_bytes(out);
}

// What was made of games, with the records and the owners as bytes.
struct MadeRecords {
  nb::bytes records, owners;
  intuition::Recorded count;
};

MadeRecords records(const std::string& text, uint32_t game, int playouts) {
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
  return {nb::bytes(out.data(), size_t(done.records) * size_t(kRecordBytes)),
          nb::bytes(owners.data(), size_t(done.games) * size_t(kPointsOfRecord)), done};
}

// The records of a line of a game at its turns; nothing if the line cannot be replayed.
std::optional<nb::bytes> turn_records_of(const std::string& line) {
  const auto game = intuition::parse_game_line(line);
  if (!game) return {};
  std::vector<uint8_t> out(game->turns.size() * size_t(intuition::record_bytes(game->side)));
  {
    const nb::gil_scoped_release release;
    if (intuition::turn_records(line, out.data(), int64_t(out.size())) < 0) out.clear();
  }
  if (out.empty() && !game->turns.empty()) return {};
  return as_bytes(out);
}

nb::bytes look_of(intuition::Crowd& crowd, int threads) {
  std::vector<uint8_t> out(size_t(crowd.games()) * size_t(intuition::record_bytes(crowd.side())));
  {
    const nb::gil_scoped_release release;
    crowd.look(threads, out.data());
  }
  return as_bytes(out);
}

nb::bytes play_in(intuition::Crowd& crowd, const nb::bytes& moves) {
  const auto games = size_t(crowd.games());
  if (moves.size() != games * sizeof(int16_t)) throw nb::value_error("each game needs its move");
  std::vector<int16_t> chosen(games);
  std::memcpy(chosen.data(), moves.c_str(), moves.size());
  std::vector<uint8_t> outcomes(games);
  crowd.play(chosen.data(), outcomes.data());
  return as_bytes(outcomes);
}

// A number in half precision; what is too large becomes infinite there already.
float widen(uint16_t half) {
  const uint32_t sign = uint32_t(half & 0x8000) << 16, exponent = (half >> 10) & 31,
                 fraction = half & 0x3ff;
  if (exponent == 0) {
    const float small = std::ldexp(float(fraction), -24);
    return sign ? -small : small;
  }
  return std::bit_cast<float>(sign | (exponent == 31 ? 255u : exponent + 112) << 23 |
                              fraction << 13);
}

std::vector<std::string> kernels_here() {
  std::vector<std::string> names;
  for (const auto& some : intuition::all_board_kernels()) {
    if (some.runs()) names.emplace_back(some.name);
  }
  return names;
}

std::vector<std::string> bytes_here() {
  std::vector<std::string> names;
  for (const auto& some : intuition::all_byte_kernels()) {
    if (some.runs()) names.emplace_back("bytes " + std::string(some.name));
  }
  return names;
}

intuition::NetworkRunner* new_runner(void* at, int blocks, int channels, int planes,
                                     const nb::dict& halves, const std::string& kernels) {
  intuition::Tensors tensors;
  for (const auto& [name, data] : halves) {
    const auto bytes = nb::cast<nb::bytes>(data);
    std::vector<float>& values = tensors[nb::cast<std::string>(name)];
    values.resize(bytes.size() / 2);
    for (size_t i = 0; i < values.size(); ++i) {
      uint16_t half;
      std::memcpy(&half, bytes.c_str() + 2 * i, 2);
      values[i] = widen(half);
    }
  }
  const intuition::BoardKernels* chosen = kernels.empty() ? &intuition::board_kernels() : nullptr;
  for (const auto& some : intuition::all_board_kernels()) {
    if (some.name == kernels && some.runs()) chosen = &some;
  }
  if (chosen) {
    return new (at) intuition::NetworkRunner(blocks, channels, planes, std::move(tensors), *chosen);
  }
  for (const auto& some : intuition::all_byte_kernels()) {
    if (some.runs() && (kernels == "bytes" || kernels == "bytes " + std::string(some.name))) {
      return new (at) intuition::NetworkRunner(blocks, channels, planes, std::move(tensors),
                                               intuition::board_kernels(), &some);
    }
  }
  std::string told = "this machine has no loops called '" + kernels + "', but bytes";
  for (const auto& names : {kernels_here(), bytes_here()}) {
    for (const std::string& name : names) told += ", " + name;
  }
  throw std::invalid_argument(told);
}

// What a network says of some positions, as the bytes of floats: logits of the best move and the
// pass, and of a professional's; win, lead, spread and error; logits of ownership; and the rows
// about groups.
struct NetworkAnswer {
  nb::bytes moves, professional, numbers, owner, groups;
};
constexpr int kNumbers = 4;

// Each of `threads` takes every so-manieth position.
NetworkAnswer run(const intuition::NetworkRunner& runner, const nb::bytes& planes, int count,
                  int rows, int columns, int threads) {
  if (count < 0 || threads < 1 || rows < 1 || columns < 1 || rows > kMaxSide || columns > kMaxSide)
    throw nb::value_error("no such boards");
  const size_t points = size_t(rows) * size_t(columns), room = size_t(runner.planes()) * points;
  if (planes.size() != size_t(count) * room * sizeof(float))
    throw nb::value_error("the planes have another size");
  std::vector<float> moves(size_t(count) * (points + 1)), professional(moves.size()),
      numbers(size_t(count) * kNumbers), owner(size_t(count) * points),
      groups(size_t(count) * points * intuition::kGroupRows);
  const auto work = [&](int first) {
    std::vector<float> in(room);
    for (int i = first; i < count; i += threads) {
      std::memcpy(in.data(), planes.c_str() + size_t(i) * room * sizeof(float),
                  room * sizeof(float));
      const auto output = runner.run(in.data(), rows, columns);
      std::ranges::copy(output.moves, moves.begin() + i * std::ptrdiff_t(points + 1));
      std::ranges::copy(output.professional, professional.begin() + i * std::ptrdiff_t(points + 1));
      std::ranges::copy(output.owner, owner.begin() + i * std::ptrdiff_t(points));
      std::ranges::copy(output.groups,
                        groups.begin() + i * std::ptrdiff_t(points * intuition::kGroupRows));
      const float four[kNumbers] = {output.win, output.lead, output.spread, output.error};
      std::ranges::copy(four, numbers.begin() + kNumbers * std::ptrdiff_t(i));
    }
  };
  {
    const nb::gil_scoped_release release;
    std::vector<std::thread> others;
    for (int t = 1; t < std::min(threads, count); ++t) others.emplace_back(work, t);
    work(0);
    for (std::thread& other : others) other.join();
  }
  return {as_bytes(moves), as_bytes(professional), as_bytes(numbers), as_bytes(owner),
          as_bytes(groups)};
}

}  // namespace

void bind_intuition(nb::module_& m) {
  m.attr("INTUITION_PLANES") = intuition::kPlanes;
  m.attr("INTUITION_GROUP_ROWS") = intuition::kGroupRows;
  m.attr("INTUITION_MOST_KOMI") = intuition::kMostKomi;
  m.attr("INTUITION_RECORD_BYTES") = intuition::kRecordBytes;
  m.def("intuition_planes", &planes_of, nb::arg("positions"), nb::arg("komi"),
        nb::arg("ladders") = true);
  m.def("intuition_features", &features_of, nb::arg("position"));
  nb::exception<intuition::BadWeights>(m, "BadWeights", PyExc_ValueError);
  m.def("network_kernels", &kernels_here);
  m.def("byte_kernels", &bytes_here);
  nb::class_<NetworkAnswer>(m, "NetworkAnswer")
      .def_ro("moves", &NetworkAnswer::moves)
      .def_ro("professional", &NetworkAnswer::professional)
      .def_ro("numbers", &NetworkAnswer::numbers)
      .def_ro("owner", &NetworkAnswer::owner)
      .def_ro("groups", &NetworkAnswer::groups);
  nb::class_<intuition::NetworkRunner>(m, "NetworkRunner")
      .def(
          "__init__",
          [](intuition::NetworkRunner* at, int blocks, int channels, int planes,
             const nb::dict& halves, const std::string& kernels) {
            new_runner(at, blocks, channels, planes, halves, kernels);
          },
          nb::arg("blocks"), nb::arg("channels"), nb::arg("planes"), nb::arg("halves"),
          nb::arg("kernels") = "")
      .def_prop_ro("kernels",
                   [](const intuition::NetworkRunner& runner) {
                     const std::string bytes = runner.bytes();
                     return bytes.empty() ? std::string(runner.kernels()) : "bytes " + bytes;
                   })
      .def("run", &run, nb::arg("planes"), nb::arg("count"), nb::arg("rows"), nb::arg("columns"),
           nb::arg("threads") = 1);
  nb::class_<intuition::Recorded>(m, "RecordCount")
      .def_ro("records", &intuition::Recorded::records)
      .def_ro("games", &intuition::Recorded::games)
      .def_ro("counted", &intuition::Recorded::counted)
      .def_ro("owned", &intuition::Recorded::owned)
      .def_ro("broken", &intuition::Recorded::broken);
  nb::class_<MadeRecords>(m, "MadeRecords")
      .def_ro("records", &MadeRecords::records)
      .def_ro("owners", &MadeRecords::owners)
      .def_ro("count", &MadeRecords::count);
  m.def("intuition_records", &records, nb::arg("text"), nb::arg("game"), nb::arg("playouts"));
  m.def("intuition_turn_records", &turn_records_of, nb::arg("line"));
  nb::class_<intuition::Crowd>(m, "Crowd")
      .def(
          "__init__",
          [](intuition::Crowd* at, int side, int games) {
            if (side < intuition::kSmallestSide || side > intuition::kLargestSide || games < 1)
              throw nb::value_error("no such games");
            new (at) intuition::Crowd(side, games);
          },
          nb::arg("side"), nb::arg("games"))
      .def(
          "start",
          [](intuition::Crowd& crowd, int game, const std::string& line) {
            return crowd.start(game, line);
          },
          nb::arg("game"), nb::arg("line"))
      .def("look", &look_of, nb::arg("threads") = 1)
      .def("play", &play_in, nb::arg("moves"));
}
