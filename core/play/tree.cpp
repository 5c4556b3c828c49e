#include "play/tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gokan {

struct Tree::Node {
  enum class State : uint8_t { kNew, kOut, kOpen, kOver };
  struct Edge {
    float prior;
    Point move;
  };
  State state = State::kNew;
  int visits = 0;
  int pending = 0;
  // Sums over the visits, Black's view.
  double win = 0, lead = 0, spread = 0, utility = 0, utility_squared = 0;
  float own_win = 0, own_lead = 0, own_spread = 0;  // what its own evaluation said
  std::vector<Edge> edges;                          // the best priors first
  std::vector<std::unique_ptr<Node>> children;      // by edge, as far as they were tried
  std::vector<int8_t> owner;                        // -100 White's to 100 Black's

  int64_t bytes() const {
    return int64_t(sizeof(Node) + edges.capacity() * sizeof(Edge) +
                   children.capacity() * sizeof(children[0]) + owner.capacity());
  }
};

struct Tree::Out {
  std::vector<Node*> path;
  PointList line;
  Position position;
};

namespace {

constexpr double kHalfTurn = 3.14159265358979323846;
constexpr double kScatterPrior = 0.4;  // of results, before there are any
constexpr double kScatterVisits = 2.0;

double sign(Color side) { return side == kBlack ? 1.0 : -1.0; }

// What superko may forbid depends on it.
bool same_past(const History& a, const History& b) {
  const std::vector<History::Entry> one = a.entries(), other = b.entries();
  const auto alike = [](const History::Entry& x, const History::Entry& y) {
    return x.hash == y.hash && x.to_play == y.to_play;
  };
  return std::equal(one.begin(), one.end(), other.begin(), other.end(), alike);
}

double squash(double points, double scale) { return 2 / kHalfTurn * std::atan(points / scale); }

}  // namespace

Tree::Tree(const Position& root, const TreeOptions& options)
    : options_(options), root_position_(root), root_(std::make_unique<Node>()) {}

Tree::~Tree() = default;

int Tree::visits() const { return root_->visits; }

int Tree::index_of(Point p) const {
  const Geometry& geo = root_position_.board().geometry();
  return p == kPass ? geo.count : geo.index[p];
}

double Tree::utility(double win, double lead) const {
  const double side = std::sqrt(double(root_position_.board().geometry().count));
  return 2 * win - 1 + options_.points * squash(lead, 2 * side) +
         options_.near_points * squash(lead - centre_, 0.75 * side);
}

double Tree::utility(const Node& node) const {
  return utility(node.win / node.visits, node.lead / node.visits);
}

bool Tree::banned(Point move, Color side, int depth) const {
  for (const Ban& ban : bans_)
    if (ban.side == side && depth < ban.until_depth && ban.moves[size_t(index_of(move))])
      return true;
  return false;
}

// The edge to follow, or -1 where every move is banned.
int Tree::choose(const Node& node, Color side, int depth, bool at_root) const {
  const double own = sign(side);
  const double parent = own * utility(node);
  double visited = 0;  // prior of the moves that were tried
  double tries = 0;
  for (size_t i = 0; i < node.children.size(); ++i) {
    if (!node.children[i]) continue;
    visited += node.edges[i].prior;
    tries += node.children[i]->visits + node.children[i]->pending;
  }
  double width = options_.width + options_.width_growth *
                                      std::log((tries + options_.width_base) / options_.width_base);
  if (options_.surprise > 0) {
    const double n = node.visits;
    const double mean = node.utility / n;
    const double variance = std::max(0.0, node.utility_squared / n - mean * mean);
    const double scatter = std::sqrt(
        (kScatterPrior * kScatterPrior * kScatterVisits + variance * n) / (kScatterVisits + n));
    width *= 1 + options_.surprise * (scatter / kScatterPrior - 1);
  }
  const double explore = width * std::sqrt(tries + 0.01);
  const double caution = at_root ? options_.root_caution : options_.caution;
  const double untried = parent - caution * std::sqrt(std::min(1.0, visited));

  int best = -1;
  double best_value = 0;
  for (size_t i = 0; i < node.edges.size(); ++i) {
    if (banned(node.edges[i].move, side, depth)) continue;
    const Node* child = i < node.children.size() ? node.children[i].get() : nullptr;
    double value = untried;
    double weight = 0;
    if (child && child->visits + child->pending > 0) {
      const double lost = options_.virtual_loss * child->pending;
      const double seen = child->visits ? own * utility(*child) * child->visits : 0.0;
      weight = child->visits + child->pending;
      value = (seen - lost) / (child->visits + lost + 1e-9);
    }
    value += explore * node.edges[i].prior / (1 + weight);
    if (best < 0 || value > best_value) {
      best = int(i);
      best_value = value;
    }
    // Later moves that were not tried have smaller priors and the same value otherwise.
    if (i >= node.children.size()) break;
  }
  return best;
}

