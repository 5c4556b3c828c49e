#include "eye_truth.h"

namespace gokan::test {

EyeTruth::EyeTruth(const EyeSpace& space) : space_(space) {
  for (int i = 0; i < space.points(); ++i) {
    power_.push_back(codes_);
    codes_ *= 3;
  }
  steps_.resize(size_t(codes_) * 2 * size_t(space.points()));
  for (int code = 0; code < codes_; ++code)
    for (int turn = 0; turn < 2; ++turn)
      for (int p = 0; p < space.points(); ++p)
        steps_[(size_t(code) * 2 + size_t(turn)) * size_t(space.points()) + size_t(p)] =
            step(code, turn, p);
}

int EyeTruth::color(int code, int point) const { return code / power_[size_t(point)] % 3; }

int EyeTruth::with(int code, int point, int color) const {
  return code + (color - this->color(code, point)) * power_[size_t(point)];
}

// The block of a stone, or of the target when start is -1.
void EyeTruth::flood(const std::vector<int>& colors, int start, std::vector<int>& block,
                     bool& target, bool& breathes) const {
  const int mine = start < 0 ? 2 : colors[size_t(start)];
  std::vector<bool> seen(colors.size());
  block.clear();
  target = breathes = false;
  const auto add = [&](int p) {
    if (!seen[size_t(p)] && colors[size_t(p)] == mine) seen[size_t(p)] = true, block.push_back(p);
    if (colors[size_t(p)] == 0) breathes = true;
  };
  const auto join_target = [&] {
    if (target) return;
    target = true;
    for (int p = 0; p < int(colors.size()); ++p)
      if (space_.touches[size_t(p)]) add(p);
  };
  if (start < 0)
    join_target();
  else
    add(start);
  for (size_t i = 0; i < block.size(); ++i) {
    const int p = block[i];
    if (mine == 1 && space_.outside[size_t(p)]) breathes = true;
    if (mine == 2 && space_.touches[size_t(p)]) join_target();
    for (const int q : space_.near[size_t(p)]) add(q);
  }
}

bool EyeTruth::sound(int code) const {
  std::vector<int> colors, block;
  for (int p = 0; p < space_.points(); ++p) colors.push_back(color(code, p));
  bool target, breathes;
  flood(colors, -1, block, target, breathes);
  if (!breathes) return false;
  for (int p = 0; p < space_.points(); ++p) {
    if (colors[size_t(p)] == 0) continue;
    flood(colors, p, block, target, breathes);
    if (!breathes) return false;
  }
  return true;
}

EyeTruth::Step EyeTruth::step(int code, int turn, int point) const {
  if (color(code, point) != 0) return {};
  const int mine = turn + 1, theirs = 2 - turn;
  std::vector<int> colors, block;
  for (int p = 0; p < space_.points(); ++p) colors.push_back(color(code, p));
  colors[size_t(point)] = mine;
  bool target, breathes;
  std::vector<int> taken;
  if (mine == 1) {
    flood(colors, -1, block, target, breathes);
    if (!breathes) return {kTaken, 0, false};
  }
  for (const int q : space_.near[size_t(point)]) {
    if (colors[size_t(q)] != theirs) continue;
    flood(colors, q, block, target, breathes);
    if (breathes) continue;
    for (const int p : block) {
      colors[size_t(p)] = 0;
      taken.push_back(p);
    }
  }
  flood(colors, point, block, target, breathes);
  if (!breathes) return {};
  Step s;
  s.code = with(code, point, mine);
  for (const int p : taken) s.code = with(s.code, p, 0);
  // A ko: one stone took one stone and could be taken back at once.
  const bool alone =
      block.size() == 1 && !(mine == 2 && target) && !(mine == 1 && space_.outside[size_t(point)]);
  int free = 0;
  for (const int q : space_.near[size_t(point)]) free += colors[size_t(q)] == 0;
  if (taken.size() == 1 && alone && free == 1) s.ko = int8_t(taken[0] + 1);
  return s;
}

bool EyeTruth::kill_here(int world, int code, int turn, int ko) const {
  const int defender = world % (defender_ + 1), attacker = world / (defender_ + 1);
  const int threats = turn == 0 ? attacker : defender;
  const bool wanted = turn == 0;
  if (at(kill_, world, code, 1 - turn, 0) == wanted) return wanted;  // the pass
  for (int p = 0; p < space_.points(); ++p) {
    const Step& s = steps_[(size_t(code) * 2 + size_t(turn)) * size_t(space_.points()) + size_t(p)];
    if (!legal(s, p, ko, threats)) continue;
    if (s.code == kTaken) return true;
    int next = world;
    if (p + 1 == ko) next -= turn == 0 ? defender_ + 1 : 1;
    if (at(kill_, next, s.code, 1 - turn, s.ko) == wanted) return wanted;
  }
  return !wanted;
}

void EyeTruth::solve(int attacker_threats, int defender_threats) {
  attacker_ = attacker_threats;
  defender_ = defender_threats;
  const int worlds = (attacker_ + 1) * (defender_ + 1);
  top_ = worlds - 1;
  kill_.assign(slot(worlds, 0, 0, 0), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (int w = 0; w < worlds; ++w)
      for (int code = 0; code < codes_; ++code)
        for (int turn = 0; turn < 2; ++turn)
          for (int ko = 0; ko <= space_.points(); ++ko)
            if (!at(kill_, w, code, turn, ko) && kill_here(w, code, turn, ko))
              changed = kill_[slot(w, code, turn, ko)] = true;
  }
}

// Boards on which the attacker cannot take the target though the defender always passes.
void EyeTruth::solve_safe() {
  safe_.assign(size_t(codes_), true);
  for (bool changed = true; changed;) {
    changed = false;
    for (int code = 0; code < codes_; ++code) {
      if (!safe_[size_t(code)]) continue;
      for (int p = 0; p < space_.points(); ++p) {
        const Step& s = steps_[size_t(code) * 2 * size_t(space_.points()) + size_t(p)];
        if (s.code == kTaken || (s.code >= 0 && !safe_[size_t(s.code)])) {
          safe_[size_t(code)] = false;
          changed = true;
          break;
        }
      }
    }
  }
}

bool EyeTruth::life_here(bool end, int code, int turn, int ko) const {
  if (safe_[size_t(code)]) return true;
  const bool wanted = turn == 1;
  const bool plain = ko == 0 && turn == 0 && end;  // the attacker's pass ends the game
  if (!plain && at(life_[end], 0, code, 1 - turn, 0) == wanted) return wanted;
  for (int p = 0; p < space_.points(); ++p) {
    const Step& s = steps_[(size_t(code) * 2 + size_t(turn)) * size_t(space_.points()) + size_t(p)];
    if (!legal(s, p, ko, 0)) continue;
    if (s.code == kTaken) return false;
    if (at(life_[end], 0, s.code, 1 - turn, s.ko) == wanted) return wanted;
  }
  return !wanted;
}

void EyeTruth::solve_life() {
  solve_safe();
  for (int end = 0; end < 2; ++end) {
    life_[end].assign(slot(1, 0, 0, 0), false);
    for (bool changed = true; changed;) {
      changed = false;
      for (int code = 0; code < codes_; ++code)
        for (int turn = 0; turn < 2; ++turn)
          for (int ko = 0; ko <= space_.points(); ++ko)
            if (!at(life_[end], 0, code, turn, ko) && life_here(end, code, turn, ko))
              changed = life_[end][slot(0, code, turn, ko)] = true;
    }
  }
}

}  // namespace gokan::test
