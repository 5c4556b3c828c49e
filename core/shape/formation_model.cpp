#include "shape/formation_model.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "shape/replay.h"

namespace gokan::shape {
namespace {

constexpr char kMagic[8] = {'G', 'O', 'K', 'A', 'N', 'F', 'M', '1'};
constexpr float kStep = 1.0f / 1024;  // of a stored weight
constexpr float kFirstSquare = 0.1f;  // so that a first small gradient makes a small step

size_t spread(uint32_t key) { return size_t(key * 0x9e3779b1u); }

template <class T>
void put(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class T>
T take(const std::string& bytes, size_t& at) {
  T value;
  if (at + sizeof value > bytes.size()) throw std::invalid_argument("the model is cut off");
  std::memcpy(&value, bytes.data() + at, sizeof value);
  at += sizeof value;
  return value;
}

}  // namespace

FormationModel::FormationModel(FormationParts parts) : reader_(parts) { build_table({}); }

uint32_t FormationModel::find(uint32_t key) const {
  const size_t mask = keys_.size() - 1;
  for (size_t i = spread(key) & mask;; i = (i + 1) & mask) {
    if (keys_[i] == key) return uint32_t(i);
    if (keys_[i] == 0) return kNone;
  }
}

void FormationModel::build_table(const std::vector<uint32_t>& keys) {
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

// A formation is counted only once the smaller one inside it was seen often enough.
void FormationModel::harvest(const std::vector<std::string>& games, int least) {
  constexpr size_t kSize = size_t(1) << 24;
  std::vector<uint32_t> keys(kSize, 0);
  std::vector<uint16_t> counts(kSize, 0);
  size_t used = 0;
  for (const std::string& game : games)
    replay(game,
           [&](const Board& board, Color mover, const std::vector<int>& ages, int point, int) {
             reader_.look(board, mover, ages);
             reader_.read(point, [&](const FoundForm& found) {
               size_t i = spread(found.key) & (kSize - 1);
               while (keys[i] != 0 && keys[i] != found.key) i = (i + 1) & (kSize - 1);
               if (keys[i] == 0) {
                 if (used > kSize - kSize / 8) return false;
                 keys[i] = found.key, ++used;
               }
               if (counts[i] < 65535) ++counts[i];
               return counts[i] >= least;
             });
           });
  std::vector<uint32_t> kept;
  for (size_t i = 0; i < kSize; ++i)
    if (counts[i] >= least) kept.push_back(keys[i]);
  std::sort(kept.begin(), kept.end());
  build_table(kept);
}

void FormationModel::gather(const std::vector<int>& points) {
  slots_.clear(), ends_.clear();
  for (const int point : points) {
    reader_.read(point, [&](const FoundForm& found) {
      const uint32_t slot = find(found.key);
      if (slot == kNone) return false;
      slots_.push_back(slot);
      return true;
    });
    ends_.push_back(uint32_t(slots_.size()));
  }
}

float FormationModel::sum(size_t i) const {
  float total = 0;
  for (uint32_t k = i ? ends_[i - 1] : 0; k < ends_[i]; ++k) total += weights_[slots_[k]];
  return total;
}

FormationModel::Progress FormationModel::train(const std::vector<std::string>& games, int every,
                                               int offset, double rate) {
  Progress progress;
  std::vector<int> points;
  std::vector<float> chance;
  int64_t counter = offset;
  for (const std::string& game : games)
    replay(game,
           [&](const Board& board, Color mover, const std::vector<int>& ages, int played, int) {
             if (counter++ % every) return;
             legal_points(board, mover, points);
             reader_.look(board, mover, ages);
             gather(points);
             chance.resize(points.size());
             size_t target = 0;
             float highest = -1e30f;
             for (size_t i = 0; i < points.size(); ++i) {
               chance[i] = sum(i);
               highest = std::max(highest, chance[i]);
               if (points[i] == played) target = i;
             }
             int better = 0;
             for (const float c : chance) better += c > chance[target];
             progress.top1 += better == 0;
             progress.top10 += better < 10;
             double total = 0;
             for (float& c : chance) total += c = std::exp(c - highest);
             ++progress.positions;
             progress.loss -= std::log(std::max(1e-30, chance[target] / total));
             if (rate == 0) return;
             for (size_t i = 0; i < points.size(); ++i) {
               const float gradient = float(chance[i] / total) - float(i == target);
               if (std::fabs(gradient) < 2e-4f) continue;
               for (uint32_t k = i ? ends_[i - 1] : 0; k < ends_[i]; ++k) {
                 float& square = squares_[slots_[k]];
                 square += gradient * gradient;
                 weights_[slots_[k]] -= float(rate) * gradient / (std::sqrt(square) + 1e-3f);
               }
             }
           });
  if (progress.positions) {
    progress.loss /= double(progress.positions);
    progress.top1 /= double(progress.positions);
    progress.top10 /= double(progress.positions);
  }
  return progress;
}

void FormationModel::average(const std::vector<const FormationModel*>& others) {
  const auto all = float(others.size() + 1);
  for (const FormationModel* other : others)
    if (other->keys_ != keys_) throw std::invalid_argument("the models know other formations");
  for (size_t i = 0; i < keys_.size(); ++i) {
    if (keys_[i] == 0) continue;
    float weight = weights_[i], square = squares_[i];
    for (const FormationModel* other : others)
      weight += other->weights_[i], square += other->squares_[i];
    weights_[i] = weight / all;
    squares_[i] = square / all;
  }
}

void FormationModel::score(const Board& board, Color mover, const std::vector<int>& ages,
                           const std::vector<int>& points, std::vector<float>& out) {
  reader_.look(board, mover, ages);
  gather(points);
  out.resize(points.size());
  for (size_t i = 0; i < points.size(); ++i) out[i] = sum(i);
}

std::vector<FormationModel::Weighed> FormationModel::weigh(const Board& board, Color mover,
                                                           const std::vector<int>& ages,
                                                           int point) {
  reader_.look(board, mover, ages);
  std::vector<Weighed> out;
  reader_.read(point, [&](FoundForm found) {
    const uint32_t slot = find(found.key);
    if (slot == kNone) return false;
    for (int16_t& cell : found.where)
      if (cell >= 0) cell = int16_t(reader_.ties().index(cell));
    out.push_back({found, weights_[slot]});
    return true;
  });
  return out;
}

// Little-endian: magic, parts, sorted keys as differences, weights.
std::string FormationModel::save() const {
  std::string out(kMagic, sizeof kMagic);
  put(out, uint8_t(parts().level2 | parts().time << 1 | parts().shuffled << 2));
  std::vector<std::pair<uint32_t, float>> entries;
  for (size_t i = 0; i < keys_.size(); ++i)
    if (keys_[i] != 0) entries.push_back({keys_[i], weights_[i]});
  std::sort(entries.begin(), entries.end());
  put(out, uint32_t(entries.size()));
  uint32_t before = 0;
  for (const auto& [key, weight] : entries) put(out, key - before), before = key;
  for (const auto& [key, weight] : entries)
    put(out, int16_t(std::clamp(std::lround(weight / kStep), -32767l, 32767l)));
  return out;
}

void FormationModel::load(const std::string& bytes) {
  if (bytes.size() < sizeof kMagic || std::memcmp(bytes.data(), kMagic, sizeof kMagic) != 0)
    throw std::invalid_argument("this is not a model of formations");
  size_t at = sizeof kMagic;
  const auto parts = take<uint8_t>(bytes, at);
  const auto count = take<uint32_t>(bytes, at);
  if (size_t(count) * 6 != bytes.size() - at) throw std::invalid_argument("the model is cut off");
  reader_ = FormationReader({(parts & 1) != 0, (parts & 2) != 0, (parts & 4) != 0});
  std::vector<uint32_t> keys;
  uint32_t key = 0;
  for (uint32_t i = 0; i < count; ++i) {
    key += take<uint32_t>(bytes, at);
    if (key == 0) throw std::invalid_argument("the model is damaged");
    keys.push_back(key);
  }
  build_table(keys);
  for (const uint32_t k : keys) weights_[find(k)] = float(take<int16_t>(bytes, at)) * kStep;
}

}  // namespace gokan::shape
