"""The search by proof numbers: what it calls exact is true, and other searches agree with it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gokan import _core
from gokan.go import PASS, Position
from gokan.reading import capture, connect, escape
from gokan.reading.tactics import opinions

from .capture_truth import Truth
from .test_tactics import CRANES_NEST, LADDER, NET, SHORTAGE, SNAPBACK, _random_position


def _skirmish(
    position: Position, target: int, attack: bool, *, bits: int = 14
) -> tuple[int, bool, bool, list[int]]:
    """The code, whether it is exact, whether it is complete, the moves."""
    found = _core.read_skirmish(
        position.core,
        False,
        target,
        PASS,
        attack,
        _core.SearchLimits(nodes=20_000),
        opinions.EVERY_REPLY,
        bits,
    )
    return found.code, found.exact, found.complete, found.moves


@pytest.mark.parametrize("bits", [4, 14])
@pytest.mark.parametrize("target", [0, 1, 4])
def test_what_is_exact_is_true_on_a_tiny_board(target: int, bits: int) -> None:
    truth = Truth(3, 3, target)
    exact = 0
    for board in random.Random(target).sample(truth.boards, 150):
        rows = [" ".join(".XO"[stone] for stone in board[i : i + 3]) for i in (0, 3, 6)]
        position = Position.from_diagram("\n".join(rows))
        code, sure, _, _ = _skirmish(position, target, attack=True, bits=bits)
        if sure:
            exact += 1
            assert code == 1
            assert truth.captured(board, 1), position
        code, sure, _, _ = _skirmish(position, target, attack=False, bits=bits)
        if sure:
            exact += 1
            assert code == 0
            assert truth.captured(board, 2), position
    assert exact > 30


@given(st.integers(0, 2**32))
def test_an_exact_capture_beats_every_first_reply(seed: int) -> None:
    position = _random_position(seed)
    for block in position.blocks():
        if len(block.liberties) > 3:
            continue
        code, exact, _, moves = _skirmish(position, block.stones[0], attack=True)
        if code != 1 or not exact:
            continue
        after = position.play(moves[0], block.color.opponent)
        if after.color_at(block.stones[0]) == 0:
            continue
        for reply in [*after.legal_moves(block.color), PASS]:
            then = after.play(reply, block.color)
            again = capture(then, block.stones[0], order=8, nodes=100_000)
            if again.complete:  # else the budget ended before it was known whether a ko is needed
                assert again.code in (1, 2), (position, block, position.vertex(reply))
        return


@pytest.mark.parametrize(
    ("diagram", "target", "code"),
    [
        (LADDER, "D3", 1),
        (NET, "C5", 1),
        (SNAPBACK, "C4", 1),
        (CRANES_NEST, "E4", 1),
        (SHORTAGE, "D4", 1),
    ],
)
def test_techniques_without_the_first_search(
    monkeypatch: pytest.MonkeyPatch, diagram: str, target: str, code: int
) -> None:
    position = Position.from_diagram(diagram)
    before = capture(position, target)
    monkeypatch.setattr(opinions, "FIRST_NODES", 1)
    after = capture(position, target)
    assert before.code == after.code == code
    assert after.grade == "proved"
    assert after.moves[0] in before.moves
    assert after.line[0] == after.moves[0]


def test_connections_without_the_first_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opinions, "FIRST_NODES", 1)
    jump = Position.from_diagram("""
        . . O . .
        . . . . .
        . X . X .
        . . O . .
        . . . . .""")
    answer = connect(jump, "B3", "D3", first="cut")
    assert (answer.code, answer.move, answer.grade) == (1, jump.point("C3"), "read")
    assert connect(jump, "B3", "D3").code == 1


def test_a_cutting_block_in_a_net_joins_its_captors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opinions, "FIRST_NODES", 1)
    position = Position.from_diagram(NET)
    answer = connect(position, "C6", "D3")
    assert (answer.code, answer.grade) == (1, "read")
    assert answer.move in capture(position, "D4").moves


def test_the_searches_share_one_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opinions, "FIRST_NODES", 10)
    monkeypatch.setattr(opinions, "STAGES", ((opinions.EVERY_REPLY, 10), (2, 20)))
    position = Position.from_diagram(CRANES_NEST)
    answer = escape(position, "E4", nodes=60)
    assert answer.nodes < 200
