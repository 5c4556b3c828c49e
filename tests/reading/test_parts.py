"""Targets that were guessed too large: the part that hangs on the move is meant."""

from dataclasses import replace

from gokan.go import Position
from gokan.reading import Problem, solve
from gokan.reading.parts import parts

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
    problem = Problem.make(TWO_EYES_AND_A_TAIL, hint=whole())
    assert names(problem.target) == ["F3"]
    assert "part" in problem.how


def test_solve_takes_a_guessed_target_apart() -> None:
    problem = Problem(TWO_EYES_AND_A_TAIL, tuple(whole()), "kill", guessed=True)
    answer = solve(problem)
    assert answer.result == "win"
    assert names(answer.winning_moves) == ["E3"]
    assert names(answer.problem.target) == ["F3"]
    assert "part" in answer.problem.how


def test_a_target_that_was_named_is_never_taken_apart() -> None:
    problem = Problem(TWO_EYES_AND_A_TAIL, tuple(whole()), "kill")
    assert solve(problem).result == "loss"
    assert solve(replace(problem, guessed=True), nodes=10**6).result == "loss"


def test_saving_the_tail_is_the_problem_when_the_rest_lives_anyway() -> None:
    position = TWO_EYES_AND_A_TAIL.setup(to_play=TWO_EYES_AND_A_TAIL.to_play.opponent)
    problem = Problem.make(position, hint=whole())
    assert problem.goal == "live"
    assert names(problem.target) == ["F3"]
    assert names(solve(problem).winning_moves) == ["E3"]


def test_single_stones_and_the_whole_are_no_parts() -> None:
    position = Position.from_diagram("O . X\nX X X\n. . O")
    assert parts(position, [position.point("A3"), position.point("C1")]) == []
    assert parts(TWO_EYES_AND_A_TAIL, whole()[:1]) == []
