// Derivatives and sensitivities of the solved position, and settling after a stone was put down.
#include <algorithm>
#include <cmath>

#include "seds_ranker.h"

namespace gokan::seds {
namespace {

// In parts of `stop`.
constexpr double kLook = 0.6;   // a unit looks again when it is this far from its relation
constexpr double kNews = 0.5;   // a change below this is told later, with the next ones
constexpr double kBig = 20;     // beyond this derivatives say little: all neighbours look
constexpr double kSwing = 0.7;  // a block that turns back by less does not swing

constexpr int kFirstDrift = 4;  // rounds before drifts are looked for
// Going on to where a drift leads pays between these ratios of one step to the one before.
constexpr double kLeastDrift = 0.3, kMostDrift = 0.98;

constexpr int kSensitivityRounds = 5;  // more only feeds loops that hardly damp

}  // namespace

// A block's place for how much one of its neighbours listens to it.
float& Ranker::slot(Point block, Point neighbour, bool liberty) {
  const Block& b = block_[block];
  const int begin = liberty ? 0 : b.enemies_at, end = liberty ? b.liberties : begin + b.enemies;
  const Point* at = std::find(b.list + begin, b.list + end, neighbour);
  return base_weights_[size_t(at - base_.lists_.data())];
}

// The derivative of every relation by every unit in it, kept with the unit that others listen to.
void Ranker::find_weights(const Board& board) {
  edges_.clear();
  const Geometry& geo = board.geometry();
  lambda_.fill(0);
  for (int i = 0; i < geo.count; ++i) {
    const Point u = geo.points[i];
    if (kind_[u] != kEmpty) continue;
    direct_[u] = -2;  // of the score: q - p, and q = 1 - p
    weight_[u] = {};
  }
  for (int i = 0; i < geo.count; ++i) {
    const Point u = geo.points[i];
    if (kind_[u] != kEmpty || pinned_[u]) continue;
    lambda_[u] = -2;
    const auto& n = near_[u];
    const double q01 = q_[n[0]] * q_[n[1]], q23 = q_[n[2]] * q_[n[3]];
    const double p01 = p_[n[0]] * p_[n[1]], p23 = p_[n[2]] * p_[n[3]];
    const double white = 1 - q01 * q23, black = 1 - p01 * p23;
    if (white + black <= 0) continue;
    const double scale = 1 / ((white + black) * (white + black));
    const double qs[4] = {q_[n[1]] * q23, q_[n[0]] * q23, q01 * q_[n[3]], q01 * q_[n[2]]};
    const double ps[4] = {p_[n[1]] * p23, p_[n[0]] * p23, p01 * p_[n[3]], p01 * p_[n[2]]};
    for (int d = 0; d < 4; ++d) {
      if (n[d] == kPass || kind_[n[d]] == kOff) continue;
      const float weight = float((qs[d] * black + ps[d] * white) * scale);
      edges_.push_back({u, n[d], weight});
      (kind_[n[d]] == kEmpty ? weight_[n[d]][3 - d] : slot(n[d], u, true)) = weight;
    }
  }
  for (const System::Unit& unit : base_.units_) {
    const Point u = unit.head;
    direct_[u] = -float(unit.size);
    if (unit.pinned) continue;
    lambda_[u] = direct_[u];
    const double* theirs = unit.color == kBlack ? p_.data() : q_.data();
    const double whole = theirs[u];
    const Point *liberties = base_.liberties(unit), *enemies = base_.enemies(unit);
    Point raised = kPass;
    if (options_.raise)
      for (int j = 0; j < unit.liberties; ++j)
        if (raised == kPass || theirs[liberties[j]] < theirs[raised]) raised = liberties[j];
    const auto derivative = [&](Point n) {
      return n == raised ? 0.0f : theirs[n] > whole ? float(whole / theirs[n]) : 1.0f;
    };
    for (int j = 0; j < unit.liberties; ++j) {
      const Point n = liberties[j];
      const float weight = derivative(n);
      edges_.push_back({u, n, weight});
      for (int d = 0; d < 4; ++d)
        if (near_[n][d] == u) weight_[n][d] = weight;
    }
    for (int j = 0; j < unit.enemies; ++j) {
      const float weight = derivative(enemies[j]);
      edges_.push_back({u, enemies[j], weight});
      slot(enemies[j], u, false) = weight;
    }
  }
}

// What a change of each unit does to the score in the end: lambda = direct + J^T lambda. A unit
// that nothing moves (static life, verdicts) has none.
void Ranker::find_sensitivity() {
  for (int round = 0; round < kSensitivityRounds; ++round) {
    next_ = direct_;
    for (const Edge& edge : edges_) next_[edge.from] += edge.weight * lambda_[edge.to];
    for (const Edge& edge : edges_) lambda_[edge.to] = next_[edge.to];
  }
}

inline double Ranker::update_point(Point u) {
  const auto& n = near_[u];
  const double white = 1.0 - (q_[n[0]] * q_[n[3]]) * (q_[n[1]] * q_[n[2]]);
  const double black = 1.0 - (p_[n[0]] * p_[n[3]]) * (p_[n[1]] * p_[n[2]]);
  const double total = white + black;
  if (total <= 0) return 0;
  const double scale = 1.0 / total, v = white * scale, change = std::fabs(v - p_[u]);
  if (change == 0) return 0;
  touch(u);
  p_[u] = v, q_[u] = black * scale;
  return change;
}

inline double Ranker::capture(Point u) const {
  const Block& block = block_[u];
  const double* theirs = kind_[u] == kBlack ? p_.data() : q_.data();
  return block.factor * captured(theirs, block.list, block.liberties, block.list + block.enemies_at,
                                 block.enemies, options_.raise);
}

// Waiting points one after the other, then all waiting blocks at once, and so on. Blocks come first
// unless a fight was restarted: the points around a new stone then see at once how strong it is.
void Ranker::settle() {
  const float look = float(options_.stop * kLook), news = float(options_.stop * kNews);
  const double big = options_.stop * kBig;
  double rest = 0;
  for (int round = 0; round <= options_.max_iter; ++round) {
    now_.clear();
    if (round > 0 || restarted_) now_.swap(points_);
    for (const Point u : now_) {
      queued_[u] = 0;
      if (pinned_[u]) continue;
      rest -= pending_[u] * lambda_[u];
      pending_[u] = 0;
      const double before = p_[u], change = update_point(u);
      if (change == 0) continue;
      const float untold = motion_[u].untold += float(p_[u] - before);
      if (std::fabs(untold) < news) continue;
      motion_[u].untold = 0;
      const float limit = change >= big ? 0 : look;
      const auto& near = near_[u];
      const auto& weight = weight_[u];
      for (int d = 0; d < 4; ++d) rest += hand(near[d], weight[d] * untold, limit);
    }
    if (blocks_.empty() && points_.empty()) break;
    fresh_.clear();
    for (const Point u : blocks_) {
      queued_[u] = 0;
      rest -= pending_[u] * lambda_[u];
      pending_[u] = 0;
      fresh_.push_back(block_[u].pinned ? 0 : capture(u));
    }
    const size_t n = blocks_.size();
    for (size_t i = 0; i < n; ++i) {
      const Point u = blocks_[i];
      const Block& block = block_[u];
      if (block.pinned) continue;
      const double before = p_[u];
      move_block(u, fresh_[i], round);
      const double change = std::fabs(p_[u] - before);
      if (change == 0) continue;
      const float untold = motion_[u].untold += float(p_[u] - before);
      if (std::fabs(untold) < news) continue;
      motion_[u].untold = 0;
      const float limit = change >= big ? 0 : look;
      for (int j = 0; j < block.liberties; ++j)
        rest += hand(block.list[j], block.weights[j] * untold, limit);
      for (int j = block.enemies_at, end = j + block.enemies; j < end; ++j)
        rest += hand(block.list[j], block.weights[j] * untold, limit);
    }
    blocks_.erase(blocks_.begin(), blocks_.begin() + long(n));
  }
  for (const Point u : points_) queued_[u] = 0;
  for (const Point u : blocks_) queued_[u] = 0;
  points_.clear(), blocks_.clear();
  rest_ = rest;
}

inline void Ranker::move_block(Point u, double captured, int round) {
  const bool is_black = kind_[u] == kBlack;
  double* theirs = is_black ? p_.data() : q_.data();
  double* ours = is_black ? q_.data() : p_.data();
  double delta = captured - theirs[u];
  if (delta == 0) return;
  touch(u);
  const double change = std::fabs(delta), last = motion_[u].delta;
  if (change >= options_.stop * kSwing && delta * last < 0 && change >= kTurn * std::fabs(last))
    delta *= 0.5;
  motion_[u].delta = float(delta);
  double next = theirs[u] + delta;
  if (round >= kFirstDrift && round % 2 == 0) next = drift(u, next, round);
  theirs[u] = next;
  ours[u] = 1 - next;
}

// A fight settles slowly: its blocks step back and forth and drift from one pair of steps to the
// next by a constant ratio. Then they go to where that leads at once (Aitken's rule).
inline double Ranker::drift(Point u, double next, int round) {
  Motion& motion = motion_[u];
  const double step = next - motion.drift_from;
  const bool second = motion.drift_round == round - 2 && motion.drift != 0;
  const double ratio = second ? step / motion.drift : 0;
  const bool goes_on =
      std::fabs(step) >= options_.stop * kSwing && ratio > kLeastDrift && ratio < kMostDrift;
  if (goes_on) next = std::clamp(next + step * ratio / (1 - ratio), 0.0, 1.0);
  motion.drift = motion.drift_round == kNoRound ? 0 : float(step);
  motion.drift_from = next;
  motion.drift_round = goes_on ? kNoRound : round;
  return next;
}

}  // namespace gokan::seds
