#include <nanobind/nanobind.h>

void bind_search_limits(nanobind::module_& m);
void bind_position(nanobind::module_& m);
void bind_playout(nanobind::module_& m);
void bind_seds_batch(nanobind::module_& m);
void bind_safety(nanobind::module_& m);
void bind_ladder(nanobind::module_& m);
void bind_count(nanobind::module_& m);
void bind_seds(nanobind::module_& m);
void bind_sight(nanobind::module_& m);
void bind_matchers(nanobind::module_& m);
void bind_move_model(nanobind::module_& m);
void bind_proof(nanobind::module_& m);
void bind_life_proof(nanobind::module_& m);
void bind_problem_maker(nanobind::module_& m);
void bind_corner_maker(nanobind::module_& m);
void bind_tactics(nanobind::module_& m);
void bind_race(nanobind::module_& m);
void bind_trials(nanobind::module_& m);
void bind_self_play(nanobind::module_& m);
void bind_tree(nanobind::module_& m);
void bind_intuition(nanobind::module_& m);
void bind_formation(nanobind::module_& m);
void bind_backprop(nanobind::module_& m);
void bind_shape(nanobind::module_& m);
void bind_rule_book(nanobind::module_& m);
void bind_aura(nanobind::module_& m);
void bind_window(nanobind::module_& m);
void bind_eye_room(nanobind::module_& m);

NB_MODULE(_core, m) {
  // A traceback may hold a position until the very end; that is no leak.
  nanobind::set_leak_warnings(false);
  m.doc() = "The hot loops of Gokan. Use the gokan package, not this module.";
  bind_search_limits(m);
  bind_position(m);
  bind_playout(m);
  bind_seds_batch(m);
  bind_safety(m);
  bind_ladder(m);
  bind_count(m);
  bind_seds(m);
  bind_sight(m);
  bind_matchers(m);
  bind_move_model(m);
  bind_proof(m);
  bind_life_proof(m);
  bind_problem_maker(m);
  bind_corner_maker(m);
  bind_tactics(m);
  bind_race(m);
  bind_trials(m);
  bind_self_play(m);
  bind_tree(m);
  bind_intuition(m);
  bind_formation(m);
  bind_backprop(m);
  bind_shape(m);
  bind_rule_book(m);
  bind_aura(m);
  bind_window(m);
  bind_eye_room(m);
}
