"""Ladders: those the move starts, stops or makes possible, each read to the end.

"Works" holds for the whole game of Go; "does not work" says that a chain of ataris does not catch
the stones (`gokan.go.ladder`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gokan.explain.claim import Claim
from gokan.explain.scene import Scene
from gokan.go import Block, Position
from gokan.go.ladder import ladder

_LONGEST = 12
"""Moves of a line that are told; a ladder runs on."""
_SHORTEST = 5
"""Moves until the capture for which one speaks of a ladder."""


def claims(scene: Scene) -> Iterator[Claim]:
    """Exact claims about ladders.

    >>> position = Position.from_diagram('''
    ...     . . . . . .
    ...     . . . . . .
    ...     . . . X . .
    ...     . X O O . .
    ...     . . X X . .
    ...     . . . . . .
    ... ''')
    >>> [claim.kind for claim in claims(Scene(position, "E3"))]
    ['ladder works']
    """
    for block in scene.after.blocks():
        few = len(block.liberties) <= 2
        if block.color == scene.enemy and few:
            yield from _theirs(scene, block)
    for block in scene.before.blocks():
        if block.color == scene.mover and len(block.liberties) <= 2:
            yield from _ours(scene, block)


def _claim(scene: Scene, kind: str, value: float, **parts: Any) -> Claim:
    return Claim(kind, scene.move, scene.mover, "exact", "reading", value=value, **parts)


def _theirs(scene: Scene, block: Block) -> Iterator[Claim]:
    stone, size = block.stones[0], len(block.stones)
    was = scene.blocks_before[stone]
    points = {"stones": block.stones}
    if len(block.liberties) == 1 and len(was.liberties) > 1:
        reading = ladder(scene.after, stone, first="defend")
        if reading.captured is True and not _gets_out_by_ko(scene, stone):
            kind = "ladder works" if len(reading.moves) >= _SHORTEST else "caught"
            # What was lost already before the move is not gained by it.
            lost = ladder(scene.before, stone, first="defend").captured is True
            yield _claim(
                scene,
                kind,
                0.0 if lost else 2.0 * size,
                points={**points, "line": reading.moves[:_LONGEST]},
                numbers={"count": size, "moves": len(reading.moves)},
            )
        elif reading.captured is False and len(was.liberties) == 2:
            found = breaker(scene.after, block)
            if found is not None:
                yield _claim(
                    scene,
                    "ladder fails",
                    -1.0,
                    points={**points, "breaker": (found,), "line": reading.moves[:_LONGEST]},
                    numbers={"count": size},
                    against=True,
                )
    elif len(block.liberties) == 2 and scene.move not in _near(scene, was):
        # A stone from afar that makes a ladder possible.
        now = ladder(scene.after, stone, first="attack")
        if now.captured is True and ladder(scene.before, stone, first="attack").captured is False:
            yield _claim(
                scene,
                "ladder maker",
                0.7 * size,
                points={**points, "line": now.moves[:_LONGEST]},
                numbers={"count": size},
            )


def _gets_out_by_ko(scene: Scene, stone: int) -> bool:
    """Whether ko threats save a block that is caught without them."""
    return ladder(scene.after, stone, first="defend", threats="defend").captured is not True


def _ours(scene: Scene, block: Block) -> Iterator[Claim]:
    """Own stones that a ladder would have caught and does not catch any more."""
    stone, size = block.stones[0], len(block.stones)
    threat = ladder(scene.before, stone, first="attack")
    if threat.captured is not True:
        return
    now = ladder(scene.after, stone, first="attack")
    if now.captured is not False:
        return
    near = scene.move in _near(scene, block)
    yield _claim(
        scene,
        "saves" if near else "ladder breaker",
        2.0 * size,
        points={"stones": block.stones, "line": threat.moves[:_LONGEST]},
        numbers={"count": size, "moves": len(threat.moves)},
        names={"how": "ladder" if len(threat.moves) >= _SHORTEST else "short"},
    )


def _near(scene: Scene, block: Block) -> set[int]:
    """The liberties of a block and what lies within two steps of its stones."""
    width = scene.before.width
    near = set(block.liberties)
    for p in range(len(scene.before.board)):
        r, c = divmod(p, width)
        if any(abs(r - s // width) + abs(c - s % width) <= 2 for s in block.stones):
            near.add(p)
    return near


def breaker(after: Position, block: Block) -> int | None:
    """The stone without which the ladder on a block in atari would work; None if no single stone
    away from the block is to blame.

    >>> position = Position.from_diagram('''
    ...     . . . . . . .
    ...     . O . . . . .
    ...     . . . . . . .
    ...     . . . . X . .
    ...     . . X O O X .
    ...     . . . X X . .
    ...     . . . . . . .
    ... ''')
    >>> position.vertex(breaker(position, position.block("D3")))
    'B6'
    """
    beside = {q for p in block.stones for q in after.neighbors(p)}
    blamed: list[int] = []
    for stone in after.stones(block.color):
        if stone in block.stones or stone in beside:
            continue
        try:
            without = after.setup(empty=[stone])
        except ValueError:
            continue
        if ladder(without, block.stones[0], first="defend").captured is True:
            blamed.append(stone)
            if len(blamed) > 1:
                return None
    return blamed[0] if blamed else None
