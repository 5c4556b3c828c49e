#include "play/self_play.h"

#include <nanobind/ndarray.h>

#include "convert.h"

using namespace gokan;

namespace {

using Floats = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

nb::bytes look(SelfPlay& games) {
  std::vector<uint8_t> records(size_t(games.games()) * size_t(games.record_bytes()));
  {
    const nb::gil_scoped_release release;
    games.look(records.data());
  }
  return as_bytes(records);
}

void answer(SelfPlay& games, const Floats& policy, const Floats& win, const Floats& lead,
            const Floats& spread, const Floats& owner) {
  const auto count = size_t(games.games());
  if (policy.size() != count * (size_t(games.points()) + 1) || win.size() != count ||
      lead.size() != count || spread.size() != count ||
      owner.size() != count * size_t(games.points()))
    throw nb::value_error("a judgement for each game");
  const Judged judged{policy.data(), win.data(), lead.data(), spread.data(), owner.data()};
  const nb::gil_scoped_release release;
  games.answer(judged);
}

}  // namespace

void bind_self_play(nb::module_& m) {
  nb::class_<SelfPlayOptions>(m, "SelfPlayOptions")
      .def(nb::init<>())
      .def_rw("side", &SelfPlayOptions::side)
      .def_rw("visits", &SelfPlayOptions::visits)
      .def_rw("brief_visits", &SelfPlayOptions::brief_visits)
      .def_rw("full_percent", &SelfPlayOptions::full_percent)
      .def_rw("max_moves", &SelfPlayOptions::max_moves);
  using Finished = SelfPlay::Finished;
  nb::class_<Finished>(m, "FinishedGames")
      .def_ro("games", &Finished::games)
      .def_prop_ro("records", [](const Finished& all) { return as_bytes(all.records); })
      .def_prop_ro("visits", [](const Finished& all) { return as_bytes(all.visits); })
      .def_prop_ro("owners", [](const Finished& all) { return as_bytes(all.owners); });
  nb::class_<SelfPlay>(m, "SelfPlay")
      .def(nb::init<int, const SelfPlayOptions&, uint64_t, int>(), nb::arg("games"),
           nb::arg("options"), nb::arg("seed"), nb::arg("threads"))
      .def_prop_ro("evaluations", &SelfPlay::evaluations)
      .def_prop_ro("record_bytes", &SelfPlay::record_bytes)
      .def("look", &look)
      .def("answer", &answer, nb::arg("policy"), nb::arg("win"), nb::arg("lead"), nb::arg("spread"),
           nb::arg("owner"))
      .def("take", &SelfPlay::take);
}
