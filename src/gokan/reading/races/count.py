"""Counting a race instead of reading it.

The theory of simple races (M. Müller, "Race to capture: analyzing semeai in Go", 1999): each side
has liberties of its own, outside and in its eye, and there are shared ones. Who must fill the
shared liberties depends on the eyes:

- no eyes, or eyes of one class: whoever attacks must fill them, so they protect the weaker side,
  and too many of them make a seki;
- one side has the only eye, or the larger one: the other side must fill them, and there is no seki.

A large eye is worth more moves than it has points, for stones inside are captured again and again:
an eye of 1, 2, 3, 4, 5, 6 points is worth 1, 2, 3, 5, 8, 12 moves, less the stones already inside.
"""

from __future__ import annotations

from dataclasses import dataclass

from gokan.go import EMPTY, PASS, Position

__all__ = ["Count", "count"]

_EYE_MOVES = {1: 1, 2: 2, 3: 3, 4: 5, 5: 8, 6: 12}
_LARGEST_EYE = 6


@dataclass(frozen=True, slots=True)
class Count:
    """Liberties in moves: each side's own, the shared ones, and the class of each side's eye."""

    first: int
    second: int
    shared: int
    first_eye: int
    """Points of the largest eye; sizes up to three count as one class, 0 is no eye."""
    second_eye: int
    move: int | None
    """The liberty to fill first: outside, then in the eye, then shared."""

    @property
    def takes(self) -> bool:
        """Does the first side, to move, take the second group?"""
        return self.lead >= 0

    @property
    def saves(self) -> bool:
        """Does the first side, to move, at least save its group?"""
        turned = Count(self.second, self.first, self.shared, self.second_eye, self.first_eye, None)
        return turned.lead < 1

    @property
    def lead(self) -> int:
        """Moves to spare for the first side, to move, in taking the other group; negative: none."""
        ours, theirs = _class(self.first_eye), _class(self.second_eye)
        difference = self.first - self.second
        if ours > theirs:
            return difference + self.shared
        if ours < theirs or ours > 0:
            return difference - self.shared
        return difference - max(self.shared - 1, 0)


def count(position: Position, first: frozenset[int], second: frozenset[int]) -> Count:
    """Count the race between two groups, the owner of the first to move.

    >>> position = Position.from_diagram('''
    ... . . O X . .
    ... O O O X . .
    ... X X X X . .
    ... . . . . . .
    ... ''')
    >>> white = frozenset(map(position.point, ["C4", "A3", "B3", "C3"]))
    >>> black = frozenset(map(position.point, ["D4", "D3", "A2", "B2", "C2", "D2"]))
    >>> count(position, white, black).first
    2
    """
    sides = [_Side(position, own, other) for own, other in ((first, second), (second, first))]
    shared = sides[0].open & sides[1].open
    numbers = []
    for side in sides:
        outside = side.open - shared - side.eye_points
        numbers.append(len(outside) + side.eye_moves)
    theirs = sides[1]
    for choice in (theirs.open - shared - theirs.eye_points, theirs.eye_points, shared):
        playable = sorted(p for p in choice if position.board[p] == EMPTY)
        if playable:
            break
    move = playable[0] if playable else PASS
    return Count(numbers[0], numbers[1], len(shared), sides[0].eye, sides[1].eye, move)


class _Side:
    """One group: its liberties and its eyes."""

    def __init__(self, position: Position, own: frozenset[int], other: frozenset[int]) -> None:
        board = position.board
        self.open = {q for p in own for q in position.neighbors(p) if board[q] == EMPTY}
        self.eye_points: set[int] = set()
        self.eye_moves = 0
        self.eye = 0
        seen: set[int] = set()
        for start in sorted(self.open):
            if start in seen:
                continue
            space = _space(position, start, own, other)
            if space is None:
                seen.add(start)
                continue
            seen |= space
            inside = sum(board[p] != EMPTY for p in space)
            self.eye_points |= space
            self.eye_moves += max(_EYE_MOVES[len(space)] - inside, 1)
            self.eye = max(self.eye, len(space))


def _space(
    position: Position, start: int, own: frozenset[int], other: frozenset[int]
) -> set[int] | None:
    """The eye around a liberty: closed by this group alone, with no stone of the other in it."""
    found, todo = {start}, [start]
    while todo:
        for q in position.neighbors(todo.pop()):
            if q in own or q in found:
                continue
            if q in other or len(found) > _LARGEST_EYE:
                return None
            if position.board[q] == position.board[next(iter(own))]:
                return None
            found.add(q)
            todo.append(q)
    return found if len(found) <= _LARGEST_EYE else None


def _class(eye: int) -> int:
    """Eyes of up to three points are one class; each larger size beats the one below."""
    return 0 if eye == 0 else max(eye, 3)
