#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "shape/levels.h"

// Level-0 elements of Go (Scrimger 2007, Section 4.5) without the lattice of events: every element
// is an interval of time at a point, on a line, or a change between two rounds. What attention
// leaves is remembered until something else is seen there (gokan/shape/go/memory.py).
namespace gokan::shape {

struct Rounds {
  int width, height;
  std::vector<std::string> boards;    // a byte for each point: 0 empty, 1 black, 2 white
  std::vector<std::string> attended;  // a byte for each point; empty: everything, always
  std::vector<int> times;             // of each round; empty: each round is a time of its own
};

// The numbers that the definitions give to what the lattice knows.
struct Names {
  std::array<int, 3> stone;                  // classes by colour: empty, black, white
  std::array<std::array<int, 3>, 3> pair;    // of neighbours
  std::array<int, 3> edge;                   // beside the edge
  std::array<std::array<int, 3>, 3> change;  // from colour to colour, or -1
  std::array<int, 3> seen;                   // joints, or -1
  std::array<std::array<int, 4>, 3> side;    // joints by colour and left, up, down, right, or -1
};

enum class Place : uint8_t { kPoint, kLine, kChange };

struct Lattice {
  World world;
  std::vector<int> where;    // the point, or the line (2 n + 1 if it runs along)
  std::vector<Place> place;  // of each element
};

Lattice recognise_lattice(const Rounds& rounds, const Names& names, int kinds);

}  // namespace gokan::shape
