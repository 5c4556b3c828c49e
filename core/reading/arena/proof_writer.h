// Writes proofs down: follows the moves that a search found and makes a graph of them.
//
// All that a table says is true, but not all of it hangs together: an entry that made room for
// another may be found again by way of a position that was solved because of the first one, and
// the moves of the two then lead round in a circle. Where the winner must get somewhere in a
// finite number of moves such circles are looked for, and his moves there are searched once more
// with an empty table.
//
// A Game says what the search knows. It has a State, an arena, and
//   winner()           the side that has one move at each of its nodes
//   finite()           whether it must get somewhere: no cycles
//   key(s), moves(s)   as the search has them
//   leaf(s)            the kind of end; won(leaf) whether it is the winner's
//   loser_passes(s)    whether the loser's pass needs an answer
//   known(s)           the winner's move in the table, -2 if it was lost, -3 if s is not solved
//   ask(s, limits)     the same by searching; adds to searched
//   paid(s, move)      an edge that cannot be taken for ever
//   passes_at_leaf(s)  how often the defender can play elsewhere after such an end
//   start_again()      with an empty table
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "reading/arena/arena_room.h"
#include "reading/arena/proof.h"

namespace gokan {

constexpr int kMostPasses = 625;  // no wall has more liberties

template <class Game>
class ProofWriter {
 public:
  using State = typename Game::State;

  ProofWriter(Game& game, const SearchLimits& limits, size_t max_nodes)
      : game_(game), max_nodes_(max_nodes) {
    countdown_.start(limits);
  }

  // Whether there is something left of the limits, and what that is.
  bool in_time() { return !countdown_.spent(game_.searched) && !countdown_.late(); }
  SearchLimits left() const { return countdown_.left(game_.searched); }

  // False if the limits ended it, or if no proof was found that hangs together.
  bool write(const State& root) {
    node_of(root);
    for (int round = 0; round < kRounds; ++round) {
      if (round == 1) game_.start_again();
      for (size_t i = 0; i < nodes_.size(); ++i) {
        if (i % 64 == 0 && !in_time()) return false;
        if (!nodes_[i].expanded && !expand(i)) return false;
      }
      if (!game_.finite() || no_circles()) return true;
    }
    return false;
  }

  // Renumbers what can be reached from the root.
  template <int N>
  void flatten(const ArenaRoom<N>& room, ProofGraph& g) const {
    std::vector<int32_t> number(nodes_.size(), -1);
    std::vector<size_t> order{0};
    number[0] = 0;
    for (size_t k = 0; k < order.size(); ++k) {
      const Node& node = nodes_[order[k]];
      g.leaf.push_back(node.leaf);
      g.first.push_back(uint32_t(g.edges.size()));
      for (const auto& [move, child] : node.edges) {
        if (number[size_t(child)] < 0) {
          number[size_t(child)] = int32_t(order.size());
          order.push_back(size_t(child));
        }
        g.edges.push_back({int16_t(move < 0 ? -1 : room.to_cell(move)), number[size_t(child)]});
      }
    }
    g.first.push_back(uint32_t(g.edges.size()));
  }

  // The most passes of the defender on any line, at most `cap`; after write() of a finite proof.
  // Round a circle that is paid for they may grow and grow: then it is `cap`, and so it is when
  // the time is over.
  int most_passes(int cap) {
    std::vector<int> most(nodes_.size(), 0);
    for (const size_t i : children_first_) most[i] = game_.passes_at_leaf(nodes_[i].state);
    int sweeps = 0;
    for (bool grows = true; grows;) {
      if (++sweeps > kSweeps || !in_time()) return cap;
      grows = false;
      for (const size_t i : children_first_) {
        const bool ours = nodes_[i].state.turn == kDefender;
        for (const auto& [move, child] : nodes_[i].edges) {
          const int value = std::min(cap, most[size_t(child)] + (ours && move == kArenaPass));
          if (value > most[i]) {
            most[i] = value;
            grows = true;
          }
        }
      }
    }
    return most[0];
  }

  // Whether every line ends, even if edges that must be paid could be taken for ever.
  bool ends_anyway() { return no_circles(false); }

 private:
  static constexpr int kRounds = 8;
  static constexpr int kSweeps = 16;
  struct Node {
    State state;
    uint8_t leaf = 0;
    bool expanded = false;
    std::vector<std::pair<int16_t, int32_t>> edges;  // move, child
  };

