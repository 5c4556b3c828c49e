// Which move would a professional play, judged by class elements alone?
//
// A move's worth is the sum of the weights of the elements and formations it would begin, end and
// further (formation.h); its chance is the exponential of that over the sum of all. Formations are
// those that were played often enough in the games learned from. The weights maximise the
// likelihood of the moves played, by stochastic gradient steps with a rate for each weight.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/weight_table.h"
#include "shape/formation.h"

namespace gokan::shape {

class FormationModel {
 public:
  struct Progress {
    int64_t positions = 0;
    double loss = 0;  // mean of -log(chance of the played move)
    double top1 = 0, top10 = 0;
  };
  struct Weighed {
    FoundForm form;
    float weight;
  };

  explicit FormationModel(FormationParts parts = {});
  const FormationParts& parts() const { return reader_.parts(); }

  // Games on 19x19 as pairs of letters, Black first, ".." for a pass. Keeps the formations that
  // were played at least `least` times and forgets all weights.
  void harvest(const std::vector<std::string>& games, int least);
  // Weighs the next steps of learned classes too, from 0; other weights stay.
  void know(const std::vector<FormationCode>& codes);
  const std::vector<FormationCode>& known() const { return reader_.known(); }
  // One pass over every `every`-th position; with rate 0 it only measures.
  Progress train(const std::vector<std::string>& games, int every, int offset, double rate);
  // The mean of the weights of models with the same formations.
  void average(const std::vector<const FormationModel*>& others);

  void score(const Board& board, Color mover, const std::vector<int>& ages,
             const std::vector<int>& points, std::vector<float>& out);
  // The elements and formations of one move that have a weight, in the order they are read.
  std::vector<Weighed> weigh(const Board& board, Color mover, const std::vector<int>& ages,
                             int point);

  size_t formations() const { return table_.size(); }
  std::string save() const;
  void load(const std::string& bytes);  // throws std::invalid_argument

 private:
  void gather(const std::vector<int>& points);
  float sum(size_t candidate) const;

  FormationReader reader_;
  WeightTable table_;
  std::vector<uint32_t> slots_, ends_;  // what gather() found: a slice for each candidate
};

}  // namespace gokan::shape
