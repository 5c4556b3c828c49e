// Ranking: every legal move played and re-solved, starting from the solved position.
//
// A move changes the list of neighbours of a handful of units. Those are put on a work list;
// a unit that changes by `stop` or more puts its neighbours there. An open point hands on about
// 1/15 of a change to each neighbour, so the work stays local. Everything changed is written
// to a trail and taken back afterwards. Moves that capture or that change static life are
// solved afresh on the board after the move: they are few.
#include <algorithm>
#include <cmath>

#include "seds.h"

namespace gokan::seds {
namespace {

// A neighbour that changes by this many times `stop` makes a unit look again. An open point hands
// on a fifteenth of a change, a dead end nearly all of it; so that what is left out stays alike.
constexpr double kPointAlarm[5] = {0.3, 0.3, 0.3, 0.4, 0.5};  // by empty neighbours
constexpr double kBlockAlarm = 0.7;
constexpr double kBlockNews = 0.7;  // and a block that changes by less tells nobody

constexpr int kFight = 1;             // liberties
constexpr size_t kMostFighters = 12;  // blocks

int pad(Point* list, int n) {
  while (n % 4) list[n++] = kOne;
  return n;
}

}  // namespace

void Ranker::rank(const Board& board, Color mover, const std::vector<Point>& moves,
                  const Options& options, const std::vector<Verdict>& verdicts,
                  std::vector<Ranked>& out) {
  if (options.links || options.eyes)  // these look at the whole position anew
    return rank_from_scratch(board, mover, moves, options, verdicts, out);
  prepare(board, options, verdicts);
  out.clear();
  out.reserve(moves.size());
  for (const Point move : moves) out.push_back(try_move(board, move, mover));
}

void Ranker::rank_from_scratch(const Board& board, Color mover, const std::vector<Point>& moves,
                               const Options& options, const std::vector<Verdict>& verdicts,
                               std::vector<Ranked>& out) {
  options_ = options;
  verdicts_ = verdicts;
  board_ = board;
  base_.build(board, options, verdicts);
  base_.solve();
  out.clear();
  for (const Point move : moves) out.push_back(try_afresh(move, mover));
}

void Ranker::values_after(const Board& board, Color mover, Point move, const Options& options,
                          const std::vector<Verdict>& verdicts, bool incremental, double* out) {
  prepare(board, options, verdicts);
  const Geometry& geo = board.geometry();
  const bool afresh = !incremental || options.links || options.eyes ||
                      board.captures(move, mover) || changes_life(board, move, mover);
  if (afresh) {
    board_.play(move, mover, trail_);
    scratch_.build(board_, options_, verdicts_);
    scratch_.solve();
    for (int i = 0; i < geo.count; ++i) {
      const Point p = geo.points[i];
      out[p] = scratch_.white(scratch_.unit(p));
    }
    board_.undo(trail_);
    return;
  }
  ++stamp_;
  place(board, move, mover);
  restart_fights();
  settle();
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[i], unit = p == move ? joined_ : base_.unit(p);
    out[p] = p_[kind_[unit] == kOff ? joined_ : unit];
  }
  undo();
}

void Ranker::prepare(const Board& board, const Options& options,
                     const std::vector<Verdict>& verdicts) {
  options_ = options;
  options_.count = false;
  verdicts_ = verdicts;
  board_ = board;
  Options tight = options;
  tight.count = false;
  tight.stop = options.stop * 0.03;  // once per position, so it costs little
  base_.build(board, tight, verdicts);
  base_.solve();
  base_score_ = base_.score();
  if (options.static_life) watch_.prepare(board);

  const Geometry& geo = board.geometry();
  kind_.fill(kOff);
  p_.fill(options.edge), q_.fill(options.edge);
  p_[0] = q_[0] = p_[kOne] = q_[kOne] = 1;
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[i];
    if (board.color(p) != kEmpty) continue;
    kind_[p] = kEmpty;
    alarm_[p] = options.stop * kPointAlarm[board.empty_neighbors(p)];
    pinned_[p] = base_.free_[p] == 0.0;
    p_[p] = base_.p_[p], q_[p] = base_.q_[p];
    const auto around = board.neighbors(p);
    for (int d = 0; d < 4; ++d) {
      const Point q = around[d];
      near_[p][d] = base_.repeat_[d][p] != 0.0 ? kPass
                    : board.color(q) == kOff   ? q
                                               : base_.unit_of_[q];
    }
  }
  for (const System::Unit& unit : base_.units_) {
    const Point h = unit.head;
    kind_[h] = unit.color;
    alarm_[h] = options.stop * kBlockAlarm;
    p_[h] = base_.p_[h], q_[h] = base_.q_[h];
    block_[h] = {base_.liberties(unit),
                 unit.liberties,
                 uint16_t(unit.enemies_at - unit.first),
                 unit.enemies,
                 unit.size,
                 unit.pinned,
                 unit.factor};
  }
}

