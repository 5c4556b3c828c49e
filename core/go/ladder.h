// The ladder game, solved exactly.
//
// One block is the target. The attacker may capture it, or play so that exactly one liberty is
// left to it; he may do nothing else. With the target in atari, the defender may fill its last
// liberty or capture an attacking block that touches it; nothing else would keep it on the board,
// so "captured" is true of the whole game and not only of this one. Three liberties are an
// escape. A side that has no such move has lost: the attacker has failed, or the target falls.
// Edge, breakers, stones in atari on the way, throw-ins and snapbacks need no special case.
//
// - A defender who moves first and is not yet in atari may play anywhere, or pass.
// - Simple ko binds both sides, and there are no ko threats; or one side has threats without end
//   and may always retake at once. Suicide is barred to both.
// - A line that repeats a position has failed for the attacker (least fixed point; so the
//   verdict does not depend on the order of search).
// - Captured means taken off the board, be it by the first move of a ko.
// - Loose ladders and nets are not ladders: the verdict "escapes" says only that a chain of
//   ataris does not work.
// - Nodes are counted; past the limit the verdict is "unknown".
#pragma once

#include <deque>

#include "go/board.h"

namespace gokan {

enum class LadderVerdict : uint8_t { kEscapes, kCaptured, kUnknown };

// Who is never bound by a ko, having a threat for every occasion.
enum class KoThreats : uint8_t { kNone, kAttacker, kDefender };

struct LadderResult {
  LadderVerdict verdict = LadderVerdict::kUnknown;
  // Who is right makes his point: up to the capture, or to where the attack has failed. The
  // other side resists as long as it can among the moves that were looked at.
  PointList line;
  uint32_t nodes = 0;
};

class LadderReader {
 public:
  static constexpr uint32_t kDefaultLimit = 20'000;

  explicit LadderReader(uint32_t node_limit = kDefaultLimit, KoThreats threats = KoThreats::kNone)
      : limit_(node_limit), threats_(threats) {}
  void set(uint32_t node_limit, KoThreats threats) {
    limit_ = node_limit;
    threats_ = threats;
  }

  // `target` is any stone of the block. The board is the same again afterwards.
  LadderResult attack(Board& board, Point target);  // the attacker moves first
  LadderResult defend(Board& board, Point target);  // the defender moves first
  // The verdict alone; a little faster.
  LadderVerdict attack_verdict(Board& board, Point target);
  LadderVerdict defend_verdict(Board& board, Point target);

  // The same game as Zobrist's program read it (1969, Part II): one line without branching, each
  // side taking the move that looks best one step ahead, up to `max_moves` long; past that
  // "unknown". Nearly always right; `attack_verdict` is right. Between moves that look alike the
  // stones around decide, near ones most, so that turning the board changes nothing.
  static constexpr int kFollowedMoves = 100;
  LadderVerdict follow(Board& board, Point target, int max_moves = kFollowedMoves);

  // Every move by which a defender who moves first gets away, far ladder breakers included;
  // kPass is among them if no move is needed. Moves that stayed unknown are put in `unknown`.
  void defences(Board& board, Point target, PointList& saving, PointList& unknown);

 private:
  LadderResult run(Board& board, Point target, bool attacking);
  LadderVerdict start(Board& board, Point target, bool attacking);
  bool attacker_wins(size_t depth);
  bool defender_loses(size_t depth);  // the target is in atari
  bool defender_loses_at_root();      // it is not: any move may save it
  bool defence_fails(Point p, size_t depth);
  int target_liberties(std::array<Point, 3>& found) const;
  bool frees(Point p, Point left) const;
  int best_reply(Point& reply);         // of the defender in atari, and the liberties it leads to
  int pull(Point p, Color side) const;  // how much nearer than the other's `side`'s stones are
  void saving_points(PointList& out) const;
  struct Frame {
    PointList line, moves;
  };
  Frame& frame(size_t depth) {
    if (frames_.size() <= depth) frames_.resize(depth + 1);
    return frames_[depth];
  }
  uint64_t key() const { return board_->hash() ^ board_->ko() * 0x9e3779b97f4a7c15ull; }
  void keep_line(size_t depth, Point p, bool mover_is_right);

  void aim(Board& board, Point target);
  bool legal(Point p, Color c) const {
    if (c != ko_free_) return board_->is_legal(p, c);
    return board_->color(p) == kEmpty && !board_->is_suicide(p, c);
  }

  uint32_t limit_;
  KoThreats threats_;
  Board* board_ = nullptr;
  Point target_ = kPass;
  Color attacker_ = kEmpty, defender_ = kEmpty, ko_free_ = kEmpty;
  uint32_t nodes_ = 0;
  bool gave_up_ = false;
  int captures_ = 0;  // moves on the path that took stones: without any nothing can repeat
  Trail trail_;
  std::vector<uint64_t> path_;  // keys of the states with the attacker to move
  std::deque<Frame> frames_;    // by depth; growing it leaves references valid
};

}  // namespace gokan
