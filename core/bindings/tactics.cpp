#include "reading/tactics/tactics.h"

#include <memory>

#include "convert.h"
#include "reading/tactics/skirmish.h"

using namespace gokan;

namespace {

std::vector<int> indices(const Board& board, const PointList& points) {
  std::vector<int> out;
  for (const Point p : points) out.push_back(to_index(board, p));
  return out;
}

// (code, exact, complete, order, moves, line, zone, nodes, proved)
nb::tuple read_tactics(const Position& position, bool connect, int a, int b, bool prover_first,
                       const SearchLimits& limits, int order, int table_bits, bool bridges) {
  const Board& now = position.board();
  const Point first = to_stone(now, a);
  const Point second = to_point(now, b);
  TacticalResult result;
  {
    const nb::gil_scoped_release release;
    Board board(now);
    const TacticalGoal goal = connect ? TacticalGoal::connect(board, first, second)
                                      : TacticalGoal::capture(board, first, second);
    // One per thread: setting up the table takes longer than most readings.
    thread_local std::unique_ptr<Tactics> tactics;
    thread_local int bits = 0;
    if (!tactics || bits != table_bits) {
      bits = table_bits;
      tactics = std::make_unique<Tactics>(bits);
    }
    tactics->set_limits(limits, order, bridges);
    result = prover_first ? tactics->prove(board, goal) : tactics->spoil(board, goal);
  }
  return nb::make_tuple(result.code, result.exact, result.complete, result.order,
                        indices(now, result.moves), indices(now, result.line),
                        indices(now, result.zone), result.nodes, indices(now, result.proved));
}

// (code, exact, complete, reach, moves, line, zone, nodes, proved)
nb::tuple read_skirmish(const Position& position, bool connect, int a, int b, bool prover_first,
                        const SearchLimits& limits, int wide, int table_bits) {
  const Board& now = position.board();
  const Point first = to_stone(now, a);
  const Point second = to_point(now, b);
  SkirmishResult result;
  {
    const nb::gil_scoped_release release;
    Board board(now);
    const TacticalGoal goal = connect ? TacticalGoal::connect(board, first, second)
                                      : TacticalGoal::capture(board, first, second);
    thread_local std::unique_ptr<Skirmish> skirmish;
    thread_local int bits = 0;
    if (!skirmish || bits != table_bits) {
      bits = table_bits;
      skirmish = std::make_unique<Skirmish>(bits);
    }
    Skirmish::Scope scope;
    if (wide >= 0) scope.wide = size_t(wide);
    skirmish->set_limits(limits);
    skirmish->set_scope(scope);
    result = prover_first ? skirmish->prove(board, goal) : skirmish->spoil(board, goal);
  }
  return nb::make_tuple(result.code, result.exact, result.complete, result.reach,
                        indices(now, result.moves), indices(now, result.line),
                        indices(now, result.zone), result.nodes, indices(now, result.proved));
}

}  // namespace

void bind_tactics(nb::module_& m) {
  m.def("read_tactics", &read_tactics, nb::arg("position"), nb::arg("connect"), nb::arg("a"),
        nb::arg("b"), nb::arg("prover_first"), nb::arg("limits"), nb::arg("order"),
        nb::arg("table_bits"), nb::arg("bridges") = true);
  m.def("read_skirmish", &read_skirmish, nb::arg("position"), nb::arg("connect"), nb::arg("a"),
        nb::arg("b"), nb::arg("prover_first"), nb::arg("limits"), nb::arg("wide"),
        nb::arg("table_bits"));
}
