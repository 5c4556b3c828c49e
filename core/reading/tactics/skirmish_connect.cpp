// Connections: the ways between two blocks, and what lies in them.
#include <algorithm>

#include "reading/tactics/relevance.h"
#include "reading/tactics/skirmish.h"

namespace gokan {

namespace {

// By the moves still needed, 0 to 6: how hard it looks to join, and to cut.
constexpr std::array<uint32_t, 7> kJoinFirst = {1, 1, 3, 8, 16, 26, 40};
constexpr std::array<uint32_t, 7> kCutSecond = {3, 3, 3, 2, 1, 1, 1};
constexpr std::array<uint32_t, 7> kJoinSecond = {1, 2, 6, 14, 24, 36, 50};
constexpr std::array<uint32_t, 7> kCutFirst = {3, 3, 2, 1, 1, 1, 1};

constexpr size_t kHelpedPlies = 1;
constexpr int kHelpedLiberties = 4;
constexpr int kHelperBits = 13;
constexpr uint64_t kHelpNodes = 5'000;  // for one block

}  // namespace

// Moves still needed; more than `most` where it is farther.
int Skirmish::gap(int most) {
  Ways::Distances far;
  ways_.spread(*board_, prover_, goal_.target[0], most, far, goal_.target[1]);
  return far[goal_.target[1]];
}

bool Skirmish::joined() const {
  const auto [a, b] = goal_.target;
  return board_->color(a) == prover_ && board_->color(b) == prover_ &&
         board_->head(a) == board_->head(b) && liberties(a, 2) == 2;
}

// A move that joins them at once; kPass if there is none.
Point Skirmish::joining_point() {
  const auto [a, b] = goal_.target;
  PointList around;
  if (goal_.targets == 2)
    board_->liberties(a, around);
  else
    around.push_back(b);
  for (const Point p : around) {
    if (board_->neighbors_of(p, prover_) == 0 || legality(p, prover_) <= Legality::kIllegal)
      continue;
    if (goal_.targets == 2) {
      // Only a capture or a neighbour of the other end can do it.
      bool touches = board_->captures(p, prover_);
      for (const Point n : board_->neighbors(p))
        touches |= board_->color(n) == prover_ && board_->head(n) == board_->head(b);
      if (!touches) continue;
    }
    play(p, prover_);
    const bool done = joined();
    undo();
    if (done) return p;
  }
  return kPass;
}

Skirmish::Value Skirmish::guess_connect(bool prover_moves, Zone& zone) {
  const auto [a, b] = goal_.target;
  if (board_->color(a) != prover_ || (goal_.targets == 2 && board_->color(b) != prover_))
    return {kInfinite, 0, false};
  if (joined()) {
    zone.add(a);
    zone.add(b);
    return {0, kInfinite, false};
  }
  const int left = gap(reach_);
  if (prover_moves && left == 1) {
    const Point p = joining_point();
    if (p != kPass) {
      zone.add(p);
      zone.add(a);
      zone.add(b);
      relevance::add_captured(*board_, p, prover_, zone);
      for (const Point n : board_->neighbors(p))
        if (board_->color(n) == prover_) zone.add(n);
      return {0, kInfinite, legality(p, prover_) == Legality::kPays};
    }
  }
  if (prover_moves && cutter_falls(zone)) return {0, kInfinite, false};
  if (left >= reach_) return {kInfinite, 0, false};
  const size_t open = size_t(std::min(left, 6));
  if (prover_moves) return {kJoinFirst[open], kCutSecond[open], false};
  return {kJoinSecond[open], kCutFirst[open], false};
}

// A block that touches both ends and can be captured counts as a connection (a judgement: what
// happens where it stood is not read on). Ladders are read everywhere, other captures near the
// root.
bool Skirmish::cutter_falls(Zone& zone) {
  if (goal_.targets != 2) return false;
  const int most = path_.size() <= kHelpedPlies ? kHelpedLiberties : 2;
  PointList near, both;
  board_->adjacent_blocks(goal_.target[0], near);
  for (const Point head : near) {
    const int open = liberties(head, most + 1);
    if (open > most) continue;
    if (both.empty()) board_->adjacent_blocks(goal_.target[1], both);
    if (std::find(both.begin(), both.end(), head) == both.end()) continue;
    if (open == 1 && takes_in_ko(board_->the_liberty(head), head)) continue;
    PointList line;
    if (open <= 2) {
      LadderResult ladder = ladder_.attack(*board_, head);
      if (ladder.verdict == LadderVerdict::kCaptured) line = std::move(ladder.line);
    }
    if (line.empty() && most > 2) line = helped_capture(head);
    if (line.empty()) continue;
    judged_ = true;
    capture_ = line[0];
    zone.add(goal_.target[0]);
    zone.add(goal_.target[1]);
    relevance::add_block(*board_, head, zone);
    for (const Point p : line) {
      if (p == kPass) continue;
      zone.add(p);
      for (const Point n : board_->neighbors(p))
        if (board_->color(n) != kOff) zone.add(n);
    }
    return true;
  }
  return false;
}

// Another search takes the block: the line that begins it, or nothing.
PointList Skirmish::helped_capture(Point head) {
  const uint64_t here = neutral_key(true) ^ uint64_t(head) << 48;
  if (const auto known = helped_.find(here); known != helped_.end()) return known->second;
  if (help_left_ == 0 || countdown_.late()) return {};
  if (!helper_) helper_ = std::make_unique<Skirmish>(kHelperBits);
  SearchLimits limits = countdown_.left(nodes_);
  limits.nodes = std::min(help_left_, kHelpNodes);
  helper_->set_limits(limits);
  helper_->set_scope({.wide = 2, .others = false});
  Board copy(*board_);
  const TacticalResult result = helper_->prove(copy, TacticalGoal::capture(copy, head));
  help_left_ -= std::min(help_left_, result.nodes);
  PointList& line = helped_[here];
  if (result.code == 1 && result.complete) {
    line = result.line;
    for (const Point p : result.zone) line.push_back(p);
  }
  return line;
}

void Skirmish::connect_ideas(size_t depth, Ideas& out) {
  const auto [a, b] = goal_.target;
  Ways::Distances from, to;
  const int most = reach_;
  ways_.spread(*board_, prover_, a, most, from);
  ways_.spread(*board_, prover_, b, most, to);
  const int least = std::min<int>(from[b], most);
  const int detour = depth <= 1 ? 2 : 0;
  Zone blocks;
  const auto& geo = board_->geometry();
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[size_t(i)];
    if (from[p] == Ways::kFar || to[p] == Ways::kFar) continue;
    const Color c = board_->color(p);
    if (c == kEmpty) {
      const int more = from[p] + to[p] - 1 - least;
      if (more <= detour) out.add(p, 2 * std::max(more, 0));
    } else {
      const int open = c == spoiler_ ? liberties(p, most + 1) : 0;
      const int more = from[p] + to[p] - (c == spoiler_ ? 1 + open : 0) - least;
      if (more > detour || blocks.has(board_->head(p))) continue;
      blocks.add(board_->head(p));
      if (c == spoiler_)
        add_liberties(p, 1 + 2 * std::max(more, 0), out);
      else if (liberties(p, 4) <= 3)
        add_liberties(p, 2 + std::max(more, 0), out);
    }
  }
  // Enemies of the blocks on the way that are short of liberties.
  PointList near;
  blocks.for_each([&](Point p) {
    if (board_->color(p) == prover_) board_->adjacent_blocks(p, near);
  });
  for (const Point e : near) {
    const int few = liberties(e, 3);
    if (few <= 2) add_liberties(e, few == 1 ? 1 : 3, out);
  }
}

std::pair<int, int> Skirmish::connect_reaches() {
  const int from = std::max(3, gap(10) + 1);
  return {from, std::max(from + 2, scope_.reach)};
}

}  // namespace gokan
