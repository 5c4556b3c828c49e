"""The goals alone: goals generate the moves; goals, rules and static values decide."""

from __future__ import annotations

import random

import pytest

from gokan import _core, reading
from gokan.go import BLACK, PASS, WHITE, Color, Position
from gokan.goals.alone.room import Rooms
from gokan.goals.alone.search import Alone
from gokan.goals.alone.value import Parts, value
from gokan.goals.aura import worth
from gokan.goals.consideration import consider
from gokan.goals.solution import solve
from gokan.goals.static import Look

from .room_twin import Twin

THREE = """
. . . . . . . .
. O O O O O O .
. O X X X X O .
. O X . . X O .
. O X . X X O .
"""
P17 = """
. . . . . . . . . O . O . . . . . . .
. . . . . . . . . O O O O O . O . . .
. . . . . . . . . O O . O O X X O O .
. . . . . . . . . . O O O X . O X X .
. . . . . . . . . . . . O X O . O . .
. . . . . . . . . . . . . X O O X . .
. . . . . . . . . . . . . X . X . . .
. . . . . . . . . . . . . X X X X . .
. . . . . . . . . . X X X X X X X X X
. . . . . . . . . . X . X X X . . . .
. . . . . . . . . . X X X X X X X X X
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
"""


@pytest.fixture
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks a network or reading is caught."""

    def asked(*_: object, **__: object) -> None:
        raise AssertionError("somebody was asked")

    monkeypatch.setattr(worth, "aura", asked)
    monkeypatch.setattr("gokan.goals.static.aura", asked)
    monkeypatch.setattr("gokan.goals.graph.capture", asked)
    monkeypatch.setattr("gokan.goals.state.connect", asked)
    monkeypatch.setattr(reading, "solve", asked)


@pytest.mark.usefixtures("nobody")
@pytest.mark.parametrize(("side", "goal"), [("black", "save"), ("white", "capture")])
def test_the_middle_of_three_is_found_by_nobody_s_help(side: str, goal: str):
    position = Position.from_diagram(THREE, to_play=Color.parse(side))
    found = solve(position, "C3", alone=True, nodes=300)
    assert (found.result, found.goal) == ("reached", goal)
    assert position.vertex(found.move or 0) == "D2"
    assert found.certainty in ("exact", "judged")
    assert "(read)" not in found.explain()
    assert "(learned)" not in found.explain()


@pytest.mark.usefixtures("nobody")
def test_a_goal_is_considered_by_nobody_s_help():
    position = Position.from_diagram(THREE, to_play=BLACK)
    answer = consider(position, "C3", alone=True)
    assert answer.known.value == "unknown"
    assert position.point("D2") in {suggested.move for suggested in answer.moves}
    with pytest.raises(AssertionError, match="somebody was asked"):
        consider(Position.from_diagram(P17, to_play=BLACK), "P17")


@pytest.mark.usefixtures("nobody")
def test_p17_is_saved_by_p16():
    position = Position.from_diagram(P17, to_play=BLACK)
    found = solve(position, "P17", alone=True, nodes=300)
    assert found.result == "reached"
    assert position.vertex(found.move or 0) in ("P16", "P13")


def test_every_reply_in_the_zone_is_answered():
    position = Position.from_diagram(THREE, to_play=BLACK)
    search = Alone(position, Look((position.point("C3"),), BLACK, BLACK))
    search.run()
    assert not search.root.proof
    for spot in search.strategy():
        if spot.position.to_play == BLACK or spot.seen.reached is not None:
            continue
        replies = {line.asked.move for line in spot.lines}
        assert PASS in replies
        zone = spot.lines[0].to.zone
        assert {p for p in zone if spot.position.is_legal(p)} <= replies
        assert all(not line.to.proof for line in spot.lines)


def test_no_more_positions_are_looked_at_than_asked_for():
    position = Position.from_diagram(P17, to_play=WHITE)
    found = solve(position, "P17", alone=True, nodes=7)
    assert found.nodes <= 7


def test_what_is_left_out_is_not_used():
    position = Position.from_diagram(THREE, to_play=WHITE).play("D2")
    look = Look((position.point("C3"),), BLACK, WHITE)
    assert value(position, look).reached is True
    assert value(position, look, Parts(eyes=False)).reached is None


def test_a_way_out_is_an_escape():
    """What is shut in falls; with a side of the wall open that is not said."""
    closed = """
    . . . . . . . . .
    . . O O O O O . .
    . . O X X X O . .
    . . O X . X O . .
    . . O X X X O . .
    . . O O O O O . .
    . . . . . . . . .
    . . . . . . . . .
    """
    opened = closed.replace("X O .", "X . .")
    for diagram, falls in ((closed, True), (opened, False)):
        position = Position.from_diagram(diagram, to_play=BLACK)
        said = Rooms(position, [position.point("D6")], BLACK).falls()
        assert (said is not None and said.settled) is falls


@pytest.mark.parametrize("falls", [False, True])
def test_the_table_of_rooms_says_what_its_slow_twin_says(falls: bool):
    dice = random.Random(5 + falls)
    tables = _core.RoomTables()
    answers: set[bool] = set()
    for _ in range(150):
        size = dice.randint(2, 4)
        near = [0] * size
        for a in range(size):
            for b in range(a):
                if dice.random() < 0.6:
                    near[a] |= 1 << b
                    near[b] |= 1 << a
        walls = [dice.randint(1, (1 << size) - 1) for _ in range(dice.randint(1, 2))]
        targets = dice.choice([1, 1, (1 << len(walls)) - 1])
        small = dice.randint(0, (1 << len(walls)) - 1)
        opened, exits = (dice.getrandbits(size) & dice.getrandbits(size) for _ in range(2))
        dame = dice.randint(0, 2)
        stone = 1 << dice.randrange(size) if dice.random() < 0.3 else 0
        said = tables.worth(
            near, walls, targets, small, opened, exits, [1], [dame], 0, stone, falls
        )
        twin = Twin(
            tuple(map(_bits, near)),
            tuple(map(_bits, walls)),
            _bits(targets),
            _bits(small),
            _bits(opened),
            _bits(exits),
            frozenset([0]),
            dame,
            falls,
        )
        first, second = (
            twin.taken(frozenset(), _bits(stone), first=first) for first in (True, False)
        )
        assert (said.attacker_first, said.owner_first) == (first, second)
        answers |= {first, second}
    assert answers == {True, False}


def test_rooms_of_the_wrong_size_are_refused():
    tables = _core.RoomTables()
    for near, walls in (([], [1]), ([0] * 11, [1]), ([0], []), ([0], [1] * 13)):
        with pytest.raises(ValueError, match="room"):
            tables.worth(near, walls, 1, 0, 0, 0, [], [], 0, 0, False)


def _bits(mask: int) -> frozenset[int]:
    return frozenset(i for i in range(12) if mask >> i & 1)


WATCHED = """
    . . . . . . O O O . .
    . . . . . . O . X . X
    . . . . . . . X X X X
    . . . . . . O O O O O
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
"""


def test_a_way_out_that_is_only_watched_is_a_way_out():
    """By its aura the point G9 is White's, so that Black was said to fall; a move there is his."""
    position = Position.from_diagram(WATCHED, to_play=BLACK)
    target = position.point("L10")
    said = reading.solve(reading.Problem(position, (target,), "live"))
    assert (said.result, said.proved) == ("win", True)
    look = Look((target,), BLACK, WHITE)
    assert value(position, look, Parts(aura=True)).reached is True  # which is why it is left out
    assert value(position, look).reached is None
