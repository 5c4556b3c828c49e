"""A "no" that is not proved is looked at again, with the moves that a network expects."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gokan.go import BLACK, EMPTY, WHITE, Position, Rules
from gokan.reading.budget import Budget, Meter
from gokan.reading.judging import link_judgement
from gokan.reading.judging.link_judgement import judge_cut
from gokan.reading.judging.second_look import second_look
from gokan.reading.judging.witnesses import Choices
from gokan.reading.tactics.opinions import Grade
from gokan.reading.tactics.questions import connect

CUT = Position.empty(7).setup(white=["C4", "E4"], black=["D5", "D3"])
ENDS = CUT.point("C4"), CUT.point("E4")
BUDGET = Budget(nodes=20_000)


def expecting(*moves: str) -> Any:
    def network(position: Position) -> Choices:
        return {BLACK: {position.point(m): 1 / (1 + i) for i, m in enumerate(moves)}, WHITE: {}}

    return network


def blind(monkeypatch: pytest.MonkeyPatch, grade: Grade) -> None:
    """Let the search miss everything in the position above, and nothing after a move."""

    def reads(position: Position, *stones: int, **options: Any) -> Any:
        found = connect(position, *stones, **options)
        return replace(found, code=0, moves=(), grade=grade) if position == CUT else found

    monkeypatch.setattr(link_judgement, "connect", reads)


def test_a_cut_that_the_search_missed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    blind(monkeypatch, "read")
    assert judge_cut(CUT, *ENDS, budget=BUDGET).code == 0  # without a network
    found = judge_cut(CUT, *ENDS, budget=BUDGET, network=expecting("A1", "D4"))
    assert (found.code, found.move, found.settled) == (1, CUT.point("D4"), False)
    bad = judge_cut(CUT, *ENDS, budget=BUDGET, network=expecting("A1", "G1"))
    assert (bad.code, bad.move) == (0, None)


def test_what_is_proved_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    blind(monkeypatch, "proved")
    assert judge_cut(CUT, *ENDS, budget=BUDGET, network=expecting("D4")).code == 0


def test_an_unread_cut_is_judged_by_shape_and_not_by_whatever_was_not_answered() -> None:
    """Over so wide a gap no search comes to an end in time, whatever is played first."""
    far = Position.empty(9).setup(black=["C3", "G7"])
    ends, budget = (far.point("C3"), far.point("G7")), Budget(nodes=50_000)
    assert connect(far, *ends, first="cut", budget=budget).grade == "unknown"

    def network(position: Position) -> Choices:
        return {WHITE: {position.point("C9"): 1.0}, BLACK: {}}

    for told in (None, network):
        found = judge_cut(far, *ends, budget=budget, network=told)
        assert (found.code, found.settled) == (1, False)
        assert found.move != far.point("C9")


def test_to_take_off_ones_own_stones_joins_nothing() -> None:
    rules = Rules("suicide", suicide=True)
    start = Position.empty(7, rules=rules).setup(black=["A1", "D4"], white=["A2", "B2", "C1"])
    corner = start.point("B1")

    def never(position: Position, meter: Meter) -> bool:
        return True

    def network(position: Position) -> Choices:
        return {BLACK: {corner: 1.0}, WHITE: {}}

    assert start.play(corner, BLACK).color_at(start.point("A1")) == EMPTY
    ends = [start.point("A1"), start.point("D4")]
    assert second_look(start, ends, BLACK, network, never, BUDGET.start()) is None
