#include "go/ladder.h"

#include <algorithm>

namespace gokan {

namespace {

constexpr size_t kMaxDepth = 2000;  // far beyond any ladder; guards the machine stack

}  // namespace

LadderResult LadderReader::attack(Board& board, Point target) { return run(board, target, true); }

LadderResult LadderReader::defend(Board& board, Point target) { return run(board, target, false); }

LadderVerdict LadderReader::attack_verdict(Board& board, Point target) {
  return start(board, target, true);
}

LadderVerdict LadderReader::defend_verdict(Board& board, Point target) {
  return start(board, target, false);
}

void LadderReader::defences(Board& board, Point target, PointList& saving, PointList& unknown) {
  aim(board, target);
  const auto& geo = board.geometry();
  for (int i = 0; i <= geo.count; ++i) {
    const Point p = i < geo.count ? geo.points[i] : kPass;
    if (p != kPass && !legal(p, defender_)) continue;
    board.play(p, defender_, trail_);
    const LadderVerdict verdict = start(board, target, true);
    board.undo(trail_);
    if (verdict == LadderVerdict::kEscapes) saving.push_back(p);
    if (verdict == LadderVerdict::kUnknown) unknown.push_back(p);
  }
}

LadderVerdict LadderReader::follow(Board& board, Point target, int max_moves) {
  aim(board, target);
  size_t played = 0;
  LadderVerdict verdict = LadderVerdict::kUnknown;
  while (true) {
    std::array<Point, 3> open;
    const int count = target_liberties(open);
    if (count >= 3) {
      verdict = LadderVerdict::kEscapes;
      break;
    }
    if (count == 1) {
      verdict = legal(open[0], attacker_) ? LadderVerdict::kCaptured : LadderVerdict::kEscapes;
      break;
    }
    if (int(played) >= max_moves) break;
    // The atari that leaves the defender's best answer the fewest liberties, and that answer. Where
    // both do: the point from which the target would gain more, then the one farther from us.
    const int gain = board.empty_neighbors(open[0]) - board.empty_neighbors(open[1]);
    if (gain < 0) std::swap(open[0], open[1]);
    Point atari = kPass, answer = kPass;
    int fewest = 3;
    for (int i = 0; i < 2; ++i) {
      if (frees(open[size_t(i)], open[size_t(1 - i)]) || !legal(open[size_t(i)], attacker_))
        continue;
      board.play(open[size_t(i)], attacker_, trail_);
      Point reply = kPass;
      const int left = best_reply(reply);
      board.undo(trail_);
      const bool alike = left == fewest && atari != kPass && gain == 0;
      if (left < fewest || (alike && pull(atari, attacker_) > pull(open[1], attacker_)))
        fewest = left, atari = open[size_t(i)], answer = reply;
    }
    if (atari == kPass) {
      verdict = LadderVerdict::kEscapes;
      break;
    }
    board.play(atari, attacker_, trail_);
    board.play(answer, defender_, trail_);
    played += 2;
  }
  for (size_t i = 0; i < played; ++i) board.undo(trail_);
  return verdict;
}

// After the atari at `p` one stone on `left` is enough to have three liberties.
bool LadderReader::frees(Point p, Point left) const {
  const int gap = p > left ? p - left : left - p;
  const bool side_by_side = gap == 1 || gap == board_->stride();
  return board_->empty_neighbors(left) - side_by_side >= 3;
}

int LadderReader::best_reply(Point& reply) {
  PointList& moves = frame(0).moves;
  moves.clear();
  saving_points(moves);
  int most = 0, most_taken = 0;
  reply = kPass;
  for (const Point p : moves) {
    if (!legal(p, defender_)) continue;
    const int taken = board_->play(p, defender_, trail_);
    std::array<Point, 3> open;
    const int left = target_liberties(open);
    board_->undo(trail_);
    const bool better = left != most          ? left > most
                        : taken != most_taken ? taken > most_taken
                                              : pull(p, defender_) > pull(reply, defender_);
    if (better) most = left, most_taken = taken, reply = p;
  }
  return most;
}

int LadderReader::pull(Point p, Color side) const {
  const auto& geo = board_->geometry();
  const int at = geo.index[p], width = geo.width;
  int sum = 0;
  for (int i = 0; i < geo.count; ++i) {
    const Point q = geo.points[size_t(i)];
    if (!board_->is_stone(q) || i == at) continue;
    const int across = i % width - at % width, down = i / width - at / width;
    const int near = 100'000 / (across * across + down * down);
    sum += board_->color(q) == side ? near : -near;
  }
  return sum;
}

LadderResult LadderReader::run(Board& board, Point target, bool attacking) {
  LadderResult result;
  result.verdict = start(board, target, attacking);
  result.nodes = nodes_;
  if (result.verdict != LadderVerdict::kUnknown) result.line = frames_[0].line;
  return result;
}

void LadderReader::aim(Board& board, Point target) {
  board_ = &board;
  target_ = target;
  defender_ = board.color(target);
  attacker_ = opponent(defender_);
  ko_free_ = threats_ == KoThreats::kAttacker   ? attacker_
             : threats_ == KoThreats::kDefender ? defender_
                                                : kEmpty;
}

LadderVerdict LadderReader::start(Board& board, Point target, bool attacking) {
  aim(board, target);
  nodes_ = 0;
  gave_up_ = false;
  captures_ = 0;
  path_.clear();
  const bool captured = attacking                ? attacker_wins(0)
                        : board.in_atari(target) ? defender_loses(0)
                                                 : defender_loses_at_root();
  if (gave_up_) return LadderVerdict::kUnknown;
  return captured ? LadderVerdict::kCaptured : LadderVerdict::kEscapes;
}

bool LadderReader::attacker_wins(size_t depth) {
  PointList& line = frame(depth).line;
  line.clear();
  if (++nodes_ > limit_ || depth > kMaxDepth) {
    gave_up_ = true;
    return false;
  }
  std::array<Point, 3> open;
  const int count = target_liberties(open);
  if (count >= 3) return false;
  if (count == 1) {
    if (!legal(open[0], attacker_)) return false;  // ko
    line.push_back(open[0]);
    return true;
  }
  if (captures_ > 0 && std::find(path_.begin(), path_.end(), key()) != path_.end()) return false;
  path_.push_back(key());
  // First the side from which the target would gain more, so that the poorer one is left to it.
  if (board_->empty_neighbors(open[0]) < board_->empty_neighbors(open[1]))
    std::swap(open[0], open[1]);
  bool won = false;
  for (int i = 0; i < 2 && !won && !gave_up_; ++i) {
    const Point p = open[i], left = open[1 - i];
    if (!legal(p, attacker_)) continue;
    if (frees(p, left)) {
      if (line.size() < 2) line = {p, left};
      continue;
    }
    const int taken = board_->play(p, attacker_, trail_);
    captures_ += taken > 0;
    won = defender_loses(depth + 1);
    captures_ -= taken > 0;
    board_->undo(trail_);
    keep_line(depth, p, won);
  }
  path_.pop_back();
  return won;
}

bool LadderReader::defender_loses(size_t depth) {
  Frame& here = frame(depth);
  here.line.clear();
  here.moves.clear();
  saving_points(here.moves);
  for (const Point p : here.moves) {
    if (board_->empty_neighbors(p) >= 3 && p == board_->the_liberty(target_)) {
      here.line = {p};
      return false;
    }
    if (!defence_fails(p, depth)) return false;
  }
  if (here.line.empty()) here.line = {kPass, board_->the_liberty(target_)};
  return true;
}

bool LadderReader::defender_loses_at_root() {
  Frame& here = frame(0);
  here.line.clear();
  here.moves = {kPass};  // is there a threat at all?
  board_->liberties(target_, here.moves);
  PointList blocks;
  board_->adjacent_blocks(target_, blocks);
  for (const Point b : blocks)
    if (board_->in_atari(b)) here.moves.push_back(board_->the_liberty(b));
  for (const Point b : blocks) board_->liberties(b, here.moves);
  for (int i = 0; i < board_->geometry().count; ++i)
    here.moves.push_back(board_->geometry().points[i]);
  std::vector<bool> tried(board_->geometry().cells);
  uint32_t total = 0;
  bool doubt = false, loses = true;
  for (const Point p : here.moves) {
    if (tried[p] || (p != kPass && !legal(p, defender_))) continue;
    tried[p] = true;
    loses = defence_fails(p, 0);
    doubt |= gave_up_;
    if (!loses && !gave_up_) break;
    gave_up_ = false;
    total += nodes_;  // each first move has the whole budget
    nodes_ = 0;
  }
  nodes_ += total;
  gave_up_ = loses && doubt;
  return loses;
}

bool LadderReader::defence_fails(Point p, size_t depth) {
  if (p != kPass && !legal(p, defender_)) return true;
  const int taken = board_->play(p, defender_, trail_);
  captures_ += taken > 0;
  const bool fails = attacker_wins(depth + 1);
  captures_ -= taken > 0;
  board_->undo(trail_);
  keep_line(depth, p, !fails);
  return fails;
}

// The last liberty, and the last liberties of touching enemy blocks in atari: those first.
void LadderReader::saving_points(PointList& out) const {
  board_->for_each_stone(target_, [&](Point q) {
    if (board_->neighbors_of(q, attacker_) == 0) return;
    for (const Point n : board_->neighbors(q)) {
      if (board_->color(n) != attacker_ || !board_->in_atari(n)) continue;
      const Point p = board_->the_liberty(n);
      if (std::find(out.begin(), out.end(), p) == out.end()) out.push_back(p);
    }
  });
  const Point last = board_->the_liberty(target_);
  if (std::find(out.begin(), out.end(), last) == out.end()) out.push_back(last);
}

// Up to three liberties of the target.
int LadderReader::target_liberties(std::array<Point, 3>& found) const {
  if (board_->in_atari(target_)) {
    found[0] = board_->the_liberty(target_);
    return 1;
  }
  int count = 0;
  Point q = target_;
  do {
    if (board_->empty_neighbors(q) > 0) {
      for (const Point n : board_->neighbors(q)) {
        if (board_->color(n) != kEmpty) continue;
        if (std::find(found.begin(), found.begin() + count, n) != found.begin() + count) continue;
        found[count] = n;
        if (++count == 3) return 3;
      }
    }
    q = board_->next_stone(q);
  } while (q != target_);
  return count;
}

// Puts p before the line of the next depth: always if the mover is right, else if it is longer.
void LadderReader::keep_line(size_t depth, Point p, bool mover_is_right) {
  PointList& line = frames_[depth].line;
  const PointList& rest = frames_[depth + 1].line;
  if (gave_up_ || (!mover_is_right && rest.size() + 1 <= line.size())) return;
  line.assign(1, p);
  line.insert(line.end(), rest.begin(), rest.end());
}

}  // namespace gokan
