#include "sight/sight.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace gokan {
namespace {

using Array = SightArrays::Array;

struct Walker {  // the points of the board, with their cell
  const Board& board;
  const Geometry& geo;
  int stride;

  explicit Walker(const Board& b)
      : board(b), geo(b.geometry()), stride(b.width() + kPatternReach) {}
  int cell(Point p) const {
    const int i = geo.index[p];
    return i / geo.width * stride + i % geo.width;
  }
  template <class F>
  void each(F&& f) const {  // f(point, cell, col, row)
    for (int row = 0, i = 0; row < geo.height; ++row)
      for (int col = 0; col < geo.width; ++col, ++i) f(geo.points[i], row * stride + col, col, row);
  }
};

void fill_influence(const Walker& walk, const SightOptions& options, Array& influence) {
  // A frame of zeros around the board, so that no neighbour needs a test.
  constexpr int kFrame = kMaxSide + 2;
  std::array<int16_t, kFrame * kFrame> value{};
  std::array<int16_t, kFrame * kFrame> sign{};
  const int w = walk.geo.width, h = walk.geo.height;
  walk.each([&](Point p, int, int col, int row) {
    const Color c = walk.board.color(p);
    const int v = c == kBlack ? options.seed : c == kWhite ? -options.seed : 0;
    value[size_t((row + 1) * kFrame + col + 1)] = int16_t(v);
  });
  for (int round = 0; round < options.rounds; ++round) {
    for (int row = 1; row <= h; ++row)
      for (int i = row * kFrame + 1; i <= row * kFrame + w; ++i)
        sign[size_t(i)] = int16_t((value[size_t(i)] > 0) - (value[size_t(i)] < 0));
    for (int row = 1; row <= h; ++row)
      for (int i = row * kFrame + 1; i <= row * kFrame + w; ++i)
        value[size_t(i)] = int16_t(value[size_t(i)] + sign[size_t(i - 1)] + sign[size_t(i + 1)] +
                                   sign[size_t(i - kFrame)] + sign[size_t(i + kFrame)]);
  }
  walk.each([&](Point, int cell, int col, int row) {
    influence[size_t(cell)] = value[size_t((row + 1) * kFrame + col + 1)];
  });
}

void fill_segments(const Walker& walk, SightArrays& out) {
  out.segments.clear();
  walk.each([&](Point, int cell, int, int) { out.segment[size_t(cell)] = -1; });
  std::vector<Point> stack;
  auto sign = [&](Point p) {
    const int v = out.influence[size_t(walk.cell(p))];
    return (v > 0) - (v < 0);
  };
  walk.each([&](Point start, int start_cell, int, int) {
    const int s = sign(start);
    if (s == 0 || out.segment[size_t(start_cell)] >= 0) return;
    const auto id = int16_t(out.segments.size());
    SightSegment segment{s > 0 ? kBlack : kWhite};
    out.segment[size_t(start_cell)] = id;
    stack.assign(1, start);
    while (!stack.empty()) {
      const Point p = stack.back();
      stack.pop_back();
      const Color c = walk.board.color(p);
      segment.stones += c == segment.color;
      segment.empties += c == kEmpty;
      for (Point q : walk.board.neighbors(p)) {
        if (walk.board.color(q) == kOff || sign(q) != s) continue;
        auto& mark = out.segment[size_t(walk.cell(q))];
        if (mark >= 0) continue;
        mark = id;
        stack.push_back(q);
      }
    }
    out.segments.push_back(segment);
  });
  walk.each([&](Point, int cell, int, int) {
    const auto i = size_t(cell);
    const int id = out.segment[i];
    const SightSegment none{kEmpty};
    const SightSegment& s = id < 0 ? none : out.segments[size_t(id)];
    out.grouping[i] = int16_t(id < 0 ? 0 : 100 * s.size_class() + s.stones);
    out.segment_color[i] = s.color;
    out.army[i] = int16_t(s.stones);
    out.space[i] = int16_t(s.empties);
  });
}

void fill_distance(const Walker& walk, Color color, Array& out) {
  const int w = walk.geo.width, h = walk.geo.height;
  auto at = [&](int col, int row) -> int {
    return col < 0 || row < 0 || col >= w || row >= h ? 99 : out[size_t(row * walk.stride + col)];
  };
  walk.each([&](Point p, int cell, int col, int row) {
    const int near = std::min(at(col - 1, row), at(col, row - 1)) + 1;
    out[size_t(cell)] = int16_t(walk.board.color(p) == color ? 0 : std::min(99, near));
  });
  for (int row = h - 1; row >= 0; --row)
    for (int col = w - 1; col >= 0; --col) {
      auto& v = out[size_t(row * walk.stride + col)];
      v = int16_t(std::min(int(v), std::min(at(col + 1, row), at(col, row + 1)) + 1));
    }
}

// Liberties as bit sets, one per block, to count the union after a play without playing it.
struct Liberties {
  std::vector<Plane> of_block;
  std::array<int16_t, kMaxPoints> slot;  // by head
};

void add_bit(Plane& plane, int bit) { plane[size_t(bit >> 6)] |= uint64_t(1) << (bit & 63); }

void fill_after(const Walker& walk, const Liberties& libs, SightArrays& out) {
  const Board& board = walk.board;
  const int words = (walk.stride * walk.geo.height + 63) / 64;
  walk.each([&](Point p, int cell, int, int) {
    for (Color c : {kBlack, kWhite}) {
      int captured = 0, liberties = 0;
      if (board.color(p) == kEmpty) {
        std::array<Point, 4> own{}, prey{};
        int owns = 0, preys = 0;
        for (Point q : board.neighbors(p)) {
          if (!board.is_stone(q)) continue;
          const Point h = board.head(q);
          auto& list = board.color(q) == c ? own : prey;
          int& n = board.color(q) == c ? owns : preys;
          if (board.color(q) != c && !board.in_atari(q)) continue;
          if (std::find(list.begin(), list.begin() + n, h) == list.begin() + n) list[n++] = h;
        }
        for (int i = 0; i < preys; ++i) captured += board.block_size(prey[i]);
        if (owns == 0) {
          liberties = board.empty_neighbors(p);
          for (Point q : board.neighbors(p))
            liberties += board.color(q) == opponent(c) && board.in_atari(q);
        } else {
          Plane all{};
          for (int i = 0; i < owns; ++i) {
            const Plane& more = libs.of_block[size_t(libs.slot[own[i]])];
            for (int w = 0; w < words; ++w) all[size_t(w)] |= more[size_t(w)];
          }
          for (Point q : board.neighbors(p))
            if (board.color(q) == kEmpty) add_bit(all, walk.cell(q));
          all[size_t(cell >> 6)] &= ~(uint64_t(1) << (cell & 63));
          // Captured stones become liberties where they touched the chain played to.
          auto touches = [&](Point stone) {
            for (Point r : board.neighbors(stone))
              if (r == p || (board.color(r) == c && std::find(own.begin(), own.begin() + owns,
                                                              board.head(r)) != own.begin() + owns))
                return true;
            return false;
          };
          for (int i = 0; i < preys; ++i)
            board.for_each_stone(prey[i], [&](Point stone) {
              if (touches(stone)) add_bit(all, walk.cell(stone));
            });
          for (int w = 0; w < words; ++w) liberties += std::popcount(all[size_t(w)]);
        }
      }
      out.after[c - 1][size_t(cell)] = int16_t(liberties);
      out.takes[c - 1][size_t(cell)] = int16_t(captured);
    }
  });
}

}  // namespace

