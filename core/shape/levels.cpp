#include "shape/levels.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace gokan::shape {

namespace {

using Span = std::pair<int, int>;
using Found = World::Found;

constexpr int kAlways = 1 << 28;

bool has(const std::vector<int>& sorted, int value) {
  return std::binary_search(sorted.begin(), sorted.end(), value);
}

std::optional<Span> meet(Span a, Span b) {
  const Span both{std::max(a.first, b.first), std::min(a.second, b.second)};
  if (both.first > both.second) return std::nullopt;
  return both;
}

// A short list that goes back to a store when it is done with: searches need very many.
class Borrowed {
 public:
  Borrowed() {
    std::vector<std::vector<int>>& store = spare();
    if (store.empty()) return;
    list = std::move(store.back());
    store.pop_back();
    list.clear();
  }
  Borrowed(const Borrowed&) = delete;
  ~Borrowed() { spare().push_back(std::move(list)); }

  std::vector<int> list;

 private:
  static std::vector<std::vector<int>>& spare() {
    static thread_local std::vector<std::vector<int>> all;
    return all;
  }
};

struct Hash {
  size_t operator()(const Element& e) const {
    uint64_t h = uint64_t(e.kind) * 0x9e3779b97f4a7c15ull + uint64_t(e.from) * 1000003u + e.to;
    for (const int m : e.members) h = (h ^ uint64_t(m)) * 0x100000001b3ull + (h >> 29);
    return size_t(h);
  }
};

}  // namespace

World::World(std::vector<Element> elements, std::vector<Occurrence> occurrences, int kinds)
    : elements_(std::move(elements)),
      occurrences_(std::move(occurrences)),
      by_kind_(kinds),
      ports_(elements_.size()) {
  for (int i = 0; i < int(elements_.size()); ++i) by_kind_[elements_[i].kind].push_back(i);
  for (int i = 0; i < int(occurrences_.size()); ++i)
    for (const int e : occurrences_[i].holders) ports_[e].push_back({occurrences_[i].joint, i});
  for (auto& ports : ports_)
    std::stable_sort(ports.begin(), ports.end(),
                     [](const Port& a, const Port& b) { return a.joint < b.joint; });
}

int World::add(Element element) {
  const int number = int(elements_.size());
  by_kind_[size_t(element.kind)].push_back(number);
  elements_.push_back(std::move(element));
  ports_.emplace_back();
  return number;
}

void World::drop(int element) {
  Element& e = elements_[size_t(element)];
  std::erase(by_kind_[size_t(e.kind)], element);
  for (const Port& port : ports_[size_t(element)])
    std::erase(occurrences_[size_t(port.occurrence)].holders, element);
  ports_[size_t(element)].clear();
  e.kind = -1;
}

int World::add(Occurrence occurrence) {
  const int number = int(occurrences_.size());
  for (const int e : occurrence.holders) insert(e, {occurrence.joint, number});
  occurrences_.push_back(std::move(occurrence));
  return number;
}

void World::hold(int occurrence, int element) {
  Occurrence& o = occurrences_[size_t(occurrence)];
  const auto at = std::lower_bound(o.holders.begin(), o.holders.end(), element);
  if (at != o.holders.end() && *at == element) return;
  o.holders.insert(at, element);
  insert(element, {o.joint, occurrence});
}

void World::insert(int element, Port port) {
  auto& all = ports_[size_t(element)];
  all.insert(std::upper_bound(all.begin(), all.end(), port,
                              [](const Port& a, const Port& b) { return a.joint < b.joint; }),
             port);
}

std::span<const World::Port> World::ports(int element, int joint) const {
  const auto& all = ports_[element];
  const auto first = std::lower_bound(all.begin(), all.end(), joint,
                                      [](const Port& p, int j) { return p.joint < j; });
  auto last = first;
  while (last != all.end() && last->joint == joint) ++last;
  return {first, last};
}

void World::find(const Constraint& c, bool together, const Visit& visit) const {
  int start = 0;
  for (int u = 1; u < int(c.kinds.size()); ++u)
    if (by_kind_[c.kinds[u]].size() < by_kind_[c.kinds[start]].size()) start = u;
  for (const int e : by_kind_[c.kinds[start]]) find_with(c, start, e, together, visit);
}

