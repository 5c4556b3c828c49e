"""The paper's queue in the core against its plain twin, and how far whole sweeps are from it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from gokan.go import Position
from gokan.strength import weigh

from .queue_twin import solve_in_queue
from .twin import Twin


def random_positions(count: int, seed: int) -> Iterator[Position]:
    chance = random.Random(seed)
    for _ in range(count):
        side = chance.choice((3, 4, 5, 6, 7))
        position = Position.empty(side)
        for _ in range(chance.randrange(1, side * side + 1)):
            moves = position.legal_moves()
            position = position.play(chance.choice(moves) if moves else -1)
        yield position


@pytest.mark.parametrize("stop", [2.0, 1e-3])
@pytest.mark.parametrize("k_max", [1, 2, 5])
def test_the_queue_agrees_with_its_twin(k_max: int, stop: float) -> None:
    for position in random_positions(60, k_max):
        twin = Twin(position)
        made = solve_in_queue(twin, stop=stop, k_max=k_max)
        if stop > 1:  # no change is that large: everybody once
            assert made == len(twin.w) + len(twin.s)
        solved = weigh(position, stop=stop, max_iter=k_max, static_life=False, queue=True)
        expected = [twin.white(p) for p in range(len(solved.white))]
        assert solved.white == pytest.approx(expected, abs=1e-12)


def test_settled_queues_end_where_sweeps_end() -> None:
    compared = 0
    for position in random_positions(150, 5):
        plain = weigh(position, stop=1e-12, max_iter=5000, static_life=False, damped=False)
        queued = weigh(position, stop=1e-12, max_iter=5000, static_life=False, queue=True)
        if not (plain.converged and queued.converged):
            continue
        twin = Twin(position)
        solve_in_queue(twin, stop=1e-12, k_max=5000)
        assert queued.white == pytest.approx(
            [twin.white(p) for p in range(len(queued.white))], abs=1e-8
        )
        if len({round(w, 6) for w in plain.white} & {0.0, 1.0}) == 0:
            compared += 1
            assert queued.white == pytest.approx(plain.white, abs=1e-6)
    assert compared > 20


def test_the_order_of_the_queue_decides_a_mutual_atari() -> None:
    """Which is why Gokan sweeps: colours and mirrors must not change the answer."""
    position = Position.from_diagram("""
        . . . .
        . . . O
        . X X O
        . X O X
        . X O .
    """)
    verdicts = {"C3": 1.0, "D3": 1.0}
    queued = weigh(position, static_life=False, verdicts=verdicts, queue=True)
    assert sorted((queued.strength("C1"), queued.strength("D2"))) == [0, 1]
    assert queued.converged
    found = set()
    for backwards in (False, True):
        twin = Twin(position)
        for vertex in verdicts:
            twin.pin(position.point(vertex), 1)
        solve_in_queue(twin, stop=1e-3, k_max=5, backwards=backwards)
        found.add(round(twin.white(position.point("C1"))))
    assert found == {0, 1}


def test_no_unit_is_updated_more_often_than_allowed() -> None:
    position = Position.empty(9).play("E5").play("E6").play("D6").play("D5")
    for most in (0, 1, 2, 5):
        solved = weigh(position, stop=1e-9, max_iter=most, queue=True)
        assert solved.sweeps == most
        assert max(solved.iterations) <= most
        assert not solved.converged
    assert weigh(position, stop=1e-9, max_iter=500, queue=True).converged
    assert weigh(Position.empty(1), queue=True).white == (0.5,)


def test_five_sweeps_are_near_five_updates() -> None:
    """The ranker `seds` sweeps five times; on a plain board that is what five updates give."""
    apart = []
    for position in random_positions(60, 3):
        swept = weigh(position, max_iter=5, static_life=False)
        queued = weigh(position, max_iter=5, static_life=False, queue=True)
        apart += [abs(a - b) for a, b in zip(swept.white, queued.white, strict=True)]
    assert sum(apart) / len(apart) < 0.06
    print(f"mean distance of a unit {sum(apart) / len(apart):.4f}, largest {max(apart):.3f}")