void see(const Board& board, const SightOptions& options, SightArrays& out) {
  if (options.rounds < 0 || options.rounds > 1000)
    throw std::invalid_argument("the number of rounds must lie between 0 and 1000");
  if (options.seed < 1 || options.seed > 10000)
    throw std::invalid_argument("the seed value must lie between 1 and 10000");
  const Walker walk(board);
  out.width = board.width();
  out.height = board.height();
  out.stride = walk.stride;
  for (Array* a : {&out.grouping, &out.influence, &out.breathing, &out.chain, &out.stone,
                   &out.segment_color, &out.adjacent[0], &out.adjacent[1], &out.diagonal[0],
                   &out.diagonal[1], &out.segment, &out.army, &out.space})
    a->fill(SightArrays::kNowhere);
  fill_influence(walk, options, out.influence);
  fill_segments(walk, out);
  PointList liberties;
  walk.each([&](Point p, int cell, int, int) {
    const auto i = size_t(cell);
    const Color c = board.color(p);
    out.stone[i] = c;
    for (int k = 0; k < 2; ++k) {
      const Color side = k == 0 ? kBlack : kWhite;
      out.adjacent[size_t(k)][i] = int16_t(board.neighbors_of(p, side));
      int n = 0;
      for (Point q : board.diagonals(p)) n += board.color(q) == side;
      out.diagonal[size_t(k)][i] = int16_t(n);
    }
    if (c == kEmpty) {
      out.breathing[i] = out.chain[i] = 0;
    } else if (out.breathing[i] == SightArrays::kNowhere) {  // the chain's first stone
      liberties.clear();
      board.liberties(p, liberties);
      board.for_each_stone(p, [&](Point q) {
        const auto j = size_t(walk.cell(q));
        out.breathing[j] = int16_t(liberties.size());
        out.chain[j] = int16_t(board.block_size(p));
      });
    }
  });
}

void see_further(const Board& board, Point last, SightArrays& out) {
  const Walker walk(board);
  for (Array* a : {&out.line, &out.corner, &out.distance[0], &out.distance[1], &out.after[0],
                   &out.after[1], &out.takes[0], &out.takes[1], &out.last, &out.across})
    a->fill(SightArrays::kNowhere);
  const int w = board.width(), h = board.height();
  const bool has_last = last != kPass && walk.geo.index[last] >= 0;
  const int last_col = has_last ? walk.geo.index[last] % w : 0;
  const int last_row = has_last ? walk.geo.index[last] / w : 0;
  walk.each([&](Point, int cell, int col, int row) {
    const int a = std::min(col, w - 1 - col) + 1, b = std::min(row, h - 1 - row) + 1;
    const auto i = size_t(cell);
    out.line[i] = int16_t(std::min(a, b));
    out.corner[i] = int16_t(std::max(a, b));
    const int steps = std::abs(col - last_col) + std::abs(row - last_row);
    out.last[i] = int16_t(has_last ? steps : 99);
    out.across[i] = int16_t(std::min(w, h));
  });
  fill_distance(walk, kBlack, out.distance[0]);
  fill_distance(walk, kWhite, out.distance[1]);
  Liberties libs;
  PointList liberties;
  walk.each([&](Point p, int, int, int) {
    if (!board.is_stone(p) || board.head(p) != p) return;
    libs.slot[p] = int16_t(libs.of_block.size());
    liberties.clear();
    board.liberties(p, liberties);
    Plane plane{};
    for (Point q : liberties) add_bit(plane, walk.cell(q));
    libs.of_block.push_back(plane);
  });
  fill_after(walk, libs, out);
}

}  // namespace gokan
