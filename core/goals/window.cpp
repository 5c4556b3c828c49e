#include "goals/window.h"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

namespace gokan {

namespace {

constexpr int kX = 1, kO = 2;
using Cells = std::array<uint8_t, kMostWindow>;

struct Outcome {
  bool legal = false, taken = false, joined = false;
  int board = 0, ko = -1;
};

class Game {
 public:
  explicit Game(const WindowShape& shape)
      : shape_(shape), n_(int(shape.near.size())), open_(shape.open) {
    if (n_ < 1 || n_ > kMostWindow) throw std::invalid_argument("a window has one to twelve cells");
    if (shape.a < 0 || shape.a >= n_ || shape.b >= n_ || shape.a == shape.b)
      throw std::invalid_argument("the stones asked about must be different cells of the window");
    if (shape.outside_a < 0 || shape.outside_b < 0 || shape.outside_a > 2 || shape.outside_b > 2 ||
        (shape.room && shape.b >= 0))
      throw std::invalid_argument("at most two liberties lie outside, and a room has no links");
    power_[0] = 1;
    for (int i = 0; i < n_; ++i) {
      power_[size_t(i) + 1] = power_[size_t(i)] * 3;
      near_[size_t(i)] = shape.near[size_t(i)] & ((1u << n_) - 1);
    }
    link_ = shape.b >= 0;
    levels_ = link_ ? (shape.outside_a + 1) * (shape.outside_b + 1) : 1;
    boards_ = power_[size_t(n_)];
  }

  WindowResult solve() {
    const int states = n_ + 2;  // O to move; X to move; X to move without the ko at a cell
    done_.assign(size_t(levels_) * size_t(boards_) * size_t(states), 0);
    for (bool changed = true; changed;) {
      changed = false;
      for (int level = 0; level < levels_; ++level)
        for (int board = 0; board < boards_; ++board) {
          load(board);
          if (!asked() || !sound()) continue;
          for (int s = 0; s < states; ++s) {
            if (s >= 2 && cell_[size_t(s - 2)]) continue;
            uint8_t& here = done_[index(level, board, s)];
            if (here) continue;
            if (forced(level, board, s)) here = 1, changed = true;
          }
        }
    }
    return answer();
  }

 private:
  size_t index(int level, int board, int s) const {
    return (size_t(level) * size_t(boards_) + size_t(board)) * size_t(n_ + 2) + size_t(s);
  }
  int outside(int level, bool of_b) const {
    return of_b ? level / (shape_.outside_a + 1) : level % (shape_.outside_a + 1);
  }
  int level_of(int a, int b) const { return b * (shape_.outside_a + 1) + a; }

  void load(int board) {
    for (int c = 0; c < n_; ++c) {
      cell_[size_t(c)] = uint8_t(board % 3);
      board /= 3;
    }
    stones_[0] = stones_[1] = stones_[2] = 0;
    for (int c = 0; c < n_; ++c) stones_[cell_[size_t(c)]] |= 1u << c;
  }

  uint32_t spread(uint32_t set) const {
    uint32_t out = 0;
    for (uint32_t s = set; s; s &= s - 1) out |= near_[size_t(__builtin_ctz(s))];
    return out;
  }
  uint32_t block(const std::array<uint32_t, 3>& stones, int c, int color) const {
    uint32_t set = 1u << c;
    for (;;) {
      const uint32_t more = (set | spread(set)) & stones[size_t(color)];
      if (more == set) return set;
      set = more;
    }
  }

  bool asked() const {
    if (shape_.room) return true;
    return cell_[size_t(shape_.a)] == kX && (!link_ || cell_[size_t(shape_.b)] == kX);
  }

  bool has_a(uint32_t b) const { return shape_.room ? (b & open_) != 0 : b >> shape_.a & 1; }
  bool has_b(uint32_t b) const { return link_ && (b >> shape_.b & 1); }

  // The liberties of a block in the window; in a room those of the wall are shared.
  uint32_t liberties(const std::array<uint32_t, 3>& stones, uint32_t b, int color) const {
    if (!shape_.room || color != kX || !(b & open_)) return spread(b) & stones[0];
    uint32_t wall = b | (open_ & stones[kX]);
    for (;;) {
      const uint32_t more = (wall | spread(wall)) & stones[kX];
      if (more == wall) break;
      wall = more;
    }
    return (spread(wall) | open_) & stones[0];
  }

  // The whole wall may be out of liberties without a stone of X inside.
  bool wall_breathes(const std::array<uint32_t, 3>& stones) const {
    return ((open_ & stones[0]) |
            liberties(stones, open_ & stones[kX] ? open_ & stones[kX] : 0, kX)) != 0;
  }

