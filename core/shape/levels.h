#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

// Class elements of levels above 0 (Scrimger 2007, Section 3.4.2): elements of one level joined by
// the constraints they overlap on. The same semantics as gokan/shape/ets/levels.py, on numbers.
namespace gokan::shape {

struct Overlap {
  std::vector<int> units;
  int joint;  // which constraint of the level below
};

enum class Relation { kInto, kBefore, kAlong };

struct Order {
  Relation relation;
  int first, second;  // units
};

struct Constraint {
  std::vector<int> kinds;    // of the units
  std::vector<int> context;  // units that must be there before
  std::vector<Overlap> overlaps;
  std::vector<Order> orders;
};

enum class StepKind { kOne, kEach, kRepeat, kUnless, kAround, kThen };

struct Step {
  StepKind kind;
  std::vector<int> constraints;
};

struct ClassDef {
  int kind;
  std::vector<Step> steps;
};

struct Level {
  std::vector<Constraint> constraints;
  std::vector<ClassDef> classes;
  std::vector<int> joints;  // constraints on which elements of this level overlap
};

struct Element {
  int kind;
  int from, to;
  std::vector<int> members;  // elements of the level below, ascending
  bool operator==(const Element&) const = default;
};

struct Occurrence {
  int joint;
  std::vector<int> holders;  // elements that hold all of it, ascending
};

// The elements of one level and where they overlap.
class World {
 public:
  World() = default;
  World(std::vector<Element> elements, std::vector<Occurrence> occurrences, int kinds);

  // Growing (growing.h): numbers stay; what is dropped keeps its number and has no kind.
  int add(Element element);
  void end(int element, int to) { elements_[size_t(element)].to = to; }
  void drop(int element);
  int add(Occurrence occurrence);
  void hold(int occurrence, int element);

  std::span<const Element> elements() const { return elements_; }
  std::span<const Occurrence> occurrences() const { return occurrences_; }

  using Found = std::vector<int>;
  using Visit = std::function<void(const Found&)>;

  // Every way to find a constraint of the level above among these elements.
  void find(const Constraint& c, bool together, const Visit& visit) const;
  void find_with(const Constraint& c, int unit, int element, bool together,
                 const Visit& visit) const;

 private:
  struct Port {
    int joint, occurrence;
  };

  std::vector<Element> elements_;
  std::vector<Occurrence> occurrences_;
  std::vector<std::vector<int>> by_kind_;
  std::vector<std::vector<Port>> ports_;  // of each element, by joint

  std::span<const Port> ports(int element, int joint) const;
  void insert(int element, Port port);
  void join(const Constraint& c, Found& placed, int count, int from, int to, bool together,
            const Visit& visit) const;
  // Whether what the newest unit takes part in holds; `by` is known to.
  bool holds(const Constraint& c, const Found& placed, int newest, const Overlap* by) const;
  bool overlap(const Overlap& o, const Found& placed) const;
  bool share(int first, int second) const;
};

// The elements of one class that can be generated from these elements of the level below, or from
// some of them and others: a first step must hold one of them. What is repeated is followed from
// the rounds in `since` on, by element: what was before is known.
void recognise_class(const Level& level, const World& below, const ClassDef& definition,
                     const std::vector<int>& from, const std::unordered_map<int, int>& since,
                     const std::function<void(Element&&)>& emit);

// The elements of all classes of a level, among those of the level below.
World recognise_level(const Level& level, const World& below, int kinds);

}  // namespace gokan::shape
