#include "reading/tactics/ways.h"

#include <algorithm>

namespace gokan {

void Ways::spread(const Board& board, Color owner, Point from, int most, Distances& far,
                  Point until) {
  most = std::clamp(most, 0, kMost);
  std::fill_n(far.begin(), board.geometry().cells, kFar);
  for (int cost = 0; cost <= most; ++cost) shells_[size_t(cost)].clear();
  if (++call_ == 0) {
    counted_.fill(0);
    call_ = 1;
  }
  const auto put = [&](Point p, int cost) {
    if (cost > most || far[p] <= cost) return;
    if (board.color(p) == owner) {
      board.for_each_stone(p, [&](Point q) {
        far[q] = uint8_t(cost);
        shells_[size_t(cost)].push_back(q);
      });
      return;
    }
    far[p] = uint8_t(cost);
    shells_[size_t(cost)].push_back(p);
  };
  put(from, board.color(from) == owner ? 0 : 1);
  for (int cost = 0; cost <= most; ++cost) {
    if (until != kPass && far[until] <= cost) return;
    const auto& shell = shells_[size_t(cost)];
    for (size_t i = 0; i < shell.size(); ++i) {
      const Point p = shell[i];
      if (far[p] != cost) continue;
      for (const Point n : board.neighbors(p)) {
        const Color c = board.color(n);
        if (c == kOff) continue;
        if (c == owner) {
          put(n, cost);
        } else if (c == kEmpty || board.color(p) == c) {
          put(n, cost + 1);
        } else if (cost + 2 <= most && far[n] > cost + 2) {
          const Point head = board.head(n);
          if (counted_[head] != call_) {
            counted_[head] = call_;
            open_[head] = uint8_t(board.liberty_count(n, most + 1));
          }
          put(n, cost + 1 + open_[head]);
        }
      }
    }
  }
}

}  // namespace gokan
