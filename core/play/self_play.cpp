#include "play/self_play.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <thread>

#include "go/static_life.h"
#include "intuition/crowd.h"
#include "intuition/records.h"

namespace gokan {

namespace {

constexpr int kFreePercent = 10;       // of the points: at most so many moves by chance alone
constexpr double kRootSoftness = 0.9;  // exponent of the chances at the root: others get a try
constexpr double kDecided = 0.47;      // so far from even, moves teach little and are searched less
constexpr double kWarm = 0.8, kCold = 0.25;  // how freely moves are drawn by their visits
constexpr uint32_t kTerritory = 33;          // percent of the games
constexpr float kLate = 0.1f;                // share of the newest look in what is said of owners
constexpr double kDeadBelow = -0.3;          // of -1 to 1: a block that is owned so little is dead

template <class T>
void put(uint8_t* at, T value) {
  std::memcpy(at, &value, sizeof value);
}

double fraction(Random& random) { return (random.below(1u << 24) + 0.5) / (1u << 24); }

// Stones that Black has used up more than White: each costs a point of territory.
int used(const Position& position) {
  const Board& board = position.board();
  int more = position.prisoners(kBlack) - position.prisoners(kWhite);
  for (const Point p : board.geometry().points)
    if (board.is_stone(p)) more += board.color(p) == kBlack ? 1 : -1;
  return more;
}

// Blocks that do not live for sure and that `owner`, 1 Black's to -1 White's, gives to the enemy.
void find_dead(const Board& board, const StaticLife& life, const std::vector<float>& owner,
               uint8_t* dead) {
  const Geometry& geo = board.geometry();
  std::vector<double> sums(kMaxPoints, 0.0);
  std::vector<int> sizes(kMaxPoints, 0);
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[size_t(i)];
    if (!board.is_stone(p)) continue;
    const auto head = size_t(board.head(p));
    sums[head] += board.color(p) == kBlack ? owner[size_t(i)] : -owner[size_t(i)];
    ++sizes[head];
  }
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[size_t(i)];
    dead[i] = 0;
    if (!board.is_stone(p) || (life.any && life.owner[p] == board.color(p))) continue;
    const auto head = size_t(board.head(p));
    dead[i] = sums[head] < kDeadBelow * sizes[head];
  }
}

// Black's (1) and White's (-1) points, settled ground by static life; the rest as the board stands
// or, where `looks` says who owns what, without what it gives to the enemy.
int count_area(const Board& board, const std::vector<float>* looks, int8_t* out) {
  const Geometry& geo = board.geometry();
  StaticLife life;
  static_life(board, life);
  uint8_t owner[kMaxOnBoard], dead[kMaxOnBoard];
  if (looks) find_dead(board, life, *looks, dead);
  owners(board, looks ? dead : nullptr, owner);
  int area = 0;
  for (int i = 0; i < geo.count; ++i) {
    const Color settled = life.any ? life.owner[geo.points[size_t(i)]] : kEmpty;
    const Color c = settled != kEmpty ? settled : Color(owner[i]);
    const int side = c == kBlack ? 1 : c == kWhite ? -1 : 0;
    if (out) out[i] = int8_t(side);
    area += side;
  }
  return area;
}

}  // namespace

struct SelfPlay::OneGame {
  explicit OneGame(uint64_t seed) : random(seed) {}

  Random random;
  double komi = 0;
  bool territory = false;    // is counted, not area
  std::vector<float> looks;  // who owns what, 1 Black to -1 White, as was said of late
  int free_moves = 0;        // still to be drawn by the network's chances alone
  int wanted = 1;            // visits of the search that is going on
  bool full = false;
  int ticket = -1;  // the leaf that is out
  bool at_root = false;
  std::unique_ptr<Tree> tree;
  std::vector<uint8_t> records, visits;  // of the moves so far
  std::vector<uint8_t> done_records, done_visits;
  std::vector<int8_t> done_owners;
  std::vector<int> done_lengths;

  // Black's lead at the end, and the owners.
  double count(const Position& over, int8_t* out) const {
    const int area = count_area(over.board(), territory ? &looks : nullptr, out);
    return area - komi - (territory ? used(over) : 0);
  }
  // The komi with which a count by area comes out the same; who plays last is open.
  double area_komi(const Position& position) const {
    if (!territory) return komi;
    return komi + used(position) + (position.to_play() == kBlack ? 0.5 : -0.5);
  }
};

