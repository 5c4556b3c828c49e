#include "reading/arena/proof.h"

#include "test.h"

using namespace gokan;

namespace {

// '.' free, 'a' attacker, 'D' target, ' ' outside; every cell on the right and bottom edge of the
// drawing is next to an attacker's wall.
ArenaSpec draw(std::vector<std::string> rows) {
  ArenaSpec spec;
  spec.height = int(rows.size());
  spec.width = int(rows[0].size());
  for (int r = 0; r < spec.height; ++r) {
    for (int c = 0; c < spec.width; ++c) {
      uint8_t cell = 0;
      switch (rows[size_t(r)][size_t(c)]) {
        case '.':
          cell = ArenaSpec::kFree;
          break;
        case 'a':
          cell = ArenaSpec::kAttackerStone;
          break;
        case 'D':
          cell = ArenaSpec::kDefenderStone | ArenaSpec::kTarget;
          break;
        default:
          break;
      }
      if (cell && (r == spec.height - 1 || c == spec.width - 1)) cell |= ArenaSpec::kAttackerAnchor;
      spec.cells.push_back(cell);
    }
  }
  return spec;
}

Verdict ask(const ArenaSpec& spec, int turn, size_t bytes = 1 << 20) {
  ProofSolver solver(spec, bytes);
  ProofQuery query;
  query.turn = turn;
  SearchLimits limits;
  limits.nodes = 2000000;
  return solver.solve(query, limits).verdict;
}

}  // namespace

TEST(proof_straight_three_is_a_matter_of_who_moves) {
  const ArenaSpec spec = draw({"...D", "DDDD"});
  CHECK(ask(spec, 0) == Verdict::kKilled);
  CHECK(ask(spec, 1) == Verdict::kStands);
}

TEST(proof_straight_four_lives_and_square_four_dies) {
  CHECK(ask(draw({"....D", "DDDDD"}), 0) == Verdict::kStands);
  CHECK(ask(draw({"..D", "..D", "DDD"}), 1) == Verdict::kKilled);
}

TEST(proof_answers_do_not_depend_on_the_table) {
  const ArenaSpec spec = draw({"...D", "..DD", "DDD."});
  for (const int turn : {0, 1})
    for (const size_t bytes : {size_t(0), size_t(1) << 12, size_t(1) << 22})
      CHECK(ask(spec, turn, bytes) == ask(spec, turn));
}

TEST(proof_graph_is_complete_and_every_edge_leads_somewhere) {
  ProofSolver solver(draw({"...D", "..DD", "DDD."}));
  for (const int turn : {0, 1}) {
    ProofQuery query;
    query.turn = turn;
    const ProofGraph graph = solver.proof(query, SearchLimits(), 100000);
    CHECK(graph.complete);
    CHECK_EQ(graph.first.size(), graph.leaf.size() + 1);
    for (const auto& edge : graph.edges) CHECK(size_t(edge.child) < graph.leaf.size());
  }
}

TEST(proof_refuses_what_is_no_position) {
  bool refused = false;
  try {
    ProofSolver solver(draw({"DD"}), 1 << 12);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
}

TEST(proof_stops_at_its_node_limit) {
  ProofSolver solver(draw({".......D", ".......D", ".......D", "DDDDDDDD"}), 1 << 20);
  ProofQuery query;
  SearchLimits limits;
  limits.nodes = 3000;
  const ProofAnswer answer = solver.solve(query, limits);
  CHECK(answer.verdict == Verdict::kUnknown);
  CHECK(answer.nodes < 3200);
}
