"""Reading as the opponent who tries to refute a strategy of the goals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from gokan.go import PASS, Position
from gokan.goals.arbiter import ReadingArbiter
from gokan.goals.search import Doubt
from gokan.goals.solution import GoalSolution, solve
from gokan.goals.static import Look, evaluate
from gokan.goals.tried import Tried
from gokan.reading import Solution

__all__ = ["Flaw", "answer", "flaws", "holds"]

_CLOSE = 2
"""A reply farther than this from the region is answered as if the opponent had passed."""
_LONGEST = 30
"""Moves after which a refutation that is played out counts, whatever has come of it."""
Fails = Callable[[Position], bool]
"""Whether reading, as the opponent, refutes a position after a move of the strategy."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """A line of play against which a strategy fails, as reading says."""

    line: tuple[int, ...]
    why: str


def flaws(
    found: GoalSolution,
    arbiter: ReadingArbiter,
    *,
    replies: bool = True,
    everywhere: bool = False,
    play: bool = False,
) -> Iterator[Flaw]:
    """Where reading, as the opponent, refutes a strategy; nothing if it cannot.

    Every position of the tree after a move of the strategy is put to reading, and every end that
    was judged. With `replies` it also makes every legal reply to the first move that is not in the
    tree, in its region or `everywhere`; the strategy answers by being asked anew, and a reply far
    away like a pass. With `play` a
    refutation that reading did not prove, but judged, must be carried out on the board (`holds`).
    """
    by, look = found.root.by, found.look
    if by is None:
        return

    def fails(position: Position) -> bool:
        if arbiter(position, look) is not False:
            return False
        return not play or holds(position, look, arbiter)

    yield from _foreseen(found, fails, by.to, (by.move,))
    if replies:
        position = by.to.position
        made = position.legal_moves() if everywhere else _near(position, look)
        yield from _outside(found, fails, by.to, by.move, made)


def holds(position: Position, look: Look, arbiter: ReadingArbiter) -> bool:
    """Whether a refutation comes true: reading plays on for the opponent, the strategy answers.

    It holds if the goal is missed for sure, if reading proves it on the way, or if nothing is
    decided after so many moves; it fails if the goal is reached, or reading gives it up or names no
    move that it would make. At the open edge of its region reading judges that a block gets away,
    and may be wrong.
    """
    for _ in range(_LONGEST):
        seen = evaluate(position, look)
        if position.to_play == look.player:
            if seen.reached is not None:
                return not seen.reached
            move = answer(position, look)
        else:
            left = look.left(position)
            if not left:
                return look.saving
            said = arbiter.ask(position, left, look, nodes=arbiter.most)
            by_ko = said.result == "ko"
            if said.result in ("loss", "unknown") or (by_ko and look.ko):
                return False
            if said.proved:
                return True
            named = _named(said) or _named(
                arbiter.ask(position, left, look, nodes=arbiter.most, all_moves=True)
            )
            if not named:
                return False
            move = named[0]
        if not position.is_legal(move):
            return True
        position = position.play(move)
    return True


def _named(said: Solution) -> tuple[int, ...]:
    """The moves with which reading says that its side gets there, the one it would play first."""
    return (*said.pv[:1], *said.winning_moves, *said.ko_moves)


def _foreseen(
    found: GoalSolution, fails: Fails, node: Tried, line: tuple[int, ...]
) -> Iterator[Flaw]:
    if fails(node.position):
        yield Flaw(line, "reading refutes this")
        return
    own = node.position.to_play == found.look.player
    below = ([node.by] if node.by else []) if own else node.branches
    for branch in below:
        if branch.to.outcome == "reached" and len(line) < 40:
            yield from _foreseen(found, fails, branch.to, (*line, branch.move))


def _outside(
    found: GoalSolution, fails: Fails, node: Tried, first: int, replies: Iterable[int]
) -> Iterator[Flaw]:
    position, look = node.position, found.look
    tried = {branch.move for branch in node.branches}
    close = _around(position, _near(position, look), _CLOSE)
    aside: int | None = None
    for reply in replies:
        if reply in tried or not position.is_legal(reply):
            continue
        after = position.play(reply)
        if reply in close:
            move = answer(after, look)
        else:
            aside = answer(position.play(PASS), look) if aside is None else aside
            move = aside if after.is_legal(aside) else answer(after, look)
        if fails(after.play(move)):
            yield Flaw((first, reply, move), "the answer to this reply fails")


def _near(position: Position, look: Look) -> list[int]:
    """Every empty point of the region that reading looks at, and those next to the target."""
    from gokan.reading.regions.region import find_region

    left = look.left(position)
    if not left:
        return []
    points = find_region(position, left).points
    return [p for p in sorted(points) if not position.board[p]]


def _around(position: Position, points: Iterable[int], steps: int) -> set[int]:
    """Some points, and all that are no more steps away from one of them."""
    found = set(points)
    for _ in range(steps):
        found |= {n for p in found for n in position.neighbors(p)}
    return found


def answer(position: Position, look: Look, *, nodes: int = 120) -> int:
    """What the strategy plays in a position that it did not foresee. It must play something, so it
    goes on looking where nothing seems to help.
    """
    seen = evaluate(position, look)
    if seen.reached is True:
        taking = None if look.saving else look.taken_by(position)
        return PASS if taking is None else taking
    doubt = Doubt(hopeless=0.0)
    again = solve(position, look.left(position), nodes=nodes, ko=look.ko, doubt=doubt)
    if again.best is not None and position.is_legal(again.best):
        return again.best
    usable = [s.move for s in again.suggestions if position.is_legal(s.move)]
    return usable[0] if usable else PASS
