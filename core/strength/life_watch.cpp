#include "strength/life_watch.h"

#include <algorithm>

namespace gokan {
namespace {

// Is there, a short walk from `start` without crossing `wall` or the mover's stones, an empty
// point that touches neither the wall nor one of those stones for which `counts` holds?
template <class F>
bool reaches_open(const Board& board, Point start, Point wall, Color mover, F&& counts) {
  constexpr int kLimit = 24;
  Point queue[kLimit + 4];
  int n = 0;
  queue[n++] = start;
  for (int i = 0; i < n && n < kLimit; ++i) {
    const Point p = queue[i];
    bool is_open = board.color(p) == kEmpty;
    for (const Point q : board.neighbors(p)) {
      const Color c = board.color(q);
      if (q == wall || (c == mover && counts(q))) is_open = false;
      if (q == wall || c == kOff || c == mover) continue;
      if (std::find(queue, queue + n, q) == queue + n) queue[n++] = q;
    }
    if (is_open) return true;
  }
  return false;
}

// Arcs of cells around a move, not the mover's, that contain an orthogonal neighbour: where there
// are two or more, a stone may cut its region up. One neighbour of each.
int arcs_around(const Board& board, Point move, Color mover, Point* starts) {
  const int s = board.stride();
  const int ring[8] = {-s, -s + 1, 1, s + 1, s, s - 1, -1, -s - 1};
  bool passable[8];
  for (int i = 0; i < 8; ++i) {
    const Color c = board.color(Point(move + ring[i]));
    passable[i] = c != kOff && c != mover;
  }
  int arcs = 0;
  for (int i = 0; i < 8; i += 2) {
    if (!passable[i]) continue;
    const int before = (i + 6) % 8;
    if (!(passable[before] && passable[(i + 7) % 8])) starts[arcs++] = Point(move + ring[i]);
  }
  return arcs;
}

}  // namespace

Point LifeWatch::Side::find(Point p) {
  while (parent[p] != p) p = parent[p] = parent[parent[p]];
  return p;
}

void LifeWatch::Side::join(Point a, Point b) {
  a = find(a), b = find(b);
  parent[std::max(a, b)] = std::min(a, b);
}

void LifeWatch::prepare(const Board& board, const StaticLife& life) {
  life_ = &life;
  const Geometry& geo = board.geometry();
  const int n_empty = board.empty_count();
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[i];
    first_[p] = -1, pool_[p] = kPass, small_[p] = 0;
    for (const Color own : {kBlack, kWhite}) {
      side_[own].parent[p] = p;
      side_[own].region[p] = {};
      side_[own].last[p] = false;
    }
  }
  // Pools of empty points, then what touching stones of either colour make of them.
  for (int i = 0; i < n_empty; ++i) {
    const Point first = board.empty_point(i);
    if (pool_[first] != kPass) continue;
    int n = 0;
    stack_[n++] = first, pool_[first] = first;
    while (n > 0) {
      const Point p = stack_[--n];
      for (const Point q : board.neighbors(p)) {
        const Color c = board.color(q);
        if (c == kOff) continue;
        if (c != kEmpty)
          side_[opponent(c)].join(first, board.head(q));
        else if (pool_[q] == kPass)
          pool_[q] = first, stack_[n++] = q;
      }
    }
  }
  touches_.clear();
  for (int i = 0; i < n_empty; ++i) count(board, board.empty_point(i));
  for (int i = 0; i < geo.count; ++i) {
    const Point head = geo.points[i];
    if (first_[head] < 0) continue;
    Side& side = side_[board.color(head)];
    for (int t = first_[head]; t >= 0; t = touches_[size_t(t)].next) {
      const Touch& touch = touches_[size_t(t)];
      const Region& region = side.region[touch.region];
      small_[head] = uint8_t(small_[head] + (region.open == 0));
      if (touch.empties + 1 == region.empties) side.last[region.sum - touch.sum] = true;
    }
  }
}

// One empty point, for the regions it is in and the blocks that touch it.
void LifeWatch::count(const Board& board, Point p) {
  for (const Color own : {kBlack, kWhite}) {
    Side& side = side_[own];
    const Point name = side.parent[p] = side.find(pool_[p]);
    Region& region = side.region[name];
    ++region.empties, region.sum += p;
    region.open += board.neighbors_of(p, own) == 0;
  }
  Point met[4];
  int n = 0;
  for (const Point q : board.neighbors(p)) {
    if (!board.is_stone(q)) continue;
    const Point head = board.head(q);
    if (std::find(met, met + n, head) != met + n) continue;
    met[n++] = head;
    const Point name = side_[board.color(q)].parent[p];
    int t = first_[head];
    while (t >= 0 && touches_[size_t(t)].region != name) t = touches_[size_t(t)].next;
    if (t < 0) {
      t = int(touches_.size());
      touches_.push_back({name, 0, 0, first_[head]});
      first_[head] = t;
    }
    ++touches_[size_t(t)].empties, touches_[size_t(t)].sum += p;
  }
}

