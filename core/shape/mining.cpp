#include "shape/mining.h"

#include <algorithm>

#include "shape/replay.h"

namespace gokan::shape {
namespace {

struct Stone {
  int cell, age;
  uint8_t enemy;
  uint8_t near, far;  // distances from the edge: 1..4, 0 for none
};

struct Coded {
  FormationCode code;
  std::array<uint8_t, 3> order;  // which of the stones before stands where in the code
  int sorted;                    // number of the order in which they were played
};

// Every formation of a move; calls f(coded, stones, count, edges).
class Enumerator {
 public:
  void look(const Board& board, Color mover, const std::vector<int>& ages) {
    ties_.look(board);
    mover_ = mover;
    ages_ = &ages;
  }
  const TieBoard& ties() const { return ties_; }

  // `known(code)` says whether a formation with a stone less recurs.
  template <class Known, class F>
  void run(int point, int least, int most, Known&& known, F&& f) {
    const int cell = ties_.cell(point);
    const Stone own = stone(cell, true);
    others_.clear();
    kinds_.clear();
    for (const Tie& tie : ties_.ties(cell)) {
      others_.push_back(stone(tie.other, false));
      kinds_.push_back(uint8_t(tie_shapes()[tie.shape].kind));
    }
    const size_t n = others_.size();
    among_.assign(n * n, 0);
    if (most > 2)
      for (size_t i = 0; i < n; ++i)
        for (size_t j = i + 1; j < n; ++j) {
          const int shape = ties_.between(others_[i].cell, others_[j].cell);
          among_[i * n + j] = among_[j * n + i] =
              shape < 0 ? 0 : uint8_t(tie_shapes()[size_t(shape)].kind) + 1;
        }
    std::array<size_t, 3> chosen{};
    const auto emit = [&](int count) {
      for (const bool edges : {false, true}) {
        if (!edges && count < 2) continue;  // one tie alone is an element of level 1
        if (edges && !any_edge(own, chosen, count)) continue;
        if (count == 0 && own.far == 0) continue;
        f(encode(own, chosen, count, edges), chosen, count, edges);
      }
    };
    if (least <= 1) emit(0);
    for (size_t i = 0; i < n && most >= 2; ++i) {
      chosen[0] = i;
      if (least <= 2) emit(1);
      if (most < 3) continue;
      for (size_t j = i + 1; j < n; ++j) {
        chosen[1] = j;
        if (least <= 3) emit(2);
        if (most < 4 || n > kMostTies) continue;
        for (size_t k = j + 1; k < n; ++k) {
          chosen[2] = k;
          for (const bool edges : {false, true}) {
            if (edges && !any_edge(own, chosen, 3)) continue;
            if (!known(encode(own, {i, j, 0}, 2, edges).code) ||
                !known(encode(own, {i, k, 0}, 2, edges).code) ||
                !known(encode(own, {j, k, 0}, 2, edges).code))
              continue;
            f(encode(own, chosen, 3, edges), chosen, 3, edges);
          }
        }
      }
    }
  }

  int cell_of(size_t other) const { return others_[other].cell; }
  int age_of(size_t other) const { return others_[other].age; }

 private:
  Stone stone(int cell, bool own) const {
    Stone made{cell, own ? -1 : (*ages_)[size_t(ties_.index(cell))],
               uint8_t(!own && ties_.color(cell) != mover_), 0, 0};
    for (const int8_t d : ties_.edges(cell)) {
      if (d < 1 || d > kFarthest) continue;
      const auto v = uint8_t(d);
      if (made.near == 0) {
        made.near = v;
      } else if (made.far == 0 || v < made.far) {
        made.far = v;
        if (made.far < made.near) std::swap(made.near, made.far);
      }
    }
    return made;
  }

  bool any_edge(const Stone& own, const std::array<size_t, 3>& chosen, int count) const {
    if (own.near) return true;
    for (int i = 0; i < count; ++i)
      if (others_[chosen[size_t(i)]].near) return true;
    return false;
  }