Ranked Ranker::try_move(const Board& board, Point move, Color mover) {
  const bool touches = board.neighbors_of(move, kBlack) + board.neighbors_of(move, kWhite) > 0;
  if (touches && (board.captures(move, mover) || board.is_suicide(move, mover)))
    return try_afresh(move, mover);
  if (changes_life(board, move, mover)) return try_afresh(move, mover);
  ++stamp_;
  place(board, move, mover);
  restart_fights();
  settle();
  Ranked result{move, base_score_, kPass, 0};
  for (const Saved& saved : saved_) {
    const Point u = saved.unit;
    result.score += worth(u) - saved.worth;
    const double by = p_[u] - saved.p;
    if (kind_[u] != kOff && u != move && std::fabs(by) > std::fabs(result.by))
      result.changed = u, result.by = by;
  }
  undo();
  return result;
}

Ranked Ranker::try_afresh(Point move, Color mover) {
  board_.play(move, mover, trail_);
  scratch_.build(board_, options_, verdicts_);
  scratch_.solve();
  Ranked result{move, scratch_.score(), kPass, 0};
  for (int i = 0; i < board_.geometry().count; ++i) {
    const Point p = board_.geometry().points[i];
    const double by = scratch_.white(scratch_.unit(p)) - base_.white(base_.unit(p));
    if (p != move && std::fabs(by) > std::fabs(result.by)) result.changed = p, result.by = by;
  }
  board_.undo(trail_);
  return result;
}

bool Ranker::changes_life(const Board& board, Point move, Color mover) {
  if (!options_.static_life || !watch_.may_change(board, move, mover)) return false;
  board_.play(move, mover, trail_);
  static_life(board_, life_);
  board_.undo(trail_);
  if (!life_.any && !base_.life_.any) return false;
  if (life_.any != base_.life_.any) return true;
  // The stone itself is no news where it only joins a living block.
  const Color before = base_.life_.owner[move], after = life_.owner[move];
  life_.owner[move] = before;
  return (after != before && after != mover) || life_.owner != base_.life_.owner;
}

double Ranker::worth(Point u) const {
  switch (kind_[u]) {
    case kEmpty:
      return q_[u] - p_[u];
    case kBlack:
      return block_[u].size * q_[u];
    case kWhite:
      return -block_[u].size * p_[u];
    default:
      return 0;
  }
}

inline void Ranker::touch(Point u) {
  if (touched_[u] == stamp_) return;
  touched_[u] = stamp_;
  delta_[u] = 0;
  saved_.push_back({u, kind_[u], p_[u], q_[u], worth(u)});
}

inline void Ranker::push(Point u) {
  if (queued_[u]) return;
  const uint8_t kind = kind_[u];
  if (kind == kOff) return;
  queued_[u] = 1;
  (kind == kEmpty ? points_ : blocks_).push_back(u);
}

void Ranker::replace_near(Point point, Point from, Point to) {
  auto& near = near_[point];
  saved_near_.push_back({point, near});
  const bool present = std::find(near.begin(), near.end(), to) != near.end();
  for (Point& unit : near)
    if (unit == from) unit = present ? kPass : to;
}

// Puts the stone down: makes or enlarges its block and corrects the lists around it.
void Ranker::place(const Board& board, Point move, Color mover) {
  Point own[4], enemies[4];
  int n_own = 0, n_enemies = 0;
  touch(move);
  saved_alarm_ = alarm_[move];
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
  alarm_[move] = options_.stop * kBlockAlarm;
  if (!pinned_[move]) p_[move] = mover == kWhite, q_[move] = 1 - p_[move];
  Point* list = pool_.data() + pool_used_;
  Block block{list, 0, 0, 0, 1, pinned_[move] != 0, 1};
  int n = 0;
  for (const Point u : near_[move])
    if (u != kPass && kind_[u] == kEmpty) list[n++] = u;
  block.liberties = uint16_t(n);
  n = pad(list, n);
  block.enemies_at = uint16_t(n), block.enemies = uint16_t(n_enemies);
  for (int i = 0; i < n_enemies; ++i) list[n++] = enemies[i];
  pool_used_ += pad(list, n);
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
  Block block{list, 0, 0, 0, 1, false, 1};
  int n = 0;
  const auto add = [&](Point u, uint8_t wanted) {
    if (u == kPass || kind_[u] == kOff || (kind_[u] == kEmpty) != (wanted == kEmpty)) return;
    if (kind_[u] == mover || mark_[u] == mark_stamp_) return;
    mark_[u] = mark_stamp_;
    list[n++] = u;
  };
  double white = p_[keep];
  for (int i = 0; i < n_own; ++i) {
    const Block& part = block_[own[i]];
    for (int j = 0; j < part.liberties; ++j) add(part.list[j], kEmpty);
    block.size = uint16_t(block.size + part.size);
    if (part.pinned) block.pinned = true, white = p_[own[i]];
  }
  for (const Point u : near_[move]) add(u, kEmpty);
  block.liberties = uint16_t(n);
  n = pad(list, n);
  block.enemies_at = uint16_t(n);
  for (int i = 0; i < n_own; ++i) {
    const Block& part = block_[own[i]];
    for (int j = 0; j < part.enemies; ++j) add(part.list[part.enemies_at + j], kOff);
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

// Where blocks stand in atari several solutions may exist, and which one is found depends on the
// way there. So the blocks in such a fight, and their liberties, start as they would from scratch.
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
      touch(point);
      p_[point] = q_[point] = 0.5;
      push(point);
    }
    for (int j = 0; j < block.enemies; ++j) push(block.list[block.enemies_at + j]);
  }
}

