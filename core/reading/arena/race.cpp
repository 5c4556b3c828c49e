#include "reading/arena/race.h"

#include <stdexcept>

#include "reading/arena/arena_room.h"
#include "reading/arena/race_search.h"

namespace gokan {

struct RaceSolver::Impl {
  virtual ~Impl() = default;
  virtual RaceAnswer solve(const ProofQuery&, const SearchLimits&) = 0;
  virtual std::vector<int> legal_moves(const ProofQuery&) const = 0;
};

namespace {

template <int N>
class Sized final : public RaceSolver::Impl {
 public:
  using State = ArenaState<N>;

  Sized(const ArenaSpec& spec, size_t bytes) : room_(spec), search_(arena_, bytes) {}

  RaceAnswer solve(const ProofQuery& q, const SearchLimits& limits) override {
    State s;
    if (!room_.state_of(q, s, true))
      throw std::invalid_argument("a move of the question is not legal");
    RaceAnswer answer = search_.run(s, limits);
    if (answer.best >= 0) answer.best = room_.to_cell(answer.best);
    return answer;
  }

  std::vector<int> legal_moves(const ProofQuery& q) const override {
    State s;
    std::vector<int> out;
    if (!room_.state_of(q, s, true)) return out;
    for (Bits<N> left = arena_.empty(s); left.any();) {
      const int p = left.pop();
      State t = s;
      if (arena_.play(t, p)) out.push_back(room_.to_cell(p));
    }
    return out;
  }

 private:
  ArenaRoom<N> room_;
  const Arena<N>& arena_ = room_.arena;
  RaceSearch<N> search_;
};

}  // namespace

RaceSolver::RaceSolver(const ArenaSpec& spec, size_t table_bytes)
    : impl_(make_sized<Impl, Sized>(spec, table_bytes)) {}

RaceSolver::~RaceSolver() = default;

RaceAnswer RaceSolver::solve(const ProofQuery& query, const SearchLimits& limits) {
  return impl_->solve(query, limits);
}

std::vector<int> RaceSolver::legal_moves(const ProofQuery& query) const {
  return impl_->legal_moves(query);
}

}  // namespace gokan
