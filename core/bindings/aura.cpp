#include "goals/aura.h"

#include <nanobind/stl/vector.h>

#include <cstring>

#include "convert.h"

using namespace gokan;

namespace {

std::vector<float> floats(const nb::bytes& data) {
  std::vector<float> found(data.size() / sizeof(float));
  std::memcpy(found.data(), data.c_str(), found.size() * sizeof(float));
  return found;
}

void make(goals::AuraRunner* at, const std::vector<nb::bytes>& weights,
          const std::vector<nb::bytes>& biases, const nb::bytes& heads, const nb::bytes& heads_bias,
          const nb::bytes& bias, const std::string& kernels) {
  if (weights.size() != biases.size()) throw nb::value_error("each layer needs its bias");
  goals::AuraWeights all{{}, floats(heads), floats(heads_bias), floats(bias)};
  for (size_t k = 0; k < weights.size(); ++k)
    all.layers.push_back({floats(weights[k]), floats(biases[k])});
  for (const auto& some : intuition::all_board_kernels()) {
    if (some.runs() && (kernels.empty() || some.name == kernels)) {
      new (at) goals::AuraRunner(all, some);
      return;
    }
  }
  throw nb::value_error("there are no such kernels on this machine");
}

goals::AuraSight look(const goals::AuraRunner& runner, const Position& position,
                      const std::vector<int>& target, int sides) {
  const Board& board = position.board();
  if (target.empty() || sides < 1 || sides > 8)
    throw nb::value_error("an aura needs a target and one to eight looks");
  std::vector<Point> stones;
  for (const int index : target) {
    stones.push_back(to_stone(board, index));
    if (board.color(stones.back()) != board.color(stones.front()))
      throw nb::value_error("the stones of a target have one colour");
  }
  const nb::gil_scoped_release release;
  return runner.look(board, stones, position.to_play(), sides);
}

}  // namespace

void bind_aura(nb::module_& m) {
  nb::class_<goals::AuraSight>(m, "AuraSight")
      .def_ro("stands", &goals::AuraSight::stands)
      .def_ro("falls", &goals::AuraSight::falls)
      .def_ro("points", &goals::AuraSight::points)
      .def_ro("worth", &goals::AuraSight::worth)
      .def_ro("move", &goals::AuraSight::move);
  nb::class_<goals::AuraRunner>(m, "AuraRunner")
      .def("__init__", &make, nb::arg("weights"), nb::arg("biases"), nb::arg("heads"),
           nb::arg("heads_bias"), nb::arg("bias"), nb::arg("kernels") = "")
      .def_prop_ro("kernels", &goals::AuraRunner::kernels)
      .def("look", &look, nb::arg("position"), nb::arg("target"), nb::arg("sides") = 8);
}
