"""The ladder reader against the slow twin, and the classic cases by hand."""

from __future__ import annotations

import json
import random
import re

import pytest
from hypothesis import given

from gokan.errors import InvalidInput
from gokan.go.color import BLACK, WHITE, Color
from gokan.go.ladder import First, Ladder, Threats, ladder, ladder_defences
from gokan.go.position import Position
from gokan.go.vertex import PASS
from tests.go.games import Script, scripts
from tests.reference.board import all_sound_boards
from tests.reference.ladder import LadderGame

THREATS: tuple[Threats, ...] = ("none", "attack", "defend")


@given(scripts(largest=7, longest=120))
def test_random_positions_against_the_twin(script: Script):
    compare(script.positions()[-1])


@pytest.mark.parametrize("seed", range(6))
def test_crowded_boards_against_the_twin(seed):
    """Games that go on long after they should have ended are full of ataris and kos."""
    dice = random.Random(seed)
    position = Position.empty(dice.randint(2, 6), dice.randint(2, 6), rules="chinese")
    for _ in range(80):
        moves = position.legal_moves()
        position = position.play(dice.choice(moves) if moves else PASS)
        if dice.random() < 0.2:
            compare(position)


def test_every_position_of_a_tiny_board():
    """All 3x2 and 4x2 positions with every target, the attacker first or in answer to atari."""
    for width, height in ((3, 2), (4, 2)):
        for board in all_sound_boards(width, height):
            cells = bytes(board.get(p, 0) for p in range(width * height))
            position = Position.from_board(cells, width)
            compare(position, quick=width == 4)


def test_professional_positions_against_the_twin(data_dir):
    """Positions from real games: every block with few liberties."""
    dice = random.Random(7)
    with (data_dir / "pro_games.jsonl").open(encoding="utf-8") as lines:
        records = [json.loads(line)["sgf"] for line in lines]
    for record in dice.sample(records, 12):
        position = Position.empty(19)
        moves = re.findall(r";\s*([BW])\[([a-s]{2})\]", record)
        for side, at in moves[: dice.randint(20, 220)]:
            point = (ord(at[1]) - 97) * 19 + ord(at[0]) - 97
            position = position.play_forced(point, Color.parse(side))
        compare(position, quick=True)


def compare(position: Position, *, quick: bool = False) -> None:
    """Both sides first for each block; `quick` leaves out the defender with the whole board."""
    board = {point: color for point, color in enumerate(position.board) if color}
    for block in position.blocks():
        if len(block.liberties) > 3:
            continue
        size = position.width, position.height
        sides: tuple[First, ...] = ("attack", "defend")
        for first in sides[:1] if quick and len(block.liberties) > 1 else sides:
            mover = block.color if first == "defend" else block.color.opponent
            ko = position.ko if mover is position.to_play else None
            for threats in THREATS[:1] if quick else THREATS:
                twin = LadderGame(*size, board, block.stones[0], threats=threats)
                reading = ladder(position, block.stones[-1], first=first, threats=threats)
                assert reading.captured == twin.captured(board, first=first, ko=ko), (
                    f"{position}\n{reading.to_dict()}"
                )
                follow(position, reading, mover)


def follow(position: Position, reading: Ladder, mover: Color) -> None:
    """The line obeys the ladder game and ends as the verdict says."""
    target, defender = reading.target, position.color_at(reading.target)
    now = position.with_rules("chinese").with_to_play(mover)
    if position.ko is not None and mover is position.to_play:
        now = now.with_ko(position.ko)
    for move in reading.moves:
        attacking = now.to_play is not defender
        assert now.color_at(target) is defender, "nothing happens after the capture"
        if not attacking and move != PASS and len(now.block(target).liberties) == 1:
            taken = [b for b in now.blocks() if b.liberties == (move,) and b.color != defender]
            stones = set(now.block(target).stones)
            touching = any(q in stones for b in taken for s in b.stones for q in now.neighbors(s))
            assert move in now.block(target).liberties or touching
        free = reading.threats == ("attack" if attacking else "defend")
        now = now.play_forced(move) if free and move == now.ko else now.play(move)
        if attacking and now.color_at(target) is defender:
            assert len(now.block(target).liberties) == 1
    if reading.captured:
        assert now.color_at(target) is not defender
    else:
        assert now.color_at(target) is defender


# --- by hand ---

LONG = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . X . . . .
    . . X O O . . . .
    . . . X X . . . .
    . . . . . . . . .
