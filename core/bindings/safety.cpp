#include "reading/safety.h"

#include <algorithm>

#include "convert.h"

using namespace gokan;

namespace {

// (live stones, territory, [(points, heads of the blocks it is vital to, territory?)]) of a colour;
// the regions listed are those walled in by live blocks alone.
nb::tuple unconditional(const Position& position, int color) {
  const Board& board = position.board();
  static thread_local Safety safety;
  safety.read(board, to_side(color), position.rules().suicide);
  PointList alive, territory;
  const auto& geo = board.geometry();
  for (int i = 0; i < geo.count; ++i) {
    if (safety.alive(geo.points[i])) alive.push_back(geo.points[i]);
    if (safety.territory(geo.points[i])) territory.push_back(geo.points[i]);
  }
  nb::list regions;
  for (const Safety::Region& region : safety.regions()) {
    PointList points(safety.points().begin() + region.begin, safety.points().begin() + region.end);
    std::sort(points.begin(), points.end());
    const PointList vital(region.vital.begin(), region.vital.begin() + region.vital_count);
    regions.append(
        nb::make_tuple(index_tuple(board, points), index_tuple(board, vital), region.territory));
  }
  return nb::make_tuple(index_tuple(board, alive), index_tuple(board, territory), regions);
}

}  // namespace

void bind_safety(nb::module_& m) {
  m.def("unconditional", &unconditional, nb::arg("position"), nb::arg("color"));
}
