#include "moves/move_model.h"

#include <cmath>
#include <memory>
#include <set>

#include "test.h"

using namespace gokan;
using namespace gokan::test;

namespace {

Board sample(int symmetry, bool swap, Point* at, Point* last) {
  // A few stones of each colour near a corner, turned and mirrored.
  Board board(19, 19);
  const auto place = [&](int x, int y) {
    if (symmetry & 4) std::swap(x, y);
    return board.at(symmetry & 1 ? 18 - x : x, symmetry & 2 ? 18 - y : y);
  };
  const Color black = swap ? kWhite : kBlack, white = opponent(black);
  board.play(place(3, 3), black);
  board.play(place(5, 2), white);
  board.play(place(2, 5), black);
  board.play(place(3, 2), white);
  *at = place(4, 3), *last = place(3, 2);
  return board;
}

}  // namespace

TEST(patterns_are_the_same_in_all_orientations_and_colours) {
  auto reader = std::make_unique<PatternReader>();
  std::set<std::vector<uint32_t>> seen;
  for (int symmetry = 0; symmetry < 8; ++symmetry)
    for (const bool swap : {false, true}) {
      Point at, last;
      const Board board = sample(symmetry, swap, &at, &last);
      reader->look(board, swap ? kWhite : kBlack, last);
      reader->start(at);
      std::vector<uint32_t> numbers;
      for (int level = 0; level < PatternReader::kLevels; ++level) {
        numbers.push_back(reader->next());
        numbers.push_back(reader->marked());
      }
      seen.insert(numbers);
    }
  CHECK_EQ(seen.size(), size_t(1));
  CHECK_EQ(std::set<uint32_t>(seen.begin()->begin(), seen.begin()->end()).size(),
           size_t(2 * PatternReader::kLevels));
}

TEST(a_model_learns_keeps_and_repeats) {
  const std::vector<std::string> games(20, "pdddpqdpqcccfqcnkqmqqkqi");
  const auto make = [&] {
    auto model = std::make_unique<MoveModel>(MoveModel::Parts{true, true, true});
    model->harvest(games, 3);
    for (int pass = 0; pass < 3; ++pass) model->train(games, 1, 0, 0.1, true);
    return model;
  };
  const auto model = make();
  CHECK(model->patterns() > 10);
  CHECK_EQ(model->save(), make()->save());
  const auto before = model->train(games, 1, 0, 0.0, false);
  CHECK(before.top1 > 0.8);

  auto copy = std::make_unique<MoveModel>(MoveModel::Parts{});
  copy->load(model->save());
  const auto after = copy->train(games, 1, 0, 0.0, false);
  CHECK(std::fabs(after.loss - before.loss) < 0.01);

  bool refused = false;
  try {
    copy->load(model->save().substr(0, 1000));
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
}
