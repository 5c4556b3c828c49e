"""What the rules alone say of a move: captures, ataris, blocks joined and kept apart, kos."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from gokan.explain.claim import Claim
from gokan.explain.scene import Scene
from gokan.go import Position


def claims(scene: Scene) -> Iterator[Claim]:
    """Exact claims from the stones and their liberties.

    >>> position = Position.from_diagram('''
    ...     . X .
    ...     X O .
    ...     . X .
    ... ''')
    >>> [(claim.kind, claim.value) for claim in claims(Scene(position, "C2"))]
    [('captures', 2.0)]
    """
    yield from _captures(scene)
    yield from _ataris(scene)
    yield from _out_of_atari(scene)
    yield from _joins(scene)
    yield from _closes_cut(scene)
    yield from _separates(scene)
    yield from _self_atari(scene)


def _claim(scene: Scene, kind: str, value: float = 0.0, **parts: Any) -> Claim:
    return Claim(kind, scene.move, scene.mover, "exact", "rules", value=value, **parts)


def _captures(scene: Scene) -> Iterator[Claim]:
    stones = scene.captured
    if not stones:
        return
    ko = scene.after.ko
    if len(stones) == 1 and ko is not None:
        # A ko stone is worth what hangs on the ko, which the rules do not know.
        yield _claim(scene, "takes ko", 1.0, points={"at": (ko,)}, numbers={"count": 1})
        return
    number = len(stones)
    # Each is worth a prisoner and a point of territory.
    yield _claim(
        scene, "captures", 2.0 * number, points={"stones": stones}, numbers={"count": number}
    )


def _ataris(scene: Scene) -> Iterator[Claim]:
    put = [
        block
        for block in scene.after.blocks()
        if block.color == scene.enemy
        and len(block.liberties) == 1
        and len(scene.blocks_before[block.stones[0]].liberties) > 1
    ]
    put.sort(key=lambda block: (-len(block.stones), block.stones))
    if len(put) == 1:
        stones = put[0].stones
        yield _claim(scene, "atari", 0.5, points={"stones": stones}, numbers={"count": len(stones)})
    elif put:
        numbers = {"count": sum(len(block.stones) for block in put)}
        stones = tuple(sorted(p for block in put for p in block.stones))
        heads = tuple(block.stones[0] for block in put)
        yield _claim(
            scene,
            "double atari",
            2.0 * min(len(block.stones) for block in put),
            points={"stones": stones, "blocks": heads},
            numbers=numbers,
        )


def _out_of_atari(scene: Scene) -> Iterator[Claim]:
    for block in scene.before.blocks():
        if block.color != scene.mover or len(block.liberties) != 1:
            continue
        now = scene.blocks_after[block.stones[0]]
        if len(now.liberties) > 1:
            number = len(block.stones)
            yield _claim(
                scene,
                "out of atari",
                0.5,
                points={"stones": block.stones},
                numbers={"count": number, "liberties": len(now.liberties)},
            )


def _joins(scene: Scene) -> Iterator[Claim]:
    blocks = scene.touching(scene.mover)
    if len(blocks) > 1:
        blocks.sort(key=lambda block: (-len(block.stones), block.stones))
        yield _claim(
            scene,
            "joins",
            points={
                "blocks": tuple(block.stones[0] for block in blocks),
                "near": _beside(scene, blocks),
            },
            numbers={"count": len(blocks)},
        )


def _closes_cut(scene: Scene) -> Iterator[Claim]:
    """Two blocks that touch at an angle: the point across is the enemy's, and so would this one
    have been.
    """
    before, width = scene.before, scene.before.width
    near = [q for q in before.neighbors(scene.move) if before.board[q] == scene.mover]
    cuts = []
    for a, b in combinations(sorted(near), 2):
        across = a + b - scene.move
        if abs(a % width - b % width) != 1 or before.board[across] != scene.enemy:
            continue
        one, two = scene.blocks_before[a], scene.blocks_before[b]
        if one.stones != two.stones and _can_cut(scene):
            cuts.append((-min(len(one.stones), len(two.stones)), a, b))
    for size, a, b in sorted(cuts)[:1]:
        heads = tuple(scene.blocks_before[p].stones[0] for p in (a, b))
        yield _claim(
            scene,
            "closes cut",
            1.0 - 0.3 * size,
            points={"ends": (a, b), "blocks": heads},
            numbers={"count": -size},
        )


def _can_cut(scene: Scene) -> bool:
    """Whether an enemy stone on the point would stand there with two liberties or more."""
    if not scene.ignored.is_legal(scene.move):
        return False
    cut = scene.ignored.play(scene.move)
    return bool(cut.board[scene.move]) and len(cut.block(scene.move).liberties) > 1


def _separates(scene: Scene) -> Iterator[Claim]:
    gone = set(scene.captured)
    blocks = [b for b in scene.touching(scene.enemy) if b.stones[0] not in gone]
    if len(blocks) > 1:
        blocks.sort(key=lambda block: (-len(block.stones), block.stones))
        yield _claim(
            scene,
            "separates",
            points={
                "blocks": tuple(block.stones[0] for block in blocks),
                "near": _beside(scene, blocks),
            },
            numbers={"count": len(blocks)},
        )


def _beside(scene: Scene, blocks: list[Any]) -> tuple[int, ...]:
    """The stone of each block that stands next to the move."""
    near = scene.before.neighbors(scene.move)
    return tuple(next(p for p in near if p in block.stones) for block in blocks)


def _self_atari(scene: Scene) -> Iterator[Claim]:
    own = scene.own
    if len(own.liberties) != 1 or scene.after.ko is not None:
        return
    hole = own.liberties[0]
    number = len(own.stones)
    if not scene.after.is_legal(hole):
        return  # the opponent may not take it
    back = snapback(scene.after, scene.move)
    if back:
        yield _claim(
            scene,
            "snapback",
            2.0 * (len(back) + 1 - number),
            points={"at": (hole,), "stones": back},
            numbers={"count": len(back), "given": number},
        )
    elif number == 1 and not scene.captured and _walled(scene, hole):
        yield _claim(scene, "throw-in", points={"at": (hole,)})
    elif not scene.captured:
        yield _claim(
            scene,
            "self-atari",
            -2.0 * number,
            points={"stones": own.stones, "at": (hole,)},
            numbers={"count": number},
            against=True,
        )


def _walled(scene: Scene, hole: int) -> bool:
    """Every neighbour of the new stone but its liberty is an enemy stone, and that liberty is one
    of theirs as well.
    """
    around = [q for q in scene.after.neighbors(scene.move) if q != hole]
    if any(scene.after.board[q] != scene.enemy for q in around):
        return False
    return any(hole in scene.blocks_after[q].liberties for q in around)


def snapback(after: Position, stone: int) -> tuple[int, ...]:
    """The enemy stones that can be taken at once if the enemy takes the block of `stone`, which has
    one liberty: at least two, and more than were given. Empty if there is none.

    >>> position = Position.from_diagram('''
    ...     O . X O .
    ...     . O X O .
    ...     X X O O .
    ... ''')
    >>> snapback(position, 0)
    ()
    """
    block = after.block(stone)
    taker = block.color.opponent
    if len(block.liberties) != 1 or not after.is_legal(block.liberties[0], taker):
        return ()
    taken = after.play(block.liberties[0], taker)
    if taken.board[stone]:
        return ()
    theirs = taken.block(block.liberties[0])
    if len(theirs.liberties) != 1 or not taken.is_legal(theirs.liberties[0], block.color):
        return ()
    back = taken.play(theirs.liberties[0], block.color)
    if back.board[theirs.stones[0]]:
        return ()
    stones = tuple(p for p in theirs.stones if p != block.liberties[0])
    return stones if len(theirs.stones) > max(1, len(block.stones)) else ()
