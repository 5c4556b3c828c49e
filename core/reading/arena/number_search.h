// Depth-first search by proof numbers (Nagai 2002), once for life, races and kills.
//
// One side, the *prover*, has to show something; `pn` says how much work that looks like, `dn` how
// much it is to show the opposite. A node of the prover takes the least `pn` of its children, and
// all of them share its `dn`; for the other side it is the other way round. Where children share
// descendants, sums count work twice, so the shared number is that of the hardest child and one for
// each of the others (weak proof numbers: Ueda et al. 2008).
//
// A child that repeats an ancestor counts as refused for the time being, and this belief carries
// the depth of that ancestor. A node that is refused because of beliefs about nodes above it tells
// so to its parent only; it is known once no belief reaches above it, for then the whole circle
// lies in a set that the prover cannot leave. What is shown never rests on a repetition.
//
// A search derives from this and says
//   bool proves(const State&) const          whether the prover is to move
//   void expand(Frame&, const State&)        makes the children of a node, at the end of pool_
//   uint64_t path_key(const Child&) const    what makes two positions on the path the same
//   void finish(Frame&, const Sum&, bool prover, bool believed, int best)  stores a node
//   void left(size_t slot, const Sum&, bool prover, bool believed)         after it has been left
// and in its Rules
//   kInf; kDeepest (0: no limit); kNamesLost: whether a lost node names a move
//   share(open): what open children add to the number they share
//   beyond(second, prover): how far to go on with a child when another looks better
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/search_limits.h"

namespace gokan {

template <class Derived, class State, class Child, class Rules>
class NumberSearch {
 public:
  static constexpr uint32_t kInf = Rules::kInf;
  static constexpr int kNever = 1 << 20;  // no belief about any ancestor

 protected:
  struct Frame {
    size_t first = 0;  // of its children in pool_
    int count = -1;    // -1: not expanded yet
    size_t slot;       // of this node in pool_
    uint32_t limit_pn, limit_dn;
    uint64_t nodes_before;
  };
  struct Sum {
    uint32_t pn, dn;
    int best;         // child to search, or the one that decides; -1 for none
    int belief;       // smallest depth of an ancestor that dn == 0 rests on
    uint32_t second;  // of the number that is minimised
    int open;         // unsolved children
    bool solved() const { return pn == 0 || dn == 0; }
  };

  // The best move at the root; its numbers are in pool_[0].
  int work_on(const Child& top) {
    pool_.clear();
    frames_.clear();
    path_.clear();
    pool_.push_back(top);
    descend(0, kInf, kInf);
    int best_move = -2;
    while (!frames_.empty()) {
      Frame& f = frames_.back();
      const State s = pool_[f.slot].state;  // pool_ may move
      const bool prover = self().proves(s);
      if (f.count < 0) {
        f.nodes_before = nodes_;
        f.first = pool_.size();
        self().expand(f, s);
        f.count = int(pool_.size() - f.first);
      }
      Sum v = sum(f, prover);
      bool leave =
          v.solved() || v.pn >= f.limit_pn || v.dn >= f.limit_dn || countdown_.spent(nodes_);
      if (!leave && Rules::kDeepest > 0 && frames_.size() >= Rules::kDeepest) {
        v.pn = v.dn = kInf - 1;
        leave = true;
      }
      if (leave) {
        best_move = v.best >= 0 ? pool_[f.first + size_t(v.best)].move : -2;
        ascend(v, prover, best_move);
        continue;
      }
      const uint32_t beyond = v.second >= kInf ? kInf : Rules::beyond(v.second, prover);
      const auto less = [&](uint32_t limit) {
        return limit >= kInf ? kInf : limit - std::min(limit - 1, Rules::share(v.open));
      };
      const auto own = [&](uint32_t limit) { return std::min(limit, beyond); };
      const uint32_t limit_pn = prover ? own(f.limit_pn) : less(f.limit_pn);
      const uint32_t limit_dn = prover ? less(f.limit_dn) : own(f.limit_dn);
      descend(f.first + size_t(v.best), limit_pn, limit_dn);
    }
    return best_move;
  }

  // The depth of the ancestor that a position repeats; -1 for none.
  int on_path(uint64_t key) const {
    for (size_t i = path_.size(); i-- > 0;)
      if (path_[i] == key) return int(i);
    return -1;
  }

  std::vector<Child> pool_;
  uint64_t nodes_ = 0;
  Countdown countdown_;

 private:
  Derived& self() { return static_cast<Derived&>(*this); }

  void descend(size_t slot, uint32_t limit_pn, uint32_t limit_dn) {
    path_.push_back(self().path_key(pool_[slot]));
    frames_.push_back({0, -1, slot, limit_pn, limit_dn, nodes_});
  }

  void ascend(const Sum& v, bool prover, int best) {
    Frame& f = frames_.back();
    const bool believed = v.dn == 0 && v.belief < int(frames_.size()) - 1;
    self().finish(f, v, prover, believed, best);
    const size_t slot = f.slot;
    Child& c = pool_[slot];
    c.pn = v.pn;
    c.dn = v.dn;
    c.belief = believed ? v.belief : kNever;
    pool_.resize(f.first);
    frames_.pop_back();
    path_.pop_back();
    if (!frames_.empty()) self().left(slot, v, prover, believed);
  }

  Sum sum(const Frame& f, bool prover) const {
    // `low` is the number that one child decides, `high` the one that all share.
    uint32_t low = kInf, second = kInf, high = 0;
    int best = -1, open = 0, belief = kNever, best_belief = -1;
    for (int i = 0; i < f.count; ++i) {
      const Child& c = pool_[f.first + size_t(i)];
      const uint32_t a = prover ? c.pn : c.dn, b = prover ? c.dn : c.pn;
      if (c.dn == 0) belief = std::min(belief, c.belief);
      if (a < low || (a == 0 && low == 0 && c.belief > best_belief) ||
          (Rules::kNamesLost && best < 0)) {
        second = low;
        low = a;
        best = i;
        best_belief = c.belief;
      } else if (a < second) {
        second = a;
      }
      if (b > 0 && a < kInf) {
        ++open;
        high = std::max(high, b);
      }
    }
    if (low == 0)
      high = kInf;
    else if (low >= kInf)
      high = 0;
    else if (open > 1)
      high = std::min(kInf - 1, high + Rules::share(open));
    Sum r{prover ? low : high, prover ? high : low, best, kNever, second, open};
    if (r.dn == 0) r.belief = prover ? belief : best_belief;
    return r;
  }

 protected:
  std::vector<Frame> frames_;

 private:
  std::vector<uint64_t> path_;
};

}  // namespace gokan
