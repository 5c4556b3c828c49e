#include "reading/safety.h"

#include <algorithm>

#include "convert.h"

using namespace gokan;

namespace {

struct Walled {
  nb::tuple points, vital_to;  // one stone of each block to which it is vital
  bool territory;
};

// Of one colour; the regions are those walled in by live blocks alone.
struct Life {
  nb::tuple alive, territory;
  std::vector<Walled> regions;
};

Life unconditional(const Position& position, int color) {
  const Board& board = position.board();
  static thread_local Safety safety;
  safety.read(board, to_side(color), position.rules().suicide);
  PointList alive, territory;
  const auto& geo = board.geometry();
  for (int i = 0; i < geo.count; ++i) {
    if (safety.alive(geo.points[i])) alive.push_back(geo.points[i]);
    if (safety.territory(geo.points[i])) territory.push_back(geo.points[i]);
  }
  std::vector<Walled> regions;
  for (const Safety::Region& region : safety.regions()) {
    PointList points(safety.points().begin() + region.begin, safety.points().begin() + region.end);
    std::sort(points.begin(), points.end());
    const PointList vital(region.vital.begin(), region.vital.begin() + region.vital_count);
    regions.push_back({index_tuple(board, points), index_tuple(board, vital), region.territory});
  }
  return {index_tuple(board, alive), index_tuple(board, territory), std::move(regions)};
}

}  // namespace

void bind_safety(nb::module_& m) {
  nb::class_<Walled>(m, "WalledRegion")
      .def_ro("points", &Walled::points)
      .def_ro("vital_to", &Walled::vital_to)
      .def_ro("territory", &Walled::territory);
  nb::class_<Life>(m, "UnconditionalLife")
      .def_ro("alive", &Life::alive)
      .def_ro("territory", &Life::territory)
      .def_ro("regions", &Life::regions);
  m.def("unconditional", &unconditional, nb::arg("position"), nb::arg("color"));
}
