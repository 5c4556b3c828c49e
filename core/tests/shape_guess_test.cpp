#include "reading/arena/shape_guess.h"

#include "reading/arena/arena_room.h"
#include "test.h"

using namespace gokan;

namespace {

// Weights that hang on every shape of a few, with numbers that a small generator makes.
std::vector<uint8_t> some_weights(const std::vector<uint32_t>& shapes) {
  std::vector<uint8_t> file;
  const auto put = [&](uint32_t n, int bytes) {
    for (int i = 0; i < bytes; ++i) file.push_back(uint8_t(n >> (8 * i)));
  };
  uint32_t seed = 12345;
  const auto next = [&] { return int32_t((seed = seed * 1664525u + 1013904223u) >> 22) - 512; };
  put(100, 4);
  put(10000, 4);
  put(uint32_t(shapes.size()), 4);
  for (const uint32_t shape : shapes) put(shape, 4);
  constexpr int kSums = ShapeWeights::kSums, kNumbers = kGuessCounts * kSums + 2 * kSums;
  for (int side = 0; side < 2; ++side) {
    for (size_t i = 0; i < shapes.size() * kSums; ++i) put(uint32_t(next()), 2);
    for (int i = 0; i < kNumbers + kGuessCounts + 1; ++i) put(uint32_t(next()), 4);
  }
  return file;
}

// A corner of the board with a wall on two sides.
ArenaSpec corner() {
  ArenaSpec spec;
  spec.width = 5;
  spec.height = 4;
  for (int cell = 0; cell < 20; ++cell) {
    uint8_t what = cell == 7 ? ArenaSpec::kDefenderStone | ArenaSpec::kTarget : ArenaSpec::kFree;
    if (cell % 5 == 4 || cell >= 15) what |= ArenaSpec::kAttackerAnchor;
    spec.cells.push_back(what);
  }
  return spec;
}

std::vector<uint32_t> shapes_of(const ArenaRoom<1>& room) {
  std::vector<uint32_t> found;
  const ShapeFrame<1> frame(room.arena);
  for (uint32_t code = 7; code < uint32_t(kShapes) && found.size() < 40000; code += 47)
    found.push_back(code);
  for (Bits<1> left = room.arena.region; left.any();)
    found.push_back(uint32_t(frame.shape(&frame.start()[size_t(frame.at(left.pop()))])));
  return found;
}

}  // namespace

TEST(shape_guess_is_the_same_by_small_steps_and_from_the_start) {
  const ArenaRoom<1> room(corner());
  const auto weights = std::make_shared<const ShapeWeights>(some_weights(shapes_of(room)));
  ShapeGuess<1> walking(room.arena, weights);
  ArenaState<1> s = room.start;
  uint32_t seed = 7;
  int compared = 0, differ = 0, last = 0;
  for (int move = 0; move < 400 && !room.arena.captured(s); ++move) {
    seed = seed * 1664525u + 1013904223u;
    const int p = room.to_bit(int(seed >> 16) % 20);
    ArenaState<1> next = s;
    if (!room.arena.empty(s).test(p) || !room.arena.play(next, p)) continue;
    ShapeGuess<1> fresh(room.arena, weights);
    const int odds = fresh.odds(next);
    CHECK(odds == walking.odds(next));  // a step away from where it stands
    if (move % 3) walking.move_to(next);
    CHECK(odds == walking.odds(next));
    differ += odds != last;
    last = odds;
    ++compared;
    s = next;
  }
  CHECK(compared > 10);
  CHECK(differ > 5);  // the weights do say something
}

TEST(shape_guess_says_the_same_of_a_mirrored_shape) {
  const ShapeWeights weights(some_weights({1, 2}));
  CHECK(weights.row(1) == weights.row(1 * 25));  // left and right
  CHECK(weights.row(1) == weights.row(15625));   // up and down
  CHECK(weights.row(1) == 1 && weights.row(2) == 2 && weights.row(3) == 0);
}

TEST(shape_weights_of_another_kind_are_refused) {
  const auto refused = [](std::vector<uint8_t> file) {
    try {
      const ShapeWeights weights(file);
      return false;
    } catch (const std::invalid_argument&) {
      return true;
    }
  };
  const std::vector<uint8_t> good = some_weights({1, 2});
  CHECK(!refused(good));
  CHECK(refused({}));
  CHECK(refused({good.begin(), good.end() - 1}));
  std::vector<uint8_t> longer = good, wrong = good;
  longer.push_back(0);
  CHECK(refused(longer));
  wrong[15] = 0xff;  // a shape that there is not
  CHECK(refused(wrong));
  std::vector<uint8_t> large = good;
  large.back() = 0x7f;  // a weight with which the sums would overflow
  CHECK(refused(large));
}
