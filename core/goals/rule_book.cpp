#include "goals/rule_book.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "goals/rule_match.h"

namespace gokan {

namespace {

constexpr int kMostStack = 32;

// A map in all orientations in which it differs, what its cells are for included.
std::vector<std::pair<uint8_t, std::vector<PatternCell>>> orientations(
    const std::vector<PatternCell>& map) {
  std::vector<std::pair<uint8_t, std::vector<PatternCell>>> out;
  std::vector<std::vector<std::array<int, 3>>> seen;
  for (uint8_t s = 0; s < 8; ++s) {
    std::vector<PatternCell> cells;
    std::vector<std::array<int, 3>> key;
    for (const auto& cell : map) {
      cells.push_back(transform(cell, s));
      key.push_back({cells.back().dx, cells.back().dy, cells.back().cls});
    }
    std::sort(key.begin(), key.end());
    if (std::find(seen.begin(), seen.end(), key) != seen.end()) continue;
    seen.push_back(std::move(key));
    out.emplace_back(s, std::move(cells));
  }
  return out;
}

}  // namespace

RuleBook::RuleBook(const std::vector<KindSet>& classes, std::vector<RuleShape> rules)
    : kinds_([&] {
        std::vector<KindSet> distinct(classes);
        std::sort(distinct.begin(), distinct.end());
        distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
        return distinct;
      }()),
      rules_(std::move(rules)),
      set_(int(kinds_.size())) {
  for (size_t r = 0; r < rules_.size(); ++r) {
    auto& rule = rules_[r];
    if (rule.maps.size() > kMostMaps) throw std::invalid_argument("a rule has too many maps");
    if (rule.maps.empty() || rule.links.size() != rule.maps.size())
      throw std::invalid_argument("a rule needs at least one map, and a link for each");
    if (rule.objects.size() > 3) throw std::invalid_argument("a rule has at most three objects");
    int depth = 0, most = 0;
    for (const auto& step : rule.when) {
      if (step.op < RuleOp::kLess)
        most = std::max(most, ++depth);
      else if (step.op != RuleOp::kNot)
        --depth;
      if (depth < 1) throw std::invalid_argument("a condition lacks a term");
    }
    if (most > kMostStack || depth > 1) throw std::invalid_argument("a condition is too long");
    for (size_t m = 0; m < rule.maps.size(); ++m)
      for (auto& [symmetry, cells] : orientations(rule.maps[m])) {
        for (auto& cell : cells) {
          reach_ = std::max({reach_, std::abs(cell.dx), std::abs(cell.dy)});
          if (cell.cls == kOffBoard) continue;
          if (cell.cls < 0 || size_t(cell.cls) >= classes.size())
            throw std::invalid_argument("a cell asks for a class that does not exist");
          const auto at = std::lower_bound(kinds_.begin(), kinds_.end(), classes[size_t(cell.cls)]);
          cell.cls = int16_t(at - kinds_.begin());
        }
        set_.add(std::move(cells));
        map_of_.push_back({uint16_t(r), uint8_t(m), symmetry, {}});
        for (size_t i = 0; i < rule.slots.size(); ++i) {
          if (rule.slots[i].map != m) continue;
          const auto cell = transform({rule.slots[i].dx, rule.slots[i].dy, 0}, symmetry);
          map_of_.back().places.push_back({uint8_t(i), cell.dx, cell.dy});
        }
      }
  }
  set_.compile(1, TreeOrder::kShared);
}

Scene RuleBook::scene(const Board& board, const BlockTable& blocks, Color own) const {
  Scene kinds(board.width(), board.height(), kPointKinds);
  for (int row = 0; row < board.height(); ++row)
    for (int col = 0; col < board.width(); ++col) {
      const int kind = blocks.kind[board.at(col, row)];
      kinds.add(own == kBlack ? kind : other_side(kind), col, row);
    }
  Scene scene(board.width(), board.height(), int(kinds_.size()));
  const int words = scene.words();
  for (size_t c = 0; c < kinds_.size(); ++c) {
    Plane& plane = scene.plane(int(c));
    for (int k = 0; k < kPointKinds; ++k)
      if (kinds_[c] >> k & 1)
        for (int w = 0; w < words; ++w) plane[size_t(w)] |= kinds.plane(k)[size_t(w)];
  }
  return scene;
}

void RuleBook::match(const Board& board, Color own, const Plane* within, RuleEntries& out) const {
  const BlockTable blocks(board);
  Judge judge(board, own);
  out.clear();
  struct Several {
    uint16_t rule;
    std::vector<std::vector<PatternHit>> hits;
  };
  std::vector<Several> several;
  std::vector<int> number(rules_.size(), -1);  // of a rule in several
  const int stride = board.width() + kPatternReach;
  std::vector<Point> slots;
  const Plane all = Scene(board.width(), board.height(), 0).board();
  walk(board, blocks, own, all, [&](uint16_t r, uint8_t map, PatternHit hit) {
    if (within && map == 0) {
      const int bit = hit.point / board.width() * stride + hit.point % board.width();
      if (!((*within)[size_t(bit) >> 6] >> (bit & 63) & 1)) return;
    }
    const auto& rule = rules_[r];
    if (rule.maps.size() > 1) {
      int& at = number[r];
      if (at < 0) {
        at = int(several.size());
        several.push_back({r, std::vector<std::vector<PatternHit>>(rule.maps.size())});
      }
      several[size_t(at)].hits[map].push_back(hit);
      return;
    }
    slots.resize(rule.slots.size());
    for_each_slot(board, hit, [&](uint8_t slot, Point p) { slots[slot] = p; });
    if (judge.holds(rule.when, slots.data())) out.add(board, blocks, r, slots.data(), &hit, true);
  });
  for (const auto& s : several) {
    std::vector<PlacedHits> maps;
    for (size_t m = 0; m < s.hits.size(); ++m)
      maps.emplace_back(board, blocks, rules_[s.rule], m, s.hits[m]);
    join_maps(board, blocks, rules_[s.rule], s.rule, maps, judge, out);
  }
  out.arrange(0);
  out.filter(RuleEntries(rules_));
}

}  // namespace gokan
