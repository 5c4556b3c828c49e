#include "moves/move_features.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace gokan {
namespace {

enum Group {
  kCapture,
  kExtend,
  kSelfAtari,
  kAtari,
  kOwnLiberties,
  kEnemyLiberties,
  kTouch,
  kEye,
  kKo,
  kLast,
  kSecond,
  kLastByPhase,
  kLine,
  kRank,
  kGain,
  kInfluence,
  kOwnStrength,
  kEnemyStrength,
  kContrast,
  kSaddle,
  kGainByPhase,
};

constexpr int kFar = 18;    // distances from here on are one
constexpr int kPhases = 5;  // opening to endgame
constexpr int kLines = 7;   // lines from the edge; the last is "further in"
constexpr int kBins = 10;

struct Layout {
  std::vector<FeatureGroup> groups = {
      {"capture", 0, 12},          // size x what it saves
      {"extend", 0, 12},           // liberties after x just attacked x size
      {"self-atari", 0, 4},        // by size
      {"atari", 0, 9},             // ladder x size, double
      {"own liberties", 0, 8},     // after the move
      {"enemy liberties", 0, 24},  // fewest after the move x own
      {"touch", 0, 16},            // own blocks x enemy blocks
      {"eye", 0, 3},
      {"ko", 0, 3},
      {"distance to the last move", 0, kFar + 1},
      {"distance to the move before", 0, kFar + 1},
      {"distance by phase", 0, kPhases * 6},
      {"line", 0, kPhases * kLines * kLines},
      {"strength: rank", 0, 14},
      {"strength: gain", 0, 20},
      {"strength: influence", 0, kBins * kPhases},
      {"strength: weakest own block", 0, kBins + 1},
      {"strength: weakest enemy block", 0, kBins + 1},
      {"strength: contrast around", 0, kBins * kPhases},
      {"strength: saddle", 0, kBins * kPhases},
      {"strength: gain by phase", 0, 20 * kPhases},
  };
  int total = 0;
  Layout() {
    for (FeatureGroup& group : groups) group.first = total, total += group.count;
  }
};

const Layout& layout() {
  static const Layout one;
  return one;
}

uint16_t feature(Group group, int value) {
  const FeatureGroup& g = layout().groups[size_t(group)];
  return uint16_t(g.first + std::clamp(value, 0, g.count - 1));
}

int size_class(int stones) { return stones <= 1 ? 0 : stones <= 2 ? 1 : stones <= 5 ? 2 : 3; }

int distance(const Board& board, Point a, Point b) {
  const int s = board.stride();
  const int dx = std::abs(a % s - b % s), dy = std::abs(a / s - b / s);
  return dx + dy + std::max(dx, dy);
}

int rank_class(int place) {
  constexpr int kLimits[] = {1, 2, 3, 5, 8, 12, 18, 27, 40, 60, 90, 130, 190};
  int i = 0;
  while (i < 13 && place > kLimits[i]) ++i;
  return i;
}

}  // namespace

int feature_count() { return layout().total; }

void FeatureReader::look(const Board& board, Color mover, Point last, Point second, int move_number,
                         const std::vector<Point>& moves, bool strength) {
  board_ = &board;
  scratch_ = board;
  mover_ = mover;
  last_ = last, second_ = second;
  moves_ = &moves;
  const int filled = board.geometry().count - board.empty_count();
  const double share = double(filled) / board.geometry().count;
  phase_ = move_number < 8 ? 0 : share < 0.1 ? 1 : share < 0.25 ? 2 : share < 0.45 ? 3 : 4;
  strength_ = strength;
  if (!strength) return;
  seds::Options options;
  options.edge = 0.5;
  ranker_.rank(board, mover, moves, options, {}, ranked_);
  base_ = ranker_.base().score();
  order_.resize(moves.size());
  std::iota(order_.begin(), order_.end(), Point(0));
  const double sign = mover == kBlack ? 1 : -1;
  std::stable_sort(order_.begin(), order_.end(), [&](Point a, Point b) {
    return sign * ranked_[a].score > sign * ranked_[b].score;
  });
  place_of_.resize(moves.size());
  for (size_t i = 0; i < order_.size(); ++i) place_of_[order_[i]] = uint16_t(i + 1);
  best_ = moves.empty() ? 0 : sign * ranked_[order_[0]].score;
}

