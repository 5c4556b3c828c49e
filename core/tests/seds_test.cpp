#include <algorithm>
#include <cmath>
#include <memory>

#include "go/static_life.h"
#include "reading/safety.h"
#include "strength/life_watch.h"
#include "strength/seds_ranker.h"
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

// Stones of both colours in uneven turns, until many live by several regions.
Board crowded_board(uint64_t seed) {
  Dice dice(seed);
  Board board(4 + int(dice.below(9)), 4 + int(dice.below(9)));
  const auto count = uint32_t(board.geometry().count);
  Color mover = kBlack;
  for (uint32_t i = dice.below(5 * count); i > 0; --i) {
    const Point p = board.geometry().points[dice.below(count)];
    if (board.is_legal(p, mover) && !board.is_eye_like(p, mover)) board.play(p, mover);
    if (dice.below(4)) mover = opponent(mover);
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
  for (uint64_t seed = 0; seed < 4000; ++seed) {
    const Board board = crowded_board(seed + 1000);
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

TEST(every_kind_of_machine_ranks_alike) {
  int compared = 0;
  for (uint64_t seed = 0; seed < 8; ++seed) {
    const Board board = random_board(seed % 2 ? 13 : 9, 20 + 25 * int(seed), seed + 40);
    Options options;
    if (seed % 4 == 3) options.edge = 0.5, options.liberty = 0.9, options.raise = false;
    const auto moves = legal(board, kBlack);
    std::vector<Ranked> one, other;
    auto ranker = std::make_unique<Ranker>();
    ranker->rank(board, kBlack, moves, options, {}, one);
    for (const seds::LaneKernels& kernels : seds::all_lane_kernels()) {
      if (!kernels.runs()) continue;
      ranker->lanes().use(kernels);
      ranker->rank(board, kBlack, moves, options, {}, other);
      for (size_t i = 0; i < moves.size(); ++i) {
        CHECK_EQ(one[i].score, other[i].score);
        CHECK_EQ(one[i].by, other[i].by);
        CHECK_EQ(int(one[i].changed), int(other[i].changed));
        ++compared;
      }
    }
  }
  CHECK(compared > 200);
}

TEST(captures_are_solved_with_the_others_as_well_as_alone) {
  auto ranker = std::make_unique<Ranker>();
  int close = 0, all = 0, most_taken = 0;
  std::vector<double> fast(kMaxPoints), slow(kMaxPoints);
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const Board board = random_board(5 + int(seed % 6), 20 + 3 * int(seed), seed + 500);
    Options options;
    options.stop = 2e-5;
    options.static_life = seed % 2;
    if (seed % 3 == 0) options.edge = 0.5, options.liberty = 0.9;
    for (const Color mover : {kBlack, kWhite}) {
      const auto moves = legal(board, mover);
      std::vector<Ranked> ranked;
      ranker->rank(board, mover, moves, options, {}, ranked);
      for (size_t i = 0; i < moves.size(); ++i) {
        if (!board.captures(moves[i], mover)) continue;
        Board after = board;
        most_taken = std::max(most_taken, after.play(moves[i], mover));
        ranker->values_after(board, mover, moves[i], options, {}, true, fast.data());
        ranker->values_after(board, mover, moves[i], options, {}, false, slow.data());
        // The score is that of the values: what was taken counts as points.
        double apart = 0, score = 0;
        for (int k = 0; k < board.geometry().count; ++k) {
          const Point p = board.geometry().points[size_t(k)];
          apart = std::max(apart, std::fabs(fast[p] - slow[p]));
          const Color c = after.color(p);
          score += c == kEmpty ? 1 - 2 * fast[p] : c == kBlack ? 1 - fast[p] : -fast[p];
        }
        ++all;
        close += apart < 0.01 && std::fabs(score - ranked[i].score) < 0.01;
      }
    }
  }
  CHECK(all > 150 && most_taken > 4);
  CHECK(close > 0.95 * all);
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
