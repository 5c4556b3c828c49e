// Ways to match the templates of an eye, for studies of how fast each is.
#include "study/matchers.h"

#include <ctime>
#include <memory>

#include "eye.h"
#include "median.h"

using namespace gokan;

namespace {

// Median seconds for one look at the board from both sides.
struct MatcherSeconds {
  double arrays, classes, matching;
};

class TemplateMatcher {
 public:
  TemplateMatcher(Eye& eye, const std::string& name) : eye_(eye), name_(name) {
    const PatternSet& set = eye.book().patterns();
    if (name == "goliath") goliath_ = std::make_unique<GoliathMatcher>(set);
    if (name == "dfa") dfa_ = std::make_unique<DfaMatcher>(set);
    if (!goliath_ && !dfa_ && name != "planes" && name != "naive" && name != "scan")
      throw nb::value_error("the matchers are planes, goliath, dfa, naive and scan");
  }

  std::vector<PatternHit> hits(const Position& position, int mover) {
    return match(eye_.scene(position, to_side(mover), 4, 50));
  }

  // Of processor time, so that what else the machine does is not counted.
  MatcherSeconds seconds(const Position& position, int repeats) {
    std::vector<double> arrays_took, classes_took, matching_took;
    for (int i = 0; i < std::max(repeats, 1); ++i) {
      const std::clock_t start = std::clock();
      const SightArrays& arrays = eye_.look(position, 4, 50);
      const std::clock_t seen = std::clock();
      const Scene black = eye_.book().scene(arrays, kBlack);
      const Scene white = eye_.book().scene(arrays, kWhite);
      const std::clock_t classed = std::clock();
      if (name_ == "scan") {
        eye_.book().scan(black), eye_.book().scan(white);
      } else {
        match(black), match(white);
      }
      const std::clock_t matched = std::clock();
      arrays_took.push_back(double(seen - start) / CLOCKS_PER_SEC);
      classes_took.push_back(double(classed - seen) / CLOCKS_PER_SEC);
      matching_took.push_back(double(matched - classed) / CLOCKS_PER_SEC);
    }
    return {median(arrays_took), median(classes_took), median(matching_took)};
  }

  int states() const { return dfa_ ? dfa_->states() : 0; }

 private:
  std::vector<PatternHit> match(const Scene& scene) {
    if (goliath_) return goliath_->match(scene);
    if (dfa_) return dfa_->match(scene);
    const PatternSet& set = eye_.book().patterns();
    return name_ == "naive" ? match_naive(set, scene) : match_planes(set, scene);
  }

  Eye& eye_;
  std::string name_;
  std::unique_ptr<GoliathMatcher> goliath_;
  std::unique_ptr<DfaMatcher> dfa_;
};

}  // namespace

void bind_matchers(nb::module_& m) {
  nb::class_<PatternHit>(m, "PatternHit")
      .def_ro("pattern", &PatternHit::pattern)
      .def_ro("symmetry", &PatternHit::symmetry)
      .def_ro("point", &PatternHit::point);
  nb::class_<MatcherSeconds>(m, "MatcherSeconds")
      .def_ro("arrays", &MatcherSeconds::arrays)
      .def_ro("classes", &MatcherSeconds::classes)
      .def_ro("matching", &MatcherSeconds::matching);
  nb::class_<TemplateMatcher>(m, "TemplateMatcher")
      .def(nb::init<Eye&, const std::string&>(), nb::arg("eye"), nb::arg("name"),
           nb::keep_alive<1, 2>())
      .def("hits", &TemplateMatcher::hits, nb::arg("position"), nb::arg("mover"))
      .def("seconds", &TemplateMatcher::seconds, nb::arg("position"), nb::arg("repeats"))
      .def_prop_ro("states", &TemplateMatcher::states);
}
