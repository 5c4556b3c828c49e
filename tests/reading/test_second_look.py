"""A "no" that is not proved is looked at again, with the moves that a network expects."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gokan.go import BLACK, WHITE, Position
from gokan.reading.budget import Budget
from gokan.reading.judging import link_judgement
from gokan.reading.judging.link_judgement import judge_cut
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
