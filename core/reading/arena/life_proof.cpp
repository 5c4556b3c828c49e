#include "reading/arena/life_proof.h"

#include <memory>
#include <stdexcept>
#include <utility>

#include "reading/arena/arena_room.h"
#include "reading/arena/life_search.h"
#include "reading/arena/proof_writer.h"

namespace gokan {

struct LifeSolver::Impl {
  virtual ~Impl() = default;
  virtual void mark(const std::vector<int>& cells) = 0;
  virtual void set_focus(LifeFocus focus) = 0;
  virtual void set_home(const std::vector<uint8_t>& cells) = 0;
  virtual void learn(std::shared_ptr<const ShapeWeights> weights) = 0;
  virtual LifeAnswer solve(const ProofQuery&, LifeGoal, const SearchLimits&) = 0;
  virtual ProofGraph proof(const ProofQuery&, LifeGoal, const SearchLimits&, size_t) = 0;
};

namespace {

// What ProofWriter asks about life: the defender wins if the end is forced.
template <int N>
class LifeGame {
 public:
  using State = ArenaState<N>;

  LifeGame(const Arena<N>& a, const NumberTable& table, LifeSearch<N>& search, LifeGoal goal)
      : arena(a), table_(&table), search_(&search), goal_(goal) {}

  Verdict start(const State& root, const SearchLimits& limits) {
    const LifeAnswer answer = search_->run(root, goal_, limits);
    searched += answer.nodes;
    verdict_ = answer.verdict;
    if (verdict_ == Forced::kUnknown) return Verdict::kUnknown;
    return finite() ? Verdict::kStands : Verdict::kKilled;
  }
  int winner() const { return finite() ? kDefender : kAttacker; }
  bool finite() const { return verdict_ == Forced::kForced; }
  uint64_t key(const State& s) const { return search_->key(s, goal_); }
  std::vector<int> moves(const State& s) const { return search_->moves(s, goal_); }
  uint8_t leaf(const State& s) const { return uint8_t(search_->leaf(s, goal_)); }
  bool won(uint8_t leaf) const { return finite() == (leaf > ProofGraph::kHopeless); }
  bool loser_passes(const State& s) const { return search_->may_pass(s, goal_); }
  bool paid(const State&, int) const { return false; }
  int passes_at_leaf(const State&) const { return 0; }
  int known(const State& s) const {
    const NumberEntry* e = table_->find(key(s));
    return e && (finite() ? e->pn == 0 : e->dn == 0) ? e->best : -3;
  }
  int ask(const State& s, const SearchLimits& limits) {
    const LifeAnswer answer = search_->run(s, goal_, limits);
    searched += answer.nodes;
    return answer.verdict == verdict_ ? answer.best : -3;
  }
  void start_again() {
    auto table = std::make_unique<NumberTable>(kFresh);
    auto search = std::make_unique<LifeSearch<N>>(arena, *table, search_->marks());
    search->set_focus(search_->focus(), search_->start());
    search->set_home(search_->home().anchor[kAttacker], search_->home().anchor[kDefender]);
    fresh_search_ = std::move(search);
    fresh_table_ = std::move(table);
    table_ = fresh_table_.get();
    search_ = fresh_search_.get();
  }

  const Arena<N>& arena;
  uint64_t searched = 0;

 private:
  static constexpr size_t kFresh = size_t(64) << 20;

  const NumberTable* table_;
  LifeSearch<N>* search_;
  LifeGoal goal_;
  Forced verdict_ = Forced::kUnknown;
  std::unique_ptr<NumberTable> fresh_table_;
  std::unique_ptr<LifeSearch<N>> fresh_search_;
};

template <int N>
class Sized final : public LifeSolver::Impl {
 public:
  using State = ArenaState<N>;

  Sized(const ArenaSpec& spec, size_t bytes)
      : room_(spec), table_(bytes), search_(arena_, table_) {}

  void mark(const std::vector<int>& cells) override {
    Bits<N> marks;
    for (const int cell : cells) {
      if (!room_.on_region(cell)) throw std::invalid_argument("a mark lies outside the region");
      marks.set(room_.to_bit(cell));
    }
    search_.set_marks(marks);
  }
  void set_focus(LifeFocus focus) override { search_.set_focus(focus, room_.start); }
  void set_home(const std::vector<uint8_t>& cells) override {
    Bits<N> anchors[2];
    for (size_t cell = 0; cell < cells.size(); ++cell) {
      if (!room_.on_region(int(cell))) continue;
      const int i = room_.to_bit(int(cell));
      if (cells[cell] & ArenaSpec::kAttackerAnchor) anchors[kAttacker].set(i);
      if (cells[cell] & ArenaSpec::kDefenderAnchor) anchors[kDefender].set(i);
    }
    search_.set_home(anchors[kAttacker], anchors[kDefender]);
  }
  void learn(std::shared_ptr<const ShapeWeights> weights) override {
    search_.learn(std::move(weights));
  }

  LifeAnswer solve(const ProofQuery& q, LifeGoal goal, const SearchLimits& limits) override {
    State s;
    LifeAnswer answer;
    if (!room_.state_of(q, s)) {
      answer.illegal = true;
      return answer;
    }
    answer = search_.run(s, goal, limits);
    if (answer.best >= 0) answer.best = room_.to_cell(answer.best);
    return answer;
  }

  ProofGraph proof(const ProofQuery&, LifeGoal, const SearchLimits&, size_t) override;

 private:
  ArenaRoom<N> room_;
  const Arena<N>& arena_ = room_.arena;
  NumberTable table_;
  LifeSearch<N> search_;
};

template <int N>
ProofGraph Sized<N>::proof(const ProofQuery& q, LifeGoal goal, const SearchLimits& limits,
                           size_t max_nodes) {
  State root;
  if (!room_.state_of(q, root)) return ProofGraph();
  LifeGame<N> game(arena_, table_, search_, goal);
  return write_proof(game, room_, root, limits, max_nodes);
}

}  // namespace

LifeSolver::LifeSolver(const ArenaSpec& spec, size_t table_bytes, const std::vector<int>& marks)
    : impl_(make_sized<Impl, Sized>(spec, table_bytes)) {
  impl_->mark(marks);
}

LifeSolver::~LifeSolver() = default;

void LifeSolver::set_focus(LifeFocus focus) { impl_->set_focus(focus); }

void LifeSolver::set_home(const std::vector<uint8_t>& cells) { impl_->set_home(cells); }

void LifeSolver::set_guess(std::shared_ptr<const ShapeWeights> weights) {
  impl_->learn(std::move(weights));
}

LifeAnswer LifeSolver::solve(const ProofQuery& query, LifeGoal goal, const SearchLimits& limits) {
  return impl_->solve(query, goal, limits);
}

ProofGraph LifeSolver::proof(const ProofQuery& query, LifeGoal goal, const SearchLimits& limits,
                             size_t max_nodes) {
  return impl_->proof(query, goal, limits, max_nodes);
}

}  // namespace gokan
