"""Structs that no game shows (Figure 4.13): by where things lie, and by what happens when."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gokan.go import PASS, Position, Rules
from gokan.shape.ets import Event, Struct
from gokan.shape.go.observe import ATTENTION, Round, View, observe
from gokan.shape.go.record import classes, record
from gokan.shape.go.wellformed import nonsense

SETTING = classes()
SUICIDE = Rules.named("klinger-suicide")


def seen(*boards: str, attended: set[int] | None = None) -> str | None:
    rows = boards[0].split("/")
    width, height = len(rows[0]), len(rows)
    points = frozenset(range(width * height) if attended is None else attended)
    rounds = tuple(
        Round(bytes(".XO".index(c) for c in board.replace("/", "")), points) for board in boards
    )
    return nonsense(record(View(width, height, rounds)))


@pytest.mark.parametrize(
    ("boards", "said"),
    [
        ((".../.X./...", ".../.O./..."), "a black stone turns white at once."),
        ((".../.../...", "X../.../..O"), "two stones appear at once."),
        ((".X./XO./.X.", ".X./X../.X."), None),  # White may have filled its own last liberty
        ((".O./.../...", ".../.../..."), "a stone is taken that has a liberty."),
        (
            (".X.../XOO../.X...", ".X.../X.OX./.X..."),
            "a part of a block is taken and the rest stays.",
        ),
        ((".X./XO./.X.", ".X./X.X/.X."), None),
        ((".X./XO./...", ".X./X../.X."), "a stone is taken that has a liberty."),
        ((".X./XX./...", ".X./X../..X"), "a black stone is played and takes a black stone."),
        (("XO./.../..X", "..O/.../..."), "stones of both colours are taken at once."),
        ((".../...", "X../...", "XO./...", "XO./X.."), None),
        ((".O./X.O", "XO./X.O", "XO./XXO"), None),
    ],
)
def test_moves_that_cannot_be(boards: tuple[str, ...], said: str | None) -> None:
    assert seen(*boards) == said


def test_only_what_attention_rests_on_is_judged() -> None:
    boards = (".X.../XOO../.X...", ".X.../X.OX./.X...")
    assert seen(*boards) is not None
    assert seen(*boards, attended={5, 6}) is None  # the other stone of the block is not looked at


def test_looks_that_do_not_keep_step() -> None:
    """By one line the second look at the white stone is a round later than by the other."""
    domain = SETTING.domain
    a = [
        Event(
            "black",
            n,
            (f"a{n}l", f"a{n}u", f"a{n}d", f"a{n}r"),
            (f"A{n}l", f"A{n}u", f"A{n}d", f"A{n}r"),
        )
        for n in range(3)
    ]
    b = [
        Event(
            "white",
            n,
            (f"b{n}l", f"b{n}u", f"b{n}d", f"b{n}r"),
            (f"B{n}l", f"B{n}u", f"B{n}d", f"B{n}r"),
        )
        for n in range(2)
    ]
    lines = [
        Event("line", 0, ("A0r", "B0l"), ("a1r", "rim")),
        Event("line", 1, ("A1r", "rim"), ("a2r", "b1l")),
    ]
    assert nonsense(Struct(domain, [*a, *b, *lines])) is None  # a look away from the white stone
    above = Event("line", 2, ("x", "B0u"), ("y", "b1u"))
    odd = Struct(domain, [*a, *b, *lines, above])
    assert nonsense(odd) == "one side of a line is looked at more often than the other."


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 100_000), st.sampled_from(ATTENTION), st.booleans())
def test_no_game_is_nonsense(seed: int, attention: str, suicide: bool) -> None:
    chance = random.Random(seed)
    size = chance.randint(2, 4)
    position = Position.empty(size, rules=SUICIDE) if suicide else Position.empty(size)
    positions = [position]
    for _ in range(chance.randint(0, 24)):
        legal = [p for p in range(size * size) if not position.board[p] and position.is_legal(p)]
        position = position.play(chance.choice(legal) if legal else PASS)
        positions.append(position)
    view = observe(positions, attention=attention, processes=24, rounds=1)
    assert nonsense(record(view)) is None


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 100_000))
def test_games_whose_moves_are_shuffled_are_nonsense(seed: int) -> None:
    """Positions in another order: something happens between two of them that no move does."""
    chance = random.Random(seed)
    position = Position.empty(3)
    positions = [position]
    for _ in range(10):
        legal = [p for p in range(9) if not position.board[p] and position.is_legal(p)]
        position = position.play(chance.choice(legal) if legal else PASS)
        if position.board != positions[-1].board:
            positions.append(position)
    backwards = positions[::-1]
    assert nonsense(record(observe(backwards))) is not None
