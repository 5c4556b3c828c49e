#include "reading/trials/trial_play.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace gokan {

TrialPlayer::TrialPlayer(const Board& board, const TrialQuery& query, const Shapes& shapes)
    : shapes_(shapes), joins_(query.joins), area_(query.area) {
  if (query.target.empty() || area_.empty())
    throw std::invalid_argument("trials need a target and an area");
  defender_ = board.color(query.target.front());
  for (const Point p : query.target) {
    if (!board.is_stone(p) || board.color(p) != defender_)
      throw std::invalid_argument("the target must be stones of one colour");
    const Point head = board.head(p);
    const auto same = [&](Point q) { return board.head(q) == head; };
    if (std::none_of(heads_.begin(), heads_.end(), same)) heads_.push_back(p);
  }
  if (heads_.size() > 64) heads_.resize(64);
  all_ = heads_.size() == 64 ? ~uint64_t(0) : (uint64_t(1) << heads_.size()) - 1;
  for (const Point p : area_) inside_[p] = true;
  const auto n = uint32_t(area_.size());
  for (uint32_t k = 1; k <= n && strides_.size() < 32; ++k)
    if (std::gcd(k, n) == 1) strides_.push_back(k);
}

TrialBoard TrialPlayer::start(const Board& board, const TrialQuery& query) const {
  TrialBoard t;
  t.board = board;
  t.turn = query.mover;
  t.last = query.last;
  t.threats[kBlack] = query.threats[0];
  t.threats[kWhite] = query.threats[1];
  t.standing = all_;
  lift_ban(t);
  return t;
}

void TrialPlayer::lift_ban(TrialBoard& t) {
  t.lifted = kPass;
  if (t.board.ko() == kPass || t.board.ko_color() != t.turn || t.threats[t.turn] == 0) return;
  t.lifted = t.board.ko();
  t.board.clear_ko();
}

void TrialPlayer::play(TrialBoard& t, Point p) const {
  if (p != kPass && p == t.lifted && t.threats[t.turn] < kEndlessThreats) --t.threats[t.turn];
  const int taken = t.board.play(p, t.turn);
  if (taken > 0 && t.turn != defender_)
    for (size_t i = 0; i < heads_.size(); ++i)
      if (t.board.color(heads_[i]) != defender_) t.standing &= ~(uint64_t(1) << i);
  t.passes = p == kPass ? t.passes + 1 : 0;
  t.last = p;
  t.turn = opponent(t.turn);
  lift_ban(t);
}

bool TrialPlayer::escaped(const TrialBoard& t) const {
  bool free = false;
  for_each_target(t, [&](Point h) {
    t.board.for_each_stone(h, [&](Point q) {
      if (free || t.board.empty_neighbors(q) == 0) return;
      for (const Point n : t.board.neighbors(q))
        if (t.board.color(n) == kEmpty && !inside_[n]) free = true;
    });
  });
  return free;
}

bool TrialPlayer::joined(const TrialBoard& t) const {
  const Point first = heads_.front();
  for (const Point h : heads_)
    if (t.board.head(h) != t.board.head(first)) return false;
  return !t.board.in_atari(first);
}

bool TrialPlayer::linked(const TrialBoard& t) const {
  const Board& b = t.board;
  std::array<bool, kMaxPoints> seen{};
  std::vector<Point> way{heads_.front()};
  seen[way.front()] = true;
  for (size_t i = 0; i < way.size(); ++i)
    for (const Point q : b.neighbors(way[i])) {
      if (seen[q]) continue;
      if (b.color(q) != defender_ && !(b.color(q) == kEmpty && b.is_eye_like(q, defender_)))
        continue;
      seen[q] = true;
      way.push_back(q);
    }
  return std::all_of(heads_.begin(), heads_.end(), [&](Point h) { return seen[h]; });
}

bool TrialPlayer::self_atari(const Board& b, Point p, Color c) const {
  if (b.empty_neighbors(p) >= 2) return false;
  Point only = kPass;
  const auto second = [&](Point q) {
    if (q == p || q == only) return false;
    if (only != kPass) return true;
    only = q;
    return false;
  };
  for (const Point n : b.neighbors(p)) {
    if (b.color(n) == kEmpty && second(n)) return false;
    if (b.color(n) == opponent(c) && b.in_atari(n)) return false;
  }
  for (const Point n : b.neighbors(p)) {
    if (b.color(n) != c) continue;
    bool more = false;
    b.for_each_stone(n, [&](Point q) {
      if (more || b.empty_neighbors(q) == 0) return;
      for (const Point r : b.neighbors(q))
        if (b.color(r) == kEmpty && second(r)) more = true;
    });
    if (more) return false;
  }
  return true;
}

