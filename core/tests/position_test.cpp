#include "go/position.h"

#include <set>

#include "go/count.h"
#include "test.h"

using namespace gokan;
using namespace gokan::test;

TEST(superko_follows_its_definition_in_random_games) {
  for (const KoRule rule :
       {KoRule::kSimple, KoRule::kPrevious, KoRule::kPositional, KoRule::kSituational}) {
    int bans = 0;
    for (uint64_t seed = 0; seed < 20; ++seed) {
      Dice dice(seed);
      const bool suicide = seed % 2;
      Position position(2 + int(dice.below(2)), 2 + int(dice.below(2)), Rules{rule, suicide});
      std::vector<std::pair<std::string, Color>> past{{draw(position.board()), kBlack}};
      for (int move = 0; move < 60; ++move) {
        const Color c = position.to_play();
        std::vector<Point> moves{kPass};
        for (int i = 0; i < position.board().geometry().count; ++i) {
          const Point p = position.board().geometry().points[i];
          const bool legal = position.is_legal(p, c);
          if (position.board().color(p) == kEmpty &&
              (suicide || !position.board().is_suicide(p, c))) {
            const std::string after = draw(position.play(p, c).board());
            bool banned = false;
            switch (rule) {
              case KoRule::kSimple:
                banned = p == position.board().ko();
                break;
              case KoRule::kPrevious:
                banned = past.size() > 1 && past[past.size() - 2].first == after;
                break;
              case KoRule::kPositional:
                for (const auto& [old, side] : past) banned |= old == after;
                break;
              case KoRule::kSituational:
                for (const auto& [old, side] : past) banned |= old == after && side != c;
                break;
            }
            CHECK_EQ(legal, !banned);
            bans += banned;
          } else {
            CHECK(!legal);
          }
          if (legal) moves.push_back(p);
        }
        position.play_here(moves[dice.below(uint32_t(moves.size()))], c);
        past.emplace_back(draw(position.board()), position.to_play());
      }
    }
    CHECK(bans > 0);
  }
}

TEST(legal_positions_are_counted_right) {
  CHECK_EQ(count_positions(1, 1), 1u);
  CHECK_EQ(count_positions(7, 1), 867u);
  CHECK_EQ(count_positions(2, 2), 57u);
  CHECK_EQ(count_positions(2, 5), 35117u);
  CHECK_EQ(count_positions(3, 3), 12675u);
}

TEST(games_are_counted_right) {
  CHECK_EQ(count_games(1, 1, true), 1u);
  CHECK_EQ(count_games(2, 1, true), 9u);
  CHECK_EQ(count_games(3, 1, false), 907u);
}

TEST(copies_of_a_position_share_a_past_safely) {
  std::vector<Position> kept;
  Position position(3, 3, Rules{KoRule::kPositional, true});
  Dice dice(3);
  for (int move = 0; move < 3000; ++move) {
    std::vector<int> legal;
    position.for_each_legal(position.to_play(), [&](int i) { legal.push_back(i); });
    const Point p =
        legal.empty() ? kPass : position.board().geometry().points[legal[dice.below(legal.size())]];
    position = position.play(p, position.to_play());
    if (dice.below(50) == 0) kept.push_back(position);
    if (dice.below(200) == 0 && !kept.empty()) position = kept[dice.below(kept.size())];
  }
}