  bool immortal(uint32_t b) const { return !shape_.room && (b & open_); }

  // Blocks that must have a liberty have one.
  bool sound() const {
    for (uint32_t left = stones_[kO]; left;) {
      const uint32_t b = block(stones_, __builtin_ctz(left), kO);
      left &= ~b;
      if (!immortal(b) && !liberties(stones_, b, kO)) return false;
    }
    for (uint32_t left = stones_[kX]; left;) {
      const uint32_t b = block(stones_, __builtin_ctz(left), kX);
      left &= ~b;
      if (!liberties(stones_, b, kX) && !(b & open_) && !has_a(b) && !has_b(b)) return false;
    }
    return true;
  }

  // Liberties that the block does not have in the window but cannot be denied at once.
  bool breathes(uint32_t b, int level) const {
    if (has_a(b) && (link_ ? outside(level, false) > 0 : shape_.eye)) return true;
    return has_b(b) && outside(level, true) > 0;
  }

  Outcome play(int level, int c, int color) const {
    Outcome out;
    if (cell_[size_t(c)]) return out;
    auto stones = stones_;
    stones[0] &= ~(1u << c);
    stones[size_t(color)] |= 1u << c;
    const int other = 3 - color;
    uint32_t gone = 0;
    for (uint32_t next = near_[size_t(c)] & stones[size_t(other)]; next; next &= next - 1) {
      const int at = __builtin_ctz(next);
      if (gone >> at & 1) continue;
      const uint32_t b = block(stones, at, other);
      if (liberties(stones, b, other)) continue;
      if (other == kO ? immortal(b) : breathes(b, level)) continue;
      if (other == kX && (has_a(b) || has_b(b))) out.taken = true;
      gone |= b;
    }
    if (color == kO && shape_.room && !shape_.eye && (open_ >> c & 1) && !wall_breathes(stones))
      out.taken = true;
    if (out.taken) {
      out.legal = true;
      return out;
    }
    stones[size_t(other)] &= ~gone;
    stones[0] |= gone;
    const uint32_t own = block(stones, c, color);
    const uint32_t free = liberties(stones, own, color);
    if (!free && !(color == kO ? immortal(own) : breathes(own, level))) return out;
    out.legal = true;
    if (color == kO && gone && !(gone & (gone - 1)) && own == 1u << c && free == gone &&
        !immortal(own))
      out.ko = __builtin_ctz(gone);
    out.joined = joined(stones, level);
    out.board = encode(stones);
    return out;
  }

  int encode(const std::array<uint32_t, 3>& stones) const {
    int board = 0;
    for (uint32_t s = stones[kX]; s; s &= s - 1) board += power_[size_t(__builtin_ctz(s))];
    for (uint32_t s = stones[kO]; s; s &= s - 1) board += 2 * power_[size_t(__builtin_ctz(s))];
    return board;
  }

  // O's moves outside the window: f(taken, level, board) until it returns true.
  template <class F>
  bool outside_moves(int level, int board, F&& f) const {
    if (shape_.room && !wall_breathes(stones_)) return f(true, level, board);
    for (uint32_t left = stones_[kX]; left;) {
      const uint32_t b = block(stones_, __builtin_ctz(left), kX);
      left &= ~b;
      const bool free = liberties(stones_, b, kX) != 0;
      if (!has_a(b) && !has_b(b)) {
        if (free || !(b & open_)) continue;
        auto stones = stones_;
        stones[kX] &= ~b;
        stones[0] |= b;
        if (f(false, level, encode(stones))) return true;
      } else if (!link_) {
        if (!free && f(true, level, board)) return true;
      } else if (has_a(b)) {
        if (fills_both(level, f, board)) return true;
      }
    }
    return false;
  }

  // One move outside may take a liberty from both blocks, if they share it.
  template <class F>
  bool fills_both(int level, F&& f, int board) const {
    const int la = std::max(0, outside(level, false) - 1);
    const int lb = std::max(0, outside(level, true) - 1);
    const bool free_a = liberties(stones_, block(stones_, shape_.a, kX), kX) != 0;
    const bool free_b = liberties(stones_, block(stones_, shape_.b, kX), kX) != 0;
    return f((!la && !free_a) || (!lb && !free_b), level_of(la, lb), board);
  }

