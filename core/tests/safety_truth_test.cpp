// Unconditional life against the truth on every position of a small board: White moves alone and
// tries everything; the black stones he can never take are alive. Boards are bit sets here and
// share nothing with the core.
#include <bit>
#include <unordered_map>

#include "reading/safety.h"
#include "test.h"

using namespace gokan;
using namespace gokan::test;

namespace {

using Bits = uint32_t;

class Truth {
 public:
  Truth(int width, int height, bool suicide) : suicide_(suicide) {
    for (int p = 0; p < width * height; ++p) {
      Bits near = 0;
      if (p % width > 0) near |= 1u << (p - 1);
      if (p % width + 1 < width) near |= 1u << (p + 1);
      if (p >= width) near |= 1u << (p - width);
      if (p + width < width * height) near |= 1u << (p + width);
      near_.push_back(near);
    }
    find_positions();
    find_moves();
    spread();
  }

  // Every legal position with the black stones that can be taken.
  template <class F>
  void for_each(F&& f) const {
    for (size_t i = 0; i < black_.size(); ++i) f(black_[i], white_[i], lost_[i]);
  }

 private:
  Bits around(Bits stones) const {
    Bits found = 0;
    for (; stones; stones &= stones - 1) found |= near_[std::countr_zero(stones)];
    return found;
  }
  Bits block(Bits stones, Bits start) const {
    for (Bits now = start;;) {
      const Bits grown = (now | around(now)) & stones;
      if (grown == now) return now;
      now = grown;
    }
  }
  Bits breathless(Bits stones, Bits other) const {
    Bits found = 0;
    for (Bits rest = stones; rest;) {
      const Bits b = block(stones, rest & -rest);
      rest &= ~b;
      if (!(around(b) & ~stones & ~other)) found |= b;
    }
    return found;
  }
  void find_positions() {
    const Bits all = (1u << near_.size()) - 1;
    for (Bits black = 0; black <= all; ++black) {
      const Bits free = all & ~black;
      for (Bits white = free;; white = (white - 1) & free) {
        if (!breathless(black, white) && !breathless(white, black)) {
          number_[black << 16 | white] = uint32_t(black_.size());
          black_.push_back(black);
          white_.push_back(white);
        }
        if (white == 0) break;
      }
    }
    lost_.assign(black_.size(), 0);
  }
  void find_moves() {
    for (size_t i = 0; i < black_.size(); ++i) {
      first_.push_back(uint32_t(next_.size()));
      for (size_t p = 0; p < near_.size(); ++p) {
        Bits black = black_[i], white = white_[i];
        if ((black | white) >> p & 1) continue;
        white |= 1u << p;
        const Bits taken = breathless(black, white);
        black &= ~taken;
        const Bits own = breathless(white, black);
        if (own && !suicide_) continue;
        lost_[i] |= taken;
        next_.push_back(number_.at(black << 16 | (white & ~own)));
      }
    }
    first_.push_back(uint32_t(next_.size()));
  }
  void spread() {
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = 0; i < black_.size(); ++i) {
        Bits lost = lost_[i];
        for (uint32_t j = first_[i]; j < first_[i + 1]; ++j) lost |= lost_[next_[j]];
        changed |= lost != lost_[i];
        lost_[i] = lost;
      }
    }
  }

  bool suicide_;
  std::vector<Bits> near_, black_, white_, lost_;
  std::vector<uint32_t> next_, first_;
  std::unordered_map<uint32_t, uint32_t> number_;
};

// Returns how many positions have a live black stone.
int compare(int width, int height, bool suicide) {
  Board board(width, height);
  Safety safety;
  std::vector<uint8_t> cells(size_t(width * height));
  int living = 0;
  Truth(width, height, suicide).for_each([&](Bits black, Bits white, Bits lost) {
    for (size_t p = 0; p < cells.size(); ++p)
      cells[p] = black >> p & 1 ? kBlack : white >> p & 1 ? kWhite : kEmpty;
    board.load(cells.data());
    safety.read(board, kBlack, suicide);
    Bits alive = 0;
    for (size_t p = 0; p < cells.size(); ++p)
      alive |= Bits(safety.alive(board.geometry().points[p])) << p;
    if (alive != (black & ~lost)) throw Failure("wrong about life in\n" + draw(board));
    living += alive != 0;
  });
  return living;
}

}  // namespace

TEST(life_is_the_truth_on_every_position) {
  CHECK(compare(3, 3, false) == 883);
  CHECK(compare(3, 3, true) == 635);
  CHECK(compare(8, 1, false) > 0);
  CHECK(compare(8, 1, true) > 0);
  CHECK(compare(4, 3, false) > 0);
  CHECK(compare(4, 3, true) > 0);
}
