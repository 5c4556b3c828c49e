#include "shape/lattice.h"

#include <algorithm>

namespace gokan::shape {

namespace {

// The four lines of a point, numbered 2 n across and 2 n + 1 along (see gokan/shape/go/observe.py).
std::array<int, 4> lines_of(int point, int width) {
  const int row = point / width, column = point % width;
  return {2 * (row * (width + 1) + column), 2 * (row * width + column) + 1,
          2 * ((row + 1) * width + column) + 1, 2 * (row * (width + 1) + column + 1)};
}

constexpr int kNever = -2;

// What an element of level 0 is made of, in rounds.
struct Seen {
  int first = kNever, last = kNever;  // rounds in which it was attended to
  int one = -1, two = -1;             // of a line: the elements at its ends
  int before = -1, after = -1;        // of a point: the change that began it, and that ended it
};

struct Builder {
  const Rounds& rounds;
  const Names& names;
  Lattice& out;
  std::vector<Element> elements;
  std::vector<Occurrence> occurrences;
  std::vector<Seen> seen;  // of each element
  // Per point and per line: the element that lives there now, and all that did.
  std::vector<int> at_point, at_line;
  std::vector<std::vector<int>> of_point, of_line;

  int points() const { return rounds.width * rounds.height; }
  int time(int round) const { return rounds.times.empty() ? round : rounds.times[size_t(round)]; }

  bool attends(int round, int point) const {
    return rounds.attended.empty() || rounds.attended[round][point] != 0;
  }

  int add(int kind, int time, int where, Place place) {
    elements.push_back({kind, time, time, {}});
    out.where.push_back(where);
    out.place.push_back(place);
    seen.emplace_back();
    return int(elements.size()) - 1;
  }

  void run() {
    at_point.assign(points(), -1);
    of_point.resize(points());
    const int lines =
        2 * std::max((rounds.width + 1) * rounds.height, rounds.width * (rounds.height + 1)) + 2;
    at_line.assign(lines, -1);
    of_line.resize(lines);
    const int count = int(rounds.boards.size());
    for (int round = 0; round < count; ++round) {
      for (int p = 0; p < points(); ++p)
        if (attends(round, p)) look(round, p);
      for (int p = 0; p < points(); ++p) {
        const int row = p / rounds.width, column = p % rounds.width;
        const auto lines_here = lines_of(p, rounds.width);
        if (column == 0) line(round, lines_here[0], p, -1);
        if (row == 0) line(round, lines_here[1], p, -1);
        line(round, lines_here[3], p, column + 1 == rounds.width ? -1 : p + 1);
        line(round, lines_here[2], p, row + 1 == rounds.height ? -1 : p + rounds.width);
      }
    }
    for (auto* now : {&at_point, &at_line})
      for (const int e : *now)
        if (e >= 0) elements[e].to = time(count - 1);
    join();
  }

  // What a point shows now: what it showed before, or something else.
  void look(int round, int point) {
    const int now = rounds.boards[round][point], old = at_point[point];
    if (old >= 0 && elements[old].kind == names.stone[now]) {
      seen[old].last = round;
      return;
    }
    const int made = add(names.stone[now], time(round), point, Place::kPoint);
    seen[made].first = seen[made].last = round;
    at_point[point] = made;
    of_point[point].push_back(made);
    if (old < 0) return;
    elements[old].to = time(round) - 1;
    const int before = rounds.boards[seen[old].last][point];
    // A change is seen if attention rests on the point while it happens.
    if (seen[old].last != round - 1 || names.change[before][now] < 0) return;
    const int change = add(names.change[before][now], time(round - 1), point, Place::kChange);
    elements[change].to = time(round);
    seen[change].first = round - 1, seen[change].last = round;
    seen[old].after = seen[made].before = change;
  }

  // A line to another point, or to the edge: there from when both ends are seen together.
  void line(int round, int line, int point, int other) {
    int& now = at_line[line];
    const int one = at_point[point], two = other < 0 ? -1 : at_point[other];
    if (now >= 0 && (seen[now].one != one || seen[now].two != two)) {
      elements[now].to = time(round) - 1;
      now = -1;
    }
    if (!attends(round, point) || (other >= 0 && !attends(round, other))) return;
    if (now < 0) {
      const int a = rounds.boards[round][point];
      const int kind = other < 0 ? names.edge[a] : names.pair[a][rounds.boards[round][other]];
      if (kind < 0) return;
      now = add(kind, time(round), line, Place::kLine);
      seen[now].one = one, seen[now].two = two, seen[now].first = round;
      of_line[line].push_back(now);
    }
    seen[now].last = round;
  }

  void join() {
    for (int p = 0; p < points(); ++p) {
      const auto lines = lines_of(p, rounds.width);
      for (const int s : of_point[p]) {
        const int c = rounds.boards[seen[s].first][p];
        const int after = seen[s].after;
        see(s, c, seen[s].before, after);
        for (int side = 0; side < 4; ++side) {
          if (names.side[c][side] < 0) continue;
          bool joined = after < 0;
          const auto& others = of_line[lines[side]];
          auto l = std::lower_bound(others.begin(), others.end(), seen[s].first,
                                    [&](int e, int first) { return seen[e].last < first; });
          for (; l != others.end() && seen[*l].first <= seen[s].last; ++l) {
            Occurrence o{names.side[c][side], {s, *l}};
            if (after >= 0 && seen[*l].last == seen[s].last) {
              o.holders.push_back(after);
              joined = true;
            }
            put(std::move(o));
          }
          if (!joined) put({names.side[c][side], {s, after}});
        }
      }
    }
  }

  // The first and the last time a colour is seen are shared with the changes there.
  void see(int s, int c, int before, int after) {
    if (names.seen[c] < 0) return;
    if (before >= 0 && after >= 0 && seen[s].first == seen[s].last) {
      put({names.seen[c], {s, before, after}});
      return;
    }
    for (const int change : {before, after})
      if (change >= 0) put({names.seen[c], {s, change}});
  }

  void put(Occurrence&& o) {
    std::sort(o.holders.begin(), o.holders.end());
    occurrences.push_back(std::move(o));
  }
};

}  // namespace

Lattice recognise_lattice(const Rounds& rounds, const Names& names, int kinds) {
  Lattice out;
  Builder builder{rounds, names, out, {}, {}, {}, {}, {}, {}, {}};
  builder.run();
  out.world = World(std::move(builder.elements), std::move(builder.occurrences), kinds);
  return out;
}

}  // namespace gokan::shape
