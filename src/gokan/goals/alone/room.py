"""The room that some stones have for eyes, and what a table of such rooms says of it (3.7).

A *room* is a handful of points around the target with the owner's blocks as its walls. What is
known of it is worked out on the room alone, whatever stands elsewhere on the board
(`core/goals/eye_room.h`), and kept: rooms are a table, and the position is never played out. Two
rooms are looked at, since two different things have to be left out to be on the safe side:

- that the target *stands*: nothing outside the room counts for its owner;
- that it *falls*: every way out of the room counts as an escape.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from gokan import _core
from gokan.go import Block, Color, Position

__all__ = ["POINTS", "Fate", "Rooms"]

POINTS = 9
"""Points of a room, stones of the attacker's in it included; larger ones are not in the table."""
SAFE = 2
"""Liberties outside a room with which an attacker's block beside it is taken to be safe."""
SMALL = 2
"""Blocks of so few stones may be worth taking back."""
WALLS = 12
DAME, GROUPS = 7, 4
"""Liberties outside a room that are counted: of each kind, and how many kinds."""
ENCLOSED = 9
"""An attacker's block with no more points around it up to the owner's stones is shut in."""
WATCHED = 3
"""Up to so many liberties outside, a reply there may matter."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What the table says of a room, with the points that it rests on."""

    settled: bool
    """The target stands, or falls, though the other side moves first."""
    hopeful: bool
    """It does if its own side moves first."""
    good: tuple[int, ...]
    """Moves with which it does, its own side moving first."""
    points: frozenset[int]


@cache
def _tables() -> _core.RoomTables:
    return _core.RoomTables()


class _Seen:
    """A room as the table wants it: points are bits."""

    def __init__(self, size: int) -> None:
        self.near = [0] * size
        self.walls: dict[int, int] = {}
        self.open = self.exits = self.owner = self.attacker = 0
        self.dame: dict[frozenset[int], int] = {}
        """Liberties outside, by the blocks that have them."""

    def put(self, number: int, *, own: bool) -> None:
        """A stone in the room."""
        if own:
            self.owner |= 1 << number
        else:
            self.attacker |= 1 << number

    def worth(self, targets: set[int], few: set[int], *, falls: bool) -> _core.RoomWorth:
        """What the table says."""
        aims, small = (
            sum(1 << k for k, first in enumerate(self.walls) if first in chosen)
            for chosen in (targets, few)
        )
        return _tables().worth(
            self.near,
            list(self.walls.values()),
            aims,
            small,
            self.open,
            self.exits,
            *self._outside(),
            self.owner,
            self.attacker,
            falls,
        )

    def _outside(self) -> tuple[list[int], list[int]]:
        """The liberties outside as the table wants them."""
        order = list(self.walls)
        masks = [
            sum(1 << order.index(first) for first in firsts if first in self.walls)
            for firsts in self.dame
        ]
        return masks, list(self.dame.values())


