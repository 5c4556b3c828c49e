#include "base/weight_table.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace gokan {

void take_bytes(const std::string& bytes, size_t& at, void* out, size_t size) {
  if (at + size > bytes.size()) throw std::invalid_argument("the model is cut off");
  std::memcpy(out, bytes.data() + at, size);
  at += size;
}

void WeightTable::build(const std::vector<uint32_t>& keys) {
  size_t size = 16;
  while (size < 2 * keys.size() + 2) size *= 2;
  keys_.assign(size, 0);
  weights_.assign(size, 0);
  squares_.assign(size, kFirstSquare);
  used_ = 0;
  for (const uint32_t key : keys) {
    size_t i = spread(key) & (size - 1);
    while (keys_[i] != 0 && keys_[i] != key) i = (i + 1) & (size - 1);
    used_ += keys_[i] == 0;
    keys_[i] = key;
  }
}

void WeightTable::add(const std::vector<uint32_t>& keys) {
  std::vector<uint32_t> all = keys;
  for (const uint32_t key : keys_)
    if (key != 0) all.push_back(key);
  const WeightTable before = std::move(*this);
  build(all);
  for (size_t i = 0; i < before.keys_.size(); ++i) {
    if (before.keys_[i] == 0) continue;
    const uint32_t slot = find(before.keys_[i]);
    weights_[slot] = before.weights_[i];
    squares_[slot] = before.squares_[i];
  }
}

void WeightTable::average(const WeightTable& other) {
  for (size_t i = 0; i < keys_.size(); ++i) {
    if (keys_[i] == 0) continue;
    const uint32_t slot = other.find(keys_[i]);
    weights_[i] = 0.5f * (weights_[i] + (slot == kNone ? 0.f : other.weights_[slot]));
  }
}

void WeightTable::average(const std::vector<const WeightTable*>& others) {
  const auto all = float(others.size() + 1);
  for (const WeightTable* other : others)
    if (other->keys_ != keys_) throw std::invalid_argument("the models know other keys");
  for (size_t i = 0; i < keys_.size(); ++i) {
    if (keys_[i] == 0) continue;
    float weight = weights_[i], square = squares_[i];
    for (const WeightTable* other : others)
      weight += other->weights_[i], square += other->squares_[i];
    weights_[i] = weight / all;
    squares_[i] = square / all;
  }
}

void WeightTable::save(std::string& out, float unit, float least) const {
  std::vector<std::pair<uint32_t, float>> entries;
  for (size_t i = 0; i < keys_.size(); ++i)
    if (keys_[i] != 0 && std::fabs(weights_[i]) >= least)
      entries.push_back({keys_[i], weights_[i]});
  std::sort(entries.begin(), entries.end());
  put_number(out, uint32_t(entries.size()));
  uint32_t before = 0;
  for (const auto& [key, weight] : entries) put_number(out, key - before), before = key;
  for (const auto& [key, weight] : entries)
    put_number(out, int16_t(std::clamp(std::lround(weight / unit), -32767l, 32767l)));
}

void WeightTable::load(const std::string& bytes, size_t at, float unit) {
  const auto count = take_number<uint32_t>(bytes, at);
  if (size_t(count) * 6 != bytes.size() - at) throw std::invalid_argument("the model is cut off");
  std::vector<uint32_t> keys;
  uint32_t key = 0;
  for (uint32_t i = 0; i < count; ++i) {
    key += take_number<uint32_t>(bytes, at);
    if (key == 0) throw std::invalid_argument("the model is damaged");
    keys.push_back(key);
  }
  build(keys);
  for (const uint32_t k : keys) weights_[find(k)] = float(take_number<int16_t>(bytes, at)) * unit;
}

bool KeyCounts::often(uint32_t key, int least) {
  size_t i = WeightTable::spread(key) & (kSize - 1);
  while (keys_[i] != 0 && keys_[i] != key) i = (i + 1) & (kSize - 1);
  if (keys_[i] == 0) {
    if (used_ > kSize - kSize / 8) return false;
    keys_[i] = key, ++used_;
  }
  if (counts_[i] < 65535) ++counts_[i];
  return counts_[i] >= least;
}

std::vector<uint32_t> KeyCounts::seen(int least) const {
  std::vector<uint32_t> kept;
  for (size_t i = 0; i < kSize; ++i)
    if (counts_[i] >= least) kept.push_back(keys_[i]);
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace gokan
