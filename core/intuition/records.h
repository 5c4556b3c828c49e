// Professional games as samples for training: one record per position.
//
// The text is `pro_train`'s: a game a line, separated by tabs: id, year, komi, result, moves as
// pairs of letters (".." is a pass), Black first, 19x19. A record is kBytes * 361 bytes of
// Features, then, as little-endian numbers:
//
//   +0   five moves before, newest first (u16; 361 none or a pass)
//   +10  the move played (u16; 361 a pass)
//   +12  game number (u32)
//   +16  twice the margin for the side to move, komi counted (i16; kNoMargin unknown)
//   +19  did the side to move win: 1, -1, 0 unknown (i8)
//   +20  1 if Black is to move (u8)
//   +22  twice the area komi the side to move receives (i16), as `gokan.go.area_komi` counts it
//
// Bytes that are not named hold nothing.
//
// For a game that ended by counting, `owners` gets one byte per point, seen from Black (1, 0, -1),
// if the dead stones that random games suggest lead to the recorded result within a point (an
// open ko or an unfilled neutral point); otherwise kNoOwner throughout.
#pragma once

#include <cstdint>
#include <string_view>

#include "intuition/features.h"

namespace gokan::intuition {

constexpr int kSide = 19, kPointsOfRecord = kSide * kSide;
constexpr int kMetaBytes = 24;
constexpr int kRecordBytes = kBytes * kPointsOfRecord + kMetaBytes;
constexpr int kNextMove = 10, kGame = 12, kMargin = 16, kWinner = 19, kBlackToPlay = 20, kKomi = 22;
constexpr int16_t kNoMargin = INT16_MIN;
constexpr int8_t kNoOwner = INT8_MIN;

struct Recorded {
  int64_t records = 0;
  int64_t games = 0;
  int64_t counted = 0;  // ended by counting
  int64_t owned = 0;    // of these, whose count agrees
  int64_t broken = 0;   // cut short at an illegal move; then nobody is said to have won
};

// Reads as many lines as there are; `game` numbers them from there on. `out` must have room for
// half as many records as the text has letters of moves, `owners` for kPointsOfRecord bytes a line.
Recorded write_records(std::string_view text, uint32_t game, int playouts, uint8_t* out,
                       int8_t* owners);

}  // namespace gokan::intuition