int TrialPlayer::size_with(const Board& b, Point p, Color c) const {
  int size = 1;
  std::array<Point, 4> seen{};
  int count = 0;
  for (const Point n : b.neighbors(p)) {
    if (b.color(n) != c) continue;
    const Point h = b.head(n);
    if (std::find(seen.begin(), seen.begin() + count, h) != seen.begin() + count) continue;
    seen[size_t(count++)] = h;
    size += b.block_size(h);
  }
  return size;
}

Point TrialPlayer::vital_point(const Board& b, Point p) const {
  if (b.color(p) != kEmpty) return kPass;
  std::array<Point, kLargestSpace + 1> space{p};
  int n = 1;
  Color owner = kEmpty;
  for (int i = 0; i < n; ++i) {
    for (const Point q : b.neighbors(space[size_t(i)])) {
      if (b.color(q) == kOff) continue;
      if (b.color(q) != kEmpty) {
        if (owner == kEmpty) owner = b.color(q);
        if (owner != b.color(q)) return kPass;
        continue;
      }
      if (std::find(space.begin(), space.begin() + n, q) != space.begin() + n) continue;
      if (n == kLargestSpace) return kPass;
      space[size_t(n++)] = q;
    }
  }
  if (n < 3) return kPass;
  int degrees = 0, most = 0, ties = 0;
  Point vital = kPass;
  for (int i = 0; i < n; ++i) {
    const int d = b.empty_neighbors(space[size_t(i)]);
    degrees += d;
    if (d > most) {
      most = d;
      vital = space[size_t(i)];
      ties = 0;
    }
    ties += d == most;
  }
  const bool square = degrees / 2 >= n;  // a two by two square is part of it
  switch (n) {
    case 3:
      return vital;
    case 4:
      return most == 3 ? vital : kPass;
    case 5:
      return most == 4 || (most == 3 && square) ? vital : kPass;
    case 6:
      return most == 4 && square ? vital : kPass;
    default:
      return kPass;
  }
}

Point TrialPlayer::save(const Board& b, Point block) const {
  const Color c = b.color(block);
  Point found = kPass;
  b.for_each_stone(block, [&](Point q) {  // by taking an attacker
    if (found != kPass || b.neighbors_of(q, opponent(c)) == 0) return;
    for (const Point n : b.neighbors(q))
      if (b.color(n) == opponent(c) && b.in_atari(n) && may(b, b.the_liberty(n), c))
        found = b.the_liberty(n);
  });
  if (found != kPass) return found;
  const Point p = b.the_liberty(block);
  return may(b, p, c) && !self_atari(b, p, c) ? p : kPass;
}

namespace {
// The two liberties of a block; false if it has another number.
bool two_liberties(const Board& b, Point block, Point& one, Point& two) {
  one = two = kPass;
  bool more = false;
  b.for_each_stone(block, [&](Point q) {
    if (more || b.empty_neighbors(q) == 0) return;
    for (const Point n : b.neighbors(q)) {
      if (b.color(n) != kEmpty || n == one || n == two) continue;
      if (one == kPass)
        one = n;
      else if (two == kPass)
        two = n;
      else
        more = true;
    }
  });
  return !more && two != kPass;
}
}  // namespace

// An atari from which the way out leads nowhere.
Point TrialPlayer::hem(const Board& b, Point block) const {
  Point one, two;
  if (!two_liberties(b, block, one, two)) return kPass;
  const Color c = opponent(b.color(block));
  Point best = kPass;
  int least = 2;  // empty neighbours that the way out may have
  for (const auto& [p, out] : {std::pair{one, two}, std::pair{two, one}}) {
    if (!may(b, p, c) || self_atari(b, p, c)) continue;
    int room = 0;
    for (const Point n : b.neighbors(out))
      room += (b.color(n) == kEmpty && n != p) ||
              (b.color(n) == opponent(c) && b.head(n) != b.head(block) && !b.in_atari(n));
    if (room < least) least = room, best = p;
  }
  return best;
}

