// The templates of formation.h.
#pragma once

#include <algorithm>

#include "shape/formation.h"

namespace gokan::shape {

inline uint64_t scramble(uint64_t x) {  // a fixed random-looking number for each x
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

inline uint32_t form_key(Form form, uint64_t what) {
  const auto key = uint32_t(scramble(scramble(what) + uint64_t(form)) >> 32);
  return key ? key : 1;
}

template <class... N>
uint64_t packed(N... values) {
  uint64_t all = sizeof...(values);
  ((all = all * 256 + uint64_t(uint8_t(values))), ...);
  return all;
}

template <class Sink>
void FormationReader::read(int point, Sink&& sink) const {
  thread_local std::vector<Seen> seen;
  const int cell = ties_.cell(point);
  gather(cell, seen);
  singles(cell, seen, sink);
  blocks(cell, sink);
  if (!parts_.level2) return;
  if (parts_.windows)
    stars(cell, seen, sink);
  else {
    sets(cell, seen, sink);
    chains(seen, sink);
  }
  triples(cell, seen, sink);
  if (!steps_.empty()) next_steps(cell, sink);
}

// Level 1: each element for itself.
template <class Sink>
void FormationReader::singles(int cell, const std::vector<Seen>& seen, Sink& sink) const {
  for (const Seen& s : seen) {
    const auto what = [&](int variant, int breath, int age) {
      const uint64_t key = packed(variant, s.kind, s.gaps, s.enemy, breath, age);
      sink(FoundForm{form_key(Form::kTie, key),
                     Form::kTie,
                     1,
                     {s.kind, s.enemy, int16_t(breath), int16_t(age)},
                     {s.other, -1}});
    };
    what(0, -1, -1);
    what(1, s.breath, -1);
    if (parts_.time) {
      what(2, -1, s.age);
      what(3, s.breath, s.age);
    }
  }
  for (const int8_t d : ties_.edges(cell))
    if (d >= 0)
      sink(FoundForm{form_key(Form::kEdge, packed(d)), Form::kEdge, 1, {d, 0, 0, 0}, {-1, -1}});
  for (const Passing& p : ties_.passing(cell)) {
    const int enemies =
        (ties_.color(p.one) != mover_) + (p.two >= 0 && ties_.color(p.two) != mover_);
    const bool edge = p.two < 0;
    int age = age_[size_t(p.one)];
    if (!edge) age = std::min(age, age_[size_t(p.two)]);
    const int kind = edge ? kTieKinds + p.distance : int(p.kind);
    for (int timed = 0; timed <= int(parts_.time); ++timed) {
      const int a = timed ? age_class(age) : -1;
      sink(FoundForm{form_key(Form::kEnds, packed(kind, enemies, edge, a)),
                     Form::kEnds,
                     1,
                     {int16_t(kind), int16_t(enemies), edge, int16_t(a)},
                     {p.one, p.two}});
    }
  }
}

template <class Sink>
void FormationReader::blocks(int cell, Sink& sink) const {
  int stones = 0, taken = 0, taken_age = kNeverPlayed, saved = 0;
  const int breath = liberties_after(cell, stones, taken, taken_age, saved);
  const int size = std::min(stones, 4);
  const int edge = std::max({ties_.edges(cell)[0], ties_.edges(cell)[1], ties_.edges(cell)[2],
                             ties_.edges(cell)[3]}) >= 0;
  sink(FoundForm{form_key(Form::kBreath, packed(breath, size)),
                 Form::kBreath,
                 1,
                 {int16_t(breath), int16_t(size), 0, 0},
                 {-1, -1}});
  sink(FoundForm{form_key(Form::kBreath, packed(breath, size, taken > 0, saved > 0, edge)),
                 Form::kBreath,
                 1,
                 {int16_t(breath), int16_t(size), 0, 0},
                 {-1, -1}});
  if (taken > 0) {
    const int many = std::min(taken, 6);
    for (int timed = 0; timed <= int(parts_.time); ++timed) {
      const int age = timed ? age_class(taken_age) : -1;
      sink(FoundForm{form_key(Form::kTakes, packed(many, age)),
                     Form::kTakes,
                     1,
                     {int16_t(many), int16_t(age), 0, 0},
                     {-1, -1}});
    }
  }
  if (saved > 0)
    sink(FoundForm{form_key(Form::kSaves, packed(breath, std::min(saved, 4), taken > 0)),
                   Form::kSaves,
                   1,
                   {int16_t(breath), int16_t(saved), 0, 0},
                   {-1, -1}});
  for (const Tie& tie : ties_.ties(cell)) {
    if (tie_shapes()[tie.shape].kind != TieKind::kSide) break;
    if (ties_.color(tie.other) == mover_) continue;
    const int left = breath_[size_t(tie.other)] - 1;
    if (left > 2) continue;
    const int many = std::min<int>(size_[size_t(tie.other)], 4);
    for (int timed = 0; timed <= int(parts_.time); ++timed) {
      const int age = timed ? age_class(age_[size_t(tie.other)]) : -1;
      sink(FoundForm{form_key(Form::kThreatens, packed(left, many, std::min(breath, 3), age)),
                     Form::kThreatens,
                     1,
                     {int16_t(left), int16_t(many), int16_t(breath), int16_t(age)},
                     {tie.other, -1}});
    }
  }
}

// Level 2: all ties of the new stone together, in nested rings; variants know liberties and ages.
template <class Sink>
void FormationReader::stars(int cell, const std::vector<Seen>& seen, Sink& sink) const {
  enum { kPlain, kBreaths, kTimed, kBoth, kLabels, kVariants };
  std::array<Star, kVariants> star{};
  std::array<bool, kVariants> goes;
  goes.fill(true);
  if (!parts_.time) goes[kTimed] = goes[kBoth] = false;
  const auto& edges = ties_.edges(cell);
  bool recent = false;
  size_t at = 0;
  const auto add = [&](int variant, int shape, uint64_t code) {
    for (int s = 0; s < 8; ++s)
      star[size_t(variant)][size_t(s)] += scramble(uint64_t(turned_shape(s, shape)) << 40 ^ code);
  };
  for (int ring = 0; ring < kRings; ++ring) {
    for (size_t d = 0; d < 4; ++d)
      if (edges[d] == ring)
        for (int v = 0; v < kVariants; ++v)
          for (int s = 0; s < 8; ++s)
            star[size_t(v)][size_t(s)] +=
                scramble(0x7000 + uint64_t(turned_direction(s, int(d))) * 16 + uint64_t(ring));
    for (; at < seen.size() && seen[at].kind == ring; ++at) {
      const Seen& s = seen[at];
      const uint64_t plain = packed(s.enemy, s.gaps);
      const int near = ring <= int(TieKind::kOnePoint);
      const int mark = s.age <= 3 ? s.age : 7;
      recent = recent || s.age <= 3;
      add(kPlain, s.shape, plain);
      add(kBreaths, s.shape, packed(s.enemy, s.gaps, near ? std::min<int>(s.breath, 3) : 0));
      if (parts_.time) {
        add(kTimed, s.shape, packed(s.enemy, s.gaps, mark));
        add(kBoth, s.shape, packed(s.enemy, s.gaps, mark, near ? std::min<int>(s.breath, 3) : 0));
      }
      add(kLabels, s.shape, uint64_t(s.label));
    }
    for (int v = 0; v < kVariants; ++v) {
      if (!goes[size_t(v)]) continue;
      if ((v == kTimed || v == kBoth) && !recent) continue;
      if (v == kLabels && ring < 1) continue;
      const Form form = v == kLabels ? Form::kCluster : Form::kStar;
      const uint64_t key = star_key(star[size_t(v)], packed(ring, v));
      goes[size_t(v)] = sink(FoundForm{
          form_key(form, key), form, 2, {int16_t(ring), int16_t(v), int16_t(at), 0}, {-1, -1}});
    }
  }
}

// Level 2: two, three or four ties that overlap on the new stone, with the sides they lie on. What
// else is there does not matter: a class says what its elements have, not what they have not.
template <class Sink>
void FormationReader::sets(int cell, const std::vector<Seen>& seen, Sink& sink) const {
  enum { kPlain, kBreaths, kTimed, kVariants };
  struct Member {
    std::array<Star, kVariants> code;
    int16_t other;
    uint8_t reach, age;
  };
  constexpr uint8_t kWidest = uint8_t(TieKind::kKnight), kNear = uint8_t(TieKind::kOnePoint);
  thread_local std::vector<Member> members;
  members.clear();
  const auto& edges = ties_.edges(cell);
  for (size_t d = 0; d < 4; ++d)
    if (edges[d] >= 0 && edges[d] <= 4) {
      Member made{{}, -1, uint8_t(edges[d] > 2), 7};
      for (auto& star : made.code)
        for (int s = 0; s < 8; ++s)
          star[size_t(s)] =
              scramble(0x7000 + uint64_t(turned_direction(s, int(d))) * 16 + uint64_t(edges[d]));
      members.push_back(made);
    }
  for (const Seen& s : seen) {
    const uint8_t age = parts_.time ? s.age : 7;
    if (s.kind > kWidest && age > 3) continue;
    Member made{{}, s.other, s.kind, age};
    const int breath = s.kind <= kNear ? std::min<int>(s.breath, 3) : 0;
    const std::array<uint64_t, kVariants> what{packed(s.enemy, s.gaps),
                                               packed(s.enemy, s.gaps, breath),
                                               packed(s.enemy, s.gaps, std::min<int>(age, 4))};
    for (size_t v = 0; v < kVariants; ++v)
      for (int t = 0; t < 8; ++t)
        made.code[v][size_t(t)] = scramble(uint64_t(turned_shape(t, s.shape)) << 40 ^ what[v]);
    members.push_back(made);
  }
  // Larger sets are looked for only where the smaller one inside them is known.
  const auto grow = [&](auto&& self, int variant, const Star& star, size_t from, int count,
                        bool young, const std::array<int16_t, 2>& where) -> void {
    for (size_t i = from; i < members.size(); ++i) {
      const Member& m = members[i];
      const bool recent = young || m.age <= 3;
      if (m.reach > kNear && (count == 3 || (count == 2 && !recent))) continue;
      Star next;
      for (size_t t = 0; t < 8; ++t) next[t] = star[t] + m.code[size_t(variant)][t];
      std::array<int16_t, 2> at = where;
      if (m.other >= 0) at[at[0] >= 0] = m.other;
      if (count > 0 && (variant != kTimed || recent)) {
        const uint32_t key = form_key(Form::kSet, star_key(next, packed(count + 1, variant)));
        const std::array<int16_t, 4> what{int16_t(count + 1), int16_t(variant), 0, 0};
        if (!sink(FoundForm{key, Form::kSet, 2, what, at})) continue;
      }
      if (count < 3) self(self, variant, next, i + 1, count + 1, recent, at);
    }
  };
  for (int v = 0; v < kVariants; ++v)
    if (v != kTimed || parts_.time) grow(grow, v, Star{}, 0, 0, false, {-1, -1});
}

// Level 2: a tie with a stone, and one that this stone has with another or with the edge.
template <class Sink>
void FormationReader::chains(const std::vector<Seen>& seen, Sink& sink) const {
  constexpr uint8_t kNear = uint8_t(TieKind::kOnePoint), kWidest = uint8_t(TieKind::kKnight);
  for (const Seen& a : seen) {
    const bool young = parts_.time && a.age <= 3;
    if (a.kind > kNear && !young) continue;
    const int breath = std::min<int>(a.breath, 3);
    std::array<uint64_t, 8> first;
    for (int s = 0; s < 8; ++s)
      first[size_t(s)] =
          scramble(uint64_t(turned_shape(s, a.shape)) << 40 ^ packed(a.enemy, a.gaps, breath));
    const auto tell = [&](auto&& second, uint64_t code, int16_t other) {
      Star star;
      for (int s = 0; s < 8; ++s)
        star[size_t(s)] = scramble(first[size_t(s)] + scramble(second(s) ^ code));
      for (int timed = 0; timed <= int(young); ++timed)
        sink(FoundForm{form_key(Form::kChain, star_key(star, packed(timed ? a.age : 9))),
                       Form::kChain,
                       2,
                       {a.kind, a.enemy, int16_t(timed), 0},
                       {a.other, other}});
    };
    for (const Tie& tie : ties_.ties(a.other)) {
      if (uint8_t(tie_shapes()[tie.shape].kind) > kWidest) break;
      const int enemy = ties_.color(tie.other) != mover_;
      tell([&](int s) { return uint64_t(turned_shape(s, tie.shape)) << 40; },
           packed(enemy, tie.gaps), tie.other);
    }
    const auto& edges = ties_.edges(a.other);
    for (size_t d = 0; d < 4; ++d)
      if (edges[d] >= 0 && edges[d] <= 4)
        tell([&](int s) { return 0x7000 + uint64_t(turned_direction(s, int(d))) * 16; },
             uint64_t(edges[d]) << 50, -1);
  }
}

constexpr int kStepAges = 5;  // 0 to 3 moves ago, or longer

inline uint32_t step_key(Form form, FormationCode code, int age) {
  return form_key(form, scramble(code) + uint64_t(age + 1));
}

// Level 2: learned classes in formation of which a stone here is the next step, of either side;
// the age is that of the youngest stone there. Each class counts once.
template <class Sink>
void FormationReader::next_steps(int cell, Sink& sink) const {
  thread_local std::vector<std::array<int, 3>> found;  // age, two stones
  for (const Form form : {Form::kFurthers, Form::kDisrupts}) {
    found.assign(steps_.codes().size(), {-1, -1, -1});
    const Color side = form == Form::kFurthers ? mover_ : opponent(mover_);
    steps_.find(ties_, cell, side, [&](size_t number, const std::array<int, kMostStones>& cells) {
      int young = kStepAges - 1;
      std::array<int, 2> others{-1, -1};
      size_t next = 0;
      for (const int c : cells)
        if (c >= 0 && c != cell) {
          young = std::min(young, age_[size_t(c)]);
          if (next < 2) others[next++] = c;
        }
      auto& best = found[number];
      if (best[0] < 0 || young < best[0]) best = {young, others[0], others[1]};
    });
    for (size_t n = 0; n < found.size(); ++n) {
      if (found[n][0] < 0) continue;
      const FormationCode code = steps_.codes()[n];
      const std::array<int16_t, 2> where{int16_t(found[n][1]), int16_t(found[n][2])};
      for (int timed = 0; timed <= int(parts_.time); ++timed) {
        const int age = timed ? found[n][0] : -1;
        sink(
            FoundForm{step_key(form, code, age), form, 2, {int16_t(n), int16_t(age), 0, 0}, where});
      }
    }
  }
}

// Level 2: two ties, and what joins their other stones before the move.
template <class Sink>
void FormationReader::triples(int cell, const std::vector<Seen>& seen, Sink& sink) const {
  const auto code = [](const Seen& s, bool breath) {
    return packed(s.kind, s.gaps, s.enemy, breath ? std::min<int>(s.breath, 3) : 0);
  };
  for (size_t i = 0; i < seen.size(); ++i)
    for (size_t j = i + 1; j < seen.size(); ++j) {
      const Seen *a = &seen[i], *b = &seen[j];
      const int young = std::min(a->age, b->age);
      const bool near = b->kind <= int(TieKind::kOnePoint);
      if (!near && !(parts_.time && young <= 3)) continue;
      const int shape = ties_.between(a->other, b->other);
      const int joint = shape < 0 ? -1 : int(tie_shapes()[size_t(shape)].kind);
      const auto rank = [&](const Seen& s) { return code(s, true) * 8 + s.age; };
      if (rank(*b) < rank(*a)) std::swap(a, b);
      const std::array<int16_t, 2> where{a->other, b->other};
      const std::array<int16_t, 4> what{a->kind, b->kind, int16_t(2 * a->enemy + b->enemy),
                                        int16_t(joint)};
      if (near) {
        const uint64_t plain =
            code(*a, true) * 0x10001 + scramble(code(*b, true)) + uint64_t(joint);
        sink(FoundForm{form_key(Form::kTriple, plain), Form::kTriple, 2, what, where});
      }
      if (parts_.time && young <= 3) {
        const int order = a->age <= b->age ? a->age : 8 + b->age;
        const uint64_t timed = code(*a, false) * 0x10003 + scramble(code(*b, false)) +
                               uint64_t(joint) + scramble(uint64_t(0x100 + order));
        sink(FoundForm{form_key(Form::kTriple, timed), Form::kTriple, 2, what, where});
      }
    }
  for (const Passing& p : ties_.passing(cell)) {
    if (p.two < 0) continue;
    const int enemies = (ties_.color(p.one) != mover_) + (ties_.color(p.two) != mover_);
    const int young = std::min(age_[size_t(p.one)], age_[size_t(p.two)]);
    for (const Seen& s : seen) {
      if (s.kind > int(TieKind::kDiagonal)) break;
      const int part = s.other == p.one || s.other == p.two;
      const int age = parts_.time ? std::min(age_class(young), 4) : -1;
      sink(FoundForm{form_key(Form::kBreach, packed(int(p.kind), enemies, s.kind, s.enemy, part,
                                                    std::min<int>(s.breath, 3), age)),
                     Form::kBreach,
                     2,
                     {int16_t(p.kind), int16_t(enemies), s.kind, s.enemy},
                     {p.one, p.two}});
    }
  }
}

}  // namespace gokan::shape
