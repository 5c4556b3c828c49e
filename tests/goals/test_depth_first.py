"""The thesis's own search, on the moves and values that the solver has."""

from __future__ import annotations

import pytest

from gokan.go import BLACK, WHITE, Position
from gokan.goals import refutation, solve
from gokan.goals.arbiter import ReadingArbiter
from gokan.goals.search import Doubt
from gokan.goals.tried import Tried

from .diagrams import FOUR, THREE

CLEAR = Doubt(trust=0.9999, hopeless=0.0001)
"""Hardly anything is judged, so lines are played to their ends."""

KO = """
    . . . O X . .
    . O O O X . .
    O O X X X . .
    X X X . . . .
    . . . . . . .
    . . . . . . .
"""


def reached(root: Tried) -> dict[int, Tried]:
    """Every position in which the goal was found to be reached."""
    todo, found = [root], {}
    for node in todo:
        if node.outcome == "reached" and id(node) not in found:
            found[id(node)] = node
        todo += [b.to for b in node.branches if b.to not in todo]
    return found


@pytest.mark.parametrize("mover", [BLACK, WHITE])
@pytest.mark.parametrize("doubt", [Doubt(), CLEAR])
def test_it_finds_the_middle_of_three(mover, doubt):
    position = Position.from_diagram(THREE, to_play=mover)
    found = solve(position, "A4", nodes=400, doubt=doubt, depth_first=True)
    assert (found.result, found.move) == ("reached", position.point("B5"))
    assert not list(refutation.flaws(found, ReadingArbiter(nodes=50_000)))


def test_every_reply_that_is_suggested_has_an_answer():
    position = Position.from_diagram(THREE, to_play=BLACK)
    found = solve(position, "A4", nodes=400, doubt=CLEAR, depth_first=True)
    inside = [node for node in reached(found.root).values() if node.branches]
    replied = [node for node in inside if node.position.to_play == WHITE]
    assert replied
    for node in replied:
        assert {b.move for b in node.branches} == {s.move for s in node.suggested or ()}
        assert all(b.to.outcome == "reached" for b in node.branches)
    for node in inside:
        if node.position.to_play == BLACK:
            assert node.by is not None
            assert node.by.to.outcome == "reached"


def test_what_cannot_be_captured_is_not():
    position = Position.from_diagram(FOUR, to_play=BLACK)
    assert solve(position, "A4", depth_first=True).result in ("missed", "unknown")


def test_it_stops_when_the_nodes_are_used_up_and_goes_on_with_more():
    position = Position.from_diagram(THREE, to_play=BLACK)
    few = solve(position, "A4", nodes=3, doubt=CLEAR, depth_first=True)
    assert few.nodes <= 3
    assert (few.result, few.certainty) == ("unknown", "unknown")
    assert "B5" in few.text()


def test_a_ko_is_tried_where_nothing_else_works():
    position = Position.from_diagram(KO, to_play=BLACK)
    found = solve(position, "D6", depth_first=True)
    assert (found.result, found.move) == ("ko", position.point("B6"))


def test_a_second_judge_is_not_asked():
    """He was asked about kos."""

    def nobody(position, stones):
        raise AssertionError("nobody asked him")

    position = Position.from_diagram(KO, to_play=BLACK)
    assert solve(position, "D6", depth_first=True, second=nobody).result == "ko"