  int32_t node_of(const State& s) {
    const auto [it, fresh] = number_.emplace(game_.key(s), int32_t(nodes_.size()));
    if (fresh) nodes_.push_back({s, game_.leaf(s), false, {}});
    return it->second;
  }

  bool holds(const State& s) const {
    const uint8_t end = game_.leaf(s);
    return end ? game_.won(end) : game_.known(s) != -3;
  }

  bool expand(size_t i) {
    if (nodes_.size() > max_nodes_) return false;
    const State s = nodes_[i].state;
    nodes_[i].expanded = true;
    ++game_.searched;
    if (nodes_[i].leaf) return game_.won(nodes_[i].leaf);
    const auto add = [&](int move) {
      State t = s;
      game_.arena.play(t, move);
      const int32_t child = node_of(t);
      nodes_[i].edges.emplace_back(int16_t(move), child);
    };
    if (s.turn != game_.winner()) {
      if (game_.loser_passes(s)) add(kArenaPass);
      for (const int p : game_.moves(s)) add(p);
      return true;
    }
    int best = game_.known(s);
    State t = s;
    if (best < kArenaPass || !game_.arena.play(t, best) || !holds(t)) {
      if (!in_time()) return false;
      best = game_.ask(s, left());
      t = s;
      if (best < kArenaPass || !game_.arena.play(t, best)) return false;
    }
    add(best);
    return true;
  }

  // Whether no line goes round in a circle; at the nodes of circles the winner's moves are dropped.
  // (Tarjan's strong components; edges that must be paid do not count.)
  bool no_circles(bool pay = true) {
    const size_t count = nodes_.size();
    std::vector<uint32_t> index(count, 0), low(count, 0);
    std::vector<uint32_t> next(count, 0);
    std::vector<size_t> path, open;
    std::vector<bool> waits(count, false);
    uint32_t counter = 0;
    bool none = true;
    if (pay) children_first_.clear();
    for (size_t start = 0; start < count; ++start) {
      if (index[start]) continue;
      path.push_back(start);
      while (!path.empty()) {
        const size_t i = path.back();
        if (!index[i]) {
          index[i] = low[i] = ++counter;
          open.push_back(i);
          waits[i] = true;
        }
        const auto& edges = nodes_[i].edges;
        if (next[i] < edges.size()) {
          const auto& [move, child] = edges[next[i]++];
          const auto c = size_t(child);
          if (pay && game_.paid(nodes_[i].state, move)) continue;
          if (!index[c])
            path.push_back(c);
          else if (waits[c])
            low[i] = std::min(low[i], index[c]);
          continue;
        }
        path.pop_back();
        if (!path.empty()) low[path.back()] = std::min(low[path.back()], low[i]);
        if (low[i] != index[i]) continue;
        const bool single = open.back() == i;  // no node leads to itself
        none = none && single;
        for (size_t k = count; k != i;) {
          k = open.back();
          if (pay) children_first_.push_back(k);
          open.pop_back();
          waits[k] = false;
          if (!single && pay && nodes_[k].state.turn == game_.winner()) {
            nodes_[k].edges.clear();
            nodes_[k].expanded = false;
          }
        }
      }
    }
    return none;
  }

  Game& game_;
  Countdown countdown_;
  size_t max_nodes_;
  std::vector<Node> nodes_;
  std::unordered_map<uint64_t, int32_t> number_;
  std::vector<size_t> children_first_;
};

// The graph of a proof from the root, complete if it could be written.
template <class Game, int N>
ProofGraph write_proof(Game& game, const ArenaRoom<N>& room, const ArenaState<N>& root,
                       const SearchLimits& limits, size_t max_nodes) {
  ProofGraph g;
  ProofWriter<Game> writer(game, limits, max_nodes);
  g.verdict = game.start(root, limits);
  if (g.verdict != Verdict::kUnknown && writer.write(root)) {
    g.complete = true;
    if (root.threats[kDefender] == kFinite) g.circular = !writer.ends_anyway();
    if (g.verdict == Verdict::kKilled && game.finite()) g.passes = writer.most_passes(kMostPasses);
    writer.flatten(room, g);
  }
  g.searched = game.searched;
  return g;
}

}  // namespace gokan
