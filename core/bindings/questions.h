// What the three solvers of an arena are asked, as Python hands it over, and proofs as it takes
// them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>
#include <vector>

#include "reading/arena/proof.h"

namespace gokan {

inline ArenaSpec to_spec(int width, int height, const nanobind::bytes& cells) {
  const auto* data = reinterpret_cast<const uint8_t*>(cells.c_str());
  return {width, height, {data, data + cells.size()}};
}

inline ProofQuery to_query(int turn, int ko, std::tuple<int, int> threats, std::vector<int> moves) {
  return {turn, ko, std::get<0>(threats), std::get<1>(threats), std::move(moves)};
}

// A row per node: the kind of leaf, and (move, child) for every edge. Empty if incomplete.
inline nanobind::list proof_rows(const ProofGraph& g) {
  nanobind::list rows;
  for (size_t i = 0; g.complete && i < g.leaf.size(); ++i) {
    nanobind::list edges;
    for (uint32_t e = g.first[i]; e < g.first[i + 1]; ++e)
      edges.append(nanobind::make_tuple(int(g.edges[e].move), int(g.edges[e].child)));
    rows.append(nanobind::make_tuple(int(g.leaf[i]), edges));
  }
  return rows;
}

}  // namespace gokan