"""


def test_a_plain_ladder_runs_to_the_edge():
    position = Position.from_diagram(LONG)
    reading = ladder(position, "D3", first="attack")
    assert reading.captured
    assert position.vertex(reading.moves[0]) == "F3"
    assert len(reading.moves) == 13
    follow(position, reading, BLACK)


def test_a_breaker_saves_and_is_listed_as_a_defence():
    position = Position.from_diagram(LONG)
    breaker = position.point("B6")
    assert breaker in ladder_defences(position, "D3")
    broken = position.setup(white=[breaker])
    assert ladder(broken, "D3", first="attack").captured is False
    assert position.point("J9") not in ladder_defences(position, "D3")


def test_a_helper_of_the_attacker_on_the_way_changes_nothing():
    position = Position.from_diagram(LONG).setup(black=["B6"])
    assert ladder(position, "D3", first="attack").captured


def test_double_atari_on_the_way_saves():
    """A stone that never touches the ladder weakens one of its stones: running gives atari."""
    position = Position.from_diagram(LONG).setup(white=["D6"])
    reading = ladder(position, "D3", first="attack")
    assert reading.captured is False
    now = position
    for move in reading.moves:
        now = now.play(move)
    assert now.prisoners(BLACK) >= 1


def test_snapback():
    position = Position.from_diagram("""
        . . O .
        O O X .
        O X X .
    """)
    reading = ladder(position, "A1", first="attack")
    assert reading.captured
    assert [position.vertex(move) for move in reading.moves] == ["B3", "A3", "B3"]


def test_ko_at_the_last_liberty_stops_the_capture_for_one_move():
    position = Position.from_diagram(
        """
        . X O .
        X . X O
        . X O .
    """,
        to_play=WHITE,
    ).play("B2")
    # White took the ko: Black may not retake at once, so her stone is safe for the moment.
    assert position.ko == position.point("C2")
    reading = ladder(position, "B2", first="attack")
    assert reading.captured is False
    assert reading.moves == ()
    assert ladder(position.play("pass").play("pass"), "B2", first="attack").captured


def test_ko_threats_of_one_side():
    """The stone that took the ko: safe for a move, or not if every move has a threat."""
    position = Position.from_diagram(
        """
        . X O .
        X . X O
        . X O .
    """,
        to_play=WHITE,
    ).play("B2")
    assert ladder(position, "B2", first="attack").captured is False
    assert ladder(position, "B2", first="attack", threats="attack").captured is True
    assert ladder(position, "B2", first="attack", threats="defend").captured is False
    with pytest.raises(InvalidInput, match="threats is 'many'"):
        ladder(position, "B2", first="attack", threats="many")  # type: ignore[arg-type]


def test_agreement_with_another_program(data_dir):
    """GNU Go's facts about attack and defence: what a ladder captures is captured there too.

    Code 0 is a failure, 1 a success, 2 and 3 depend on ko; without ko threats a 3 is a failure.
    """
    asked = 0
    for line in (data_dir / "gnugo_regression.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        what, *rest = case["command"].split()
        if what not in ("attack", "defend") or case["known_fail"]:
            continue
        size = case["size"]
        black, white = ([row * size + col for col, row in case[c]] for c in ("black", "white"))
        position = Position.empty(size).setup(black=black, white=white)
        color = position.color_at(rest[0])
        position = position.with_to_play(color if what == "defend" else color.opponent)
        if case["ko"]:
            position = position.with_ko(case["ko"][1] * size + case["ko"][0])
        asked += 1
        if ladder(position, rest[0], first=what).captured:
            fits = "123" if what == "attack" else "03"
            assert case["expected"].strip("(")[0] in fits, case["id"]
    assert asked > 100


def test_unknown_is_said():
    position = Position.from_diagram(LONG)
    reading = ladder(position, "D3", first="attack", node_limit=3)
    assert (reading.captured, reading.moves) == (None, ())
    assert ladder_defences(position, "D3", node_limit=3) != ladder_defences(position, "D3")


def test_bad_questions():
    position = Position.from_diagram(LONG)
    with pytest.raises(InvalidInput, match="no stone"):
        ladder(position, "A1", first="attack")
    with pytest.raises(InvalidInput, match="'attack' or 'defend'"):
        ladder(position, "D3", first="black")  # type: ignore[arg-type]
    assert ladder(position, "D3", first="attack").to_dict()["moves"][0] == "F3"
