#include "reading/tactics/tactics.h"

#include <memory>

#include "cancel.h"
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
                       uint64_t nodes, double seconds, int order, int table_bits,
                       const Cancel* cancel) {
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
      tactics = std::make_unique<Tactics>(TacticalLimits{}, bits);
    }
    tactics->set_limits({nodes, seconds, order, cancel ? &cancel->flag : nullptr});
    result = prover_first ? tactics->prove(board, goal) : tactics->spoil(board, goal);
  }
  return nb::make_tuple(result.code, result.exact, result.complete, result.order,
                        indices(now, result.moves), indices(now, result.line),
                        indices(now, result.zone), result.nodes, indices(now, result.proved));
}

// (code, exact, complete, reach, moves, line, zone, nodes, proved)
nb::tuple read_skirmish(const Position& position, bool connect, int a, int b, bool prover_first,
                        uint64_t nodes, double seconds, int wide, int table_bits,
                        const Cancel* cancel) {
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
    Skirmish::Limits limits{.nodes = nodes, .seconds = seconds};
    if (wide >= 0) limits.wide = size_t(wide);
    limits.cancel = cancel ? &cancel->flag : nullptr;
    skirmish->set_limits(limits);
    result = prover_first ? skirmish->prove(board, goal) : skirmish->spoil(board, goal);
  }
  return nb::make_tuple(result.code, result.exact, result.complete, result.reach,
                        indices(now, result.moves), indices(now, result.line),
                        indices(now, result.zone), result.nodes, indices(now, result.proved));
}

}  // namespace

void bind_tactics(nb::module_& m) {
  m.def("read_tactics", &read_tactics, nb::arg("position"), nb::arg("connect"), nb::arg("a"),
        nb::arg("b"), nb::arg("prover_first"), nb::arg("nodes"), nb::arg("seconds"),
        nb::arg("order"), nb::arg("table_bits"), nb::arg("cancel").none());
  m.def("read_skirmish", &read_skirmish, nb::arg("position"), nb::arg("connect"), nb::arg("a"),
        nb::arg("b"), nb::arg("prover_first"), nb::arg("nodes"), nb::arg("seconds"),
        nb::arg("wide"), nb::arg("table_bits"), nb::arg("cancel").none());
}