  // In the eye game: can O, in the link game: can X, bring it about from here? Uses done_.
  bool forced(int level, int board, int s) {
    const bool hunter_moves = (s == 0) != link_;
    if (joined(stones_, level)) return true;
    const int color = s == 0 ? kO : kX;
    const bool want = hunter_moves;
    auto good = [&](bool taken, bool made, int to_level, int to, int ko) {
      if (taken || made) return (link_ ? made : taken) == want;
      const int next = s != 0 ? 0 : ko < 0 ? 1 : 2 + ko;
      return (done_[index(to_level, to, next)] != 0) == want;
    };
    if (good(false, false, level, board, -1)) return want;  // a pass
    for (int c = 0; c < n_; ++c) {
      if (cell_[size_t(c)] || (s >= 2 && s - 2 == c && takes_one(level, c))) continue;
      const auto out = play(level, c, color);
      if (out.legal && good(out.taken, out.joined, level, out.board, out.ko)) return want;
    }
    if (s == 0 && outside_moves(level, board, [&](bool taken, int to_level, int to) {
          return good(taken, false, to_level, to, -1);
        }))
      return want;
    return !want;
  }

  bool takes_one(int level, int c) const {
    const auto out = play(level, c, kX);
    if (!out.legal) return false;
    int stones = 0;
    for (int board = out.board, i = 0; i < n_; ++i, board /= 3) stones += board % 3 == kO;
    return __builtin_popcount(stones_[kO]) - stones == 1;
  }

  // One block, and not in atari: what is taken at once was not connected.
  bool joined(const std::array<uint32_t, 3>& stones, int level) const {
    if (!link_) return false;
    const uint32_t b = block(stones, shape_.a, kX);
    const int spare = std::max(outside(level, false), outside(level, true));
    return (b >> shape_.b & 1) && std::popcount(liberties(stones, b, kX)) + spare >= 2;
  }

  WindowResult answer() {
    WindowResult result;
    result.value.assign(size_t(boards_), 0);
    result.moves.assign(size_t(boards_), 0);
    const int top = levels_ - 1;
    for (int board = 0; board < boards_; ++board) {
      load(board);
      if (!asked() || !sound()) continue;
      const bool second = (done_[index(top, board, 0)] != 0) == link_;
      const bool first = (done_[index(top, board, 1)] != 0) == link_;
      result.value[size_t(board)] = uint8_t(4 | second | first << 1);
      uint32_t moves = 0;
      for (int c = 0; c < n_; ++c) {
        if (cell_[size_t(c)]) continue;
        const auto x = play(top, c, kX);
        if (x.legal && (x.joined || (done_[index(top, x.board, 0)] != 0) == link_))
          moves |= 1u << c;
        const auto o = play(top, c, kO);
        if (!o.legal) continue;
        const bool alive =
            !o.taken && (done_[index(top, o.board, o.ko < 0 ? 1 : 2 + o.ko)] != 0) == link_;
        if (!alive) moves |= 1u << (c + kMostWindow);
      }
      result.moves[size_t(board)] = moves;
    }
    return result;
  }

  WindowShape shape_;
  int n_, levels_ = 1, boards_ = 1;
  uint32_t open_;
  bool link_ = false;
  std::array<uint32_t, kMostWindow> near_{};
  std::array<int, kMostWindow + 1> power_{};
  Cells cell_{};
  std::array<uint32_t, 3> stones_{};
  std::vector<uint8_t> done_;
};

// Is every filling of the cube allowed, and at least one wanted?
bool inside(const std::vector<uint8_t>& allowed, const WindowCube& cube, size_t cell, int board,
            int power) {
  if (cell == cube.size()) return allowed[size_t(board)] != 0;
  for (int v = 0; v < 3; ++v)
    if (cube[cell] >> v & 1 && !inside(allowed, cube, cell + 1, board + v * power, power * 3))
      return false;
  return true;
}

}  // namespace

WindowResult solve_window(const WindowShape& shape) { return Game(shape).solve(); }

WindowCube widen(const std::vector<uint8_t>& allowed, int cells, const WindowCube& start,
                 const std::vector<int>& order, uint32_t fixed) {
  if (cells < 1 || cells > kMostWindow || start.size() != size_t(cells))
    throw std::invalid_argument("a cube has one set per cell of the window");
  WindowCube cube = start;
  for (const int c : order) {
    if (c < 0 || c >= cells || fixed >> c & 1) continue;
    for (const uint8_t more : {7, 3, 5, 6}) {
      if ((more & cube[size_t(c)]) != cube[size_t(c)] || more == cube[size_t(c)]) continue;
      WindowCube wider = cube;
      wider[size_t(c)] = uint8_t(more & ~cube[size_t(c)]);  // only what is new
      if (inside(allowed, wider, 0, 0, 1)) {
        cube[size_t(c)] = more;
        break;
      }
    }
  }
  return cube;
}

}  // namespace gokan