Tree::Leaf Tree::descend(int first) {
  auto out = std::make_unique<Out>(Out{{root_.get()}, {}, root_position_});
  Node* node = root_.get();
  while (node->state == Node::State::kOpen) {
    Position& position = out->position;
    const bool at_root = node == root_.get();
    int edge = -1;
    if (at_root && first != kAnyMove) {
      for (size_t i = 0; i < node->edges.size(); ++i)
        if (node->edges[i].move == first) edge = int(i);
      if (edge < 0) return {Step::kBusy};
    } else {
      edge = choose(*node, position.to_play(), int(out->line.size()), at_root);
      if (edge < 0) return {Step::kBusy};
    }
    const Point move = node->edges[size_t(edge)].move;
    if (node->children.size() <= size_t(edge)) {
      const int64_t before = node->bytes();
      node->children.resize(size_t(edge) + 1);
      bytes_ += node->bytes() - before;
    }
    std::unique_ptr<Node>& child = node->children[size_t(edge)];
    if (!child) {
      if (bytes_ >= options_.max_bytes) return {Step::kFull};
      child = std::make_unique<Node>();
      bytes_ += child->bytes();
    }
    position.play_here(move, position.to_play());
    out->line.push_back(move);
    node = child.get();
    out->path.push_back(node);
  }
  if (node->state == Node::State::kOut) return {Step::kBusy};
  if (node->state == Node::State::kOver) {
    for (Node* passed : out->path) ++passed->pending;
    count(*out, node->own_win, node->own_lead, node->own_spread);
    return {Step::kKnown};
  }
  node->state = Node::State::kOut;
  for (Node* passed : out->path) ++passed->pending;
  const bool over = node != root_.get() && out->position.passes() >= 2;
  size_t ticket = 0;
  while (ticket < out_.size() && out_[ticket]) ++ticket;
  if (ticket == out_.size()) out_.emplace_back();
  out_[ticket] = std::move(out);
  return {over ? Step::kOver : Step::kLeaf, int(ticket)};
}

const Position& Tree::position(int ticket) const { return out_.at(size_t(ticket))->position; }

const PointList& Tree::line(int ticket) const { return out_.at(size_t(ticket))->line; }

void Tree::back_up(int ticket, const Evaluation& evaluation) {
  const std::unique_ptr<Out> out = std::move(out_.at(size_t(ticket)));
  Node& node = *out->path.back();
  const double own = sign(out->position.to_play());
  node.own_win = float(own > 0 ? evaluation.win : 1 - evaluation.win);
  node.own_lead = float(own * evaluation.lead);
  node.own_spread = float(evaluation.spread);
  const int64_t before = node.bytes();
  open(node, out->position, evaluation);
  bytes_ += node.bytes() - before;
  const bool first = &node == root_.get() && node.visits == 0;
  if (first) centre_ = 0.8 * node.own_lead;
  count(*out, node.own_win, node.own_lead, node.own_spread);
}

void Tree::open(Node& node, const Position& position, const Evaluation& evaluation) {
  const Geometry& geo = position.board().geometry();
  const Color side = position.to_play();
  if (evaluation.ownership) {
    node.owner.resize(size_t(geo.count));
    for (int i = 0; i < geo.count; ++i)
      node.owner[size_t(i)] = int8_t(
          std::lround(100 * sign(side) * std::clamp(double(evaluation.ownership[i]), -1.0, 1.0)));
  }
  if (&node != root_.get() && position.passes() >= 2) {
    node.state = Node::State::kOver;
    return;
  }
  node.state = Node::State::kOpen;
  int legal = 1;
  position.for_each_legal(side, [&](int) { ++legal; });
  node.edges.reserve(size_t(legal));
  position.for_each_legal(side, [&](int i) { node.edges.push_back({0, geo.points[i]}); });
  node.edges.push_back({0, kPass});
  weigh(node, evaluation.policy);
}

