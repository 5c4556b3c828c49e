// A position in a game: a Board, whose turn it is, and the history that superko needs.
//
// Positions are values: play() makes a new one. The history is a shared linked list of hashes,
// so a child costs one small node. A bit filter over the hashes answers "never seen before"
// for almost every move without walking that list.
#pragma once

#include <atomic>
#include <bitset>
#include <vector>

#include "go/board.h"

namespace gokan {

// What a move may not recreate: by simple ko, the stones before the last capture of one stone;
// by `previous` (Klinger), the stones of the position before the current one; by positional
// superko, any earlier stones; by situational superko, any earlier stones with the same side to
// move. A pass is always allowed.
enum class KoRule : uint8_t { kSimple, kPrevious, kPositional, kSituational };

struct Rules {
  KoRule ko = KoRule::kSimple;
  bool suicide = false;
};

enum class Legality : uint8_t { kLegal, kOffBoard, kOccupied, kSuicide, kKo, kSuperko };

// The positions so far, newest first.
class History {
 public:
  History() = default;
  History(const History& other) : top_(other.top_) { retain(); }
  History(History&& other) noexcept : top_(other.top_) { other.top_ = nullptr; }
  History& operator=(History other) noexcept {
    std::swap(top_, other.top_);
    return *this;
  }
  ~History() { release(); }

  void push(uint64_t hash, Color to_play);
  bool seen(uint64_t hash) const;
  bool seen(uint64_t hash, Color to_play) const;
  bool previous_is(uint64_t hash) const;  // the one before the newest

  struct Entry {
    uint64_t hash;
    Color to_play;
  };
  std::vector<Entry> entries() const;  // oldest first

 private:
  struct Node {
    uint64_t hash;
    Color to_play;
    Node* parent;
    std::atomic<int> uses;
  };
  void retain() {
    if (top_) top_->uses.fetch_add(1, std::memory_order_relaxed);
  }
  void release();

  Node* top_ = nullptr;
};

class Position {
 public:
  explicit Position(int width = 19, int height = 0, Rules rules = {});

  const Board& board() const { return board_; }
  const Rules& rules() const { return rules_; }
  Color to_play() const { return to_play_; }
  Point last_move() const { return recent_[0]; }  // kPass after a pass
  // The last moves, newest first; kPass for a pass and where there was none.
  static constexpr int kRecent = 5;
  const std::array<Point, kRecent>& recent() const { return recent_; }
  int move_number() const { return move_number_; }
  int passes() const { return passes_; }                  // in a row, up to now
  int prisoners(Color c) const { return prisoners_[c]; }  // stones of colour c taken off

  Legality judge(Point p, Color c) const;
  bool is_legal(Point p, Color c) const { return judge(p, c) == Legality::kLegal; }
  template <class F>
  void for_each_legal(Color c, F&& f) const {
    const Rules rules = rules_;
    int i = 0;
    Point p = board_.at(0, 0);
    for (int row = 0; row < board_.height(); ++row, ++p)  // one margin cell between rows
      for (int column = 0; column < board_.width(); ++column, ++p, ++i)
        if (board_.is_legal(p, c, rules.suicide) && (rules.ko == KoRule::kSimple || !repeats(p, c)))
          f(i);
  }

  // The move must be on the board and empty, or kPass; other laws are the caller's business.
  Position play(Point p, Color c) const;
  void play_here(Point p, Color c);

  // The same stones with other rules, or other stones: the history starts anew.
  void restart(const uint8_t* colors, Color to_play);
  void set_to_play(Color c);  // the history holds the same stones with either side to play then
  void set_ko(Point p, Color banned) { board_.set_ko(p, banned); }
  void set_prisoners(int black, int white) { prisoners_ = {0, black, white}; }
  void set_passes(int passes) { passes_ = passes; }

  const History& history() const { return history_; }
  // After restart(): how this position was reached, as another copy of it knows.
  void set_past(const std::array<Point, kRecent>& recent, int move_number,
                const std::vector<History::Entry>& history);

 private:
  bool repeats(Point p, Color c) const;
  bool maybe_seen(uint64_t hash) const {
    return filter_[hash % kFilter] && filter_[(hash >> 20) % kFilter];
  }
  void remember();
  void remember(const History::Entry& entry);

  static constexpr size_t kFilter = 4096;
  Board board_;
  Rules rules_;
  Color to_play_ = kBlack;
  std::array<Point, kRecent> recent_{};
  int move_number_ = 0;
  int passes_ = 0;
  std::array<int, 3> prisoners_{};
  History history_;
  std::bitset<kFilter> filter_;
};

// Who owns each point: stones their own side (dead ones the other), empty regions the only
// colour that touches them, kEmpty where both or none do. Row-major; `dead` may be null.
void owners(const Board& board, const uint8_t* dead, uint8_t* owner);

// Maximal empty regions: a region number per point (-1 on stones), row-major, and per region
// a bit set of the colours that touch it (1 = black, 2 = white). Returns the number of regions.
int empty_regions(const Board& board, int16_t* region, std::vector<uint8_t>& colors);

}  // namespace gokan
