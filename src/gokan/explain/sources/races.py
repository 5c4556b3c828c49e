"""Races: two groups that cannot both live, and which of them the move lets fall first.

After the move the opponent is to play. If he wins the race without the move and loses it after the
move, the move wins the race; if he loses it before the move with the mover to play and wins it
after the move, the move loses it. Races are read: the stones around are taken as safe.
"""

from __future__ import annotations

from collections.abc import Iterator

from gokan.explain.claim import Claim
from gokan.explain.scene import Scene
from gokan.go import Block, Position
from gokan.reading.races.race import Race, race

NODES = 20_000
_LIBERTIES = 6
_STONES = 3
"""A race is between blocks of at least so many stones; of fewer one says captured."""


def claims(scene: Scene) -> Iterator[Claim]:
    """Claims about races; none but at the level `deep`.

    >>> from gokan.explain.scene import Table
    >>> position = Position.from_diagram('''
    ... . . . . .
    ... O O O O O
    ... . . O O O
    ... X X X X X
    ... O O O O O
    ... . . X X X
    ... X X X X X
    ... . . . . .
    ... ''')
    >>> scene = Scene(position, "A3", Table(position, level="deep"))
    >>> [(claim.kind, claim["ours"], claim["theirs"]) for claim in claims(scene)]
    [('wins race', (15, 16, 17, 18, 19), (20, 21, 22, 23, 24))]
    """
    if scene.table.level != "deep":
        return
    for ours, theirs in _pairs(scene):
        now = read(scene.after, theirs.stones[0], ours.stones[0])
        if now.outcome == "loses":
            was = read(scene.ignored, theirs.stones[0], ours.stones[0])
            if was.outcome in ("wins", "seki", "ko"):
                yield _claim(scene, "wins race", ours, theirs, now)
        elif now.outcome == "wins":
            could = read(scene.before, ours.stones[0], theirs.stones[0])
            if could.outcome == "wins":
                yield _claim(scene, "loses race", ours, theirs, now)


def _claim(scene: Scene, kind: str, ours: Block, theirs: Block, now: Race) -> Claim:
    value = 2.0 * (len(ours.stones) + len(theirs.stones))
    return Claim(
        kind,
        scene.move,
        scene.mover,
        "read",
        "reading",
        points={"ours": ours.stones, "theirs": theirs.stones},
        numbers={"own": now.count.second, "others": now.count.first},
        value=value if kind == "wins race" else -value,
        against=kind == "loses race",
    )


def _pairs(scene: Scene) -> Iterator[tuple[Block, Block]]:
    """Blocks of the two sides that touch, both short of liberties, one of them near the move."""
    near = {b.stones[0] for b in (*scene.near(scene.mover, 2), *scene.near(scene.enemy, 2))}
    short = [
        b
        for b in scene.before.blocks()
        if len(b.liberties) <= _LIBERTIES and len(b.stones) >= _STONES
    ]
    for ours in (b for b in short if b.color == scene.mover):
        beside = {q for p in ours.stones for q in scene.before.neighbors(p)}
        for theirs in (b for b in short if b.color == scene.enemy):
            if theirs.stones[0] in scene.captured or beside.isdisjoint(theirs.stones):
                continue
            if ours.stones[0] in near or theirs.stones[0] in near:
                yield ours, theirs


def read(position: Position, first: int, second: int) -> Race:
    """The race within a number of nodes, the owner of the first stone to move."""
    return race(position, first, second, nodes=NODES)
