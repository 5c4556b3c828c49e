#include "shape/lattice.h"

#include <algorithm>

namespace gokan::shape {

namespace {

constexpr int kNothing = -1;

// The four lines of a point, numbered 2 n across and 2 n + 1 along (see gokan/shape/go/observe.py).
std::array<int, 4> lines_of(int point, int width) {
  const int row = point / width, column = point % width;
  return {2 * (row * (width + 1) + column), 2 * (row * width + column) + 1,
          2 * ((row + 1) * width + column) + 1, 2 * (row * (width + 1) + column + 1)};
}

struct Builder {
  const Rounds& rounds;
  const Names& names;
  Lattice& out;
  std::vector<Element> elements;
  std::vector<Occurrence> occurrences;
  // Per point and per line: the element that lives there now, and all that did.
  std::vector<int> at_point, at_line;
  std::vector<std::vector<int>> of_point, of_line;
  std::vector<int> change_after, change_before;  // of an element of a point: its end, its beginning

  int points() const { return rounds.width * rounds.height; }

  bool attends(int round, int point) const {
    return rounds.attended.empty() || rounds.attended[round][point] != 0;
  }

  int color(int round, int point) const {
    return attends(round, point) ? rounds.boards[round][point] : kNothing;
  }

  int add(int kind, int round, int where, Place place) {
    elements.push_back({kind, round, round, {}});
    out.where.push_back(where);
    out.place.push_back(place);
    change_after.push_back(-1);
    change_before.push_back(-1);
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
    std::vector<char> touched(points());
    for (int round = 0; round < count; ++round) {
      std::fill(touched.begin(), touched.end(), 0);
      for (int p = 0; p < points(); ++p) {
        const int now = color(round, p);
        const int before = round ? color(round - 1, p) : kNothing;
        if (now == before) continue;
        touched[p] = 1;
        turn(round, p, before, now);
      }
      for (int p = 0; p < points(); ++p) {
        const int row = p / rounds.width, column = p % rounds.width;
        const auto lines_here = lines_of(p, rounds.width);
        if (column == 0) edge(round, lines_here[0], p, touched[p]);
        if (row == 0) edge(round, lines_here[1], p, touched[p]);
        if (column + 1 == rounds.width) {
          edge(round, lines_here[3], p, touched[p]);
        } else {
          pair(round, lines_here[3], p, p + 1, touched[p] || touched[p + 1]);
        }
        if (row + 1 == rounds.height) {
          edge(round, lines_here[2], p, touched[p]);
        } else {
          const int q = p + rounds.width;
          pair(round, lines_here[2], p, q, touched[p] || touched[q]);
        }
      }
    }
    for (auto* now : {&at_point, &at_line})
      for (const int e : *now)
        if (e >= 0) elements[e].to = count - 1;
    join();
  }

  // A point shows something else than in the round before.
  void turn(int round, int point, int before, int now) {
    const int old = at_point[point];
    if (old >= 0) elements[old].to = round - 1;
    at_point[point] = -1;
    if (now == kNothing) return;
    const int made = add(names.stone[now], round, point, Place::kPoint);
    at_point[point] = made;
    of_point[point].push_back(made);
    if (old < 0 || names.change[before][now] < 0) return;
    const int change = add(names.change[before][now], round - 1, point, Place::kChange);
    elements[change].to = round;
    change_after[old] = change;
    change_before[made] = change;
  }

  void edge(int round, int line, int point, bool touched) {
    if (!touched) return;
    const int now = color(round, point);
    replace(round, line, now == kNothing ? -1 : names.edge[now]);
  }

  void pair(int round, int line, int first, int second, bool touched) {
    if (!touched) return;
    const int a = color(round, first), b = color(round, second);
    replace(round, line, a == kNothing || b == kNothing ? -1 : names.pair[a][b]);
  }

  void replace(int round, int line, int kind) {
    if (at_line[line] >= 0) elements[at_line[line]].to = round - 1;
    at_line[line] = kind < 0 ? -1 : add(kind, round, line, Place::kLine);
    if (at_line[line] >= 0) of_line[line].push_back(at_line[line]);
  }

  void join() {
    for (int p = 0; p < points(); ++p) {
      const auto lines = lines_of(p, rounds.width);
      for (const int s : of_point[p]) {
        const int c = color(elements[s].from, p);
        const int after = change_after[s], before = change_before[s];
        see(s, c, before, after);
        for (int side = 0; side < 4; ++side) {
          if (names.side[c][side] < 0) continue;
          bool joined = after < 0;
          const auto& others = of_line[lines[side]];
          auto l = std::lower_bound(others.begin(), others.end(), elements[s].from,
                                    [&](int e, int from) { return elements[e].to < from; });
          for (; l != others.end() && elements[*l].from <= elements[s].to; ++l) {
            Occurrence o{names.side[c][side], {s, *l}};
            if (after >= 0 && elements[*l].to >= elements[s].to) {
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
    if (before >= 0 && after >= 0 && elements[s].from == elements[s].to) {
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
  Builder builder{rounds, names, out, {}, {}, {}, {}, {}, {}, {}, {}};
  builder.run();
  out.world = World(std::move(builder.elements), std::move(builder.occurrences), kinds);
  return out;
}

}  // namespace gokan::shape
