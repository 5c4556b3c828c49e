"""Instability: the plain system's iterations, areas, an order of moves; and risk."""

from __future__ import annotations

import random

import pytest

from gokan.errors import InvalidInput
from gokan.go import Position
from gokan.strength import instability, multipole, spread, steer, weigh

ATARI = Position.from_diagram("""
    . . . .
    . . . O
    . X X O
    . X O X
    . X O .
""")
ALIVE = {"C3": 1.0, "D3": 1.0}


def test_mutual_atari_never_settles_though_the_damped_system_does_at_once() -> None:
    found = instability(ATARI, verdicts=ALIVE)
    damped = weigh(ATARI, stop=1e-5, verdicts=ALIVE)
    assert damped.sweeps < 20
    assert max(found.iterations) == 1000
    (area,) = found.areas
    assert {ATARI.vertex(p) for p in area.stones} == {"C1", "C2", "D2"}
    assert [ATARI.vertex(p) for p in area.decides] == ["D1"]
    assert "look at D1" in found.explain()
    assert max(found.urgencies(), key=found.urgencies().__getitem__) == ATARI.point("D1")


def test_a_block_that_may_fall_as_well_as_stand_is_told() -> None:
    said = weigh(Position.from_diagram(". X O .")).explain()
    assert "stone at B1 looks weak: strength 50 of 100, 1 liberty" in said
    assert "No block has a strength" not in said


def test_without_the_raise_the_same_fight_settles() -> None:
    found = instability(ATARI, verdicts=ALIVE, raise_last_liberty=False)
    assert max(found.iterations) == 16
    assert found.areas == ()
    assert "settled within 16" in found.explain()


def test_clear_positions_settle_in_a_few_iterations() -> None:
    found = instability(Position.empty(19).play("D4").play("Q16").play("D16").play("Q4"))
    assert max(found.iterations) < 10
    assert found.areas == ()
    assert found.to_dict()["areas"] == []


def test_the_cap_and_the_picture() -> None:
    assert max(instability(ATARI, verdicts=ALIVE, cap=37).iterations) == 37
    svg = str(instability(ATARI, verdicts=ALIVE).draw())
    assert svg == str(instability(ATARI, verdicts=ALIVE).draw())
    assert "settled 0" in svg
    beside = weigh(ATARI, verdicts=ALIVE)
    assert str(beside.draw("instability")) == svg
    with pytest.raises(InvalidInput):
        instability(ATARI).urgency("Z9")


def test_the_diagonal_sees_a_saddle_on_its_corner() -> None:
    upright = Position.from_diagram("""
        . . . . .
        . . X . .
        . O . O .
        . . X . .
        . . . . .
    """)
    tilted = Position.from_diagram("""
        . . . . .
        . X . O .
        . . . . .
        . O . X .
        . . . . .
    """)
    middle = upright.point("C3")
    straight, corner = multipole(upright), multipole(tilted)
    assert straight.saddle[middle] > 1
    assert corner.saddle[middle] == pytest.approx(0, abs=1e-9)
    assert corner.diagonal[middle] > 1
    assert max(range(25), key=corner.cut.__getitem__) == middle
    assert straight.diagonal[middle] == pytest.approx(0, abs=1e-9)
    assert "diagonal" in str(corner.draw("cut"))
    assert set(corner.to_dict()) == {"value", "gradient", "saddle", "diagonal", "cut"}


def test_spread_is_that_of_independent_draws() -> None:
    position = Position.from_diagram("""
        . X O .
        . X O .
        . . . .
    """)
    weighing = weigh(position)
    chance = random.Random(1)
    scores = []
    for _ in range(4000):
        score = 0.0
        for block in weighing.blocks:
            alive = chance.random() < block.strength
            score += alive * len(block.stones) * (1 if int(block.color) == 1 else -1)
        for point, color in enumerate(position.board):
            if not color:
                score += 1 if chance.random() < weighing.black[point] else -1
        scores.append(score)
    mean = sum(scores) / len(scores)
    deviation = (sum((s - mean) ** 2 for s in scores) / len(scores)) ** 0.5
    assert mean == pytest.approx(weighing.score, abs=0.2)
    assert deviation == pytest.approx(spread(weighing), rel=0.05)


def test_ahead_prefers_calm_and_behind_prefers_wild() -> None:
    position = Position.empty(9)
    for move in ("E5", "E6", "D6", "F6", "D5", "F5", "F4", "G4"):
        position = position.play(move)
    ahead = steer(position, komi=-10_000, candidates=8)
    behind = steer(position, komi=10_000, candidates=8)
    assert ahead.ahead
    assert not behind.ahead
    assert {m.move for m in ahead.moves} == {m.move for m in behind.moves}
    for wrong in (float("nan"), float("inf"), "6"):
        with pytest.raises(InvalidInput, match="Komi must be a number"):
            steer(position, komi=wrong)  # type: ignore[arg-type]
    assert ahead.moves[0].spread == min(m.spread for m in ahead.moves)
    assert behind.moves[0].spread == max(m.spread for m in behind.moves)
    assert ahead.moves[0].spread < behind.moves[0].spread
    assert ahead.moves[0].chance > 0.99
    assert behind.moves[0].chance < 0.01
    assert "ahead" in ahead.explain()
    assert "behind" in behind.explain()
    assert ahead.to_dict()["ahead"] is True
    with pytest.raises(InvalidInput):
        steer(position, candidates=0)