void FeatureReader::read(size_t index, std::vector<uint16_t>& out) {
  const Point p = (*moves_)[index];
  tactics(p, out);
  place(p, out);
  if (strength_) system(index, out);
}

void FeatureReader::tactics(Point p, std::vector<uint16_t>& out) {
  const Board& board = *board_;
  const Color enemy = opponent(mover_);
  Point own[4], theirs[4];
  int n_own = 0, n_theirs = 0, captured = 0, saved = 0, own_stones = 0;
  bool in_atari = false, attacked_now = false, last_taken = false;
  for (const Point q : board.neighbors(p)) {
    const Color c = board.color(q);
    if (c != kBlack && c != kWhite) continue;
    const Point h = board.head(q);
    if (c == mover_) {
      if (std::find(own, own + n_own, h) != own + n_own) continue;
      own[n_own++] = h;
      own_stones += board.block_size(h);
      if (board.in_atari(h)) {
        in_atari = true;
        around_.clear();
        board.adjacent_blocks(h, around_);
        attacked_now |=
            last_ != kPass && board.color(last_) == enemy &&
            std::find(around_.begin(), around_.end(), board.head(last_)) != around_.end();
      }
    } else {
      if (std::find(theirs, theirs + n_theirs, h) != theirs + n_theirs) continue;
      theirs[n_theirs++] = h;
      if (!board.in_atari(h)) continue;
      captured += board.block_size(h);
      last_taken |= last_ != kPass && board.head(last_) == h;
      around_.clear();
      board.adjacent_blocks(h, around_);
      for (const Point a : around_)
        if (board.in_atari(a)) saved += board.block_size(a);
    }
  }
  out.push_back(feature(kTouch, std::min(n_own, 3) * 4 + std::min(n_theirs, 3)));
  if (captured > 0)
    out.push_back(feature(kCapture, size_class(captured) * 3 + (saved > 0    ? 2
                                                                : last_taken ? 1
                                                                             : 0)));
  if (board.is_eye_like(p, mover_))
    out.push_back(feature(kEye, 0));
  else if (board.is_eye_like(p, enemy))
    out.push_back(feature(kEye, 1));

  // After the move.
  if (captured == 0 && n_own == 0 && n_theirs == 0) {  // out in the open: nothing to look up
    out.push_back(feature(kOwnLiberties, board.empty_neighbors(p) - 1));
    return;
  }
  scratch_.play(p, mover_, trail_);
  const int liberties = scratch_.liberty_count(p, 8);
  out.push_back(feature(kOwnLiberties, liberties - 1));
  if (liberties == 1 && captured == 0)
    out.push_back(feature(kSelfAtari, size_class(own_stones + 1)));
  if (liberties == 1 && captured == 1) out.push_back(feature(kKo, board.ko() != kPass ? 1 : 0));
  if (in_atari && captured == 0) {
    int now = liberties <= 1 ? 0 : liberties >= 3 ? 2 : 1;
    if (now == 1 && ladders_.attack_verdict(scratch_, p) == LadderVerdict::kCaptured) now = 0;
    out.push_back(feature(kExtend, (now * 2 + attacked_now) * 2 + (own_stones > 2)));
  }
  int fewest = 6, ataris = 0, ladder = 0, atari_size = 0;
  for (int i = 0; i < n_theirs; ++i) {
    const Point h = theirs[i];
    if (scratch_.color(h) != enemy) continue;
    const int left = scratch_.liberty_count(h, 5);
    fewest = std::min(fewest, left);
    if (left != 1 || board.in_atari(h)) continue;
    ++ataris;
    atari_size = std::max(atari_size, scratch_.block_size(h));
    if (ladders_.defend_verdict(scratch_, h) == LadderVerdict::kCaptured) ladder = 1;
  }
  if (ataris > 0)
    out.push_back(feature(kAtari, ataris > 1 ? 8 : ladder * 4 + size_class(atari_size)));
  if (fewest < 6)
    out.push_back(feature(kEnemyLiberties, (fewest - 1) * 5 + std::min(liberties, 5) - 1));
  scratch_.undo(trail_);
}

