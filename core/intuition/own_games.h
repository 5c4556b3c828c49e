// Many games at once, played by whoever looks at them: the games from which the network learns
// small boards, passing and finishing.
//
// All games are on square boards of one side, each with a komi of its own. look() shows every game
// to the network, play() makes one move in each. A side may choose among its sensible moves: legal,
// not into an own eye, not into ground that is settled by Benson's theorem; it may pass if all of
// them would put its own stones into atari, as in a seki. So games end with nearly everything
// settled or captured, and area counting needs no judgement.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/random.h"
#include "intuition/features.h"

namespace gokan::intuition {

class OwnGames {
 public:
  // Meta data of a record as in records.h, with the number of points for "none" and a pass.
  static constexpr int kMeta = 24;

  OwnGames(int games, int side, uint64_t seed, int max_moves, int threads);
  OwnGames(const OwnGames&) = delete;

  int games() const { return int(all_.size()); }
  int points() const { return points_; }
  int record_bytes() const { return kBytes * points_ + kMeta; }
  int finished() const;

  // Per game: a whole record (the move still to come), and per point and pass whether it may be
  // chosen. Finished games get zeros and may choose nothing.
  void look(uint8_t* records, uint8_t* allowed);
  // One move a game (the number of points is a pass), after look(). Ignored where a game is over.
  void play(const uint16_t* moves);

  // After all games: how many records there are; then they and, per game, Black's (1) and White's
  // (-1) points at the end. `game` numbers the games from there on.
  int64_t records() const;
  void take(uint32_t game, uint8_t* records, int8_t* owners) const;

 private:
  struct OneGame {
    Position position;
    double komi = 0;
    bool over = false;
    std::vector<uint8_t> past;  // records so far
  };
  template <class F>
  void share_out(F&& f);  // f(thread, game) for all games

  int points_, max_moves_, threads_;
  std::vector<OneGame> all_;
  std::vector<uint8_t> seen_;  // the records of the last look()
  std::vector<std::unique_ptr<Features>> features_;
};

}  // namespace gokan::intuition
