#include "go/static_life.h"

#include <algorithm>
#include <vector>

namespace gokan {
namespace {

using Rows = std::array<uint32_t, kMaxSide + 2>;  // row r of the board is rows[r + 1]

// All of the run of ones in `mask` around each bit of `seed` (which is inside `mask`).
uint32_t spread(uint32_t seed, uint32_t mask) {
  seed |= mask & ~(seed + mask);  // upwards: the carry runs through the ones
  uint32_t m = mask;
  seed |= m & (seed >> 1);
  m &= m >> 1;
  seed |= m & (seed >> 2);
  m &= m >> 2;
  seed |= m & (seed >> 4);
  m &= m >> 4;
  seed |= m & (seed >> 8);
  m &= m >> 8;
  return seed | (m & (seed >> 16));
}

void flood(Rows& seed, const Rows& mask, int height) {
  for (int r = 1; r <= height; ++r) seed[r] = spread(seed[r] | (seed[r - 1] & mask[r]), mask[r]);
  for (bool changed = true; changed;) {
    changed = false;
    for (int r = height; r >= 1; --r) {
      const uint32_t fresh = seed[r + 1] & mask[r] & ~seed[r];
      if (fresh) seed[r] = spread(seed[r] | fresh, mask[r]), changed = true;
    }
    if (!changed) break;
    changed = false;
    for (int r = 1; r <= height; ++r) {
      const uint32_t fresh = seed[r - 1] & mask[r] & ~seed[r];
      if (fresh) seed[r] = spread(seed[r] | fresh, mask[r]), changed = true;
    }
  }
}

// Slices of the lists in a Scratch.
struct Region {
  uint32_t cells, cells_end, blocks, blocks_end;
  bool alive;
};

// Reused from call to call, because these are called for very many moves.
struct Scratch {
  std::vector<Region> regions;
  std::vector<Point> cells, blocks;  // blocks: heads of those that border the region
  std::vector<uint8_t> vital;        // per entry of `blocks`
  std::array<uint32_t, kMaxPoints> seen{};
  std::array<uint16_t, kMaxPoints> touch;  // per head: empties of this region it touches
  std::array<uint8_t, kMaxPoints> eyes;
  uint32_t stamp = 0;
};

Scratch& scratch() {
  static thread_local Scratch one;
  return one;
}

// The regions of one colour that have no open point, as cells of the padded board.
struct SmallRegions {
  Rows small{};
  bool any = false;
};

void stones_and_empties(const Board& board, Rows& black, Rows& white) {
  black.fill(0), white.fill(0);
  for (int r = 0; r < board.height(); ++r) {
    uint32_t b = 0, w = 0;
    const Point row = board.at(0, r);
    for (int c = 0; c < board.width(); ++c) {
      const uint32_t v = board.color(Point(row + c));
      b |= (v & 1) << c;
      w |= (v >> 1) << c;
    }
    black[r + 1] = b, white[r + 1] = w;
  }
}

SmallRegions small_regions(const Rows& own, const Rows& enemy, int width, int height) {
  SmallRegions result;
  const uint32_t full = (1u << width) - 1;
  Rows mask{}, seed{};
  for (int r = 1; r <= height; ++r) {
    mask[r] = full & ~own[r];
    const uint32_t touched = own[r] << 1 | own[r] >> 1 | own[r - 1] | own[r + 1];
    seed[r] = mask[r] & ~enemy[r] & ~touched;
  }
  flood(seed, mask, height);
  for (int r = 1; r <= height; ++r) {
    result.small[r] = mask[r] & ~seed[r];
    result.any |= result.small[r] != 0;
  }
  return result;
}

void collect(const Board& board, Color own, const Rows& small, Scratch& work) {
  work.regions.clear(), work.cells.clear(), work.blocks.clear(), work.vital.clear();
  const uint32_t seen = ++work.stamp;
  for (int r = 0; r < board.height(); ++r) {
    for (uint32_t bits = small[r + 1]; bits; bits &= bits - 1) {
      const Point first = board.at(__builtin_ctz(bits), r);
      if (work.seen[first] == seen) continue;
      Region region{uint32_t(work.cells.size()), 0, uint32_t(work.blocks.size()), 0, true};
      int empties = 0;
      work.seen[first] = seen;
      work.cells.push_back(first);
      for (size_t i = region.cells; i < work.cells.size(); ++i) {
        const Point p = work.cells[i];
        const bool is_empty = board.color(p) == kEmpty;
        empties += is_empty;
        Point heads[4];
        int n_heads = 0;
        for (const Point q : board.neighbors(p)) {
          const Color c = board.color(q);
          if (c == kOff) continue;
          if (c != own) {
            if (work.seen[q] != seen) work.seen[q] = seen, work.cells.push_back(q);
            continue;
          }
          const Point h = board.head(q);
          const auto begin = work.blocks.begin() + region.blocks;
          if (std::find(begin, work.blocks.end(), h) == work.blocks.end()) {
            work.blocks.push_back(h);
            work.touch[h] = 0;
          }
          if (is_empty && std::find(heads, heads + n_heads, h) == heads + n_heads) {
            heads[n_heads++] = h;
            ++work.touch[h];
          }
        }
      }
      region.cells_end = uint32_t(work.cells.size());
      region.blocks_end = uint32_t(work.blocks.size());
      for (uint32_t i = region.blocks; i < region.blocks_end; ++i)
        work.vital.push_back(work.touch[work.blocks[i]] == empties);
      work.regions.push_back(region);
    }
  }
}

void benson(const Board& board, Color own, const Rows& small, StaticLife& out) {
  Scratch& work = scratch();
  collect(board, own, small, work);
  if (work.regions.size() < 2) return;
  auto& eyes = work.eyes;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Point h : work.blocks) eyes[h] = 0;
    for (const Region& region : work.regions)
      for (uint32_t i = region.blocks; i < region.blocks_end; ++i)
        eyes[work.blocks[i]] = uint8_t(eyes[work.blocks[i]] + (region.alive && work.vital[i]));
    for (Region& region : work.regions) {
      if (!region.alive) continue;
      for (uint32_t i = region.blocks; i < region.blocks_end; ++i)
        if (eyes[work.blocks[i]] < 2) region.alive = false, changed = true;
    }
  }
  for (const Region& region : work.regions) {
    if (!region.alive) continue;
    bool kept = false;
    for (uint32_t i = region.blocks; i < region.blocks_end; ++i) {
      kept |= work.vital[i] != 0;
      if (out.owner[work.blocks[i]] != own)
        board.for_each_stone(work.blocks[i], [&](Point p) { out.owner[p] = own; });
    }
    if (!kept) continue;  // no living block needs it, so an enemy might live inside
    out.any = true;
    for (uint32_t i = region.cells; i < region.cells_end; ++i) out.owner[work.cells[i]] = own;
  }
}

}  // namespace

bool StaticLife::operator==(const StaticLife& other) const {
  if (!any && !other.any) return true;
  return owner == other.owner;
}

void static_life(const Board& board, StaticLife& out) {
  out.owner.fill(kEmpty);
  out.any = false;
  Rows stones[3];
  stones_and_empties(board, stones[kBlack], stones[kWhite]);
  for (const Color own : {kBlack, kWhite}) {
    const SmallRegions regions =
        small_regions(stones[own], stones[opponent(own)], board.width(), board.height());
    if (regions.any) benson(board, own, regions.small, out);
  }
}

}  // namespace gokan
