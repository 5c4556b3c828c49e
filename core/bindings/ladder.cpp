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

// (0 escapes, 1 captured, 2 unknown; the line; nodes)
nb::tuple read_ladder(const Position& position, int target, bool attack, uint32_t limit,
                      int threats) {
  const Point stone = to_stone(position.board(), target);
  LadderResult result;
  {
    const nb::gil_scoped_release release;
    Board board(position.board());
    LadderReader& reader = reader_with(limit, threats);
    result = attack ? reader.attack(board, stone) : reader.defend(board, stone);
  }
  return nb::make_tuple(int(result.verdict), indices(position.board(), result.line), result.nodes);
}

// (moves that save the target, moves that stayed unknown)
nb::tuple ladder_defences(const Position& position, int target, uint32_t limit, int threats) {
  const Point stone = to_stone(position.board(), target);
  PointList saving, unknown;
  {
    const nb::gil_scoped_release release;
    Board board(position.board());
    reader_with(limit, threats).defences(board, stone, saving, unknown);
  }
  return nb::make_tuple(indices(position.board(), saving), indices(position.board(), unknown));
}

}  // namespace

void bind_ladder(nb::module_& m) {
  m.def("read_ladder", &read_ladder, nb::arg("position"), nb::arg("target"), nb::arg("attack"),
        nb::arg("limit"), nb::arg("threats"));
  m.def("ladder_defences", &ladder_defences, nb::arg("position"), nb::arg("target"),
        nb::arg("limit"), nb::arg("threats"));
}
