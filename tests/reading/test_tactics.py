"""Tactical reading: techniques by name, the whole truth on a tiny board, symmetry, budgets."""

from __future__ import annotations

import random
import threading

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import BLACK, PASS, Position
from gokan.reading import capture, connect, cut, escape
from gokan.reading.budget import Budget
from gokan.reading.safe.settled import settled

from .capture_truth import Truth

LADDER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . X . . . .
    . . X O O . . . .
    . . . X X . . . .
    . . . . . . . . ."""
BREAKER = LADDER.replace(
    "    . . . . . . . . .\n    . . . . X . . . .", "    . . O . . . . . .\n    . . . . X . . . ."
)
NET = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X X . . . . .
    . X O O . . . . .
    . . X O . . . . .
    . . . X . . . . .
    . . . . . . . . .
    . . . . . . . . ."""
SNAPBACK = """
    . . . . . . .
    . . X X X . .
    . X O . O X .
    . X O O O X .
    . . X X X . .
    . . . . . . ."""
TWO_EYES = """
    . O . O X
    O O O O X
    X X X X X
    . . . . .
    . . . . ."""
KO = """
    . X O .
    X O . O
    . X O .
    . . . ."""
CRANES_NEST = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . X . . . X . .
    . . X O O O X . .
    . . . X X X . . .
    . . . . . . . . .
    . . . . . . . . ."""
SHORTAGE = """
    . O O . X . .
    . X O O X . .
    . X X O X . .
    . . X O X . .
    . . X . X . .
    . . . X . . .
    . . . . . . ."""
PLACEMENT = """
    . . . . . . .
    . . . . . . .
    . . X X X . .
    . X O O . X .
    . X O . O X .
    . . O X X . .
    . . . X . . ."""
DOUBLE_ATARI = """
    . . . . . .
    . . X . . .
    . X O . . .
    . . . O X .
    . . . X . .
    . . . . . ."""


@pytest.mark.parametrize(
    ("diagram", "target", "code", "move"),
    [
        pytest.param(LADDER, "D3", 1, "F3", id="ladder"),
        pytest.param(NET, "D4", 1, "E4 F4 E3 E5", id="net"),
        pytest.param(CRANES_NEST, "E4", 1, "E5", id="crane's nest"),
        pytest.param(SHORTAGE, "D5", 1, "D7 D3", id="shortage of liberties"),
        pytest.param(PLACEMENT, "C3", 1, "B2", id="loose net at the edge"),
        pytest.param(TWO_EYES, "A4", 0, "", id="two eyes"),
        pytest.param(KO, "B3", 2, "C3", id="ko that the mover takes first"),
    ],
)
def test_captures(diagram: str, target: str, code: int, move: str) -> None:
    position = Position.from_diagram(diagram)
    answer = capture(position, target)
    assert answer.code == code
    if code:
        assert answer.grade == ("proved" if code == 1 else "read")
        assert answer.move is not None
        assert position.vertex(answer.move) in move.split()


def test_a_defender_in_a_ladder_runs_or_breaks_it() -> None:
    position = Position.from_diagram(LADDER)
    answer = escape(position, "D3", order=2)
    assert answer.code == 1
    assert answer.captured is False
    assert "F3" in answer.to_dict()["moves"]
    with_help = Position.from_diagram(BREAKER)
    assert capture(with_help, "D3", order=0).code == 0


def test_snapback() -> None:
    position = Position.from_diagram(SNAPBACK)
    answer = capture(position, "C3")
    assert (answer.code, answer.grade, answer.to_dict()["moves"]) == (1, "proved", ["D4"])
    assert escape(position, "C3").captured is True


@example(232)  # a capture in a ko that does not take the target itself
@given(st.integers(0, 2**32))
def test_the_line_begins_with_the_move_and_kos_come_last(seed: int) -> None:
    position = _random_position(seed)
    for block in position.blocks():
        answer = capture(position, block.stones[0], order=1, nodes=5_000)
        if answer.code != 1 or len(answer.moves) < 2:
            continue
        assert answer.line[0] == answer.move
        takes = [
            move != PASS and position.play(move, block.color.opponent).ko is not None
            for move in answer.moves
        ]
        assert not takes[0] or all(takes) or len(block.stones) > 1


def test_either_and_both() -> None:
    position = Position.from_diagram(DOUBLE_ATARI)
    either = capture(position, "C4", either="D3")
    assert either.code == 1
    assert either.grade == "proved"
    assert {position.vertex(move) for move in either.moves} & {"C3", "D4"}


def test_a_block_with_its_ko_stone_taken_needs_a_threat() -> None:
    position = Position.from_diagram(KO).play("C3", BLACK)
    back = capture(position, "C3")
    assert back.code == 3
    assert position.vertex(back.move or 0) == "B3"


def test_connections() -> None:
    bamboo = Position.from_diagram(
        """
        . . . . .
        . X . X .
        . X . X .
        . . . . .
        . . . . ."""
    )
    answer = cut(bamboo, "B4", "D4")
    assert (answer.code, answer.grade, answer.connected) == (0, "proved", True)
    assert connect(bamboo, "B4", "D4").connected is True
    kosumi = bamboo.setup(empty=["B4", "D3"], black=["C4"], white=["C3", "C2", "D3", "D2"])
    assert connect(kosumi, "B3", "C4").moves[:1] == (kosumi.point("B4"),)


def test_reaching_a_point() -> None:
    position = Position.empty(5).play("B2", BLACK)
    assert connect(position, "B2", "B4").code == 1


@pytest.mark.parametrize("target", [0, 1, 4])
def test_every_answer_is_true_on_a_tiny_board(target: int) -> None:
    truth = Truth(3, 3, target)
    boards = random.Random(target).sample(truth.boards, 60)
    for board in boards:
        rows = [" ".join(".XO"[stone] for stone in board[i : i + 3]) for i in (0, 3, 6)]
        position = Position.from_diagram("\n".join(rows))
        taken = capture(position, target, order=12, nodes=200_000)
        saved = escape(position, target, order=12, nodes=200_000)
        assert (taken.code in (1, 2)) == truth.captured(board, 1), position
        assert (saved.code in (1, 2)) != truth.captured(board, 2), position


@given(st.integers(0, 2**32), st.integers(0, 7), st.booleans())
def test_symmetry_and_colours_do_not_matter(seed: int, symmetry: int, swap: bool) -> None:
    position = _random_position(seed)
    blocks = [block for block in position.blocks() if len(block.liberties) <= 3]
    if not blocks:
        return
    block = blocks[seed % len(blocks)].stones[0]
    marked = position.swap_colors() if swap else position
    turned = marked.transform(symmetry)
    for stone in range(len(turned.board)):
        there = position.setup(empty=[block]).transform(symmetry)
        if (there.board[stone] == 0) != (turned.board[stone] == 0):
            break
    one = capture(position, block, order=2, nodes=50_000)
    other = capture(turned, stone, order=2, nodes=50_000)
    if one.nodes < 50_000 and other.nodes < 50_000:
        assert (one.code, one.order) == (other.code, other.order)


@given(st.integers(0, 2**32))
def test_a_proved_capture_beats_every_first_reply(seed: int) -> None:
    position = _random_position(seed)
    for block in position.blocks():
        if len(block.liberties) > 3:
            continue
        answer = capture(position, block.stones[0], order=2, nodes=20_000)
        if answer.code != 1 or answer.grade != "proved" or answer.move in (None, PASS):
            continue
        after = position.play(answer.move or 0, block.color.opponent)
        if after.color_at(block.stones[0]) == 0:
            continue
        for reply in [*after.legal_moves(block.color), PASS]:
            then = after.play(reply, block.color)
            again = capture(then, block.stones[0], order=3, nodes=200_000)
            assert again.code in (1, 2), (position, block, position.vertex(reply))
        return


def test_the_budget_is_kept_and_named() -> None:
    position = Position.from_diagram(LADDER)
    answer = escape(position, "D3", budget=Budget(nodes=3000), order=40)
    assert 3000 <= answer.nodes <= 3001
    assert answer.grade == "read"
    assert capture(position, "D3", nodes=2).grade == "unknown"


def test_another_thread_may_stop_it() -> None:
    position = Position.from_diagram(LADDER)
    flag = _core.Cancel()
    threading.Timer(0.1, flag.set).start()
    escape(position, "D3", budget=Budget(cancel=flag), order=40)  # or it would never end
    assert flag.is_set()


def test_answers_show_themselves() -> None:
    position = Position.from_diagram(LADDER)
    answer = capture(position, "D3")
    assert answer.explain() == "Black to move can capture D3 by F3 (proved)."
    assert str(answer.draw()).startswith("<svg")
    assert answer.to_dict()["line"][0] == "F3"
    with pytest.raises(InvalidInput):
        capture(position, "D3", first="both")  # type: ignore[arg-type]
    with pytest.raises(InvalidInput):
        connect(position, "D3", "E4")


def test_settled_by_reading() -> None:
    position = Position.from_diagram(
        """
        . X . X O .
        X X X X O O
        . . . X X X
        . . . . . .
        . . . . . ."""
    )
    assert str(settled(position, position.point("A5"))) == "black"
    assert str(settled(position, position.point("A1"))) == "empty"


def _random_position(seed: int) -> Position:
    dice = random.Random(seed)
    position = Position.empty(6)
    for _ in range(dice.randrange(8, 26)):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(dice.choice(moves))
    return position


def test_the_zone_of_a_failed_escape_holds_the_answers_to_every_try() -> None:
    """White B8 is answered at B7; with a white stone on C7 that fails, and White gets out."""
    position = Position.from_diagram(
        """
        . O O X X X X X X
        . . X X O X O X X
        . . . . O X . O O
        . . . O X O O X O
        . . . . X . O . X
        . . . . O . X . .
        . . . O O . . . .
        . . . . . . . . .
        . . . . . . . . .
        """
    )
    answer = escape(position, "B9", order=2)
    assert (answer.code, answer.grade) == (0, "proved")
    helped = position.setup(white=["C7"])
    assert escape(helped, "B9", order=2).code == 1
    assert position.point("C7") in answer.zone
