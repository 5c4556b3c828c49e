#include <algorithm>
#include <cmath>
#include <cstring>

#include "seds_ranker.h"

namespace gokan::seds {
namespace {

// The solved position, and moves that are solved on the board, come this much closer than `stop`:
// they cost little, and a move must not be credited with what was left undone before it.
constexpr double kBaseStop = 0.01, kAfreshStop = 0.03;

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
  base_score_ = base_.score();
  out.clear();
  for (const Point move : moves) out.push_back(try_afresh(move, mover, false));
}

void Ranker::values_after(const Board& board, Color mover, Point move, const Options& options,
                          const std::vector<Verdict>& verdicts, bool incremental, double* out) {
  prepare(board, options, verdicts);
  const Geometry& geo = board.geometry();
  const bool afresh =
      !incremental || options.links || options.eyes || needs_board(board, move, mover);
  if (afresh) {
    solve_afresh(move, mover, incremental && !options.links && !options.eyes);
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
  tight.stop = options.stop * kBaseStop;  // once per position, so it costs little
  base_.build(board, tight, verdicts);
  base_.solve();
  base_weights_.assign(base_.lists_.size(), 0);
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
    p_[h] = base_.p_[h], q_[h] = base_.q_[h];
    block_[h] = {base_.liberties(unit), base_weights_.data() + unit.first,
                 unit.liberties,        uint16_t(unit.enemies_at - unit.first),
                 unit.enemies,          unit.size,
                 unit.pinned,           unit.factor};
  }
  find_weights(board);
  find_sensitivity();
}

Ranked Ranker::try_move(const Board& board, Point move, Color mover) {
  if (needs_board(board, move, mover)) return try_afresh(move, mover, true);
  ++stamp_;
  place(board, move, mover);
  restart_fights();
  settle();
  Ranked result{move, base_score_, kPass, 0};
  for (const Saved& saved : saved_) {
    const Point u = saved.unit;
    result.score += worth(u) - saved.worth;
    // What it never told; about half of its neighbours have seen it all the same.
    if (u != move) result.score += 0.5 * (lambda_[u] - direct_[u]) * motion_[u].untold;
    const double by = p_[u] - saved.p;
    if (kind_[u] != kOff && u != move && std::fabs(by) > std::fabs(result.by))
      result.changed = u, result.by = by;
  }
  result.score += rest_;
  undo();
  return result;
}

// Whether a move takes stones away or changes static life, so that it must be played on the board.
bool Ranker::needs_board(const Board& board, Point move, Color mover) {
  const bool touches = board.neighbors_of(move, kBlack) + board.neighbors_of(move, kWhite) > 0;
  return (touches && (board.captures(move, mover) || board.is_suicide(move, mover))) ||
         changes_life(board, move, mover);
}

void Ranker::solve_afresh(Point move, Color mover, bool near) {
  board_.play(move, mover, trail_);
  Options options = options_;
  if (near) options.stop *= kAfreshStop;
  scratch_.build(board_, options, verdicts_);
  if (near)
    scratch_.solve_near(base_);
  else
    scratch_.solve();
}

Ranked Ranker::try_afresh(Point move, Color mover, bool near) {
  solve_afresh(move, mover, near);
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

void Ranker::undo() {
  for (auto it = saved_blocks_.rbegin(); it != saved_blocks_.rend(); ++it)
    block_[it->first] = it->second;
  for (auto it = saved_near_.rbegin(); it != saved_near_.rend(); ++it)
    near_[it->point] = it->near, weight_[it->point] = it->weight;
  for (const Saved& saved : saved_)
    kind_[saved.unit] = saved.kind, p_[saved.unit] = saved.p, q_[saved.unit] = saved.q;
  std::memset(pending_.data(), 0, sizeof(float) * size_t(board_.geometry().cells));
  rest_ = 0;
  saved_.clear(), saved_near_.clear(), saved_blocks_.clear();
  pool_used_ = 0;
}

}  // namespace gokan::seds