// Gives the moves of a node their priors, and sorts them by these with what is known below them.
void Tree::weigh(Node& node, const float* policy) const {
  double sum = 0;
  for (Node::Edge& edge : node.edges) {
    const float given = policy ? policy[index_of(edge.move)] : 1.0f;
    edge.prior = given > 0 && std::isfinite(given) ? given : 0.0f;
    sum += edge.prior;
  }
  for (Node::Edge& edge : node.edges)
    edge.prior = sum > 0 ? float(edge.prior / sum) : 1.0f / float(node.edges.size());
  std::vector<size_t> order(node.edges.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return node.edges[a].prior > node.edges[b].prior; });
  std::vector<Node::Edge> edges;
  edges.reserve(order.size());
  std::vector<std::unique_ptr<Node>> children;
  for (const size_t from : order) {
    if (from < node.children.size() && node.children[from]) {
      children.resize(edges.size() + 1);
      children.back() = std::move(node.children[from]);
    }
    edges.push_back(node.edges[from]);
  }
  node.edges = std::move(edges);
  node.children = std::move(children);
}

void Tree::reweigh(const float* policy) {
  if (root_->state != Node::State::kOpen) return;
  const int64_t before = root_->bytes();
  weigh(*root_, policy);
  bytes_ += root_->bytes() - before;
}

void Tree::count(const Out& out, double win, double lead, double spread) {
  const double value = utility(win, lead);
  for (Node* node : out.path) {
    --node->pending;
    ++node->visits;
    node->win += win;
    node->lead += lead;
    node->spread += spread;
    node->utility += value;
    node->utility_squared += value * value;
  }
}

void Tree::withdraw(int ticket) {
  const std::unique_ptr<Out> out = std::move(out_.at(size_t(ticket)));
  release(*out);
}

void Tree::release(const Out& out) {
  for (Node* node : out.path) --node->pending;
  out.path.back()->state = Node::State::kNew;
}

int64_t Tree::bytes_below(const Node& node) {
  int64_t sum = node.bytes();
  for (const auto& child : node.children)
    if (child) sum += bytes_below(*child);
  return sum;
}

void Tree::advance(Point move) {
  for (auto& out : out_)
    if (out) release(*out);
  out_.clear();
  std::unique_ptr<Node> next;
  for (size_t i = 0; i < root_->children.size(); ++i)
    if (root_->edges[i].move == move) next = std::move(root_->children[i]);
  root_position_.play_here(move, root_position_.to_play());
  // A finished game may be looked at again; its node knows no moves.
  if (!next || next->state != Node::State::kOpen) next = std::make_unique<Node>();
  root_ = std::move(next);
  bytes_ = bytes_below(*root_);
  if (root_->visits) centre_ = 0.8 * root_->lead / root_->visits;
}

int Tree::follow(const Position& position) {
  const auto same = [](const Position& a, const Position& b) {
    return a.board().hash() == b.board().hash() && a.to_play() == b.to_play() &&
           a.passes() == b.passes() && a.board().ko() == b.board().ko() &&
           a.move_number() == b.move_number() && a.board().width() == b.board().width() &&
           a.board().height() == b.board().height() && a.rules().ko == b.rules().ko &&
           a.rules().suicide == b.rules().suicide && a.recent() == b.recent() &&
           a.prisoners(kBlack) == b.prisoners(kBlack) &&
           a.prisoners(kWhite) == b.prisoners(kWhite) && same_past(a.history(), b.history());
  };
  const auto settle = [&] {
    for (auto& out : out_)
      if (out) release(*out);
    out_.clear();
    return root_->visits;
  };
  if (same(root_position_, position)) return settle();
  const int ahead = position.move_number() - root_position_.move_number();
  if (ahead == 1 || ahead == 2) {
    for (size_t i = 0; i < root_->children.size(); ++i) {
      const Node* child = root_->children[i].get();
      if (!child || child->state != Node::State::kOpen) continue;
      const Point first = root_->edges[i].move;
      const Position after = root_position_.play(first, root_position_.to_play());
      if (ahead == 1 && same(after, position)) {
        advance(first);
        return settle();
      }
      if (ahead == 1) continue;
      for (size_t j = 0; j < child->children.size(); ++j) {
        const Point second = child->edges[j].move;
        if (!child->children[j] || second != position.last_move()) continue;
        if (!same(after.play(second, after.to_play()), position)) continue;
        advance(first);
        advance(second);
        return settle();
      }
    }
  }
  for (auto& out : out_) out.reset();
  out_.clear();
  root_ = std::make_unique<Node>();
  root_position_ = position;
  bytes_ = root_->bytes();
  centre_ = 0;
  return 0;
}

