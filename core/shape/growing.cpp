#include "shape/growing.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace gokan::shape {

namespace {

std::array<int, 4> lines_of(int point, int width) {
  const int row = point / width, column = point % width;
  return {2 * (row * (width + 1) + column), 2 * (row * width + column) + 1,
          2 * ((row + 1) * width + column) + 1, 2 * (row * (width + 1) + column + 1)};
}

void make_set(std::vector<int>& all) {
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

}  // namespace

Growing::Growing(const Names& names, const std::vector<Level>& levels, int kinds, int width,
                 int height)
    : names_(names), levels_(levels), kinds_(kinds), width_(width), height_(height) {
  ground_ = World({}, {}, kinds);
  at_point_.assign(size_t(width * height), -1);
  at_line_.assign(size_t(2 * std::max((width + 1) * height, width * (height + 1)) + 2), -1);
  for (size_t i = 0; i < levels_.size(); ++i) {
    Layer layer{&levels_[i], World({}, {}, kinds),    {}, {}, {}, {}, {},
                {},          i + 1 == levels_.size(), {}, {}};
    for (const ClassDef& definition : levels_[i].classes) {
      std::vector<std::vector<Use>> uses(static_cast<size_t>(kinds));
      for (int s = 1; s < int(definition.steps.size()); ++s)
        for (const int c : definition.steps[size_t(s)].constraints) {
          const auto& units = levels_[i].constraints[size_t(c)].kinds;
          for (int u = 0; u < int(units.size()); ++u)
            uses[size_t(units[size_t(u)])].push_back({s, c, u});
        }
      layer.uses.push_back(std::move(uses));
      std::vector<char> used(static_cast<size_t>(kinds));
      for (const Step& step : definition.steps)
        for (const int c : step.constraints)
          for (const int kind : levels_[i].constraints[size_t(c)].kinds) used[size_t(kind)] = 1;
      layer.used.push_back(std::move(used));
      bool shrinks = true;
      for (const Step& step : definition.steps) {
        shrinks = shrinks && step.kind != StepKind::kThen;
        for (const int c : step.constraints)
          shrinks = shrinks && levels_[i].constraints[size_t(c)].orders.empty();
      }
      layer.shrinks.push_back(shrinks);
    }
    above_.push_back(std::move(layer));
  }
}

void Growing::add(const std::string& board) {
  Changed changed = change_ground(board);
  board_ = board;
  ++rounds_;
  for (size_t i = 0; i < above_.size(); ++i)
    changed = change(above_[i], world(int(i)), changed, false);
}

void Growing::settle() {
  for (size_t i = 0; i < above_.size(); ++i) {
    Layer& layer = above_[i];
    const World& below = world(int(i));
    Changed changed{{}, std::move(layer.late), std::move(layer.gone)};
    layer.late.clear(), layer.gone.clear();
    std::erase_if(changed.late, [&](int e) { return below.elements()[size_t(e)].kind < 0; });
    make_set(changed.late), make_set(changed.gone);
    if (changed.late.empty() && changed.gone.empty()) continue;
    changed.fresh = changed.late;
    const Changed made = change(layer, below, changed, true);
    if (i + 1 == above_.size()) break;
    Layer& next = above_[i + 1];
    next.late.insert(next.late.end(), made.fresh.begin(), made.fresh.end());
    next.gone.insert(next.gone.end(), made.gone.begin(), made.gone.end());
  }
}

int Growing::place(int kind, int round, int where, Place place) {
  where_.push_back(where);
  place_.push_back(place);
  seen_since_.push_back(-1);
  return ground_.add(Element{kind, round, kOpen, {}});
}

void Growing::line(int round, int line, int kind, Changed& out) {
  int& now = at_line_[size_t(line)];
  if (now >= 0) {
    ground_.end(now, round - 1);
    out.fresh.push_back(now);
  }
  now = place(kind, round, line, Place::kLine);
  out.fresh.push_back(now);
}

// A stone or empty point and the line at one of its sides, at one time.
void Growing::meet(int point, int side, int stone, int line) {
  const int joint = names_.side[size_t(board_[size_t(point)])][size_t(side)];
  if (joint < 0) return;
  Occurrence made{joint, {std::min(stone, line), std::max(stone, line)}};
  sides_[int64_t(stone) << 32 | line] = ground_.add(std::move(made));
}

Growing::Changed Growing::change_ground(const std::string& board) {
  Changed out;
  const int round = rounds_;
  std::vector<int> changed;
  for (int p = 0; p < width_ * height_; ++p)
    if (round == 0 || board[size_t(p)] != board_[size_t(p)]) changed.push_back(p);
  std::vector<char> touched(size_t(width_ * height_));
  for (const int p : changed) {
    touched[size_t(p)] = 1;
    const int old = at_point_[size_t(p)], now = board[size_t(p)];
    const int made = place(names_.stone[size_t(now)], round, p, Place::kPoint);
    at_point_[size_t(p)] = made;
    out.fresh.push_back(made);
    if (old < 0) continue;
    const int before = board_[size_t(p)];
    ground_.end(old, round - 1);
    out.fresh.push_back(old);
    const int kind = names_.change[size_t(before)][size_t(now)];
    if (kind < 0) continue;
    const int change = place(kind, round - 1, p, Place::kChange);
    ground_.end(change, round);
    out.fresh.push_back(change);
    const bool short_lived = ground_.elements()[size_t(old)].from == round - 1;
    if (names_.seen[size_t(before)] >= 0) {
      if (short_lived && seen_since_[size_t(old)] >= 0)
        ground_.hold(seen_since_[size_t(old)], change);
      else
        ground_.add(Occurrence{names_.seen[size_t(before)], {old, change}});
    }
    if (names_.seen[size_t(now)] >= 0)
      seen_since_[size_t(made)] = ground_.add(Occurrence{names_.seen[size_t(now)], {made, change}});
    // The lines that ended with it are seen by the change, too.
    const auto lines = lines_of(p, width_);
    for (const int l : lines)
      if (const auto known = sides_.find(int64_t(old) << 32 | at_line_[size_t(l)]);
          known != sides_.end())
        ground_.hold(known->second, change);
  }
  board_ = board;
  std::vector<std::pair<int, std::array<int, 2>>> again;  // lines, their points
  for (const int p : changed) {
    const int row = p / width_, column = p % width_;
    const auto lines = lines_of(p, width_);
    const std::array<int, 4> beside{column ? p - 1 : -1, row ? p - width_ : -1,
                                    row + 1 < height_ ? p + width_ : -1,
                                    column + 1 < width_ ? p + 1 : -1};
    for (size_t side = 0; side < 4; ++side) {
      const int q = beside[side];
      if (q >= 0 && touched[size_t(q)] && q < p) continue;
      const int a = board[size_t(p)];
      const int kind = q < 0 ? names_.edge[size_t(a)]
                             : names_.pair[size_t(board[size_t(std::min(p, q))])]
                                          [size_t(board[size_t(std::max(p, q))])];
      line(round, lines[side], kind, out);
      const int made = at_line_[size_t(lines[side])];
      meet(p, int(side), at_point_[size_t(p)], made);
      if (q >= 0) meet(q, 3 - int(side), at_point_[size_t(q)], made);
    }
  }
  return out;
}

// Backwards through the steps of a class: what could have been there for a step that holds one of
// these elements.
std::vector<int> Growing::reached(const Layer& layer, size_t number, const World& below,
                                  const std::vector<int>& from, int since) const {
  const ClassDef& definition = layer.level->classes[number];
  const auto& uses = layer.uses[number];
  std::vector<int> reach = from, more;
  for (int step = int(definition.steps.size()) - 1; step > 0; --step) {
    more.clear();
    for (const int e : reach)
      for (const Use& use : uses[size_t(below.elements()[size_t(e)].kind)])
        if (use.step == step)
          below.find_with(layer.level->constraints[size_t(use.constraint)], use.unit, e, true,
                          [&](const World::Found& found) {
                            for (const int f : found)
                              if (below.elements()[size_t(f)].to >= since) more.push_back(f);
                          });
    reach.insert(reach.end(), more.begin(), more.end());
    make_set(reach);
  }
  return reach;
}

Growing::Changed Growing::change(Layer& layer, const World& below, const Changed& changed,
                                 bool all) {
  layer.living.resize(below.elements().size());
  layer.ended.resize(below.elements().size());
  if (!all) {
    layer.late.insert(layer.late.end(), changed.late.begin(), changed.late.end());
    layer.gone.insert(layer.gone.end(), changed.gone.begin(), changed.gone.end());
  }
  Changed out;
  std::unordered_map<int, int> since;
  std::vector<int> touched;
  for (size_t n = 0; n < layer.level->classes.size(); ++n) {
    const ClassDef& definition = layer.level->classes[n];
    // What ended before this round can give nothing that lives, unless time is added by a step.
    const int since_round = all || !layer.shrinks[n] ? 0 : rounds_ - 2;
    touched.clear();
    for (const int e : changed.fresh)
      if (layer.used[n][size_t(below.elements()[size_t(e)].kind)]) touched.push_back(e);
    if (touched.empty() && changed.gone.empty()) continue;
    std::vector<int> reach = reached(layer, n, below, touched, since_round);
    // What holds any of this may be another now.
    std::vector<int> old;
    const auto collect = [&](const std::vector<int>& holders) {
      for (const int holder : holders)
        if (layer.world.elements()[size_t(holder)].kind == definition.kind) old.push_back(holder);
    };
    for (const std::vector<int>* part : {&std::as_const(reach), &changed.gone})
      for (const int e : *part) {
        collect(layer.living[size_t(e)]);
        if (all) collect(layer.ended[size_t(e)]);
      }
    make_set(old);
    since.clear();
    for (const int e : old) {
      const Element& held = layer.world.elements()[size_t(e)];
      for (const int m : held.members) {
        const Element& member = below.elements()[size_t(m)];
        if (member.kind < 0) continue;
        if (member.to >= since_round) reach.push_back(m);
        const auto [known, fresh] = since.try_emplace(m, held.from);
        if (!fresh) known->second = std::min(known->second, held.from);
      }
    }
    make_set(reach);
    if (reach.empty() && old.empty()) continue;
    std::vector<Element> made;
    recognise_class(*layer.level, below, definition, reach, since,
                    [&](Element&& element) { made.push_back(std::move(element)); });
    const auto order = [](const Element& a, const Element& b) {
      return std::tie(a.from, a.members, a.to) < std::tie(b.from, b.members, b.to);
    };
    std::sort(made.begin(), made.end(), order);
    made.erase(std::unique(made.begin(), made.end()), made.end());
    std::vector<char> kept(old.size());
    for (Element& element : made) {
      int same = -1;
      for (const auto* holders : {&layer.living, &layer.ended}) {
        if (same >= 0 || (holders == &layer.ended && element.to == kOpen)) break;
        for (const int holder : (*holders)[size_t(element.members[0])]) {
          const Element& other = layer.world.elements()[size_t(holder)];
          if (other.kind == element.kind && other.from == element.from &&
              other.members == element.members)
            same = holder;
        }
      }
      if (same >= 0) {
        const auto at = std::lower_bound(old.begin(), old.end(), same);
        if (at != old.end() && *at == same) kept[size_t(at - old.begin())] = 1;
        if (layer.world.elements()[size_t(same)].to != element.to) {
          lists(layer, same, false);
          layer.world.end(same, element.to);
          lists(layer, same, true);
          out.fresh.push_back(same);
        }
        continue;
      }
      const int number = layer.world.add(element);
      lists(layer, number, true);
      out.fresh.push_back(number);
      if (element.from < rounds_ - 2) out.late.push_back(number);
    }
    for (size_t i = 0; i < old.size(); ++i)
      if (!kept[i]) {
        lists(layer, old[i], false);
        layer.world.drop(old[i]);
        out.gone.push_back(old[i]);
      }
  }
  make_set(out.fresh);
  std::erase_if(out.fresh, [&](int e) { return layer.world.elements()[size_t(e)].kind < 0; });
  for (const int e : out.fresh) hold(layer, below, e);
  return out;
}

// Puts an element on the lists of its members, or takes it off.
void Growing::lists(Layer& layer, int element, bool on) {
  const Element& e = layer.world.elements()[size_t(element)];
  auto& holders = e.to == kOpen ? layer.living : layer.ended;
  for (const int m : e.members)
    if (on) {
      holders[size_t(m)].push_back(element);
    } else {
      std::erase(holders[size_t(m)], element);
    }
}

// The joints that an element of a level holds, for the level above.
void Growing::hold(Layer& layer, const World& below, int element) {
  if (layer.is_top) return;
  const std::vector<int>& members = layer.world.elements()[size_t(element)].members;
  for (int j = 0; j < int(layer.level->joints.size()); ++j) {
    const Constraint& c = layer.level->constraints[size_t(layer.level->joints[size_t(j)])];
    for (const int m : members)
      for (int u = 0; u < int(c.kinds.size()); ++u)
        below.find_with(c, u, m, false, [&](const World::Found& found) {
          for (const int f : found)
            if (!std::binary_search(members.begin(), members.end(), f)) return;
          const auto [known, fresh] = layer.occurrence.try_emplace({j, found}, -1);
          if (fresh) known->second = layer.world.add(Occurrence{j, {}});
          layer.world.hold(known->second, element);
        });
  }
}

}  // namespace gokan::shape
