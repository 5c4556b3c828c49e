"""What is on the board for the goals: connections, cores, groups, eyes and aura (Klinger 3.3–3.8).

Everything here is *static*: seen or read locally, without trying the problem itself. Each fact has
a grade: *sure* (unconditional life, proved readings) or *judged* (closed-world: what nothing
connects is taken to be cut).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Literal

from gokan.go import Block, Color, Position
from gokan.go.life import Unconditional, unconditional
from gokan.reading import connect

__all__ = ["Connection", "Core", "Eye", "Grade", "State"]

Grade = Literal["sure", "judged"]
NEAR = 3
NODES = 400
"""For the reading of one connection or one capture: seen at once or not at all."""
WIDE = 12
"""A space of more points than this is open: no eye, but aura."""
AMPLE = 14.0
"""Aura from which a core is judged to have room for two eyes. Ours; the thesis gives no number."""


@dataclass(frozen=True, slots=True)
class Connection:
    """Two blocks of one side that can be joined by the side itself (3.4)."""

    first: int
    second: int
    unassailable: bool
    """The opponent, moving first, cannot sever them."""
    grade: Grade
    moves: tuple[int, ...]
    """The side's moves that join them."""
    cuts: tuple[int, ...]
    """The opponent's moves that sever them."""


@dataclass(frozen=True, slots=True)
class Eye:
    """A space surrounded by one core: border, centre, and how many eyes it makes (3.7)."""

    border: frozenset[int]
    centre: frozenset[int]
    least: int
    """Eyes if the opponent moves first here."""
    most: int
    """Eyes if the owner does."""
    vital: tuple[int, ...]
    """Where to play, for either side; empty where it makes no difference."""

    def disjoint(self, other: Eye) -> bool:
        """Neither's border in the other's centre."""
        return not (self.border & other.centre or other.border & self.centre)


@dataclass(frozen=True, slots=True)
class Core:
    """A maximal set of blocks joined by unassailable connections, pair by pair in a chain.

    Unassailability is not transitive (3.6): a fork may sever one of two connections. So a core is
    the transitive closure, judged to live or die together.
    """

    color: Color
    blocks: tuple[int, ...]
    """The first stone of each block."""
    stones: frozenset[int]
    eyes: tuple[Eye, ...]
    aura: float

    @property
    def eye_count(self) -> tuple[int, int]:
        """Least and most eyes, by rules 1 to 6 of 3.7: never more than two are counted."""
        pairs = [(a, b) for a, b in combinations(self.eyes, 2) if a.disjoint(b)]
        low = max((e.least for e in self.eyes), default=0)
        high = max((e.most for e in self.eyes), default=0)
        for a, b in pairs:
            low = max(low, a.least + b.least)
            high = max(high, a.most + b.most)
        return min(low, 2), min(high, 2)


