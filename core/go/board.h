// The board: stones, blocks, liberties, captures, the simple ko point, undo.
//
// No history, no whose-turn, no superko: those belong to Position. A Board is a flat struct
// of arrays over a padded board, so that a neighbour is an addition and no edge needs a test.
// Blocks keep "pseudo-liberties" (a liberty seen from two stones counts twice) with their sum
// and sum of squares: that makes play() branch-light and still tells atari exactly, because
// n * sum(x^2) == sum(x)^2 holds only when all n terms are the same point (Cauchy-Schwarz).
// Exact liberty lists are gathered on demand.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace gokan {

enum Color : uint8_t { kEmpty = 0, kBlack = 1, kWhite = 2, kOff = 3 };

constexpr Color opponent(Color c) { return static_cast<Color>(3 - c); }

// A padded index. 0 is always off the board and stands for a pass and for "none".
using Point = uint16_t;
constexpr Point kPass = 0;

constexpr int kMaxSide = 25;
constexpr int kMaxOnBoard = kMaxSide * kMaxSide;
constexpr int kMaxPoints = (kMaxSide + 2) * (kMaxSide + 1) + 2;  // with the margin

// What depends on the size alone; one shared instance per size.
struct Geometry {
  int width, height, stride;
  int cells;                              // padded cells in use
  int count;                              // points on the board
  std::array<Point, kMaxOnBoard> points;  // row-major from the top left
  std::array<int16_t, kMaxPoints> index;  // the inverse; -1 off the board
  std::array<Color, kMaxPoints> blank;    // the empty board with its margin
  std::array<uint16_t, kMaxPoints> blank_around;

  static const Geometry& of(int width, int height);  // 1..25 each, or throws
};

uint64_t zobrist(Point p, Color c);

// One neighbour of a colour, as Board counts them: three bits for each colour.
constexpr uint16_t around_unit(Color c) { return uint16_t(1u << (3 * c)); }

// Old values of changed words, so that play can be taken back exactly.
class Trail {
 public:
  bool empty() const { return marks_.empty(); }
  size_t depth() const { return marks_.size(); }

 private:
  friend class Board;
  struct Entry {
    uint32_t word, old;
  };
  std::vector<Entry> entries_;
  std::vector<size_t> marks_;
};

using PointList = std::vector<Point>;

class Board {
 public:
  explicit Board(int width = 19, int height = 0);
  Board(const Board& other) { *this = other; }
  Board& operator=(const Board& other);

  const Geometry& geometry() const { return *geo_; }
  int width() const { return geo_->width; }
  int height() const { return geo_->height; }
  int stride() const { return geo_->stride; }
  Point at(int col, int row) const { return Point((row + 1) * geo_->stride + col + 1); }
  std::array<Point, 4> neighbors(Point p) const {
    const int s = geo_->stride;
    return {Point(p - s), Point(p - 1), Point(p + 1), Point(p + s)};
  }
  std::array<Point, 4> diagonals(Point p) const {
    const int s = geo_->stride;
    return {Point(p - s - 1), Point(p - s + 1), Point(p + s - 1), Point(p + s + 1)};
  }

  Color color(Point p) const { return color_[p]; }
  bool is_stone(Point p) const { return color_[p] == kBlack || color_[p] == kWhite; }
  uint64_t hash() const { return hash_; }  // of the stones alone
  int empty_count() const { return empty_count_; }
  Point empty_point(int i) const { return empty_[i]; }  // in no particular order
  int empty_neighbors(Point p) const { return around_[p] & 7; }
  int neighbors_of(Point p, Color c) const { return (around_[p] >> (3 * c)) & 7; }

  // The point where `ko_color` may not retake at once; kPass when there is none.
  Point ko() const { return ko_; }
  Color ko_color() const { return ko_color_; }
  void clear_ko() { ko_ = kPass; }
  void set_ko(Point p, Color banned) {
    ko_ = p;
    ko_color_ = banned;
  }

