#include "goals/rule_book.h"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <ctime>
#include <optional>

#include "convert.h"
#include "goals/rule_watch.h"
#include "median.h"

using namespace gokan;

namespace {

struct RuleText {  // a rule as Python hands it over
  std::vector<std::vector<PatternCell>> maps;
  std::vector<RuleLink> links;
  std::vector<RuleSlot> slots;
  std::vector<RuleStep> when;
  int specificity = 0, kind = 0, goal = 0, purpose = 0, recommendation = 0;
  bool only = false;
  std::vector<uint8_t> objects, moves, border, centre;
};

RuleShape shape_of(const RuleText& text) {
  RuleShape rule;
  rule.maps = text.maps;
  rule.links = text.links;
  rule.slots = text.slots;
  rule.when = text.when;
  const int slots = int(rule.slots.size());
  for (const auto& [op, a, b] : rule.when) {
    const bool names = op != RuleOp::kNumber && op < RuleOp::kLess;
    if (names && (a < 0 || b < 0 || a >= slots || b >= slots))
      throw nb::value_error("a condition names a slot that does not exist");
  }
  for (const auto* list : {&text.objects, &text.moves, &text.border, &text.centre})
    for (const auto slot : *list)
      if (slot >= slots) throw nb::value_error("a rule names a slot that does not exist");
  rule.specificity = text.specificity;
  rule.kind = RuleKind(std::clamp(text.kind, 0, 2));
  rule.goal = uint8_t(text.goal);
  rule.purpose = uint8_t(text.purpose);
  rule.recommendation = uint8_t(text.recommendation);
  rule.only = text.only;
  rule.objects = text.objects;
  rule.moves = text.moves;
  rule.border = text.border;
  rule.centre = text.centre;
  return rule;
}

RuleBook* make_book(const std::vector<int>& classes, const std::vector<RuleText*>& rules) {
  std::vector<RuleShape> shapes;
  for (const auto* rule : rules) shapes.push_back(shape_of(*rule));
  const std::vector<KindSet> kinds(classes.begin(), classes.end());
  return new RuleBook(kinds, std::move(shapes));
}

std::optional<Plane> area(const Board& board, const std::vector<int>& within) {
  if (within.empty()) return std::nullopt;
  Scene scene(board.width(), board.height(), 1);
  for (const int index : within) {
    to_point(board, index);  // on the board?
    if (index >= 0) scene.add(0, index % board.width(), index / board.width());
  }
  return scene.plane(0);
}

// Which matches are asked for: of the wanted purposes (all if none is named) and about the blocks
// on these points (about anything if there is none).
struct Question {
  uint64_t purposes;
  std::vector<bool> heads;

  Question(const Board& board, const std::vector<int>& wanted, const std::vector<int>& about)
      : purposes(wanted.empty() ? ~uint64_t(0) : 0),
        heads(about.empty() ? 0 : size_t(kMaxPoints), false) {
    for (const int purpose : wanted)
      if (purpose >= 0 && purpose < 64) purposes |= uint64_t(1) << purpose;
    for (const int index : about) heads[board.head(to_stone(board, index))] = true;
  }

