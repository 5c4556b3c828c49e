"""What is settled for good, stones inside the walls included.

Let *walls* be the owner's unconditionally live stones (Benson), and a *region* a connected set of
the other points. The enemy plays there as often as he likes while the owner passes. If that brings
him neither two eyes nor a seki, the region is the owner's: empty points are territory, enemy
stones dead, the owner's own stones there alive in the sense that nothing else can live in
their place. A region may have any size; this is why no reading of the open region is needed.

**Two eyes.** The enemy's own stones never leave the board while the owner passes. So he can make an
eye only on an empty point that touches no stone of the owner (to use a point that does, he would
have to capture that stone, and so to fill the point), or where he captures one. Call these points
*room*. Two eyes need two points of room that are not neighbours.

**Seki.** Suppose that no two points of room are apart: room is at most two points, side by side.

- If the owner has no stones in the region but walls: whenever he begins to answer, he first plays
  on the empty points that touch his walls. There his stones join the walls and cannot be taken.
  The walls stay alive: while a region is one of their eyes it has no room, and then the last of
  these points is the one that captures. What is left to the enemy is room, one eye of one or two
  points. In one point the owner captures. Of two he plays one; if the enemy takes that stone, he
  has one point left, and his stone has joined a block, so that it is no ko; if it has not joined
  one, its neighbours are the owner's, and playing there first joins the walls.
- Otherwise these stones are room themselves, so they are one block of one or two stones, and every
  empty point of the region touches the walls or this block: at most six touch only the block. The
  enemy loses nothing by playing on those that touch the walls, since the owner could fill them
  without risk. So he is given all of them, then each choice of the others, and in every one of
  these at most 64 small positions each enemy block is proved to fall, the owner moving first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from gokan.go import BLACK, EMPTY, WHITE, Color, Position, Rules
from gokan.go.life import unconditional
from gokan.reading.budget import Budget
from gokan.reading.regions.reader import ENDLESS, Reader
from gokan.reading.regions.region import region_of

__all__ = ["settled"]

ENOUGH = Budget(nodes=1_000_000)
"""A hundred times what any position with so few open points was seen to need."""
_MEMORY = 16 << 20

_known: dict[tuple[bytes, Rules, Color, int], bool] = {}


def settled(position: Position, point: int) -> Color:
    """The side the point belongs to for good, or EMPTY.

    >>> position = Position.from_diagram('''
    ...     . X . X .
    ...     X X X X X
    ...     O O O O O
    ...     . O . O .
    ...     O . O O O
    ... ''')
    >>> str(settled(position, position.point("A5"))), str(settled(position, position.point("A1")))
    ('black', 'white')
    """
    life = unconditional(position)
    owner = life.owner(point)
    if owner != EMPTY:
        return owner
    for color, alive in ((BLACK, life.alive_black), (WHITE, life.alive_white)):
        if not alive:
            continue
        if _settled_for(position, point, color, frozenset(alive)):
            return color
    return EMPTY


def _settled_for(position: Position, point: int, owner: Color, walls: frozenset[int]) -> bool:
    region = _region(position, point, walls)
    asked = (position.board, position.rules, owner, min(region))
    if asked not in _known:
        if len(_known) > 1000:
            _known.clear()
        _known[asked] = _no_life(position, region, owner, walls)
    return _known[asked]


def _region(position: Position, start: int, walls: frozenset[int]) -> list[int]:
    region, seen = [start], {start} | walls
    for point in region:
        for near in position.neighbors(point):
            if near not in seen:
                seen.add(near)
                region.append(near)
    return region


def _no_life(position: Position, region: list[int], owner: Color, walls: frozenset[int]) -> bool:
    """Whether the enemy gets neither two eyes nor a seki, however often he plays."""
    room = _room(position, region, owner)
    if len(room) > 2 or (len(room) == 2 and room[1] not in position.neighbors(room[0])):
        return False
    if not any(position.color_at(point) == owner for point in region):
        return True
    enemy = owner.opponent
    outer = {p for p in region if not walls.isdisjoint(position.neighbors(p))}
    full = position
    for point in sorted(outer):
        if full.is_legal(point, enemy):
            full = full.play(point, enemy)
    inner = [p for p in region if p not in outer and full.color_at(p) == EMPTY]
    return all(_all_fall(after, region, enemy) for after in _fillings(full, inner, enemy))


def _room(position: Position, region: list[int], owner: Color) -> list[int]:
    """The points where the enemy could have an eye; of more than two only some."""
    board, found = position.board, list[int]()
    for point in region:
        if board[point] == owner.opponent and not position.rules.suicide:
            continue
        if board[point] != owner and any(board[n] == owner for n in position.neighbors(point)):
            continue
        found.append(point)
        if len(found) > 2:
            break
    return found


def _fillings(position: Position, points: list[int], enemy: Color) -> Iterator[Position]:
    """The position after the enemy has played on each choice of the points, unanswered."""
    for count in range(len(points) + 1):
        for chosen in combinations(points, count):
            after = position
            for point in chosen:
                if not after.is_legal(point, enemy):
                    break
                after = after.play(point, enemy)
            else:
                yield after


def _all_fall(position: Position, region: list[int], enemy: Color) -> bool:
    """Whether every enemy block of the region falls, the owner moving first, whatever ko threats
    the enemy has. The walls are safe, so it is enough that this is read inside them.
    """
    owner, done = enemy.opponent, set[int]()
    for point in region:
        if position.color_at(point) != enemy or point in done:
            continue
        done.update(position.block(point).stones)
        inside = region_of(position, [point], region)
        meter = ENOUGH.start()
        reader = Reader(inside, first=owner, ko=None, meter=meter, memory=_MEMORY)
        if not reader.wins(0, ENDLESS):
            return False
    return True
