// Which move would a professional play? A likelihood model over patterns and features.
//
// Every legal move gets a strength: the sum of the weights of its patterns (all nested sizes that
// were seen often enough) and of its features; the chance of a move is its exponential over the
// sum of all (Bradley and Terry, as in the pattern systems of 2006-7). The weights maximise the
// likelihood of the moves that were played, by stochastic gradient steps with a rate per weight.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/weight_table.h"
#include "moves/move_features.h"
#include "moves/move_patterns.h"

namespace gokan {

class MoveModel {
 public:
  struct Parts {
    bool patterns = true, features = true, strength = true;
  };
  struct Progress {
    int64_t positions = 0;
    double loss = 0;  // mean of -log(chance of the played move)
    double top1 = 0;  // share
  };

  explicit MoveModel(Parts parts);
  const Parts& parts() const { return parts_; }

  // Games on 19x19 as pairs of letters, Black first, ".." for a pass.
  // Collects the patterns that were played at least `least` times, and forgets all weights.
  void harvest(const std::vector<std::string>& games, int least);
  // One pass, looking at every `every`-th position; `rate` scales the steps. With `patterns`
  // false the weights of patterns stay as they are.
  Progress train(const std::vector<std::string>& games, int every, int offset, double rate,
                 bool patterns);

  // Strengths of `moves`, in their order.
  void score(const Board& board, Color mover, Point last, Point second, int move_number,
             const std::vector<Point>& moves, std::vector<float>& out);

  size_t patterns() const { return table_.size(); }
  const std::vector<float>& feature_weights() const { return dense_; }
  void set_feature_weights(const std::vector<float>& weights);  // throws std::invalid_argument
  void average(const MoveModel& other);  // half of the weights of each; patterns stay its own
  void set_parts(Parts parts) { parts_ = parts; }
  std::string save() const;
  void load(const std::string& bytes);  // throws std::invalid_argument

 private:
  void gather(const Board& board, Color mover, Point last, Point second, int move_number,
              const std::vector<Point>& moves);
  float sum(size_t candidate) const;

  Parts parts_;
  PatternReader pattern_reader_;
  std::unique_ptr<FeatureReader> feature_reader_;
  std::vector<float> dense_, dense_squares_;
  WeightTable table_;
  // What gather() found: per candidate a slice of both lists.
  std::vector<uint16_t> features_;
  std::vector<uint32_t> slots_;
  std::vector<uint32_t> feature_ends_, slot_ends_;
};

}  // namespace gokan