  bool asks(const Board& board, const RuleShape& rule, const Point* slots) const {
    if (!(purposes >> rule.purpose & 1)) return false;
    return heads.empty() ||
           std::any_of(rule.objects.begin(), rule.objects.end(), [&](uint8_t slot) {
             return board.is_stone(slots[slot]) && heads[board.head(slots[slot])];
           });
  }
};

// Where a rule matches: the points of its slots, and of each map its anchor and how it is turned.
struct RuleMatch {
  int rule;
  nb::tuple slots, anchors;
};

// What a rule book no longer says for a side, and what is new.
struct RuleChanges {
  std::vector<RuleMatch> gone, come;
};

nb::tuple anchors_of(const RuleBook& book, const RuleEntries& all, const RuleEntry& entry) {
  nb::list anchors;
  for (size_t m = 0; m < book.rules()[entry.rule].maps.size(); ++m) {
    const auto& hit = all.hits[entry.hits + m];
    anchors.append(nb::make_tuple(int(hit.point), int(hit.symmetry)));
  }
  return nb::tuple(anchors);
}

RuleMatch told(const RuleBook& book, const Board& board, const RuleEntries& all,
               const RuleEntry& entry) {
  const Point* slots = all.slots.data() + entry.slots;
  const std::vector<Point> points(slots, slots + book.rules()[entry.rule].slots.size());
  return {int(entry.rule), index_tuple(board, points), anchors_of(book, all, entry)};
}

std::vector<RuleMatch> told(const RuleBook& book, const Board& board, const RuleEntries& all,
                            const Question& question, bool filtered) {
  std::vector<RuleMatch> out;
  for (const auto& entry : all.entries)
    if (entry.key != RuleEntry::kNothing && (!filtered || entry.kept) &&
        question.asks(board, book.rules()[entry.rule], all.slots.data() + entry.slots))
      out.push_back(told(book, board, all, entry));
  return out;
}

std::vector<RuleMatch> match(const RuleBook& book, const Position& position, int own,
                             const std::vector<int>& within, bool filtered,
                             const std::vector<int>& purposes, const std::vector<int>& about) {
  const Board& board = position.board();
  const auto plane = area(board, within);
  RuleEntries all(book.rules());
  book.match(board, to_side(own), plane ? &*plane : nullptr, all);
  return told(book, board, all, Question(board, purposes, about), filtered);
}

std::vector<RuleMatch> kept(RuleWatch& watch, const Position& position, int own, bool filtered,
                            const std::vector<int>& purposes, const std::vector<int>& about) {
  const Board& board = position.board();
  watch.look(board);
  const Question question(board, purposes, about);
  return told(watch.book(), board, watch.matches(to_side(own)), question, filtered);
}

// For Black and for White.
std::vector<RuleChanges> changes(RuleWatch& watch, const Position& position) {
  const Board& board = position.board();
  const bool changed = watch.look(board);
  std::vector<RuleChanges> sides;
  for (const Color own : {kBlack, kWhite}) {
    RuleChanges& side = sides.emplace_back();
    const auto &old = watch.before(own), &now = watch.matches(own);
    auto a = old.entries.begin();
    auto b = now.entries.begin();
    const auto skip = [](auto& at, const auto& end) {
      while (at != end && (at->key == RuleEntry::kNothing || !at->kept)) ++at;
    };
    while (changed) {
      skip(a, old.entries.end());
      skip(b, now.entries.end());
      const bool more_old = a != old.entries.end(), more_new = b != now.entries.end();
      if (!more_old && !more_new) break;
      if (more_old && (!more_new || RuleEntries::before(old, *a, now, *b))) {
        side.gone.push_back(told(watch.book(), board, old, *a));
        ++a;
      } else if (!more_old || RuleEntries::before(now, *b, old, *a)) {
        side.come.push_back(told(watch.book(), board, now, *b));
        ++b;
      } else {
        ++a, ++b;
      }
    }
  }
  return sides;
}

// Median seconds of processor time for both sides: the plain hits of all maps, and everything.
struct RuleSeconds {
  double maps, everything;
};

RuleSeconds seconds(const RuleBook& book, const Position& position, int repeats) {
  std::vector<double> maps, everything;
  const Board& board = position.board();
  RuleEntries all(book.rules());
  for (int i = 0; i < std::max(repeats, 1); ++i) {
    const std::clock_t start = std::clock();
    const BlockTable blocks(board);
    for (const Color own : {kBlack, kWhite})
      match_planes(book.patterns(), book.scene(board, blocks, own));
    const std::clock_t hits = std::clock();
    for (const Color own : {kBlack, kWhite}) book.match(board, own, nullptr, all);
    maps.push_back(double(hits - start) / CLOCKS_PER_SEC);
    everything.push_back(double(std::clock() - hits) / CLOCKS_PER_SEC);
  }
  return {median(maps), median(everything)};
}

// Seconds of processor time for going from one position to the other and back, so many times.
double watch_seconds(RuleWatch& watch, const Position& one, const Position& other, int repeats) {
  watch.look(one.board());
  const std::clock_t start = std::clock();
  for (int i = 0; i < repeats; ++i) {
    watch.look(other.board());
    watch.look(one.board());
  }
  return double(std::clock() - start) / CLOCKS_PER_SEC;
}

void bind_rule_text(nb::module_& m) {
  nb::enum_<RuleOp>(m, "RuleOp", "A step of a rule's condition.")
      .value("NUMBER", RuleOp::kNumber)
      .value("LIBERTIES", RuleOp::kLiberties)
      .value("STONES", RuleOp::kStones)
      .value("STONE", RuleOp::kStone)
      .value("AFTER_OWN", RuleOp::kAfterOwn)
      .value("AFTER_ENEMY", RuleOp::kAfterEnemy)
      .value("SAME", RuleOp::kSame)
      .value("LIBERTY", RuleOp::kLiberty)
      .value("LINE", RuleOp::kLine)
      .value("LESS", RuleOp::kLess)
      .value("EQUAL", RuleOp::kEqual)
      .value("AND", RuleOp::kAnd)
      .value("OR", RuleOp::kOr)
      .value("NOT", RuleOp::kNot);
  nb::class_<RuleLink>(m, "RuleLink")
      .def(nb::init<int16_t, int16_t>(), nb::arg("slot") = -1, nb::arg("earlier") = -1);
  nb::class_<RuleSlot>(m, "RuleSlot")
      .def(nb::init<uint8_t, int8_t, int8_t>(), nb::arg("map"), nb::arg("dx"), nb::arg("dy"))
      .def_ro("map", &RuleSlot::map);
  nb::class_<RuleStep>(m, "RuleStep")
      .def(nb::init<RuleOp, int16_t, int16_t>(), nb::arg("op"), nb::arg("a") = 0, nb::arg("b") = 0);
  nb::class_<RuleText>(m, "RuleText")
      .def(nb::init<>())
      .def_rw("maps", &RuleText::maps)
      .def_rw("links", &RuleText::links)
      .def_rw("slots", &RuleText::slots)
      .def_rw("when", &RuleText::when)
      .def_rw("specificity", &RuleText::specificity)
      .def_rw("kind", &RuleText::kind)
      .def_rw("goal", &RuleText::goal)
      .def_rw("purpose", &RuleText::purpose)
      .def_rw("recommendation", &RuleText::recommendation)
      .def_rw("only", &RuleText::only)
      .def_rw("objects", &RuleText::objects)
      .def_rw("moves", &RuleText::moves)
      .def_rw("border", &RuleText::border)
      .def_rw("centre", &RuleText::centre);
}

}  // namespace

