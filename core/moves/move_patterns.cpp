#include "moves/move_patterns.h"

#include <algorithm>
#include <cstdlib>

#include "base/clones.h"

namespace gokan {
namespace {

constexpr int kMarkReach = 8;
constexpr int kMarkSide = 2 * kMarkReach + 1;
constexpr int kNear = 3;  // up to this distance liberties are seen

uint64_t scramble(uint64_t x) {  // a fixed random-looking number per x
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

void orient(int symmetry, int dx, int dy, int& x, int& y) {
  if (symmetry & 4) std::swap(dx, dy);
  x = symmetry & 1 ? -dx : dx;
  y = symmetry & 2 ? -dy : dy;
}

uint64_t key_of(int dx, int dy, int code, int kind) {
  return scramble(uint64_t(((dx + 64) * 128 + dy + 64) * 16 + code) * 4 + uint64_t(kind));
}

GOKAN_CLONES void mix(uint64_t* __restrict hash, const uint8_t* __restrict cells,
                      const int* __restrict at, const uint64_t* __restrict keys, int count) {
  uint64_t h[8];
  for (int s = 0; s < 8; ++s) h[s] = hash[s];
  for (int i = 0; i < count; ++i) {
    const uint64_t* row = keys + (size_t(i) * 8 + cells[at[i]]) * 8;
    for (int s = 0; s < 8; ++s) h[s] ^= row[s];
  }
  for (int s = 0; s < 8; ++s) hash[s] = h[s];
}

uint32_t shorten(uint64_t least, int level, int kind) {
  const auto key = uint32_t(scramble(least + uint64_t(level * 2 + kind)) >> 32);
  return key ? key : 1;
}

}  // namespace

PatternReader::PatternReader() {
  struct Found {
    int d, dx, dy;
  };
  std::vector<Found> found;
  for (int dy = -kMargin; dy <= kMargin; ++dy)
    for (int dx = -kMargin; dx <= kMargin; ++dx) {
      const int d = std::abs(dx) + std::abs(dy) + std::max(std::abs(dx), std::abs(dy));
      if (d > 0 && d <= kReach.back()) found.push_back({d, dx, dy});
    }
  std::stable_sort(found.begin(), found.end(), [](auto& a, auto& b) { return a.d < b.d; });
  keys_.resize(found.size() * kCodes * 8);
  ends_[0] = 0;
  for (size_t i = 0; i < found.size(); ++i) {
    const auto [d, dx, dy] = found[i];
    offsets_.push_back(dy * kSide + dx);
    for (int code = 0; code < kCodes; ++code)
      for (int s = 0; s < 8; ++s) {
        int x, y;
        orient(s, dx, dy, x, y);
        keys_[(i * kCodes + size_t(code)) * 8 + size_t(s)] = key_of(x, y, code, 0);
      }
    for (int level = 0; level < kLevels; ++level)
      if (d <= kReach[size_t(level)]) ends_[size_t(level) + 1] = int(i) + 1;
  }
  mark_keys_.resize(size_t(kMarkSide) * kMarkSide * 8);
  for (int dy = -kMarkReach; dy <= kMarkReach; ++dy)
    for (int dx = -kMarkReach; dx <= kMarkReach; ++dx)
      for (int s = 0; s < 8; ++s) {
        int x, y;
        orient(s, dx, dy, x, y);
        const int at = (dy + kMarkReach) * kMarkSide + dx + kMarkReach;
        mark_keys_[size_t(at) * 8 + size_t(s)] = key_of(x, y, 0, 1);
      }
}

void PatternReader::look(const Board& board, Color mover, Point last) {
  board_ = &board;
  near_.fill(7), far_.fill(7);
  for (int row = 0; row < board.height(); ++row)
    for (int column = 0; column < board.width(); ++column) {
      const Point p = board.at(column, row);
      const int at = (row + kMargin) * kSide + column + kMargin;
      const Color c = board.color(p);
      if (c == kEmpty) {
        near_[size_t(at)] = far_[size_t(at)] = 0;
        continue;
      }
      const int side = c == mover ? 1 : 4;
      far_[size_t(at)] = uint8_t(side);
      near_[size_t(at)] = uint8_t(side + board.liberty_count(p, 3) - 1);
    }
  has_last_ = last != kPass;
  last_x_ = last % board.stride() - 1, last_y_ = last / board.stride() - 1;
}

void PatternReader::start(Point p) {
  x_ = p % board_->stride() - 1, y_ = p / board_->stride() - 1;
  center_ = (y_ + kMargin) * kSide + x_ + kMargin;
  level_ = 0;
  hash_.fill(0);
}

uint32_t PatternReader::next() {
  const int begin = ends_[size_t(level_)], end = ends_[size_t(level_) + 1];
  const auto& cells = kReach[size_t(level_)] <= kNear ? near_ : far_;
  mix(hash_.data(), cells.data() + center_, offsets_.data() + begin,
      keys_.data() + size_t(begin) * kCodes * 8, end - begin);
  ++level_;
  return shorten(*std::min_element(hash_.begin(), hash_.end()), level_, 0);
}

uint32_t PatternReader::marked() const {
  if (!has_last_) return 0;
  const int dx = last_x_ - x_, dy = last_y_ - y_;
  if (std::abs(dx) > kMarkReach || std::abs(dy) > kMarkReach) return 0;
  const uint64_t* marks =
      mark_keys_.data() + size_t((dy + kMarkReach) * kMarkSide + dx + kMarkReach) * 8;
  uint64_t least = ~uint64_t(0);
  for (size_t s = 0; s < 8; ++s) least = std::min(least, hash_[s] ^ marks[s]);
  return shorten(least, level_, 1);
}

}  // namespace gokan
