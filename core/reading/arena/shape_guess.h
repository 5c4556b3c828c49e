// Learned first guesses of the proof search: a small network over the shapes of a position.
//
// Every point of the region adds what was learned of the shape around it, and so do a few counts
// (proof_guess.h); what is left above zero of sixteen such sums is weighed, and gives the log-odds
// that the attacker kills. All of it in whole numbers, so that every processor counts the same.
// Like any guess it orders the search and decides nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "reading/arena/proof_guess.h"
#include "reading/arena/shapes.h"

namespace gokan {

// What was learned, by who moves.
class ShapeWeights {
 public:
  static constexpr int kSums = 16;
  static constexpr int kMost = 8 * 256;  // a sum counts up to 8, in 256ths

  // Throws std::invalid_argument for a file of another kind, or weights so large that their sums
  // might not fit. The file holds 32-bit numbers: how far
  // the odds are trusted, in percent, the most that they may then be, in hundredths, and how many
  // shapes there are; the shapes (each stands for its mirror images); and for either side to move
  // 16-bit sums of each shape, then as 32-bit numbers those of each count, the start of the sums,
  // what each sum weighs, what each count weighs by itself, and the start.
  explicit ShapeWeights(const std::vector<uint8_t>& file);

  struct Side {
    std::vector<std::array<int16_t, kSums>> shape;
    std::array<std::array<int32_t, kSums>, kGuessCounts> count;
    std::array<int32_t, kSums> start, weight;
    std::array<int32_t, kGuessCounts> by_itself;
    int32_t base;
  };
  const Side& side(int turn) const { return sides_[turn]; }
  uint16_t row(int shape) const { return rows_[size_t(shape)]; }
  // As far as the odds are to be trusted: a search that is too sure of what it has not read goes
  // astray for long.
  int trusted(int64_t odds) const {
    return int(std::clamp<int64_t>(odds * trust_ / 100, -most_, most_));
  }

 private:
  int trust_, most_;
  std::vector<uint16_t> rows_;  // by shape; row 0 adds nothing
  Side sides_[2];
};

// The guess for one arena. Positions that are asked about one after another differ in a few stones,
// so only the shapes around these are looked up.
template <int N>
class ShapeGuess {
 public:
  using B = Bits<N>;
  using State = ArenaState<N>;

  ShapeGuess(const Arena<N>& arena, std::shared_ptr<const ShapeWeights> weights)
      : arena_(arena), frame_(arena), weights_(std::move(weights)), cells_(frame_.start()) {
    at_.resize(size_t(arena.stride * arena.height));
    rows_.resize(at_.size());
    for (size_t bit = 0; bit < at_.size(); ++bit) at_[bit] = uint16_t(frame_.at(int(bit)));
    for (int turn = 0; turn < 2; ++turn) sums_[turn] = weights_->side(turn).start;
    change(arena.region);
  }

  // The positions that follow are near this one.
  void move_to(const State& s) {
    const B strong = arena_.immortal(s, kAttacker);
    const B changed = put(s, strong);
    stones_[kAttacker] = s.stones[kAttacker];
    stones_[kDefender] = s.stones[kDefender];
    strong_ = strong;
    change(changed);
  }

  // Log-odds in hundredths that the attacker kills, as far as they are to be trusted.
  int odds(const State& s) {
    const ShapeWeights::Side& w = weights_->side(s.turn);
    const B strong = arena_.immortal(s, kAttacker);
    Sums sums = sums_[s.turn];
    const B changed = put(s, strong);
    // All tables are looked up before any is used: they are larger than the nearest memory.
    std::array<std::pair<uint16_t, uint16_t>, 64 * N> other;
    size_t count = 0;
    for (B left = near(changed); left.any();) {
      const int bit = left.pop();
      const uint16_t row = weights_->row(frame_.shape(&cells_[at_[size_t(bit)]]));
      prefetch(w.shape[row]);
      other[count++] = {rows_[size_t(bit)], row};
    }
    for (size_t i = 0; i < count; ++i) exchange(sums, w, other[i].first, other[i].second);
    for (B left = changed; left.any();) {
      const int bit = left.pop();
      cells_[at_[size_t(bit)]] = shape_cell(stones_, strong_, bit);
    }
    return weigh(s, strong, sums);
  }

 private:
  using Sums = std::array<int32_t, ShapeWeights::kSums>;

  // Puts the stones into the frame; where they differ from those that were there.
  B put(const State& s, const B& strong) {
    const B changed = differ(s.stones[kAttacker], stones_[kAttacker]) |
                      differ(s.stones[kDefender], stones_[kDefender]) | differ(strong, strong_);
    for (B left = changed; left.any();) {
      const int bit = left.pop();
      cells_[at_[size_t(bit)]] = shape_cell(s.stones, strong, bit);
    }
    return changed;
  }
  static B differ(const B& a, const B& b) { return a.without(b) | b.without(a); }
  B near(const B& x) const {
    const B row = x | x.up(1) | x.down(1);
    return (row | row.up(arena_.stride) | row.down(arena_.stride)) & arena_.region;
  }
  void change(const B& changed) {
    for (B left = near(changed); left.any();) {
      const int bit = left.pop();
      const uint16_t row = weights_->row(frame_.shape(&cells_[at_[size_t(bit)]]));
      uint16_t& before = rows_[size_t(bit)];
      if (row == before) continue;
      for (int turn = 0; turn < 2; ++turn) exchange(sums_[turn], weights_->side(turn), before, row);
      before = row;
    }
  }
  template <class Row>
  static void prefetch([[maybe_unused]] const Row& row) {
#if defined(__GNUC__)
    __builtin_prefetch(row.data());
#endif
  }
  static void exchange(Sums& sums, const ShapeWeights::Side& w, uint16_t before, uint16_t now) {
    const auto &minus = w.shape[before], &plus = w.shape[now];
    for (size_t i = 0; i < sums.size(); ++i) sums[i] += plus[i] - minus[i];
  }
  int weigh(const State& s, const B& strong, Sums sums) const {
    const ShapeWeights::Side& w = weights_->side(s.turn);
    const auto counts = guess_counts(arena_, s, strong);
    int own = w.base;
    for (size_t k = 0; k < counts.size(); ++k) {
      if (counts[k] == 0) continue;
      own += counts[k] * w.by_itself[k];
      for (size_t i = 0; i < sums.size(); ++i) sums[i] += counts[k] * w.count[k][i];
    }
    int64_t z = 0;
    for (size_t i = 0; i < sums.size(); ++i)
      z += int64_t(std::clamp(sums[i], 0, ShapeWeights::kMost)) * w.weight[i];
    return weights_->trusted(z / 256 + own);
  }

  const Arena<N>& arena_;
  ShapeFrame<N> frame_;
  std::shared_ptr<const ShapeWeights> weights_;
  std::vector<uint8_t> cells_;  // of the frame
  std::vector<uint16_t> at_;    // where a point stands in it
  std::vector<uint16_t> rows_;  // of each point's shape
  Sums sums_[2];                // by who moves
  B stones_[2], strong_;
};

}  // namespace gokan
