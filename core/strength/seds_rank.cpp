#include <algorithm>
#include <cmath>

#include "strength/seds_ranker.h"

namespace gokan::seds {
namespace {

// The ranking is solved to this part of `stop`. Among few stones many moves are nearly equal, and
// there closer costs little: below so many blocks the part shrinks, faster than their number.
constexpr double kFiner = 0.5, kFinerYet = 0.01;
constexpr double kManyBlocks = 65;
// How far from the solved position's course, in that `stop`, a unit of a move counts as disturbed;
// less among few stones, too.
constexpr double kApart = 8;
// The lanes' numbers are too short for a finer `stop`, or for finer steps inside.
constexpr double kFinest = 1e-5, kFinestStep = 2e-6;
// A course is kept in memory: no longer than this.
constexpr int kLongest = 2000;

// Lanes read the solved position's course; the additions that look at the whole position have none.
bool in_lanes(const Options& options) {
  return !options.links && !options.eyes && options.damped && !options.queue &&
         options.stop >= kFinest;
}

// How full of blocks a board is, from 0 to 1.
double crowding(const Board& board) {
  int blocks = 0;
  for (int i = 0; i < board.geometry().count; ++i) {
    const Point p = board.geometry().points[i];
    blocks += board.is_stone(p) && board.head(p) == p;
  }
  return std::min(1.0, blocks / kManyBlocks);
}

Options finer(const Options& options, double crowded) {
  Options fine = options;
  fine.count = false;
  fine.stop =
      std::max(kFinestStep, options.stop * std::max(kFinerYet, kFiner * std::pow(crowded, 1.5)));
  fine.max_iter = std::min(fine.max_iter, kLongest);
  return fine;
}

// The place of a point on Hilbert's curve through a board of 32 lines.
uint32_t on_curve(int x, int y) {
  uint32_t place = 0;
  for (int side = 16; side > 0; side /= 2) {
    const int right = (x & side) != 0, down = (y & side) != 0;
    place = 4 * place + uint32_t((3 * right) ^ down);
    if (down) continue;
    if (right) x = 31 - x, y = 31 - y;
    std::swap(x, y);
  }
  return place;
}

}  // namespace

void Ranker::rank(const Board& board, Color mover, const std::vector<Point>& moves,
                  const Options& options, const std::vector<Verdict>& verdicts,
                  std::vector<Ranked>& out) {
  if (!in_lanes(options)) return rank_from_scratch(board, mover, moves, options, verdicts, out);
  prepare(board, options, verdicts);
  out.resize(moves.size());
  quiet_.clear();
  const int stride = board.stride();
  for (size_t i = 0; i < moves.size(); ++i)
    if (needs_board(board, moves[i], mover))
      out[i] = try_afresh(moves[i], mover);
    else
      quiet_.push_back({on_curve(moves[i] % stride, moves[i] / stride), uint32_t(i)});
  std::sort(quiet_.begin(), quiet_.end(),
            [](const Quiet& a, const Quiet& b) { return a.place < b.place; });
  Point together[kLanes];
  for (size_t begin = 0; begin < quiet_.size(); begin += kLanes) {
    const int n = int(std::min(size_t(kLanes), quiet_.size() - begin));
    for (int l = 0; l < n; ++l) together[l] = moves[quiet_[begin + size_t(l)].index];
    lanes_.solve(together, n, mover);
    for (int l = 0; l < n; ++l) {
      const Lanes::Gain gain = lanes_.gain(l);
      out[quiet_[begin + size_t(l)].index] = {together[l], base_score_ + gain.score, gain.changed,
                                              gain.by};
    }
  }
}

void Ranker::rank_from_scratch(const Board& board, Color mover, const std::vector<Point>& moves,
                               const Options& options, const std::vector<Verdict>& verdicts,
                               std::vector<Ranked>& out) {
  options_ = options;
  options_.count = false;
  verdicts_ = verdicts;
  board_ = board;
  base_.build(board, options_, verdicts);
  base_.solve();
  base_score_ = base_.score();
  out.clear();
  for (const Point move : moves) out.push_back(try_afresh(move, mover));
}

void Ranker::values_after(const Board& board, Color mover, Point move, const Options& options,
                          const std::vector<Verdict>& verdicts, bool incremental, double* out) {
  const Geometry& geo = board.geometry();
  if (incremental && in_lanes(options)) {
    prepare(board, options, verdicts);
    if (!needs_board(board, move, mover)) {
      lanes_.solve(&move, 1, mover);
      for (int i = 0; i < geo.count; ++i) out[geo.points[i]] = lanes_.white(geo.points[i], 0);
      return;
    }
  } else {
    options_ = options;
    verdicts_ = verdicts;
    board_ = board;
  }
  board_.play(move, mover, trail_);
  scratch_.build(board_, options_, verdicts_);
  scratch_.solve();
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[i];
    out[p] = scratch_.white(scratch_.unit(p));
  }
  board_.undo(trail_);
}

void Ranker::prepare(const Board& board, const Options& options,
                     const std::vector<Verdict>& verdicts) {
  const double crowded = crowding(board);
  options_ = finer(options, crowded);
  verdicts_ = verdicts;
  board_ = board;
  base_.build(board, options_, verdicts);
  base_.solve(course_);
  base_score_ = base_.score();
  if (options.static_life) watch_.prepare(board, base_.life_);
  lanes_.prepare(board, base_, course_, options_, kApart * crowded * options_.stop);
}

// Whether a move must be played on the board: it takes its own stones off or such whose fate was
// certain, changes static life, or joins blocks of which others have a say.
bool Ranker::needs_board(const Board& board, Point move, Color mover) {
  const bool touches = board.neighbors_of(move, kBlack) + board.neighbors_of(move, kWhite) > 0;
  const bool captures = touches && board.captures(move, mover);
  if (captures ? !lanes_.knows_captured(move, mover) : touches && board.is_suicide(move, mover))
    return true;
  return joins_verdicts(board, move, mover) ||
         (options_.static_life && (captures || watch_.may_change(board, move, mover)) &&
          changes_life(move, mover));
}

bool Ranker::joins_verdicts(const Board& board, Point move, Color mover) const {
  if (verdicts_.empty() || board.neighbors_of(move, mover) < 2) return false;
  const auto around = board.neighbors(move);
  return std::any_of(verdicts_.begin(), verdicts_.end(), [&](const Verdict& verdict) {
    return board.color(verdict.stone) == mover &&
           std::any_of(around.begin(), around.end(), [&](Point p) {
             return board.color(p) == mover && board.head(p) == board.head(verdict.stone);
           });
  });
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

bool Ranker::changes_life(Point move, Color mover) {
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

}  // namespace gokan::seds
