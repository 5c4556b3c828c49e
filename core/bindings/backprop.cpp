// The corner networks for Python: numbers come and go as bytes.
#include "intuition/backprop.h"

#include <cstring>

#include "convert.h"
#include "intuition/corner_planes.h"

using namespace gokan::intuition;

namespace {

template <class T>
std::vector<T> numbers(const nb::bytes& data) {
  if (data.size() % sizeof(T)) throw nb::value_error("the bytes are not whole numbers");
  std::vector<T> out(data.size() / sizeof(T));
  if (!out.empty()) std::memcpy(out.data(), data.c_str(), data.size());
  return out;
}

struct Learned {
  nb::bytes weights;
  int epochs;  // how many it took
};

Learned train(const std::vector<int>& sizes, const nb::bytes& weights, const nb::bytes& mask,
              const nb::bytes& inputs, const nb::bytes& targets, float rate, float close,
              int epochs, uint64_t seed, OutputLimit limit) {
  BackpropNet net(sizes, numbers<float>(weights), numbers<uint8_t>(mask));
  const auto cases = numbers<int8_t>(inputs);
  const auto wanted = numbers<float>(targets);
  int took = 0;
  {
    const nb::gil_scoped_release release;
    took = net.train(cases, wanted, {rate, close, epochs, seed, limit});
  }
  return {gokan::as_bytes(net.weights()), took};
}

nb::bytes planes(const nb::bytes& inputs) {
  const auto numbers_in = numbers<int8_t>(inputs);
  if (numbers_in.size() % kCornerPoints) throw nb::value_error("a corner has 64 points");
  std::vector<uint8_t> out(numbers_in.size());
  {
    const nb::gil_scoped_release release;
    corner_planes(numbers_in.data(), numbers_in.size() / kCornerPoints, out.data());
  }
  return gokan::as_bytes(out);
}

}  // namespace

void bind_backprop(nb::module_& m) {
  nb::enum_<OutputLimit>(m, "OutputLimit", nb::is_arithmetic(),
                         "What the outputs of a network say while it learns.")
      .value("SIGMOID", OutputLimit::kSigmoid)
      .value("SLOPE", OutputLimit::kSlope)
      .value("PERCEPTRON", OutputLimit::kPerceptron);
  nb::class_<Learned>(m, "LearnedByCase")
      .def_ro("weights", &Learned::weights)
      .def_ro("epochs", &Learned::epochs);
  m.def("train_by_case", &train, nb::arg("sizes"), nb::arg("weights"), nb::arg("mask"),
        nb::arg("inputs"), nb::arg("targets"), nb::arg("rate"), nb::arg("close"), nb::arg("epochs"),
        nb::arg("seed"), nb::arg("limit") = OutputLimit::kSigmoid);
  m.def("corner_planes", &planes, nb::arg("inputs"));
}
