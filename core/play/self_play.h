// Games that an evaluator plays against itself by searching, many at once: what the network learns
// small boards from.
//
// Every game has a tree of its own. look() takes one leaf out of each and writes down what the
// network is told about it; answer() hands the judgements back. In between, moves are chosen and
// games begun and ended. Some moves are searched fully, and their visits are a lesson for moves;
// the others are searched briefly, for winner, score and owners alone. Komi, handicap, the rule of
// suicide and the way to count are drawn for each game; superko is positional. Where area counts,
// the board does as it stands, but for what static life settles. Where territory counts, the stones
// are dead that the evaluator gave to the other side of late.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/random.h"
#include "intuition/features.h"
#include "play/tree.h"

namespace gokan {

struct SelfPlayOptions {
  int side = 9;
  int visits = 96;        // of a full search
  int brief_visits = 16;  // of the others
  int full_percent = 33;  // of the moves
  int max_moves = 0;      // 0: twice the points
};

// Judgements of all leaves, one after the other, each seen from its side to move.
struct Judged {
  const float* policy;  // per point and pass
  const float* win;
  const float* lead;
  const float* spread;
  const float* owner;  // per point, 1 own to -1 the enemy's
};

class SelfPlay {
 public:
  static constexpr int kMeta = 24;  // after the bytes of the points, as in intuition/records.h

  SelfPlay(int games, const SelfPlayOptions& options, uint64_t seed, int threads);
  SelfPlay(const SelfPlay&) = delete;
  ~SelfPlay();

  int games() const { return int(all_.size()); }
  int points() const { return points_; }
  int record_bytes() const { return intuition::kBytes * points_ + kMeta; }
  int64_t evaluations() const { return evaluations_; }

  // A record for each game: the leaf that its search asks about.
  void look(uint8_t* records);
  // What they amount to, after look().
  void answer(const Judged& judged);

  // Games that have ended since take() was last asked: per position a record with its results and
  // the share of visits of every move (in 255ths; none if the search was brief), and per game
  // Black's (1) and White's (-1) points at the end. Games are numbered from 0 on.
  struct Finished {
    int games = 0;
    std::vector<uint8_t> records, visits;
    std::vector<int8_t> owners;
  };
  Finished take();

 private:
  struct OneGame;

  void begin(OneGame& game) const;
  void want(OneGame& game, bool decided) const;  // how far the next move is searched
  void next_leaf(OneGame& game, intuition::Features& features, uint8_t* record);
  void move(OneGame& game, intuition::Features& features);
  void end(OneGame& game);
  void write(const Position& position, const OneGame& game, intuition::Features& features,
             uint8_t* record) const;
  template <class F>
  void share_out(F&& f);  // f(thread, game) for all games

  SelfPlayOptions options_;
  int points_, threads_;
  int64_t evaluations_ = 0;
  std::vector<std::unique_ptr<OneGame>> all_;
  std::vector<std::unique_ptr<intuition::Features>> features_;
};

}  // namespace gokan
