#include "go/board.h"

#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>

namespace gokan {

namespace {

uint64_t splitmix64(uint64_t& state) {
  uint64_t z = (state += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

struct ZobristTable {
  std::array<std::array<uint64_t, 4>, kMaxPoints> key{};
  ZobristTable() {
    uint64_t state = 0x60ca4e5e95eull;
    for (auto& point : key) {
      point[kBlack] = splitmix64(state);
      point[kWhite] = splitmix64(state);
    }
  }
};

const ZobristTable kZobrist;

// Marks points as seen without clearing between uses.
class Seen {
 public:
  Seen() : now_(next_generation()) {}
  bool add(Point p) {
    if (mark_[p] == now_) return false;
    mark_[p] = now_;
    return true;
  }

 private:
  static uint32_t next_generation() {
    if (++generation_ == 0) {
      mark_.fill(0);
      generation_ = 1;
    }
    return generation_;
  }
  static thread_local std::array<uint32_t, kMaxPoints> mark_;
  static thread_local uint32_t generation_;
  const uint32_t now_;
};

thread_local std::array<uint32_t, kMaxPoints> Seen::mark_{};
thread_local uint32_t Seen::generation_ = 0;

std::unique_ptr<Geometry> make_geometry(int width, int height) {
  auto geo = std::make_unique<Geometry>();
  geo->width = width;
  geo->height = height;
  geo->stride = width + 1;
  geo->cells = (height + 2) * geo->stride + 1;
  geo->count = width * height;
  geo->index.fill(-1);
  geo->blank.fill(kOff);
  geo->blank_around.fill(0);
  for (int i = 0; i < geo->count; ++i) {
    const auto p = Point((i / width + 1) * geo->stride + i % width + 1);
    geo->points[i] = p;
    geo->index[p] = int16_t(i);
    geo->blank[p] = kEmpty;
  }
  for (int i = 0; i < geo->count; ++i) {
    const Point p = geo->points[i];
    for (int step : {-geo->stride, -1, 1, geo->stride})
      geo->blank_around[p] += around_unit(geo->blank[p + step]);
  }
  return geo;
}

}  // namespace

const Geometry& Geometry::of(int width, int height) {
  if (width < 1 || height < 1 || width > kMaxSide || height > kMaxSide)
    throw std::invalid_argument("board sides must be between 1 and 25");
  static std::mutex mutex;
  static std::map<std::pair<int, int>, std::unique_ptr<Geometry>> known;
  const std::lock_guard lock(mutex);
  auto& geo = known[{width, height}];
  if (!geo) geo = make_geometry(width, height);
  return *geo;
}

uint64_t zobrist(Point p, Color c) { return kZobrist.key[p][c]; }

Board::Board(int width, int height) : geo_(&Geometry::of(width, height ? height : width)) {
  // Padding is zeroed too: the trail restores whole words.
  std::memset(base(), 0, size_t(reinterpret_cast<char*>(this) + sizeof(Board) - base()));
  color_ = geo_->blank;
  rebuild();
}

// Copies only the cells in use: a 9x9 board is a sixth of a 25x25 one.
Board& Board::operator=(const Board& other) {
  if (this == &other) return *this;
  geo_ = other.geo_;
  hash_ = other.hash_;
  ko_ = other.ko_;
  empty_count_ = other.empty_count_;
  ko_color_ = other.ko_color_;
  std::memset(pad_, 0, sizeof pad_);
  const auto n = size_t(geo_->cells);
  std::memcpy(sum_.data(), other.sum_.data(), n * sizeof(uint32_t));
  std::memcpy(sumsq_.data(), other.sumsq_.data(), n * sizeof(uint32_t));
  std::memcpy(pseudo_.data(), other.pseudo_.data(), n * sizeof(uint16_t));
  std::memcpy(size_.data(), other.size_.data(), n * sizeof(uint16_t));
  std::memcpy(head_.data(), other.head_.data(), n * sizeof(Point));
  std::memcpy(next_.data(), other.next_.data(), n * sizeof(Point));
  std::memcpy(around_.data(), other.around_.data(), n * sizeof(uint16_t));
  std::memcpy(slot_.data(), other.slot_.data(), n * sizeof(uint16_t));
  std::memcpy(empty_.data(), other.empty_.data(), n * sizeof(Point));
  std::memcpy(color_.data(), other.color_.data(), n * sizeof(Color));
  return *this;
}

template <bool kTrail>
void Board::put_stone(Point p, Color c, Trail* trail) {
  touch<kTrail>(trail, color_[p]);
  color_[p] = c;
  hash_ ^= kZobrist.key[p][c];
  const Point last = empty_[--empty_count_];
  const uint16_t hole = slot_[p];
  touch<kTrail>(trail, empty_[hole]);
  touch<kTrail>(trail, slot_[last]);
  empty_[hole] = last;
  slot_[last] = hole;
  for (const Point n : neighbors(p)) {
    touch<kTrail>(trail, around_[n]);
    around_[n] = uint16_t(around_[n] + around_unit(c) - around_unit(kEmpty));
  }
}

template <bool kTrail>
void Board::lift_stone(Point p, Trail* trail) {
  const Color c = color_[p];
  touch<kTrail>(trail, color_[p]);
  color_[p] = kEmpty;
  hash_ ^= kZobrist.key[p][c];
  touch<kTrail>(trail, slot_[p]);
  touch<kTrail>(trail, empty_[empty_count_]);
  slot_[p] = empty_count_;
  empty_[empty_count_++] = p;
  for (const Point n : neighbors(p)) {
    touch<kTrail>(trail, around_[n]);
    around_[n] = uint16_t(around_[n] - around_unit(c) + around_unit(kEmpty));
    if (!is_stone(n)) continue;
    const Point h = head_[n];
    touch<kTrail>(trail, pseudo_[h]);
    touch<kTrail>(trail, sum_[h]);
    touch<kTrail>(trail, sumsq_[h]);
    ++pseudo_[h];
    sum_[h] += p;
    sumsq_[h] += uint32_t(p) * p;
  }
}

template <bool kTrail>
int Board::remove_block(Point p, Trail* trail) {
  int removed = 0;
  for_each_stone(p, [&](Point q) {
    lift_stone<kTrail>(q, trail);
    ++removed;
  });
  return removed;
}

// Joins the blocks of a and b, relabelling the smaller one.
template <bool kTrail>
void Board::merge(Point a, Point b, Trail* trail) {
  Point keep = head_[a], gone = head_[b];
  if (size_[keep] < size_[gone]) std::swap(keep, gone);
  for_each_stone(gone, [&](Point q) {
    touch<kTrail>(trail, head_[q]);
    head_[q] = keep;
  });
  touch<kTrail>(trail, next_[keep]);
  touch<kTrail>(trail, next_[gone]);
  std::swap(next_[keep], next_[gone]);
  touch<kTrail>(trail, size_[keep]);
  touch<kTrail>(trail, pseudo_[keep]);
  touch<kTrail>(trail, sum_[keep]);
  touch<kTrail>(trail, sumsq_[keep]);
  size_[keep] = uint16_t(size_[keep] + size_[gone]);
  pseudo_[keep] = uint16_t(pseudo_[keep] + pseudo_[gone]);
  sum_[keep] += sum_[gone];
  sumsq_[keep] += sumsq_[gone];
}

template <bool kTrail>
int Board::play_impl(Point p, Color c, Trail* trail) {
  if constexpr (kTrail) {
    trail->marks_.push_back(trail->entries_.size());
    touch<kTrail>(trail, ko_);  // with empty_count_
    touch<kTrail>(trail, ko_color_);
    auto* half = reinterpret_cast<uint32_t*>(base());
    touch<kTrail>(trail, half[0]);
    touch<kTrail>(trail, half[1]);
  }
  ko_ = kPass;
  if (p == kPass) return 0;

  put_stone<kTrail>(p, c, trail);
  touch<kTrail>(trail, head_[p]);
  touch<kTrail>(trail, next_[p]);
  touch<kTrail>(trail, size_[p]);
  touch<kTrail>(trail, pseudo_[p]);
  touch<kTrail>(trail, sum_[p]);
  touch<kTrail>(trail, sumsq_[p]);
  head_[p] = p;
  next_[p] = p;
  size_[p] = 1;
  uint32_t pseudo = 0, sum = 0, sumsq = 0;
  const auto around = neighbors(p);
  for (const Point n : around) {
    if (color_[n] == kEmpty) {
      ++pseudo;
      sum += n;
      sumsq += uint32_t(n) * n;
    } else if (color_[n] != kOff) {
      const Point h = head_[n];
      touch<kTrail>(trail, pseudo_[h]);
      touch<kTrail>(trail, sum_[h]);
      touch<kTrail>(trail, sumsq_[h]);
      --pseudo_[h];
      sum_[h] -= p;
      sumsq_[h] -= uint32_t(p) * p;
    }
  }
  pseudo_[p] = uint16_t(pseudo);
  sum_[p] = sum;
  sumsq_[p] = sumsq;

  int captured = 0;
  Point last_captured = kPass;
  const Color enemy = opponent(c);
  for (const Point n : around) {
    if (color_[n] == c) {
      if (head_[n] != head_[p]) merge<kTrail>(p, n, trail);
    } else if (color_[n] == enemy && pseudo_[head_[n]] == 0) {
      captured += remove_block<kTrail>(n, trail);
      last_captured = n;
    }
  }
  const Point h = head_[p];
  if (pseudo_[h] == 0) return -remove_block<kTrail>(p, trail);
  if (captured == 1 && size_[h] == 1 && pseudo_[h] == 1) set_ko(last_captured, enemy);
  return captured;
}

template int Board::play_impl<false>(Point, Color, Trail*);
template int Board::play_impl<true>(Point, Color, Trail*);

void Board::undo(Trail& trail) {
  const size_t mark = trail.marks_.back();
  trail.marks_.pop_back();
  while (trail.entries_.size() > mark) {
    const auto entry = trail.entries_.back();
    trail.entries_.pop_back();
    std::memcpy(base() + 4 * size_t(entry.word), &entry.old, 4);
  }
}

bool Board::captures(Point p, Color c) const {
  const Color enemy = opponent(c);
  if (neighbors_of(p, enemy) == 0) return false;
  for (const Point n : neighbors(p))
    if (color_[n] == enemy && in_atari(n)) return true;
  return false;
}

bool Board::is_suicide(Point p, Color c) const {
  if (empty_neighbors(p) > 0) return false;
  for (const Point n : neighbors(p)) {
    if (color_[n] == kOff) continue;
    if (in_atari(n) != (color_[n] == c)) return false;
  }
  return true;
}

bool Board::is_eye_like(Point p, Color c) const {
  if (neighbors_of(p, c) + neighbors_of(p, kOff) != 4) return false;
  const Color enemy = opponent(c);
  int bad = neighbors_of(p, kOff) > 0;
  for (const Point d : diagonals(p)) bad += color_[d] == enemy;
  return bad < 2;
}

uint64_t Board::hash_after(Point p, Color c) const {
  uint64_t h = hash_ ^ kZobrist.key[p][c];
  const Color enemy = opponent(c);
  std::array<Point, 4> done{};
  int count = 0;
  const auto drop_block = [&](Point n) {
    for (int i = 0; i < count; ++i)
      if (done[i] == head_[n]) return;
    done[count++] = head_[n];
    for_each_stone(n, [&](Point q) { h ^= kZobrist.key[q][color_[q]]; });
  };
  const auto around = neighbors(p);
  for (const Point n : around)
    if (color_[n] == enemy && in_atari(n)) drop_block(n);
  if (count == 0 && is_suicide(p, c)) {
    h ^= kZobrist.key[p][c];
    for (const Point n : around)
      if (color_[n] == c) drop_block(n);
  }
  return h;
}

int Board::liberty_count(Point p) const { return liberty_count(p, kMaxOnBoard); }

int Board::liberty_count(Point p, int limit) const {
  Seen seen;
  int found = 0;
  Point q = p;
  do {
    if (empty_neighbors(q) > 0)
      for (const Point n : neighbors(q))
        if (color_[n] == kEmpty && seen.add(n) && ++found >= limit) return limit;
    q = next_[q];
  } while (q != p);
  return found;
}

void Board::liberties(Point p, PointList& out) const {
  Seen seen;
  for_each_stone(p, [&](Point q) {
    if (empty_neighbors(q) == 0) return;
    for (const Point n : neighbors(q))
      if (color_[n] == kEmpty && seen.add(n)) out.push_back(n);
  });
}

void Board::adjacent_blocks(Point p, PointList& out) const {
  Seen seen;
  const Color enemy = opponent(color_[p]);
  for_each_stone(p, [&](Point q) {
    if (neighbors_of(q, enemy) == 0) return;
    for (const Point n : neighbors(q))
      if (color_[n] == enemy && seen.add(head_[n])) out.push_back(head_[n]);
  });
}

}  // namespace gokan
