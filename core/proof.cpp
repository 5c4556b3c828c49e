#include "proof.h"

#include <chrono>
#include <unordered_map>

#include "arena_room.h"
#include "proof_search.h"

namespace gokan {

struct ProofSolver::Impl {
  virtual ~Impl() = default;
  virtual ProofAnswer solve(const ProofQuery&, const ProofLimits&) = 0;
  virtual std::vector<int> legal_moves(const ProofQuery&) const = 0;
  virtual ProofGraph proof(const ProofQuery&, const ProofLimits&, size_t) = 0;
};

namespace {

template <int N>
class Sized final : public ProofSolver::Impl {
 public:
  using State = ArenaState<N>;

  Sized(const ArenaSpec& spec, size_t bytes)
      : room_(spec), table_(bytes), search_(arena_, table_) {}

  ProofAnswer solve(const ProofQuery& q, const ProofLimits& limits) override {
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

  ProofGraph proof(const ProofQuery& q, const ProofLimits& limits, size_t max_nodes) override;

 private:
  ArenaRoom<N> room_;
  const Arena<N>& arena_ = room_.arena;
  ProofTable table_;
  ProofSearch<N> search_;
};

template <int N>
ProofGraph Sized<N>::proof(const ProofQuery& q, const ProofLimits& limits, size_t max_nodes) {
  ProofGraph g;
  State root;
  if (!room_.state_of(q, root)) return g;
  using Clock = std::chrono::steady_clock;
  const auto begun = Clock::now();
  // What is left of the limits; false when that is nothing.
  ProofLimits left = limits;
  const auto in_time = [&] {
    if (limits.stop && limits.stop->load(std::memory_order_relaxed)) return false;
    if (limits.seconds <= 0) return true;
    left.seconds = limits.seconds - std::chrono::duration<double>(Clock::now() - begun).count();
    return left.seconds > 0;
  };
  g.verdict = search_.run(root, limits).verdict;
  if (g.verdict == Verdict::kUnknown) return g;
  const bool kill = g.verdict == Verdict::kKilled;
  const int winner = kill ? kAttacker : kDefender;

  std::unordered_map<uint64_t, int32_t> number;
  std::vector<State> states{root};
  number.emplace(root.key(), 0);
  const auto node_of = [&](const State& s) {
    const auto [it, fresh] = number.emplace(s.key(), int32_t(states.size()));
    if (fresh) states.push_back(s);
    return it->second;
  };
  // The winner's move at s as the table has it, -2 if it is not known.
  const auto known = [&](const State& s) {
    const ProofEntry* e = table_.find(s.board_key());
    if (e && kill && e->killed(s.threats[0], s.threats[1])) return int(e->kill_move);
    if (e && !kill && e->stands(s.threats[0], s.threats[1])) return int(e->stand_move);
    return -3;
  };
  const auto holds = [&](const State& s) {  // is the verdict known at s without a search?
    const auto end = search_.leaf(s, true);
    if (end != ProofGraph::kInner)
      return kill == (end == ProofGraph::kCaptured || end == ProofGraph::kLastLiberty ||
                      end == ProofGraph::kHopeless);
    return known(s) != -3;
  };
  for (size_t i = 0; i < states.size(); ++i) {
    if (states.size() > max_nodes || (i % 1024 == 0 && !in_time())) return g;
    g.first.push_back(uint32_t(g.edges.size()));
    const State s = states[i];
    const ProofGraph::Leaf end = search_.leaf(s, true);
    g.leaf.push_back(end);
    if (end != ProofGraph::kInner) continue;
    if (s.turn != winner) {
      if (!kill ? s.ko >= 0 : true) {
        State t = s;
        arena_.play(t, kArenaPass);
        g.edges.push_back({int16_t(-1), node_of(t)});
      }
      for (const int p : search_.moves(s)) {
        State t = s;
        arena_.play(t, p);
        g.edges.push_back({int16_t(room_.to_cell(p)), node_of(t)});
      }
      continue;
    }
    int best = known(s);
    State t = s;
    if (best < kArenaPass || !arena_.play(t, best) || !holds(t)) {
      if (!in_time()) return g;
      const ProofAnswer again = search_.run(s, left);
      if (again.verdict != g.verdict) return g;
      best = again.best;
      t = s;
      if (best == -2 || !arena_.play(t, best)) return g;
    }
    g.edges.push_back({int16_t(best < 0 ? -1 : room_.to_cell(best)), node_of(t)});
  }
  g.first.push_back(uint32_t(g.edges.size()));
  g.complete = true;
  return g;
}

}  // namespace

ProofSolver::ProofSolver(const ArenaSpec& spec, size_t table_bytes)
    : impl_(make_sized<Impl, Sized>(spec, table_bytes)) {}

ProofSolver::~ProofSolver() = default;

ProofAnswer ProofSolver::solve(const ProofQuery& query, const ProofLimits& limits) {
  return impl_->solve(query, limits);
}

std::vector<int> ProofSolver::legal_moves(const ProofQuery& query) const {
  return impl_->legal_moves(query);
}

ProofGraph ProofSolver::proof(const ProofQuery& query, const ProofLimits& limits,
                              size_t max_nodes) {
  return impl_->proof(query, limits, max_nodes);
}

}  // namespace gokan
