"""Reading as the arbiter of leaves, and as the opponent who tries to refute a strategy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gokan.go import PASS, Position
from gokan.goals.solution import GoalSolution, solve
from gokan.goals.static import Look, evaluate
from gokan.goals.tried import Tried
from gokan.reading import Budget, Problem
from gokan.reading import solve as read

__all__ = ["Flaw", "ReadingArbiter", "answer", "flaws"]

_LEAST = 10
"""Nodes with which a question is worth asking."""


class ReadingArbiter:
    """Asks reading, within so many nodes for each question and so many in all, and remembers what
    it said.

    >>> position = Position.from_diagram('''
    ...     . O O O O O O O .
    ...     . O X X X X X O .
    ...     . O X . . . X O .
    ... ''', to_play="black")
    >>> arbiter = ReadingArbiter(nodes=10_000)
    >>> solve(position, "C1", arbiter=arbiter).result, arbiter.questions
    ('reached', 0)
    """

    def __init__(self, *, nodes: int, total: int | None = None) -> None:
        self.most, self.total = nodes, total
        self.nodes = 0
        """Reading's own nodes, spent so far."""
        self.questions = 0
        self._known: dict[tuple[int, int, int, tuple[int, ...]], tuple[str, int]] = {}

    def __call__(self, position: Position, look: Look, *, share: float = 1.0) -> bool | None:
        """Whether the player reaches the goal from here; None if reading cannot tell with this
        share of the nodes for a question.
        """
        left = look.left(position)
        if not left:
            return not look.saving
        result = self.result(position, left, look, nodes=int(share * self.most))
        mine = position.to_play == look.player
        if result == "ko":
            return look.ko
        if result == "unknown":
            return None
        return (result == "win") == mine

    def result(self, position: Position, left: tuple[int, ...], look: Look, *, nodes: int) -> str:
        """What reading says for the side to move: win, loss, ko or unknown."""
        ko = position.ko
        key = position.hash, int(position.to_play), -1 if ko is None else ko, left
        result, spent = self._known.get(key, ("unknown", 0))
        if self.total is not None:
            nodes = min(nodes, self.total - self.nodes)
        if result == "unknown" and nodes > max(spent, _LEAST):
            goal = "live" if position.to_play == look.owner else "kill"
            problem = Problem(position, left, goal)  # type: ignore[arg-type]
            budget = Budget(nodes=nodes)
            said = read(problem, budget=budget, all_moves=False, details=False, trials=False)
            self.nodes += said.nodes
            self.questions += 1
            result = said.result
            if goal == "live" and said.why == "open edge" and 2 * nodes >= self.most:
                result = "loss"  # it found no way to live; reading says as much of a kill
            self._known[key] = result, nodes
        return result


@dataclass(frozen=True, slots=True)
class Flaw:
    """A line of play against which a strategy fails, as reading says."""

    line: tuple[int, ...]
    why: str


def flaws(found: GoalSolution, arbiter: ReadingArbiter, *, replies: bool = True) -> Iterator[Flaw]:
    """Where reading, as the opponent, refutes a strategy; nothing if it cannot.

    Every position of the tree after a move of the strategy is put to reading, and every end that
    was judged. With `replies` it also makes every legal reply to the first move that is not in the
    tree; the strategy answers by being asked anew.
    """
    if found.root.by is None:
        return
    by = found.root.by
    yield from _flaws(found, arbiter, by.to, (by.move,))
    if replies:
        yield from _outside(found, arbiter, by.to, by.move)


def _flaws(
    found: GoalSolution, arbiter: ReadingArbiter, node: Tried, line: tuple[int, ...]
) -> Iterator[Flaw]:
    if arbiter(node.position, found.look) is False:
        yield Flaw(line, "reading refutes this")
        return
    own = node.position.to_play == found.look.player
    below = ([node.by] if node.by else []) if own else node.branches
    for branch in below:
        if branch.to.outcome == "reached" and len(line) < 40:
            yield from _flaws(found, arbiter, branch.to, (*line, branch.move))


def _outside(
    found: GoalSolution, arbiter: ReadingArbiter, node: Tried, first: int
) -> Iterator[Flaw]:
    position, look = node.position, found.look
    tried = {branch.move for branch in node.branches}
    for reply in _near(position, look):
        if reply in tried or not position.is_legal(reply):
            continue
        after = position.play(reply)
        move = answer(after, look)
        if arbiter(after.play(move), look) is False:
            yield Flaw((first, reply, move), "the answer to this reply fails")


def _near(position: Position, look: Look) -> list[int]:
    """Every empty point of the region that reading looks at, and those next to the target."""
    from gokan.reading.regions.region import find_region

    left = look.left(position)
    if not left:
        return []
    points = find_region(position, left).points
    return [p for p in sorted(points) if not position.board[p]]


def answer(position: Position, look: Look, *, nodes: int = 60) -> int:
    """What the strategy plays in a position that it did not foresee."""
    seen = evaluate(position, look)
    if seen.reached is True:
        return PASS
    again = solve(position, look.left(position), nodes=nodes, ko=look.ko)
    if again.best is not None and position.is_legal(again.best):
        return again.best
    usable = [s.move for s in again.suggestions if position.is_legal(s.move)]
    return usable[0] if usable else PASS
