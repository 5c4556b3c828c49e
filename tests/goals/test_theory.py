"""The goal theory of chapter 2 as printed, decided on whole boards by the model checker."""

from __future__ import annotations

import pytest

from gokan.go import Position
from gokan.goals.axioms import count_axioms, theory
from gokan.goals.tiny import TinyGo
from gokan.logic import explore
from gokan.logic.bits import members
from gokan.reading import Problem
from gokan.reading import solve as read


@pytest.fixture(scope="module")
def two_by_four():
    graph = explore(TinyGo(2, 4, everywhere=True), states=100_000)
    return graph, theory(graph)


def test_one_half_of_each_axiom_holds_and_the_other_fails():
    capture, save = count_axioms(2, 3, examples=10_000)
    assert (capture.cases, capture.only_left, capture.only_right) == (3440, 964, 0)
    assert (save.cases, save.only_left, save.only_right) == (3440, 0, 964)
    assert not save.holds
    assert len(capture.examples) == len(set(save.examples)) == 964  # every counter-example
    assert "X./.O/.., Black to play: p = A3, i = Black, right only" in save.examples


@pytest.mark.parametrize("mover", ["Black", "White"])
def test_a_seki_counts_as_captured_as_printed(two_by_four, mover):
    """One eye each and one liberty between them: nobody has two eyes, and nobody can take."""
    graph, checker = two_by_four
    shown = f".O/O./XX/.X, {mover} to play"
    state = next(k for k in members(graph.atom("start", ())) if graph.show(k) == shown)

    def true(text: str) -> bool:
        return bool(checker.evaluate(checker.resolve(text).formula, {}) >> state & 1)

    assert true("Capture(A2, White)")
    assert true("Capture(B4, Black)")
    assert not true("Save(A2, Black)")
    assert not true("Save(B4, White)")
    assert not true("est[White] ~Occ(A2, Black)")
    assert not true("est[Black] ~Occ(B4, White)")
    position = Position.from_diagram(". O\nO .\nX X\n. X", to_play=mover.lower())
    for stone in ("A2", "B4"):
        found = read(Problem.make(position, target=[position.point(stone)]), nodes=10_000)
        assert found.seki
        assert found.proved
        owner = str(position.color_at(position.point(stone))).lower()
        assert found.result == ("win" if owner == mover.lower() else "loss")
