#include "reading/tactics/tactics.h"

#include <memory>
#include <utility>

#include "convert.h"
#include "reading/tactics/skirmish.h"

using namespace gokan;

namespace {

std::vector<int> indices(const Board& board, const PointList& points) {
  std::vector<int> out;
  for (const Point p : points) out.push_back(to_index(board, p));
  return out;
}

// A result with points as Python counts them.
struct Answer {
  TacticalResult result;
  std::vector<int> moves, proved, line, zone;
};

Answer answer(const Board& board, TacticalResult result) {
  return {result, indices(board, result.moves), indices(board, result.proved),
          indices(board, result.line), indices(board, result.zone)};
}

// Asks one of the two tactical searches. There is one per thread: setting up its table takes longer
// than most readings.
template <class Search, class SetUp>
Answer read(const Position& position, bool connect, int a, int b, bool prover_first, int table_bits,
            SetUp&& set_up) {
  const Board& now = position.board();
  const Point first = to_stone(now, a);
  const Point second = to_point(now, b);
  TacticalResult result;
  {
    const nb::gil_scoped_release release;
    Board board(now);
    const TacticalGoal goal = connect ? TacticalGoal::connect(board, first, second)
                                      : TacticalGoal::capture(board, first, second);
    thread_local std::unique_ptr<Search> search;
    thread_local int bits = 0;
    if (!search || bits != table_bits) {
      bits = table_bits;
      search = std::make_unique<Search>(bits);
    }
    set_up(*search);
    result = prover_first ? search->prove(board, goal) : search->spoil(board, goal);
  }
  return answer(now, std::move(result));
}

Answer read_tactics(const Position& position, bool connect, int a, int b, bool prover_first,
                    const SearchLimits& limits, int order, int table_bits, bool bridges) {
  return read<Tactics>(position, connect, a, b, prover_first, table_bits,
                       [&](Tactics& search) { search.set_limits(limits, order, bridges); });
}

Answer read_skirmish(const Position& position, bool connect, int a, int b, bool prover_first,
                     const SearchLimits& limits, int wide, int table_bits) {
  return read<Skirmish>(position, connect, a, b, prover_first, table_bits, [&](Skirmish& search) {
    Skirmish::Scope scope;
    if (wide >= 0) scope.wide = size_t(wide);
    search.set_limits(limits);
    search.set_scope(scope);
  });
}

}  // namespace

void bind_tactics(nb::module_& m) {
  nb::class_<Answer>(m, "TacticalAnswer")
      .def_prop_ro("code", [](const Answer& a) { return a.result.code; })
      .def_prop_ro("exact", [](const Answer& a) { return a.result.exact; })
      .def_prop_ro("complete", [](const Answer& a) { return a.result.complete; })
      .def_prop_ro("depth", [](const Answer& a) { return a.result.depth; })
      .def_prop_ro("nodes", [](const Answer& a) { return a.result.nodes; })
      .def_ro("moves", &Answer::moves)
      .def_ro("proved", &Answer::proved)
      .def_ro("line", &Answer::line)
      .def_ro("zone", &Answer::zone);
  m.def("read_tactics", &read_tactics, nb::arg("position"), nb::arg("connect"), nb::arg("a"),
        nb::arg("b"), nb::arg("prover_first"), nb::arg("limits"), nb::arg("order"),
        nb::arg("table_bits"), nb::arg("bridges") = true);
  m.def("read_skirmish", &read_skirmish, nb::arg("position"), nb::arg("connect"), nb::arg("a"),
        nb::arg("b"), nb::arg("prover_first"), nb::arg("limits"), nb::arg("wide"),
        nb::arg("table_bits"));
}
