// Plain backpropagation, case by case: small networks of log-sigmoid neurons (Wong, section 2.2).
//
// The first hidden layer may lack connections: only those of its mask exist. Everything else is
// fully joined, and every neuron has a threshold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gokan::intuition {

// What the outputs say while the network learns: log-sigmoids, or a hard limit (1 from one half on,
// else 0), whose error goes back through the sigmoid's slope or, as the perceptron's, as it is.
enum class OutputLimit { kSigmoid, kSlope, kPerceptron };

struct BackpropPlan {
  float rate = 0.5f;
  float close = 0.25f;  // an output that misses by less is right
  int epochs = 1;       // at most
  uint64_t seed = 1;    // of the order of the cases
  OutputLimit limit = OutputLimit::kSigmoid;
};

class BackpropNet {
 public:
  // `sizes` from inputs to outputs. `weights`: layer after layer, neuron after neuron, its weights
  // and then its threshold. `mask`: first hidden neurons × inputs; empty means all.
  // Throws std::invalid_argument if the numbers do not fit.
  BackpropNet(std::vector<int> sizes, std::vector<float> weights, const std::vector<uint8_t>& mask);

  // Learns until every output of every case is right, or the epochs are over: how many it took.
  int train(const std::vector<int8_t>& inputs, const std::vector<float>& targets,
            const BackpropPlan& plan);
  const std::vector<float>& weights() const { return weights_; }

 private:
  bool learn(const int8_t* inputs, const float* targets, const BackpropPlan& plan);

  std::vector<int> sizes_;
  std::vector<float> weights_;
  std::vector<size_t> first_;           // where each layer's weights begin
  std::vector<std::vector<int>> sees_;  // per neuron of the first hidden layer: its inputs
  std::vector<std::vector<float>> out_, delta_;
};

}  // namespace gokan::intuition
