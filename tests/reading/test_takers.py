"""Stones that can be taken are dead only if whoever takes them lives."""

from __future__ import annotations

import pytest

from gokan.go import Color, Position
from gokan.reading import Budget, Problem, prove_status, solve, status
from gokan.reading.life.takers import fate_of_takers, takers_of
from gokan.reading.proof.write import NoProof

# The vital point of three, in a group that has no other eye; White can take that stone.
NAKADE = """
    . . . . . O . X .
    . . . X X O O O O
    . . . . . X X X .
    . . . . . . . . X
    . . . . . . . X .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    """
# Three points with a stone in the middle, and another eye beside.
EYE_BESIDE = """
    . X . O . O X .
    O O O O O O X .
    X X X X X X X .
    . . . . . . . .
    . . . . . . . .
    """
# Three stones in a row of five points: whoever plays there first loses his stones.
SEKI = """
    . X X X . O X .
    O O O O O O X .
    X X X X X X X .
    . . . . . . . .
    . . . . . . . .
    """
# One stone at the end of three points: White lives by taking it, Black kills beside it.
OPEN = """
    . . . O X .
    O O O O X .
    X X X X X .
    . . . . . .
    . . . . . .
    """
CASES = [
    (NAKADE, "H9", "part of the killing"),
    (EYE_BESIDE, "B5", "dead"),
    (SEKI, "B5", "alive in seki"),
]


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(("diagram", "stone", "word"), CASES)
def test_the_word_follows_from_what_becomes_of_the_takers(
    diagram: str, stone: str, word: str, swapped: bool
) -> None:
    position = Position.from_diagram(diagram)
    if swapped:
        position = position.swap_colors()
    said = status(position, stone, budget=Budget(nodes=400_000), details=False)
    assert said.word == word, said.explain()
    assert said.proved or word != "dead"
    assert (said.kills is not None) == (word == "part of the killing")


def test_stones_depend_on_the_move_where_their_takers_do() -> None:
    """Black's B5 can be taken; but with Black to move C5 makes White's group die."""
    position = Position.from_diagram(OPEN).setup(black=["A5"])
    taken = solve(
        Problem.make(position.setup(to_play=Color.BLACK), target=[position.point("A5")]),
        nodes=50_000,
    )
    assert taken.result == "loss"
    said = status(position, "A5", budget=Budget(nodes=400_000), details=False)
    assert said.word == "unsettled"
    assert [position.vertex(p) for p in said.attacks] == ["B5"]
    assert [position.vertex(p) for p in said.defences] == ["B5"]
    assert "which would take it, depends on who moves" in said.explain()


@pytest.mark.parametrize(
    ("diagram", "stone", "other"),
    [(NAKADE, "H9", "F9"), (OPEN.replace(".", "X", 1), "A5", "D5")],
)
def test_no_proof_is_written_of_a_word_that_follows_from_others(
    diagram: str, stone: str, other: str
) -> None:
    """It would be about other stones than it names, and `gokan check` rejects it."""
    said = status(Position.from_diagram(diagram), stone, budget=Budget(nodes=400_000))
    assert said.word in ("part of the killing", "unsettled")
    with pytest.raises(NoProof, match=other):
        prove_status(said)


def test_takers_shut_in_and_reach_beyond() -> None:
    position = Position.from_diagram(NAKADE)
    targets, room = takers_of(position, [position.point("H9")])
    assert ([position.vertex(p) for p in targets], room) == (["F9"], 3)


def test_who_lives_unconditionally_needs_no_reading() -> None:
    position = Position.from_diagram("X . O . O .\nO O O O O O\n. . . . . .")
    meter = Budget(nodes=1000).start()
    found = fate_of_takers(position, [position.point("A3")], meter)
    assert (found.fate, found.proved, meter.nodes) == ("live", True, 0)


NINE = """
    X . . . . O X . .
    . . . . O O X . .
    O O O O X X X . .
    X X X X X . . . .
    . . . . . . . . .
    . . . . . . . . .
    """


def test_room_alone_proves_nothing() -> None:
    """White can take A6, moving second; but if Black moves first, White's whole group dies."""
    position = Position.from_diagram(NINE)
    stone, group = position.point("A6"), position.point("F6")
    assert takers_of(position, [stone])[1] == 9
    said = status(position, "A6", budget=Budget(nodes=20_000), details=False)
    assert said.defence.proved
    assert not (said.word == "dead" and said.proved), said.explain()
    killed = Problem.make(position.setup(to_play=Color.BLACK), target=[group])
    found = solve(killed, nodes=2_000_000, details=False, trials=False)
    assert (found.result, found.proved) == ("win", True)


# Brute force says of each: the stones can be taken, but not so that the takers live.
NOT_BOTH = [
    (". X .\n. . O\nO O O", "C2"),  # nobody shuts them in
    ("O . O X O O . O .\nX X . . O O O O O", "A2"),
    (". X X O\nO X X .\nO O O X", "D3"),  # who takes it stands by repetition
    ("X . . X . O .", "A1"),
    ("O . X . O . O", "G1"),  # who takes it lives, but not if he takes it
]


@pytest.mark.parametrize(("diagram", "stone"), NOT_BOTH)
def test_dead_is_proved_only_of_stones_that_are_taken_by_who_lives(
    diagram: str, stone: str
) -> None:
    position = Position.from_diagram(diagram)
    said = status(position, stone, budget=Budget(nodes=60_000), details=False)
    assert said.defence.proved
    assert said.defence.killed
    assert not (said.word == "dead" and said.proved), said.explain()


def test_blocks_that_fall_one_by_one_are_dead() -> None:
    """The stone at S19 makes the group of Q17 too much to read at once."""
    rows = [
        ". . . X O . O .",
        ". . X . O X X X",
        ". . X X O O O O",
        ". . . . X X . X",
        ". . . . . X X X",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
    ]
    position = Position.from_diagram("\n".join(rows))
    killed = status(position, "E6", budget=Budget(nodes=300_000), details=False)
    assert killed.word == "dead", killed.explain()
    killing = status(position, "F7", budget=Budget(nodes=300_000), details=False)
    assert (killing.word, killing.proved) == ("part of the killing", True), killing.explain()
