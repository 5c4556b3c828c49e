// The tree of a search: which line to look at next, and what all lines looked at amount to.
//
// The tree judges nothing itself. descend() walks to a leaf and hands it out; whoever holds an
// evaluator answers with back_up(). Several leaves may be out at once: each counts as lost on its
// way (a "virtual loss") until its answer comes, so that the next descent looks elsewhere.
//
// Every node is one line of play, never shared between lines. That costs some evaluations and
// keeps superko right: what a line may play depends on the whole way to it. The selection is PUCT
// with the refinements that help when visits are few: a width that grows with the visits and with
// how much results differ, and moves not yet tried valued a little under their parent.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "go/position.h"

namespace gokan {

struct TreeOptions {
  double width = 1.0;          // how much priors count against results
  double width_growth = 0.45;  // ... and how that grows with the logarithm of the visits
  double width_base = 500;
  double surprise = 0.85;  // how far the scatter of results widens the search; 0 = not at all
  double caution = 0.2;    // moves not tried yet are valued this much under their parent, at most
  double root_caution = 0.1;
  double points = 0.1;       // share of the score in what is good, far from the present score
  double near_points = 0.3;  // ... and near it
  double virtual_loss = 1.0;
  int64_t max_bytes = 512ll << 20;
};

// What an evaluator says of a position, seen from the side to move.
struct Evaluation {
  const float* policy = nullptr;     // per point and, last, the pass; null: all moves alike
  const float* ownership = nullptr;  // per point, 1 mine to -1 theirs; null: not known
  double win = 0.5;
  double lead = 0;
  double spread = 0;
};

// Moves that one side may not choose before a depth (1: at the root only).
struct Ban {
  Color side;
  std::vector<bool> moves;  // by point, the pass last
  int until_depth;
};

// A move at the root with all that was seen below it; but for the prior in Black's view. Moves are
// row-major indices here, -1 for a pass.
struct Branch {
  int move;
  int visits;
  double prior, win, lead, spread, utility, scatter;  // scatter: of the utility, per visit
  double own_win, own_lead, own_spread;               // what its own evaluation said
  std::vector<int> line;                              // starts with the move
  std::vector<int> line_visits;
};

class Tree {
 public:
  explicit Tree(const Position& root, const TreeOptions& options = {});
  ~Tree();

  enum class Step : uint8_t {
    kLeaf,   // a position to evaluate
    kOver,   // a finished game to count
    kKnown,  // the end of a game again: already backed up
    kBusy,   // everything worth looking at is out for evaluation
    kFull,   // no memory for another node
  };
  struct Leaf {
    Step step;
    int ticket = -1;  // for kLeaf and kOver
  };
  static constexpr int kAnyMove = -2;

  // The next leaf. `first` fixes the move at the root (a point, or kPass as 0).
  Leaf descend(int first = kAnyMove);
  const Position& position(int ticket) const;
  const PointList& line(int ticket) const;  // the moves from the root to the leaf
  void back_up(int ticket, const Evaluation& evaluation);
  void withdraw(int ticket);  // the leaf will not be evaluated after all
  // Other priors for the root, which must have been evaluated: per point and, last, the pass.
  void reweigh(const float* policy);

  const Position& root() const { return root_position_; }
  int visits() const;
  int64_t bytes() const { return bytes_; }
  // The root goes on by a legal move; what is known below it stays. Leaves that are out are lost.
  void advance(Point move);
  // Goes to a position one or two moves on from the root if it is one; else starts anew. Returns
  // the visits that were kept.
  int follow(const Position& position);
  void set_bans(std::vector<Ban> bans) { bans_ = std::move(bans); }
  void set_options(const TreeOptions& options) { options_ = options; }

  Branch summary() const;                // of the root itself
  std::vector<Branch> branches() const;  // of its moves that were visited, most visited first
  std::vector<Branch> priors() const;    // every legal move at the root with its prior alone
  std::vector<double> ownership(int first = kAnyMove) const;  // Black's view; empty if unknown
  // How far the positions looked at differ about the owner of each point: a standard deviation.
  std::vector<double> ownership_scatter(int first = kAnyMove) const;

 private:
  struct Node;
  struct Out;

  int choose(const Node& node, Color side, int depth, bool at_root) const;
  bool banned(Point move, Color side, int depth) const;
  double utility(const Node& node) const;
  double utility(double win, double lead) const;
  void weigh(Node& node, const float* policy) const;
  void open(Node& node, const Position& position, const Evaluation& evaluation);
  void count(const Out& out, double win, double lead, double spread);
  void release(const Out& out);
  Branch branch(const Node& node, Point move, double prior) const;
  const Node* below(int first) const;
  int move_index(Point p) const { return p == kPass ? -1 : index_of(p); }
  static int64_t bytes_below(const Node& node);
  int index_of(Point p) const;

  TreeOptions options_;
  Position root_position_;
  std::unique_ptr<Node> root_;
  std::vector<std::unique_ptr<Out>> out_;
  std::vector<Ban> bans_;
  int64_t bytes_ = 0;
  double centre_ = 0;  // the present score, Black's view
};

}  // namespace gokan
