#include "goals/eye_room.h"

#include "convert.h"

using namespace gokan;

namespace {

goals::RoomWorth worth(goals::RoomTables& tables, const std::vector<uint16_t>& near,
                       const std::vector<uint16_t>& walls, uint32_t targets, uint32_t small,
                       uint16_t open, uint16_t exits, const std::vector<uint16_t>& dame_walls,
                       const std::vector<uint16_t>& dame_counts, uint16_t owner, uint16_t attacker,
                       bool falls) {
  return tables.worth({near, walls, targets, small, open, exits, dame_walls, dame_counts}, owner,
                      attacker, falls);
}

}  // namespace

void bind_eye_room(nb::module_& m) {
  nb::class_<goals::RoomWorth>(m, "RoomWorth")
      .def_ro("attacker_first", &goals::RoomWorth::attacker_first)
      .def_ro("owner_first", &goals::RoomWorth::owner_first)
      .def_ro("attacker_moves", &goals::RoomWorth::attacker_moves)
      .def_ro("owner_moves", &goals::RoomWorth::owner_moves)
      .def_ro("attacker_pass", &goals::RoomWorth::attacker_pass)
      .def_ro("owner_pass", &goals::RoomWorth::owner_pass);
  nb::class_<goals::RoomTables>(m, "RoomTables")
      .def(nb::init<size_t>(), nb::arg("most") = 20000)
      .def("worth", &worth, nb::arg("near"), nb::arg("walls"), nb::arg("targets"), nb::arg("small"),
           nb::arg("open"), nb::arg("exits"), nb::arg("dame_walls"), nb::arg("dame_counts"),
           nb::arg("owner"), nb::arg("attacker"), nb::arg("falls"))
      .def("__len__", &goals::RoomTables::size);
}
