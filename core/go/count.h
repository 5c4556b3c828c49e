// Counting by trying everything: exact numbers that are known from elsewhere, and so a test of
// the rules as this core plays them (chess programs call it perft).
#pragma once

#include <functional>

#include "go/position.h"

namespace gokan {

// Legal positions of a board: every way to place stones so that each block has a liberty.
// Walks all of them with play and undo, so it takes seconds on 4x4 and for ever on 5x5.
// `stop` is asked now and then; once it says yes, the number is of no use.
uint64_t count_positions(int width, int height, const std::function<bool()>& stop = {});

// Games under positional superko from the empty board, passes left out: either colour may move
// at any time, no position comes twice, every stopping point is a game. Boards with at most 64
// legal positions (1x1 to 1x4, 2x2; the last takes for ever).
uint64_t count_games(int width, int height, bool suicide);

// Sequences of exactly `depth` legal moves, passes included; two passes end a game early.
uint64_t perft(const Position& position, int depth);

}  // namespace gokan