SelfPlay::SelfPlay(int games, const SelfPlayOptions& options, uint64_t seed, int threads)
    : options_(options), points_(options.side * options.side), threads_(std::max(1, threads)) {
  if (!options_.max_moves) options_.max_moves = 2 * points_;
  for (int i = 0; i < games; ++i) {
    all_.push_back(std::make_unique<OneGame>(seed * 1'000'003 + uint64_t(i)));
    begin(*all_.back());
  }
  for (int i = 0; i < threads_; ++i) features_.push_back(std::make_unique<intuition::Features>());
}

SelfPlay::~SelfPlay() = default;

void SelfPlay::begin(OneGame& game) const {
  Random& random = game.random;
  Position start(options_.side, options_.side, Rules{KoRule::kPositional, random.chance(10)});
  // The sum of three dice: mostly between 3.5 and 10.5.
  game.komi = 0.5 + int(random.below(6) + random.below(6) + random.below(6)) - 1;
  if (random.chance(8)) game.komi += int(random.below(41)) - 20;
  game.territory = random.chance(kTerritory);
  game.looks.assign(size_t(points_), 0.0f);
  game.free_moves = int(random.below(uint32_t(kFreePercent * points_ / 100 + 1)));
  game.tree = std::make_unique<Tree>(start);
  for (int stones = random.chance(6) ? int(1 + random.below(3)) : 0; stones > 0; --stones) {
    const Board& board = game.tree->root().board();
    const auto k = size_t(random.below(uint32_t(points_)));
    const Point p = board.geometry().points[k];
    if (!game.tree->root().is_legal(p, kBlack)) continue;
    game.tree->advance(p);
    game.tree->advance(kPass);  // White does not answer a handicap stone
  }
  want(game, false);
  game.records.clear();
  game.visits.clear();
}

template <class F>
void SelfPlay::share_out(F&& f) {
  std::vector<std::thread> team;
  for (int t = 0; t < threads_; ++t)
    team.emplace_back([&, t] {
      for (size_t i = size_t(t); i < all_.size(); i += size_t(threads_)) f(size_t(t), i);
    });
  for (std::thread& one : team) one.join();
}

void SelfPlay::write(const Position& position, const OneGame& game, intuition::Features& features,
                     uint8_t* record) const {
  features.write(position, record);
  uint8_t* meta = record + intuition::kBytes * points_;
  intuition::write_meta(position, kPass, game.area_komi(position), meta);
}

void SelfPlay::look(uint8_t* records) {
  const auto bytes = size_t(record_bytes());
  share_out([&](size_t thread, size_t i) {
    next_leaf(*all_[i], *features_[thread], records + i * bytes);
  });
}

void SelfPlay::next_leaf(OneGame& game, intuition::Features& features, uint8_t* record) {
  for (;;) {
    if (game.tree->visits() >= game.wanted) {
      move(game, features);
      continue;
    }
    const Tree::Leaf leaf = game.tree->descend();
    if (leaf.step == Tree::Step::kKnown) continue;
    if (leaf.step == Tree::Step::kLeaf) {
      game.ticket = leaf.ticket;
      game.at_root = game.tree->line(leaf.ticket).empty();
      write(game.tree->position(leaf.ticket), game, features, record);
      return;
    }
    if (leaf.step != Tree::Step::kOver) {  // no room: what is known must do
      game.wanted = std::min(game.wanted, game.tree->visits());
      continue;
    }
    const Position& over = game.tree->position(leaf.ticket);
    const double lead = game.count(over, nullptr);
    Evaluation exact;
    exact.lead = over.to_play() == kBlack ? lead : -lead;
    exact.win = exact.lead > 0 ? 1 : 0;
    game.tree->back_up(leaf.ticket, exact);
  }
}

void SelfPlay::answer(const Judged& judged) {
  const auto row = size_t(points_) + 1;
  share_out([&](size_t, size_t i) {
    OneGame& game = *all_[i];
    if (game.ticket < 0) return;
    const Position& position = game.tree->position(game.ticket);
    const Board& board = position.board();
    const Geometry& geo = board.geometry();
    std::vector<float> policy(judged.policy + i * row, judged.policy + (i + 1) * row);
    // Nobody fills an eye of his own while there is anything else.
    for (size_t k = 0; k + 1 < row; ++k)
      if (board.is_eye_like(geo.points[k], position.to_play())) policy[k] *= 1e-4f;
    if (game.at_root)
      for (float& chance : policy) chance = std::pow(std::max(chance, 1e-6f), float(kRootSoftness));
    Evaluation evaluation;
    evaluation.policy = policy.data();
    evaluation.win = judged.win[i];
    evaluation.lead = judged.lead[i];
    evaluation.spread = judged.spread[i];
    const float sign = position.to_play() == kBlack ? 1.0f : -1.0f;
    for (size_t k = 0; k < game.looks.size(); ++k) {
      const float said = sign * judged.owner[i * size_t(points_) + k];
      game.looks[k] += kLate * (said - game.looks[k]);
    }
    game.tree->back_up(game.ticket, evaluation);
    game.ticket = -1;
  });
  evaluations_ += games();
}

