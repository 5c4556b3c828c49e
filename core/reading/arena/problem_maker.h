// Life-and-death problems made by the thousand: random enclosed corners and sides, solved.
//
// Candidate number i of a seed is always the same, whoever makes it: batches can be spread over
// cores and taken up again. A candidate is kept if it is a problem: the side to move reaches its
// goal (or a ko) by few first moves, and would not if it passed; everything about it is proved.
#pragma once

#include <cstdint>
#include <vector>

namespace gokan {

struct MakerOptions {
  int board = 19;
  int most_points = 24;       // of the region
  int most_answers = 3;       // first moves that work
  uint64_t nodes = 50000;     // for each question; a candidate that needs more is dropped
  uint64_t least_effort = 1;  // nodes that the main question must have cost
};

struct MadeProblem {
  uint64_t number = 0;         // of the candidate
  uint64_t key = 0;            // the same for mirror images
  std::vector<uint8_t> board;  // 0 empty, 1 attacker, 2 defender, row by row
  std::vector<int> targets;    // one stone of each defender block
  bool attack = false;         // the attacker moves
  bool ko = false;             // the mover gets a ko; else he wins
  bool first = false;          // of a ko: the mover wins it when nobody has a threat
  int threats = 0;             // of a ko: as in gokan.reading.life.ko
  std::vector<int> answers;    // points of the board
  uint64_t effort = 0;         // nodes until the verdict was proved
};

// The problems among candidates first .. first + count - 1.
std::vector<MadeProblem> make_problems(uint64_t seed, uint64_t first, uint64_t count,
                                       const MakerOptions& options);

}  // namespace gokan
