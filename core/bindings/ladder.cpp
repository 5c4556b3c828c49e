#include "go/ladder.h"

#include "convert.h"

using namespace gokan;

namespace {

// Kept for its buffers.
LadderReader& reader_with(uint32_t limit, int threats) {
  static thread_local LadderReader reader;
  reader.set(limit, KoThreats(threats));
  return reader;
}

std::vector<int> indices(const Board& board, const PointList& points) {
  std::vector<int> out;
  for (const Point p : points) out.push_back(to_index(board, p));
  return out;
}

struct LadderReading {
  LadderVerdict verdict;
  std::vector<int> line;
  uint32_t nodes;
};

struct LadderDefences {
  std::vector<int> saving, unknown;
};

LadderReading read_ladder(const Position& position, int target, bool attack, uint32_t limit,
                          int threats) {
  const Point stone = to_stone(position.board(), target);
  LadderResult result;
  {
    const nb::gil_scoped_release release;
    Board board(position.board());
    LadderReader& reader = reader_with(limit, threats);
    result = attack ? reader.attack(board, stone) : reader.defend(board, stone);
  }
  return {result.verdict, indices(position.board(), result.line), result.nodes};
}

LadderDefences ladder_defences(const Position& position, int target, uint32_t limit, int threats) {
  const Point stone = to_stone(position.board(), target);
  PointList saving, unknown;
  {
    const nb::gil_scoped_release release;
    Board board(position.board());
    reader_with(limit, threats).defences(board, stone, saving, unknown);
  }
  return {indices(position.board(), saving), indices(position.board(), unknown)};
}

}  // namespace

void bind_ladder(nb::module_& m) {
  nb::enum_<LadderVerdict>(m, "LadderVerdict")
      .value("ESCAPES", LadderVerdict::kEscapes)
      .value("CAPTURED", LadderVerdict::kCaptured)
      .value("UNKNOWN", LadderVerdict::kUnknown);
  nb::class_<LadderReading>(m, "LadderReading")
      .def_ro("verdict", &LadderReading::verdict)
      .def_ro("line", &LadderReading::line)
      .def_ro("nodes", &LadderReading::nodes);
  nb::class_<LadderDefences>(m, "LadderDefences")
      .def_ro("saving", &LadderDefences::saving)
      .def_ro("unknown", &LadderDefences::unknown);
  m.def("read_ladder", &read_ladder, nb::arg("position"), nb::arg("target"), nb::arg("attack"),
        nb::arg("limit"), nb::arg("threats"));
  m.def("ladder_defences", &ladder_defences, nb::arg("position"), nb::arg("target"),
        nb::arg("limit"), nb::arg("threats"));
}
