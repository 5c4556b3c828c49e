#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>

#include "convert.h"

using namespace gokan;

namespace {

nb::bytes board_bytes(const Position& position) {
  const auto& geo = position.board().geometry();
  char colors[kMaxOnBoard];
  for (int i = 0; i < geo.count; ++i) colors[i] = char(position.board().color(geo.points[i]));
  return nb::bytes(colors, size_t(geo.count));
}

const uint8_t* point_bytes(const Board& board, const nb::bytes& bytes) {
  if (int(bytes.size()) != board.geometry().count)
    throw nb::value_error("the bytes do not fit the board");
  return reinterpret_cast<const uint8_t*>(bytes.c_str());
}

nb::list legal_moves(const Position& position, int color) {
  PyObject* const* objects = point_objects();
  PyObject* moves[kMaxOnBoard];
  Py_ssize_t count = 0;
  position.for_each_legal(to_side(color), [&](int i) { moves[count++] = objects[i]; });
  PyObject* list = PyList_New(count);
  for (Py_ssize_t i = 0; i < count; ++i) {
    Py_INCREF(moves[i]);
    PyList_SET_ITEM(list, i, moves[i]);
  }
  return nb::steal<nb::list>(list);
}

// The next position, or the reason (an int) why the move is not allowed.
nb::object play(const Position& position, int index, int color) {
  const Point p = to_point(position.board(), index);
  const Color side = to_side(color);
  const Legality legality = position.judge(p, side);
  if (legality != Legality::kLegal) return nb::int_(int(legality));
  return nb::cast(position.play(p, side));
}

// The position after moves played in turn, the number played, and the legality of the next.
struct PlayedAll {
  Position position;
  int played = 0, legality = 0;
};

PlayedAll play_all(const Position& position, const std::vector<int>& moves) {
  Position next(position);
  int played = 0;
  Legality legality = Legality::kLegal;
  for (const int index : moves) {
    const Point p = to_point(next.board(), index);
    legality = next.judge(p, next.to_play());
    if (legality != Legality::kLegal) break;
    next.play_here(p, next.to_play());
    ++played;
  }
  return {std::move(next), played, int(legality)};
}

// Plays moves[i] by colors[i] for as long as the points are empty; how many were played.
int replay(Position& position, const nb::bytes& colors, const std::vector<int>& moves) {
  if (colors.size() < moves.size()) throw nb::value_error("each move needs its colour");
  const char* side = colors.c_str();
  int played = 0;
  for (const int index : moves) {
    const Point p = to_point(position.board(), index);
    if (p != kPass && position.board().color(p) != kEmpty) break;
    position.play_here(p, to_side(side[played]));
    ++played;
  }
  return played;
}

// Connected stones and their liberties, points ascending.
struct BlockSeen {
  int color;
  nb::tuple stones, liberties;
};

// Connected empty points, and the colours that touch them as bits.
struct RegionSeen {
  nb::tuple points;
  int colors;
};

BlockSeen block(const Board& board, Point p) {
  PointList stones, liberties;
  board.for_each_stone(p, [&](Point q) { stones.push_back(q); });
  board.liberties(p, liberties);
  std::sort(stones.begin(), stones.end());
  std::sort(liberties.begin(), liberties.end());
  return {int(board.color(p)), index_tuple(board, stones), index_tuple(board, liberties)};
}

std::vector<BlockSeen> blocks(const Position& position) {
  const Board& board = position.board();
  const auto& geo = board.geometry();
  std::vector<bool> done(kMaxPoints);
  std::vector<BlockSeen> out;
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[i];
    if (!board.is_stone(p) || done[board.head(p)]) continue;
    done[board.head(p)] = true;
    out.push_back(block(board, p));
  }
  return out;
}

std::vector<RegionSeen> regions(const Position& position) {
  const Board& board = position.board();
  const auto& geo = board.geometry();
  std::vector<int16_t> region(geo.count);
  std::vector<uint8_t> colors;
  const int count = empty_regions(board, region.data(), colors);
  std::vector<PointList> points(count);
  for (int i = 0; i < geo.count; ++i)
    if (region[i] >= 0) points[region[i]].push_back(geo.points[i]);
  std::vector<RegionSeen> out;
  for (int r = 0; r < count; ++r) out.push_back({index_tuple(board, points[r]), int(colors[r])});
  return out;
}

nb::bytes owner_bytes(const Position& position, const nb::bytes& dead) {
  const Board& board = position.board();
  uint8_t owner[kMaxOnBoard];
  owners(board, dead.size() ? point_bytes(board, dead) : nullptr, owner);
  return nb::bytes(reinterpret_cast<const char*>(owner), size_t(board.geometry().count));
}

// A position as plain values and back, for pickle. Values that fit no position are refused.
using Past = std::vector<std::pair<uint64_t, int>>;
using State = std::tuple<std::tuple<int, int, int, bool>, nb::bytes, int, std::pair<int, int>,
                         std::pair<int, int>, std::tuple<std::vector<int>, int, int>, Past>;

State get_state(const Position& p) {
  const Board& board = p.board();
  Past past;
  for (const auto& entry : p.history().entries()) past.emplace_back(entry.hash, entry.to_play);
  std::vector<int> recent;
  for (const Point move : p.recent()) recent.push_back(to_index(board, move));
  return {{board.width(), board.height(), int(p.rules().ko), p.rules().suicide},
          board_bytes(p),
          int(p.to_play()),
          {to_index(board, board.ko()), int(board.ko_color())},
          {p.prisoners(kBlack), p.prisoners(kWhite)},
          {recent, p.move_number(), p.passes()},
          std::move(past)};
}

