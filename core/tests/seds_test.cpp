#include <cmath>
#include <memory>

#include "life_watch.h"
#include "safety.h"
#include "seds_ranker.h"
#include "static_life.h"
#include "test.h"

using namespace gokan;
using namespace gokan::test;
using seds::Options;
using seds::Ranked;
using seds::Ranker;
using seds::System;

namespace {

Board random_board(int side, int moves, uint64_t seed) {
  Board board(side, side);
  Dice dice(seed + 1);
  Color mover = kBlack;
  for (int i = 0; i < moves; ++i, mover = opponent(mover)) {
    const Point p = board.geometry().points[dice.below(uint32_t(board.geometry().count))];
    if (board.is_legal(p, mover) && !board.is_eye_like(p, mover)) board.play(p, mover);
  }
  return board;
}

std::vector<Point> legal(const Board& board, Color mover) {
  std::vector<Point> moves;
  for (int i = 0; i < board.geometry().count; ++i)
    if (board.is_legal(board.geometry().points[size_t(i)], mover))
      moves.push_back(board.geometry().points[size_t(i)]);
  return moves;
}

}  // namespace

TEST(static_life_agrees_with_benson) {
  StaticLife life;
  Safety safety;
  int alive = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const Board board = random_board(seed % 2 ? 7 : 9, 90 + int(seed) % 300, seed);
    static_life(board, life);
    for (const Color c : {kBlack, kWhite}) {
      safety.read(board, c);
      for (int i = 0; i < board.geometry().count; ++i) {
        const Point p = board.geometry().points[size_t(i)];
        if (board.color(p) != c) continue;
        const bool here = life.any && life.owner[p] == c;
        CHECK_EQ(here, safety.alive(p));
        alive += here;
      }
    }
  }
  CHECK(alive > 100);
}

TEST(a_move_that_cannot_change_static_life_does_not) {
  StaticLife before, after;
  LifeWatch watch;
  int quiet = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    const Board board = random_board(4 + int(seed % 6), int(3 * seed % 400), seed + 1000);
    static_life(board, before);
    watch.prepare(board, before);
    for (const Color mover : {kBlack, kWhite})
      for (const Point move : legal(board, mover)) {
        if (board.captures(move, mover) || watch.may_change(board, move, mover)) continue;
        Board next = board;
        next.play(move, mover);
        static_life(next, after);
        ++quiet;
        for (int i = 0; i < board.geometry().count; ++i) {
          const Point p = board.geometry().points[size_t(i)];
          const Color was = before.any ? before.owner[p] : kEmpty;
          const Color is = after.any ? after.owner[p] : kEmpty;
          // Only the stone itself may join a living block.
          if (p != move) CHECK_EQ(int(was), int(is));
        }
      }
  }
  CHECK(quiet > 500);
}

TEST(ranking_from_the_solved_position_agrees_with_scratch) {
  auto ranker = std::make_unique<Ranker>();
  int close = 0, all = 0;
  for (uint64_t seed = 0; seed < 12; ++seed) {
    const Board board = random_board(9, 10 + 4 * int(seed), seed + 7);
    for (const bool life : {false, true}) {
      Options options;
      options.static_life = life;
      options.stop = 2e-5;
      const Color mover = seed % 2 ? kWhite : kBlack;
      const auto moves = legal(board, mover);
      std::vector<Ranked> fast, again, slow;
      ranker->rank(board, mover, moves, options, {}, fast);
      ranker->rank(board, mover, moves, options, {}, again);
      ranker->rank_from_scratch(board, mover, moves, options, {}, slow);
      CHECK_EQ(fast.size(), slow.size());
      for (size_t i = 0; i < fast.size(); ++i) {
        CHECK_EQ(fast[i].score, again[i].score);  // nothing is left behind
        ++all;
        close += std::fabs(fast[i].score - slow[i].score) < 5e-3;
      }
    }
  }
  CHECK(close > 0.9 * all);
}

TEST(colours_are_alike) {
  auto system = std::make_unique<System>();
  for (uint64_t seed = 0; seed < 30; ++seed) {
    const Board board = random_board(9, 12 + 3 * int(seed), seed + 77);
    Board other(9, 9);
    for (int i = 0; i < board.geometry().count; ++i) {
      const Point p = board.geometry().points[size_t(i)];
      if (board.is_stone(p)) other.set(p, opponent(board.color(p)));
    }
    for (const bool additions : {false, true}) {
      Options options;
      if (additions) options.edge = 0.5, options.liberty = 0.9, options.links = options.eyes = true;
      system->build(board, options);
      system->solve();
      const double score = system->score();
      CHECK(std::isfinite(score));
      system->build(other, options);
      system->solve();
      CHECK(std::fabs(score + system->score()) < 1e-6);
    }
  }
}
