#include "proof.h"

#include <chrono>
#include <stdexcept>
#include <string>
#include <unordered_map>

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

  Sized(const ArenaSpec& spec, size_t bytes) : table_(bytes), search_(arena_, table_) {
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

  ProofAnswer solve(const ProofQuery& q, const ProofLimits& limits) override {
    State s;
    ProofAnswer answer;
    if (!state_of(q, s)) {
      answer.illegal = true;
      return answer;
    }
    answer = search_.run(s, limits);
    if (answer.best >= 0) answer.best = to_cell(answer.best);
    return answer;
  }

  std::vector<int> legal_moves(const ProofQuery& q) const override {
    State s;
    if (!state_of(q, s)) return {};
    std::vector<int> out = search_.moves(s);
    for (int& p : out) p = to_cell(p);
    return out;
  }

  ProofGraph proof(const ProofQuery& q, const ProofLimits& limits, size_t max_nodes) override;

 private:
  int to_cell(int bit) const { return bit / arena_.stride * arena_.width + bit % arena_.stride; }
  int to_bit(int cell) const { return cell / arena_.width * arena_.stride + cell % arena_.width; }
  bool state_of(const ProofQuery& q, State& s) const {
    s = start_;
    s.turn = uint8_t(q.turn);
    s.threats[kAttacker] = uint8_t(q.attacker_threats);
    s.threats[kDefender] = uint8_t(q.defender_threats);
    s.ko = q.ko >= 0 ? int16_t(to_bit(q.ko)) : int16_t(-1);
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
  ProofTable table_;
  ProofSearch<N> search_;
};

template <int N>
ProofGraph Sized<N>::proof(const ProofQuery& q, const ProofLimits& limits, size_t max_nodes) {
  ProofGraph g;
  State root;
  if (!state_of(q, root)) return g;
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
        g.edges.push_back({int16_t(to_cell(p)), node_of(t)});
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
    g.edges.push_back({int16_t(best < 0 ? -1 : to_cell(best)), node_of(t)});
  }
  g.first.push_back(uint32_t(g.edges.size()));
  g.complete = true;
  return g;
}

}  // namespace

ProofSolver::ProofSolver(const ArenaSpec& spec, size_t table_bytes) {
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
