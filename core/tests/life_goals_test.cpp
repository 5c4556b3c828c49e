// Goals of tactics in LifeSolver: joined, reached, taken; with moves near what is at stake or not.
#include "reading/arena/life_proof.h"
#include "test.h"

using namespace gokan;

namespace {

// '.' free, 'a' attacker, 'D' target, 'd' another stone of the defender.
ArenaSpec draw(const std::vector<std::string>& rows) {
  ArenaSpec spec;
  spec.height = int(rows.size());
  spec.width = int(rows[0].size());
  for (const auto& row : rows) {
    for (const char mark : row) {
      uint8_t cell = ArenaSpec::kFree;
      if (mark == 'a') cell = ArenaSpec::kAttackerStone;
      if (mark == 'd') cell = ArenaSpec::kDefenderStone;
      if (mark == 'D') cell = ArenaSpec::kDefenderStone | ArenaSpec::kTarget;
      spec.cells.push_back(cell);
    }
  }
  return spec;
}

struct Question {
  LifeGoal goal;
  int turn;  // 0 the attacker moves
  int threats = 0;
  std::vector<int> marks = {};
};

Forced ask(const std::vector<std::string>& rows, const Question& q, LifeFocus focus) {
  LifeSolver solver(draw(rows), size_t(1) << 20, q.marks);
  solver.set_focus(focus);
  ProofQuery query;
  query.turn = q.turn;
  query.attacker_threats = q.threats;
  const Forced found = solver.solve(query, q.goal, {}).verdict;
  const ProofGraph proof = solver.proof(query, q.goal, {}, 100000);
  CHECK(proof.complete);
  CHECK(proof.verdict == (found == Forced::kForced ? Verdict::kStands : Verdict::kKilled));
  return found;
}

}  // namespace

TEST(life_goals_of_tactics) {
  const std::vector<std::string> bamboo = {".....", ".D.D.", ".D.D.", "....."};
  const std::vector<std::string> jump = {"..a..", ".D.D.", "..a..", "....."};
  // A ko: the defender takes the marked stone, and the attacker may have a threat to retake it.
  const std::vector<std::string> ko = {".Da.", "Da.a", ".Da.", "...."};
  for (const LifeFocus focus : {LifeFocus::kAll, LifeFocus::kDefenderNear, LifeFocus::kNear}) {
    for (const int turn : {0, 1}) {
      CHECK(ask(bamboo, {LifeGoal::kJoined, turn}, focus) == Forced::kForced);
      CHECK(ask(bamboo, {LifeGoal::kReached, turn, 0, {7}}, focus) == Forced::kForced);
    }
    CHECK(ask(jump, {LifeGoal::kJoined, 1}, focus) == Forced::kForced);
    CHECK(ask(jump, {LifeGoal::kJoined, 0}, focus) == Forced::kRefused);
    CHECK(ask(ko, {LifeGoal::kTaken, 1, 0, {5}}, focus) == Forced::kForced);
    CHECK(ask(ko, {LifeGoal::kTaken, 1, 1, {5}}, focus) == Forced::kRefused);
  }
}

TEST(life_marks_lie_in_the_region) {
  bool refused = false;
  try {
    LifeSolver solver(draw({".D."}), 1 << 16, {3});
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
}
