// Captures: what comes to mind, and how a position looks at first sight.
#include <algorithm>

#include "reading/tactics/relevance.h"
#include "reading/tactics/skirmish.h"

namespace gokan {

namespace {

// By the liberties of the target, 1 to 6: how hard it looks to take it, and to save it.
constexpr std::array<uint32_t, 7> kTakeFirst = {1, 1, 3, 7, 15, 24, 33};
constexpr std::array<uint32_t, 7> kSaveSecond = {3, 3, 3, 2, 1, 1, 1};
constexpr std::array<uint32_t, 7> kTakeSecond = {1, 1, 6, 12, 21, 30, 39};
constexpr std::array<uint32_t, 7> kSaveFirst = {3, 3, 2, 1, 1, 1, 1};

}  // namespace

Skirmish::Value Skirmish::guess_capture(bool prover_moves, Zone& zone) {
  int least = 99;
  for (int i = 0; i < goal_.targets; ++i) {
    const Point target = goal_.target[size_t(i)];
    if (board_->color(target) != spoiler_) {
      const bool ko = board_->ko() == target && !prover_moves;
      if (ko && threats_.spoiler > 0) return {2, 1, true};
      return {0, kInfinite, ko};
    }
    const int open = liberties(target, reach_);
    least = std::min(least, open);
    if (open > 1 || !prover_moves) continue;
    const Point last = board_->the_liberty(target);
    const Legality how = legality(last, prover_);
    if (how <= Legality::kIllegal) continue;
    const bool spends = how == Legality::kPays;
    const bool ko = takes_in_ko(last, target);
    if (ko && threats_.spoiler > 0) continue;  // he takes back
    relevance::add_block(*board_, target, zone);
    relevance::add_captured(*board_, last, prover_, zone);
    return {0, kInfinite, ko || spends};
  }
  if (least >= reach_) return {kInfinite, 0, false};
  const size_t open = size_t(std::min(least, 6));
  if (prover_moves) return {kTakeFirst[open], kSaveSecond[open], false};
  Value value{kTakeSecond[open], kSaveFirst[open], false};
  if (open == 1 && goal_.targets == 1)
    value.pn += uint32_t(board_->empty_neighbors(board_->the_liberty(goal_.target[0])));
  return value;
}

void Skirmish::add_liberties(Point p, int late, Ideas& out) const {
  PointList open;
  board_->liberties(p, open);
  for (const Point q : open) out.add(q, late);
}

// Both sides look at much the same points; what they hope for there differs.
void Skirmish::capture_ideas(bool prover_moves, Point target, size_t depth, Ideas& out) {
  if (board_->color(target) != spoiler_) {
    if (board_->ko() == target) out.add(target, 0);
    return;
  }
  PointList open, around;
  board_->liberties(target, open);
  board_->adjacent_blocks(target, around);
  const int have = int(open.size());
  if (!prover_moves && have == 1 && goal_.targets == 1) {
    for (const Point b : around)
      if (board_->in_atari(b)) out.add(board_->the_liberty(b), 0);
    out.add(open[0], 0);
    return;
  }
  for (const Point p : open) out.add(p, 0);
  // The stones around: those short of liberties are attacked, or helped.
  for (const Point b : around) {
    const int theirs = liberties(b, 5);
    if (theirs > std::max(2, std::min(have, 4))) continue;
    add_liberties(b, theirs == 1 ? 0 : theirs == 2 ? 1 : 3, out);
    if (theirs > 2) continue;
    // Enemies of these stones that are short of liberties themselves.
    PointList near;
    board_->adjacent_blocks(b, near);
    for (const Point e : near) {
      if (board_->head(e) == board_->head(target)) continue;
      const int few = liberties(e, 3);
      if (few <= 2) add_liberties(e, few == 1 ? 1 : 3, out);
    }
  }
  // Around the liberties: nets and approach moves, jumps and helping stones.
  Zone second;
  for (const Point p : open) {
    for (const Point n : board_->neighbors(p)) {
      const Color c = board_->color(n);
      if (c == kEmpty) {
        out.add(n, 2);
        second.add(n);
      } else if (board_->is_stone(n) && board_->head(n) != board_->head(target)) {
        const int few = liberties(n, 4);
        if (few <= (prover_moves && depth <= 1 ? 3 : 2))
          add_liberties(n, few == 1 ? 1 : few == 2 ? 3 : 5, out);
      }
    }
  }
  if (depth > 3 || have > 4) return;
  second.for_each([&](Point p) {
    for (const Point n : board_->neighbors(p))
      if (board_->color(n) == kEmpty) out.add(n, 6);
  });
}

}  // namespace gokan
