// Games as lines of text, replayed into records at chosen turns, and many games played at once.
//
// A line holds, separated by tabs: id, side of the board, area komi, stones set up, who moves
// first (B or W), moves, turns. Points are pairs of letters, column and row from the top left; ".."
// is a pass. Black's stones set up come first, then "/" and White's; "-" says that there are none.
// Turns are numbers of moves made, with commas: the positions that the line is about.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "go/position.h"
#include "intuition/features.h"

namespace gokan::intuition {

constexpr int kSmallestSide = 5, kLargestSide = 19;

struct GameLine {
  int side = 0;
  double komi = 0;  // what White receives where area is counted
  Position start;
  std::vector<Point> moves;
  std::vector<int> turns;
};

// Nothing if the line cannot be understood.
std::optional<GameLine> parse_game_line(std::string_view line);

// The size of a record of such a board; `records.h` says what it holds.
int record_bytes(int side);

// Writes what follows the features in a record: `next` is the move played, or kPass.
void write_meta(const Position& position, Point next, double komi, uint8_t* meta);

// Writes a record for each turn, in their order; the number written, or -1 if the line cannot be
// understood, a move is not legal, or a turn lies beyond the end. `room` is in bytes.
int64_t turn_records(std::string_view line, uint8_t* out, int64_t room);

// Many games on boards of one side, one move in each at a time.
class Crowd {
 public:
  Crowd(int side, int games);
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  [[nodiscard]] int side() const { return side_; }
  [[nodiscard]] int games() const { return int(all_.size()); }
  // Lets one game begin at the end of a line; false if the line is not one of this side.
  bool start(int game, std::string_view line);
  // A record of each game as it stands.
  void look(int threads, uint8_t* out);
  // One move in each game: the number of a point, or the number of points for a pass.
  enum Outcome : uint8_t { kOn, kOver, kIllegal };  // an illegal move is not made
  void play(const int16_t* moves, uint8_t* outcomes);

 private:
  struct OneGame {
    Position position;
    double komi = 0;
  };
  int side_;
  std::vector<OneGame> all_;
  std::vector<std::unique_ptr<Features>> features_;  // one for each thread
};

}  // namespace gokan::intuition
