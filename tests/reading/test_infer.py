"""Which group a problem is about, and how an open region is cut."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from gokan.errors import InvalidInput
from gokan.go import BLACK, EMPTY, WHITE, Position
from gokan.reading import Problem, pose, solve
from gokan.reading.budget import Budget
from gokan.reading.groups import infer
from gokan.reading.groups.infer import likely_target
from gokan.reading.regions.region import DEFENDER_ANCHOR, Region, find_region

TWO_GROUPS = """
    . X . . X O . . . . . . .
    X X X X X O . . . . . . .
    O O O O O O . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . X X X X X
    . . . . . . . . X O O O O
    . . . . . . . . X O . . .
"""


def test_the_group_that_hangs_on_the_move_is_meant():
    """Black in one corner lives whoever moves; White in the other needs one move."""
    position = Position.from_diagram(TWO_GROUPS)
    for mover, goal in ((BLACK, "kill"), (WHITE, "live")):
        problem = pose(position.setup(to_play=mover))
        assert position.color_at(problem.target[0]) == WHITE
        assert position.vertex(problem.target[0])[0] in "KLMN"
        assert problem.goal == goal
        assert "depends on the move" in problem.how


@pytest.mark.parametrize("others", [None, "missed"])
@pytest.mark.parametrize("hinted", [True, False])
def test_a_single_stone_that_hangs_is_not_what_is_meant(monkeypatch, hinted, others):
    """A hint is believed against it, and a group that is not settled comes before it."""
    rows = TWO_GROUPS.strip().splitlines()[:6]
    rows += [". . . . . . X . . . . . .", ". . . . . X O . . . . . .", ". . . . . . X . . . . . ."]
    position = Position.from_diagram("\n".join(rows)).setup(to_play=BLACK)
    main, stone = position.point("B9"), position.point("G2")
    outcomes = {(stone,): "hangs"}
    monkeypatch.setattr(infer, "_outcome", lambda _, g, *__: outcomes.get(g.stones, others))
    stones, _ = likely_target(position, hint=[main] if hinted else [])
    assert stones == [stone if not hinted and others == "missed" else main]


def test_a_goal_restricts_the_choice():
    position = Position.from_diagram(TWO_GROUPS).setup(to_play=BLACK)
    stones, _ = likely_target(position, "live")
    assert position.color_at(stones[0]) == BLACK
    with pytest.raises(InvalidInput, match="no group"):
        likely_target(Position.from_diagram(". X .\n. . .\n. . ."), "kill")


def test_a_gap_that_the_attacker_reaches_first_is_shut():
    rows = [". . . . . . . . ."] * 5
    position = Position.from_diagram(
        "\n".join(
            [
                ". . . O . . . . .",
                "O O O O . X . . .",
                "X X . X . . . . .",
                ". . X . . . . . .",
                *rows,
            ]
        )
    )
    region = find_region(position, [position.point("A8")])
    assert not region.sealed
    assert not any(cell & DEFENDER_ANCHOR for cell in region.cells)
    alone = find_region(Position.from_diagram("\n".join([". . . . O . . . .", *rows])), [4])
    assert any(cell & DEFENDER_ANCHOR for cell in alone.cells)


def test_any_position_gets_an_answer():
    """Random stones on an open board: an answer or unknown, never an exception."""
    rng = random.Random(4)
    results = Counter[str]()
    for _ in range(40):
        position = Position.empty(9)
        for _ in range(30):
            legal = [p for p in range(81) if position.is_legal(p)]
            position = position.play(rng.choice(legal))
        stone = rng.choice([p for p in range(81) if position.board[p] != EMPTY])
        answer = solve(Problem.make(position, target=[stone]), nodes=20_000)
        results[answer.result] += 1
        assert bool(answer.why) == (answer.result == "unknown")
    assert results["win"] >= 5
    assert results["loss"] >= 2


def test_when_the_budget_is_over_the_group_seen_so_far_is_the_target(monkeypatch):
    position = Position.from_diagram(". . . O X\nO O O O X\nX X X X X\n. . . . .")
    assert likely_target(position)[1].endswith("depends on the move")
    looked = []

    def look(*asked: Any) -> Region:
        looked.append(asked)
        return find_region(*asked)

    monkeypatch.setattr(infer, "find_region", look)
    stones, how = likely_target(position, budget=Budget(nodes=0))
    assert position.color_at(stones[0])
    assert how == "the target is the group with the least room"
    assert len(looked) == 1  # one group
    stones, _ = likely_target(position, "live", budget=Budget(nodes=0))
    assert position.color_at(stones[0]) == position.to_play


def test_a_stone_in_the_open_is_not_part_of_what_shall_be_killed():
    """The hint names a shut-in group and a stone outside that could run away."""
    rows = ["X X X X X . . . .", ". . . . . . . . .", ". . . . . . O . ."]
    position = Position.from_diagram(
        "\n".join([". . . O X . . . .", "O O O O X . . . .", *rows, *[". . . . . . . . ."] * 4])
    )
    corner, runner = position.point("A8"), position.point("G5")
    problem = pose(position, hint=[corner, runner])
    assert problem.target == (corner,)
    assert solve(problem).result == "win"
    mover = position.setup(to_play=WHITE)
    assert pose(mover, hint=[corner, runner]).goal == "live"