void World::find_with(const Constraint& c, int unit, int element, bool together,
                      const Visit& visit) const {
  if (c.kinds[unit] != elements_[element].kind) return;
  // Most are alone: join() would find nothing for the first overlap of this unit.
  for (const Overlap& o : c.overlaps)
    if (o.units.size() > 1 && std::find(o.units.begin(), o.units.end(), unit) != o.units.end()) {
      if (ports(element, o.joint).empty()) return;
      break;
    }
  Borrowed borrowed;
  Found& placed = borrowed.list;
  placed.assign(c.kinds.size(), -1);
  placed[unit] = element;
  join(c, placed, 1, elements_[element].from, elements_[element].to, together && c.orders.empty(),
       visit);
}

void World::join(const Constraint& c, Found& placed, int count, int from, int to, bool together,
                 const Visit& visit) const {
  if (count == int(placed.size())) {
    visit(placed);
    return;
  }
  const auto place = [&](int unit, int e, const Overlap* by) {
    if (std::find(placed.begin(), placed.end(), e) != placed.end()) return;
    const int start = std::max(from, elements_[e].from), end = std::min(to, elements_[e].to);
    if (together && start > end) return;
    placed[unit] = e;
    if (holds(c, placed, unit, by)) join(c, placed, count + 1, start, end, together, visit);
    placed[unit] = -1;
  };
  // A unit that a joint connects with those placed, and what could take its place.
  for (const Overlap& o : c.overlaps) {
    int free = -1, bound = -1;
    for (const int u : o.units) {
      if (placed[u] < 0 && free < 0) free = u;
      if (placed[u] >= 0 && bound < 0) bound = u;
    }
    if (free < 0 || bound < 0) continue;
    const Overlap* by = o.units.size() == 2 ? &o : nullptr;  // holds for every candidate
    const std::span<const Port> there = ports(placed[bound], o.joint);
    const auto fits = [&](int e) {
      const Element& other = elements_[e];
      return other.kind == c.kinds[free] && (!together || (other.from <= to && other.to >= from));
    };
    if (there.size() == 1) {  // nobody twice
      for (const int e : occurrences_[there[0].occurrence].holders)
        if (fits(e)) place(free, e, by);
      return;
    }
    Borrowed borrowed;
    std::vector<int>& candidates = borrowed.list;
    for (const Port& port : there)
      for (const int e : occurrences_[port.occurrence].holders)
        if (fits(e)) candidates.push_back(e);
    std::sort(candidates.begin(), candidates.end());
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
    for (const int e : candidates) place(free, e, by);
    return;
  }
  const int unit = int(std::find(placed.begin(), placed.end(), -1) - placed.begin());
  for (const int e : by_kind_[c.kinds[unit]]) place(unit, e, nullptr);
}

bool World::holds(const Constraint& c, const Found& placed, int newest, const Overlap* by) const {
  for (const Overlap& o : c.overlaps) {
    if (&o == by || std::find(o.units.begin(), o.units.end(), newest) == o.units.end()) continue;
    if (std::all_of(o.units.begin(), o.units.end(), [&](int u) { return placed[u] >= 0; }) &&
        !overlap(o, placed))
      return false;
  }
  for (const Order& order : c.orders) {
    if (placed[order.first] < 0 || placed[order.second] < 0) continue;
    const Element& a = elements_[placed[order.first]];
    const Element& b = elements_[placed[order.second]];
    if (order.relation == Relation::kBefore) {
      if (a.from >= b.from) return false;
    } else if (order.relation == Relation::kAlong) {
      if (!meet({a.from, a.to}, {b.from, b.to})) return false;
    } else if (a.to + 1 != b.from || !share(placed[order.first], placed[order.second])) {
      return false;
    }
  }
  return true;
}

bool World::share(int first, int second) const {
  const Element& a = elements_[first];
  const Element& b = elements_[second];
  if (std::any_of(a.members.begin(), a.members.end(), [&](int m) { return has(b.members, m); }))
    return true;
  // Worlds read from an index have no members, but the joints still tell.
  return a.members.empty() && std::any_of(ports_[first].begin(), ports_[first].end(), [&](Port p) {
           return has(occurrences_[p.occurrence].holders, second);
         });
}

