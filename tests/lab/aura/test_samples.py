"""Samples for the aura: from play and from the solver's own search."""

from __future__ import annotations

import random

import pytest

from gokan.go import BLACK, WHITE, Position
from gokan.goals.graph import Goal, Suggestion
from gokan.goals.static import Look, evaluate
from gokan.goals.tried import Branch, Tried
from gokan.reading import Problem
from gokan_lab.aura.samples import _Walk, samples
from tests.goals.diagrams import THREE

THREE_BOARD = Position.from_diagram(THREE).board


def problem() -> Problem:
    position = Position.from_diagram(THREE, to_play=BLACK)
    return Problem(position, position.block("A4").stones[:1], "kill", id="three")


def test_samples_say_what_reading_says():
    """With White to move the group lives, with Black it falls."""
    found = list(samples(problem(), lines=2, seed=1, nodes=2_000, tree=4, keep=True))
    assert found
    assert all(s.stands >= 0 or s.falls >= 0 for s in found)
    assert not any(s.stands == 1 and s.falls == 1 for s in found)
    start = [s for s in found if s.position is not None and s.position.board == THREE_BOARD]
    assert {(s.defends, s.stands, s.falls) for s in start} <= {(True, 1, 0), (False, 0, 1)}
    assert start


def test_a_search_that_goes_round_is_followed_once(monkeypatch):
    """It was followed for ever where a move round the circle left the region."""
    asked = problem()
    walk = _Walk(asked, 500, 28, random.Random(1))
    start = asked.position
    far = start.legal_moves()[-1]
    assert walk.enter(start)
    walk.turn = 0
    assert far not in walk.region.points
    look = Look(asked.target, WHITE, BLACK)
    here = Tried(start, evaluate(start, look))
    after = start.play(far)
    there = Tried(after, evaluate(after, look))
    goal = (Goal("capture", BLACK, asked.target[0]),)
    here.branches.append(Branch(Suggestion(far, goal, ""), there))
    there.branches.append(Branch(Suggestion(after.legal_moves()[-1], goal, ""), here))
    seen: list[Position] = []

    def decide(position: Position, *_: object) -> list[object]:
        seen.append(position)
        return []

    monkeypatch.setattr(walk, "_decide", decide)
    monkeypatch.setattr(walk, "_replies", lambda *_: iter(()))
    assert list(walk._follow(here, [], BLACK)) == []
    assert seen == [start, after]


@pytest.mark.parametrize("value", [0.0, 1.0, -3.0, 0.1, 6e-8, 1e-5, 1000.0])
def test_weights_are_rounded_to_eight_bits(value):
    import numpy as np

    from gokan_lab.aura.fit import _rounded

    near = float(_rounded(np.array([value], np.float16))[0])
    assert near == pytest.approx(float(np.float16(value)), rel=2**-8, abs=2.5e-7)
