// Weights by key, learned from what strong players chose: the ground under models of moves.
//
// Keys are hashes of patterns or formations; 0 is no key. Each weight keeps the sum of its squared
// gradients, so that it steps at a rate of its own.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace gokan {

class WeightTable {
 public:
  static constexpr uint32_t kNone = ~uint32_t(0);
  static constexpr float kFirstSquare = 0.1f;  // so that a first small gradient makes a small step

  WeightTable() { build({}); }
  // Exactly these keys, all weights 0.
  void build(const std::vector<uint32_t>& keys);
  // These keys too, with weight 0 where they are new.
  void add(const std::vector<uint32_t>& keys);
  // Where the weight of a key lies, or kNone.
  [[nodiscard]] uint32_t find(uint32_t key) const {
    const size_t mask = keys_.size() - 1;
    for (size_t i = spread(key) & mask;; i = (i + 1) & mask) {
      if (keys_[i] == key) return uint32_t(i);
      if (keys_[i] == 0) return kNone;
    }
  }
  [[nodiscard]] size_t size() const { return used_; }
  [[nodiscard]] float weight(uint32_t slot) const { return weights_[slot]; }
  void step(uint32_t slot, float gradient, float rate) {
    step(weights_[slot], squares_[slot], gradient, rate);
  }
  static void step(float& weight, float& square, float gradient, float rate) {
    square += gradient * gradient;
    weight -= rate * gradient / (std::sqrt(square) + 1e-3f);
  }
  // Half of each weight from `other`, where it knows the key.
  void average(const WeightTable& other);
  // The mean with tables of the same keys; throws std::invalid_argument if they have others.
  void average(const std::vector<const WeightTable*>& others);

  // Little-endian: how many, sorted keys as differences, weights in units of `unit`. Weights that
  // are smaller than `least` are left out.
  void save(std::string& out, float unit, float least = 0) const;
  // The rest of `bytes` from `at`; throws std::invalid_argument.
  void load(const std::string& bytes, size_t at, float unit);

  static size_t spread(uint32_t key) { return size_t(key * 0x9e3779b1u); }

 private:
  std::vector<uint32_t> keys_;  // open addressing, 0 is free
  std::vector<float> weights_, squares_;
  size_t used_ = 0;
};

// Counts keys, to find those that come often.
class KeyCounts {
 public:
  KeyCounts() : keys_(kSize, 0), counts_(kSize, 0) {}
  // Counts a key; was it seen `least` times by now? When the table is full, new keys never are.
  bool often(uint32_t key, int least);
  [[nodiscard]] std::vector<uint32_t> seen(int least) const;

 private:
  static constexpr size_t kSize = size_t(1) << 24;
  std::vector<uint32_t> keys_;
  std::vector<uint16_t> counts_;
  size_t used_ = 0;
};

// Numbers in files, as they lie in memory (little-endian).
template <class T>
void put_number(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}
void take_bytes(const std::string& bytes, size_t& at, void* out, size_t size);
template <class T>
T take_number(const std::string& bytes, size_t& at) {
  T value;
  take_bytes(bytes, at, &value, sizeof value);
  return value;
}

}  // namespace gokan