Branch Tree::branch(const Node& node, Point move, double prior) const {
  Branch found{move_index(move), node.visits, prior, 0.5, 0, 0, 0, 0, 0.5, 0, 0, {}, {}};
  if (!node.visits) return found;
  found.own_win = double(node.own_win);
  found.own_lead = double(node.own_lead);
  found.own_spread = double(node.own_spread);
  const double n = node.visits;
  found.win = node.win / n;
  found.lead = node.lead / n;
  found.spread = node.spread / n;
  found.utility = utility(node);
  const double mean = node.utility / n;
  found.scatter = std::sqrt(std::max(0.0, node.utility_squared / n - mean * mean));
  const Node* at = &node;
  for (;;) {
    const Node* next = nullptr;
    Point by = kPass;
    for (size_t i = 0; i < at->children.size(); ++i) {
      const Node* child = at->children[i].get();
      if (!child || !child->visits || (next && child->visits <= next->visits)) continue;
      next = child;
      by = at->edges[i].move;
    }
    if (!next) return found;
    found.line.push_back(move_index(by));
    found.line_visits.push_back(next->visits);
    at = next;
  }
}

Branch Tree::summary() const { return branch(*root_, kPass, 1.0); }

std::vector<Branch> Tree::branches() const {
  std::vector<Branch> found;
  for (size_t i = 0; i < root_->children.size(); ++i) {
    const Node* child = root_->children[i].get();
    if (!child || !child->visits) continue;
    const auto& edge = root_->edges[i];
    Branch one = branch(*child, edge.move, edge.prior);
    one.line.insert(one.line.begin(), one.move);
    one.line_visits.insert(one.line_visits.begin(), child->visits);
    found.push_back(std::move(one));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Branch& a, const Branch& b) { return a.visits > b.visits; });
  return found;
}

std::vector<Branch> Tree::priors() const {
  std::vector<Branch> found;
  for (const auto& edge : root_->edges)
    found.push_back({move_index(edge.move),
                     0,
                     edge.prior,
                     0.5,
                     0,
                     0,
                     0,
                     0,
                     0.5,
                     0,
                     0,
                     {move_index(edge.move)},
                     {}});
  return found;
}

const Tree::Node* Tree::below(int first) const {
  if (first == kAnyMove) return root_.get();
  for (size_t i = 0; i < root_->children.size(); ++i)
    if (root_->edges[i].move == first) return root_->children[i].get();
  return nullptr;
}

namespace {

// Calls f(node, times) for everything below a node that says who owns what.
template <class Node, class F>
void each_owner(const Node* start, F&& f) {
  std::vector<const Node*> waiting{start};
  while (!waiting.empty()) {
    const Node* node = waiting.back();
    waiting.pop_back();
    if (!node) continue;
    if (!node->owner.empty())
      f(*node, node->state == Node::State::kOver ? double(node->visits) : 1.0);
    for (const auto& child : node->children) waiting.push_back(child.get());
  }
}

}  // namespace

std::vector<double> Tree::ownership(int first) const {
  std::vector<double> sum(size_t(root_position_.board().geometry().count));
  double seen = 0;
  each_owner(below(first), [&](const Node& node, double times) {
    for (size_t i = 0; i < sum.size(); ++i) sum[i] += times * node.owner[i];
    seen += times;
  });
  if (!seen) return {};
  for (double& value : sum) value /= 100 * seen;
  return sum;
}

std::vector<double> Tree::ownership_scatter(int first) const {
  const std::vector<double> mean = ownership(first);
  std::vector<double> sum(mean.size());
  double seen = 0;
  if (mean.empty()) return {};
  each_owner(below(first), [&](const Node& node, double times) {
    for (size_t i = 0; i < sum.size(); ++i) {
      const double off = node.owner[i] / 100.0 - mean[i];
      sum[i] += times * off * off;
    }
    seen += times;
  });
  for (double& value : sum) value = std::sqrt(value / seen);
  return sum;
}

}  // namespace gokan
