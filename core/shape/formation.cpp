#include "shape/formation.h"

#include "base/random.h"

namespace gokan::shape {

int age_class(int age) {
  if (age < 4) return age;
  return age < 6 ? 4 : age < 10 ? 5 : age < 20 ? 6 : 7;
}

void FormationReader::look(const Board& board, Color mover, const std::vector<int>& ages) {
  board_ = &board;
  ++looks_;
  mover_ = mover;
  ties_.look(board);
  std::vector<int> dealt;
  if (parts_.shuffled) {
    for (int i = 0; i < ties_.points(); ++i)
      if (ties_.color(ties_.cell(i)) != kEmpty) dealt.push_back(ages[size_t(i)]);
    Random random(board.hash());
    for (size_t i = dealt.size(); i > 1; --i)
      std::swap(dealt[i - 1], dealt[random.below(uint32_t(i))]);
  }
  size_t next = 0;
  std::array<uint8_t, kMaxPoints> liberties{};  // by head, plus one
  for (int i = 0; i < ties_.points(); ++i) {
    const auto c = size_t(ties_.cell(i));
    const Point p = board.geometry().points[size_t(i)];
    const bool stone = board.is_stone(p);
    age_[c] = !stone ? kNeverPlayed : parts_.shuffled ? dealt[next++] : ages[size_t(i)];
    breath_[c] = 0;
    if (stone) {
      uint8_t& known = liberties[board.head(p)];
      if (!known) known = uint8_t(board.liberty_count(p, 5) + 1);
      breath_[c] = uint8_t(known - 1);
    }
    size_[c] = stone ? uint8_t(std::min(board.block_size(p), 200)) : 0;
  }
}

std::vector<uint32_t> FormationReader::step_keys() const {
  std::vector<uint32_t> keys;
  for (const FormationCode code : known())
    for (const Form form : {Form::kFurthers, Form::kDisrupts})
      for (int age = -1; age < (parts_.time ? kStepAges : 0); ++age)
        keys.push_back(step_key(form, code, age));
  return keys;
}

uint64_t FormationReader::star_key(const Star& star, uint64_t variant) const {
  return scramble(*std::min_element(star.begin(), star.end()) + scramble(variant));
}

// A stone's own formation, as others see it: its ties up to the knight's jump.
uint32_t FormationReader::label_of(int cell) const {
  Star star{};
  for (const Tie& tie : ties_.ties(cell)) {
    const TieKind kind = tie_shapes()[tie.shape].kind;
    if (kind > TieKind::kKnight) break;
    const uint64_t code = packed(ties_.color(tie.other) != mover_, tie.gaps);
    for (int s = 0; s < 8; ++s)
      star[size_t(s)] += scramble(uint64_t(turned_shape(s, tie.shape)) << 40 ^ code);
  }
  const auto& edges = ties_.edges(cell);
  for (size_t d = 0; d < 4; ++d)
    if (edges[d] >= 0 && edges[d] <= 4)
      for (int s = 0; s < 8; ++s)
        star[size_t(s)] +=
            scramble(0x7000 + uint64_t(turned_direction(s, int(d))) * 16 + uint64_t(edges[d]));
  const int enemy = ties_.color(cell) != mover_;
  return uint32_t(star_key(star, packed(enemy, std::min<int>(breath_[size_t(cell)], 3))));
}

void FormationReader::gather(int cell, std::vector<Seen>& out) const {
  out.clear();
  for (const Tie& tie : ties_.ties(cell)) {
    const auto other = size_t(tie.other);
    if (parts_.level2 && labelled_[other] != looks_)
      label_[other] = label_of(tie.other), labelled_[other] = looks_;
    out.push_back({tie.shape, uint8_t(tie_shapes()[tie.shape].kind), tie.gaps,
                   uint8_t(ties_.color(tie.other) != mover_),
                   uint8_t(std::min<int>(breath_[other], 4)), size_[other],
                   uint8_t(age_class(age_[other])), tie.other, label_[other]});
  }
}

// Liberties (up to 5) and stones of the block a play would make, what it takes and what it saves.
int FormationReader::liberties_after(int cell, int& stones, int& taken, int& taken_age,
                                     int& saved) const {
  const Point p = board_->geometry().points[size_t(ties_.index(cell))];
  std::array<Point, 24> free;
  int count = 0;
  const auto add = [&](Point q) {
    if (q == p || count >= int(free.size())) return;
    for (int i = 0; i < count; ++i)
      if (free[size_t(i)] == q) return;
    free[size_t(count++)] = q;
  };
  stones = 1;
  std::array<Point, 4> heads{};
  int known = 0;
  thread_local PointList liberties;
  for (const Point q : board_->neighbors(p)) {
    if (board_->color(q) == kEmpty) {
      add(q);
      continue;
    }
    if (!board_->is_stone(q)) continue;
    const Point head = board_->head(q);
    if (std::find(heads.begin(), heads.begin() + known, head) != heads.begin() + known) continue;
    heads[size_t(known++)] = head;
    if (board_->color(q) == mover_) {
      stones += board_->block_size(q);
      if (board_->in_atari(q)) saved += board_->block_size(q);
      liberties.clear();
      board_->liberties(q, liberties);
      for (const Point l : liberties) add(l);
    } else if (board_->in_atari(q)) {
      taken += board_->block_size(q);
      add(q);
      board_->for_each_stone(q, [&](Point s) {
        const int i = board_->geometry().index[s];
        taken_age = std::min(taken_age, age_[size_t(ties_.cell(i))]);
      });
    }
  }
  return std::min(count, 5);
}

}  // namespace gokan::shape
