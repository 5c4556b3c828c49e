#include "go/count.h"

#include <bit>
#include <stdexcept>
#include <unordered_map>

namespace gokan {

namespace {

// Stones are put down in reading order. In a legal position no block is ever without a liberty
// on the way, because what is filled stays filled: so a play that captures, or that would be
// suicide, belongs to no legal position, and all others do.
class PositionCounter {
 public:
  PositionCounter(int width, int height, const std::function<bool()>& stop)
      : board_(width, height), stop_(stop) {}

  uint64_t from(int i) {
    if ((++steps_ & 0xfffff) == 0 && stop_ && stop_()) stopped_ = true;
    if (stopped_) return 0;
    const auto& geo = board_.geometry();
    const Point p = geo.points[i];
    const bool last = i + 1 == geo.count;
    uint64_t found = last ? 1 : from(i + 1);  // p stays empty
    for (const Color c : {kBlack, kWhite}) {
      // All boards up to here are empty: what White can do, Black can do as well.
      const bool first_stone = board_.empty_count() == geo.count;
      if (first_stone && c == kWhite) continue;
      if (board_.captures(p, c) || board_.is_suicide(p, c)) continue;
      uint64_t below = 1;
      if (!last) {
        board_.play(p, c, trail_);
        below = from(i + 1);
        board_.undo(trail_);
      }
      found += first_stone ? 2 * below : below;
    }
    return found;
  }

 private:
  Board board_;
  Trail trail_;
  const std::function<bool()>& stop_;
  uint64_t steps_ = 0;
  bool stopped_ = false;
};

// The graph of positions (at most 64), an edge for each play by either colour that changes the
// board; a game is a path that visits no position twice.
class GameGraph {
 public:
  GameGraph(int width, int height, bool suicide) : suicide_(suicide) {
    visit(Board(width, height));
  }

  uint64_t games() const {
    uint64_t found = 1;
    // Swapped colours give as many games, and so does the board turned by half.
    const int count = boards_[0].geometry().count;
    for (int i = 0; i < (count + 1) / 2; ++i) {
      Board board = boards_[0];
      const Point p = board.geometry().points[i];
      if (board.is_suicide(p, kBlack)) continue;
      board.play(p, kBlack);
      const int id = ids_.at(board.hash());
      const uint64_t games = 1 + longer(id, ~(uint64_t(1) | uint64_t(1) << id));
      found += games * (2 * i + 1 == count ? 2 : 4);
    }
    return found;
  }

 private:
  int visit(const Board& board) {
    const auto [entry, fresh] = ids_.emplace(board.hash(), int(boards_.size()));
    const int id = entry->second;
    if (!fresh) return id;
    if (id == 64) throw std::invalid_argument("that board has more than 64 legal positions");
    boards_.push_back(board);
    next_.push_back(0);
    for (int i = 0; i < board.geometry().count; ++i) {
      const Point p = board.geometry().points[i];
      for (const Color c : {kBlack, kWhite}) {
        Board after = board;
        after.clear_ko();
        if (!after.is_legal(p, c, suicide_)) continue;
        after.play(p, c);
        const int to = visit(after);
        if (to != id) next_[id] |= uint64_t(1) << to;
      }
    }
    return id;
  }

  // Ways to go on from a position through `fresh` ones, stopping anywhere but here.
  uint64_t longer(int id, uint64_t fresh) const {
    uint64_t to = next_[id] & fresh;
    uint64_t found = uint64_t(std::popcount(to));
    for (; to; to &= to - 1) {
      const int next = std::countr_zero(to);
      const uint64_t left = fresh & ~(uint64_t(1) << next);
      if (next_[next] & left) found += longer(next, left);
    }
    return found;
  }

  bool suicide_;
  std::vector<Board> boards_;
  std::vector<uint64_t> next_;
  std::unordered_map<uint64_t, int> ids_;
};

}  // namespace

uint64_t count_positions(int width, int height, const std::function<bool()>& stop) {
  return PositionCounter(width, height, stop).from(0);
}

uint64_t count_games(int width, int height, bool suicide) {
  return GameGraph(width, height, suicide).games();
}

uint64_t perft(const Position& position, int depth) {
  if (depth == 0) return 1;
  if (position.passes() >= 2) return 0;
  const Color c = position.to_play();
  const auto& geo = position.board().geometry();
  uint64_t found = perft(position.play(kPass, c), depth - 1);
  position.for_each_legal(c, [&](int i) {
    found += depth == 1 ? 1 : perft(position.play(geo.points[i], c), depth - 1);
  });
  return found;
}

}  // namespace gokan
