"""The checker's rules of the game, and the ends of a line that it believes.

Plain lists and sets, no code of the solver: blocks are found by walking. A region is played in;
`refuge` says for each colour on which points a stone is joined to something outside that cannot be
captured.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["Board", "State", "neighbors"]

EMPTY, BLACK, WHITE = 0, 1, 2
ENDLESS = 127
FINITE = 126
"""Threats that never run out, but whoever uses them for ever loses: any finite number of them."""
LEAVES = ("inner", "captured", "last-liberty", "hopeless", "escaped", "alive")
DEAD = LEAVES[1:4]


@dataclass(frozen=True)
class State:
    """A position inside a proof: stones, what is left of the target, and whose turn it is."""

    board: tuple[int, ...]
    target: frozenset[int]
    turn: int
    ko: int
    threats: tuple[int, int]  # the attacker's, the defender's


def neighbors(width: int, height: int) -> list[list[int]]:
    """The points beside each point.

    >>> neighbors(2, 2)
    [[1, 2], [0, 3], [0, 3], [1, 2]]
    """
    near: list[list[int]] = []
    for point in range(width * height):
        row, column = divmod(point, width)
        across = ((column > 0, -1), (column < width - 1, 1))
        steps = ((row > 0, -width), *across, (row < height - 1, width))
        near.append([point + step for there, step in steps if there])
    return near


class Board:
    """The rules in one region."""

    near: list[list[int]]
    region: list[int]
    inside: set[int]
    refuge: dict[int, set[int]]
    attacker: int
    defender: int

    def block(
        self, board: list[int] | tuple[int, ...], point: int, *, whole: bool = False
    ) -> tuple[set[int], set[int], bool]:
        """Stones and liberties inside the region, and whether it is joined to the outside."""
        color = board[point]
        stones, liberties, todo = {point}, set(), [point]
        while todo:
            for q in self.near[todo.pop()]:
                if not whole and q not in self.inside:
                    continue
                if board[q] == EMPTY:
                    liberties.add(q)
                elif board[q] == color and q not in stones:
                    stones.add(q)
                    todo.append(q)
        return stones, liberties, not whole and bool(stones & self.refuge[color])

    def play(self, s: State, move: int) -> State | None:
        """The state after a move of the side to move; None if it is illegal."""
        us, them = s.turn, 3 - s.turn
        if move == -1:
            return State(s.board, s.target, them, -1, s.threats)
        if move not in self.inside or s.board[move] != EMPTY:
            return None
        threats = {self.attacker: s.threats[0], self.defender: s.threats[1]}
        if move == s.ko:
            if threats[us] == 0:
                return None
            if threats[us] < FINITE:
                threats[us] -= 1
        board = list(s.board)
        board[move] = us
        taken: set[int] = set()
        for q in self.near[move]:
            if q in self.inside and board[q] == them and q not in taken:
                stones, liberties, anchored = self.block(board, q)
                if not liberties and not anchored:
                    taken |= stones
        for q in taken:
            board[q] = EMPTY
        stones, liberties, anchored = self.block(board, move)
        if not liberties and not anchored:
            return None
        ko = -1
        if len(taken) == 1 and len(stones) == 1 and liberties == taken and not anchored:
            ko = min(taken) if threats[them] != ENDLESS else -1
        target = s.target - taken
        return State(
            tuple(board), target, them, ko, (threats[self.attacker], threats[self.defender])
        )

    def is_leaf(self, s: State, kind: str) -> bool:
        """Whether a line ends here for this reason."""
        if kind == "captured":
            return not s.target
        if not s.target:
            return False
        if kind == "last-liberty":
            return s.turn == self.attacker and self._last_liberty(s)
        if kind == "hopeless":
            return self.hopeless(s) > 0
        if kind == "escaped":
            return any(self.block(s.board, t)[2] for t in s.target)
        return kind == "alive" and self._benson(s)

    def _last_liberty(self, s: State) -> bool:
        stones, liberties, anchored = self.block(s.board, min(s.target))
        if not s.target <= stones or anchored or len(liberties) != 1:
            return False
        after = self.play(s, min(liberties))
        return after is not None and not after.target

    def hopeless(self, s: State) -> int:
        """How often the defender can play elsewhere if there is no room for a second eye; else 0.

        The core is what neither is nor touches an attacker stone that is joined to the outside.
        The attacker fills the rest, each stone joined to the outside, and one defender block is
        taken last. What the core has outside that block must be two adjacent points at most, or a
        dead shape.
        """
        strong = self._joined(s)
        loose = set(self.region) - strong
        if loose & self.refuge[self.defender]:
            return 0
        core = {p for p in loose - self.refuge[self.attacker] if strong.isdisjoint(self.near[p])}
        fewest = 0
        for block in self._parts(p for p in loose if s.board[p] == self.defender):
            room, passes = core - block, len(loose - block) + 1
            if len(room) > 2 or (len(room) == 2 and max(room) not in self.near[min(room)]):
                if not self._dead_shape(s, room, block):
                    continue
                passes += len(room) > 4
            fewest = min(fewest, passes) if fewest else passes
        return fewest

    def _joined(self, s: State) -> set[int]:
        """Attacker stones joined to the outside, or that can be in two ways that no others need."""
        weak: list[tuple[set[int], set[int]]] = []
        joined: set[int] = set()
        blocks = self._parts(p for p in self.region if s.board[p] == self.attacker)
        for stones in sorted(blocks, key=min):
            _, liberties, anchored = self.block(s.board, min(stones))
            if anchored:
                joined |= stones
            else:
                weak.append((stones, liberties))
        needed: set[int] = set()
        grows = True
        while grows:
            grows = False
            for item in list(weak):
                stones, liberties = item
                ways = sorted(
                    q
                    for q in liberties - needed
                    if q in self.refuge[self.attacker] or not joined.isdisjoint(self.near[q])
                )
                if len(ways) > 1:
                    needed.update(ways[:2])
                    joined |= stones
                    weak.remove(item)
                    grows = True
        return joined

    def _dead_shape(self, s: State, room: set[int], block: set[int]) -> bool:
        """An attacker stone with two to four points around it, at most one of them taken; or four
        points in a square inside the block, at most one of them taken. All beside the block.
        """
        if not 3 <= len(room) <= 5 or any(block.isdisjoint(self.near[p]) for p in room):
            return False
        free = {p for p in room if s.board[p] == EMPTY}
        for p in room - free:
            ends = room & set(self.near[p])
            if len(ends) == len(room) - 1 and len(ends & free) >= len(ends) - 1:
                return True
        around = {q for p in room for q in self.near[p] if q in self.inside}
        square = all(len(room & set(self.near[p])) == 2 for p in room)
        return len(room) == 4 and square and len(free) > 2 and around <= room | block

    def _benson(self, s: State) -> bool:
        """Unconditional life of a target stone."""
        leaks, safe = self.refuge[self.attacker], self.refuge[self.defender]
        return any(
            s.target & block
            for block in self.alive(s.board, self.defender, self.inside, leaks, safe)
        )

    def alive(
        self,
        board: Sequence[int],
        color: int,
        points: set[int],
        leaks: set[int],
        safe: set[int] | None = None,
        *,
        whole: bool = False,
    ) -> list[set[int]]:
        """The blocks among these points that live unconditionally there, by Benson's theorem.

        What holds a point of `leaks` encloses nothing, and a block with a stone on `safe` is left
        out: it is never captured anyway. With `whole` a vital region must be liberties only, so
        that it does not matter whether suicide is allowed.
        """
        blocks = self._parts(p for p in points if board[p] == color)
        blocks = [b for b in blocks if b.isdisjoint(safe or ())]
        regions = self._parts(p for p in points if board[p] != color)
        regions = [r for r in regions if not r & leaks]
        while True:
            edges = {min(b): {q for p in b for q in self.near[p]} for b in blocks}
            good: list[set[int]] = []
            for b in blocks:
                edge = edges[min(b)]
                near = [r for r in regions if r & edge]
                if sum({p for p in r if whole or board[p] == EMPTY} <= edge for r in near) >= 2:
                    good.append(b)
                    del edges[min(b)]
            if not edges:
                return blocks
            blocks = good
            regions = [r for r in regions if all(r.isdisjoint(edge) for edge in edges.values())]

    def _parts(self, points: Iterable[int]) -> list[set[int]]:
        """The connected parts of a set of points."""
        left = set(points)
        parts: list[set[int]] = []
        while left:
            part, todo = set[int](), [left.pop()]
            while todo:
                p = todo.pop()
                part.add(p)
                found = left.intersection(self.near[p])
                left -= found
                todo += found
            parts.append(part)
        return parts
