"""A "no" that is not proved is looked at again, with the moves that a network expects."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gokan.go import BLACK, WHITE, Position
from gokan.reading.budget import Budget
from gokan.reading.judging import capture_judgement, link_judgement
from gokan.reading.judging.capture_judgement import judge_capture
from gokan.reading.judging.link_judgement import judge_cut
from gokan.reading.judging.witnesses import Choices
from gokan.reading.tactics.questions import capture, connect

LADDER = Position.from_diagram(
    """
    . . . . . . .
    . . . X . . .
    . . X O . . .
    . . X . . . .
    . . . . . . .
    . . . . . . .
    """
)
STONE = LADDER.point("D4")
CUT = Position.empty(7).setup(white=["C4", "E4"], black=["D5", "D3"])
ENDS = CUT.point("C4"), CUT.point("E4")
BUDGET = Budget(nodes=20_000)


def expecting(*moves: str) -> Any:
    def network(position: Position) -> Choices:
        return {BLACK: {position.point(m): 1 / (1 + i) for i, m in enumerate(moves)}, WHITE: {}}

    return network


def blind(monkeypatch: pytest.MonkeyPatch, room: Any, real: Any, grade: str) -> None:
    """Let the search miss everything in the positions above, and nothing after a move."""

    def reads(position: Position, *stones: int, **options: Any) -> Any:
        found = real(position, *stones, **options)
        blank = position in (LADDER, CUT)
        return replace(found, code=0, moves=(), grade=grade) if blank else found

    monkeypatch.setattr(room, real.__name__, reads)


def test_a_move_that_the_search_missed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    blind(monkeypatch, capture_judgement, capture, "read")
    assert judge_capture(LADDER, STONE, budget=BUDGET).code == 0  # without a network
    found = judge_capture(LADDER, STONE, budget=BUDGET, network=expecting("A1", "E4"))
    assert (found.code, found.move, found.settled) == (1, LADDER.point("E4"), False)
    bad = judge_capture(LADDER, STONE, budget=BUDGET, network=expecting("A1", "G1"))
    assert (bad.code, bad.move) == (0, None)


def test_what_is_proved_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    blind(monkeypatch, capture_judgement, capture, "proved")
    assert judge_capture(LADDER, STONE, budget=BUDGET, network=expecting("E4")).code == 0


def test_a_cut_that_the_search_missed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    blind(monkeypatch, link_judgement, connect, "read")
    assert judge_cut(CUT, *ENDS, budget=BUDGET).code == 0
    found = judge_cut(CUT, *ENDS, budget=BUDGET, network=expecting("D4"))
    assert (found.code, found.move) == (1, CUT.point("D4"))
