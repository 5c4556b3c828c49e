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

#include "go/board.h"

namespace gokan {

class Safety {
 public:
  // A region with a wall of live blocks and nothing else.
  struct Region {
    uint16_t begin, end;           // a slice of points()
    std::array<Point, 4> vital{};  // heads of the blocks it is vital to
    uint8_t vital_count = 0;
    bool territory = false;  // without room for two enemy eyes
  };

  // Reads the blocks of one colour; the answers below stand until the next call.
  void read(const Board& board, Color c, bool suicide_allowed = false);

  Color color() const { return color_; }
  // For points of the board just read.
  bool alive(Point stone) const { return any_ && head_[stone] != kPass && alive_[head_[stone]]; }
  bool territory(Point p) const { return any_ && territory_[p]; }
  bool any() const { return any_; }  // is anything alive at all?
  const std::vector<Region>& regions() const { return regions_; }
  const std::vector<Point>& points() const { return points_; }  // grouped by region

 private:
  struct Eye {  // a region while it may still be vital to some block
    std::array<Point, 4> vital;
    uint8_t vital_count;
    bool counts;  // vital to a block, and no weak block in its wall so far
    uint32_t wall_begin, wall_end;
  };

  void find_eyes(const Board& board, bool suicide_allowed);
  bool explore(const Board& board, Eye& eye, Point start, bool suicide_allowed);
  void eliminate();
  void claim(const Board& board);

  Color color_ = kEmpty;
  bool any_ = false;
  std::vector<Point> blocks_;  // heads of the blocks of the colour
  std::vector<Eye> eyes_;
  std::vector<Point> wall_;  // heads of the blocks around each eye
  std::vector<Region> regions_;
  std::vector<Point> points_;
  std::vector<Point> stack_;
  std::array<Point, kMaxPoints> head_{};           // kPass where no stone of the colour stands
  std::array<uint16_t, kMaxPoints> eye_of_{};      // 1 + number of the eye; 0 not yet seen
  std::array<uint16_t, kMaxPoints> vital_eyes_{};  // by head
  std::array<uint16_t, kMaxPoints> last_{};        // by head: the last eye seen touching it, + 1
  std::array<bool, kMaxPoints> alive_{};           // by head
  std::array<bool, kMaxPoints> territory_{};
  std::array<bool, kMaxPoints> seen_{};
};

}  // namespace gokan
