#include "goals/rule_book.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <tuple>

namespace gokan {

namespace {

constexpr size_t kMostJoined = 20000;  // partial matches of one rule with several maps
constexpr int kMostStack = 32;

// Answers the questions of rules about one board.
class Judge {
 public:
  Judge(const Board& board, Color own) : board_(board), own_(own) {}

  bool holds(const std::vector<RuleStep>& program, const std::vector<Point>& slots) {
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
  int term(const RuleStep& step, const std::vector<Point>& slots) {
    if (step.op == RuleOp::kNumber) return step.a;
    const Point p = slots[size_t(step.a)];
    switch (step.op) {
      case RuleOp::kLiberties:
        return board_.is_stone(p) ? board_.liberty_count(p) : 0;
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

  int after(Point p, Color c) {
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
};

Point place(const Board& board, const PatternHit& hit, const RuleSlot& slot) {
  const auto cell = transform({slot.dx, slot.dy, 0}, hit.symmetry);
  return board.at(hit.point % board.width() + cell.dx, hit.point / board.width() + cell.dy);
}

void fill(const Board& board, const RuleShape& rule, size_t map, const PatternHit& hit,
          std::vector<Point>& slots) {
  for (size_t i = 0; i < rule.slots.size(); ++i)
    if (rule.slots[i].map == map) slots[i] = place(board, hit, rule.slots[i]);
}

// What two slots must share to be one block or one point.
int block_key(const Board& board, Point p) {
  return board.is_stone(p) ? board.head(p) : kMaxPoints + p;
}

// Joins the hits of a rule's maps, map after map.
void join(const Board& board, const RuleShape& rule, uint16_t number,
          const std::vector<std::vector<PatternHit>>& hits, Judge& judge,
          std::vector<RuleMatch>& out) {
  std::vector<RuleMatch> partial;
  for (const auto& hit : hits[0]) {
    partial.push_back({number, std::vector<Point>(rule.slots.size(), kPass), {hit}});
    fill(board, rule, 0, hit, partial.back().slots);
  }
  for (size_t m = 1; m < hits.size() && !partial.empty(); ++m) {
    const auto link = rule.links[m];
    std::vector<std::pair<int, const PatternHit*>> keyed;
    for (const auto& hit : hits[m])
      keyed.emplace_back(
          link.slot < 0 ? 0 : block_key(board, place(board, hit, rule.slots[size_t(link.slot)])),
          &hit);
    std::sort(keyed.begin(), keyed.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<RuleMatch> longer;
    for (const auto& match : partial) {
      const int key = link.slot < 0 ? 0 : block_key(board, match.slots[size_t(link.earlier)]);
      auto at = std::lower_bound(keyed.begin(), keyed.end(), key,
                                 [](const auto& a, int k) { return a.first < k; });
      for (; at != keyed.end() && at->first == key && longer.size() < kMostJoined; ++at) {
        longer.push_back(match);
        longer.back().hits.push_back(*at->second);
        fill(board, rule, m, *at->second, longer.back().slots);
      }
    }
    partial = std::move(longer);
  }
  for (auto& match : partial)
    if (judge.holds(rule.when, match.slots)) out.push_back(std::move(match));
}

using Key = std::array<int, 5>;  // kind, goal, up to three objects

Key key_of(const Board& board, const RuleShape& rule, const RuleMatch& match) {
  Key key{int(rule.kind), rule.kind == RuleKind::kEye ? 0 : rule.goal, 0, 0, 0};
  if (rule.kind == RuleKind::kEye) return key;  // eyes are told apart by where they are
  size_t i = 2;
  for (const auto slot : rule.objects) key[i++] = block_key(board, match.slots[slot]);
  std::sort(key.begin() + 2, key.begin() + long(i));
  return key;
}

std::vector<Point> points(const std::vector<uint8_t>& slots, const RuleMatch& match) {
  std::vector<Point> out;
  for (const auto slot : slots) out.push_back(match.slots[slot]);
  std::sort(out.begin(), out.end());
  return out;
}

bool covers(const std::vector<Point>& large, const std::vector<Point>& small) {
  return std::includes(large.begin(), large.end(), small.begin(), small.end());
}

// Drops repetitions, and matches about which a more specific one speaks.
std::vector<RuleMatch> dominant(const Board& board, const std::vector<RuleShape>& rules,
                                std::vector<RuleMatch> all) {
  struct Entry {
    Key key;
    int specificity;
    std::vector<Point> about, area;
    size_t at;
  };
  std::vector<Entry> entries;
  for (size_t i = 0; i < all.size(); ++i) {
    const auto& rule = rules[all[i].rule];
    const bool eye = rule.kind == RuleKind::kEye;
    Entry entry{key_of(board, rule, all[i]),
                rule.specificity,
                points(eye ? rule.centre : rule.moves, all[i]),
                {},
                i};
    entry.area = entry.about;
    if (eye) {
      for (const auto slot : rule.border) entry.area.push_back(all[i].slots[slot]);
      std::sort(entry.area.begin(), entry.area.end());
    }
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) {
    return std::make_tuple(a.key, -a.specificity, all[a.at].rule, a.at) <
           std::make_tuple(b.key, -b.specificity, all[b.at].rule, b.at);
  });
  std::vector<RuleMatch> out;
  std::vector<const Entry*> kept;  // of the same key
  for (size_t i = 0; i < entries.size(); ++i) {
    const Entry& e = entries[i];
    if (i && entries[i - 1].key != e.key) kept.clear();
    const auto& match = all[e.at];
    const bool dropped = std::any_of(kept.begin(), kept.end(), [&](const Entry* k) {
      const auto& over = rules[all[k->at].rule];
      if (all[k->at].rule == match.rule && k->about == e.about && k->area == e.area) {
        return true;  // the same once more
      }
      if (k->specificity <= e.specificity) return false;
      if (over.kind == RuleKind::kConnection || over.only) return true;
      const auto& under = rules[match.rule];
      const bool rival =
          over.purpose == under.purpose || over.recommendation != under.recommendation;
      return rival && covers(k->area, e.about);
    });
    if (dropped) continue;
    kept.push_back(&e);
    out.push_back(match);
  }
  return out;
}

}  // namespace

RuleBook::RuleBook(std::vector<KindSet> classes, std::vector<RuleShape> rules)
    : classes_(std::move(classes)), rules_(std::move(rules)), set_(int(classes_.size())) {
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
    for (size_t m = 0; m < rule.maps.size(); ++m) {
      set_.add(rule.maps[m]);
      map_of_.push_back({uint16_t(r), uint8_t(m)});
    }
  }
  set_.compile();
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
  Scene scene(board.width(), board.height(), int(classes_.size()));
  const int words = scene.words();
  for (size_t c = 0; c < classes_.size(); ++c) {
    Plane& plane = scene.plane(int(c));
    for (int k = 0; k < kPointKinds; ++k)
      if (classes_[c] >> k & 1)
        for (int w = 0; w < words; ++w) plane[size_t(w)] |= kinds.plane(k)[size_t(w)];
  }
  return scene;
}

std::vector<RuleMatch> RuleBook::match(const Board& board, Color own, const Plane* within,
                                       bool filtered) const {
  const Scene view = scene(board, own);
  Judge judge(board, own);
  std::vector<RuleMatch> out;
  struct Several {
    uint16_t rule;
    std::vector<std::vector<PatternHit>> hits;
  };
  std::vector<Several> several;
  std::vector<Point> slots;
  const int stride = view.stride(), width = view.width();
  walk_planes_sized(set_, view, [&](uint32_t v, const Plane& where, int words) {
    const auto& variant = set_.variants()[v];
    const auto& of = map_of_[variant.pattern];
    const auto& rule = rules_[of.rule];
    planes::for_each_bit(where, words, [&](int bit) {
      if (within && of.map == 0 && !((*within)[size_t(bit) >> 6] >> (bit & 63) & 1)) return;
      const PatternHit hit{variant.pattern, variant.symmetry,
                           uint16_t(bit / stride * width + bit % stride)};
      if (rule.maps.size() > 1) {
        auto at = std::find_if(several.begin(), several.end(),
                               [&](const Several& s) { return s.rule == of.rule; });
        if (at == several.end()) {
          several.push_back({of.rule, std::vector<std::vector<PatternHit>>(rule.maps.size())});
          at = several.end() - 1;
        }
        at->hits[of.map].push_back(hit);
        return;
      }
      slots.assign(rule.slots.size(), kPass);
      fill(board, rule, 0, hit, slots);
      if (judge.holds(rule.when, slots)) out.push_back({of.rule, slots, {hit}});
    });
  });
  for (const auto& s : several) join(board, rules_[s.rule], s.rule, s.hits, judge, out);
  return filtered ? dominant(board, rules_, std::move(out)) : out;
}

}  // namespace gokan