  // Blocks, named by any of their stones. `head` is the same for all stones of a block.
  Point head(Point p) const { return head_[p]; }
  Point next_stone(Point p) const { return next_[p]; }  // a ring through the block
  int block_size(Point p) const { return size_[head_[p]]; }
  bool in_atari(Point p) const { return head_in_atari(head_[p]); }
  Point the_liberty(Point p) const {  // the last liberty of a block in atari
    const Point h = head_[p];
    return Point(sum_[h] / pseudo_[h]);
  }
  int liberty_count(Point p) const;                     // exact
  int liberty_count(Point p, int limit) const;          // exact up to limit, then limit
  void liberties(Point p, PointList& out) const;        // exact, appended, no duplicates
  void adjacent_blocks(Point p, PointList& out) const;  // heads of touching enemy blocks, appended
  template <class F>
  void for_each_stone(Point p, F&& f) const {
    Point q = p;
    do {
      const Point following = next_[q];  // f may change the board
      f(q);
      q = following;
    } while (q != p);
  }

  // A play by `c` on the empty point p: would it capture; would it leave its own block dead?
  bool captures(Point p, Color c) const;
  bool is_suicide(Point p, Color c) const;
  // Empty, not banned by simple ko, not suicide (unless allowed). p must be on the board.
  bool is_legal(Point p, Color c, bool suicide_allowed = false) const {
    if (color_[p] != kEmpty || (p == ko_ && c == ko_color_)) return false;
    return suicide_allowed || empty_neighbors(p) > 0 || !is_suicide(p, c);
  }
  bool is_eye_like(Point p, Color c) const;     // all sides own, few enough enemy diagonals
  uint64_t hash_after(Point p, Color c) const;  // of the stones, captures included

  // Plays p (kPass clears the ko) and returns how many stones left the board, a suicide's own
  // stones counted negative. The move must be legal but for ko, which is not looked at.
  int play(Point p, Color c) { return play_impl<false>(p, c, nullptr); }
  int play(Point p, Color c, Trail& trail) { return play_impl<true>(p, c, &trail); }
  void undo(Trail& trail);

  // Setting up takes nothing off; blocks without liberties may stand until breathless() is asked.
  void set(Point p, Color c);
  void load(const uint8_t* colors);  // the whole board, row-major from the top left
  // A stone of some block without liberties, or kPass if the position is sound.
  Point breathless() const;

  bool check() const;  // recomputes everything incremental; for tests

 private:
  void rebuild();  // everything from color_
  template <bool kTrail>
  int play_impl(Point p, Color c, Trail* trail);
  template <bool kTrail, class T>
  void touch(Trail* trail, T& slot) {
    if constexpr (kTrail) {
      const auto word = uint32_t((reinterpret_cast<char*>(&slot) - base()) / 4);
      uint32_t old;
      std::memcpy(&old, base() + 4 * size_t(word), 4);
      trail->entries_.push_back({word, old});
    }
  }
  char* base() { return reinterpret_cast<char*>(&hash_); }
  template <bool kTrail>
  void put_stone(Point p, Color c, Trail* trail);
  template <bool kTrail>
  void lift_stone(Point p, Trail* trail);
  template <bool kTrail>
  int remove_block(Point p, Trail* trail);
  template <bool kTrail>
  void merge(Point a, Point b, Trail* trail);
  bool head_in_atari(Point h) const {
    return uint64_t(pseudo_[h]) * sumsq_[h] == uint64_t(sum_[h]) * sum_[h];
  }

  const Geometry* geo_;
  // From here on the mutable state, addressed by the trail in 32-bit words.
  alignas(8) uint64_t hash_;
  Point ko_;
  uint16_t empty_count_;
  Color ko_color_;
  uint8_t pad_[3];
  std::array<uint32_t, kMaxPoints> sum_;     // per head: sum of pseudo-liberties
  std::array<uint32_t, kMaxPoints> sumsq_;   // per head: sum of their squares
  std::array<uint16_t, kMaxPoints> pseudo_;  // per head: number of pseudo-liberties
  std::array<uint16_t, kMaxPoints> size_;    // per head: stones
  std::array<Point, kMaxPoints> head_;
  std::array<Point, kMaxPoints> next_;
  std::array<uint16_t, kMaxPoints> around_;  // neighbours by colour, 3 bits each
  std::array<uint16_t, kMaxPoints> slot_;    // where an empty point stands in empty_
  std::array<Point, kMaxPoints> empty_;
  std::array<Color, kMaxPoints> color_;
};

}  // namespace gokan