void bind_rule_book(nb::module_& m) {
  bind_rule_text(m);
  nb::class_<RuleMatch>(m, "RuleMatch")
      .def_ro("rule", &RuleMatch::rule)
      .def_ro("slots", &RuleMatch::slots)
      .def_ro("anchors", &RuleMatch::anchors);
  nb::class_<RuleChanges>(m, "RuleChanges")
      .def_ro("gone", &RuleChanges::gone)
      .def_ro("come", &RuleChanges::come);
  nb::class_<RuleSeconds>(m, "RuleSeconds")
      .def_ro("maps", &RuleSeconds::maps)
      .def_ro("everything", &RuleSeconds::everything);
  nb::class_<RuleBook>(m, "RuleBook")
      .def(nb::new_(&make_book), nb::arg("classes"), nb::arg("rules"))
      .def("match", &match, nb::arg("position"), nb::arg("own"), nb::arg("within"),
           nb::arg("filtered"), nb::arg("purposes") = std::vector<int>(),
           nb::arg("about") = std::vector<int>())
      .def("seconds", &seconds, nb::arg("position"), nb::arg("repeats"));
  nb::class_<RuleWatch>(m, "RuleWatch")
      .def(nb::init<const RuleBook&>(), nb::arg("book"), nb::keep_alive<1, 2>())
      .def("match", &kept, nb::arg("position"), nb::arg("own"), nb::arg("filtered"),
           nb::arg("purposes") = std::vector<int>(), nb::arg("about") = std::vector<int>())
      .def("changes", &changes, nb::arg("position"))
      .def("seconds", &watch_seconds, nb::arg("one"), nb::arg("other"), nb::arg("repeats"));
}
