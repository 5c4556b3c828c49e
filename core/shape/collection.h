#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shape/levels.h"

// Many games at once: the elements of level 1 as bytes, searched for a class of level 2.
namespace gokan::shape {

// A world without what no joint needs; `where` is a point for each element.
std::string pack(const World& world, const std::vector<int>& where);

struct Hit {
  int game;
  int from, to;
  std::vector<int> where;  // points of the elements, ascending
};

// The elements of one class in packed games; `limit` bounds how many are kept, `total` counts all.
std::vector<Hit> search(std::string_view packed, const std::vector<uint64_t>& offsets,
                        const Level& level, int kinds, size_t limit, size_t& total);

}  // namespace gokan::shape
