#include "play/tree.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>

#include "convert.h"

using namespace gokan;

namespace {

// Moves that a side does not play down to a depth below the root, as Python counts points.
struct BannedMoves {
  int side, depth;
  std::vector<int> moves;
};

using Floats = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::vector<int> indices(const Board& board, const PointList& points) {
  std::vector<int> out;
  for (const Point p : points) out.push_back(to_index(board, p));
  return out;
}

int first_move(const Board& board, int first) {
  return first == Tree::kAnyMove ? Tree::kAnyMove : int(to_point(board, first));
}

void back_up(Tree& tree, int ticket, const nb::object& policy, double win, double lead,
             double spread, const nb::object& ownership) {
  const int count = tree.root().board().geometry().count;
  Evaluation evaluation;
  Floats chances, owner;
  if (!policy.is_none()) {
    chances = nb::cast<Floats>(policy);
    if (int(chances.size()) != count + 1) throw nb::value_error("a chance per point and the pass");
    evaluation.policy = chances.data();
  }
  if (!ownership.is_none()) {
    owner = nb::cast<Floats>(ownership);
    if (int(owner.size()) != count) throw nb::value_error("an owner per point");
    evaluation.ownership = owner.data();
  }
  evaluation.win = win;
  evaluation.lead = lead;
  evaluation.spread = spread;
  tree.back_up(ticket, evaluation);
}

}  // namespace

void bind_tree(nb::module_& m) {
  nb::class_<TreeOptions>(m, "TreeOptions")
      .def(nb::init<>())
      .def_rw("width", &TreeOptions::width)
      .def_rw("width_growth", &TreeOptions::width_growth)
      .def_rw("width_base", &TreeOptions::width_base)
      .def_rw("surprise", &TreeOptions::surprise)
      .def_rw("caution", &TreeOptions::caution)
      .def_rw("root_caution", &TreeOptions::root_caution)
      .def_rw("points", &TreeOptions::points)
      .def_rw("near_points", &TreeOptions::near_points)
      .def_rw("virtual_loss", &TreeOptions::virtual_loss)
      .def_rw("max_bytes", &TreeOptions::max_bytes);
  nb::enum_<Tree::Step>(m, "TreeStep")
      .value("LEAF", Tree::Step::kLeaf)
      .value("OVER", Tree::Step::kOver)
      .value("KNOWN", Tree::Step::kKnown)
      .value("BUSY", Tree::Step::kBusy)
      .value("FULL", Tree::Step::kFull);
  nb::class_<Tree::Leaf>(m, "TreeLeaf")
      .def_ro("step", &Tree::Leaf::step)
      .def_ro("ticket", &Tree::Leaf::ticket);
  nb::class_<BannedMoves>(m, "BannedMoves")
      .def(nb::init<int, int, std::vector<int>>(), nb::arg("side"), nb::arg("depth"),
           nb::arg("moves"));
  nb::class_<Branch>(m, "TreeBranch")
      .def_ro("move", &Branch::move)
      .def_ro("visits", &Branch::visits)
      .def_ro("prior", &Branch::prior)
      .def_ro("win", &Branch::win)
      .def_ro("lead", &Branch::lead)
      .def_ro("spread", &Branch::spread)
      .def_ro("utility", &Branch::utility)
      .def_ro("scatter", &Branch::scatter)
      .def_ro("own_win", &Branch::own_win)
      .def_ro("own_lead", &Branch::own_lead)
      .def_ro("own_spread", &Branch::own_spread)
      .def_ro("line", &Branch::line)
      .def_ro("line_visits", &Branch::line_visits);
  nb::class_<Tree>(m, "Tree")
      .def(nb::init<const Position&, const TreeOptions&>(), nb::arg("root"), nb::arg("options"))
      .def_prop_ro("visits", &Tree::visits)
      .def_prop_ro("bytes", &Tree::bytes)
      .def_prop_ro("root", [](const Tree& tree) { return Position(tree.root()); })
      .def(
          "descend",
          [](Tree& tree, int first) {
            return tree.descend(first_move(tree.root().board(), first));
          },
          nb::arg("first") = Tree::kAnyMove)
      .def("position", [](const Tree& tree, int ticket) { return Position(tree.position(ticket)); })
      .def("line", [](const Tree& tree,
                      int ticket) { return indices(tree.root().board(), tree.line(ticket)); })
      .def("back_up", &back_up, nb::arg("ticket"), nb::arg("policy").none(), nb::arg("win"),
           nb::arg("lead"), nb::arg("spread"), nb::arg("ownership").none())
      .def("withdraw", &Tree::withdraw)
      .def("reweigh",
           [](Tree& tree, const Floats& policy) {
             if (int(policy.size()) != tree.root().board().geometry().count + 1)
               throw nb::value_error("a chance per point and the pass");
             tree.reweigh(policy.data());
           })
      .def("advance",
           [](Tree& tree, int move) {
             const Point point = to_point(tree.root().board(), move);
             if (!tree.root().is_legal(point, tree.root().to_play()))
               throw nb::value_error("the move is not legal");
             tree.advance(point);
           })
      .def("follow", &Tree::follow)
      .def("set_bans",
           [](Tree& tree, const std::vector<BannedMoves>& bans) {
             std::vector<Ban> made;
             const auto& geo = tree.root().board().geometry();
             for (const auto& [side, depth, moves] : bans) {
               Ban ban{to_side(side), std::vector<bool>(size_t(geo.count) + 1), depth};
               for (const int move : moves) {
                 to_point(tree.root().board(), move);  // refuses what is not on the board
                 ban.moves[move == kPyPass ? size_t(geo.count) : size_t(move)] = true;
               }
               made.push_back(std::move(ban));
             }
             tree.set_bans(std::move(made));
           })
      .def("set_options", &Tree::set_options)
      .def("summary", &Tree::summary)
      .def("branches", &Tree::branches)
      .def("priors", &Tree::priors)
      .def(
          "ownership",
          [](const Tree& tree, int first) {
            return tree.ownership(first_move(tree.root().board(), first));
          },
          nb::arg("first") = Tree::kAnyMove)
      .def(
          "ownership_scatter",
          [](const Tree& tree, int first) {
            return tree.ownership_scatter(first_move(tree.root().board(), first));
          },
          nb::arg("first") = Tree::kAnyMove);
}
