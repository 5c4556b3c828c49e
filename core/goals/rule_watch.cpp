#include "goals/rule_watch.h"

#include <algorithm>

namespace gokan {

RuleWatch::RuleWatch(const RuleBook& book)
    : book_(book),
      several_(book.rules().size(), -1),
      sides_{Side{RuleEntries(book.rules()), RuleEntries(book.rules()), {}},
             Side{RuleEntries(book.rules()), RuleEntries(book.rules()), {}}},
      joined_(book.rules()) {
  for (size_t r = 0; r < book.rules().size(); ++r)
    if (book.rules()[r].maps.size() > 1) {
      several_[r] = int(rules_.size());
      rules_.push_back(uint16_t(r));
    }
}

bool RuleWatch::look(const Board& board) {
  const BlockTable blocks(board);
  Changes changes;
  if (!compare(board, blocks, changes)) return false;
  for (const Color own : {kBlack, kWhite}) renew(board, blocks, own, changes);
  return true;
}

// What is not as it was when the watch looked last; false if everything is.
bool RuleWatch::compare(const Board& board, const BlockTable& blocks, Changes& changes) {
  const auto& geometry = board.geometry();
  const bool anew = width_ != board.width() || height_ != board.height();
  if (anew) {
    width_ = board.width();
    height_ = board.height();
    for (Side& side : sides_) {
      side.found.clear();
      side.several.assign(rules_.size(), {});
      for (size_t i = 0; i < rules_.size(); ++i)
        side.several[i].resize(book_.rules()[rules_[i]].maps.size());
    }
  }
  auto marks = block_marks(board);
  const int reach = book_.reach(), stride = width_ + kPatternReach;
  bool any = false;
  for (int i = 0; i < geometry.count; ++i) {
    const Point p = geometry.points[size_t(i)];
    changes.block[p] = anew || marks[p] != marks_[p];
    any |= changes.block[p];
    changes.kind[p] = anew || blocks.kind[p] != kind_[p];
    if (!changes.kind[p]) continue;
    const int col = i % width_, row = i / width_;
    for (int y = std::max(0, row - reach); y <= std::min(height_ - 1, row + reach); ++y)
      for (int x = std::max(0, col - reach); x <= std::min(width_ - 1, col + reach); ++x)
        changes.anchors[size_t(y * stride + x) >> 6] |= uint64_t(1) << ((y * stride + x) & 63);
  }
  marks_ = std::move(marks);
  kind_ = blocks.kind;
  return any;
}

void RuleWatch::renew(const Board& board, const BlockTable& blocks, Color own,
                      const Changes& changes) {
  Side& side = sides_[own - 1];
  const RuleEntries& old = side.found;
  RuleEntries& next = side.next;
  const auto& rules = book_.rules();
  Judge judge(board, own);
  next.clear();
  found_.clear();
  for (auto& maps : side.several)
    for (auto& map : maps)
      std::erase_if(map.all, [&](const PatternHit& hit) { return touched(board, hit, changes); });
  book_.walk(board, blocks, own, changes.anchors, [&](uint16_t rule, uint8_t map, PatternHit hit) {
    if (!touched(board, hit, changes)) return;
    if (const int at = several_[rule]; at >= 0)
      side.several[size_t(at)][map].all.push_back(hit);
    else
      found_.push_back(hit);
  });
  joined_.clear();
  for (size_t i = 0; i < rules_.size(); ++i)
    rejoin(board, blocks, i, changes, side.several[i], judge, joined_);
  judged_.clear();
  for (uint32_t i = 0; i < old.entries.size(); ++i) {
    const RuleEntry& entry = old.entries[i];
    const int at = several_[entry.rule];
    if (at < 0 ? touched(board, old.hits[entry.hits], changes)
               : !all_same(side.several[size_t(at)], &old.hits[entry.hits]))
      continue;
    const Point* slots = old.slots.data() + entry.slots;
    const auto moved = [&](Point p) { return changes.block[p]; };
    if (at < 0 && std::any_of(slots, slots + rules[entry.rule].slots.size(), moved))
      judged_.push_back(i);  // its condition or its blocks may have changed
    else
      next.copy(old, entry);
  }
  const size_t first = next.entries.size();
  for (const uint32_t i : judged_) {
    const RuleEntry& entry = old.entries[i];
    const Point* slots = old.slots.data() + entry.slots;
    const bool holds = judge.holds(rules[entry.rule].when, slots);
    next.add(board, blocks, entry.rule, slots, &old.hits[entry.hits], holds);
  }
  std::vector<Point> slots;
  for (const auto& hit : found_) {
    const uint16_t number = book_.rule_of(hit);
    slots.resize(rules[number].slots.size());
    book_.for_each_slot(board, hit, [&](uint8_t slot, Point p) { slots[slot] = p; });
    const bool holds = judge.holds(rules[number].when, slots.data());
    next.add(board, blocks, number, slots.data(), &hit, holds);
  }
  for (const RuleEntry& entry : joined_.entries) next.copy(joined_, entry);
  next.arrange(first);
  next.filter(old);
  std::swap(side.found, side.next);
}

// The matches of a rule with several maps that are new, or that something has changed about.
void RuleWatch::rejoin(const Board& board, const BlockTable& blocks, size_t which,
                       const Changes& changes, std::vector<OneMap>& maps, Judge& judge,
                       RuleEntries& out) const {
  const auto& rule = book_.rules()[rules_[which]];
  std::vector<PlacedHits> placed;
  for (size_t m = 0; m < maps.size(); ++m) {
    OneMap& map = maps[m];
    auto& now = placed.emplace_back(board, blocks, rule, m, map.all);
    const size_t wide = now.slots.size();
    map.same.clear();
    for (size_t i = 0; i < now.hits.size(); ++i) {
      const auto first = now.points.begin() + long(i * wide);
      now.known[i] =
          std::binary_search(map.used.begin(), map.used.end(), now.hits[i]) &&
          std::none_of(first, first + long(wide), [&](Point p) { return changes.block[p]; });
      if (now.known[i]) map.same.push_back(now.hits[i]);
    }
    std::sort(map.same.begin(), map.same.end());
    map.used = now.hits;
    std::sort(map.used.begin(), map.used.end());
  }
  join_maps(board, blocks, rule, rules_[which], placed, judge, out);
}

bool RuleWatch::all_same(const std::vector<OneMap>& maps, const PatternHit* hits) {
  for (size_t m = 0; m < maps.size(); ++m)
    if (!std::binary_search(maps[m].same.begin(), maps[m].same.end(), hits[m])) return false;
  return true;
}

// Whether a cell of the map lies on a point whose kind has changed.
bool RuleWatch::touched(const Board& board, const PatternHit& hit, const Changes& changes) const {
  const int col = hit.point % width_, row = hit.point / width_;
  const int bit = row * (width_ + kPatternReach) + col;
  if (!(changes.anchors[size_t(bit) >> 6] >> (bit & 63) & 1)) return false;
  const int anchor = board.at(col, row);
  for (const auto& cell : book_.patterns().cells(hit.pattern))
    if (cell.cls != kOffBoard && changes.kind[size_t(anchor + cell.dy * board.stride() + cell.dx)])
      return true;
  return false;
}

}  // namespace gokan
