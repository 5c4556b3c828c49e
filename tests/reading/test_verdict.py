"""What was read in one region, put together with what was read before."""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

import pytest

from gokan import _core
from gokan.go import PASS, WHITE, Position
from gokan.reading import Problem, solve
from gokan.reading.budget import Budget, Meter
from gokan.reading.life import verdict
from gokan.reading.life.ko import Verdict
from gokan.reading.life.stages import Kind
from gokan.reading.life.verdict import Reading
from gokan.reading.regions.reader import KILLED, STANDS, Answer, Reader
from gokan.reading.regions.region import find_region
from gokan.reading.trials.trial import Trial

EASY, HARD = Verdict("ko", (0, 1), (0, 2), 2), Verdict("ko", (1, 0), (0, 0), 1)
"""A ko that the mover wins unless the other has two threats, and one for which he needs one."""


def reading(
    judged: Verdict,
    kind: Kind = "usual",
    *,
    attacks: bool = True,
    good: Sequence[int] = (),
    fails: Sequence[int] = (),
) -> Reading:
    """A reading whose reader knows that some moves fail."""
    region = SimpleNamespace(points=frozenset(range(10)), cell=lambda p: p, point=lambda c: c)
    reader = SimpleNamespace(
        mover_attacks=attacks,
        region=region,
        ask=lambda ours, theirs, moves: Answer(STANDS if moves[0] in fails else KILLED),
    )
    made = Reading(cast(Reader, reader), kind)
    made.verdict, made.good = judged, list(good)
    return made


def test_a_ko_lies_between_life_and_death():
    for attacks in (True, False):
        order = [Verdict("win"), EASY, HARD, Verdict("loss")]
        gains = [reading(one, attacks=attacks).gain for one in order]
        assert gains == sorted(gains, reverse=not attacks)
        assert {abs(gains[0]), abs(gains[-1])} == {math.inf}


def test_a_ko_that_a_gap_gives_the_defender_is_not_taken_from_him():
    for later in (Verdict("win"), EASY):
        gap = reading(HARD, "gap", good=[1, 2])
        usual = reading(later, good=[3], fails=[2])
        assert usual.after(gap) is gap
        assert gap.verdict == HARD
        assert gap.good == [1]  # the other fails in the later region
        assert gap.complete


def test_the_gap_that_helps_the_defender_most_counts():
    """And a first move of the attacker must do as well in every other gap."""
    for later in (Verdict("win"), EASY):
        first = reading(HARD, "gap", good=[1, 2])
        second = reading(later, "gap", good=[3], fails=[1])
        assert second.after(first) is first
        assert (first.good, first.complete) == ([2], True)
    deep = reading(EASY, "deep", attacks=False, good=[1])
    assert reading(HARD, "deep", attacks=False, good=[2]).after(deep) is deep
    assert not deep.complete  # together they may give the group more


def test_a_move_beyond_the_later_region_is_a_pass_there():
    gap = reading(HARD, "gap", good=[1, 20])
    assert reading(EASY, fails=[PASS]).after(gap).good == [1]


def test_a_ko_for_which_no_first_move_is_left_is_unknown():
    gap = reading(HARD, "gap", good=[1])
    assert reading(EASY, fails=[1]).after(gap).verdict.result == "unknown"


@pytest.mark.parametrize("later", [Verdict("loss"), HARD])
def test_a_group_keeps_the_best_ko_it_was_read_to_have(later):
    deep = reading(EASY, "deep", attacks=False, good=[1])
    assert reading(later, attacks=False).after(deep) is deep
    assert deep.good == [1]


def test_a_larger_region_may_give_the_defender_more():
    gap = reading(HARD, "gap", attacks=False, good=[1])
    usual = reading(EASY, attacks=False, good=[2])
    assert usual.after(gap) is usual


def test_a_group_that_moves_first_and_has_a_ko_looks_farther():
    assert not reading(EASY, attacks=False).lasts("usual", True)
    assert reading(EASY, attacks=True).lasts("usual", True)


def test_a_cancelled_search_is_not_asked_for_ever(monkeypatch):
    """It answers at once that nothing is settled, however many nodes it is given."""
    position = Position.from_diagram(". . . . X O\nX X X X X O\nO O O O O O\n. . . . . .")
    reader = Reader(
        find_region(position, [position.point("A3")]),
        first=WHITE,
        ko=None,
        meter=Budget().start(),
        memory=1 << 20,
    )
    given = []

    def ask(*_: object, most: int = 0) -> Answer:
        given.append(most)
        return Answer()

    monkeypatch.setattr(reader, "ask", ask)
    reader.try_first((0, 6), [0, 1])
    assert max(given) < 1 << 63


def test_trial_games_about_the_order_of_first_moves_can_be_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cancel, asked = _core.Cancel(), []

    def note(*question: object, **options: object) -> Trial:
        budget = options["budget"]
        assert isinstance(budget, Meter)
        asked.append(budget.cancel)
        return Trial(0.5, 0, 0, 0.0, ())

    monkeypatch.setattr(verdict, "trial", note)
    monkeypatch.setattr(verdict, "_SLOW", 0)
    position = Position.from_diagram(". . . O X .\nO O O O X .\nX X X X X .\n. . . . . .")
    solve(Problem.make(position, target=[position.point("A3")]), budget=Budget(cancel=cancel))
    assert asked
    assert all(one is cancel for one in asked)