bool World::overlap(const Overlap& o, const Found& placed) const {
  for (const Port& port : ports(placed[o.units[0]], o.joint)) {
    const auto& holders = occurrences_[port.occurrence].holders;
    if (std::all_of(o.units.begin() + 1, o.units.end(),
                    [&](int u) { return has(holders, placed[u]); }))
      return true;
  }
  return false;
}

namespace {

constexpr int kNever = -1;

// What has formed so far; see gokan/shape/ets/levels.py for stages.
struct State {
  std::vector<int> members;  // ascending
  Span stage;                // when the latest stage is whole
  int since;                 // when what came before it began, or kNever

  Span span() const { return {since == kNever ? stage.first : since, stage.second}; }
  bool operator==(const State&) const = default;
  bool operator<(const State& other) const {
    return std::tie(stage, since, members) < std::tie(other.stage, other.since, other.members);
  }
};

std::vector<int> with(const std::vector<int>& members, const Found& found) {
  std::vector<int> all(members);
  all.insert(all.end(), found.begin(), found.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// Runs the generating system of one class.
class Runner {
 public:
  Runner(const Level& level, const World& below, const ClassDef& definition,
         const std::unordered_map<int, int>* since = nullptr)
      : level_(level), below_(below), def_(definition), since_(since) {
    // Where every application is symmetric, what grows from a seed is its connected component.
    component_ = def_.steps.size() > 1 && def_.steps[1].kind == StepKind::kRepeat;
    if (component_) {
      for (const int c : def_.steps[1].constraints)
        component_ = component_ && level_.constraints[c].context.empty() &&
                     level_.constraints[c].orders.empty();
      for (const int c : def_.steps[0].constraints) {
        const auto& repeat = def_.steps[1].constraints;
        const bool known = std::find(repeat.begin(), repeat.end(), c) != repeat.end();
        component_ = component_ && (known || level_.constraints[c].kinds.size() == 1);
      }
    }
  }

  template <class Emit>
  void run(const Emit& emit) {
    for (const int number : def_.steps[0].constraints) {
      const Constraint& c = level_.constraints[number];
      below_.find(c, true, [&](const Found& found) { grow(c, found, emit); });
    }
  }

  // The same from those first steps only that hold one of some elements.
  template <class Emit>
  void run_from(const std::vector<int>& from, const Emit& emit) {
    for (const int number : def_.steps[0].constraints) {
      const Constraint& c = level_.constraints[number];
      std::vector<Found> seeds;
      for (const int e : from)
        for (int u = 0; u < int(c.kinds.size()); ++u)
          below_.find_with(c, u, e, true, [&](const Found& found) { seeds.push_back(found); });
      std::sort(seeds.begin(), seeds.end());
      seeds.erase(std::unique(seeds.begin(), seeds.end()), seeds.end());
      for (const Found& found : seeds) grow(c, found, emit);
    }
  }

 private:
  template <class Emit>
  void grow(const Constraint& c, const Found& found, const Emit& emit) {
    std::vector<State> states{{with({}, found), whole(found), since(c, found)}};
    for (size_t i = 1; i < def_.steps.size() && !states.empty(); ++i)
      states = after(def_.steps[i], states);
    for (State& state : states) {
      const Span span = state.span();
      emit(Element{def_.kind, span.first, span.second, std::move(state.members)});
    }
  }

  const Level& level_;
  const World& below_;
  const ClassDef& def_;
  const std::unordered_map<int, int>* since_;
  bool component_;
  std::unordered_map<int, std::vector<Span>> covered_;  // by unit: when its component is known

  const Element& element(int number) const { return below_.elements()[size_t(number)]; }

  // The rounds from the beginning of the last element on, until one that lives then ends.
  Span whole(const Found& found) const {
    int start = 0, end = kAlways;
    for (const int e : found) start = std::max(start, element(e).from);
    for (const int e : found)
      if (element(e).to >= start) end = std::min(end, element(e).to);
    return {start, end};
  }

  // When what a constraint with joints in time names began; kNever if all is of one time.
  int since(const Constraint& c, const Found& found) const {
    if (c.orders.empty()) return kNever;
    int first = kAlways;
    for (const int e : found) first = std::min(first, element(e).from);
    return first;
  }

  template <class Visit>
  void applications(const Constraint& c, const std::vector<int>& members, const Visit& visit) {
    // What must be there already is a good place to start from, and one is enough.
    const int first = c.context.empty() ? 0 : c.context.front();
    const int last = c.context.empty() ? int(c.kinds.size()) : first + 1;
    for (const int e : members)
      for (int u = first; u < last; ++u)
        below_.find_with(c, u, e, true, [&](const Found& found) {
          bool fresh = false;
          for (const int f : found) fresh = fresh || !has(members, f);
          for (const int k : c.context) fresh = fresh && has(members, found[k]);
          if (fresh) visit(found);
        });
  }

  std::vector<State> after(const Step& step, const std::vector<State>& states) {
    std::vector<State> next;
    switch (step.kind) {
      case StepKind::kOne:
      case StepKind::kThen:
        for (const State& s : states) one(step.constraints, s, step.kind, next);
        break;
      case StepKind::kEach:
        next = states;
        for (const int c : step.constraints) {
          std::vector<State> grown;
          for (const State& s : next) one({c}, s, StepKind::kOne, grown);
          next = std::move(grown);
        }
        break;
      case StepKind::kRepeat:
        for (const State& s : states) close(step.constraints, s, next);
        break;
      case StepKind::kUnless:
        for (const State& s : states) unless(step.constraints, s, next);
        break;
      case StepKind::kAround:
        for (const State& s : states) next.push_back(around(step.constraints, s));
        break;
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    return next;
  }

  void one(const std::vector<int>& constraints, const State& state, StepKind kind,
           std::vector<State>& out) {
    for (const int number : constraints) {
      const Constraint& c = level_.constraints[number];
      applications(c, state.members, [&](const Found& found) {
        const Span own = whole(found);
        if (kind == StepKind::kThen) {
          if (is_later(c, found, state))
            out.push_back({with(state.members, found), own, state.span().first});
        } else if (const auto shared = meet(state.stage, own)) {
          const int begun = since(c, found);
          const int least = begun == kNever         ? state.since
                            : state.since == kNever ? begun
                                                    : std::min(begun, state.since);
          out.push_back({with(state.members, found), *shared, least});
        }
      });
    }
  }

  // Whether what is new begins after a stage, as far as nothing new is said to be after it.
  bool is_later(const Constraint& c, const Found& found, const State& state) const {
    for (int u = 0; u < int(found.size()); ++u) {
      const bool early = std::any_of(c.orders.begin(), c.orders.end(),
                                     [&](const Order& o) { return o.first == u; });
      const int f = found[size_t(u)];
      if (!early && !has(state.members, f) && element(f).from <= state.stage.first) return false;
    }
    return true;
  }

  void close(const std::vector<int>& constraints, const State& state, std::vector<State>& out) {
    const size_t first = out.size();
    int moment = std::max(state.stage.first, known_since(state.members));
    while (moment <= state.stage.second) {
      if (component_) {
        if (const int end = known(state.members[0], moment); end >= moment) {
          moment = end + 1;
          continue;
        }
      }
      int end = state.stage.second;
      std::vector<int> grown = closure(constraints, state.members, moment, end);
      if (out.size() > first && out.back().members == grown &&
          out.back().stage.second + 1 == moment) {
        out.back().stage.second = end;
      } else {
        out.push_back({std::move(grown), {moment, end}, state.since});
      }
      moment = end + 1;
    }
    if (component_)
      for (size_t i = first; i < out.size(); ++i)
        for (const int m : out[i].members) covered_[m].push_back(out[i].stage);
  }

  // Since when what grows from these has to be found.
  int known_since(const std::vector<int>& members) const {
    if (!since_) return 0;
    int least = kAlways;
    for (const int m : members) {
      const auto found = since_->find(m);
      if (found == since_->end()) return 0;
      least = std::min(least, found->second);
    }
    return least;
  }

  int known(int unit, int moment) const {
    const auto found = covered_.find(unit);
    if (found == covered_.end()) return -1;
    for (const Span& span : found->second)
      if (span.first <= moment && moment <= span.second) return span.second;
    return -1;
  }

  std::vector<int> closure(const std::vector<int>& constraints, const std::vector<int>& begun,
                           int moment, int& end) {
    std::unordered_set<int> members(begun.begin(), begun.end());
    std::vector<int> agenda(begun);
    while (!agenda.empty()) {
      const int element = agenda.back();
      agenda.pop_back();
      for (const int number : constraints) {
        const Constraint& c = level_.constraints[number];
        for (int u = 0; u < int(c.kinds.size()); ++u)
          below_.find_with(c, u, element, true, [&](const Found& found) {
            const Span own = whole(found);
            if (own.second < moment) return;
            if (own.first > moment) {
              end = std::min(end, own.first - 1);
              return;
            }
            end = std::min(end, own.second);
            for (const int k : c.context)
              if (!members.contains(found[k])) return;
            for (const int f : found)
              if (members.insert(f).second) agenda.push_back(f);
          });
      }
    }
    std::vector<int> sorted(members.begin(), members.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }

  void unless(const std::vector<int>& constraints, const State& state, std::vector<State>& out) {
    std::vector<Span> pieces{state.stage};
    for (const int number : constraints) {
      const Constraint& c = level_.constraints[number];
      applications(c, state.members, [&](const Found& found) {
        const Span own = whole(found);
        std::vector<Span> left;
        for (const Span& p : pieces) {
          const Span before{p.first, std::min(p.second, own.first - 1)};
          const Span behind{std::max(p.first, own.second + 1), p.second};
          if (before.first <= before.second) left.push_back(before);
          if (behind.first <= behind.second) left.push_back(behind);
        }
        pieces = std::move(left);
      });
    }
    for (const Span& piece : pieces) out.push_back({state.members, piece, state.since});
  }

  State around(const std::vector<int>& constraints, const State& state) {
    Found added;
    for (const int number : constraints) {
      const Constraint& c = level_.constraints[number];
      applications(c, state.members, [&](const Found& found) {
        for (const int f : found) {
          const Element& e = element(f);
          if (!has(state.members, f) && !meet(state.span(), {e.from, e.to})) return;
        }
        added.insert(added.end(), found.begin(), found.end());
      });
    }
    return {with(state.members, added), state.stage, state.since};
  }
};

// Where the joints of a level are found, and which of its elements hold them.
std::vector<Occurrence> occurrences(const Level& level, const World& below,
                                    const std::vector<Element>& elements) {
  std::vector<std::vector<int>> holders_of(below.elements().size());
  for (int i = 0; i < int(elements.size()); ++i)
    for (const int m : elements[i].members) holders_of[m].push_back(i);
  std::vector<Occurrence> out;
  for (int j = 0; j < int(level.joints.size()); ++j) {
    below.find(level.constraints[level.joints[j]], false, [&](const Found& found) {
      int rarest = found[0];
      for (const int f : found)
        if (holders_of[f].size() < holders_of[rarest].size()) rarest = f;
      Occurrence made{j, {}};
      for (const int e : holders_of[rarest])
        if (std::all_of(found.begin(), found.end(),
                        [&](int f) { return has(elements[e].members, f); }))
          made.holders.push_back(e);
      if (!made.holders.empty()) out.push_back(std::move(made));
    });
  }
  return out;
}

}  // namespace

void recognise_class(const Level& level, const World& below, const ClassDef& definition,
                     const std::vector<int>& from, const std::unordered_map<int, int>& since,
                     const std::function<void(Element&&)>& emit) {
  Runner(level, below, definition, &since).run_from(from, emit);
}

World recognise_level(const Level& level, const World& below, int kinds) {
  std::vector<Element> elements;
  std::unordered_set<Element, Hash> seen;
  for (const ClassDef& definition : level.classes)
    Runner(level, below, definition).run([&](Element&& element) {
      if (seen.insert(element).second) elements.push_back(std::move(element));
    });
  auto found = occurrences(level, below, elements);
  return World(std::move(elements), std::move(found), kinds);
}

}  // namespace gokan::shape
