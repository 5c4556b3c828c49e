// The units of a position, and which of them each looks at.
#include <algorithm>
#include <cmath>

#include "strength/seds.h"

namespace gokan::seds {

void System::build(const Board& board, const Options& options,
                   const std::vector<Verdict>& verdicts) {
  board_ = &board;
  options_ = options;
  const Geometry& geo = board.geometry();
  if (!p_ || width_ != geo.width || height_ != geo.height || edge_ != options.edge) {
    width_ = geo.width, height_ = geo.height, edge_ = options.edge;
    for (auto& array : values_) array.fill(edge_), array[kOne] = 1;
    for (auto& array : repeat_) array.fill(0);
    free_.fill(0), count_.fill(0);
    unit_of_.fill(kPass);
  }
  p_ = values_[0].data(), q_ = values_[1].data();
  next_p_ = values_[2].data(), next_q_ = values_[3].data();
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[i];
    unit_of_[p] = board.color(p) == kEmpty ? p : board.head(p);
  }
  if (options.links) join_links();
  collect_blocks();
  apply_life(verdicts);
}

void System::collect_blocks() {
  const Board& board = *board_;
  const Geometry& geo = board.geometry();
  const int s = geo.stride;
  const int offsets[4] = {-s, -1, 1, s};
  units_.clear(), lists_.clear(), shores_.clear();
  awake_.assign(size_t(geo.count), 0);
  Point enemies[kMaxOnBoard];
  for (int i = 0; i < geo.count; ++i) {
    const Point p = geo.points[i];
    const Color color = board.color(p);
    if (color == kEmpty) {
      free_[p] = 1;
      const bool plain = board.neighbors_of(p, kBlack) < 2 && board.neighbors_of(p, kWhite) < 2;
      if (plain && !options_.links) {
        for (auto& array : repeat_) array[p] = 0;
        continue;
      }
      for (int d = 0; d < 4; ++d) {
        const Point unit = unit_of_[p + offsets[d]];
        bool repeated = false;
        for (int e = 0; e < d; ++e) repeated |= unit && unit_of_[p + offsets[e]] == unit;
        repeat_[d][p] = repeated;
      }
      continue;
    }
    free_[p] = 0;
    if (unit_of_[p] != p) continue;
    Unit unit{};
    unit.head = p, unit.color = color;
    unit.factor = unit.ceiling = 1;
    unit.first = uint16_t(lists_.size()), unit.shore = uint16_t(shores_.size());
    shores_.push_back(p);
    int n_enemies = 0;
    ++stamp_;
    const auto add_block = [&](Point head) {
      board.for_each_stone(head, [&](Point stone) {
        ++unit.size;
        bool is_shore = false;
        for (const int offset : offsets) {
          const Point q = Point(stone + offset);
          const Color c = board.color(q);
          if (c == color || c == kOff) continue;
          is_shore = true;
          const Point key = unit_of_[q];
          if (mark_[key] == stamp_) continue;
          mark_[key] = stamp_;
          if (c == kEmpty)
            lists_.push_back(q);
          else
            enemies[n_enemies++] = key;
        }
        if (is_shore && stone != p) shores_.push_back(stone);
      });
    };
    if (options_.links) {
      for (int j = 0; j < geo.count; ++j) {
        const Point q = geo.points[j];
        if (board.is_stone(q) && board.head(q) == q && unit_of_[q] == p) add_block(q);
      }
    } else {
      add_block(p);
    }
    unit.liberties = uint16_t(lists_.size() - unit.first);
    while (lists_.size() % 4) lists_.push_back(kOne);
    unit.enemies_at = uint16_t(lists_.size()), unit.enemies = uint16_t(n_enemies);
    lists_.insert(lists_.end(), enemies, enemies + n_enemies);
    while (lists_.size() % 4) lists_.push_back(kOne);
    while (shores_.size() % 4) shores_.push_back(kSink);
    unit.shore_count = uint16_t(shores_.size() - unit.shore);
    if (options_.liberty != 1.0) unit.factor = std::pow(options_.liberty, unit.liberties - 1);
    number_[p] = uint16_t(units_.size());
    units_.push_back(unit);
  }
}

void System::apply_life(const std::vector<Verdict>& verdicts) {
  life_.any = false;
  if (options_.static_life) static_life(*board_, life_);
  start_values();
  for (const Verdict& verdict : verdicts) {
    if (!board_->is_stone(verdict.stone)) continue;
    Unit& unit = units_[number_[unit_of_[verdict.stone]]];
    unit.pinned = true;
    write_block(unit, 1 - verdict.survives);
  }
}

}  // namespace gokan::seds