// Before an atari: the liberty that gives more, or a friend.
Point TrialPlayer::stretch(const Board& b, Point block) const {
  Point one, two;
  if (!two_liberties(b, block, one, two)) return kPass;
  const Color c = b.color(block);
  Point best = kPass;
  int most = 1;
  for (const auto& [p, other] : {std::pair{one, two}, std::pair{two, one}}) {
    if (!may(b, p, c) || self_atari(b, p, c) || b.is_eye_like(p, c)) continue;
    int room = 0;
    for (const Point n : b.neighbors(p))
      room +=
          (b.color(n) == kEmpty && n != other) || (b.color(n) == c && b.head(n) != b.head(block));
    if (room > most) most = room, best = p;
  }
  return best;
}

// What the position near the last move, or the target itself, calls for.
Point TrialPlayer::answer(const TrialBoard& t, Random& random) const {
  const Board& b = t.board;
  const Color c = t.turn;
  Point found = kPass;
  if (random.chance(95)) {
    for_each_target(t, [&](Point h) {
      if (found != kPass || !b.in_atari(h)) return;
      if (c == defender_)
        found = save(b, h);
      else if (may(b, b.the_liberty(h), c))
        found = b.the_liberty(h);
    });
    if (found != kPass) return found;
  }
  if (t.last == kPass || b.color(t.last) != opponent(c)) return kPass;
  if (random.chance(90)) {
    if (b.in_atari(t.last) && may(b, b.the_liberty(t.last), c)) return b.the_liberty(t.last);
    for (const Point n : b.neighbors(t.last))
      if (b.color(n) == c && b.in_atari(n) && (found = save(b, n)) != kPass) return found;
  }
  if (random.chance(50)) {
    if ((found = hem(b, t.last)) != kPass) return found;
    for (const Point n : b.neighbors(t.last))
      if (b.color(n) == c && (found = stretch(b, n)) != kPass) return found;
  }
  const int s = b.stride();
  const std::array<int, 8> around = {-s, -1, 1, s, -s - 1, -s + 1, s - 1, s + 1};
  if (random.chance(90)) {
    for (int i = 0; i < 8; ++i) {
      const Point p = vital_point(b, Point(t.last + around[size_t(i)]));
      if (p != kPass && may(b, p, c)) return p;
    }
  }
  if (random.chance(60)) {
    int seen = 0;
    for (const int step : around) {
      const auto p = Point(t.last + step);
      if (b.color(p) != kEmpty || !may(b, p, c) || !shapes_.fits(b, p)) continue;
      if (self_atari(b, p, c)) continue;
      if (random.below(uint32_t(++seen)) == 0) found = p;
    }
  }
  return found;
}

Point TrialPlayer::anywhere(const TrialBoard& t, Random& random) const {
  const Board& b = t.board;
  const Color c = t.turn;
  const auto n = uint32_t(area_.size());
  const uint32_t stride = strides_[random.below(uint32_t(strides_.size()))];
  uint32_t at = random.below(n);
  Point bold = kPass;
  for (uint32_t i = 0; i < n; ++i, at += stride, at = at >= n ? at - n : at) {
    const Point p = area_[at];
    if (b.color(p) != kEmpty || b.is_eye_like(p, c) || !b.is_legal(p, c)) continue;
    if (!self_atari(b, p, c)) return p;
    const int size = size_with(b, p, c);
    if (size > 5) continue;
    if (size == 1 ? random.chance(40) : random.chance(10)) return p;
    if (c != defender_) bold = p;
  }
  return bold;  // what is left to the attacker: stones that die to spoil an eye
}

Point TrialPlayer::choose(const TrialBoard& t, Random& random) const {
  const Point p = answer(t, random);
  return p != kPass ? p : anywhere(t, random);
}

bool TrialPlayer::finish(TrialBoard& t, Random& random, std::vector<Played>& record) const {
  const size_t most = record.size() + 2 * area_.size() + 20;
  while (!captured(t) && !(joins_ && joined(t)) && t.passes < 2 && record.size() < most) {
    const Point p = choose(t, random);
    record.push_back({p, t.turn});
    play(t, p);
  }
  return lost(t);
}

}  // namespace gokan
