#include "intuition/crowd.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "intuition/records.h"
#include "test.h"

using namespace gokan;
using namespace gokan::intuition;
using namespace gokan::test;

namespace {

using Bytes = std::vector<uint8_t>;

std::string line(const std::string& moves, const std::string& turns, const std::string& komi = "7",
                 const std::string& stones = "-", const std::string& first = "B",
                 const std::string& side = "5") {
  return "x\t" + side + "\t" + komi + "\t" + stones + "\t" + first + "\t" + moves + "\t" + turns;
}

std::string pair_of(const Position& position, Point p) {
  if (p == kPass) return "..";
  const Geometry& geo = position.board().geometry();
  const int index = geo.index[p], side = position.board().width();
  return {char('a' + index % side), char('a' + index / side)};
}

uint16_t word(const uint8_t* at) {
  uint16_t value = 0;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// Each game by itself, move by move, with nothing shared and nothing kept.
Bytes slow_record(const Position& position, Point next, double komi) {
  const int points = position.board().geometry().count;
  Bytes record(size_t(record_bytes(position.board().width())));
  auto features = std::make_unique<Features>();
  features->write(position, record.data());
  write_meta(position, next, komi, record.data() + kBytes * points);
  return record;
}

}  // namespace

TEST(lines_of_games_are_understood_or_refused) {
  const auto game = parse_game_line(line("ccdd..", "0,3", "-3.5", "aabb/cb", "W"));
  CHECK(game.has_value());
  CHECK_EQ(game->komi, -3.5);
  CHECK_EQ(game->moves.size(), size_t(3));
  CHECK_EQ(game->moves[2], kPass);
  CHECK_EQ(game->turns[1], 3);
  CHECK_EQ(int(game->start.to_play()), int(kWhite));
  CHECK_EQ(int(game->start.board().color(game->start.board().at(2, 1))), int(kWhite));
  const std::vector<std::string> bad = {
      "",
      "x",
      line("cc", "2"),                      // beyond the end
      line("cc", "-1"),                     //
      line("cc", "0.5"),                    //
      line("cc", "0,,1"),                   //
      line("c", "0"),                       // half a point
      line("zz", "0"),                      // off the board
      line(".a", "0"),                      // neither a pass nor a point
      line("cc", "0", "nan"),               // a komi that is no number
      line("cc", "0", "inf"),               //
      line("cc", "0", "5000"),              //
      line("cc", "0", "7", "aaaa"),         // two stones on a point
      line("cc", "0", "7", "aa/bb/cc"),     // three colours
      line("cc", "0", "7", "abba/aa"),      // a stone without liberties
      line("cc", "0", "7", "-", "X"),       //
      line("cc", "0", "7", "-", "B", "4"),  //
      line("cc", "0", "7", "-", "B", "20"),
      line("cc", "0", "7", "-", "B", "nan"),
  };
  for (const std::string& text : bad) CHECK(!parse_game_line(text).has_value());
}

TEST(records_of_turns_come_in_the_order_asked_for) {
  const int bytes = record_bytes(5);
  Bytes rows(size_t(3 * bytes));
  const std::string text = line("ccdd..bb", "4,0,2");
  CHECK_EQ(turn_records(text, rows.data(), int64_t(rows.size())), int64_t(3));
  const auto game = parse_game_line(text);
  for (size_t k = 0; k < 3; ++k) {
    Position position = game->start;
    const auto turn = size_t(game->turns[k]);
    for (size_t i = 0; i < turn; ++i) position.play_here(game->moves[i], position.to_play());
    const Point next = turn < game->moves.size() ? game->moves[turn] : kPass;
    const Bytes want = slow_record(position, next, 7);
    CHECK(std::equal(want.begin(), want.end(), rows.begin() + int64_t(k) * bytes));
  }
  CHECK_EQ(int(word(rows.data() + bytes + kBytes * 25 + kNextMove)), 12);  // the first move, C3
  CHECK_EQ(turn_records(text, rows.data(), int64_t(rows.size()) - 1), int64_t(-1));
  CHECK_EQ(turn_records(line("cccc", "0"), rows.data(), int64_t(rows.size())), int64_t(-1));
  CHECK_EQ(turn_records(line("cc", ""), rows.data(), 0), int64_t(0));
}

TEST(a_crowd_plays_as_each_game_by_itself) {
  constexpr int kGames = 7, kSide = 7, kPoints = kSide * kSide;
  Crowd crowd(kSide, kGames);
  std::vector<Position> alone;
  std::vector<std::string> played(kGames);
  for (int i = 0; i < kGames; ++i) {
    const std::string stones = i % 2 ? "cc/ee" : "-";
    const std::string start = line("", "", std::to_string(i), stones, i % 3 ? "B" : "W", "7");
    CHECK(crowd.start(i, start));
    alone.push_back(parse_game_line(start)->start);
  }
  CHECK(!crowd.start(kGames, line("", "", "7", "-", "B", "7")));
  CHECK(!crowd.start(0, line("", "", "7", "-", "B", "9")));
  CHECK(!crowd.start(0, line("aaaa", "", "7", "-", "B", "7")));
  Dice dice(3);
  const int bytes = record_bytes(kSide);
  Bytes one(size_t(kGames * bytes)), four(one.size());
  std::vector<int> seen(3);
  for (int move = 0; move < 120; ++move) {
    crowd.look(1, one.data());
    crowd.look(4, four.data());
    CHECK(one == four);
    std::vector<int16_t> moves;
    for (int i = 0; i < kGames; ++i) {
      const int m = int(dice.below(kPoints + 20)) - 3;  // now and then nonsense, or a pass
      moves.push_back(int16_t(m > kPoints && m < kPoints + 12 ? kPoints : m));
    }
    std::vector<uint8_t> outcomes(kGames);
    for (int i = 0; i < kGames; ++i) {
      const Bytes want = slow_record(alone[size_t(i)], kPass, i);
      CHECK(std::equal(want.begin(), want.end(), one.begin() + i * bytes));
    }
    crowd.play(moves.data(), outcomes.data());
    for (size_t i = 0; i < kGames; ++i) {
      Position& position = alone[i];
      const int m = moves[i];
      const bool pass = m == kPoints, on = m >= 0 && m < kPoints;
      const Point p = on ? position.board().geometry().points[size_t(m)] : kPass;
      const bool legal = pass || (on && position.is_legal(p, position.to_play()));
      if (legal) position.play_here(p, position.to_play());
      if (legal) played[i] += pair_of(position, p);
      const int want = !legal                   ? Crowd::kIllegal
                       : position.passes() >= 2 ? Crowd::kOver
                                                : Crowd::kOn;
      CHECK_EQ(int(outcomes[i]), want);
      ++seen[size_t(want)];
    }
  }
  for (const int times : seen) CHECK(times > 0);
  // What was played leads to the same position from a line.
  for (int i = 0; i < kGames; ++i) {
    const std::string whole =
        line(played[size_t(i)], std::to_string(played[size_t(i)].size() / 2), std::to_string(i),
             i % 2 ? "cc/ee" : "-", i % 3 ? "B" : "W", "7");
    Bytes row(static_cast<size_t>(bytes));
    CHECK_EQ(turn_records(whole, row.data(), bytes), int64_t(1));
    crowd.look(1, one.data());
    CHECK(std::equal(row.begin(), row.end(), one.begin() + i * bytes));
  }
}
