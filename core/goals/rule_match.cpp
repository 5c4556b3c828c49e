#include "goals/rule_match.h"

#include <algorithm>
#include <tuple>

namespace gokan {

namespace {

constexpr size_t kMostJoined = 20000;  // partial matches of one rule with several maps
constexpr int kMostStack = 32;
constexpr int kMostSpecific = 1 << 20;

uint64_t mixed(uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

}  // namespace

// --- blocks ---------------------------------------------------------------------------------

BlockTable::BlockTable(const Board& board) {
  const auto& geometry = board.geometry();
  std::array<int8_t, kMaxPoints> liberties{};  // by head, once
  for (int i = 0; i < geometry.count; ++i) {
    const Point p = geometry.points[size_t(i)];
    kind[p] = 0;
    if (!board.is_stone(p)) continue;
    const Point head = board.head(p);
    if (!liberties[head]) {
      names[head] = p;
      liberties[head] = int8_t(std::max(1, board.liberty_count(p, kLibertyKinds)));
    }
    kind[p] = uint8_t(liberties[head] + (board.color(p) == kBlack ? 0 : kLibertyKinds));
  }
}

std::vector<uint64_t> block_marks(const Board& board) {
  const auto& geometry = board.geometry();
  std::vector<uint64_t> of_head(size_t(geometry.cells), 0), marks(size_t(geometry.cells), 0);
  for (int i = 0; i < geometry.count; ++i) {
    const Point p = geometry.points[size_t(i)];
    if (board.is_stone(p)) {
      of_head[board.head(p)] += mixed(uint64_t(p) * 4 + board.color(p));
    } else {
      for (const Point n : board.neighbors(p))
        if (board.is_stone(n)) of_head[board.head(n)] += mixed(uint64_t(p) * 4);
    }
  }
  for (int i = 0; i < geometry.count; ++i) {
    const Point p = geometry.points[size_t(i)];
    if (board.is_stone(p)) {
      marks[p] = of_head[board.head(p)];
      continue;
    }
    for (const Point n : board.neighbors(p))
      if (board.is_stone(n)) marks[p] += mixed(of_head[board.head(n)]);
    if (p == board.ko()) marks[p] += mixed(board.ko_color());
  }
  return marks;
}

// --- conditions -----------------------------------------------------------------------------

bool Judge::holds(const std::vector<RuleStep>& program, const Point* slots) {
  if (program.empty()) return true;
  std::array<int, kMostStack> stack;
  int top = 0;
  for (const auto& step : program) {
    switch (step.op) {
      case RuleOp::kNot:
        stack[size_t(top - 1)] = !stack[size_t(top - 1)];
        continue;
      case RuleOp::kLess:
      case RuleOp::kEqual:
      case RuleOp::kAnd:
      case RuleOp::kOr: {
        const int b = stack[size_t(--top)];
        int& a = stack[size_t(top - 1)];
        a = step.op == RuleOp::kLess    ? a < b
            : step.op == RuleOp::kEqual ? a == b
            : step.op == RuleOp::kAnd   ? a && b
                                        : a || b;
        continue;
      }
      default:
        stack[size_t(top++)] = term(step, slots);
    }
  }
  return stack[0] != 0;
}

int Judge::term(const RuleStep& step, const Point* slots) {
  if (step.op == RuleOp::kNumber) return step.a;
  const Point p = slots[size_t(step.a)];
  switch (step.op) {
    case RuleOp::kLiberties:
      return board_.is_stone(p) ? liberties(p) : 0;
    case RuleOp::kStones:
      return board_.is_stone(p) ? board_.block_size(p) : 0;
    case RuleOp::kStone:
      return !board_.is_stone(p) ? 0 : board_.color(p) == own_ ? 1 : 2;
    case RuleOp::kAfterOwn:
      return after(p, own_);
    case RuleOp::kAfterEnemy:
      return after(p, opponent(own_));
    case RuleOp::kSame: {
      const Point q = slots[size_t(step.b)];
      if (p == q) return 1;
      return board_.is_stone(p) && board_.is_stone(q) && board_.head(p) == board_.head(q);
    }
    case RuleOp::kLiberty: {
      const Point q = slots[size_t(step.b)];
      if (board_.is_stone(p) || !board_.is_stone(q)) return 0;
      for (const Point n : board_.neighbors(p))
        if (board_.is_stone(n) && board_.head(n) == board_.head(q)) return 1;
      return 0;
    }
    default: {
      const int index = board_.geometry().index[p];
      const int col = index % board_.width(), row = index / board_.width();
      return 1 + std::min({col, row, board_.width() - 1 - col, board_.height() - 1 - row});
    }
  }
}

int Judge::liberties(Point p) {
  int16_t& known = liberties_[size_t(board_.head(p))];
  if (!known) known = int16_t(board_.liberty_count(p));
  return known;
}

int Judge::after(Point p, Color c) {
  int16_t& known = after_[c == own_][size_t(p)];
  if (!known) known = int16_t(1 + played(p, c));
  return known - 1;
}

int Judge::played(Point p, Color c) {
  if (!board_.is_legal(p, c)) return 0;
  if (!scratch_) scratch_ = std::make_unique<Board>(board_);
  scratch_->play(p, c, trail_);
  const int liberties = scratch_->liberty_count(p);
  scratch_->undo(trail_);
  return liberties;
}

// --- matches in their order -----------------------------------------------------------------

void RuleEntries::clear() {
  entries.clear();
  slots.clear();
  points.clear();
  hits.clear();
}

uint64_t RuleEntries::key_of(const Board& board, const BlockTable& blocks, uint16_t number,
                             const Point* at) const {
  const auto& rule = (*rules_)[number];
  if (rule.kind == RuleKind::kEye) return uint64_t(rule.kind);  // told apart by where they are
  std::array<uint64_t, 3> objects{};
  for (size_t i = 0; i < rule.objects.size(); ++i)
    objects[i] = uint64_t(blocks.name(board, at[rule.objects[i]]));
  std::sort(objects.begin(), objects.end());
  const uint64_t head = uint64_t(rule.kind) | uint64_t(rule.goal) << 2;
  return head | objects[0] << 16 | objects[1] << 32 | objects[2] << 48;
}

void RuleEntries::add(const Board& board, const BlockTable& blocks, uint16_t number,
                      const Point* at, const PatternHit* maps, bool holds) {
  const auto& rule = (*rules_)[number];
  RuleEntry entry{};
  entry.rule = number;
  entry.key = holds ? key_of(board, blocks, number, at) : RuleEntry::kNothing;
  entry.order = uint64_t(kMostSpecific - rule.specificity) << 16 | number;
  entry.slots = uint32_t(slots.size());
  slots.insert(slots.end(), at, at + rule.slots.size());
  entry.hits = uint32_t(hits.size());
  hits.insert(hits.end(), maps, maps + rule.maps.size());
  const bool eye = rule.kind == RuleKind::kEye;
  entry.about = gather(eye ? rule.centre : rule.moves, at);
  entry.area = uint32_t(points.size());
  if (eye) {
    for (uint32_t p = entry.about; p < entry.area; ++p) {
      const Point copy = points[p];  // push_back may move what it copies
      points.push_back(copy);
    }
    gather(rule.border, at);
    std::sort(points.begin() + entry.area, points.end());
  }
  entry.end = uint32_t(points.size());
  entries.push_back(entry);
}

void RuleEntries::copy(const RuleEntries& from, const RuleEntry& old) {
  const auto& rule = (*rules_)[old.rule];
  RuleEntry entry = old;
  entry.slots = uint32_t(slots.size());
  const auto slot = from.slots.begin() + old.slots;
  slots.insert(slots.end(), slot, slot + long(rule.slots.size()));
  entry.hits = uint32_t(hits.size());
  const auto hit = from.hits.begin() + old.hits;
  hits.insert(hits.end(), hit, hit + long(rule.maps.size()));
  entry.about = uint32_t(points.size());
  points.insert(points.end(), from.points.begin() + old.about, from.points.begin() + old.end);
  entry.area = entry.about + (old.area - old.about);
  entry.end = uint32_t(points.size());
  entries.push_back(entry);
}

uint32_t RuleEntries::gather(const std::vector<uint8_t>& which, const Point* at) {
  const auto first = uint32_t(points.size());
  for (const auto slot : which) points.push_back(at[slot]);
  std::sort(points.begin() + first, points.end());
  return first;
}

void RuleEntries::arrange(size_t first) {
  const auto less = [this](const RuleEntry& a, const RuleEntry& b) {
    return before(*this, a, *this, b);
  };
  const auto middle = entries.begin() + long(first);
  std::sort(middle, entries.end(), less);
  std::inplace_merge(entries.begin(), middle, entries.end(), less);
}

bool RuleEntries::before(const RuleEntries& one, const RuleEntry& a, const RuleEntries& other,
                         const RuleEntry& b) {
  if (a.key != b.key) return a.key < b.key;
  if (a.order != b.order) return a.order < b.order;
  const size_t maps = (*one.rules_)[a.rule].maps.size();
  const auto first = one.hits.begin() + a.hits, second = other.hits.begin() + b.hits;
  return std::lexicographical_compare(first, first + long(maps), second, second + long(maps));
}

void RuleEntries::filter(const RuleEntries& old) {
  std::vector<const RuleEntry*> over;  // of the same key
  size_t o = 0;
  for (size_t i = 0, end = 0; i < entries.size(); i = end) {
    const uint64_t key = entries[i].key;
    if (key == RuleEntry::kNothing) break;  // these stand last
    while (o < old.entries.size() && old.entries[o].key < key) ++o;
    bool as_before = true;
    for (end = i; end < entries.size() && entries[end].key == key; ++end) {
      if (as_before) as_before = o < old.entries.size() && same(entries[end], old, old.entries[o]);
      if (as_before) entries[end].kept = old.entries[o++].kept;
    }
    if (as_before && (o == old.entries.size() || old.entries[o].key != key)) continue;
    over.clear();
    for (size_t k = i; k < end; ++k) {
      RuleEntry& e = entries[k];
      e.kept = std::none_of(over.begin(), over.end(),
                            [&](const RuleEntry* one) { return overrules(*one, e); });
      if (e.kept) over.push_back(&e);
    }
  }
}

bool RuleEntries::same(const RuleEntry& entry, const RuleEntries& old,
                       const RuleEntry& other) const {
  return entry.key == other.key && entry.rule == other.rule &&
         std::equal(hits.begin() + entry.hits,
                    hits.begin() + entry.hits + long((*rules_)[entry.rule].maps.size()),
                    old.hits.begin() + other.hits);
}

bool RuleEntries::overrules(const RuleEntry& over, const RuleEntry& under) const {
  const auto &one = (*rules_)[over.rule], &two = (*rules_)[under.rule];
  const Point* p = points.data();
  if (over.rule == under.rule &&
      std::equal(p + over.about, p + over.end, p + under.about, p + under.end))
    return true;  // the same once more
  if (one.specificity <= two.specificity) return false;
  if (one.kind == RuleKind::kConnection || one.only) return true;
  if (one.purpose != two.purpose && one.recommendation == two.recommendation) return false;
  const bool eye = one.kind == RuleKind::kEye;
  return std::includes(p + (eye ? over.area : over.about), p + (eye ? over.end : over.area),
                       p + under.about, p + under.area);
}

// --- rules with several maps ----------------------------------------------------------------

namespace {

Point place(const Board& board, const PatternHit& hit, const RuleSlot& slot) {
  const auto cell = transform({slot.dx, slot.dy, 0}, hit.symmetry);
  return board.at(hit.point % board.width() + cell.dx, hit.point / board.width() + cell.dy);
}

}  // namespace

PlacedHits::PlacedHits(const Board& board, const BlockTable& blocks, const RuleShape& rule,
                       size_t map, const std::vector<PatternHit>& all) {
  for (size_t i = 0; i < rule.slots.size(); ++i)
    if (rule.slots[i].map == map) slots.push_back(uint8_t(i));
  const size_t wide = slots.size();
  std::vector<Point> at(all.size() * wide);
  std::vector<int> names(all.size() * wide);
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t k = 0; k < wide; ++k) {
      at[i * wide + k] = place(board, all[i], rule.slots[slots[k]]);
      names[i * wide + k] = blocks.name(board, at[i * wide + k]);
    }
  std::vector<uint32_t> order(all.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto row = [&](uint32_t i) { return names.data() + i * wide; };
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    for (size_t k = 0; k < wide; ++k)
      if (row(a)[k] != row(b)[k]) return row(a)[k] < row(b)[k];
    return all[a] < all[b];
  });
  for (size_t i = 0; i < order.size(); ++i) {
    if (i && std::equal(row(order[i]), row(order[i]) + wide, row(order[i - 1]))) continue;
    hits.push_back(all[order[i]]);
    const auto first = at.begin() + long(order[i] * wide);
    points.insert(points.end(), first, first + long(wide));
  }
  known.assign(hits.size(), false);
}

