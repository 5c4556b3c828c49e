// The two questions at the root: raising the reach, ko codes, the moves, one line.
#include <algorithm>

#include "reading/tactics/relevance.h"
#include "reading/tactics/skirmish.h"

namespace gokan {

namespace {

constexpr uint64_t kLeastForOthers = 2000;  // nodes

}  // namespace

void Skirmish::start(Board& board, const TacticalGoal& goal) {
  begin(board, goal);
  if (++age_ == 0) {
    std::fill(table_.begin(), table_.end(), Entry{});
    age_ = 1;
  }
  threats_ = {};
  nodes_ = 0;
  stop_at_ = limits_.nodes ? limits_.nodes : UINT64_MAX;
  stop_ = false;
  read_ = 0;
  judged_ = false;
  helped_.clear();
  help_left_ = kAllHelp;
  countdown_.start(limits_);
}

// The value at the greatest reach read; a success ends it.
Skirmish::Answer Skirmish::solve(bool prover_moves, Threats threats) {
  threats_ = threats;
  Answer last;
  const auto [from, to] = reaches();
  for (reach_ = from; reach_ <= to; ++reach_) {
    const Answer now = ask(prover_moves, kPass);
    if (!now.value.solved()) {
      if (!last.value.solved()) last = now;
      break;
    }
    last = now;
    read_ = reach_;
    if (now.value.pn == 0) break;
  }
  return last;
}

// What the side to move can do at the present reach.
Skirmish::Answer Skirmish::ask(bool prover_moves, Point last) {
  Answer answer;
  answer.reach = reach_;
  answer.value = guess(prover_moves, 0, answer.zone);
  if (answer.value.solved()) {
    if (answer.value.pn == 0) answer.move = finish();
    return answer;
  }
  answer.value = search(prover_moves, kInfinite, kInfinite, 0, last, kPass);
  answer.move = best_;
  answer.zone = zone_;
  return answer;
}

// The prover's move that reaches the goal at once; kPass if there is none.
Point Skirmish::finish() {
  if (goal_.kind == TacticalGoal::kConnect) {
    const Point p = joining_point();
    return p != kPass || joined() ? p : capture_;
  }
  for (int i = 0; i < goal_.targets; ++i) {
    const Point target = goal_.target[size_t(i)];
    if (board_->color(target) != spoiler_ || !board_->in_atari(target)) continue;
    const Point last = board_->the_liberty(target);
    if (legality(last, prover_) <= Legality::kIllegal) continue;
    if (threats_.spoiler > 0 && takes_in_ko(last, target)) continue;
    return last;
  }
  return kPass;
}

TacticalResult Skirmish::prove(Board& board, const TacticalGoal& goal) {
  start(board, goal);
  const Threats none{}, ours{kSome, 0}, theirs{0, kSome};
  TacticalResult result;
  Answer answer = solve(true, none);
  Threats with = none;
  if (answer.value.pn == 0) {
    result.code = 1;
    if (answer.value.ko) {
      const Answer hard = solve(true, theirs);
      if (hard.value.pn == 0) {
        answer = hard;
        with = theirs;
      } else {
        result.code = 2;
      }
    }
  } else if (answer.value.dn == 0 && answer.value.ko) {
    const Answer easy = solve(true, ours);
    if (easy.value.pn == 0) {
      answer = easy;
      with = ours;
      result.code = 3;
    }
  }
  finish_result(result, answer, true, with, {});
  return result;
}

TacticalResult Skirmish::spoil(Board& board, const TacticalGoal& goal) {
  start(board, goal);
  const Threats none{}, ours{0, kSome}, theirs{kSome, 0};
  TacticalResult result;
  const Answer passed = solve(true, none);
  if (passed.value.dn == 0 && !passed.value.ko) {
    result.code = 1;
    result.moves = {kPass};
    result.complete = !stop_;
    result.depth = read_;
    result.nodes = nodes_;
    return result;
  }
  Answer answer = solve(false, none);
  Threats with = none;
  if (answer.value.dn == 0) {
    result.code = 1;
    if (answer.value.ko) {
      const Answer hard = solve(false, theirs);
      if (hard.value.dn == 0) {
        answer = hard;
        with = theirs;
      } else {
        result.code = 2;
      }
    }
  } else if (answer.value.pn == 0 && answer.value.ko) {
    const Answer easy = solve(false, ours);
    if (easy.value.dn == 0) {
      answer = easy;
      with = ours;
      result.code = 3;
    }
  }
  finish_result(result, answer, false, with, passed.zone);
  return result;
}

void Skirmish::finish_result(TacticalResult& result, const Answer& answer, bool prover_first,
                             Threats threats, const Zone& attack) {
  result.complete = !stop_;
  result.depth = read_;
  // Three threats are not every number of them, so there must be no ko in the proof. That it is a
  // ko would have to be shown for both sides, and a failure never is.
  const bool won = answer.value.pn == 0 && scope_.wide >= kMaxDepth && !judged_;
  result.exact = won && !answer.value.ko && result.code == int(prover_first);
  if (answer.value.pn == 0) answer.zone.for_each([&](Point p) { result.zone.push_back(p); });
  threats_ = threats;
  reach_ = answer.reach;
  if (result.code) {
    winners(prover_first, answer.move, attack, result);
    result.line = line_after(prover_first, result.moves[0]);
  }
  result.nodes = nodes_;
}

// The move found and others that do it as well, as far as a little more reading shows them. In a
// ko any move is better than a pass: then the zone of the attack that follows one is looked at too.
// Where no ko is needed, a move that met one must do with threats of the other side as well.
void Skirmish::winners(bool prover_first, Point found, const Zone& attack, TacticalResult& result) {
  PointList& moves = result.moves;
  moves = {found};
  if (result.exact) result.proved = {found};
  if (stop_ || !scope_.others) return;
  const Color mover = prover_first ? prover_ : spoiler_;
  const Threats with = threats_, theirs = prover_first ? Threats{0, kSome} : Threats{kSome, 0};
  Ideas more;
  ideas(prover_first, 0, more);
  if (found == kPass) add_threatening(attack, more);
  const uint64_t share = std::max(kLeastForOthers, nodes_ / 16), end = stop_at_;
  const auto value_of = [&](Point p, Threats threats) {
    threats_ = threats;
    stop_at_ = std::min(nodes_ + share, end);
    play(p, mover);
    const Value value = ask(!prover_first, p).value;
    undo();
    return value;
  };
  const auto works = [&](const Value& value) {
    return prover_first ? value.pn == 0 : value.dn == 0;
  };
  for (const auto& [p, late] : more.list()) {
    threats_ = with;
    if (p == found || p == kPass || legality(p, mover) != Legality::kLegal) continue;
    Value value = value_of(p, with);
    if (works(value) && value.ko && result.code == 1 && with != theirs && !stop_)
      value = value_of(p, theirs);
    if (works(value)) {
      moves.push_back(p);
      if (result.exact && !value.ko && !judged_) result.proved.push_back(p);
    }
    if (nodes_ > end || countdown_.late()) break;
    stop_ = false;
  }
  threats_ = with;
  stop_ = false;
  if (found == kPass && moves.size() > 1)
    std::rotate(moves.begin(), moves.begin() + 1, moves.end());
}

// The empty points of the zone, those first that touch a block of the prover short of liberties.
void Skirmish::add_threatening(const Zone& zone, Ideas& out) const {
  constexpr int kMany = 9;
  std::vector<std::pair<int, Point>> rated;
  zone.for_each([&](Point p) {
    if (board_->color(p) != kEmpty) return;
    int fewest = kMany;
    for (const Point n : board_->neighbors(p))
      if (board_->color(n) == prover_) fewest = std::min(fewest, liberties(n, kMany));
    rated.push_back({fewest, p});
  });
  std::stable_sort(rated.begin(), rated.end());
  for (const auto& [fewest, p] : rated) out.add(p, fewest);
}

// As far as the table knows it.
PointList Skirmish::line_after(bool prover_first, Point first) {
  PointList line;
  bool prover_moves = prover_first;
  Point next = first;
  size_t played = 0;
  while (line.size() < kLongestLine) {
    if (next != kPass && legality(next, prover_moves ? prover_ : spoiler_) <= Legality::kIllegal)
      break;
    line.push_back(next);
    play(next, prover_moves ? prover_ : spoiler_);
    ++played;
    prover_moves = !prover_moves;
    Zone unused;
    const Value value = guess(prover_moves, 0, unused);
    if (value.solved()) {
      const Point last = value.pn == 0 && prover_moves ? finish() : kPass;
      if (last != kPass) line.push_back(last);
      break;
    }
    const Entry* known = find(key(prover_moves));
    if (!known || !known->value.solved()) break;
    next = known->move;
  }
  while (played-- > 0) undo();
  return line;
}

std::pair<int, int> Skirmish::reaches() {
  if (goal_.kind == TacticalGoal::kConnect) return connect_reaches();
  int least = 99;
  for (int i = 0; i < goal_.targets; ++i)
    least = std::min(least, board_->liberty_count(goal_.target[size_t(i)], 20));
  const int from = std::max(3, least + 1);
  return {from, std::max(from, scope_.reach)};
}

}  // namespace gokan
