#include "reading/tactics/relevance.h"

namespace gokan::relevance {

void add_block(const Board& board, Point p, Zone& zone) {
  board.for_each_stone(p, [&](Point q) {
    zone.add(q);
    for (const Point n : board.neighbors(q))
      if (board.color(n) != kOff) zone.add(n);
  });
}

void add_captured(const Board& board, Point p, Color c, Zone& zone) {
  if (!board.captures(p, c)) return;
  for (const Point n : board.neighbors(p)) {
    if (board.color(n) == kOff) continue;
    zone.add(n);
    if (board.color(n) == opponent(c) && board.in_atari(n)) add_block(board, n, zone);
  }
}

void add_barred(const Board& board, Point p, Color c, Zone& zone) {
  for (const Point n : board.neighbors(p)) {
    if (board.color(n) == kOff) continue;
    zone.add(n);
    if (board.color(n) == c) add_block(board, n, zone);
  }
}

void close(const Board& board, Color c, Zone& zone) {
  const Zone before = zone;
  Zone done;
  before.for_each([&](Point p) {
    if (board.color(p) != c || done.has(board.head(p))) return;
    done.add(board.head(p));
    int found = 0;
    std::array<Point, 2> outside{};
    int spare = 0;
    Point q = p;
    Zone counted;
    do {
      if (board.empty_neighbors(q) > 0) {
        for (const Point n : board.neighbors(q)) {
          if (board.color(n) != kEmpty || counted.has(n)) continue;
          counted.add(n);
          if (zone.has(n))
            ++found;
          else if (spare < 2)
            outside[size_t(spare++)] = n;
        }
      }
      q = board.next_stone(q);
    } while (q != p && found < 2);
    for (int i = 0; i < spare && found < 2; ++i, ++found) zone.add(outside[size_t(i)]);
  });
}

}  // namespace gokan::relevance
