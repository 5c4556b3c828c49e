#include "race.h"

#include <stdexcept>

#include "race_search.h"

namespace gokan {

struct RaceSolver::Impl {
  virtual ~Impl() = default;
  virtual RaceAnswer solve(const ProofQuery&, const ProofLimits&) = 0;
  virtual std::vector<int> legal_moves(const ProofQuery&) const = 0;
};

namespace {

template <int N>
class Sized final : public RaceSolver::Impl {
 public:
  using State = ArenaState<N>;

  Sized(const ArenaSpec& spec, size_t bytes) : search_(arena_, bytes) {
    arena_.width = spec.width;
    arena_.height = spec.height;
    arena_.stride = spec.width + 1;
    for (int row = 0; row < spec.height; ++row) {
      for (int col = 0; col < spec.width; ++col) {
        const uint8_t cell = spec.cells[size_t(row * spec.width + col)];
        const int kind = cell & ArenaSpec::kKindMask;
        if (kind == ArenaSpec::kOutside) continue;
        const int i = row * arena_.stride + col;
        arena_.region.set(i);
        if (kind == ArenaSpec::kAttackerStone) start_.stones[kAttacker].set(i);
        if (kind == ArenaSpec::kDefenderStone) start_.stones[kDefender].set(i);
        if (cell & ArenaSpec::kAttackerAnchor) arena_.anchor[kAttacker].set(i);
        if (cell & ArenaSpec::kDefenderAnchor) arena_.anchor[kDefender].set(i);
        if (cell & ArenaSpec::kTarget) start_.target.set(i);
      }
    }
    if (start_.target.none() || start_.target.without(start_.stones[kDefender]).any())
      throw std::invalid_argument("the target must be defender stones of the region");
    const Bits<N> free = arena_.empty(start_);
    for (int c = 0; c < 2; ++c) {
      for (Bits<N> left = start_.stones[c]; left.any();) {
        const Bits<N> block = arena_.flood(Bits<N>::at(left.first()), start_.stones[c]);
        left = left.without(block);
        if (!block.meets(arena_.anchor[c]) && !arena_.around(block).meets(free))
          throw std::invalid_argument("a block of the region has no liberties");
      }
    }
  }

  RaceAnswer solve(const ProofQuery& q, const ProofLimits& limits) override {
    State s;
    if (!state_of(q, s)) throw std::invalid_argument("a move of the question is not legal");
    RaceAnswer answer = search_.run(s, limits);
    if (answer.best >= 0)
      answer.best = answer.best / arena_.stride * arena_.width + answer.best % arena_.stride;
    return answer;
  }

  std::vector<int> legal_moves(const ProofQuery& q) const override {
    State s;
    std::vector<int> out;
    if (!state_of(q, s)) return out;
    for (Bits<N> left = arena_.empty(s); left.any();) {
      const int p = left.pop();
      State t = s;
      if (arena_.play(t, p)) out.push_back(p / arena_.stride * arena_.width + p % arena_.stride);
    }
    return out;
  }

 private:
  int to_bit(int cell) const { return cell / arena_.width * arena_.stride + cell % arena_.width; }
  bool on_region(int cell) const {
    return cell < arena_.width * arena_.height && arena_.region.test(to_bit(cell));
  }
  bool state_of(const ProofQuery& q, State& s) const {
    s = start_;
    s.turn = uint8_t(q.turn ? kDefender : kAttacker);
    s.threats[kAttacker] = uint8_t(std::clamp(q.attacker_threats, 0, int(kEndless)));
    s.threats[kDefender] = uint8_t(std::clamp(q.defender_threats, 0, int(kEndless)));
    if (q.ko >= 0 && on_region(q.ko) && s.threats[s.turn] != kEndless) s.ko = int16_t(to_bit(q.ko));
    for (const int move : q.moves) {
      if (move >= 0 && !on_region(move)) return false;
      if (move >= 0 && !arena_.empty(s).test(to_bit(move))) return false;
      if (!arena_.play(s, move < 0 ? kArenaPass : to_bit(move))) return false;
    }
    return true;
  }

  Arena<N> arena_;
  State start_;
  RaceSearch<N> search_;
};

}  // namespace

RaceSolver::RaceSolver(const ArenaSpec& spec, size_t table_bytes) {
  if (spec.width < 1 || spec.height < 1 || spec.width > 25 || spec.height > 25 ||
      spec.cells.size() != size_t(spec.width) * size_t(spec.height))
    throw std::invalid_argument("an arena is a rectangle of at most 25 by 25 cells");
  const int bits = (spec.width + 1) * spec.height;
  if (bits <= 64)
    impl_ = std::make_unique<Sized<1>>(spec, table_bytes);
  else if (bits <= 128)
    impl_ = std::make_unique<Sized<2>>(spec, table_bytes);
  else if (bits <= 192)
    impl_ = std::make_unique<Sized<3>>(spec, table_bytes);
  else if (bits <= 384)
    impl_ = std::make_unique<Sized<6>>(spec, table_bytes);
  else
    impl_ = std::make_unique<Sized<11>>(spec, table_bytes);
}

RaceSolver::~RaceSolver() = default;

RaceAnswer RaceSolver::solve(const ProofQuery& query, const ProofLimits& limits) {
  return impl_->solve(query, limits);
}

std::vector<int> RaceSolver::legal_moves(const ProofQuery& query) const {
  return impl_->legal_moves(query);
}

}  // namespace gokan
