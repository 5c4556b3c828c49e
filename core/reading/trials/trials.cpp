#include "reading/trials/trials.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "reading/safety.h"
#include "reading/trials/trial_play.h"

namespace gokan {

namespace {

void fill_in(const std::string& cells, int i, uint32_t code, std::bitset<65536>& table) {
  if (i == 9) {
    table.set(code);
    return;
  }
  if (i == 4) return fill_in(cells, i + 1, code, table);
  const auto go = [&](Color c) { fill_in(cells, i + 1, code << 2 | c, table); };
  const char what = cells[size_t(i)];
  if (what == '.' || what == '?' || what == 'x' || what == 'o') go(kEmpty);
  if (what == 'X' || what == '?' || what == 'o') go(kBlack);
  if (what == 'O' || what == '?' || what == 'x') go(kWhite);
  if (what == '-' || what == '?' || what == 'x' || what == 'o') go(kOff);
}

std::string turned(const std::string& cells, int way) {
  std::string out(9, ' ');
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) {
      int a = way & 1 ? 2 - r : r, b = way & 2 ? 2 - c : c;
      if (way & 4) std::swap(a, b);
      out[size_t(3 * r + c)] = cells[size_t(3 * a + b)];
    }
  }
  return out;
}

}  // namespace

Shapes::Shapes(const std::vector<std::string>& patterns) {
  for (std::string cells : patterns) {
    if (cells.size() != 9 || cells[4] != '.' ||
        cells.find_first_not_of(".XOxo?-") != std::string::npos)
      throw std::invalid_argument("a shape is nine of . X O x o ? - around an empty point");
    for (int swap = 0; swap < 2; ++swap) {
      for (int way = 0; way < 8; ++way) fill_in(turned(cells, way), 0, 0, table_);
      for (char& c : cells) {
        const size_t at = std::string("XOxo").find(c);
        if (at != std::string::npos) c = "OXox"[at];
      }
    }
  }
}

namespace {

// Of a positive number. The library's own may differ in the last bit from processor to processor,
// and the games with it; this one is made of sums, products and one quotient: accurate to 1e-7.
float logarithm(uint32_t n) {
  const int bits = std::bit_width(n) - 1;
  const double m = double(n) / double(uint64_t(1) << bits);  // 1 to 2
  const double z = (m - 1.4142135623730951) / (m + 1.4142135623730951), s = z * z;
  const double series = 2 * z * (1 + s * (1.0 / 3 + s * (1.0 / 5 + s * (1.0 / 7 + s / 9))));
  return float((bits + 0.5) * 0.6931471805599453 + series);
}

class TrialTree {
 public:
  TrialTree(const Board& board, const TrialQuery& query, const Shapes& shapes, uint64_t seed)
      : player_(board, query, shapes), query_(query), shapes_(shapes), random_(seed) {
    root_ = player_.start(board, query);
    nodes_.reserve(1 << 16);
    nodes_.push_back(Node{});
    distances(board);
  }

  bool done() const { return nodes_[0].settled != 0; }
  void game();
  TrialAnswer answer() const;

 private:
  struct Node {
    uint32_t first = 0;  // child
    uint16_t count = 0;
    Point move = kPass;
    uint32_t games = 0, amaf_games = 0;
    float wins = 0, amaf_wins = 0;  // of the side that plays `move`
    float prior = 0.5f;
    int8_t settled = 0;  // 1 the target falls, -1 it stands
  };
  static constexpr uint32_t kGrowAfter = 3;
  static constexpr float kPriorGames = 12;
  static constexpr float kAmafBias = 1.0f / 2500;
  static constexpr float kExplore = 0.06f;
  static constexpr size_t kMostNodes = 6'000'000;
  static constexpr size_t kDeepest = 120;

  void distances(const Board& board);
  bool saved(const TrialBoard& t);  // the defender need not play on
  void grow(uint32_t self, const TrialBoard& t);
  float prior(const TrialBoard& t, Point p) const;
  uint32_t select(uint32_t self, Color turn) const;
  void settle(uint32_t self, Color turn);

