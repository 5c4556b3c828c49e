// The signature of the searches: the same nodes with the same answers, whether the compiler
// optimises or the sanitizers watch. The questions of tests/reading/signature.jsonl go further;
// these numbers show that what is counted there does not hang on how the core was built. A change
// that is meant to change them prints the new ones.
#include "base/random.h"
#include "reading/arena/problem_maker.h"
#include "reading/tactics/skirmish.h"
#include "reading/trials/trials.h"
#include "test.h"

using namespace gokan;
using namespace gokan::test;

namespace {

class Digest {
 public:
  void add(uint64_t value) {
    for (int i = 0; i < 8; ++i, value >>= 8) hash_ = (hash_ ^ (value & 255)) * 0x100000001b3ull;
  }
  uint64_t value() const { return hash_; }

 private:
  uint64_t hash_ = 0xcbf29ce484222325ull;
};

// Random moves that fill no eyes; what is left are blocks of both sides with few liberties.
Board scattered(uint64_t seed) {
  Random random(seed);
  Board board(9, 9);
  Trail trail;
  Color turn = kBlack;
  for (int i = 0; i < 46; ++i, turn = opponent(turn)) {
    const Point p = board.at(int(random.below(9)), int(random.below(9)));
    if (board.is_legal(p, turn) && !board.is_eye_like(p, turn)) board.play(p, turn, trail);
  }
  return board;
}

std::vector<Point> heads(const Board& board) {
  std::vector<Point> found;
  for (int y = 0; y < 9; ++y)
    for (int x = 0; x < 9; ++x) {
      const Point p = board.at(x, y);
      if (board.is_stone(p) && board.liberty_count(p, 4) <= 3) found.push_back(p);
    }
  return found;
}

}  // namespace

TEST(signature_of_the_proof_search) {
  MakerOptions options;
  options.nodes = 2000;
  Digest digest;
  for (const MadeProblem& made : make_problems(11, 0, 40, options)) {
    digest.add(made.effort);
    for (const int answer : made.answers) digest.add(uint64_t(answer));
  }
  CHECK_EQ(digest.value(), 11843293009396134266ull);
}

TEST(signature_of_tactics) {
  Digest digest;
  Tactics tactics(12);
  Skirmish skirmish(12);
  tactics.set_limits({.nodes = 1000});
  skirmish.set_limits({.nodes = 500});
  for (uint64_t seed = 1; seed <= 4; ++seed) {
    Board board = scattered(seed);
    for (const Point p : heads(board)) {
      const TacticalGoal goal = TacticalGoal::capture(board, p);
      const TacticalResult threats = tactics.prove(board, goal);
      const TacticalResult numbers = skirmish.spoil(board, goal);
      for (const uint64_t value : {uint64_t(threats.code), threats.nodes, uint64_t(numbers.code),
                                   numbers.nodes, uint64_t(threats.moves.size())})
        digest.add(value);
    }
  }
  CHECK_EQ(digest.value(), 12359218866237580036ull);
}

TEST(signature_of_trials) {
  Digest digest;
  const Shapes shapes({"X..X.....", "XO.?.?..."});
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    const Board board = scattered(seed);
    TrialQuery query;
    query.target = {heads(board).at(0)};
    for (int y = 0; y < 9; ++y)
      for (int x = 0; x < 9; ++x) query.area.push_back(board.at(x, y));
    const TrialAnswer answer = run_trials(board, query, shapes, {.games = 150}, seed);
    digest.add(answer.games);
    digest.add(uint64_t(answer.settled + 1));
    for (const TrialMove& move : answer.moves) {
      digest.add(uint64_t(move.move));
      digest.add(move.games);
    }
  }
  CHECK_EQ(digest.value(), 16350786220494003087ull);
}
