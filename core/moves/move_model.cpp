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

}  // namespace

MoveModel::MoveModel(Parts parts)
    : parts_(parts), feature_reader_(std::make_unique<FeatureReader>()) {
  dense_.assign(size_t(feature_count()), 0);
  dense_squares_.assign(dense_.size(), WeightTable::kFirstSquare);
}

// A pattern is counted only once its smaller neighbour was seen often enough: rare small
// patterns have no frequent large ones inside them, and the table of counts stays small.
void MoveModel::harvest(const std::vector<std::string>& games, int least) {
  KeyCounts counts;
  const auto often = [&](uint32_t key) { return counts.often(key, least); };
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
  table_.build(counts.seen(least));
  std::fill(dense_.begin(), dense_.end(), 0.f);
  std::fill(dense_squares_.begin(), dense_squares_.end(), WeightTable::kFirstSquare);
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
        const uint32_t slot = table_.find(pattern_reader_.next());
        if (marks) {
          const uint32_t key = pattern_reader_.marked();
          const uint32_t marked = key ? table_.find(key) : WeightTable::kNone;
          if (marked != WeightTable::kNone)
            slots_.push_back(marked);
          else
            marks = false;
        }
        if (slot == WeightTable::kNone) break;
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
  for (uint32_t k = i ? slot_ends_[i - 1] : 0; k < slot_ends_[i]; ++k)
    total += table_.weight(slots_[k]);
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
  table_.average(other.table_);
}

MoveModel::Progress MoveModel::train(const std::vector<std::string>& games, int every, int offset,
                                     double rate, bool patterns) {
  Progress progress;
  std::vector<Point> moves;
  std::vector<float> chance;
  int64_t counter = offset;
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
          WeightTable::step(dense_[features_[k]], dense_squares_[features_[k]], gradient,
                            float(rate));
        if (!patterns) continue;
        for (uint32_t k = i ? slot_ends_[i - 1] : 0; k < slot_ends_[i]; ++k)
          table_.step(slots_[k], gradient, float(rate));
      }
    });
  if (progress.positions) {
    progress.loss /= double(progress.positions);
    progress.top1 /= double(progress.positions);
  }
  return progress;
}

// Magic, parts, features (floats), weights of patterns.
std::string MoveModel::save() const {
  std::string out(kMagic, sizeof kMagic);
  put_number(out, uint8_t(parts_.patterns | parts_.features << 1 | parts_.strength << 2));
  put_number(out, uint32_t(dense_.size()));
  for (const float weight : dense_) put_number(out, weight);
  table_.save(out, kStep, kStep);
  return out;
}

void MoveModel::load(const std::string& bytes) {
  if (bytes.size() < sizeof kMagic || std::memcmp(bytes.data(), kMagic, sizeof kMagic) != 0)
    throw std::invalid_argument("this is not a model of moves");
  size_t at = sizeof kMagic;
  const auto parts = take_number<uint8_t>(bytes, at);
  parts_ = {(parts & 1) != 0, (parts & 2) != 0, (parts & 4) != 0};
  if (take_number<uint32_t>(bytes, at) != dense_.size())
    throw std::invalid_argument("the model was made for other features");
  for (float& weight : dense_) weight = take_number<float>(bytes, at);
  table_.load(bytes, at, kStep);
}

}  // namespace gokan