  TrialPlayer player_;
  const TrialQuery& query_;
  const Shapes& shapes_;
  Random random_;
  TrialBoard root_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> path_;
  std::vector<Played> record_;
  std::array<uint8_t, kMaxPoints> far_{};     // steps from the target
  std::array<uint8_t, kMaxPoints> first_by_;  // who plays a point first, from some move on
  uint64_t outside_ = 0;                      // games in which the target got out of the area
  Safety safety_;
};

void TrialTree::distances(const Board& board) {
  far_.fill(99);
  std::vector<Point> todo;
  for (const Point h : query_.target) {
    if (far_[h] == 0) continue;
    board.for_each_stone(h, [&](Point q) {
      far_[q] = 0;
      todo.push_back(q);
    });
  }
  for (size_t i = 0; i < todo.size(); ++i)
    for (const Point q : board.neighbors(todo[i]))
      if (board.color(q) != kOff && far_[q] == 99) {
        far_[q] = uint8_t(std::min(far_[todo[i]] + 1, 98));
        todo.push_back(q);
      }
}

// What is expected of a move before it is tried.
float TrialTree::prior(const TrialBoard& t, Point p) const {
  const Board& b = t.board;
  const Color c = t.turn;
  float v = 0.5f;
  const int far = far_[p];
  v += far <= 1 ? 0.06f : far == 2 ? 0.04f : far <= 3 ? 0.0f : -0.05f * float(std::min(far - 3, 4));
  if (t.last != kPass) {
    const int s = b.stride();
    const int dx = std::abs(p % s - t.last % s), dy = std::abs(p / s - t.last / s);
    const int d = dx + dy + std::max(dx, dy);
    v += d <= 3 ? 0.08f : d <= 5 ? 0.04f : 0.0f;
  }
  bool takes = false, threatens = false;
  for (const Point n : b.neighbors(p)) {
    if (b.color(n) == opponent(c)) {
      takes |= b.in_atari(n);
      threatens |= !b.in_atari(n) && b.liberty_count(n, 3) == 2;
    } else if (b.color(n) == c && b.in_atari(n)) {
      v += player_.self_atari(b, p, c) ? 0.0f : 0.15f;
    }
  }
  if (takes) v += 0.15f;
  if (threatens) v += 0.04f;
  if (!takes && player_.self_atari(b, p, c)) v -= player_.size_with(b, p, c) == 1 ? 0.12f : 0.25f;
  if (shapes_.fits(b, p)) v += 0.06f;
  if (player_.vital_point(b, p) == p) v += 0.25f;
  if (b.neighbors_of(p, kOff) > 0 && b.empty_neighbors(p) == 3) v -= 0.1f;
  return std::clamp(v, 0.05f, 0.95f);
}

bool TrialTree::saved(const TrialBoard& t) {
  if (player_.joins()) return player_.joined(t);
  safety_.read(t.board, player_.defender());
  bool alive = player_.escaped(t);
  player_.for_each_target(t, [&](Point h) { alive |= safety_.alive(h); });
  return alive;
}

void TrialTree::grow(uint32_t self, const TrialBoard& t) {
  if (saved(t)) {
    nodes_[self].settled = -1;
    return;
  }
  const auto first = uint32_t(nodes_.size());
  for (const Point p : player_.area()) {
    if (!t.board.is_legal(p, t.turn) || t.board.is_eye_like(p, t.turn)) continue;
    Node n;
    n.move = p;
    n.prior = prior(t, p);
    nodes_.push_back(n);
  }
  Node pass;
  pass.prior = 0.3f;
  nodes_.push_back(pass);
  nodes_[self].first = first;
  nodes_[self].count = uint16_t(nodes_.size() - first);
}

uint32_t TrialTree::select(uint32_t self, Color turn) const {
  const Node& node = nodes_[self];
  const int lost = turn == player_.defender() ? 1 : -1;
  const float log_games = logarithm(node.games + 1);
  uint32_t best = node.first;
  float most = -1e9f;
  for (uint32_t i = node.first; i < node.first + node.count; ++i) {
    const Node& c = nodes_[i];
    if (c.settled == lost) continue;
    const float n = float(c.games) + kPriorGames;
    const float q = (c.wins + c.prior * kPriorGames) / n;
    float v = q;
    if (c.amaf_games > 0) {
      const auto a = float(c.amaf_games);
      const float share = a / (a + n + a * n * kAmafBias);
      v = share * c.amaf_wins / a + (1 - share) * q;
    }
    v += kExplore * std::sqrt(log_games / n);
    if (v > most) {
      most = v;
      best = i;
    }
  }
  return best;
}

// A node is settled by one settled child that its mover wants, or by all of them.
void TrialTree::settle(uint32_t self, Color turn) {
  Node& node = nodes_[self];
  const int8_t wanted = turn == player_.defender() ? -1 : 1;
  bool all = node.count > 0;
  for (uint32_t i = node.first; i < node.first + node.count; ++i) {
    if (nodes_[i].settled == wanted) {
      node.settled = wanted;
      return;
    }
    all &= nodes_[i].settled != 0;
  }
  if (all) node.settled = int8_t(-wanted);
}

void TrialTree::game() {
  TrialBoard t = root_;
  path_.assign(1, 0);
  record_.clear();
  uint32_t at = 0;
  for (;;) {
    if (nodes_[at].settled != 0) break;
    if (nodes_[at].count == 0) {
      const bool grows = nodes_[at].games >= kGrowAfter || at == 0;
      if (!grows || nodes_.size() >= kMostNodes || path_.size() >= kDeepest) break;
      grow(at, t);
      if (nodes_[at].settled != 0) break;
    }
    const uint32_t next = select(at, t.turn);
    record_.push_back({nodes_[next].move, t.turn});
    player_.play(t, nodes_[next].move);
    path_.push_back(next);
    at = next;
    if (player_.captured(t))
      nodes_[at].settled = 1;
    else if (t.passes >= 2)
      nodes_[at].settled = player_.lost(t) ? 1 : -1;
  }
  const bool killed =
      nodes_[at].settled != 0 ? nodes_[at].settled > 0 : player_.finish(t, random_, record_);
  outside_ += !killed && !player_.joins() && player_.escaped(t);
  // Backwards: results, settled nodes, and all moves as first.
  const Color attacker = opponent(player_.defender());
  first_by_.fill(0);
  size_t i = record_.size();
  for (size_t d = path_.size(); d-- > 0;) {
    for (; i > d; --i) first_by_[record_[i - 1].move] = record_[i - 1].side;
    Node& node = nodes_[path_[d]];
    const Color turn = d % 2 == 0 ? query_.mover : opponent(query_.mover);
    ++node.games;
    if (d > 0 && killed == (turn != attacker)) node.wins += 1;  // of the side that moved here
    const bool mover_won = killed == (turn == attacker);
    for (uint32_t k = node.first; k < node.first + node.count; ++k) {
      Node& c = nodes_[k];
      if (c.move == kPass || first_by_[c.move] != turn) continue;
      ++c.amaf_games;
      if (mover_won) c.amaf_wins += 1;
    }
    if (d + 1 < path_.size() && nodes_[path_[d + 1]].settled != 0 && node.settled == 0)
      settle(path_[d], turn);
  }
}

TrialAnswer TrialTree::answer() const {
  TrialAnswer a;
  const Node& root = nodes_[0];
  const int sign = query_.mover == player_.defender() ? -1 : 1;
  a.games = root.games;
  a.outside = root.games ? double(outside_) / double(root.games) : 0.0;
  a.settled = sign * root.settled;
  for (uint32_t i = root.first; i < root.first + root.count; ++i) {
    const Node& c = nodes_[i];
    a.moves.push_back(
        {c.move, c.games, c.games ? c.wins / double(c.games) : 0.0, sign * c.settled});
  }
  std::sort(a.moves.begin(), a.moves.end(), [](const TrialMove& x, const TrialMove& y) {
    if ((x.settled > 0) != (y.settled > 0)) return x.settled > 0;
    return x.games != y.games ? x.games > y.games : x.move < y.move;
  });
  if (!a.moves.empty()) a.value = a.moves.front().value;
  if (a.settled != 0) a.value = a.settled > 0 ? 1 : 0;
  return a;
}

}  // namespace

TrialAnswer run_trials(const Board& board, const TrialQuery& query, const Shapes& shapes,
                       const SearchLimits& limits, uint64_t seed) {
  Countdown countdown;
  countdown.start(limits);
  TrialTree tree(board, query, shapes, seed);
  for (uint64_t games = 0; !tree.done(); ++games) {
    if (limits.games && games >= limits.games) break;
    if (games % 8 == 0 && countdown.late()) break;
    tree.game();
  }
  return tree.answer();
}

}  // namespace gokan
