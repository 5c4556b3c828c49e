#include "shape/collection.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace gokan::shape {

namespace {

void put(std::string& out, size_t value) {
  if (value > 0xffff) throw std::length_error("a game with more than 65535 elements");
  out.push_back(char(value & 0xff));
  out.push_back(char(value >> 8));
}

// Reads numbers of two bytes and refuses to read past the end.
struct Reader {
  std::string_view bytes;
  size_t at = 0;

  int next() {
    if (at + 2 > bytes.size()) throw std::invalid_argument("the index ends too early");
    const int value = uint8_t(bytes[at]) | uint8_t(bytes[at + 1]) << 8;
    at += 2;
    return value;
  }
};

// Whether a game has an element of every kind that some first constraint needs.
bool may_hold(const Level& level, const std::vector<char>& kinds) {
  for (const ClassDef& c : level.classes)
    for (const int number : c.steps[0].constraints) {
      const auto& needed = level.constraints[number].kinds;
      if (std::all_of(needed.begin(), needed.end(), [&](int k) { return kinds[k] != 0; }))
        return true;
    }
  return false;
}

// Which joints a search looks at; everything where an order in time may need any.
std::vector<char> joints_of(const Level& level) {
  std::vector<char> used;
  for (const ClassDef& c : level.classes)
    for (const Step& step : c.steps)
      for (const int number : step.constraints) {
        const Constraint& constraint = level.constraints[number];
        if (!constraint.orders.empty()) return {};
        for (const Overlap& o : constraint.overlaps) {
          if (o.joint >= int(used.size())) used.resize(o.joint + 1);
          used[o.joint] = 1;
        }
      }
  return used;
}

}  // namespace

std::string pack(const World& world, const std::vector<int>& where) {
  std::string out;
  put(out, world.elements().size());
  for (size_t i = 0; i < world.elements().size(); ++i) {
    const Element& e = world.elements()[i];
    for (const int value : {e.kind, e.from, e.to, where[i]}) put(out, size_t(value));
  }
  size_t joints = 0;
  for (const Occurrence& o : world.occurrences()) joints += o.holders.size() > 1;
  put(out, joints & 0xffff);
  put(out, joints >> 16);
  for (const Occurrence& o : world.occurrences()) {
    if (o.holders.size() < 2) continue;  // joins nothing
    put(out, size_t(o.joint));
    put(out, o.holders.size());
    for (const int h : o.holders) put(out, size_t(h));
  }
  return out;
}

std::vector<Hit> search(std::string_view packed, const std::vector<uint64_t>& offsets,
                        const Level& level, int kinds, size_t limit, size_t& total) {
  std::vector<Hit> hits;
  std::vector<char> there(kinds);
  const std::vector<char> used = joints_of(level);
  total = 0;
  for (int game = 0; game + 1 < int(offsets.size()); ++game) {
    if (offsets[game] > offsets[game + 1] || offsets[game + 1] > packed.size())
      throw std::invalid_argument("the index is damaged");
    Reader in{packed.substr(offsets[game], offsets[game + 1] - offsets[game])};
    const int count = in.next();
    std::vector<Element> elements(count);
    std::vector<int> where(count);
    std::fill(there.begin(), there.end(), 0);
    for (int i = 0; i < count; ++i) {
      Element& e = elements[i];
      e.kind = in.next();
      e.from = in.next();
      e.to = in.next();
      where[i] = in.next();
      if (e.kind >= kinds) throw std::invalid_argument("the index is damaged");
      there[e.kind] = 1;
    }
    if (!may_hold(level, there)) continue;
    const int low = in.next();
    const size_t joints = size_t(low) + (size_t(in.next()) << 16);
    std::vector<Occurrence> occurrences;
    for (size_t i = 0; i < joints; ++i) {
      const int joint = in.next();
      const int holders = in.next();
      if (!used.empty() && (joint >= int(used.size()) || !used[joint])) {
        in.at += 2 * size_t(holders);
        continue;
      }
      Occurrence& o = occurrences.emplace_back(Occurrence{joint, std::vector<int>(holders)});
      for (int& h : o.holders) {
        h = in.next();
        if (h >= count) throw std::invalid_argument("the index is damaged");
      }
    }
    const World below(std::move(elements), std::move(occurrences), kinds);
    const World found = recognise_level(level, below, kinds);
    total += found.elements().size();
    for (const Element& e : found.elements()) {
      if (hits.size() >= limit) break;
      Hit hit{game, e.from, e.to, {}};
      for (const int m : e.members) hit.where.push_back(where[m]);
      std::sort(hit.where.begin(), hit.where.end());
      hit.where.erase(std::unique(hit.where.begin(), hit.where.end()), hit.where.end());
      hits.push_back(std::move(hit));
    }
  }
  return hits;
}

}  // namespace gokan::shape
