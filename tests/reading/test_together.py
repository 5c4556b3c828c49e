"""Stones that are each other's only refuge are asked about together."""

from __future__ import annotations

import pytest

from gokan.go import BLACK, WHITE, Position
from gokan.reading import Problem, solve
from gokan.reading.groups.together import shut_in_together

CORNER = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    X X X X . X . . .
    . . . . . . . . .
    O . O X O X . . .
    . O O . . X . . ."""
EDGE = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . X . X X X . . .
    . O X . . X . . .
    O X O O . X . . .
    . . O . . . . . ."""


@pytest.mark.parametrize("rows", [CORNER, EDGE])
def test_stones_do_not_live_by_reaching_stones_that_die_with_them(rows: str) -> None:
    """Alone, the block in the middle was said to stand: it reaches the others."""
    position = Position.from_diagram(rows).setup(to_play=BLACK)
    target = position.point("C2")
    answer = solve(Problem.make(position, target=[target]), nodes=400_000, details=False)
    assert answer.result == "win"
    assert target in answer.region.target
    assert len(answer.problem.target) == 3
    assert "shut in with other stones" in answer.problem.how


def test_where_all_of_them_stand_the_answer_is_about_the_target() -> None:
    position = Position.from_diagram(EDGE).setup(to_play=WHITE)
    target = position.point("C2")
    answer = solve(Problem.make(position, target=[target]), nodes=400_000, details=False)
    assert answer.result == "win"
    assert answer.problem.target == (target,)


def test_who_has_another_refuge_is_asked_about_alone() -> None:
    open_ = Position.from_diagram(
        ". . . . . . .\n. O . O . . .\n. X . . . . .\n. . . . . . .\n. . . . . . ."
    )
    assert shut_in_together(open_, (open_.point("B4"),)) is None
    sealed = Position.from_diagram("O . . O X\nX X X X X\n. . . . .")
    assert shut_in_together(sealed, (sealed.point("A3"),)) is None