// The list of an enemy of the block `with`: without the point just filled and without blocks
// that are no more, and with `with`.
void Ranker::relist(Point enemy, Point move, Point with) {
  const Block old = block_[enemy];
  Point* list = pool_.data() + pool_used_;
  int n = 0;
  for (int i = 0; i < old.liberties; ++i)
    if (old.list[i] != move) list[n++] = old.list[i];
  const int liberties = n;
  const int enemies_at = n = pad(list, n);
  bool present = false;
  for (int i = 0; i < old.enemies; ++i) {
    const Point u = old.list[old.enemies_at + i];
    if (kind_[u] == kOff) continue;
    present |= u == with;
    list[n++] = u;
  }
  if (!present) list[n++] = with;
  push(enemy);
  if (liberties == old.liberties && n - enemies_at == old.enemies && present) return;
  touch(enemy);
  saved_blocks_.push_back({enemy, old});
  Block& block = block_[enemy];
  block.list = list, block.liberties = uint16_t(liberties);
  block.enemies_at = uint16_t(enemies_at), block.enemies = uint16_t(n - enemies_at);
  pool_used_ += pad(list, n);
  if (options_.liberty != 1.0) block.factor = std::pow(options_.liberty, liberties - 1);
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
  const double least = options_.stop * kPointAlarm[0], news = options_.stop * kBlockNews;
  for (int round = 0; round <= options_.max_iter; ++round) {
    now_.clear();
    if (round > 0 || restarted_) now_.swap(points_);
    for (const Point u : now_) {
      queued_[u] = 0;
      if (pinned_[u]) continue;
      const double change = update_point(u);
      if (change < least) continue;
      for (const Point n : near_[u])
        if (change >= alarm_[n]) push(n);
    }
    if (blocks_.empty() && points_.empty()) break;
    fresh_.clear();
    for (const Point u : blocks_) fresh_.push_back(block_[u].pinned ? 0 : capture(u));
    const size_t n = blocks_.size();
    for (size_t i = 0; i < n; ++i) {
      const Point u = blocks_[i];
      queued_[u] = 0;
    }
    std::vector<Point>& waiting = blocks_;
    for (size_t i = 0; i < n; ++i) {
      const Point u = waiting[i];
      const Block& block = block_[u];
      if (block.pinned) continue;
      double* theirs = kind_[u] == kBlack ? p_.data() : q_.data();
      double* ours = kind_[u] == kBlack ? q_.data() : p_.data();
      double delta = fresh_[i] - theirs[u];
      if (delta == 0) continue;
      touch(u);
      const double change = std::fabs(delta);
      if (change >= news && delta * delta_[u] < 0 &&
          std::fabs(delta) >= kTurn * std::fabs(delta_[u]))
        delta *= 0.5;
      delta_[u] = delta;
      theirs[u] += delta;
      ours[u] = 1 - theirs[u];
      if (change < news) continue;
      for (int j = 0; j < block.liberties; ++j)
        if (change >= alarm_[block.list[j]]) push(block.list[j]);
      for (int j = 0; j < block.enemies; ++j)
        if (change >= alarm_[block.list[block.enemies_at + j]])
          push(block.list[block.enemies_at + j]);
    }
    blocks_.erase(blocks_.begin(), blocks_.begin() + long(n));
  }
  for (const Point u : points_) queued_[u] = 0;
  for (const Point u : blocks_) queued_[u] = 0;
  points_.clear(), blocks_.clear();
}

void Ranker::undo() {
  for (auto it = saved_blocks_.rbegin(); it != saved_blocks_.rend(); ++it)
    block_[it->first] = it->second;
  for (auto it = saved_near_.rbegin(); it != saved_near_.rend(); ++it)
    near_[it->first] = it->second;
  for (const Saved& saved : saved_)
    kind_[saved.unit] = saved.kind, p_[saved.unit] = saved.p, q_[saved.unit] = saved.q;
  alarm_[saved_.front().unit] = saved_alarm_;  // the move's own point
  saved_.clear(), saved_near_.clear(), saved_blocks_.clear();
  pool_used_ = 0;
}

}  // namespace gokan::seds
