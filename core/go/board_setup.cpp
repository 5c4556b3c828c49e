// Setting up a board: everything a move would keep up to date, computed from the stones alone.
#include "go/board.h"

namespace gokan {

void Board::set(Point p, Color c) {
  color_[p] = c;
  rebuild();
}

void Board::load(const uint8_t* colors) {
  for (int i = 0; i < geo_->count; ++i) color_[geo_->points[i]] = Color(colors[i]);
  rebuild();
}

void Board::rebuild() {
  hash_ = 0;
  ko_ = kPass;
  ko_color_ = kEmpty;
  empty_count_ = 0;
  around_ = geo_->blank_around;
  for (int i = 0; i < geo_->count; ++i) {
    const Point p = geo_->points[i];
    head_[p] = kPass;
    if (color_[p] == kEmpty) {
      slot_[p] = empty_count_;
      empty_[empty_count_++] = p;
      continue;
    }
    hash_ ^= zobrist(p, color_[p]);
    for (const Point n : neighbors(p))
      around_[n] = uint16_t(around_[n] + around_unit(color_[p]) - around_unit(kEmpty));
  }
  PointList block;
  for (int i = 0; i < geo_->count; ++i) {
    const Point p = geo_->points[i];
    if (!is_stone(p) || head_[p] != kPass) continue;
    block.assign(1, p);
    head_[p] = p;
    uint32_t pseudo = 0, sum = 0, sumsq = 0;
    for (size_t j = 0; j < block.size(); ++j) {
      for (const Point n : neighbors(block[j])) {
        if (color_[n] == kEmpty) {
          ++pseudo;
          sum += n;
          sumsq += uint32_t(n) * n;
        } else if (color_[n] == color_[p] && head_[n] == kPass) {
          head_[n] = p;
          block.push_back(n);
        }
      }
    }
    for (size_t j = 0; j < block.size(); ++j) next_[block[j]] = block[(j + 1) % block.size()];
    size_[p] = uint16_t(block.size());
    pseudo_[p] = uint16_t(pseudo);
    sum_[p] = sum;
    sumsq_[p] = sumsq;
  }
}

Point Board::breathless() const {
  for (int i = 0; i < geo_->count; ++i) {
    const Point p = geo_->points[i];
    if (is_stone(p) && pseudo_[head_[p]] == 0) return p;
  }
  return kPass;
}

bool Board::check() const {
  Board fresh(width(), height());
  fresh.color_ = color_;
  fresh.rebuild();
  if (fresh.hash_ != hash_ || fresh.empty_count_ != empty_count_) return false;
  for (int i = 0; i < geo_->count; ++i) {
    const Point p = geo_->points[i];
    if (fresh.around_[p] != around_[p]) return false;
    if (color_[p] == kEmpty) {
      if (slot_[p] >= empty_count_ || empty_[slot_[p]] != p) return false;
      continue;
    }
    const Point a = head_[p], b = fresh.head_[p];
    if (head_[b] != a || size_[a] != fresh.size_[b] || pseudo_[a] != fresh.pseudo_[b] ||
        sum_[a] != fresh.sum_[b] || sumsq_[a] != fresh.sumsq_[b])
      return false;
    int ring = 0;
    bool one_block = true;
    for_each_stone(p, [&](Point q) {
      ++ring;
      one_block &= head_[q] == a;
    });
    if (!one_block || ring != size_[a]) return false;
  }
  return true;
}

}  // namespace gokan
