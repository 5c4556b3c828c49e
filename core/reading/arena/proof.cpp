#include "reading/arena/proof.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "reading/arena/arena_room.h"
#include "reading/arena/proof_search.h"
#include "reading/arena/proof_writer.h"

namespace gokan {

struct ProofSolver::Impl {
  virtual ~Impl() = default;
  virtual ProofAnswer solve(const ProofQuery&, const SearchLimits&) = 0;
  virtual std::vector<int> legal_moves(const ProofQuery&) const = 0;
  virtual ProofGraph proof(const ProofQuery&, const SearchLimits&, size_t, int) = 0;
  virtual void plain(bool) = 0;
  virtual void learn(std::shared_ptr<const ShapeWeights>) = 0;
  virtual void keep_samples(uint64_t, size_t) = 0;
  virtual const std::vector<ProofSample>& samples() const = 0;
};

namespace {

// What ProofWriter asks about capture.
template <int N>
class KillGame {
 public:
  using State = ArenaState<N>;

  KillGame(const Arena<N>& a, const ProofTable& table, ProofSearch<N>& search, int level)
      : arena(a), table_(&table), search_(&search), level_(level) {}

  Verdict start(const State& root, const SearchLimits& limits) {
    const ProofAnswer answer = search_->run(counted(root), limits);
    searched += answer.nodes;
    verdict_ = answer.verdict;
    if (root.threats[kDefender] == kFinite && !kill()) verdict_ = Verdict::kUnknown;
    return verdict_;
  }
  int winner() const { return kill() ? kAttacker : kDefender; }
  bool finite() const { return kill(); }
  uint64_t key(const State& s) const { return s.key(); }
  std::vector<int> moves(const State& s) const { return search_->moves(s); }
  uint8_t leaf(const State& s) const { return search_->leaf(s, true); }
  bool won(uint8_t leaf) const { return kill() == (leaf <= ProofGraph::kHopeless); }
  bool loser_passes(const State& s) const { return kill() || s.ko >= 0; }
  bool paid(const State& s, int move) const {
    return s.turn == kDefender && s.threats[kDefender] == kFinite && s.ko >= 0 && move == s.ko;
  }
  int passes_at_leaf(const State& s) const {
    return search_->leaf(s, true) == ProofGraph::kHopeless ? arena.hopeless(s, true).passes : 0;
  }
  int known(const State& s) const {
    const ProofEntry* e = table_->find(s.board_key());
    const State c = counted(s);
    if (e && kill() && e->killed(c.threats[0], c.threats[1])) return e->kill_move;
    if (e && !kill() && e->stands(c.threats[0], c.threats[1])) return e->stand_move;
    return -3;
  }
  int ask(const State& s, const SearchLimits& limits) {
    const ProofAnswer answer = search_->run(counted(s), limits);
    searched += answer.nodes;
    return answer.verdict == verdict_ ? answer.best : -3;
  }
  void start_again() {
    fresh_search_.reset();
    fresh_table_ = std::make_unique<ProofTable>(kFresh);
    fresh_search_ = std::make_unique<ProofSearch<N>>(arena, *fresh_table_);
    fresh_search_->plain = true;
    table_ = fresh_table_.get();
    search_ = fresh_search_.get();
  }

  const Arena<N>& arena;
  uint64_t searched = 0;

 private:
  static constexpr size_t kFresh = size_t(64) << 20;
  bool kill() const { return verdict_ == Verdict::kKilled; }
  // The state to ask the search about.
  State counted(State s) const {
    if (s.threats[kDefender] == kFinite) s.threats[kDefender] = uint8_t(level_);
    return s;
  }

  const ProofTable* table_;
  ProofSearch<N>* search_;
  int level_;
  Verdict verdict_ = Verdict::kUnknown;
  std::unique_ptr<ProofTable> fresh_table_;
  std::unique_ptr<ProofSearch<N>> fresh_search_;
};

template <int N>
class Sized final : public ProofSolver::Impl {
 public:
  using State = ArenaState<N>;

  Sized(const ArenaSpec& spec, size_t bytes)
      : room_(spec), table_(bytes), search_(arena_, table_) {}

  ProofAnswer solve(const ProofQuery& q, const SearchLimits& limits) override {
    State s;
    ProofAnswer answer;
    if (!room_.state_of(q, s)) {
      answer.illegal = true;
      return answer;
    }
    answer = search_.run(s, limits);
    if (answer.best >= 0) answer.best = room_.to_cell(answer.best);
    return answer;
  }

  std::vector<int> legal_moves(const ProofQuery& q) const override {
    State s;
    if (!room_.state_of(q, s)) return {};
    std::vector<int> out = search_.moves(s);
    for (int& p : out) p = room_.to_cell(p);
    return out;
  }

  ProofGraph proof(const ProofQuery& q, const SearchLimits& limits, size_t max_nodes,
                   int level) override;
  void plain(bool wanted) override { search_.plain = wanted; }
  void learn(std::shared_ptr<const ShapeWeights> weights) override {
    search_.learn(std::move(weights));
  }
  void keep_samples(uint64_t every, size_t most) override { search_.keep_samples(every, most); }
  const std::vector<ProofSample>& samples() const override { return search_.samples(); }

 private:
  ArenaRoom<N> room_;
  const Arena<N>& arena_ = room_.arena;
  ProofTable table_;
  ProofSearch<N> search_;
};

template <int N>
ProofGraph Sized<N>::proof(const ProofQuery& q, const SearchLimits& limits, size_t max_nodes,
                           int level) {
  State root;
  if (!room_.state_of(q, root)) return ProofGraph();
  KillGame<N> game(arena_, table_, search_, level);
  const bool before = std::exchange(search_.plain, true);
  ProofGraph graph = write_proof(game, room_, root, limits, max_nodes);
  search_.plain = before;
  return graph;
}

}  // namespace

ProofSolver::ProofSolver(const ArenaSpec& spec, size_t table_bytes, bool plain)
    : impl_(make_sized<Impl, Sized>(spec, table_bytes)) {
  impl_->plain(plain);
}

ProofSolver::~ProofSolver() = default;

void ProofSolver::set_guess(std::shared_ptr<const ShapeWeights> weights) {
  impl_->learn(std::move(weights));
}

void ProofSolver::keep_samples(uint64_t every, size_t most) {
  impl_->keep_samples(std::max<uint64_t>(1, every), most);
}

const std::vector<ProofSample>& ProofSolver::samples() const { return impl_->samples(); }

ProofAnswer ProofSolver::solve(const ProofQuery& query, const SearchLimits& limits) {
  return impl_->solve(query, limits);
}

std::vector<int> ProofSolver::legal_moves(const ProofQuery& query) const {
  return impl_->legal_moves(query);
}

ProofGraph ProofSolver::proof(const ProofQuery& query, const SearchLimits& limits, size_t max_nodes,
                              int level) {
  return impl_->proof(query, limits, max_nodes, level);
}

}  // namespace gokan
