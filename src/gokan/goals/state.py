"""What is on the board for the goals: connections, cores, groups, eyes and aura (Klinger 3.3–3.8).

Everything here is *static*: seen or read locally, without trying the problem itself. Each fact has
a grade: *sure* (unconditional life, proved readings) or *judged* (closed-world: what nothing
connects is taken to be cut).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from gokan.go import PASS, Block, Color, Position
from gokan.go.life import Unconditional, unconditional
from gokan.goals.facts import Facts
from gokan.goals.joints import look_between
from gokan.goals.knowledge.assertion import Assertion
from gokan.goals.knowledge.kept import Kept
from gokan.reading import connect

__all__ = ["Connection", "Core", "Eye", "Grade", "State"]

Grade = Literal["sure", "judged"]
NEAR = 3
NODES = 400
"""For the reading of one connection or one capture: seen at once or not at all."""
ANY = "any"
"""What facts rest on that any move may change."""
RULES = "rules"
"""What facts rest on that rules recognise, while it is not known which moves change them."""
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
    r"""A position's facts, worked out when asked for, kept while play goes on and is taken back.

    With `nodes` a short reading decides the connections; without, the rules of
    `gokan.goals.joints` do, and nothing is searched.

    >>> state = State(Position.from_diagram(". . . . .\n. X . X .\n. . . . ."), nodes=0)
    >>> len(state.cores), len(state.groups)
    (2, 1)
    >>> state.play("C2")
    >>> len(state.cores)
    1
    >>> state.undo()
    >>> len(state.cores)
    2
    """

    def __init__(self, position: Position, *, nodes: int = NODES) -> None:
        self.position = position
        self.nodes = nodes
        self.facts = Facts()
        self.blocks: dict[int, Block] = {}
        """The blocks by their first stones."""
        self.block_at: dict[int, int] = {}
        """The first stone of the block on each stone."""
        self._trail: list[tuple[Position, dict[int, Block], list[int]]] = []
        self._kept: Kept | None = None
        for block in position.blocks():
            self._enter(block)

    # --- play and undo ------------------------------------------------------------------------

    def play(self, move: int | str, *, forced: bool = False) -> None:
        """Plays a move of the side to move; facts that it does not touch stay. A move that is
        `forced` may break the rule of ko, as if a threat had been made and answered.
        """
        before, point = self.position, _index(self.position, move)
        after = before.play_forced(point) if forced else before.play(point)
        self.position = after
        changed = self._changed(before, point)
        around = {n for p in changed for n in after.neighbors(p)} | set(changed)
        old = {
            self.block_at[p]: self.blocks[self.block_at[p]] for p in around if p in self.block_at
        }
        for block in old.values():
            self._leave(block)
        new: list[int] = []
        for p in sorted(around):
            if after.board[p] and p not in self.block_at:
                block = after.block(p)
                self._enter(block)
                new.append(block.stones[0])
        self._trail.append((before, old, new))
        supports: set[Hashable] = {*changed, ANY}
        supports |= {("block", first) for first in (*old, *new)}
        supports |= self._said_again()
        self.facts.change(supports)

    def undo(self) -> None:
        """Takes the last move back."""
        self.position, old, new = self._trail.pop()
        for first in new:
            self._leave(self.blocks[first])
        for block in old.values():
            self._enter(block)
        self.facts.back()
        self._said_again()

    def _said_again(self) -> set[Hashable]:
        """Brings what the rules say up to date: the blocks whose eyes or connections changed."""
        if self._kept is None:
            return set()
        gone, come = self._kept.look(self.position)
        return {
            ("rules", self.block_at[stone])
            for said in (*gone, *come)
            if said.recommendation is None
            for stone in (*said.objects, *said.border)
            if stone in self.block_at
        }

    def _changed(self, before: Position, point: int) -> list[int]:
        """The points whose stones the move has changed."""
        if point == PASS:
            return []
        board, after = before.board, self.position.board
        near = {self.block_at[n] for n in before.neighbors(point) if n in self.block_at}
        taken = [s for b in near for s in self.blocks[b].stones if board[s] != after[s]]
        return [point, *taken] if after[point] else taken

    def _enter(self, block: Block) -> None:
        self.blocks[block.stones[0]] = block
        for stone in block.stones:
            self.block_at[stone] = block.stones[0]

    def _leave(self, block: Block) -> None:
        del self.blocks[block.stones[0]]
        for stone in block.stones:
            del self.block_at[stone]

    # --- what the rules say -------------------------------------------------------------------

    @property
    def kept(self) -> Kept:
        """What the rules of the knowledge base say about the position."""
        if self._kept is None:
            from gokan.goals.knowledge import load

            self._kept = Kept(load())
            self._kept.look(self.position)
            self.facts.add_to_changes([RULES])
        return self._kept

    def ruled(self, block: int) -> tuple[Assertion, ...]:
        """The eyes and connections of a block that rules recognise."""
        found: tuple[Assertion, ...] = self.facts.ask(("ruled", block), lambda: self._ruled(block))
        return found

    def _ruled(self, block: int) -> tuple[Assertion, ...]:
        self.facts.rests_on([RULES, ("rules", block), ("block", block)])
        stones = set(self.blocks[block].stones)
        found = [
            said
            for said in self.kept.facts(self.blocks[block].color)
            if stones.intersection(said.objects) or stones & said.border
        ]
        return tuple(sorted(found, key=lambda said: (said.rule.name, said.anchors)))

    # --- facts --------------------------------------------------------------------------------

    @property
    def life(self) -> Unconditional:
        """What is settled for good."""
        found: Unconditional = self.facts.ask("life", self._life)
        return found

    def _life(self) -> Unconditional:
        self.facts.rests_on([ANY])
        return unconditional(self.position)

    def near(self, block: int) -> tuple[int, ...]:
        """The blocks Near a block (Table 2.1): three steps without an enemy of it between."""
        found: tuple[int, ...] = self.facts.ask(("near", block), lambda: self._near(block))
        return found

    def _near(self, block: int) -> tuple[int, ...]:
        board, color = self.position.board, self.blocks[block].color
        reached = set(self.blocks[block].stones)
        edge, found = set(reached), set[int]()
        for _ in range(NEAR):
            edge = {n for p in edge for n in self.position.neighbors(p)} - reached
            found |= {self.block_at[p] for p in edge if board[p]}
            reached |= edge
            edge = {p for p in edge if board[p] in (0, color)}
        self.facts.rests_on(reached)
        self.facts.rests_on(("block", b) for b in (*found, block))
        return tuple(sorted(found - {block}))

    def connection(self, one: int, other: int) -> Connection | None:
        """The connection of two blocks of a side, or None where nothing connects them."""
        first, second = min(one, other), max(one, other)
        key = ("connection", first, second)
        found: Connection | None = self.facts.ask(key, lambda: self._connection(first, second))
        return found

    def _connection(self, one: int, other: int) -> Connection | None:
        if self.nodes:
            self.facts.rests_on([ANY])
            return self._read(one, other)
        joint = look_between(self.position, self.blocks, self.block_at, one, other)
        self.facts.rests_on(joint.points)
        self.facts.rests_on(("block", b) for b in (one, other, *joint.blocks))
        stones = self.blocks[other].stones
        proved = any(
            said.strength == 2 and said.certainty == "proved" and set(stones) & set(said.objects)
            for said in self.ruled(one)
        )
        if proved:
            return Connection(one, other, True, "sure", (), ())
        if not joint.possible:
            return None
        return Connection(one, other, joint.unassailable, "judged", joint.moves, joint.cuts)

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

    @property
    def cores(self) -> tuple[Core, ...]:
        """All cores, in the order of their first stones."""
        return tuple(self._core(first) for first in self._firsts("members"))

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Blocks joined by possible connections, the most hopeful view (3.5)."""
        return tuple(self._chain("group", first) for first in self._firsts("group"))

    def _firsts(self, kind: str) -> list[int]:
        return sorted({self._chain(kind, block)[0] for block in self.blocks})

    def core_of(self, block: int) -> Core:
        """The core a block belongs to."""
        return self._core(self._chain("members", block)[0])

    def _chain(self, kind: str, block: int) -> tuple[int, ...]:
        """The blocks joined to a block in a chain, ascending."""
        found: tuple[int, ...] = self.facts.ask((kind, block), lambda: self._closure(kind, block))
        return found

    def _closure(self, kind: str, block: int) -> tuple[int, ...]:
        chain, seen = [block], {block}
        for one in chain:
            for other, unassailable in self._links(one):
                if other not in seen and (unassailable or kind == "group"):
                    seen.add(other)
                    chain.append(other)
        self.facts.rests_on(("block", b) for b in chain)
        return tuple(sorted(chain))

    def _links(self, block: int) -> tuple[tuple[int, bool], ...]:
        found: tuple[tuple[int, bool], ...] = self.facts.ask(
            ("links", block), lambda: self._all_links(block)
        )
        return found

    def _all_links(self, block: int) -> tuple[tuple[int, bool], ...]:
        color, found = self.blocks[block].color, []
        for other in self.near(block):
            if self.blocks[other].color == color:
                link = self.connection(block, other)
                if link is not None:
                    found.append((other, link.unassailable))
        return tuple(found)

    def _core(self, first: int) -> Core:
        found: Core = self.facts.ask(("core", first), lambda: self._make_core(first))
        return found

    def _make_core(self, first: int) -> Core:
        blocks = self._chain("members", first)
        color = self.blocks[first].color
        stones = frozenset(s for b in blocks for s in self.blocks[b].stones)
        self.facts.rests_on(("block", b) for b in blocks)
        return Core(color, blocks, stones, tuple(self._eyes(color, stones)), self._aura(stones))

    def _eyes(self, color: Color, stones: frozenset[int]) -> Iterable[Eye]:
        """Spaces of at most `WIDE` points with no stone but the core's around them."""
        board, seen = self.position.board, set[int]()
        rests_on = self.facts.rests_on
        for start in sorted({n for s in stones for n in self.position.neighbors(s)}):
            if start in seen or board[start] == color:
                continue
            space, border = [start], set[int]()
            inside = {start}
            for point in space:
                if len(space) > WIDE:
                    break
                for near in self.position.neighbors(point):
                    if board[near] == color:
                        border.add(near)
                    elif near not in inside:
                        inside.add(near)
                        space.append(near)
            rests_on(inside)
            rests_on(border)
            seen |= inside
            if len(space) <= WIDE and border <= stones:
                yield self._eye(frozenset(border), frozenset(inside))

    def _eye(self, border: frozenset[int], centre: frozenset[int]) -> Eye:
        board = self.position.board
        enemy = [p for p in centre if board[p]]
        least, most, vital = _room(self.position, centre)
        blocks = {self.block_at[s] for s in border}
        proved = self._proved_eyes(blocks, centre)
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
        if proved > least:
            least, most, vital = proved, max(most, proved), ()
        return Eye(border, centre, least, most, vital)

    def _proved_eyes(self, blocks: set[int], centre: frozenset[int]) -> int:
        """How many eyes rules that were proved see in a space of these blocks."""
        said = (said for block in sorted(blocks) for said in self.ruled(block))
        return max(
            (
                min(2, one.eyes[0])
                for one in said
                if one.purpose == "eye" and one.certainty == "proved" and one.centre <= centre
            ),
            default=0,
        )

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
        looked: set[int] = set()
        for step in range(1, NEAR + 1):
            edge = {n for p in edge for n in self.position.neighbors(p)} - reached
            reached |= edge
            edge = {p for p in edge if not board[p]}
            for point in edge:
                near = self.position.neighbors(point)
                looked.update(near)
                enemies = sum(board[n] == 3 - color for n in near)
                total += max(0.0, 1.0 - 0.5 * enemies) / step
        self.facts.rests_on(looked | reached)
        return round(total, 9)


def _index(position: Position, move: int | str) -> int:
    if isinstance(move, int):
        return move
    return PASS if move == "pass" else position.point(move)


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
