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

}  // namespace

FormationModel::FormationModel(FormationParts parts) : reader_(parts) {}

// A formation is counted only once the smaller one inside it was seen often enough.
void FormationModel::harvest(const std::vector<std::string>& games, int least) {
  KeyCounts counts;
  for (const std::string& game : games)
    replay(game, [&](const Board& board, Color mover, const std::vector<int>& ages, int point,
                     int) {
      reader_.look(board, mover, ages);
      reader_.read(point, [&](const FoundForm& found) { return counts.often(found.key, least); });
    });
  table_.build(counts.seen(least));
  table_.add(reader_.step_keys());
}

void FormationModel::know(const std::vector<FormationCode>& codes) {
  reader_.know(codes);
  table_.add(reader_.step_keys());
}

void FormationModel::gather(const std::vector<int>& points) {
  slots_.clear(), ends_.clear();
  for (const int point : points) {
    reader_.read(point, [&](const FoundForm& found) {
      const uint32_t slot = table_.find(found.key);
      if (slot == WeightTable::kNone) return false;
      slots_.push_back(slot);
      return true;
    });
    ends_.push_back(uint32_t(slots_.size()));
  }
}

float FormationModel::sum(size_t i) const {
  float total = 0;
  for (uint32_t k = i ? ends_[i - 1] : 0; k < ends_[i]; ++k) total += table_.weight(slots_[k]);
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
                 table_.step(slots_[k], gradient, float(rate));
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
  std::vector<const WeightTable*> tables;
  for (const FormationModel* other : others) tables.push_back(&other->table_);
  table_.average(tables);
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
    const uint32_t slot = table_.find(found.key);
    if (slot == WeightTable::kNone) return false;
    for (int16_t& cell : found.where)
      if (cell >= 0) cell = int16_t(reader_.ties().index(cell));
    out.push_back({found, table_.weight(slot)});
    return true;
  });
  return out;
}

// Magic, parts, learned classes if there are any, weights.
std::string FormationModel::save() const {
  std::string out(kMagic, sizeof kMagic);
  put_number(out, uint8_t(parts().level2 | parts().time << 1 | parts().shuffled << 2 |
                          !parts().windows << 3 | !known().empty() << 4));
  if (!known().empty()) {
    put_number(out, uint32_t(known().size()));
    for (const FormationCode code : known()) put_number(out, code);
  }
  table_.save(out, kStep);
  return out;
}

void FormationModel::load(const std::string& bytes) {
  if (bytes.size() < sizeof kMagic || std::memcmp(bytes.data(), kMagic, sizeof kMagic) != 0)
    throw std::invalid_argument("this is not a model of formations");
  size_t at = sizeof kMagic;
  const auto parts = take_number<uint8_t>(bytes, at);
  std::vector<FormationCode> codes;
  if (parts & 16) {
    const auto count = take_number<uint32_t>(bytes, at);
    for (uint32_t i = 0; i < count; ++i) codes.push_back(take_number<FormationCode>(bytes, at));
  }
  WeightTable table;
  table.load(bytes, at, kStep);
  reader_ =
      FormationReader({(parts & 1) != 0, (parts & 2) != 0, (parts & 4) != 0, (parts & 8) == 0});
  reader_.know(codes);
  table_ = std::move(table);
}

}  // namespace gokan::shape
