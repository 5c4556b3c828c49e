"""Groups pinned for life or death: the verdict stays while the zone does, and can be played out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from gokan.go import PASS, Color, Position
from gokan.play.pinned_groups import DEARER, _asked, pinned_groups, proved_again
from gokan.play.pins import Pin
from gokan.reading import Problem, Solution, solve
from tests.play.outside import played_outside

NODES = 200_000


def some_position(dice: random.Random) -> Position:
    """Stones that keep to each other, so that there are walls."""
    position = Position.empty(9, rules="chinese")
    for _ in range(dice.randint(36, 56)):
        own = position.to_play
        moves = [
            move
            for move in position.legal_moves()
            if any(position.board[near] for near in position.neighbors(move))
        ] or position.legal_moves()
        firm = [
            move
            for move in moves
            if sum(position.board[near] == own for near in position.neighbors(move)) == 1
        ]
        position = position.play(dice.choice(firm or moves))
    return position


def pinned(seed: int, count: int) -> Iterator[tuple[Position, Pin]]:
    dice = random.Random(seed)
    for _ in range(count):
        position = some_position(dice)
        for lean in (-0.2, 0.2):
            unsure = dict.fromkeys(position.blocks(), lean)
            for pin in pinned_groups(position, unsure, set(), NODES):
                yield position, pin


def fails(position: Position, pin: Pin) -> bool:
    """Does the side that the pin speaks against fail, moving first?"""
    mover = pin.owner if pin.falls else pin.owner.opponent
    turned = position if position.to_play == mover else position.setup(to_play=mover)
    answer = solve(Problem.make(turned, target=pin.stones), nodes=100_000, trials=False)
    return answer.result == "loss"


def test_a_pin_holds_whatever_is_played_outside_the_zone() -> None:
    dice = random.Random(3)
    falling = standing = 0
    for position, pin in pinned(11, 160):
        later = played_outside(position, pin, dice, dice.randint(2, 9))
        assert fails(later, pin), f"{later}\n{later.vertex(pin.stones[0])} {pin.falls}"
        falling += pin.falls
        standing += not pin.falls
    assert falling >= 5
    assert standing >= 5


def test_a_pin_can_be_played_out() -> None:
    """The side that fails moves anywhere; the other follows reading."""
    dice = random.Random(4)
    done = 0
    for position, pin in pinned(12, 40):
        loser = pin.owner if pin.falls else pin.owner.opponent
        now = position if position.to_play == loser else position.setup(to_play=loser)
        for _ in range(40):
            if now.board[pin.stones[0]] != pin.owner or now.is_over:
                break
            if now.to_play == loser:
                inside = [move for move in now.legal_moves() if move in pin.zone]
                now = now.play(dice.choice([*inside, PASS]))
                continue
            now = now.play(_reply(now, pin.stones[0]))
        taken = now.board[pin.stones[0]] != pin.owner
        assert taken == pin.falls or (pin.falls and now.is_over), str(now)
        done += 1
    assert done >= 10


def test_a_touched_zone_is_read_again_while_there_are_nodes() -> None:
    position = Position.from_diagram(
        """
        . . O X . . .
        O O O X . . .
        X X X X . . .
        . . . . . . .
        . . . . . . .
        """,
        rules="chinese",
    )
    unsure = {block: -0.3 for block in position.blocks() if block.color == Color.WHITE}
    (pin,) = pinned_groups(position, unsure, set(), 100_000)
    assert pin.falls
    inside = position.with_to_play(Color.WHITE).play("A5")
    assert not pin.holds(inside.board)
    assert proved_again(inside, pin)
    assert pin.left is not None
    pin.left[0] = 0
    assert not proved_again(inside, pin)


def test_questions_about_groups_are_counted_at_what_they_cost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spent: list[int] = []

    def asked(*question: Any) -> Solution:
        answer = _asked(*question)
        spent.append(DEARER * answer.nodes)
        return answer

    monkeypatch.setattr("gokan.play.pinned_groups._asked", asked)
    position = some_position(random.Random(6))
    unsure = dict.fromkeys(position.blocks(), -0.2)
    for nodes in (20_000, 80_000, 160_000):
        spent.clear()
        pinned_groups(position, unsure, set(), nodes)
        assert sum(spent[:-1]) <= nodes // 2
        assert bool(spent) == (nodes > 20_000)


def _reply(position: Position, stone: int) -> int:
    answer = solve(Problem.make(position, target=[stone]), nodes=100_000, trials=False)
    assert answer.result == "win", str(position)
    return answer.winning_moves[0] if answer.winning_moves else PASS