void SelfPlay::move(OneGame& game, intuition::Features& features) {
  const auto bytes = size_t(record_bytes()), row = size_t(points_) + 1;
  Tree& tree = *game.tree;
  const Position& root = tree.root();
  const bool free = game.free_moves > 0;
  const double win = tree.summary().win;
  std::vector<double> weight(row, 0.0);
  const auto place = [&](int index) { return index < 0 ? size_t(points_) : size_t(index); };
  if (free || tree.visits() < 2) {
    for (const Branch& one : tree.priors()) weight[place(one.move)] = one.prior;
    --game.free_moves;
  } else {
    const std::vector<Branch> tried = tree.branches();
    const double most = tried.empty() ? 1 : tried.front().visits;
    const double share = double(root.move_number()) / points_;
    const double warmth = std::max(kCold, kWarm - (kWarm - kCold) * 4 * share);
    for (const Branch& one : tried)
      weight[place(one.move)] = std::pow(one.visits / most, 1 / warmth);
  }
  game.records.resize(game.records.size() + bytes);
  uint8_t* record = game.records.data() + game.records.size() - bytes;
  write(root, game, features, record);
  game.visits.resize(game.visits.size() + row, 0);
  if (game.full && !free) {
    uint8_t* visits = game.visits.data() + game.visits.size() - row;
    double sum = 0;
    const std::vector<Branch> tried = tree.branches();
    for (const Branch& one : tried) sum += one.visits;
    for (const Branch& one : tried)
      visits[place(one.move)] = uint8_t(std::lround(255 * one.visits / std::max(1.0, sum)));
  }
  double total = 0;
  for (const double w : weight) total += w;
  double left = fraction(game.random) * total;
  size_t chosen = row - 1;
  for (size_t k = 0; k < row; ++k) {
    left -= weight[k];
    if (left <= 0 && weight[k] > 0) {
      chosen = k;
      break;
    }
  }
  put(record + size_t(intuition::kBytes) * size_t(points_) + intuition::kNextMove,
      uint16_t(chosen));
  const Point p = chosen + 1 == row ? kPass : root.board().geometry().points[chosen];
  tree.advance(p);
  if (tree.root().passes() >= 2 || tree.root().move_number() >= options_.max_moves) {
    end(game);
    return;
  }
  want(game, std::abs(win - 0.5) > kDecided);
}

void SelfPlay::want(OneGame& game, bool decided) const {
  const int percent = decided ? options_.full_percent / 4 : options_.full_percent;
  const int brief = decided ? (options_.brief_visits + 3) / 4 : options_.brief_visits;
  game.full = game.random.chance(uint32_t(percent));
  game.wanted = game.free_moves > 0 ? 1 : game.full ? options_.visits : brief;
}

void SelfPlay::end(OneGame& game) {
  const auto bytes = size_t(record_bytes()), meta = bytes - kMeta;
  const size_t before = game.done_owners.size();
  game.done_owners.resize(before + size_t(points_));
  // Black's; never 0.
  const double margin = game.count(game.tree->root(), game.done_owners.data() + before);
  for (size_t at = 0; at < game.records.size(); at += bytes) {
    uint8_t* tail = game.records.data() + at + meta;
    const int sign = tail[20] ? 1 : -1;
    put(tail + intuition::kMargin, int16_t(std::lround(2 * sign * margin)));
    put(tail + intuition::kWinner, int8_t(sign * margin > 0 ? 1 : -1));
  }
  game.done_lengths.push_back(int(game.records.size() / bytes));
  game.done_records.insert(game.done_records.end(), game.records.begin(), game.records.end());
  game.done_visits.insert(game.done_visits.end(), game.visits.begin(), game.visits.end());
  begin(game);
}

SelfPlay::Finished SelfPlay::take() {
  Finished all;
  const auto bytes = size_t(record_bytes()), meta = bytes - kMeta;
  for (auto& game : all_) {
    size_t at = 0;
    for (const int length : game->done_lengths) {
      for (int k = 0; k < length; ++k, at += bytes)
        put(game->done_records.data() + at + meta + intuition::kGame, uint32_t(all.games));
      ++all.games;
    }
    const auto move_to = [](auto& from, auto& to) {
      to.insert(to.end(), from.begin(), from.end());
      from.clear();
    };
    move_to(game->done_records, all.records);
    move_to(game->done_visits, all.visits);
    move_to(game->done_owners, all.owners);
    game->done_lengths.clear();
  }
  return all;
}

}  // namespace gokan
