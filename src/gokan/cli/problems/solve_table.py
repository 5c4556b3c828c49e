"""A solution in three cells of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gokan.go import PASS

if TYPE_CHECKING:
    from gokan.assess.problems import Headline
    from gokan.assessment import TurnAssessment
    from gokan.reading.life.solution import Solution

__all__ = ["cells"]

_MOST = 4
_WHY = {
    "budget": "not settled in time",
    "open edge": "not settled: open edge",
    "target unclear": "not settled: which group?",
}


def cells(told: Headline) -> tuple[str, str, str]:
    r"""The task, the answer and its grade.

    >>> from gokan.assess.problems import Headline
    >>> from gokan.go import Position
    >>> from gokan.reading import pose, solve
    >>> rows = [". . . O X .", "O O O O X .", "X X X X X .", ". . . . . ."]
    >>> cells(Headline(solve(pose(Position.from_diagram("\n".join(rows))))))
    ('Black to kill D4', 'B4', 'proved')
    """
    answer = told.answer
    position, goal = answer.problem.position, answer.problem.goal
    task = f"{str(position.to_play).capitalize()} to {answer.problem.task}"
    if told.turn is not None and not told.agrees:
        return task, _assessed(told.turn), str(told.certainty)
    if answer.result == "unknown":
        return task, _WHY.get(answer.why, "not settled"), ""
    if answer.result == "loss":
        said = "it dies" if goal == "live" else "it lives in seki" if answer.seki else "it lives"
    elif PASS in answer.winning_moves:
        said = "already alive" if goal == "live" else "already dead"
    else:
        moves = answer.winning_moves or answer.ko_moves
        said = ", ".join(_named(answer, p) for p in moves[:_MOST])
        said += ", …" if len(moves) > _MOST else ""
        said = f"ko by {said}" if answer.result == "ko" else said
        said += " (seki)" if answer.result == "win" and answer.seki else ""
    return task, said, answer.grade


def _assessed(turn: TurnAssessment) -> str:
    """What the assessment says where it is not what was read."""
    if turn.group.kills is not None:
        return "part of the killing"
    return {"stands": "it lives", "falls": "it dies", "ko": "ko", "open": "open"}[turn.word]


def _named(answer: Solution, move: int) -> str:
    """A move; beside a proved verdict, one that was read says so."""
    read = answer.proved and answer.grade_of(move) != "proved"
    return answer.problem.position.vertex(move) + (" (read)" if read else "")
