"""What tactical reading says: blocks caught, saved and threatened, connections made and broken.

Each block near the move is asked about before and after it, with either side to move. A claim is
*proved* if every reading it rests on is, else *read*.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from gokan.explain.claim import Certainty, Claim
from gokan.explain.scene import Scene, Table
from gokan.go import PASS, Block, Position
from gokan.reading.tactics.opinions import ORDER
from gokan.reading.tactics.questions import Capture, Connection, capture, connect

NODES = {"quick": 0, "tactics": 1_000, "usual": 1_000, "deep": 20_000}
"""Positions that one question may look at."""
ORDERS = {"quick": 0, "tactics": 3, "usual": 3, "deep": ORDER}
"""Quiet moves of the side that wants to capture or connect."""
FAR = 4
"""Steps from the move within which blocks are asked about."""
_HARDER = 8
_LIBERTIES = 4
_CLOSE = 3
_LONGEST = 9


def claims(scene: Scene) -> Iterator[Claim]:
    """Claims from reading; none at the level `quick`.

    >>> position = Position.from_diagram('''
    ...     . . . . . . .
    ...     . . X . . . .
    ...     . X O . . . .
    ...     . . X . . . .
    ...     . . . . . . .
    ... ''')
    >>> [(claim.kind, claim.certainty) for claim in claims(Scene(position, "E4"))]
    []
    """
    if not NODES[scene.table.level]:
        return
    for block in scene.near(scene.enemy, FAR):
        if block.stones[0] not in scene.captured and len(block.liberties) <= _LIBERTIES:
            yield from _theirs(scene, block)
    for block in scene.near(scene.mover, FAR):
        if len(block.liberties) <= _LIBERTIES:
            yield from _ours(scene, block)
    yield from _links(scene)


def _theirs(scene: Scene, block: Block) -> Iterator[Claim]:
    table, stone, size = scene.table, block.stones[0], len(block.stones)
    now = scene.blocks_after[stone]
    lost = read_capture(scene.after, stone, "defend", table)
    if lost.captured is True and lost.grade != "proved":  # that nothing helps must be proved
        lost = read_capture(scene.after, stone, "defend", table, times=_HARDER)
    if lost.captured is True and lost.grade == "proved":
        was = table.once(
            ("defend", stone), lambda: read_capture(scene.before, stone, "defend", table)
        )
        if was.captured is not True and was.code not in (2, 3) and len(now.liberties) > 1:
            # In atari the ladder says it already.
            how = "net" if scene.move not in block.liberties else "one" if size == 1 else "several"
            found = _claim(scene, "catches", "proved", 2.0 * size, block, lost.line)
            yield replace(found, names={"how": how})
        return
    threat = read_capture(scene.elsewhere, stone, "attack", table)
    if threat.captured is True and len(now.liberties) > 1:
        could = table.once(
            ("attack", stone), lambda: read_capture(scene.before, stone, "attack", table)
        )
        if could.captured is not True and could.code not in (2, 3):
            certainty: Certainty = "proved" if threat.grade == "proved" else "read"
            yield _claim(scene, "threatens", certainty, 0.6 * size, block, threat.line)


def _ours(scene: Scene, block: Block) -> Iterator[Claim]:
    table, stone, size = scene.table, block.stones[0], len(block.stones)
    danger = table.once(
        ("danger", stone), lambda: read_capture(scene.ignored, stone, "attack", table)
    )
    now = read_capture(scene.after, stone, "attack", table)
    if danger.captured is True and now.captured is False and _settled(now):
        yield _claim(scene, "rescues", "read", 2.0 * size, block, danger.line)
    elif now.captured is True and (danger.captured is True or _settled(danger)):
        certainty: Certainty = "proved" if now.grade == "proved" else "read"
        kind = "neglects" if danger.captured is True else "endangers"
        yield _claim(scene, kind, certainty, -2.0 * size, block, now.line)


def _links(scene: Scene) -> Iterator[Claim]:
    """Pairs of blocks near the move that it joins, or keeps apart."""
    gone = set(scene.captured)
    for color, kind in ((scene.mover, "connects"), (scene.enemy, "cuts")):
        blocks = [b for b in scene.near(color, _CLOSE) if b.stones[0] not in gone][:4]
        for one, two in combinations(blocks, 2):
            a, b = one.stones[0], two.stones[0]
            if _gap(scene, one, two) > 4:
                continue
            if color == scene.enemy and not _touches(scene, one, two):
                continue  # that far blocks cannot be joined is too seldom read to its end
            if color == scene.mover:
                found = _joined(scene, a, b)
            else:
                found = _parted(scene, a, b)
            if found is not None:
                certainty, line = found
                size = min(len(one.stones), len(two.stones))
                yield Claim(
                    kind,
                    scene.move,
                    scene.mover,
                    certainty,
                    "reading",
                    points={"ends": _ends(scene, one, two), "blocks": (a, b), "line": line},
                    numbers={"count": size},
                    value=1.0 + 0.3 * size,
                )


def _touches(scene: Scene, one: Block, two: Block) -> bool:
    near = set(scene.before.neighbors(scene.move))
    return not near.isdisjoint(one.stones) and not near.isdisjoint(two.stones)


def _joined(scene: Scene, a: int, b: int) -> tuple[Certainty, tuple[int, ...]] | None:
    """The enemy could cut before the move and cannot any more."""
    table = scene.table
    was = table.once(("cut", a, b), lambda: read_link(scene.ignored, a, b, "cut", table))
    if was.connected is not False or not _settled(was):
        return None
    now = read_link(scene.after, a, b, "cut", table)
    if now.connected is not True or now.grade != "proved":
        return None
    return "proved", was.line[:_LONGEST]


def _parted(scene: Scene, a: int, b: int) -> tuple[Certainty, tuple[int, ...]] | None:
    """The enemy could connect before the move, and cannot any more."""
    table = scene.table
    was = table.once(("connect", a, b), lambda: read_link(scene.before, a, b, "connect", table))
    if was.connected is not True or not _settled(was):
        return None
    now = read_link(scene.after, a, b, "connect", table)
    if now.connected is not False or not _settled(now):
        return None
    # That something cannot be done is read less surely than that it can: look harder once more.
    now = read_link(scene.after, a, b, "connect", table, times=_HARDER, order=ORDER - 1)
    if now.connected is not False or not _settled(now):
        return None
    return "read", now.line[:_LONGEST]


def read_capture(
    position: Position, stone: int, first: Any, table: Table, *, times: int = 1
) -> Capture:
    """The reading of one block within the budget of the level."""
    nodes = NODES[table.level] * table.times * times
    return capture(position, stone, first=first, nodes=nodes, order=ORDERS[table.level])


def read_link(
    position: Position,
    a: int,
    b: int,
    first: Any,
    table: Table,
    *,
    times: int = 1,
    order: int | None = None,
) -> Connection:
    """The reading of one connection within the budget of the level."""
    nodes = NODES[table.level] * table.times * times
    order = ORDERS[table.level] if order is None else order
    return connect(position, a, b, first=first, nodes=nodes, order=order)


def _settled(answer: Capture | Connection) -> bool:
    """A reading that its budget did not cut short."""
    return answer.grade == "proved" or answer.complete


def _claim(
    scene: Scene,
    kind: str,
    certainty: Certainty,
    value: float,
    block: Block,
    line: tuple[int, ...],
) -> Claim:
    told = tuple(p for p in line[:_LONGEST] if p != PASS)
    return Claim(
        kind,
        scene.move,
        scene.mover,
        certainty,
        "reading",
        points={"stones": block.stones, "line": told},
        numbers={"count": len(block.stones)},
        value=value,
        against=value < 0,
    )


def _gap(scene: Scene, one: Block, two: Block) -> int:
    width = scene.before.width
    return min(
        abs(p // width - q // width) + abs(p % width - q % width)
        for p in one.stones
        for q in two.stones
    )


def _ends(scene: Scene, one: Block, two: Block) -> tuple[int, int]:
    """The stones of the two blocks that are nearest to each other, then to the move."""
    width = scene.before.width
    best = min(
        (
            abs(p // width - q // width) + abs(p % width - q % width),
            scene.distance(p) + scene.distance(q),
            p,
            q,
        )
        for p in one.stones
        for q in two.stones
    )
    return best[2], best[3]
