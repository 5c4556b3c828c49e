#include "life_proof.h"

#include <stdexcept>
#include <unordered_map>

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

  Sized(const ArenaSpec& spec, size_t bytes) : table_(bytes), search_(arena_, table_) {
    arena_.width = spec.width;
    arena_.height = spec.height;
    arena_.stride = spec.width + 1;
    for (int cell = 0; cell < spec.width * spec.height; ++cell) {
      const uint8_t what = spec.cells[size_t(cell)];
      const int kind = what & ArenaSpec::kKindMask, i = to_bit(cell);
      if (kind == ArenaSpec::kOutside) continue;
      arena_.region.set(i);
      if (kind == ArenaSpec::kAttackerStone) start_.stones[kAttacker].set(i);
      if (kind == ArenaSpec::kDefenderStone) start_.stones[kDefender].set(i);
      if (what & ArenaSpec::kAttackerAnchor) arena_.anchor[kAttacker].set(i);
      if (what & ArenaSpec::kDefenderAnchor) arena_.anchor[kDefender].set(i);
      if (what & ArenaSpec::kTarget) start_.target.set(i);
    }
    if (start_.target.none() || start_.target.without(start_.stones[kDefender]).any())
      throw std::invalid_argument("the target must be defender stones of the region");
  }

  LifeAnswer solve(const ProofQuery& q, LifeGoal goal, const ProofLimits& limits) override {
    State s;
    LifeAnswer answer;
    if (!state_of(q, s)) {
      answer.illegal = true;
      return answer;
    }
    answer = search_.run(s, goal, limits);
    if (answer.best >= 0) answer.best = to_cell(answer.best);
    return answer;
  }

  ProofGraph proof(const ProofQuery&, LifeGoal, const ProofLimits&, size_t) override;

 private:
  int to_cell(int bit) const { return bit / arena_.stride * arena_.width + bit % arena_.stride; }
  int to_bit(int cell) const { return cell / arena_.width * arena_.stride + cell % arena_.width; }
  bool state_of(const ProofQuery& q, State& s) const {
    s = start_;
    s.turn = uint8_t(q.turn);
    s.threats[kAttacker] = uint8_t(q.attacker_threats);
    s.threats[kDefender] = uint8_t(q.defender_threats);
    s.ko = q.ko >= 0 && s.threats[s.turn] != kEndless ? int16_t(to_bit(q.ko)) : int16_t(-1);
    for (const int move : q.moves) {
      if (arena_.captured(s)) return false;
      const int p = move < 0 ? kArenaPass : to_bit(move);
      if (p >= 0 && !arena_.empty(s).test(p)) return false;
      if (!arena_.play(s, p)) return false;
    }
    return true;
  }

  Arena<N> arena_;
  State start_;
  LifeTable table_;
  LifeSearch<N> search_;
};

// The winner of the question has one edge per node, the loser one for each of his moves.
template <int N>
ProofGraph Sized<N>::proof(const ProofQuery& q, LifeGoal goal, const ProofLimits& limits,
                           size_t max_nodes) {
  ProofGraph g;
  State root;
  if (!state_of(q, root)) return g;
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
        g.edges.push_back({int16_t(to_cell(p)), node_of(t)});
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
    g.edges.push_back({int16_t(best < 0 ? -1 : to_cell(best)), node_of(t)});
  }
  g.first.push_back(uint32_t(g.edges.size()));
  g.complete = true;
  return g;
}

}  // namespace

LifeSolver::LifeSolver(const ArenaSpec& spec, size_t table_bytes) {
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

LifeSolver::~LifeSolver() = default;

LifeAnswer LifeSolver::solve(const ProofQuery& query, LifeGoal goal, const ProofLimits& limits) {
  return impl_->solve(query, goal, limits);
}

ProofGraph LifeSolver::proof(const ProofQuery& query, LifeGoal goal, const ProofLimits& limits,
                             size_t max_nodes) {
  return impl_->proof(query, goal, limits, max_nodes);
}

}  // namespace gokan