void set_state(Position& self, const State& state) {
  const auto& [form, stones, to_play, ko, prisoners, last, past] = state;
  const auto& [width, height, ko_rule, suicide] = form;
  const auto& [moves, move_number, passes] = last;
  if (width < 1 || width > kMaxSide || height < 1 || height > kMaxSide || ko_rule < 0 ||
      ko_rule > int(KoRule::kSituational) || moves.size() != Position::kRecent)
    throw nb::value_error("not the state of a position");
  Position position(width, height, Rules{KoRule(ko_rule), suicide});
  const Board& board = position.board();
  const uint8_t* colors = point_bytes(board, stones);
  if (std::any_of(colors, colors + board.geometry().count, [](uint8_t c) { return c > kWhite; }))
    throw nb::value_error("not the state of a position");
  position.restart(colors, to_side(to_play));
  if (board.breathless() != kPass) throw nb::value_error("not the state of a position");
  if (ko.first >= 0) position.set_ko(to_point(board, ko.first), to_side(ko.second));
  position.set_prisoners(prisoners.first, prisoners.second);
  position.set_passes(passes);
  std::vector<History::Entry> history;
  for (const auto& [hash, side] : past) history.push_back({hash, to_side(side)});
  std::array<Point, Position::kRecent> recent{};
  for (size_t i = 0; i < moves.size(); ++i) recent[i] = to_point(board, moves[i]);
  position.set_past(recent, move_number, history);
  new (&self) Position(std::move(position));
}

}  // namespace

void bind_position(nb::module_& m) {
  nb::class_<PlayedAll>(m, "PlayedAll")
      .def_ro("position", &PlayedAll::position)
      .def_ro("played", &PlayedAll::played)
      .def_ro("legality", &PlayedAll::legality);
  nb::class_<BlockSeen>(m, "BlockSeen")
      .def_ro("color", &BlockSeen::color)
      .def_ro("stones", &BlockSeen::stones)
      .def_ro("liberties", &BlockSeen::liberties);
  nb::class_<RegionSeen>(m, "RegionSeen")
      .def_ro("points", &RegionSeen::points)
      .def_ro("colors", &RegionSeen::colors);
  nb::class_<Position>(m, "Position")
      .def(
          "__init__",
          [](Position* self, int width, int height, int ko, bool suicide) {
            new (self) Position(width, height, Rules{KoRule(ko), suicide});
          },
          nb::arg("width"), nb::arg("height"), nb::arg("ko"), nb::arg("suicide"))
      .def_prop_ro("width", [](const Position& p) { return p.board().width(); })
      .def_prop_ro("height", [](const Position& p) { return p.board().height(); })
      .def_prop_ro("to_play", [](const Position& p) { return int(p.to_play()); })
      .def_prop_ro("last_move",
                   [](const Position& p) { return to_index(p.board(), p.last_move()); })
      .def_prop_ro("recent",
                   [](const Position& p) {
                     std::vector<int> moves;
                     for (const Point move : p.recent()) moves.push_back(to_index(p.board(), move));
                     return moves;
                   })
      .def_prop_ro("move_number", &Position::move_number)
      .def_prop_ro("passes", &Position::passes)
      .def_prop_ro("hash", [](const Position& p) { return p.board().hash(); })
      .def_prop_ro("ko", [](const Position& p) { return to_index(p.board(), p.board().ko()); })
      .def_prop_ro("ko_color", [](const Position& p) { return int(p.board().ko_color()); })
      .def("prisoners", [](const Position& p, int color) { return p.prisoners(to_side(color)); })
      .def("color_at",
           [](const Position& p, int i) { return int(p.board().color(to_point(p.board(), i))); })
      .def("board", &board_bytes)
      .def("judge",
           [](const Position& p, int index, int color) {
             return int(p.judge(to_point(p.board(), index), to_side(color)));
           })
      .def("legal_moves", &legal_moves)
      .def("play", &play)
      .def("play_forced",
           [](const Position& p, int index, int color) {
             const Point point = to_point(p.board(), index);
             if (point != kPass && p.board().color(point) != kEmpty)
               throw nb::value_error("the point is occupied");
             return p.play(point, to_side(color));
           })
      .def("copy", [](const Position& p) { return Position(p); })
      .def("play_all", &play_all)
      .def("replay", &replay)
      .def("setup",
           [](const Position& p, const nb::bytes& colors, int to_play) {
             Position next(p);
             next.restart(point_bytes(p.board(), colors), to_side(to_play));
             return next;
           })
      .def("with_prisoners",
           [](const Position& p, int black, int white) {
             Position next(p);
             next.set_prisoners(black, white);
             return next;
           })
      .def("with_passes",
           [](const Position& p, int passes) {
             Position next(p);
             next.set_passes(passes);
             return next;
           })
      .def("with_ko",
           [](const Position& p, int index, int banned) {
             Position next(p);
             next.set_ko(to_point(p.board(), index), to_side(banned));
             return next;
           })
      .def("with_to_play",
           [](const Position& p, int color) {
             Position next(p);
             next.set_to_play(to_side(color));
             return next;
           })
      .def("breathless",
           [](const Position& p) { return to_index(p.board(), p.board().breathless()); })
      .def("block",
           [](const Position& p, int i) { return block(p.board(), to_stone(p.board(), i)); })
      .def("liberty_count",
           [](const Position& p, int i) { return p.board().liberty_count(to_stone(p.board(), i)); })
      .def("blocks", &blocks)
      .def("regions", &regions)
      .def("owners", &owner_bytes)
      .def("__getstate__", &get_state)
      .def("__setstate__", &set_state);
}