LifeWatch::Chances LifeWatch::chances(const Point* blocks, int n, Point except, Color own) const {
  Chances found{};
  for (int i = 0; i < n; ++i)
    for (int t = first_[blocks[i]]; t >= 0; t = touches_[size_t(t)].next) {
      const Point name = touches_[size_t(t)].region;
      const int empties = side_[own].region[name].empties;
      int touched = 0, before = 0;
      bool alone = false;
      for (int j = 0; j < n; ++j)
        for (int k = first_[blocks[j]]; k >= 0; k = touches_[size_t(k)].next) {
          if (touches_[size_t(k)].region != name) continue;
          touched += touches_[size_t(k)].empties, before += j < i;
          alone |= touches_[size_t(k)].empties == empties;
        }
      if (name == except || before || touched < empties) continue;  // each region once
      ++found.all, found.joint += !alone;
    }
  return found;
}

bool LifeWatch::may_change(const Board& board, Point move, Color mover) const {
  // The other side's regions keep their shape and only lose one empty point: one becomes vital to a
  // block that touched all but this.
  if (side_[opponent(mover)].last[move]) return true;

  // The mover. The stone makes one block of those it touches.
  const Side& side = side_[mover];
  const Point name = side.parent[move];
  const Region& region = side.region[name];
  const bool inside = life_->any && life_->owner[move] == mover;  // of a region that keeps life
  const auto corners = board.diagonals(move);
  if (!inside && board.neighbors_of(move, mover) == 0 && region.open > 5 &&
      std::none_of(corners.begin(), corners.end(),
                   [&](Point p) { return board.color(p) == mover || board.color(p) == kOff; }))
    return false;  // it stands alone, and cuts nothing
  Point blocks[4];
  int n = 0, alive = 0, empties = 0, touched = 0, small = 0;
  for (const Point q : board.neighbors(move)) {
    empties += board.color(q) == kEmpty;
    if (board.color(q) != mover) continue;
    const Point head = board.head(q);
    if (std::find(blocks, blocks + n, head) != blocks + n) continue;
    blocks[n++] = head;
    alive += life_->any && life_->owner[head] == mover;
    small += small_[head];
    for (int t = first_[head]; t >= 0; t = touches_[size_t(t)].next)
      if (touches_[size_t(t)].region == name) touched += touches_[size_t(t)].empties - 1;
  }
  if (alive != 0 && alive != n) return true;  // the living save the others
  // What is left of the region may be in several parts. One is vital to somebody only if all of its
  // empty points are touched.
  Point starts[4];
  const int arcs = arcs_around(board, move, mover, starts);
  // A region that keeps life touches living blocks only. In one piece it does so still; but blocks
  // that are joined may own another region together.
  if (inside)
    return n == 0 || arcs > 1 || region.empties < 2 ||
           (n > 1 && chances(blocks, n, name, mover).joint > 0);
  const bool all_touched = region.open <= 5 && touched + empties >= region.empties - 1;
  // Whether at least `wanted` parts (more than none) are vital, but for stones that do not count.
  const auto vital_parts = [&](int wanted, auto&& counts) {
    int left = arcs;
    for (int i = 0; i < arcs && left >= wanted; ++i)
      left -= reaches_open(board, starts[i], move, mover, counts);
    return left >= wanted;
  };
  const auto vital_to_somebody = [&] {
    if (arcs < 2) return side.last[move] || all_touched;
    return vital_parts(1, [](Point) { return true; });
  };
  const Chances others = small ? chances(blocks, n, name, mover) : Chances{};
  if (alive) return others.joint > 0 || vital_to_somebody();
  // Nobody lives by the region before, and nobody will but if the new block does: two regions must
  // be vital to it, and it must be otherwise than before.
  if (others.all + (arcs < 2 ? all_touched : arcs) < 2) return false;
  const auto ours = [&](Point stone) {
    return std::find(blocks, blocks + n, board.head(stone)) != blocks + n;
  };
  const int wanted = 2 - others.all;
  if (wanted > 0) return arcs < 2 ? all_touched : vital_parts(wanted, ours);
  return n > 1 || vital_to_somebody();
}

}  // namespace gokan
