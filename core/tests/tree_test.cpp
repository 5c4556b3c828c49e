#include "play/tree.h"

#include "test.h"

using namespace gokan;
using namespace gokan::test;

namespace {

// Answers from the stones alone, so that every run is the same.
void answer(Tree& tree, int ticket) {
  const Position& position = tree.position(ticket);
  const int count = position.board().geometry().count;
  uint64_t h = position.board().hash() ^ (position.to_play() * 0x9e3779b97f4a7c15ull);
  std::vector<float> policy, owner;
  for (int i = 0; i <= count; ++i) {
    h = h * 6364136223846793005ull + 1442695040888963407ull;
    policy.push_back(float(h >> 40));
    if (i < count) owner.push_back(float(h >> 60) / 8 - 1);
  }
  Evaluation evaluation;
  evaluation.policy = policy.data();
  evaluation.ownership = owner.data();
  evaluation.win = double(h >> 56) / 256;
  evaluation.lead = 20 * evaluation.win - 10;
  tree.back_up(ticket, evaluation);
}

void search(Tree& tree, int visits) {
  while (tree.visits() < visits) {
    const Tree::Leaf leaf = tree.descend();
    if (leaf.step == Tree::Step::kFull || leaf.step == Tree::Step::kBusy) return;
    if (leaf.ticket >= 0) answer(tree, leaf.ticket);
  }
}

}  // namespace

TEST(a_tree_counts_what_it_visits) {
  Tree tree(Position(5, 5, Rules{KoRule::kPositional, true}));
  search(tree, 400);
  CHECK(tree.visits() == 400);
  int below = 0;
  double win = 0;
  for (const Branch& branch : tree.branches()) {
    below += branch.visits;
    win += branch.win * branch.visits;
  }
  CHECK(below == 399);
  CHECK(tree.ownership().size() == 25);
}

TEST(a_tree_keeps_what_is_below_a_move) {
  Tree tree(Position(5, 5, Rules{KoRule::kPositional, false}));
  search(tree, 300);
  const Branch best = tree.branches()[0];
  const Point move = tree.root().board().geometry().points[best.move];
  const Position after = tree.root().play(move, kBlack);
  CHECK(tree.follow(after) == best.visits);
  CHECK(tree.visits() == best.visits);
  search(tree, best.visits + 100);
  CHECK(tree.visits() == best.visits + 100);
  CHECK(tree.follow(Position(5, 5, Rules{KoRule::kPositional, false})) == 0);
}

TEST(leaves_that_are_out_or_withdrawn_leave_no_trace) {
  Tree tree(Position(4, 4));
  search(tree, 50);
  std::vector<int> tickets;
  for (;;) {
    const Tree::Leaf leaf = tree.descend();
    if (leaf.ticket < 0) break;
    tickets.push_back(leaf.ticket);
    if (tickets.size() == 8) break;
  }
  CHECK(tickets.size() > 1);
  for (const int ticket : tickets) tree.withdraw(ticket);
  CHECK(tree.visits() == 50);
  Tree other(Position(4, 4));
  search(other, 50);
  search(tree, 200);
  search(other, 200);
  CHECK(tree.branches()[0].line == other.branches()[0].line);
}

TEST(a_tree_stays_within_its_memory) {
  TreeOptions options;
  options.max_bytes = 100'000;
  Tree tree(Position(9, 9), options);
  search(tree, 100'000);
  CHECK(tree.visits() > 20);
  CHECK(tree.bytes() < 110'000);
}

TEST(bans_hold_down_to_their_depth) {
  Tree tree(Position(3, 3));
  std::vector<bool> all_but_centre(10, true);
  all_but_centre[4] = false;
  tree.set_bans({{kBlack, all_but_centre, 1}});
  search(tree, 60);
  CHECK(tree.branches().size() == 1);
  CHECK(tree.branches()[0].move == 4);
}
