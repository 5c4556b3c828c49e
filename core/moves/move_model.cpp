#include "moves/move_model.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace gokan {
namespace {

constexpr char kMagic[8] = {'G', 'O', 'K', 'A', 'N', 'M', 'M', '1'};
constexpr float kStep = 1.0f / 4096;  // of a stored pattern weight
constexpr int kSide = 19;
constexpr float kFirstSquare = 0.1f;  // so that a first small gradient makes a small step

// Calls f(board, mover, last, second, number, move) before each move of a game that is not a
// pass; stops quietly where the record makes no sense.
template <class F>
void replay(const std::string& game, F&& f) {
  Board board(kSide, kSide);
  Color mover = kBlack;
  Point last = kPass, second = kPass;
  for (size_t i = 0; i + 1 < game.size(); i += 2) {
    Point move = kPass;
    if (game[i] != '.') {
      const int column = game[i] - 'a', row = game[i + 1] - 'a';
      if (column < 0 || row < 0 || column >= kSide || row >= kSide) return;
      move = board.at(column, row);
      if (!board.is_legal(move, mover)) return;
      f(board, mover, last, second, int(i / 2), move);
    }
    board.play(move, mover);
    second = last, last = move;
    mover = opponent(mover);
  }
}

void legal_moves(const Board& board, Color mover, std::vector<Point>& out) {
  out.clear();
  for (int i = 0; i < board.geometry().count; ++i) {
    const Point p = board.geometry().points[size_t(i)];
    if (board.is_legal(p, mover)) out.push_back(p);
  }
}

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

MoveModel::MoveModel(Parts parts)
    : parts_(parts), feature_reader_(std::make_unique<FeatureReader>()) {
  dense_.assign(size_t(feature_count()), 0);
  dense_squares_.assign(dense_.size(), kFirstSquare);
  build_table({});
}

uint32_t MoveModel::find(uint32_t key) const {
  const size_t mask = keys_.size() - 1;
  for (size_t i = spread(key) & mask;; i = (i + 1) & mask) {
    if (keys_[i] == key) return uint32_t(i);
    if (keys_[i] == 0) return kNone;
  }
}

void MoveModel::build_table(std::vector<uint32_t> keys) {
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

// A pattern is counted only once its smaller neighbour was seen often enough: rare small
// patterns have no frequent large ones inside them, and the table of counts stays small.
void MoveModel::harvest(const std::vector<std::string>& games, int least) {
  constexpr size_t kSize = size_t(1) << 24;
  std::vector<uint32_t> keys(kSize, 0);
  std::vector<uint16_t> counts(kSize, 0);
  size_t used = 0;
  const auto often = [&](uint32_t key) {
    size_t i = spread(key) & (kSize - 1);
    while (keys[i] != 0 && keys[i] != key) i = (i + 1) & (kSize - 1);
    if (keys[i] == 0) {
      if (used > kSize - kSize / 8) return false;
      keys[i] = key, ++used;
    }
    if (counts[i] < 65535) ++counts[i];
    return counts[i] >= least;
  };
  for (const std::string& game : games)
    replay(game, [&](const Board& board, Color mover, Point last, Point, int, Point move) {
      pattern_reader_.look(board, mover, last);
      pattern_reader_.start(move);
      bool marks = true;
      for (int level = 0; level < PatternReader::kLevels; ++level) {
        const uint32_t key = pattern_reader_.next();
        const uint32_t marked = marks ? pattern_reader_.marked() : 0;
        if (marked && !often(marked)) marks = false;
        if (!often(key)) break;
      }
    });
  std::vector<uint32_t> kept;
  for (size_t i = 0; i < kSize; ++i)
    if (counts[i] >= least) kept.push_back(keys[i]);
  build_table(std::move(kept));
  std::fill(dense_.begin(), dense_.end(), 0.f);
  std::fill(dense_squares_.begin(), dense_squares_.end(), kFirstSquare);
}

void MoveModel::gather(const Board& board, Color mover, Point last, Point second, int move_number,
                       const std::vector<Point>& moves) {
  features_.clear(), slots_.clear(), feature_ends_.clear(), slot_ends_.clear();
  if (parts_.features || parts_.strength)
    feature_reader_->look(board, mover, last, second, move_number, moves, parts_.strength);
  if (parts_.patterns) pattern_reader_.look(board, mover, last);
  for (size_t i = 0; i < moves.size(); ++i) {
    if (parts_.features || parts_.strength) feature_reader_->read(i, features_);
    feature_ends_.push_back(uint32_t(features_.size()));
    if (parts_.patterns) {
      pattern_reader_.start(moves[i]);
      bool marks = true;
      for (int level = 0; level < PatternReader::kLevels; ++level) {
        const uint32_t slot = find(pattern_reader_.next());
        if (marks) {
          const uint32_t key = pattern_reader_.marked();
          const uint32_t marked = key ? find(key) : kNone;
          if (marked != kNone)
            slots_.push_back(marked);
          else
            marks = false;
        }
        if (slot == kNone) break;
        slots_.push_back(slot);
      }
    }
    slot_ends_.push_back(uint32_t(slots_.size()));
  }
}

float MoveModel::sum(size_t i) const {
  float total = 0;
  for (uint32_t k = i ? feature_ends_[i - 1] : 0; k < feature_ends_[i]; ++k)
    total += dense_[features_[k]];
  for (uint32_t k = i ? slot_ends_[i - 1] : 0; k < slot_ends_[i]; ++k) total += weights_[slots_[k]];
  return total;
}

void MoveModel::score(const Board& board, Color mover, Point last, Point second, int move_number,
                      const std::vector<Point>& moves, std::vector<float>& out) {
  gather(board, mover, last, second, move_number, moves);
  out.resize(moves.size());
  for (size_t i = 0; i < moves.size(); ++i) out[i] = sum(i);
}

void MoveModel::set_feature_weights(const std::vector<float>& weights) {
  if (weights.size() != dense_.size())
    throw std::invalid_argument("the weights were made for other features");
  dense_ = weights;
}

void MoveModel::average(const MoveModel& other) {
  for (size_t i = 0; i < dense_.size(); ++i) dense_[i] = 0.5f * (dense_[i] + other.dense_[i]);
  for (size_t i = 0; i < keys_.size(); ++i) {
    if (keys_[i] == 0) continue;
    const uint32_t slot = other.find(keys_[i]);
    weights_[i] = 0.5f * (weights_[i] + (slot == kNone ? 0.f : other.weights_[slot]));
  }
}

MoveModel::Progress MoveModel::train(const std::vector<std::string>& games, int every, int offset,
                                     double rate, bool patterns) {
  Progress progress;
  std::vector<Point> moves;
  std::vector<float> chance;
  int64_t counter = offset;
  const auto step = [&](float& weight, float& square, float gradient) {
    square += gradient * gradient;
    weight -= float(rate) * gradient / (std::sqrt(square) + 1e-3f);
  };
  for (const std::string& game : games)
    replay(game, [&](const Board& board, Color mover, Point last, Point second, int number,
                     Point played) {
      if (counter++ % every) return;
      legal_moves(board, mover, moves);
      gather(board, mover, last, second, number, moves);
      chance.resize(moves.size());
      size_t target = 0;
      float highest = -1e30f;
      for (size_t i = 0; i < moves.size(); ++i) {
        chance[i] = sum(i);
        highest = std::max(highest, chance[i]);
        if (moves[i] == played) target = i;
      }
      progress.top1 += chance[target] >= highest;
      double total = 0;
      for (float& c : chance) total += c = std::exp(c - highest);
      ++progress.positions;
      progress.loss -= std::log(chance[target] / total);
      if (rate == 0) return;  // only measured
      for (size_t i = 0; i < moves.size(); ++i) {
        const float gradient = float(chance[i] / total) - (i == target);
        if (std::fabs(gradient) < 1e-4f) continue;
        for (uint32_t k = i ? feature_ends_[i - 1] : 0; k < feature_ends_[i]; ++k)
          step(dense_[features_[k]], dense_squares_[features_[k]], gradient);
        if (!patterns) continue;
        for (uint32_t k = i ? slot_ends_[i - 1] : 0; k < slot_ends_[i]; ++k)
          step(weights_[slots_[k]], squares_[slots_[k]], gradient);
      }
    });
  if (progress.positions) {
    progress.loss /= double(progress.positions);
    progress.top1 /= double(progress.positions);
  }
  return progress;
}

// Little-endian: magic, parts, features (floats), patterns: sorted keys as differences, weights.
std::string MoveModel::save() const {
  std::string out(kMagic, sizeof kMagic);
  put(out, uint8_t(parts_.patterns | parts_.features << 1 | parts_.strength << 2));
  put(out, uint32_t(dense_.size()));
  for (const float weight : dense_) put(out, weight);
  std::vector<std::pair<uint32_t, float>> entries;
  for (size_t i = 0; i < keys_.size(); ++i)
    if (keys_[i] != 0 && std::fabs(weights_[i]) >= kStep)
      entries.push_back({keys_[i], weights_[i]});
  std::sort(entries.begin(), entries.end());
  put(out, uint32_t(entries.size()));
  uint32_t before = 0;
  for (const auto& [key, weight] : entries) put(out, key - before), before = key;
  for (const auto& [key, weight] : entries)
    put(out, int16_t(std::clamp(std::lround(weight / kStep), -32767l, 32767l)));
  return out;
}

void MoveModel::load(const std::string& bytes) {
  if (bytes.size() < sizeof kMagic || std::memcmp(bytes.data(), kMagic, sizeof kMagic) != 0)
    throw std::invalid_argument("this is not a model of moves");
  size_t at = sizeof kMagic;
  const auto parts = take<uint8_t>(bytes, at);
  parts_ = {(parts & 1) != 0, (parts & 2) != 0, (parts & 4) != 0};
  if (take<uint32_t>(bytes, at) != dense_.size())
    throw std::invalid_argument("the model was made for other features");
  for (float& weight : dense_) weight = take<float>(bytes, at);
  const auto count = take<uint32_t>(bytes, at);
  if (size_t(count) * 6 != bytes.size() - at) throw std::invalid_argument("the model is cut off");
  std::vector<uint32_t> keys;
  uint32_t key = 0;
  for (uint32_t i = 0; i < count; ++i) keys.push_back(key += take<uint32_t>(bytes, at));
  build_table(keys);
  for (const uint32_t k : keys) weights_[find(k)] = float(take<int16_t>(bytes, at)) * kStep;
}

}  // namespace gokan
