// Going through a game on 19x19 with the age of every stone.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "shape/formation.h"

namespace gokan::shape {

constexpr int kReplaySide = 19, kReplayPoints = kReplaySide * kReplaySide;

// Moves are pairs of letters, Black first, ".." for a pass. Calls f(board, mover, ages, point,
// number) before each move that is not a pass, 1 being the first; stops quietly where the record
// makes no sense.
template <class F>
void replay(const std::string& game, F&& f) {
  Board board(kReplaySide, kReplaySide);
  Color mover = kBlack;
  std::vector<int> played(kReplayPoints, -kNeverPlayed), ages(kReplayPoints);
  for (size_t i = 0; i + 1 < game.size(); i += 2) {
    Point move = kPass;
    const int number = int(i / 2);
    if (game[i] != '.') {
      const int column = game[i] - 'a', row = game[i + 1] - 'a';
      if (column < 0 || row < 0 || column >= kReplaySide || row >= kReplaySide) return;
      move = board.at(column, row);
      if (!board.is_legal(move, mover)) return;
      const int point = row * kReplaySide + column;
      for (size_t k = 0; k < size_t(kReplayPoints); ++k)
        ages[k] = std::min(number - 1 - played[k], kNeverPlayed);
      f(board, mover, ages, point, number + 1);
      played[size_t(point)] = number;
    }
    board.play(move, mover);
    mover = opponent(mover);
  }
}

inline void legal_points(const Board& board, Color mover, std::vector<int>& out) {
  out.clear();
  for (int i = 0; i < board.geometry().count; ++i)
    if (board.is_legal(board.geometry().points[size_t(i)], mover)) out.push_back(i);
}

}  // namespace gokan::shape