class State:
    """One position's facts, worked out when asked for."""

    def __init__(self, position: Position, *, nodes: int = NODES) -> None:
        self.position = position
        self.nodes = nodes
        self._connections: dict[tuple[int, int], Connection | None] = {}

    @cached_property
    def life(self) -> Unconditional:
        """What is settled for good."""
        return unconditional(self.position)

    @cached_property
    def blocks(self) -> dict[int, Block]:
        """The blocks by their first stones."""
        return {block.stones[0]: block for block in self.position.blocks()}

    @cached_property
    def block_at(self) -> dict[int, int]:
        """The first stone of the block on each stone."""
        return {stone: first for first, block in self.blocks.items() for stone in block.stones}

    def near(self, block: int) -> tuple[int, ...]:
        """The blocks Near a block (Table 2.1): three steps without an enemy of it between."""
        board, color = self.position.board, self.blocks[block].color
        reached = set(self.blocks[block].stones)
        edge, found = set(reached), set[int]()
        for _ in range(NEAR):
            edge = {n for p in edge for n in self.position.neighbors(p)} - reached
            found |= {self.block_at[p] for p in edge if board[p]}
            reached |= edge
            edge = {p for p in edge if board[p] in (0, color)}
        return tuple(sorted(found - {block}))

    def connection(self, one: int, other: int) -> Connection | None:
        """The connection of two blocks of a side, or None where nothing connects them."""
        key = (min(one, other), max(one, other))
        if key not in self._connections:
            self._connections[key] = self._read(*key)
        return self._connections[key]

    def _read(self, one: int, other: int) -> Connection | None:
        joined = connect(self.position, one, other, first="connect", nodes=self.nodes)
        if not joined.connected:
            return None
        cut = connect(self.position, one, other, first="cut", nodes=self.nodes)
        stays = cut.connected is True
        sure = cut.grade == "proved" if stays else joined.grade == "proved"
        return Connection(
            one,
            other,
            stays,
            "sure" if sure else "judged",
            () if stays else joined.moves,
            () if stays else cut.moves,
        )

    @cached_property
    def cores(self) -> tuple[Core, ...]:
        """All cores, in the order of their first stones."""
        return tuple(self._core(chain) for chain in self._closure(unassailable=True))

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Blocks joined by possible connections, the most hopeful view (3.5)."""
        return tuple(self._closure(unassailable=False))

    def core_of(self, block: int) -> Core:
        """The core a block belongs to."""
        return next(core for core in self.cores if block in core.blocks)

    def _closure(self, *, unassailable: bool) -> list[tuple[int, ...]]:
        left = list(self.blocks)
        found = []
        while left:
            chain = [left.pop(0)]
            for block in chain:
                for other in self.near(block):
                    if other not in left or self.blocks[other].color != self.blocks[block].color:
                        continue
                    link = self.connection(block, other)
                    if link is not None and (link.unassailable or not unassailable):
                        left.remove(other)
                        chain.append(other)
            found.append(tuple(sorted(chain)))
        return found

    def _core(self, blocks: tuple[int, ...]) -> Core:
        color = self.blocks[blocks[0]].color
        stones = frozenset(s for b in blocks for s in self.blocks[b].stones)
        return Core(color, blocks, stones, tuple(self._eyes(color, stones)), self._aura(stones))

    def _eyes(self, color: Color, stones: frozenset[int]) -> Iterable[Eye]:
        """Spaces of at most `WIDE` points with no stone but the core's around them."""
        board, seen = self.position.board, set[int]()
        for start in sorted({n for s in stones for n in self.position.neighbors(s)}):
            if start in seen or board[start] == color:
                continue
            space, border = [start], set[int]()
            inside = {start}
            for point in space:
                for near in self.position.neighbors(point):
                    if board[near] == color:
                        border.add(near)
                    elif near not in inside:
                        inside.add(near)
                        space.append(near)
            seen |= inside
            if len(space) <= WIDE and border <= stones:
                yield self._eye(frozenset(border), frozenset(inside))

    def _eye(self, border: frozenset[int], centre: frozenset[int]) -> Eye:
        board = self.position.board
        enemy = [p for p in centre if board[p]]
        least, most, vital = _room(self.position, centre)
        blocks = {self.block_at[s] for s in border}
        if len(blocks) > 1 or len(centre) > len(border):
            least = min(least, 1)  # a joint of the border, or its many points, may be attacked
        if enemy and vital and any(board[p] for p in vital):
            least, most, vital = min(least, 1), 1, ()  # the point that decides is taken
        elif enemy:
            # Stones inside may live there or be taken: judged as if they were taken.
            least = 0 if len(enemy) > 1 else min(least, 1)
            vital = tuple(p for p in vital if not board[p]) or tuple(
                p for p in sorted(centre) if not board[p]
            )
        return Eye(border, centre, least, most, vital)

    def eye_space(self, core: Core) -> tuple[int, ...]:
        """Points where the core's eyes may come about: at least half surrounded by it.

        Of the neighbours of such a point, the edge counted as one of the core's, two at least are
        the core's stones or points next to them, and no more are the enemy's.
        """
        board, position = self.position.board, self.position
        beside = {n for s in core.stones for n in position.neighbors(s) if not board[n]}
        found = []
        around = beside | {n for p in beside for n in position.neighbors(p) if not board[n]}
        for point in sorted(around):
            near = position.neighbors(point)
            edge = 4 - len(near)
            own = edge + sum(n in core.stones for n in near)
            weak = sum(n in beside for n in near)
            enemy = sum(board[n] == core.color.opponent for n in near)
            if own >= 1 and own + weak >= 2 and own + weak > enemy:
                found.append(point)
        return tuple(found)

    def _aura(self, stones: frozenset[int]) -> float:
        """Empty points around a core, weighed by whose stones stand near them (3.8)."""
        board = self.position.board
        color = board[next(iter(stones))]
        total, reached, edge = 0.0, set(stones), set(stones)
        for step in range(1, NEAR + 1):
            edge = {n for p in edge for n in self.position.neighbors(p)} - reached
            reached |= edge
            edge = {p for p in edge if not board[p]}
            for point in edge:
                enemies = sum(board[n] == 3 - color for n in self.position.neighbors(point))
                total += max(0.0, 1.0 - 0.5 * enemies) / step
        return total


def _room(position: Position, centre: frozenset[int]) -> tuple[int, int, tuple[int, ...]]:
    """Eyes that an empty space makes, the opponent or the owner first, and the point that decides.

    The usual eye shapes: one or two points make one eye; three, the T and the square of four, the
    bulky and crossed five and the flower six hang on their middle point; larger rooms make two.
    """
    degree = {p: sum(n in centre for n in position.neighbors(p)) for p in sorted(centre)}
    size, widest = len(centre), max(degree.values(), default=0)
    middle = tuple(p for p, d in degree.items() if d == widest)
    square = size == 4 and widest == 2 and min(degree.values()) == 2
    if size <= 2 or square:
        return 1, 1, ()
    bulky = size == 5 and widest == 3 and sum(d == 2 for d in degree.values()) == 3
    crossed = size == 5 and widest == 4
    flower = size == 6 and widest == 4 and sum(d == 2 for d in degree.values()) >= 3
    hangs = size == 3 or (size == 4 and widest == 3) or bulky or crossed or flower
    return (1, 2, middle) if hangs else (2, 2, ())
