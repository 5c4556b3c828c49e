"""Playing out a problem: is a move right, how does the other side resist, and why does it fail?

Every move that reaches the goal is right, whichever it is. A move is called wrong only where that
is proved; where the effort does not decide it, it is neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from gokan import reading
from gokan.errors import InvalidInput
from gokan.go import PASS, Position
from gokan.play.player import Stop, never

if TYPE_CHECKING:
    from gokan.reading.life.solution import Solution

__all__ = [
    "BOOK_NODES",
    "NODES",
    "Outcome",
    "Played",
    "Task",
    "judge",
    "make_task",
    "solving_moves",
]

NODES = 400_000
"""Spent on one move."""
BOOK_NODES = 1_500_000
"""Spent on one in a problem from a file, which may lie open; and to examine it before."""
_LONGEST = 60  # moves of a line that is played out
Outcome = Literal["right", "solved", "wrong", "undecided"]


@dataclass(frozen=True, slots=True)
class Task:
    """A problem to play: a position, the stones it is about, and how hard it is."""

    id: str
    position: Position
    target: tuple[int, ...]
    goal: Literal["live", "kill"]
    level: int
    first_moves: tuple[int, ...] = ()
    """Known to be right when it was made or read, as far as they are known."""
    certainty: str = "proved"
    """Of these first moves."""
    given: tuple[int, ...] = ()
    """Right as the file says that the problem came from."""
    best: Literal["win", "ko"] = "win"
    """What there is to reach."""
    nodes: int = NODES

    @staticmethod
    def of(record: dict[str, Any]) -> Task:
        """The task of a record that `gokan.reading.make_problems` made, or that was read in a file
        and examined (`gokan.serve.books`).
        """
        problem = reading.Problem.from_record({**record, "goal": None})
        width = problem.position.width
        made = "key" in record
        return Task(
            id=f"{int(record['key']):016x}" if made else "",
            level=int(record.get("level", 0)),
            position=problem.position,
            target=problem.target,
            goal=problem.goal,
            first_moves=_points(record["first_moves"], width),
            certainty=record.get("certainty", "proved"),
            given=_points(record.get("given", ()), width),
            best="ko" if record.get("verdict") == "ko" else "win",
            nodes=NODES if made else BOOK_NODES,
        )


@dataclass(frozen=True, slots=True)
class Played:
    """What became of a move."""

    outcome: Outcome
    certainty: str
    reply: int | None = None
    """The other side's best resistance, or what refutes the move; none where none is needed."""
    line: tuple[int, ...] = ()
    """What follows the move, the reply first."""
    ko: bool = False
    """The move is wrong because it only leads to a ko."""


def make_task(
    level: float, *, seed: int, first: int, known: set[int], stop: Stop = never
) -> tuple[dict[str, Any], int]:
    """A new problem about as hard as `level`, as a record, and where to go on looking.

    >>> record, following = make_task(6, seed=3, first=0, known=set())
    >>> abs(record["level"] - 6) <= 2, following > 0
    (True, True)
    """
    made = reading.make_problems(seed, first=first, size=13, known=known, jobs=1)
    try:
        for tried, record in enumerate(made):
            near = abs(record["level"] - level) <= 1 + tried // 50
            if near and record["result"]["verdict"] == "win":
                return record, int(record["number"]) + 1
            if stop():
                break
    finally:
        made.close()
    raise InvalidInput("No problem was found before the search for one was stopped.")


def judge(task: Task, line: Sequence[int], *, nodes: int | None = None) -> Played:
    """Judge the last move of a line, in which the solver and the other side take turns.

    >>> record, _ = make_task(4, seed=3, first=0, known=set())
    >>> task = Task.of(record)
    >>> judge(task, [task.first_moves[0]]).outcome in ("right", "solved")
    True
    """
    if len(line) % 2 == 0 or len(line) > _LONGEST:
        raise InvalidInput("A line of a problem ends with a move of the side that solves it.")
    after = task.position.play_all(line)
    target = _standing(task, after)
    if not target:
        right = task.goal == "kill"
        return Played("solved" if right else "wrong", "proved")
    if after.is_over:
        return Played("undecided", "read")
    problem = reading.Problem.make(after, target=target)
    answer = reading.solve(problem, nodes=nodes or task.nodes, trials=False)
    first = line[0] if len(line) == 1 else None
    proved = "proved" if answer.proved else "read"
    if first in task.first_moves:
        return _right(
            answer, "proved" if answer.result == "loss" and answer.proved else task.certainty
        )
    if answer.result == "loss" or (answer.result == "ko" and task.best == "ko"):
        return _right(answer, proved)
    if answer.result in ("win", "ko") and answer.proved:
        # Two passes would end the game: the side that has won may leave its move out.
        then = answer.pv[:8]
        reply = then[0] if then else None
        return Played("wrong", "proved", reply, then, ko=answer.result == "ko")
    if first in task.given:
        return _right(answer, "given")
    return Played("undecided", "read")


def _right(answer: Solution, certainty: str) -> Played:
    reply, then = _resistance(answer)
    return Played("right" if reply is not None else "solved", certainty, reply, then)


def _points(pairs: Sequence[Sequence[int]], width: int) -> tuple[int, ...]:
    return tuple(row * width + column for column, row in pairs)


def solving_moves(
    task: Task, line: Sequence[int] = (), *, nodes: int | None = None
) -> tuple[int, ...]:
    """The moves that reach the goal from there, as far as they are known.

    >>> record, _ = make_task(4, seed=3, first=0, known=set())
    >>> task = Task.of(record)
    >>> solving_moves(task) == task.first_moves
    True
    """
    if not line and (task.first_moves or task.given):
        return task.first_moves or task.given
    after = task.position.play_all(line)
    target = _standing(task, after)
    if not target or len(line) % 2:
        return ()
    problem = reading.Problem.make(after, target=target)
    answer = reading.solve(problem, nodes=nodes or task.nodes, trials=False)
    return tuple(move for move in answer.winning_moves if move != PASS)


def _standing(task: Task, after: Position) -> list[int]:
    color = task.position.board[task.target[0]]
    return [stone for stone in task.target if after.board[stone] == color]


def _resistance(answer: Solution) -> tuple[int | None, tuple[int, ...]]:
    """The loser's try that takes longest to answer; nothing where none needs an answer."""
    lines = [one for one in answer.resistance if len(one) > 1 and one[0] != PASS]
    lines += [
        (one.move, *one.line)
        for one in answer.refutations
        if one.line and one.move != PASS and one.line[0] != PASS
    ]
    if not lines:
        return None, ()
    best = max(lines, key=len)
    return best[0], best