void join_maps(const Board& board, const BlockTable& blocks, const RuleShape& rule, uint16_t number,
               const std::vector<PlacedHits>& maps, Judge& judge, RuleEntries& out) {
  struct Partial {
    bool known;
    std::array<uint32_t, kMostMaps> hits;  // of the maps so far
  };
  const size_t count = maps.size(), wide = rule.slots.size();
  const auto point = [&](const Partial& match, int slot) {
    const size_t m = rule.slots[size_t(slot)].map;
    const auto& of = maps[m];
    const auto at = std::find(of.slots.begin(), of.slots.end(), uint8_t(slot)) - of.slots.begin();
    return of.points[match.hits[m] * of.slots.size() + size_t(at)];
  };
  std::vector<Partial> partial, longer;
  for (uint32_t i = 0; i < maps[0].hits.size(); ++i) partial.push_back({maps[0].known[i], {i}});
  std::vector<std::pair<int, uint32_t>> keyed;
  for (size_t m = 1; m < count; ++m) {
    const auto link = rule.links[m];
    keyed.clear();
    for (uint32_t i = 0; i < maps[m].hits.size(); ++i) {
      Partial alone{false, {}};
      alone.hits[m] = i;
      keyed.emplace_back(link.slot < 0 ? 0 : blocks.name(board, point(alone, link.slot)), i);
    }
    std::sort(keyed.begin(), keyed.end());
    longer.clear();
    for (const auto& match : partial) {
      const int key = link.slot < 0 ? 0 : blocks.name(board, point(match, link.earlier));
      auto at = std::lower_bound(keyed.begin(), keyed.end(), std::pair(key, uint32_t(0)));
      for (; at != keyed.end() && at->first == key && longer.size() < kMostJoined; ++at) {
        longer.push_back(match);
        longer.back().hits[m] = at->second;
        longer.back().known = match.known && maps[m].known[at->second];
      }
    }
    partial.swap(longer);
  }
  std::vector<Point> slots(wide);
  std::vector<PatternHit> hits(count);
  for (const auto& match : partial) {
    if (match.known) continue;
    for (size_t m = 0; m < count; ++m) {
      const auto& of = maps[m];
      hits[m] = of.hits[match.hits[m]];
      for (size_t k = 0; k < of.slots.size(); ++k)
        slots[of.slots[k]] = of.points[match.hits[m] * of.slots.size() + k];
    }
    if (judge.holds(rule.when, slots.data()))
      out.add(board, blocks, number, slots.data(), hits.data(), true);
  }
}

}  // namespace gokan
