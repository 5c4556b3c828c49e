// Shapes of a game that goes on: each move changes only what it touches (Section 5.3.2.1: the
// recognition "need not be done from scratch at every turn").
//
// What lives has an open end, so nothing far from a move changes. Level by level, the elements that
// are new or ended tell which generating systems could now give something else: those with a step
// that holds one of them, traced back to their first steps. The elements of these are generated
// again and compared with what was there. The result is that of recognise_level (tested).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "shape/lattice.h"
#include "shape/levels.h"

namespace gokan::shape {

constexpr int kOpen = 1 << 28;  // the end of what lives

class Growing {
 public:
  // The whole board is attended.
  Growing(const Names& names, const std::vector<Level>& levels, int kinds, int width, int height);

  // The next round: a byte for each point. Brings all that lives up to date.
  void add(const std::string& board);
  // Brings what has ended up to date as well: where a living element that it held turned out to
  // hold more, it holds the larger one.
  void settle();

  int rounds() const { return rounds_; }
  int top() const { return int(above_.size()); }
  const World& world(int level) const {
    return level == 0 ? ground_ : above_[size_t(level - 1)].world;
  }
  const std::vector<int>& where() const { return where_; }
  const std::vector<Place>& places() const { return place_; }

 private:
  struct Changed {
    std::vector<int> fresh;  // new, or with another end
    std::vector<int> late;   // of these, new ones that began before: they stand for others
    std::vector<int> gone;
  };
  struct Use {
    int step, constraint, unit;
  };
  struct Layer {
    const Level* level;
    World world;
    // By element of the level below: the elements with it that live, and those that have ended.
    std::vector<std::vector<int>> living, ended;
    std::vector<std::vector<std::vector<Use>>> uses;  // by class and kind: in steps after the first
    std::vector<std::vector<char>> used;              // by class and kind: in any step
    std::vector<char> shrinks;  // by class: no step makes the time of an element longer
    std::map<std::pair<int, std::vector<int>>, int> occurrence;  // of a joint: its number
    bool is_top;
    std::vector<int> late, gone;  // of the level below, that what has ended does not know of yet
  };

  Changed change_ground(const std::string& board);
  std::vector<int> reached(const Layer& layer, size_t number, const World& below,
                           const std::vector<int>& from, int since) const;
  Changed change(Layer& layer, const World& below, const Changed& changed, bool all);
  static void hold(Layer& layer, const World& below, int element);
  static void lists(Layer& layer, int element, bool on);
  int place(int kind, int round, int where, Place place);
  void line(int round, int line, int kind, Changed& out);
  void meet(int point, int side, int stone, int line);

  Names names_;
  std::vector<Level> levels_;
  int kinds_, width_, height_, rounds_ = 0;
  std::string board_;
  World ground_;
  std::vector<int> where_;
  std::vector<Place> place_;
  std::vector<int> at_point_, at_line_;
  std::vector<int>
      seen_since_;  // of an element: the occurrence it shares with its beginning, or -1
  std::unordered_map<int64_t, int> sides_;  // stone, line: the occurrence
  std::vector<Layer> above_;
};

}  // namespace gokan::shape
