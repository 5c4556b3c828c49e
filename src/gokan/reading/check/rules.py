"""The checker's rules of the game, and the ends of a line that it believes.

Plain bytes and sets, no code of the solver: blocks are found by walking. A region is played in;
`refuge` says for each colour on which points a stone is joined to something outside that cannot be
captured.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

__all__ = ["Board", "State", "neighbors"]

EMPTY, BLACK, WHITE = 0, 1, 2
ENDLESS = 127
FINITE = 126
"""Threats that never run out, but whoever uses them for ever loses: any finite number of them."""
LEAVES = (
    "inner",
    "captured",
    "last-liberty",
    "hopeless",
    "escaped",
    "alive",
    "joined",
    "taken",
    "judged",
    "won",
)
DEAD = LEAVES[1:4]


class State(NamedTuple):
    """A position inside a proof: stones, what is left of the target, and whose turn it is."""

    board: bytes
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
    here: list[list[int]]
    """As `near`, without what lies outside the region."""
    region: list[int]
    inside: set[int]
    refuge: dict[int, set[int]]
    attacker: int
    defender: int

    def block(
        self, board: Sequence[int], point: int, *, whole: bool = False
    ) -> tuple[set[int], set[int], bool]:
        """Stones and liberties inside the region, and whether it is joined to the outside."""
        near = self.near if whole else self.here
        color = board[point]
        stones, liberties, todo = {point}, set[int](), [point]
        for p in todo:
            for q in near[p]:
                if board[q] == EMPTY:
                    liberties.add(q)
                elif board[q] == color and q not in stones:
                    stones.add(q)
                    todo.append(q)
        return stones, liberties, not whole and not stones.isdisjoint(self.refuge[color])

    def breathes(self, board: Sequence[int], point: int) -> bool:
        """Whether the block of a point has a liberty, or is joined to the outside."""
        color, here = board[point], self.here
        safe = self.refuge[color]
        todo = [point]
        for p in todo:
            if p in safe:
                return True
            for q in here[p]:
                if board[q] == EMPTY:
                    return True
                if board[q] == color and q not in todo:
                    todo.append(q)
        return False

    def play(self, s: State, move: int) -> State | None:
        """The state after a move of the side to move; None if it is illegal."""
        us, them = s.turn, 3 - s.turn
        if move == -1:
            return State(s.board, s.target, them, -1, s.threats)
        # Rule empty point: stones are played on empty points of the region.
        if move not in self.inside or s.board[move] != EMPTY:
            return None
        threats = s.threats
        if move == s.ko:
            left = threats[us == self.defender]
            # Rule retaking: a ko is taken back at once only for a threat elsewhere.
            if left == 0:
                return None
            # Rule paying: a threat that was used is gone.
            if left < FINITE:
                ours = us == self.attacker
                threats = (threats[0] - ours, threats[1] - (not ours))
        board = bytearray(s.board)
        board[move] = us
        taken: set[int] = set()
        for q in self.here[move]:
            if board[q] == them and q not in taken and not self.breathes(board, q):
                taken |= self.block(board, q)[0]
        for q in taken:
            board[q] = EMPTY
        # Rule suicide: a move that leaves its own block without liberties is not played.
        if not taken and not self.breathes(board, move):
            return None
        ko = -1
        # Rule ko: one stone taken by one stone that could be taken back is a ko.
        if len(taken) == 1 and threats[them == self.defender] != ENDLESS:
            stones, liberties, anchored = self.block(board, move)
            if len(stones) == 1 and liberties == taken and not anchored:
                ko = min(taken)
        return State(bytes(board), s.target - taken if taken else s.target, them, ko, threats)

    def replies(self, s: State) -> dict[int, State]:
        """Every legal move in the region, and what it leads to."""
        free = (p for p in self.region if s.board[p] == EMPTY)
        return {p: after for p in free if (after := self.play(s, p)) is not None}

    def end(self, s: State, kind: str) -> int | None:
        """If a line ends here for this reason: how often the defender can play elsewhere yet."""
        if kind == "hopeless" and s.target:
            return self.hopeless(s)
        return 0 if self.is_leaf(s, kind) else None

    def is_leaf(self, s: State, kind: str) -> bool:
        """Whether a line ends here for this reason, with nothing left to play."""
        # Rule captured: every stone of the target has left the board.
        if kind == "captured":
            return not s.target
        if not s.target:
            return False
        # Rule last liberty, turn: the attacker moves, so that he can take it.
        if kind == "last-liberty":
            return s.turn == self.attacker and self._last_liberty(s)
        # Rule escaped: a target stone is joined to something outside that is not captured.
        if kind == "escaped":
            return any(self.block(s.board, t)[2] for t in s.target)
        return kind == "alive" and self._benson(s)

    def _last_liberty(self, s: State) -> bool:
        stones, liberties, anchored = self.block(s.board, min(s.target))
        # Rule last liberty: all that is left of the target is one block with one liberty; one that
        # is joined to the outside has others.
        if not s.target <= stones or anchored or len(liberties) != 1:
            return False
        after = self.play(s, min(liberties))
        # Rule last liberty, legal: a ban or suicide may forbid to take it.
        return after is not None and not after.target

    def hopeless(self, s: State) -> int | None:
        """How often the defender can play elsewhere if there is no room for a second eye.

        The core is what neither is nor touches an attacker stone that is joined to the outside.
        The attacker fills the rest, each stone joined to the outside, and one defender block is
        taken last. What the core has outside that block must be two adjacent points at most, or a
        dead shape. That is a move for each point outside the block, in the part that holds the
        target, and one more where a stone can be taken back (or two in the largest shape). On a
        target of one block none is made before it is taken, and then it is over. If it is the block
        to be taken last, and there is no dead shape, the attacker fills its liberties, the core
        last: if the defender only plays elsewhere he can do so once for each; if he moves inside
        he loses a chance, or two if he takes back a stone (no ko: both points touch the block).
        """
        strong = self._joined(s)
        loose = self.inside - strong
        # Rule hopeless, shut in: a part from which the defender can get out is not shut in.
        if loose & self.refuge[self.defender]:
            return None
        core = {p for p in loose - self.refuge[self.attacker] if strong.isdisjoint(self.here[p])}
        target = self.block(s.board, min(s.target))[0]
        area = next((part for part in self._parts(loose) if s.target <= part), loose)
        fewest: int | None = None
        for block in self._parts(p for p in loose if s.board[p] == self.defender):
            room, passes = core - block, len(area - block) + 1
            shape = len(room) > 2 or (len(room) == 2 and max(room) not in self.here[min(room)])
            # Rule hopeless, no second eye: with more room than that he may make one.
            if shape and not self._dead_shape(s, room, block):
                continue
            passes += len(room) > 4
            if s.target <= target != block:
                passes -= len(target)
            elif s.target <= target and not shape:
                passes = max(len(self.block(s.board, min(block))[1]), passes - 2)
            passes -= s.turn == self.attacker
            fewest = passes if fewest is None else min(fewest, passes)
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
                    if q in self.refuge[self.attacker] or not joined.isdisjoint(self.here[q])
                )
                # Rule joined: if one way is taken, the other is left; nobody else may need it.
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
        # Rule dead shape: all of it beside the block, so that the attacker's stones fill it and the
        # block has no liberty but these.
        if not 3 <= len(room) <= 5 or any(block.isdisjoint(self.here[p]) for p in room):
            return False
        free = {p for p in room if s.board[p] == EMPTY}
        for p in room - free:
            ends = room & set(self.here[p])
            # Rule vital point: the attacker holds the point that touches all others, and at most
            # one of these is taken; so no eye space is divided.
            if len(ends) == len(room) - 1 and len(ends & free) >= len(ends) - 1:
                return True
        around = {q for p in room for q in self.here[p]}
        square = all(len(room & set(self.here[p])) == 2 for p in room)
        # Rule square: four points in a square make one eye, however they are filled.
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
        # Rule enclosed: a region that reaches the outside is no eye.
        regions = [r for r in regions if not r & leaks]
        while True:
            edges = {min(b): {q for p in b for q in self.near[p]} for b in blocks}
            good: list[set[int]] = []
            for b in blocks:
                edge = edges[min(b)]
                near = [r for r in regions if r & edge]
                # Rule two eyes: of two regions in which every empty point is a liberty the attacker
                # can fill neither (Benson 1976).
                if sum({p for p in r if whole or board[p] == EMPTY} <= edge for r in near) >= 2:
                    good.append(b)
                    del edges[min(b)]
            # Rule eyes of the living: a region is an eye only if all blocks around it live.
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
