"""A second, slow way to every exact claim: another board, other loops, no call of the first way.

Stones are kept as a mapping from (row, column) to "own" or "enemy", as the mover sees them, and
everything is counted anew. Patterns are not turned; the board is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Place = tuple[int, int]
Stones = dict[Place, str]
OTHER = {"own": "enemy", "enemy": "own"}
_DEEPEST = 400


@dataclass(frozen=True)
class Slow:
    """A board that is looked at slowly."""

    height: int
    width: int
    stones: Stones
    ban: Place | None = None
    """Where the side to move may not retake a ko."""

    def around(self, place: Place) -> list[Place]:
        """The points next to a point."""
        row, column = place
        steps = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        return [(r, c) for r, c in steps if 0 <= r < self.height and 0 <= c < self.width]

    def corners(self, place: Place) -> list[Place]:
        """The points diagonally next to a point."""
        row, column = place
        steps = [(row + a, column + b) for a in (1, -1) for b in (1, -1)]
        return [(r, c) for r, c in steps if 0 <= r < self.height and 0 <= c < self.width]

    def block(self, place: Place) -> frozenset[Place]:
        """The connected stones of the stone on a point."""
        colour = self.stones[place]
        block = {place}
        while True:
            more = {
                q
                for p in block
                for q in self.around(p)
                if q not in block and self.stones.get(q) == colour
            }
            if not more:
                return frozenset(block)
            block |= more

    def liberties(self, place: Place) -> set[Place]:
        """The empty points next to the block of a stone."""
        return {q for p in self.block(place) for q in self.around(p) if q not in self.stones}

    def play(self, place: Place, colour: str) -> Slow | None:
        """The board after a move; None where the rules forbid it (suicide, ko)."""
        if place in self.stones or place == self.ban:
            return None
        placed = Slow(self.height, self.width, {**self.stones, place: colour})
        taken: set[Place] = set()
        for q in self.around(place):
            if placed.stones.get(q) == OTHER[colour] and not placed.liberties(q):
                taken |= placed.block(q)
        left = {p: c for p, c in placed.stones.items() if p not in taken}
        after = Slow(self.height, self.width, left)
        if not after.liberties(place):
            return None
        ban = None
        if len(taken) == 1 and len(after.block(place)) == 1 and after.liberties(place) == taken:
            (ban,) = taken
        return Slow(self.height, self.width, left, ban)

    def suicide(self, place: Place, colour: str) -> Slow:
        """The board after a move that leaves its own block without a liberty."""
        placed = Slow(self.height, self.width, {**self.stones, place: colour})
        gone = placed.block(place)
        left = {p: c for p, c in self.stones.items() if p not in gone}
        return Slow(self.height, self.width, left)

    def blocks(self, colour: str) -> list[frozenset[Place]]:
        """All blocks of a colour."""
        return list({self.block(p): None for p, c in self.stones.items() if c == colour})

    def turned(self) -> Slow:
        """The board turned by a quarter."""
        stones = {(c, self.height - 1 - r): x for (r, c), x in self.stones.items()}
        ban = None if self.ban is None else (self.ban[1], self.height - 1 - self.ban[0])
        return Slow(self.width, self.height, stones, ban)

    def mirrored(self) -> Slow:
        """The board mirrored left to right."""
        stones = {(r, self.width - 1 - c): x for (r, c), x in self.stones.items()}
        ban = None if self.ban is None else (self.ban[0], self.width - 1 - self.ban[1])
        return Slow(self.height, self.width, stones, ban)


def views(board: Slow, place: Place) -> Iterator[tuple[Slow, Place]]:
    """The board and a point of it in the eight orientations."""
    for _ in range(2):
        for _ in range(4):
            board, place = board.turned(), (place[1], board.height - 1 - place[0])
            yield board, place
        board, place = board.mirrored(), (place[0], board.width - 1 - place[1])


def is_eye(board: Slow, place: Place, colour: str) -> str | None:
    """Whether a point is a "real" or "false" eye of a colour."""
    if place in board.stones:
        return None
    if {board.stones.get(q) for q in board.around(place)} != {colour}:
        return None
    corners = [board.stones.get(q) for q in board.corners(place)]
    return "real" if corners.count(OTHER[colour]) < (2 if len(corners) == 4 else 1) else "false"


def space_of(board: Slow, place: Place) -> tuple[frozenset[Place], set[str]]:
    """The empty points that hang together with an empty point, and who touches them."""
    space = {place}
    touched: set[str] = set()
    todo = [place]
    while todo:
        for q in board.around(todo.pop()):
            if q in board.stones:
                touched.add(board.stones[q])
            elif q not in space:
                space.add(q)
                todo.append(q)
    return frozenset(space), touched


def splits(board: Slow, space: Iterable[Place], place: Place) -> bool:
    """Whether the rest of a space falls apart without a point."""
    rest = set(space) - {place}
    if not rest:
        return False
    seen = {min(rest)}
    todo = [min(rest)]
    while todo:
        for q in board.around(todo.pop()):
            if q in rest and q not in seen:
                seen.add(q)
                todo.append(q)
    return seen != rest


def ladder(board: Slow, target: Place, *, attacker_first: bool) -> bool:
    """Whether the target falls to a chain of ataris. A defender who moves first is in atari."""
    return _Ladder(board.stones[target], target).falls(board, attacker_first, frozenset())[0]


class _Ladder:
    """The ladder game by plain recursion; a line that repeats a position has failed."""

    def __init__(self, colour: str, target: Place) -> None:
        self.defender, self.attacker, self.target = colour, OTHER[colour], target
        self.known: dict[object, bool] = {}

    def falls(self, board: Slow, attacking: bool, past: frozenset[object]) -> tuple[bool, bool]:
        """Whether the target falls, and whether that hangs on the line that led here."""
        key = (frozenset(board.stones.items()), board.ban, attacking)
        if key in self.known:
            return self.known[key], False
        if key in past or len(past) > _DEEPEST:
            return False, True
        past |= {key}
        answer, leaning = (self._attack if attacking else self._defend)(board, past)
        if not leaning:
            self.known[key] = answer
        return answer, leaning

    def _attack(self, board: Slow, past: frozenset[object]) -> tuple[bool, bool]:
        spaces = board.liberties(self.target)
        if len(spaces) > 2:
            return False, False
        leaning = False
        for place in sorted(spaces):
            after = board.play(place, self.attacker)
            if after is None:
                continue
            if self.target not in after.stones:
                return True, False
            if len(after.liberties(self.target)) != 1:
                continue
            won, leant = self.falls(after, False, past)
            if won:
                return True, leant
            leaning |= leant
        return False, leaning

    def _defend(self, board: Slow, past: frozenset[object]) -> tuple[bool, bool]:
        tries = set(board.liberties(self.target))
        for p in board.block(self.target):
            for q in board.around(p):
                if board.stones.get(q) == self.attacker and len(board.liberties(q)) == 1:
                    tries |= board.liberties(q)
        leaning = False
        for place in sorted(tries):
            after = board.play(place, self.defender)
            if after is None:
                continue
            if len(after.liberties(self.target)) > 2:
                return False, False
            fell, leant = self.falls(after, True, past)
            if not fell:
                return False, leant
            leaning |= leant
        return True, leaning
