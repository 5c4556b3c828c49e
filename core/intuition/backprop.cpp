#include "intuition/backprop.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "base/random.h"

namespace gokan::intuition {

BackpropNet::BackpropNet(std::vector<int> sizes, std::vector<float> weights,
                         const std::vector<uint8_t>& mask)
    : sizes_(std::move(sizes)), weights_(std::move(weights)) {
  size_t total = 0;
  if (sizes_.size() < 2) throw std::invalid_argument("a network needs two layers");
  for (const int size : sizes_)
    if (size < 1 || size > 4096) throw std::invalid_argument("a layer has 1 to 4096 neurons");
  for (size_t i = 1; i < sizes_.size(); ++i) {
    first_.push_back(total);
    total += size_t(sizes_[i]) * size_t(sizes_[i - 1] + 1);
    out_.emplace_back(size_t(sizes_[i]));
    delta_.emplace_back(size_t(sizes_[i]));
  }
  const size_t before = size_t(sizes_[0]), neurons = size_t(sizes_[1]);
  if (weights_.size() != total || (!mask.empty() && mask.size() != before * neurons))
    throw std::invalid_argument("the weights do not fit the layers");
  sees_.resize(neurons);
  for (size_t n = 0; n < neurons; ++n)
    for (size_t i = 0; i < before; ++i) {
      if (mask.empty() || mask[n * before + i])
        sees_[n].push_back(int(i));
      else
        weights_[n * (before + 1) + i] = 0;
    }
}

int BackpropNet::train(const std::vector<int8_t>& inputs, const std::vector<float>& targets,
                       const BackpropPlan& plan) {
  const size_t in = size_t(sizes_.front()), out = size_t(sizes_.back());
  const size_t cases = inputs.size() / in;
  if (inputs.size() != cases * in || targets.size() != cases * out)
    throw std::invalid_argument("each case needs its inputs and targets");
  std::vector<uint32_t> order(cases);
  std::iota(order.begin(), order.end(), 0u);
  Random rng(plan.seed);
  for (int epoch = 1; epoch <= plan.epochs; ++epoch) {
    for (size_t i = cases; i > 1; --i) std::swap(order[i - 1], order[rng.below(uint32_t(i))]);
    bool all = true;
    for (const uint32_t c : order)
      all &= learn(inputs.data() + c * in, targets.data() + c * out, plan);
    if (all) return epoch;
  }
  return plan.epochs;
}

// One case: forward, back, and the weights are changed at once. Was it right before?
bool BackpropNet::learn(const int8_t* inputs, const float* targets, const BackpropPlan& plan) {
  const size_t layers = sizes_.size() - 1;
  for (size_t l = 0; l < layers; ++l) {
    const size_t before = size_t(sizes_[l]), neurons = size_t(sizes_[l + 1]);
    for (size_t n = 0; n < neurons; ++n) {
      const float* w = weights_.data() + first_[l] + n * (before + 1);
      float sum = w[before];
      if (l == 0) {
        for (const int i : sees_[n]) sum += w[i] * float(inputs[i]);
      } else {
        const float* x = out_[l - 1].data();
        float part[8] = {};
        size_t i = 0;
        for (; i + 8 <= before; i += 8)
          for (size_t k = 0; k < 8; ++k) part[k] += w[i + k] * x[i + k];
        for (; i < before; ++i) sum += w[i] * x[i];
        for (const float p : part) sum += p;
      }
      out_[l][n] = 1.0f / (1.0f + std::exp(-sum));
    }
  }
  bool right = true;
  for (size_t n = 0; n < out_.back().size(); ++n) {
    const bool hard = plan.limit != OutputLimit::kSigmoid;
    const float o = out_.back()[n], said = hard ? float(o >= 0.5f) : o, miss = targets[n] - said;
    right &= std::fabs(miss) < plan.close;
    delta_.back()[n] = plan.limit == OutputLimit::kPerceptron ? miss : miss * o * (1 - o);
  }
  for (size_t l = layers; l-- > 1;) {  // the deltas below, before the weights change
    const size_t before = size_t(sizes_[l]);
    std::vector<float>& below = delta_[l - 1];
    std::fill(below.begin(), below.end(), 0.0f);
    for (size_t n = 0; n < delta_[l].size(); ++n) {
      const float* w = weights_.data() + first_[l] + n * (before + 1);
      const float d = delta_[l][n];
      for (size_t i = 0; i < before; ++i) below[i] += d * w[i];
    }
    for (size_t i = 0; i < before; ++i) below[i] *= out_[l - 1][i] * (1 - out_[l - 1][i]);
  }
  for (size_t l = 0; l < layers; ++l) {
    const size_t before = size_t(sizes_[l]);
    for (size_t n = 0; n < delta_[l].size(); ++n) {
      float* w = weights_.data() + first_[l] + n * (before + 1);
      const float step = plan.rate * delta_[l][n];
      if (l == 0) {
        for (const int i : sees_[n]) w[i] += step * float(inputs[i]);
      } else {
        const float* x = out_[l - 1].data();
        for (size_t i = 0; i < before; ++i) w[i] += step * x[i];
      }
      w[before] += step;
    }
  }
  return right;
}

}  // namespace gokan::intuition
