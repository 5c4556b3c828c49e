// Which moves could change static life?
//
// Benson's theorem asks of every region (the connected points without a stone of one colour) which
// blocks touch all of its empty points: to those it is vital. A stone changes that only for regions
// at hand, and nearly always so that nobody's life depends on it. What is needed to see this is
// counted once per position; the theorem itself is then asked for few moves.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "go/board.h"
#include "go/static_life.h"

namespace gokan {

class LifeWatch {
 public:
  // `life` is the static life of the board.
  void prepare(const Board& board, const StaticLife& life);
  // Could a play by `mover` change it? False is certain; true means "look again". Not for moves
  // that capture.
  bool may_change(const Board& board, Point move, Color mover) const;

 private:
  struct Region {
    uint16_t empties, open;  // open: empty points that touch no stone of the colour
    uint32_t sum;            // of the names of the empty points
  };
  // The regions between the stones of one colour, each named by one of its cells.
  struct Side {
    std::array<Point, kMaxPoints> parent;   // towards that cell, from empty points and enemy heads
    std::array<Region, kMaxPoints> region;  // by name
    std::array<bool, kMaxPoints> last;  // the only empty point of a region that some block misses
    Point find(Point p);
    void join(Point a, Point b);
  };
  // How many empty points of a region a block touches.
  struct Touch {
    Point region;
    uint16_t empties;
    uint32_t sum;
    int next;  // of the same block, or -1
  };
  // Regions that may be vital to a block made of others, though to none of them alone; and to
  // those.
  struct Chances {
    int joint, all;
  };

  void count(const Board& board, Point p);
  Chances chances(const Point* blocks, int n, Point except, Color own) const;

  std::array<Side, 3> side_;
  std::vector<Touch> touches_;
  std::array<int, kMaxPoints> first_;      // by head
  std::array<uint8_t, kMaxPoints> small_;  // by head: regions without open points that it touches
  std::array<Point, kMaxPoints> pool_;  // of an empty point: the first of those connected with it
  std::array<Point, kMaxOnBoard> stack_;
  const StaticLife* life_ = nullptr;
};

}  // namespace gokan