class Rooms:
    """The rooms of one target in one position."""

    def __init__(
        self,
        position: Position,
        left: Sequence[int],
        owner: Color,
        *,
        most: int = POINTS,
        aura: bool = False,
    ) -> None:
        self.position, self.owner, self.most, self.aura = position, owner, most, aura
        self.board = position.board
        self._blocks: dict[int, Block] = {}
        self.targets = {self._block(p).stones[0] for p in left}

    def _block(self, point: int) -> Block:
        found = self._blocks.get(point)
        if found is None:
            found = self.position.block(point)
            for stone in found.stones:
                self._blocks[stone] = found
        return found

    # --- that it stands -----------------------------------------------------------------------

    def stands(self) -> Fate | None:
        """What the room is worth if nothing outside it helps; None where there is no room."""
        room = self._around(self.targets)
        best: Fate | None = None
        for points in self._choices(room):
            said = self._ask(points, falls=False)
            if said is not None and (best is None or _better(said, best)):
                best = said
            if best is not None and best.settled:
                break
        return best

    def _choices(self, room: set[int]) -> Iterable[set[int]]:
        """Rooms to look at: all of it if it is in the table; else the part that lies most inside,
        and each closed space.
        """
        if len(room) <= self.most:
            yield room
            return
        spaces = [x for x in self._spaces() if len(x) <= self.most]
        whole = set[int]().union(*spaces)
        if spaces and len(whole) <= self.most:
            yield whole
        yield self._inmost(room)

    def _spaces(self) -> list[set[int]]:
        """Spaces with no block but the owner's around them, beside a target."""
        found: list[set[int]] = []
        seen: set[int] = set()
        for first in sorted(self.targets):
            for start in self._block(first).liberties:
                if start in seen:
                    continue
                space = self._space(start)
                seen |= space
                found.append(space)
        return found

    def _space(self, start: int) -> set[int]:
        space, todo = {start}, [start]
        while todo and len(space) <= self.most:
            for near in self.position.neighbors(todo.pop()):
                if near not in space and self.board[near] != self.owner:
                    space.add(near)
                    todo.append(near)
        return space

    def _inmost(self, room: set[int]) -> set[int]:
        """The points of a room that are least open to the outside, as many as the table takes."""
        points = set(room)
        while len(points) > self.most:
            worst = max(points, key=lambda p: (self._exposed(p, points), p))
            points -= self._unit(worst)
        return points

    def _unit(self, point: int) -> set[int]:
        return set(self._block(point).stones) if self.board[point] else {point}

    def _exposed(self, point: int, points: set[int]) -> int:
        """Neighbours that are neither in the room nor the owner's, the edge not counted."""
        board, near = self.board, self.position.neighbors(point)
        out = sum(n not in points and board[n] != self.owner for n in near)
        own = sum(board[n] == self.owner for n in near)
        return 4 * out - own

    # --- that it falls ------------------------------------------------------------------------

    def falls(self) -> Fate | None:
        """What the room is worth if whoever leaves it gets away; None where that says nothing."""
        best: Fate | None = None
        room = self._closed(self._around(self.targets, apart=True))
        while room is not None and len(room) <= self.most + DAME:
            said = self._ask(room, falls=True)
            if said is not None and (best is None or _better(said, best)):
                best = said
            if best is not None and best.settled:
                break
            wider = self._closed(room | self._beyond(room))
            if wider is None or wider == room:
                break
            room = wider
        return best

    def _beyond(self, room: set[int]) -> set[int]:
        """Empty points just outside, and those around friends through whom it gets away."""
        board = self.board
        found = set[int]()
        for p in room:
            for n in self.position.neighbors(p):
                if n not in room and not board[n]:
                    found.add(n)
                elif board[n] == self.owner:
                    found |= set(self._block(n).liberties) - room
        return found

    def _closed(self, room: set[int]) -> set[int] | None:
        """The room with those attackers in it that are not safe outside; None if it is too wide."""
        while len(room) <= self.most + DAME:
            more = set[int]()
            for block in self._attackers(room):
                if room.issuperset(block.stones):
                    continue
                outside = [p for p in block.liberties if p not in room]
                behind = self._behind(block, room)
                if behind is not None:
                    more |= behind
                elif len([p for p in outside if self._apart(p, room)]) < SAFE:
                    more |= set(block.stones) | set(outside)
            if not more:
                return room
            room = room | more
        return None

    def _apart(self, point: int, room: set[int]) -> bool:
        """Whether the owner does not get to a point with one move from the room."""
        return all(n not in room or self.board[n] for n in self.position.neighbors(point))

    def _behind(self, block: Block, room: set[int]) -> set[int] | None:
        """An attacker's block with all around it up to the owner's stones; None if that is wide."""
        found, todo = set(block.stones), list(block.stones)
        while todo:
            for near in self.position.neighbors(todo.pop()):
                if near not in found and near not in room and self.board[near] != self.owner:
                    found.add(near)
                    todo.append(near)
            if len(found) > ENCLOSED + len(block.stones):
                return None
        return found

    def _attackers(self, room: set[int]) -> list[Block]:
        """The attacker's blocks in the room, beside it, or beside a target."""
        board, found = self.board, dict[int, Block]()
        around = {n for p in room for n in (p, *self.position.neighbors(p))}
        for first in self.targets:
            for stone in self._block(first).stones:
                around.update(self.position.neighbors(stone))
        for p in around:
            if board[p] == self.owner.opponent:
                block = self._block(p)
                found[block.stones[0]] = block
        return list(found.values())

    # --- the table ----------------------------------------------------------------------------

    def _around(self, targets: Iterable[int], *, apart: bool = False) -> set[int]:
        """The liberties of the targets, of friends that share one, and stones shut in there.

        With `apart` friends are left out.
        """
        room = {p for first in targets for p in self._block(first).liberties}
        if not apart:
            board = self.board
            friends = {
                self._block(n).stones[0]
                for p in room
                for n in self.position.neighbors(p)
                if board[n] == self.owner
            }
            room |= {p for first in friends for p in self._block(first).liberties}
        return self._with_prisoners(room)

    def _with_prisoners(self, room: set[int]) -> set[int]:
        """Adds attackers that breathe only in the room."""
        found = set(room)
        for block in self._attackers(room):
            if room.issuperset(block.liberties):
                found |= set(block.stones)
        return found

    def _ask(self, room: set[int], *, falls: bool) -> Fate | None:
        """What the table says of a room."""
        if not room:
            return None
        board, owner = self.board, self.owner
        # A block is in the room as a whole or not at all; small friends are, where there is room.
        inside = {p for p in room if not board[p] or room.issuperset(self._block(p).stones)}
        inside, dame = self._without_dame(inside) if falls else (inside, {})
        inside = self._with_small(inside)
        if not inside or len(inside) > self.most:
            return None
        number = {p: i for i, p in enumerate(sorted(inside))}
        seen = _Seen(len(number))
        seen.dame = dame
        for first in sorted(self.targets.union(*dame)):
            if first not in inside:
                seen.walls[first] = 0
        for p, i in number.items():
            if board[p]:
                seen.put(i, own=board[p] == owner)
            for n in self.position.neighbors(p):
                if n in number:
                    seen.near[i] |= 1 << number[n]
                elif board[n] == owner:
                    first = self._block(n).stones[0]
                    seen.walls[first] = seen.walls.get(first, 0) | 1 << i
                elif board[n] or not falls:
                    seen.open |= 1 << i
                elif not (self.aura and self._hostile(n, inside)):
                    seen.exits |= 1 << i
        self._let_go(seen, inside, falls=falls)
        if self.targets.isdisjoint(seen.walls) or len(seen.walls) > WALLS:
            return None
        said = seen.worth(self.targets, self._few(seen), falls=falls)
        moves = said.attacker_moves if falls else said.owner_moves
        good = tuple(p for p, i in number.items() if moves >> i & 1)
        settled = said.owner_first if falls else not said.attacker_first
        hopeful = said.attacker_first if falls else not said.owner_first
        watched = self._watched(inside) if falls else frozenset()
        return Fate(settled, hopeful, good, frozenset(room) | watched)

    def _without_dame(self, room: set[int]) -> tuple[set[int], dict[frozenset[int], int]]:
        """The room without the points that are liberties and nothing else: all beside them is a
        wall or the attacker's. They are counted.
        """
        board = self.board
        found: dict[frozenset[int], int] = {}
        left = set(room)
        for p in sorted(room):
            near = self.position.neighbors(p)
            if board[p] or any(n in room for n in near):
                continue
            out = [n for n in near if board[n] != self.owner]
            if not out or not all(board[n] or self._hostile(n, room) for n in out):
                continue
            if len(left) == 1:
                break
            firsts = frozenset(self._block(n).stones[0] for n in near if board[n] == self.owner)
            if len(firsts) > 1:
                continue  # a move there joins two blocks
            if found.get(firsts, 0) < DAME and (firsts in found or len(found) < GROUPS):
                found[firsts] = found.get(firsts, 0) + 1
                left.discard(p)
        return left, found

    def _with_small(self, room: set[int]) -> set[int]:
        """The room with the small blocks of the owner's that breathe nowhere else."""
        found = set(room)
        blocks = {
            self._block(n).stones[0]: self._block(n)
            for p in room
            for n in self.position.neighbors(p)
            if self.board[n] == self.owner
        }
        if not blocks:
            return found
        largest = max(blocks.values(), key=lambda b: (b.stones[0] in self.targets, len(b.stones)))
        for block in sorted(blocks.values(), key=lambda b: len(b.stones)):
            few = len(block.stones) <= SMALL and block is not largest
            few = few and len(found) + len(block.stones) <= self.most
            if few and room.issuperset(block.liberties):
                found |= set(block.stones)
        return found

    def _let_go(self, seen: _Seen, room: set[int], *, falls: bool) -> None:
        """Leaves out friends that the room is not about: they count as help, or for nothing."""
        for first in [f for f in seen.walls if f not in self.targets]:
            liberties = self._block(first).liberties
            if falls and not room.issuperset(liberties):
                seen.exits |= seen.walls.pop(first)
            elif not falls and not room.intersection(liberties):
                seen.open |= seen.walls.pop(first)

    def _few(self, seen: _Seen) -> set[int]:
        return {first for first in seen.walls if len(self._block(first).stones) <= SMALL}

    def _hostile(self, point: int, room: set[int]) -> bool:
        """Whether a point just outside a room is the attacker's by its surroundings (3.8): he has
        a stone beside it, or as near as the owner has one.
        """
        board, position = self.board, self.position
        near = position.neighbors(point)
        if any(board[n] == self.owner for n in near):
            return False
        if any(board[n] == self.owner.opponent and n not in room for n in near):
            return True
        return any(
            board[m] == self.owner.opponent
            for n in near
            if not board[n] and n not in room
            for m in position.neighbors(n)
        )

    def _watched(self, room: set[int]) -> frozenset[int]:
        """Liberties outside of attackers that have few."""
        found = set[int]()
        for block in self._attackers(room):
            outside = [p for p in block.liberties if p not in room]
            if len(outside) <= WATCHED:
                found.update(outside)
        return frozenset(found)


def _better(one: Fate, other: Fate) -> bool:
    return (one.settled, one.hopeful) > (other.settled, other.hopeful)
