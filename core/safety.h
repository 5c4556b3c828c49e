// Unconditional life: the stones that cannot be captured even if their owner always passes.
//
// D. B. Benson, "Life in the game of Go" (1976). A region of colour c is a maximal connected set
// of points without a stone of c. It is *vital* to a block of c if every empty point in it is a
// liberty of that block: points inside that are not next to the block do no harm as long as enemy
// stones stand on them, for the enemy cannot take his own stones off. The live blocks are the
// largest set in which each block has two vital regions that touch live blocks only.
//
// Where suicide is allowed the enemy *can* take his own stones off, by filling the region; so
// then every point of a vital region, stones included, must be next to the block. (With that
// change the theorem is again exact: tests try every position of several small boards.)
//
// Territory: a region whose wall is alive to the last stone, in which no two points that are not
// neighbours are both away from the wall. Whatever is played or captured inside, there is no room
// for two enemy eyes. A large region walled in by live stones is not claimed: somebody could still
// live in it.
#pragma once

#include "board.h"

namespace gokan {

class Safety {
 public:
  struct Region {
    uint16_t begin, end;           // a slice of points()
    std::array<Point, 4> vital{};  // heads of the blocks it is vital to
    uint8_t vital_count = 0;
    bool walled = false;     // touches live blocks only, and at least one
    bool territory = false;  // walled and without room for two enemy eyes
  };

  // Reads the blocks of one colour; the answers below stand until the next call.
  void read(const Board& board, Color c, bool suicide_allowed = false);

  Color color() const { return color_; }
  bool alive(Point stone) const { return alive_[head_[stone]]; }  // false for other points
  bool territory(Point p) const {
    return region_of_[p] != kNone && regions_[region_of_[p]].territory;
  }
  const std::vector<Region>& regions() const { return regions_; }
  const std::vector<Point>& points() const { return points_; }  // grouped by region

 private:
  static constexpr uint16_t kNone = 0xffff;

  void collect(const Board& board, Region& region, Point start, bool suicide_allowed);
  void eliminate();
  void judge(const Board& board, Region& region) const;

  Color color_ = kEmpty;
  std::vector<Region> regions_;
  std::vector<Point> points_;
  std::vector<Point> blocks_;                     // heads of the blocks of the colour
  std::vector<std::pair<uint16_t, Point>> wall_;  // (region, head) for each touching pair
  std::array<uint16_t, kMaxPoints> region_of_{};
  std::array<Point, kMaxPoints> head_{};     // kPass where no stone of the colour stands
  std::array<bool, kMaxPoints> alive_{};     // by head
  std::array<uint16_t, kMaxPoints> eyes_{};  // by head: vital regions left
  std::array<uint16_t, kMaxPoints> last_{};  // by head: the last region seen touching it
};

}  // namespace gokan
