// What the three solvers of an arena are asked, as Python hands it over.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <utility>
#include <vector>

#include "reading/arena/proof.h"

namespace gokan {

inline ArenaSpec to_spec(int width, int height, const nanobind::bytes& cells) {
  const auto* data = reinterpret_cast<const uint8_t*>(cells.c_str());
  return {width, height, {data, data + cells.size()}};
}

struct KoThreats {
  int attacker = 0, defender = 0;
};

inline ProofQuery to_query(int turn, int ko, KoThreats threats, std::vector<int> moves) {
  return {turn, ko, threats.attacker, threats.defender, std::move(moves)};
}

// For solvers whose questions are about nothing but the target. Frees Python while it searches.
template <class Solver>
auto solve_after(Solver& solver, int turn, int ko, KoThreats threats, std::vector<int> moves,
                 const SearchLimits& limits) {
  const auto query = to_query(turn, ko, threats, std::move(moves));
  const nanobind::gil_scoped_release release;
  return solver.solve(query, limits);
}

// Legal moves after those of a question, for any solver that has them.
template <class Solver>
std::vector<int> legal_after(const Solver& solver, int turn, int ko, KoThreats threats,
                             std::vector<int> moves) {
  return solver.legal_moves(to_query(turn, ko, threats, std::move(moves)));
}

}  // namespace gokan
