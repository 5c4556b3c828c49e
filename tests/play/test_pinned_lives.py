"""Groups pinned for life or death: the verdict stays while the zone does, and can be played out."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from typing import Any

import pytest

from gokan import reading
from gokan.go import BLACK, PASS, WHITE, Color, Position
from gokan.play.tree.evaluation import Opinion
from gokan.play.tree.pinning import _settled, _Task, find_pins
from gokan.play.tree.pins import Pin, Purse, asked_again, with_pins
from gokan.reading import Failure, Problem, fails, solve
from tests.play.positions import cornered_position, played_outside, walled_position

NODES = 300_000


def pinned(seed: int, count: int) -> Iterator[tuple[Position, Pin]]:
    """Groups of random positions whose life or death is proved."""
    dice = random.Random(seed)
    for _ in range(count):
        position = dice.choice([walled_position, cornered_position])(dice)
        for block in position.blocks() if position.ko is None else ():
            for falls in (False, True) if len(block.stones) > 1 else ():
                pin, _ = _settled(position, _Task(block, falls, 1.0), 3000, Purse(0))
                if pin is not None:
                    yield position, pin


def turned(position: Position, mover: Color) -> Position:
    return position if position.to_play == mover else position.setup(to_play=mover)


def test_a_pin_holds_whatever_is_played_outside_the_zone() -> None:
    dice = random.Random(3)
    falling = standing = 0
    for position, pin in pinned(11, 50):
        for _ in range(2):
            later = turned(played_outside(position, pin, dice, dice.randint(2, 12)), pin.loser)
            answer = solve(Problem.make(later, target=pin.stones), nodes=100_000, trials=False)
            told = f"{later}\n{later.vertex(pin.stones[0])} {pin.falls}"
            assert answer.result == "loss" or not answer.proved, told
            assert answer.result in ("loss", "unknown"), told
        falling += pin.falls
        standing += not pin.falls
    assert falling >= 5
    assert standing >= 15


def test_a_pin_can_be_played_out() -> None:
    """The side that fails moves anywhere; each answer of the other is proved to keep the pin."""
    dice = random.Random(4)
    done = 0
    for position, pin in pinned(12, 25):
        now = turned(position, pin.loser)
        for _ in range(40):
            if now.board[pin.stones[0]] != pin.owner or now.is_over:
                break
            if now.to_play == pin.loser:
                inside = [move for move in now.legal_moves() if move in pin.zone]
                now = now.play(dice.choice([*inside, PASS]))
                continue
            now = _answered(now, pin)
        taken = now.board[pin.stones[0]] != pin.owner
        assert taken == pin.falls or (pin.falls and now.is_over), str(now)
        done += 1
    assert done >= 10


CORNER = """
    . . O X . . .
    O O O X . . .
    X X X X . . .
    . . . . . . .
    . . . . . . .
"""


def corner() -> tuple[Position, Pin]:
    position = Position.from_diagram(CORNER, rules="chinese")
    ownership = [0.3 if color == Color.WHITE else 1.0 for color in position.board]
    pins = find_pins(position, ownership, nodes=100_000)
    lives = [pin for pin in pins if pin.question == "life"]
    return position, lives[0] if lives else pins[0]


def test_a_touched_zone_is_read_again_while_there_are_nodes() -> None:
    position, pin = corner()
    assert pin.falls
    assert pin.loser == Color.WHITE
    inside = position.with_to_play(Color.WHITE).play("A5")
    assert not pin.holds(inside)
    assert asked_again(inside, pin)[0]
    even = Opinion(None, 0.5, 0.0, 5.0, array("f", [0.0] * 35))
    before = pin.purse.nodes
    assert with_pins(inside, even, [pin]).ownership[position.point("A4")] == 1.0
    assert pin.purse.nodes < before
    pin.purse.nodes = 0
    assert with_pins(inside, even, [pin]) is even


def test_questions_are_counted_at_what_they_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[int] = []

    def asked(problem: Problem, **given: Any) -> Failure:
        answer = real(problem, **given)
        spent.append(answer.nodes)
        return answer

    real = reading.fails
    monkeypatch.setattr(reading, "fails", asked, raising=False)
    position = walled_position(random.Random(6))
    for nodes in (0, 5_000, 50_000, 200_000):
        spent.clear()
        find_pins(position, [0.1] * 81, nodes=nodes)
        assert sum(spent[:-1]) <= 0.4 * nodes
        assert bool(spent) == bool(nodes)


def test_of_two_proofs_in_one_place_the_larger_is_kept() -> None:
    dice = random.Random(14)
    both = 0
    for _ in range(60):
        position = dice.choice([walled_position, cornered_position])(dice)
        pins = find_pins(position, [0.0] * 81, nodes=NODES)
        for loser in (BLACK, WHITE):
            points = [point for pin in pins if pin.loser == loser for point in pin.zone]
            assert len(points) == len(set(points))
        both += len(pins) > 1
        assert list(pins) == sorted(pins, key=lambda pin: -pin.worth)
    assert both


def _answered(position: Position, pin: Pin) -> Position:
    """After an answer that keeps what the pin says, as is proved anew."""
    for move in (PASS, *(move for move in position.legal_moves() if move in pin.zone)):
        after = position.play(move)
        if after.board[pin.stones[0]] != pin.owner:
            return after
        fresh = after.setup(to_play=pin.loser)  # though two passes have ended the game
        problem = Problem.make(fresh, target=fresh.block(pin.stones[0]).stones)
        if fails(problem, nodes=20_000).proved:
            return after
    raise AssertionError(f"no answer\n{position}\n{position.vertex(pin.stones[0])}")
