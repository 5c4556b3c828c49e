#include "life_proof.h"

#include <unordered_map>

#include "arena_room.h"
#include "life_search.h"

namespace gokan {

struct LifeSolver::Impl {
  virtual ~Impl() = default;
  virtual LifeAnswer solve(const ProofQuery&, LifeGoal, const ProofLimits&) = 0;
  virtual ProofGraph proof(const ProofQuery&, LifeGoal, const ProofLimits&, size_t) = 0;
};

namespace {

template <int N>
class Sized final : public LifeSolver::Impl {
 public:
  using State = ArenaState<N>;

  Sized(const ArenaSpec& spec, size_t bytes)
      : room_(spec), table_(bytes), search_(arena_, table_) {}

  LifeAnswer solve(const ProofQuery& q, LifeGoal goal, const ProofLimits& limits) override {
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

  ProofGraph proof(const ProofQuery&, LifeGoal, const ProofLimits&, size_t) override;

 private:
  ArenaRoom<N> room_;
  const Arena<N>& arena_ = room_.arena;
  LifeTable table_;
  LifeSearch<N> search_;
};

// The winner of the question has one edge per node, the loser one for each of his moves.
template <int N>
ProofGraph Sized<N>::proof(const ProofQuery& q, LifeGoal goal, const ProofLimits& limits,
                           size_t max_nodes) {
  ProofGraph g;
  State root;
  if (!room_.state_of(q, root)) return g;
  const Forced verdict = search_.run(root, goal, limits).verdict;
  if (verdict == Forced::kUnknown) return g;
  const bool forced = verdict == Forced::kForced;
  g.verdict = forced ? Verdict::kStands : Verdict::kKilled;
  const int winner = forced ? kDefender : kAttacker;

  std::unordered_map<uint64_t, int32_t> number;
  std::vector<State> states{root};
  number.emplace(search_.key(root, goal), 0);
  const auto node_of = [&](const State& s) {
    const auto [it, fresh] = number.emplace(search_.key(s, goal), int32_t(states.size()));
    if (fresh) states.push_back(s);
    return it->second;
  };
  const auto holds = [&](const State& s) {  // is the verdict known at s without a search?
    const LifeLeaf end = search_.leaf(s);
    if (end != LifeLeaf::kInner)
      return forced == (end == LifeLeaf::kEscaped || end == LifeLeaf::kAlive);
    const LifeEntry* e = table_.find(search_.key(s, goal));
    return e && (forced ? e->pn == 0 : e->dn == 0);
  };
  for (size_t i = 0; i < states.size(); ++i) {
    if (states.size() > max_nodes) return g;
    g.first.push_back(uint32_t(g.edges.size()));
    const State s = states[i];
    const LifeLeaf end = search_.leaf(s);
    g.leaf.push_back(uint8_t(end));
    if (end != LifeLeaf::kInner) continue;
    if (s.turn != winner) {
      if (search_.may_pass(s, goal)) {
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
    const LifeEntry* e = table_.find(search_.key(s, goal));
    int best = e && (forced ? e->pn == 0 : e->dn == 0) ? e->best : -2;
    State t = s;
    if (best == -2 || !arena_.play(t, best) || !holds(t)) {
      const LifeAnswer again = search_.run(s, goal, limits);
      if (again.verdict != verdict || again.best == -2) return g;
      best = again.best;
      t = s;
      if (!arena_.play(t, best)) return g;
    }
    g.edges.push_back({int16_t(best < 0 ? -1 : room_.to_cell(best)), node_of(t)});
  }
  g.first.push_back(uint32_t(g.edges.size()));
  g.complete = true;
  return g;
}

}  // namespace

LifeSolver::LifeSolver(const ArenaSpec& spec, size_t table_bytes)
    : impl_(make_sized<Impl, Sized>(spec, table_bytes)) {}

LifeSolver::~LifeSolver() = default;

LifeAnswer LifeSolver::solve(const ProofQuery& query, LifeGoal goal, const ProofLimits& limits) {
  return impl_->solve(query, goal, limits);
}

ProofGraph LifeSolver::proof(const ProofQuery& query, LifeGoal goal, const ProofLimits& limits,
                             size_t max_nodes) {
  return impl_->proof(query, goal, limits, max_nodes);
}

}  // namespace gokan
