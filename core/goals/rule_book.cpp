#include "goals/rule_book.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <tuple>

namespace gokan {

namespace {

constexpr size_t kMostJoined = 20000;  // partial matches of one rule with several maps
constexpr int kMostStack = 32;
constexpr int kMostSpecific = 1 << 20;

// Answers the questions of rules about one board.
class Judge {
 public:
  Judge(const Board& board, Color own) : board_(board), own_(own) {}

  bool holds(const std::vector<RuleStep>& program, const Point* slots) {
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

 private:
  int term(const RuleStep& step, const Point* slots) {
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

  int liberties(Point p) {
    int16_t& known = liberties_[size_t(board_.head(p))];
    if (!known) known = int16_t(board_.liberty_count(p));
    return known;
  }

  int after(Point p, Color c) {
    int16_t& known = after_[c == own_][size_t(p)];
    if (!known) known = int16_t(1 + played(p, c));
    return known - 1;
  }

  int played(Point p, Color c) {
    if (!board_.is_legal(p, c)) return 0;
    if (!scratch_) scratch_ = std::make_unique<Board>(board_);
    scratch_->play(p, c, trail_);
    const int liberties = scratch_->liberty_count(p);
    scratch_->undo(trail_);
    return liberties;
  }

  const Board& board_;
  Color own_;
  std::unique_ptr<Board> scratch_;
  Trail trail_;
  // What was found once; 0 where nothing was asked yet.
  std::array<int16_t, kMaxPoints> liberties_{};
  std::array<std::array<int16_t, kMaxPoints>, 2> after_{};
};

Point place(const Board& board, const PatternHit& hit, const RuleSlot& slot) {
  const auto cell = transform({slot.dx, slot.dy, 0}, hit.symmetry);
  return board.at(hit.point % board.width() + cell.dx, hit.point / board.width() + cell.dy);
}

void fill(const Board& board, const RuleShape& rule, size_t map, const PatternHit& hit,
          Point* slots) {
  for (size_t i = 0; i < rule.slots.size(); ++i)
    if (rule.slots[i].map == map) slots[i] = place(board, hit, rule.slots[i]);
}

// What two slots must share to be one block or one point.
int block_key(const Board& board, Point p) {
  return board.is_stone(p) ? board.head(p) : kMaxPoints + p;
}

// One hit for each choice of blocks: which stones of two long blocks touch makes no difference.
std::vector<PatternHit> distinct(const Board& board, const RuleShape& rule, size_t map,
                                 const std::vector<PatternHit>& hits) {
  std::vector<std::pair<std::vector<int>, size_t>> keyed;
  for (size_t i = 0; i < hits.size(); ++i) {
    keyed.emplace_back(std::vector<int>(), i);
    for (const auto& slot : rule.slots)
      if (slot.map == map)
        keyed.back().first.push_back(block_key(board, place(board, hits[i], slot)));
  }
  std::sort(keyed.begin(), keyed.end());
  std::vector<PatternHit> out;
  for (size_t i = 0; i < keyed.size(); ++i)
    if (!i || keyed[i].first != keyed[i - 1].first) out.push_back(hits[keyed[i].second]);
  return out;
}

// Joins the hits of a rule's maps, map after map.
void join(const Board& board, const RuleShape& rule, uint16_t number,
          const std::vector<std::vector<PatternHit>>& hits, Judge& judge, RuleMatches& out) {
  struct Partial {
    std::vector<Point> slots;
    std::vector<PatternHit> hits;
  };
  std::vector<Partial> partial;
  for (const auto& hit : distinct(board, rule, 0, hits[0])) {
    partial.push_back({std::vector<Point>(rule.slots.size(), kPass), {hit}});
    fill(board, rule, 0, hit, partial.back().slots.data());
  }
  for (size_t m = 1; m < hits.size() && !partial.empty(); ++m) {
    const auto link = rule.links[m];
    std::vector<std::pair<int, const PatternHit*>> keyed;
    const auto different = distinct(board, rule, m, hits[m]);
    for (const auto& hit : different) {
      const bool linked = link.slot >= 0;
      keyed.emplace_back(
          linked ? block_key(board, place(board, hit, rule.slots[size_t(link.slot)])) : 0, &hit);
    }
    std::stable_sort(keyed.begin(), keyed.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Partial> longer;
    for (const auto& match : partial) {
      const int key = link.slot < 0 ? 0 : block_key(board, match.slots[size_t(link.earlier)]);
      auto at = std::lower_bound(keyed.begin(), keyed.end(), key,
                                 [](const auto& a, int k) { return a.first < k; });
      for (; at != keyed.end() && at->first == key && longer.size() < kMostJoined; ++at) {
        longer.push_back(match);
        longer.back().hits.push_back(*at->second);
        fill(board, rule, m, *at->second, longer.back().slots.data());
      }
    }
    partial = std::move(longer);
  }
  for (const auto& match : partial) {
    if (!judge.holds(rule.when, match.slots.data())) continue;
    out.found.push_back({number, uint32_t(out.slots.size()), uint32_t(out.hits.size())});
    out.slots.insert(out.slots.end(), match.slots.begin(), match.slots.end());
    out.hits.insert(out.hits.end(), match.hits.begin(), match.hits.end());
  }
}

// Kind, goal and up to three objects in one number. Eyes are told apart by where they are.
uint64_t key_of(const Board& board, const RuleShape& rule, const Point* slots) {
  if (rule.kind == RuleKind::kEye) return uint64_t(rule.kind);
  std::array<uint64_t, 3> objects{};
  for (size_t i = 0; i < rule.objects.size(); ++i)
    objects[i] = uint64_t(block_key(board, slots[rule.objects[i]]));
  std::sort(objects.begin(), objects.end());
  const uint64_t head = uint64_t(rule.kind) | uint64_t(rule.goal) << 2;
  return head | objects[0] << 16 | objects[1] << 32 | objects[2] << 48;
}

// Drops repetitions, and matches about which a more specific one speaks.
class Dominance {
 public:
  Dominance(const Board& board, const std::vector<RuleShape>& rules, const RuleMatches& all)
      : rules_(rules), all_(all) {
    entries_.reserve(all.found.size());
    for (uint32_t i = 0; i < all.found.size(); ++i) {
      const auto& rule = rules[all.found[i].rule];
      const Point* slots = all.slots.data() + all.found[i].slots;
      const bool eye = rule.kind == RuleKind::kEye;
      const uint64_t order =
          uint64_t(kMostSpecific - rule.specificity) << 40 | uint64_t(all.found[i].rule) << 24 | i;
      Entry entry{key_of(board, rule, slots), order, rule.specificity, i, 0, 0, 0};
      entry.about = gather(eye ? rule.centre : rule.moves, slots);
      entry.area = uint32_t(points_.size());
      if (eye) {
        for (uint32_t p = entry.about; p < entry.area; ++p) {
          const Point copy = points_[p];  // push_back may move what it copies
          points_.push_back(copy);
        }
        gather(rule.border, slots);
        std::sort(points_.begin() + entry.area, points_.end());
      }
      entry.end = uint32_t(points_.size());
      entries_.push_back(entry);
    }
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
      return a.key != b.key ? a.key < b.key : a.order < b.order;
    });
  }

  std::vector<RuleMatches::Match> kept() const {
    std::vector<RuleMatches::Match> out;
    std::vector<const Entry*> before;  // of the same key
    for (size_t i = 0; i < entries_.size(); ++i) {
      const Entry& e = entries_[i];
      if (i && entries_[i - 1].key != e.key) before.clear();
      const bool dropped = std::any_of(before.begin(), before.end(),
                                       [&](const Entry* over) { return overrules(*over, e); });
      if (dropped) continue;
      before.push_back(&e);
      out.push_back(all_.found[e.at]);
    }
    return out;
  }

 private:
  struct Entry {
    uint64_t key, order;  // the most specific first
    int specificity;
    uint32_t at;                // in all_.found
    uint32_t about, area, end;  // points_[about..area) and, of an eye, points_[area..end)
  };

  uint32_t gather(const std::vector<uint8_t>& slots, const Point* points) {
    const auto at = uint32_t(points_.size());
    for (const auto slot : slots) points_.push_back(points[slot]);
    std::sort(points_.begin() + at, points_.end());
    return at;
  }

  bool overrules(const Entry& over, const Entry& under) const {
    const auto& one = rules_[all_.found[over.at].rule];
    const auto& two = rules_[all_.found[under.at].rule];
    const Point* p = points_.data();
    if (all_.found[over.at].rule == all_.found[under.at].rule &&
        std::equal(p + over.about, p + over.end, p + under.about, p + under.end))
      return true;  // the same once more
    if (over.specificity <= under.specificity) return false;
    if (one.kind == RuleKind::kConnection || one.only) return true;
    if (one.purpose != two.purpose && one.recommendation == two.recommendation) return false;
    const bool eye = one.kind == RuleKind::kEye;
    return std::includes(p + (eye ? over.area : over.about), p + (eye ? over.end : over.area),
                         p + under.about, p + under.area);
  }

  const std::vector<RuleShape>& rules_;
  const RuleMatches& all_;
  std::vector<Entry> entries_;
  std::vector<Point> points_;
};

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
  set_.compile(1, true);
}

Scene RuleBook::scene(const Board& board, Color own) const {
  Scene kinds(board.width(), board.height(), kPointKinds);
  std::array<int8_t, kMaxPoints> liberties{};  // per head, once
  for (int row = 0; row < board.height(); ++row)
    for (int col = 0; col < board.width(); ++col) {
      const Point p = board.at(col, row);
      int kind = 0;
      if (board.is_stone(p)) {
        auto& count = liberties[board.head(p)];
        if (!count) count = int8_t(std::max(1, board.liberty_count(p, kLibertyKinds)));
        kind = count + (board.color(p) == own ? 0 : kLibertyKinds);
      }
      kinds.add(kind, col, row);
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

RuleMatches RuleBook::match(const Board& board, Color own, const Plane* within,
                            bool filtered) const {
  const Scene view = scene(board, own);
  Judge judge(board, own);
  RuleMatches out;
  struct Several {
    uint16_t rule;
    std::vector<std::vector<PatternHit>> hits;
  };
  std::vector<Several> several;
  std::vector<int> number(rules_.size(), -1);  // of a rule in several
  const int stride = view.stride(), width = view.width();
  const Point corner = board.at(0, 0);
  walk_planes_sized(set_, view, [&](uint32_t v, const Plane& where, int words) {
    const uint16_t pattern = set_.variants()[v].pattern;
    const auto& of = map_of_[pattern];
    const auto& rule = rules_[of.rule];
    planes::for_each_bit(where, words, [&](int bit) {
      if (within && of.map == 0 && !((*within)[size_t(bit) >> 6] >> (bit & 63) & 1)) return;
      const PatternHit hit{pattern, of.symmetry, uint16_t(bit / stride * width + bit % stride)};
      if (rule.maps.size() > 1) {
        int& at = number[of.rule];
        if (at < 0) {
          at = int(several.size());
          several.push_back({of.rule, std::vector<std::vector<PatternHit>>(rule.maps.size())});
        }
        several[size_t(at)].hits[of.map].push_back(hit);
        return;
      }
      const auto first = uint32_t(out.slots.size());
      out.slots.resize(first + rule.slots.size());
      const int anchor = corner + bit / stride * board.stride() + bit % stride;
      for (const auto& place : of.places)
        out.slots[first + place.slot] = Point(anchor + place.dy * board.stride() + place.dx);
      if (!judge.holds(rule.when, out.slots.data() + first)) {
        out.slots.resize(first);
        return;
      }
      out.found.push_back({of.rule, first, uint32_t(out.hits.size())});
      out.hits.push_back(hit);
    });
  });
  for (const auto& s : several) join(board, rules_[s.rule], s.rule, s.hits, judge, out);
  if (filtered) out.found = Dominance(board, rules_, out).kept();
  return out;
}

}  // namespace gokan
