#include "sight/lookahead.h"

#include <algorithm>

namespace gokan {
namespace {

void add_once(PointList& list, Point p) {
  if (std::find(list.begin(), list.end(), p) == list.end()) list.push_back(p);
}

}  // namespace

Lookahead::Lookahead(const LookaheadOptions& options) : options_(options) {}

std::vector<Needed> Lookahead::needed(Board& board, const PointList& mask, Color mover) {
  masked_.assign(kMaxPoints, 0);
  for (Point p : mask) masked_[p] = 1;
  total_nodes_ = 0;
  given_up_.clear();
  PointList targets;
  find_targets(board, targets);
  std::vector<Needed> out;
  for (Point target : targets) {
    Needed found{target, board.color(target), board.block_size(target), {}};
    deciding_moves(board, target, mover, options_.moves_each, found.moves);
    if (gave_up_) {
      given_up_.push_back(target);
      deciding_moves(board, target, mover, 0, found.moves);
    }
    if (!gave_up_ && !found.moves.empty()) out.push_back(std::move(found));
  }
  return out;
}

// The moves of `mover` that settle the chain, if it is lost and saved by turns; else none. A stone
// put into atari itself is named only where nothing else settles it, as in a snapback.
void Lookahead::deciding_moves(Board& board, Point target, Color mover, int moves_each,
                               PointList& out) {
  const Color owner = board.color(target), attacker = opponent(owner);
  nodes_ = 0;
  gave_up_ = false;
  out.clear();
  PointList moves, daring;
  moves_near(board, target, moves);
  const bool open =
      owner == mover ? attack(board, target, moves_each) : defend(board, target, moves_each);
  if (open && !gave_up_) {
    for (Point p : moves) {
      if (!board.is_legal(p, mover)) continue;
      board.play(p, mover, trail_);
      const bool in_atari = board.in_atari(p) && board.color(target) == owner;
      board.undo(trail_);
      if (mover == attacker) {
        if (attack_by(board, target, p, moves_each)) (in_atari ? daring : out).push_back(p);
      } else if (!in_atari) {
        board.play(p, mover, trail_);
        if (!attack(board, target, moves_each)) out.push_back(p);
        board.undo(trail_);
      }
    }
    if (out.empty()) out = daring;
  }
  total_nodes_ += nodes_;
}

void Lookahead::find_targets(const Board& board, PointList& out) const {
  PointList liberties;
  const auto& geo = board.geometry();
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[size_t(i)];
    if (!board.is_stone(p) || board.head(p) != p) continue;
    liberties.clear();
    board.liberties(p, liberties);
    if (int(liberties.size()) > options_.max_liberties) continue;
    if (std::any_of(liberties.begin(), liberties.end(), [&](Point q) { return masked_[q] != 0; }))
      out.push_back(p);
  }
}

// Liberties first, then captures of touching chains in atari, then masked points beside liberties.
void Lookahead::moves_near(const Board& board, Point target, PointList& out) const {
  board.liberties(target, out);
  const size_t liberties = out.size();
  PointList around;
  board.adjacent_blocks(target, around);
  for (Point enemy : around)
    if (board.in_atari(enemy)) add_once(out, board.the_liberty(enemy));
  for (size_t i = 0; i < liberties; ++i)
    for (Point q : board.neighbors(out[i]))
      if (board.color(q) == kEmpty && masked_[q]) add_once(out, q);
}

bool Lookahead::attack(Board& board, Point target, int left) {
  if (++nodes_ > options_.max_nodes) return gave_up_ = true;
  const Color attacker = opponent(board.color(target));
  if (board.in_atari(target)) return board.is_legal(board.the_liberty(target), attacker);
  const int liberties = board.liberty_count(target, 4);
  if (liberties > options_.max_liberties) return false;
  if (liberties == 2 && ladder(board, target)) return true;
  if (left <= 0) return false;
  PointList moves;
  moves_near(board, target, moves);
  for (Point p : moves)
    if (board.is_legal(p, attacker) && attack_by(board, target, p, left)) return true;
  return false;
}

bool Lookahead::attack_by(Board& board, Point target, Point move, int left) {
  const Color attacker = opponent(board.color(target)), owner = board.color(target);
  board.play(move, attacker, trail_);
  // The owner has been captured if its stone is gone.
  const bool taken = board.color(target) != owner || !defend(board, target, left - 1, move);
  board.undo(trail_);
  return taken;
}

bool Lookahead::defend(Board& board, Point target, int left, Point played) {
  if (++nodes_ > options_.max_nodes) {
    gave_up_ = true;
    return true;
  }
  const Color owner = board.color(target);
  const bool forced = board.in_atari(target);
  if (!forced && !attack(board, target, left)) return true;  // even a pass saves it
  PointList moves;
  if (forced) {
    add_once(moves, board.the_liberty(target));
    PointList around;
    board.adjacent_blocks(target, around);
    for (Point enemy : around)
      if (board.in_atari(enemy)) add_once(moves, board.the_liberty(enemy));
  } else {
    moves_near(board, target, moves);
    if (played != kPass && board.in_atari(played)) add_once(moves, board.the_liberty(played));
  }
  for (Point p : moves) {
    if (!board.is_legal(p, owner)) continue;
    board.play(p, owner, trail_);
    const bool saved = !attack(board, target, left);
    board.undo(trail_);
    if (saved) return true;
  }
  return false;
}

bool Lookahead::ladder(Board& board, Point target) {
  const LadderVerdict verdict = options_.exact_ladders
                                    ? ladder_.attack_verdict(board, target)
                                    : ladder_.follow(board, target, options_.ladder_moves);
  return verdict == LadderVerdict::kCaptured;
}

}  // namespace gokan