void FeatureReader::place(Point p, std::vector<uint16_t>& out) {
  const Board& board = *board_;
  const int s = board.stride();
  if (last_ != kPass) {
    const int d = distance(board, p, last_);
    out.push_back(feature(kLast, std::min(d, kFar)));
    const int near = d <= 2 ? 0 : d <= 3 ? 1 : d <= 5 ? 2 : d <= 8 ? 3 : d <= 13 ? 4 : 5;
    out.push_back(feature(kLastByPhase, phase_ * 6 + near));
  } else {
    out.push_back(feature(kLast, 0));
  }
  if (second_ != kPass)
    out.push_back(feature(kSecond, std::min(distance(board, p, second_), kFar)));
  const int x = p % s - 1, y = p / s - 1;
  const int a = std::min({x, board.width() - 1 - x, kLines - 1});
  const int b = std::min({y, board.height() - 1 - y, kLines - 1});
  out.push_back(feature(kLine, (phase_ * kLines + std::min(a, b)) * kLines + std::max(a, b)));
}

void FeatureReader::system(size_t index, std::vector<uint16_t>& out) {
  const Board& board = *board_;
  const Point p = (*moves_)[index];
  const double sign = mover_ == kBlack ? 1 : -1;
  const seds::System& base = ranker_.base();
  out.push_back(feature(kRank, rank_class(place_of_[index])));
  const double gain = sign * (ranked_[index].score - base_);
  out.push_back(feature(kGain, int(std::floor((gain + 1.0) * 4))));
  const double white = base.white(p), ours = mover_ == kWhite ? white : 1 - white;
  out.push_back(feature(kInfluence, phase_ * kBins + std::min(int(ours * kBins), kBins - 1)));
  out.push_back(
      feature(kGainByPhase, phase_ * 20 + std::clamp(int(std::floor((gain + 1.0) * 4)), 0, 19)));
  // The influence field around the point (Wolf's multipole moments): a border, or a crossing?
  double field[4], lowest = 1, highest = 0;
  const auto around = board.neighbors(p);
  for (size_t d = 0; d < 4; ++d) {
    const bool off = board.color(around[d]) == kOff;
    field[d] = off ? white : base.white(base.unit(around[d]));
    lowest = std::min(lowest, field[d]), highest = std::max(highest, field[d]);
  }
  const auto bin = [&](double x) { return std::clamp(int(x * kBins), 0, kBins - 1); };
  out.push_back(feature(kContrast, phase_ * kBins + bin(highest - lowest)));
  const double saddle = std::fabs(field[0] + field[3] - field[1] - field[2]) / 2;
  out.push_back(feature(kSaddle, phase_ * kBins + bin(saddle)));
  double own = 2, theirs = 2;
  for (const Point q : around) {
    const Color c = board.color(q);
    if (c != kBlack && c != kWhite) continue;
    double& weakest = c == mover_ ? own : theirs;
    weakest = std::min(weakest, base.survives(board.head(q)));
  }
  if (own <= 1) out.push_back(feature(kOwnStrength, std::min(int(own * kBins), kBins)));
  if (theirs <= 1) out.push_back(feature(kEnemyStrength, std::min(int(theirs * kBins), kBins)));
}

}  // namespace gokan
