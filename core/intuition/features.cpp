#include "intuition/features.h"

#include <algorithm>
#include <cmath>

namespace gokan::intuition {

namespace {

// Wolf's own number of updates: the picture, not the last digit.
constexpr int kSweeps = 5;

int8_t to_byte(double value) { return int8_t(std::lround(std::clamp(value, -127.0, 127.0))); }

int side_of(Color owner, Color mover) { return owner == kEmpty ? 0 : owner == mover ? 1 : 2; }

}  // namespace

void Features::write(const Position& position, uint8_t* out, bool ladders) {
  const Board& board = position.board();
  const Geometry& geo = board.geometry();
  const Color mover = position.to_play();
  const int n = geo.count;
  see(board, {}, sight_);
  see_further(board, kPass, sight_);
  seds::Options options;
  options.max_iter = kSweeps;
  options.count = false;
  strength_.build(board, options);
  strength_.solve();
  const StaticLife& life = strength_.life();
  const double sign = mover == kBlack ? 1 : -1;
  const size_t me = size_t(mover - 1);
  for (int i = 0; i < n; ++i) {
    const Point p = geo.points[size_t(i)];
    const Color c = board.color(p);
    const auto cell = size_t(sight_.cell(i % geo.width, i / geo.width));
    int stone = side_of(c, mover), play = side_of(life.any ? life.owner[p] : kEmpty, mover);
    if (c != kEmpty) {
      stone |= (std::min<int>(sight_.breathing[cell], 4) - 1) << 2;
    } else {
      if (p == board.ko() && mover == board.ko_color()) stone |= 1 << 4;
      play |= std::min<int>(sight_.takes[me][cell], 3) << 2;
      const int left = sight_.after[me][cell];
      if (left >= 1 && left <= 3) play |= left << 4;
      if (!board.is_legal(p, mover, position.rules().suicide)) play |= 1 << 6;
    }
    out[i] = uint8_t(stone);
    out[n + i] = uint8_t(play);
    out[2 * n + i] = uint8_t(to_byte(sign * 127 * (1 - 2 * strength_.white(p))));
    out[3 * n + i] = uint8_t(to_byte(sign * sight_.influence[cell]));
  }
  if (ladders) write_ladders(board, out);
}

void Features::write_ladders(const Board& board, uint8_t* out) {
  const Geometry& geo = board.geometry();
  Board copy(board);
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[size_t(i)];
    if (!board.is_stone(p) || board.head(p) != p) continue;
    const int liberties = ((out[i] >> 2) & 3) + 1;
    if (liberties > 2) continue;
    const LadderVerdict verdict =
        liberties == 1 ? ladder_.defend_verdict(copy, p) : ladder_.attack_verdict(copy, p);
    if (verdict == LadderVerdict::kCaptured)
      board.for_each_stone(p, [&](Point q) { out[geo.index[q]] |= 1 << 5; });
  }
}

void Features::planes(const Position& position, float komi, float* out, bool ladders) {
  write(position, bytes_, ladders);
  const Board& board = position.board();
  const Geometry& geo = board.geometry();
  const int n = geo.count;
  std::fill(out, out + size_t(kPlanes) * size_t(n), 0.0f);
  const auto at = [&](int plane, int i) -> float& { return out[size_t(plane) * n + size_t(i)]; };
  for (int i = 0; i < n; ++i) {
    const int stone = bytes_[i], play = bytes_[n + i];
    const int side = stone & 3, liberties = (stone >> 2) & 3;
    at(0, i) = 1;
    if (side) {
      at(side, i) = 1;
      if (liberties < 3) at(3 * side + liberties, i) = 1;
      if (stone & 32) at(14 + side, i) = 1;
    }
    if (stone & 16) at(9, i) = 1;
    if (play & 3) at(16 + (play & 3), i) = 1;
    if ((play >> 2) & 3) at(18 + ((play >> 2) & 3), i) = 1;
    if ((play >> 4) & 3) at(21 + ((play >> 4) & 3), i) = 1;
    if (play & 64) at(25, i) = 1;
    at(26, i) = float(int8_t(bytes_[2 * n + i])) / 127.0f;
    at(27, i) = float(int8_t(bytes_[3 * n + i])) / 64.0f;
    at(28, i) = std::clamp(komi, -kMostKomi, kMostKomi) / 16.0f;
    at(29, i) = position.to_play() == kBlack ? 1.0f : 0.0f;
  }
  for (int k = 0; k < Position::kRecent; ++k) {
    const Point p = position.recent()[size_t(k)];
    if (p != kPass) at(10 + k, geo.index[p]) = 1;
  }
}

}  // namespace gokan::intuition