  Coded encode(const Stone& own, const std::array<size_t, 3>& chosen, int count, bool edges) const {
    static constexpr uint8_t kPermutations[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                    {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const int permutations = count == 3 ? 6 : count == 2 ? 3 : 1;
    Coded best{~FormationCode(0), {}, 0};
    bool best_sorted = false;
    const size_t n = others_.size();
    const auto stone_bits = [&](const Stone& s) {
      return FormationCode(s.enemy | (edges ? s.near << 1 | s.far << 4 : 0));
    };
    for (int p = 0; p < permutations; ++p) {
      if (count == 2 && p == 1) continue;  // 0 1 and 1 0 only
      const uint8_t* order = kPermutations[p];
      FormationCode code = FormationCode(count);
      int at = 2;
      for (int i = 0; i < count; ++i, at += 7) code |= stone_bits(others_[chosen[order[i]]]) << at;
      code |= stone_bits(own) << at, at += 7;
      for (int i = 0; i < count; ++i)
        for (int j = i + 1; j <= count; ++j, at += 3) {
          const size_t a = chosen[order[i]];
          const FormationCode kind = j == count ? kinds_[a] + 1 : among_[a * n + chosen[order[j]]];
          code |= kind << at;
        }
      bool sorted = true;  // the oldest first
      for (int i = 0; i + 1 < count; ++i)
        sorted = sorted && others_[chosen[order[i]]].age >= others_[chosen[order[i + 1]]].age;
      if (code < best.code || (code == best.code && sorted && !best_sorted)) {
        best = {code, {order[0], order[1], order[2]}, 0};
        best_sorted = sorted;
      }
    }
    // In which order the stones of the code were played: the number of the permutation.
    std::array<uint8_t, 3> by_age{0, 1, 2};
    std::stable_sort(by_age.begin(), by_age.begin() + count, [&](uint8_t a, uint8_t b) {
      return others_[chosen[best.order[a]]].age > others_[chosen[best.order[b]]].age;
    });
    for (int p = 0; p < kOrders; ++p)
      if (std::equal(by_age.begin(), by_age.end(), kPermutations[p])) best.sorted = p;
    return best;
  }

  TieBoard ties_;
  Color mover_ = kBlack;
  const std::vector<int>* ages_ = nullptr;
  std::vector<Stone> others_;
  std::vector<uint8_t> kinds_, among_;
};

int stones_of(FormationCode code) { return int(code & 3) + 1; }

FormationSeen seen_of(const Enumerator& all, const Coded& coded,
                      const std::array<size_t, 3>& chosen, int count, int point, int move,
                      int formation) {
  FormationSeen seen{move, formation, {}};
  seen.points.fill(-1);
  for (int i = 0; i < count; ++i)
    seen.points[size_t(i)] = all.ties().index(all.cell_of(chosen[coded.order[size_t(i)]]));
  seen.points[size_t(count)] = point;
  return seen;
}

}  // namespace

void FormationMiner::count(const std::vector<std::string>& games, int first, int stones) {
  Enumerator all;
  for (size_t g = 0; g < games.size(); ++g) {
    const int game = first + int(g);
    replay(games[g], [&](const Board& board, Color mover, const std::vector<int>& ages, int point,
                         int number) {
      all.look(board, mover, ages);
      all.run(
          point, stones, stones, [&](FormationCode code) { return counts_.contains(code); },
          [&](const Coded& coded, const std::array<size_t, 3>& chosen, int count, bool) {
            FormationCount& c = counts_[coded.code];
            c.code = coded.code;
            ++c.played;
            if (c.last_game != game) {
              if (c.games < 3) c.examples[size_t(c.games)] = {game, number};
              ++c.games;
              c.last_game = game;
            }
            ++c.orders[size_t(coded.sorted)];
            int youngest = kNeverPlayed;
            for (int i = 0; i < count; ++i)
              youngest = std::min(youngest, all.age_of(chosen[size_t(i)]));
            ++c.ages[size_t(age_class(youngest))];
          });
    });
  }
}

void FormationMiner::keep(int stones, int64_t least) {
  std::erase_if(counts_, [&](const auto& entry) {
    return stones_of(entry.first) == stones && entry.second.played < least;
  });
}

void FormationMiner::weigh(const std::vector<std::string>& games, int every) {
  Enumerator all;
  std::vector<int> points;
  std::vector<FormationCode> here;
  int64_t counter = 0;
  const auto known = [&](FormationCode code) { return counts_.contains(code); };
  for (const std::string& game : games)
    replay(game,
           [&](const Board& board, Color mover, const std::vector<int>& ages, int played, int) {
             if (counter++ % every) return;
             all.look(board, mover, ages);
             legal_points(board, mover, points);
             for (const int point : points) {
               here.clear();
               all.run(point, 1, kMostStones, known,
                       [&](const Coded& coded, const std::array<size_t, 3>&, int, bool) {
                         here.push_back(coded.code);
                       });
               std::sort(here.begin(), here.end());
               here.erase(std::unique(here.begin(), here.end()), here.end());
               for (const FormationCode code : here) {
                 const auto entry = counts_.find(code);
                 if (entry == counts_.end()) continue;
                 ++entry->second.possible;
                 entry->second.chosen += point == played;
               }
             }
           });
}

std::vector<FormationCount> FormationMiner::found() const {
  std::vector<FormationCount> out;
  for (const auto& [code, count] : counts_) out.push_back(count);
  std::sort(out.begin(), out.end(), [](auto& a, auto& b) { return a.code < b.code; });
  return out;
}

void FormationMiner::restore(const std::vector<FormationCount>& counts) {
  counts_.clear();
  for (const FormationCount& c : counts) counts_[c.code] = c;
}

std::vector<FormationSeen> find_formations(const std::string& game,
                                           const std::vector<FormationCode>& codes) {
  std::vector<FormationSeen> out;
  std::unordered_map<FormationCode, int> number;
  for (size_t i = 0; i < codes.size(); ++i) number[codes[i]] = int(i);
  Enumerator all;
  replay(game,
         [&](const Board& board, Color mover, const std::vector<int>& ages, int point, int move) {
           all.look(board, mover, ages);
           all.run(
               point, 1, kMostStones, [](FormationCode) { return true; },
               [&](const Coded& coded, const std::array<size_t, 3>& chosen, int count, bool) {
                 const auto known = number.find(coded.code);
                 if (known != number.end())
                   out.push_back(seen_of(all, coded, chosen, count, point, move, known->second));
               });
         });
  return out;
}

std::vector<FormationSeen> formations_of(const Board& board, Color mover,
                                         const std::vector<int>& ages, int point,
                                         const std::vector<FormationCode>& codes) {
  std::vector<FormationSeen> out;
  std::unordered_map<FormationCode, int> number;
  for (size_t i = 0; i < codes.size(); ++i) number[codes[i]] = int(i);
  Enumerator all;
  all.look(board, mover, ages);
  all.run(
      point, 1, kMostStones, [](FormationCode) { return true; },
      [&](const Coded& coded, const std::array<size_t, 3>& chosen, int count, bool) {
        const auto known = number.find(coded.code);
        if (known != number.end())
          out.push_back(seen_of(all, coded, chosen, count, point, 0, known->second));
      });
  return out;
}

}  // namespace gokan::shape
