#include <algorithm>
#include <cmath>

#include "seds_ranker.h"

namespace gokan::seds {
namespace {

constexpr int kFight = 1;             // liberties
constexpr size_t kMostFighters = 12;  // blocks

int pad(Point* list, int n) {
  while (n % 4) list[n++] = kOne;
  return n;
}

}  // namespace

// Puts the stone down: makes or enlarges its block and corrects the lists around it.
void Ranker::place(const Board& board, Point move, Color mover) {
  Point own[4], enemies[4];
  int n_own = 0, n_enemies = 0;
  touch(move);
  for (const Point u : near_[move]) {
    if (u == kPass || kind_[u] == kOff) continue;
    if (kind_[u] == mover)
      own[n_own++] = u;
    else if (kind_[u] == kEmpty)
      push(u);
    else
      enemies[n_enemies++] = u;
  }
  if (n_own > 0) return join(board, move, mover, own, n_own);
  joined_ = move;
  kind_[move] = mover;
  if (!pinned_[move]) p_[move] = mover == kWhite, q_[move] = 1 - p_[move];
  Point* list = pool_.data() + pool_used_;
  Block block{list, pool_weights_.data() + pool_used_, 0, 0, 0, 1, pinned_[move] != 0, 1};
  int n = 0;
  for (const Point u : near_[move])
    if (u != kPass && kind_[u] == kEmpty) list[n++] = u;
  block.liberties = uint16_t(n);
  n = pad(list, n);
  block.enemies_at = uint16_t(n), block.enemies = uint16_t(n_enemies);
  for (int i = 0; i < n_enemies; ++i) list[n++] = enemies[i];
  n = pad(list, n);
  std::fill_n(pool_weights_.data() + pool_used_, n, kNewWeight);
  pool_used_ += n;
  if (options_.liberty != 1.0) block.factor = std::pow(options_.liberty, block.liberties - 1);
  block_[move] = block;
  push(move);
  for (int i = 0; i < n_enemies; ++i) relist(enemies[i], move, move);
}

void Ranker::join(const Board& board, Point move, Color mover, const Point* own, int n_own) {
  Point keep = own[0];
  for (int i = 1; i < n_own; ++i)
    if (block_[own[i]].size > block_[keep].size) keep = own[i];
  joined_ = keep;
  kind_[move] = kOff;

  // Its new list: what any part touched, and what the stone touches.
  ++mark_stamp_;
  mark_[move] = mark_stamp_;
  Point* list = pool_.data() + pool_used_;
  float* weights = pool_weights_.data() + pool_used_;
  Block block{list, weights, 0, 0, 0, 1, false, 1};
  int n = 0;
  const auto add = [&](Point u, uint8_t wanted, float weight = kNewWeight) {
    if (u == kPass || kind_[u] == kOff || (kind_[u] == kEmpty) != (wanted == kEmpty)) return;
    if (kind_[u] == mover || mark_[u] == mark_stamp_) return;
    mark_[u] = mark_stamp_;
    weights[n] = weight;
    list[n++] = u;
  };
  double white = p_[keep];
  for (int i = 0; i < n_own; ++i) {
    const Block& part = block_[own[i]];
    for (int j = 0; j < part.liberties; ++j) add(part.list[j], kEmpty, part.weights[j]);
    block.size = uint16_t(block.size + part.size);
    if (part.pinned) block.pinned = true, white = p_[own[i]];
  }
  for (const Point u : near_[move]) add(u, kEmpty);
  block.liberties = uint16_t(n);
  n = pad(list, n);
  block.enemies_at = uint16_t(n);
  for (int i = 0; i < n_own; ++i) {
    const Block& part = block_[own[i]];
    for (int j = 0; j < part.enemies; ++j)
      add(part.list[part.enemies_at + j], kOff, part.weights[part.enemies_at + j]);
  }
  for (const Point u : near_[move]) add(u, kOff);
  block.enemies = uint16_t(n - block.enemies_at);
  pool_used_ += pad(list, n);
  if (options_.liberty != 1.0) block.factor = std::pow(options_.liberty, block.liberties - 1);

  // Its neighbours forget the parts and the point, and know the whole.
  for (int i = 0; i < n_own; ++i) {
    const Point part = own[i];
    if (part == keep) continue;
    touch(part);
    const Block& gone = block_[part];
    for (int j = 0; j < gone.liberties; ++j)
      if (gone.list[j] != move) replace_near(gone.list[j], part, keep), push(gone.list[j]);
    kind_[part] = kOff;
  }
  for (int j = 0; j < block.liberties; ++j) {
    const auto around = board.neighbors(move);
    if (std::find(around.begin(), around.end(), list[j]) != around.end())
      replace_near(list[j], move, keep);
  }
  touch(keep);
  saved_blocks_.push_back({keep, block_[keep]});
  block_[keep] = block;
  if (p_[keep] != white) {
    p_[keep] = white, q_[keep] = 1 - white;
    for (int j = 0; j < block.liberties; ++j) push(list[j]);
  }
  for (int j = 0; j < block.enemies; ++j) relist(list[block.enemies_at + j], move, keep);
  push(keep);
}

// The list of an enemy of the block `with`: without the point just filled and without blocks
// that are no more, and with `with`.
void Ranker::relist(Point enemy, Point move, Point with) {
  const Block old = block_[enemy];
  Point* list = pool_.data() + pool_used_;
  float* weights = pool_weights_.data() + pool_used_;
  int n = 0;
  for (int i = 0; i < old.liberties; ++i)
    if (old.list[i] != move) weights[n] = old.weights[i], list[n++] = old.list[i];
  const int liberties = n;
  const int enemies_at = n = pad(list, n);
  bool present = false;
  for (int i = 0; i < old.enemies; ++i) {
    const Point u = old.list[old.enemies_at + i];
    if (kind_[u] == kOff) continue;
    present |= u == with;
    weights[n] = u == with ? kNewWeight : old.weights[old.enemies_at + i];
    list[n++] = u;
  }
  if (!present) weights[n] = kNewWeight, list[n++] = with;
  push(enemy);
  if (liberties == old.liberties && n - enemies_at == old.enemies && present) return;
  touch(enemy);
  saved_blocks_.push_back({enemy, old});
  Block& block = block_[enemy];
  block.list = list, block.weights = weights, block.liberties = uint16_t(liberties);
  block.enemies_at = uint16_t(enemies_at), block.enemies = uint16_t(n - enemies_at);
  pool_used_ += pad(list, n);
  if (options_.liberty != 1.0) block.factor = std::pow(options_.liberty, liberties - 1);
}

void Ranker::replace_near(Point point, Point from, Point to) {
  auto& near = near_[point];
  saved_near_.push_back({point, near, weight_[point]});
  const bool present = std::find(near.begin(), near.end(), to) != near.end();
  for (int d = 0; d < 4; ++d)
    if (near[d] == from) near[d] = present ? kPass : to, weight_[point][d] = kNewWeight;
}

// Where blocks stand in atari several solutions may exist, and which one is found depends on the
// way there. So the blocks in such a fight start alive, as they would from scratch, and their
// liberties look first.
void Ranker::restart_fights() {
  const Block& joined = block_[joined_];
  bool fight = joined.liberties <= kFight && joined.enemies > 0;
  for (int j = 0; j < joined.enemies; ++j)
    fight |= block_[joined.list[joined.enemies_at + j]].liberties <= kFight;
  restarted_ = fight;
  if (!fight) return;
  ++mark_stamp_;
  fighters_.clear();
  const auto enlist = [&](Point u, int most) {
    if (mark_[u] == mark_stamp_ || block_[u].pinned || block_[u].liberties > most) return;
    mark_[u] = mark_stamp_;
    fighters_.push_back(u);
  };
  enlist(joined_, kMaxOnBoard);
  for (size_t i = 0; i < fighters_.size() && fighters_.size() < kMostFighters; ++i) {
    const Block& block = block_[fighters_[i]];
    for (int j = 0; j < block.enemies; ++j) enlist(block.list[block.enemies_at + j], i ? 2 : 3);
  }
  for (const Point u : fighters_) {
    const Block& block = block_[u];
    touch(u);
    p_[u] = kind_[u] == kWhite, q_[u] = 1 - p_[u];
    push(u);
    for (int j = 0; j < block.liberties; ++j) {
      const Point point = block.list[j];
      if (pinned_[point]) continue;
      push(point);
    }
    for (int j = 0; j < block.enemies; ++j) push(block.list[block.enemies_at + j]);
  }
}

}  // namespace gokan::seds
