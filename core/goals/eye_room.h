// What the room around some stones is worth to them, played out once and for all.
//
// A room is a handful of points with the owner's blocks around it (the *walls*). Outside it every
// attacker's stone is safe and the owner has nothing: no liberty, no eye. So nothing about the
// position enters but the room itself, and one table of a room serves wherever the room occurs.
// The attacker wins by taking every wall that is a target. Two readings of one room:
//   stands  the attacker has all the ko threats;
//   falls   the owner has them; a stone of his on an *exit*, connected to a target, gets away; and
//           so does everything where a small wall is taken, since it may be worth taking back.
// Where another wall is taken the attacker stands from then on.
// A position that comes back forever is no capture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace gokan::goals {

constexpr int kMostRoom = 10;
constexpr int kMostWalls = 12;
constexpr int kMostDame = 7;  // in a group
constexpr int kMostDameGroups = 4;

struct EyeRoom {
  std::vector<uint16_t> near;   // per point, its neighbours in the room
  std::vector<uint16_t> walls;  // per block of the owner's outside the room, the points it touches
  uint32_t targets = 0;         // which walls are targets
  uint32_t small = 0;           // which walls have few stones
  uint16_t open = 0;            // points beside a safe stone of the attacker's
  uint16_t exits = 0;           // points from which the owner gets away
  // Liberties outside that are nothing else, in groups: the walls that have them, and how many.
  std::vector<uint16_t> dame_walls;
  std::vector<uint16_t> dame_counts;
};

// What becomes of the targets, by who moves first, and the first moves that bring it about.
struct RoomWorth {
  bool attacker_first = false, owner_first = false;  // whether the targets are taken
  uint16_t attacker_moves = 0, owner_moves = 0;      // first moves that take them, or save them
  bool attacker_pass = false, owner_pass = false;    // the same for a pass
};

class RoomTable {
 public:
  // `falls`: the second reading. Throws std::invalid_argument for a room of the wrong size.
  RoomTable(EyeRoom room, bool falls);
  // With these stones in the room and the other points empty.
  RoomWorth worth(uint16_t owner, uint16_t attacker);
  [[nodiscard]] size_t states() const { return states_.size(); }

 private:
  struct State {
    uint16_t owner, attacker;
    uint16_t lost;  // walls that were taken
    uint16_t dame;  // liberties left in each group, three bits each
    int8_t ko;      // a point that may not be played at once, or −1
    bool attacker_moves;
  };
  struct Known {
    bool taken = false;
    std::vector<uint32_t> before;
    int left = 0;  // moves of the owner's that are not known to lose
  };
  static uint64_t key(const State& s);
  // The state after a move; false where it is illegal, `over` where it decides: 1 taken, −1 away.
  // Numbers after those of the points fill a liberty outside.
  bool play(const State& s, int point, State& after, int& over) const;
  // Takes off the walls that have no liberty after a move of the attacker's.
  bool lose(const State& s, State& after, int& over) const;
  uint16_t grow(uint16_t start, uint16_t within) const;
  // Which walls have no liberty with these stones.
  uint32_t breathless(const State& s) const;
  // Whether a block of the owner's in the room breathes outside it or belongs to a wall.
  bool held(uint16_t block, uint16_t lost) const;
  bool away(const State& s) const;
  // The points where the attacker stands: beside a safe stone, or a wall that was taken.
  uint16_t open(uint16_t lost) const;
  void explore(const State& start);
  [[nodiscard]] bool taken(const State& s, int point) const;

  EyeRoom room_;
  bool falls_;
  int size_;
  std::unordered_map<uint64_t, uint32_t> number_;
  std::vector<State> states_;
  std::vector<Known> known_;
};

// The tables of all rooms that were met, at most so many; then they are forgotten.
class RoomTables {
 public:
  explicit RoomTables(size_t most = 20000) : most_(most) {}
  RoomTables(const RoomTables&) = delete;
  RoomTables& operator=(const RoomTables&) = delete;
  RoomTables(RoomTables&&) = default;
  RoomTables& operator=(RoomTables&&) = default;
  ~RoomTables() = default;
  RoomWorth worth(const EyeRoom& room, uint16_t owner, uint16_t attacker, bool falls);
  [[nodiscard]] size_t size() const { return tables_.size(); }

 private:
  size_t most_;
  std::unordered_map<std::string, std::unique_ptr<RoomTable>> tables_;
};

}  // namespace gokan::goals
