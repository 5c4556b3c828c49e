#include "goals/eye_room.h"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <utility>

namespace gokan::goals {

namespace {

constexpr uint16_t bit(int point) { return uint16_t(1u << point); }

}  // namespace

RoomTable::RoomTable(EyeRoom room, bool falls)
    : room_(std::move(room)), falls_(falls), size_(int(room_.near.size())) {
  if (size_ < 1 || size_ > kMostRoom) throw std::invalid_argument("a room has 1 to 10 points");
  if (room_.walls.empty() || room_.walls.size() > kMostWalls) {
    throw std::invalid_argument("a room has 1 to 12 walls");
  }
  if (room_.dame_walls.size() > kMostDameGroups ||
      room_.dame_walls.size() != room_.dame_counts.size()) {
    throw std::invalid_argument("a room has at most 4 groups of liberties outside");
  }
  for (const uint16_t count : room_.dame_counts) {
    if (count > kMostDame) throw std::invalid_argument("a group has at most 7 liberties");
  }
}

uint64_t RoomTable::key(const State& s) {
  return uint64_t(s.owner) | uint64_t(s.attacker) << 10 | uint64_t(s.ko + 1) << 20 |
         uint64_t(s.attacker_moves) << 24 | uint64_t(s.lost) << 32 | uint64_t(s.dame) << 48;
}

uint16_t RoomTable::grow(uint16_t start, uint16_t within) const {
  uint16_t found = start, edge = start;
  while (edge != 0) {
    const int point = std::countr_zero(edge);
    edge &= uint16_t(edge - 1);
    const auto more = uint16_t(room_.near[size_t(point)] & within & ~found);
    found |= more;
    edge |= more;
  }
  return found;
}

uint32_t RoomTable::breathless(const State& s) const {
  const size_t count = room_.walls.size();
  const auto empty = uint16_t(~(s.owner | s.attacker) & ((1u << size_) - 1));
  // The walls with the stones in the room that are one block with them.
  std::array<uint16_t, kMostWalls> stones{};
  for (size_t i = 0; i < count; ++i) {
    if (!(s.lost >> i & 1)) stones[i] = grow(uint16_t(room_.walls[i] & s.owner), s.owner);
  }
  uint32_t found = 0;
  for (size_t i = 0; i < count; ++i) {
    if (s.lost >> i & 1) continue;
    uint32_t members = 1u << i;
    uint16_t inside = stones[i];
    for (bool more = true; more;) {
      more = false;
      for (size_t j = 0; j < count; ++j) {
        if (members >> j & 1 || s.lost >> j & 1 || (room_.walls[j] & inside) == 0) continue;
        members |= 1u << j;
        inside |= stones[j];
        more = true;
      }
    }
    uint16_t touched = 0;
    for (size_t j = 0; j < count; ++j) {
      if (members >> j & 1) touched |= room_.walls[j];
    }
    for (uint16_t left = inside; left != 0; left &= uint16_t(left - 1)) {
      touched |= room_.near[size_t(std::countr_zero(left))];
    }
    bool out = falls_ && (inside & room_.exits) != 0;
    for (size_t g = 0; g < room_.dame_walls.size(); ++g) {
      out = out || ((s.dame >> (3 * g) & 7) != 0 && (room_.dame_walls[g] & members) != 0);
    }
    if ((touched & empty) == 0 && !out) found |= 1u << i;
  }
  return found;
}

bool RoomTable::held(uint16_t block, uint16_t lost) const {
  if (falls_ && (block & room_.exits) != 0) return true;
  for (size_t i = 0; i < room_.walls.size(); ++i) {
    if (!(lost >> i & 1) && (room_.walls[i] & block) != 0) return true;
  }
  return false;
}

uint16_t RoomTable::open(uint16_t lost) const {
  uint16_t found = room_.open;
  for (size_t i = 0; i < room_.walls.size(); ++i) {
    if (lost >> i & 1) found |= room_.walls[i];
  }
  return found;
}

bool RoomTable::away(const State& s) const {
  if ((s.owner & room_.exits) == 0) return false;
  for (size_t i = 0; i < room_.walls.size(); ++i) {
    if (!(room_.targets >> i & 1) || s.lost >> i & 1) continue;
    if ((grow(uint16_t(room_.walls[i] & s.owner), s.owner) & room_.exits) != 0) return true;
  }
  return false;
}

bool RoomTable::lose(const State& s, State& after, int& over) const {
  const uint32_t dead = breathless(after);
  if (dead == 0) return true;
  const uint32_t lost = s.lost | dead;
  if ((lost & room_.targets) == room_.targets) {
    over = 1;
  } else if (falls_ && (dead & room_.small) != 0) {
    over = -1;
  } else {
    for (size_t i = 0; i < room_.walls.size(); ++i) {
      if ((dead >> i & 1) == 0) continue;
      after.owner &= uint16_t(~grow(uint16_t(room_.walls[i] & after.owner), after.owner));
    }
    after.lost = uint16_t(lost);
  }
  return true;
}

bool RoomTable::play(const State& s, int point, State& after, int& over) const {
  over = 0;
  after = s;
  after.attacker_moves = !s.attacker_moves;
  after.ko = -1;
  if (point < 0) return true;
  if (point >= size_) {  // the attacker fills a liberty outside
    const int shift = 3 * (point - size_);
    if (!s.attacker_moves || (s.dame >> shift & 7) == 0) return false;
    after.dame = uint16_t(s.dame - (1u << shift));
    return lose(s, after, over);
  }
  const uint16_t here = bit(point);
  if (((s.owner | s.attacker) & here) != 0) return false;
  const bool free = s.attacker_moves != falls_;  // this side may retake a ko at once
  if (s.ko == point && !free) return false;
  uint16_t& own = s.attacker_moves ? after.attacker : after.owner;
  uint16_t& other = s.attacker_moves ? after.owner : after.attacker;
  own |= here;
  const auto all = uint16_t((1u << size_) - 1);
  const auto around = [&](uint16_t block) {
    uint16_t touched = 0;
    for (; block != 0; block &= uint16_t(block - 1)) {
      touched |= room_.near[size_t(std::countr_zero(block))];
    }
    return touched;
  };
  const auto safe = [&](uint16_t block, bool attackers) {
    return attackers ? (block & open(s.lost)) != 0 : held(block, s.lost);
  };
  // What the move takes inside the room.
  uint16_t taken = 0;
  const auto filled = uint16_t(own | other);
  for (uint16_t left = other; left != 0;) {
    const uint16_t block = grow(uint16_t(left & -left), other);
    left &= uint16_t(~block);
    if ((around(block) & all & ~filled) == 0 && !safe(block, !s.attacker_moves)) taken |= block;
  }
  other &= uint16_t(~taken);
  if (!s.attacker_moves && breathless(after) != 0) return false;  // suicide of a wall
  if (s.attacker_moves) {
    lose(s, after, over);
    if (over != 0 || after.lost != s.lost) return true;
  }
  const uint16_t block = grow(here, own);
  const auto liberties = uint16_t(around(block) & all & ~(own | other));
  if (liberties == 0 && !safe(block, s.attacker_moves)) return false;  // suicide
  if (!s.attacker_moves && falls_ && away(after)) {
    over = -1;
    return true;
  }
  if (std::popcount(taken) == 1 && block == here && std::popcount(liberties) == 1 &&
      !safe(block, s.attacker_moves)) {
    after.ko = int8_t(std::countr_zero(taken));
  }
  return true;
}

void RoomTable::explore(const State& start) {
  if (number_.contains(key(start))) return;
  const auto first = uint32_t(states_.size());
  std::vector<uint32_t> lost;
  const auto meet = [&](const State& s) {
    const auto [at, fresh] = number_.try_emplace(key(s), uint32_t(states_.size()));
    if (fresh) {
      states_.push_back(s);
      known_.emplace_back();
    }
    return at->second;
  };
  meet(start);
  for (uint32_t i = first; i < states_.size(); ++i) {
    const State here = states_[i];
    int count = 0;
    bool won = false, saved = false;
    for (int point = -1; point < size_ + int(room_.dame_walls.size()); ++point) {
      State after{};
      int over = 0;
      if (!play(here, point, after, over)) continue;
      ++count;
      if (over > 0) won = true;
      if (over < 0) saved = true;
      if (over != 0) continue;
      const uint32_t next = meet(after);
      if (next < first) {  // settled before
        if (known_[next].taken) {
          if (here.attacker_moves) won = true;
          --count;
        }
        continue;
      }
      known_[next].before.push_back(i);
    }
    known_[i].left = here.attacker_moves ? 1 : count + (saved ? size_ : 0);
    if (here.attacker_moves ? won : count == 0) lost.push_back(i);
  }
  for (const uint32_t i : lost) known_[i].taken = true;
  while (!lost.empty()) {
    const uint32_t i = lost.back();
    lost.pop_back();
    for (const uint32_t b : known_[i].before) {
      Known& one = known_[b];
      if (!one.taken && --one.left <= 0) {
        one.taken = true;
        lost.push_back(b);
      }
    }
  }
  for (uint32_t i = first; i < states_.size(); ++i) {
    known_[i].before.clear();
    known_[i].before.shrink_to_fit();
  }
}

bool RoomTable::taken(const State& s, int point) const {
  State after{};
  int over = 0;
  if (!play(s, point, after, over)) return !s.attacker_moves;
  if (over != 0) return over > 0;
  return known_[number_.at(key(after))].taken;
}

RoomWorth RoomTable::worth(uint16_t owner, uint16_t attacker) {
  RoomWorth said;
  uint16_t dame = 0;
  for (size_t g = 0; g < room_.dame_counts.size(); ++g) {
    dame |= uint16_t(room_.dame_counts[g] << (3 * g));
  }
  const State first{owner, attacker, 0, dame, -1, true};
  const State second{owner, attacker, 0, dame, -1, false};
  explore(first);
  explore(second);
  said.attacker_first = known_[number_.at(key(first))].taken;
  said.owner_first = known_[number_.at(key(second))].taken;
  for (int point = 0; point < size_; ++point) {
    if (((attacker | owner) & bit(point)) != 0) continue;
    if (taken(first, point)) said.attacker_moves |= bit(point);
    if (!taken(second, point)) said.owner_moves |= bit(point);
  }
  said.attacker_pass = taken(first, -1);
  said.owner_pass = !taken(second, -1);
  return said;
}

RoomWorth RoomTables::worth(const EyeRoom& room, uint16_t owner, uint16_t attacker, bool falls) {
  std::string key;
  const auto add = [&key](uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) key.push_back(char(value >> (8 * i) & 255));
  };
  add(uint32_t(room.near.size()), 1);
  for (const uint16_t x : room.near) add(x, 2);
  add(room.targets, 2);
  add(falls ? room.small : 0u, 2);
  add(room.open, 2);
  add(falls ? room.exits : 0u, 2);
  add(falls, 1);
  for (const uint16_t x : room.walls) add(x, 2);
  for (const uint16_t x : room.dame_walls) add(x, 2);
  for (const uint16_t x : room.dame_counts) add(x, 2);
  auto at = tables_.find(key);
  if (at == tables_.end()) {
    if (tables_.size() >= most_) tables_.clear();
    at = tables_.emplace(key, std::make_unique<RoomTable>(room, falls)).first;
  }
  return at->second->worth(owner, attacker);
}

}  // namespace gokan::goals
