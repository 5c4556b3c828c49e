"""Targets that were guessed too large: the part that hangs on the move is meant."""

from dataclasses import replace
from typing import Any

import pytest

from gokan import _core
from gokan.go import Position
from gokan.reading import Problem, Solution, pose, solve
from gokan.reading.budget import Budget, Meter
from gokan.reading.groups.parts import parts
from gokan.reading.life import solve as life
from gokan.reading.life.other_targets import Again, solve_in_parts

TWO_EYES_AND_A_TAIL = Position.from_diagram(
    """
    . O . O X X X X .
    O O O O . O O X .
    X X X X X X X X .
    . . . . . . . . .
    """
)


def names(points: tuple[int, ...]) -> list[str]:
    return [TWO_EYES_AND_A_TAIL.vertex(p) for p in points]


def whole() -> list[int]:
    return [TWO_EYES_AND_A_TAIL.point(name) for name in ("B4", "F3")]


def test_the_tail_is_meant_when_the_whole_cannot_be_killed() -> None:
    problem = pose(TWO_EYES_AND_A_TAIL, hint=whole())
    assert names(problem.target) == ["F3"]
    assert "part" in problem.how


def test_solve_takes_a_guessed_target_apart() -> None:
    problem = Problem(TWO_EYES_AND_A_TAIL, tuple(whole()), "kill", guessed=True)
    answer = solve(problem)
    assert answer.result == "win"
    assert names(answer.winning_moves) == ["E3"]
    assert names(answer.problem.target) == ["F3"]
    assert "part" in answer.problem.how


def test_no_part_is_begun_when_the_time_is_over_or_nobody_waits() -> None:
    answer = solve(Problem(TWO_EYES_AND_A_TAIL, tuple(whole()), "kill"))
    asked: list[Problem] = []

    def count(problem: Problem, meter: Meter) -> Solution:
        asked.append(problem)
        return answer

    cancel = _core.Cancel()
    budget = Budget(cancel=cancel)
    assert solve_in_parts(answer, Budget(nodes=0).start(), count) == answer
    assert not asked
    solve_in_parts(answer, budget.start(), count)
    assert len(asked) == 2
    cancel.set()
    solve_in_parts(answer, budget.start(), count)
    assert len(asked) == 2


def test_a_part_is_asked_about_as_the_whole_was(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}

    def note(answer: Solution, meter: Meter, again: Again) -> Solution:
        monkeypatch.setattr(life, "_solve", lambda _, __, how: asked.update(how=how))
        again(answer.problem, meter)
        return answer

    monkeypatch.setattr(life, "solve_in_parts", note)
    problem = Problem(TWO_EYES_AND_A_TAIL, tuple(whole()), "kill", guessed=True)
    solve(problem, trials=False, details=False)
    how = asked["how"]
    assert (how.trials, how.details, how.all_moves) == (False, False, True)


def test_a_target_that_was_named_is_never_taken_apart() -> None:
    problem = Problem(TWO_EYES_AND_A_TAIL, tuple(whole()), "kill")
    assert solve(problem).result == "loss"
    assert solve(replace(problem, guessed=True), nodes=10**6).result == "win"


def test_saving_the_tail_is_the_problem_when_the_rest_lives_anyway() -> None:
    position = TWO_EYES_AND_A_TAIL.setup(to_play=TWO_EYES_AND_A_TAIL.to_play.opponent)
    problem = pose(position, hint=whole())
    assert problem.goal == "live"
    assert names(problem.target) == ["F3"]
    assert names(solve(problem).winning_moves) == ["E3"]


def test_single_stones_and_the_whole_are_no_parts() -> None:
    position = Position.from_diagram("O . X\nX X X\n. . O")
    assert parts(position, [position.point("A3"), position.point("C1")]) == []
    assert parts(TWO_EYES_AND_A_TAIL, whole()[:1]) == []
