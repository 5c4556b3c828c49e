"""Life and death: what the move does to groups whose fate was read, for problems and deep looks.

A group is asked about with the side to move after the move: a kill holds against every defence, a
life against every attack. It is *proved* where the solver's answer is, else *read*.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gokan.explain.claim import Certainty, Claim
from gokan.explain.scene import Scene
from gokan.go import Block, Position
from gokan.reading.life.solve import Solution, solve
from gokan.reading.problem import Problem
from gokan.reading.regions.region import find_region

NODES = 60_000
"""For one question about one group."""
_NEAR = 3
_LONGEST = 9
_MOST = 4


def claims(scene: Scene) -> Iterator[Claim]:
    """Claims about groups near the move that are closed in; none but at the level `deep`.

    >>> from gokan.explain.scene import Table
    >>> position = Position.from_diagram('''
    ... . . . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> scene = Scene(position, "B5", Table(position, level="deep"))
    >>> [(claim.kind, claim.certainty) for claim in claims(scene)]
    [('kills', 'proved')]
    """
    if scene.table.level != "deep":
        return
    seen: set[frozenset[int]] = set()
    for color in (scene.enemy, scene.mover):
        for block in scene.near(color, _NEAR)[:_MOST]:
            group = scene.table.group(block.stones[0])
            if group in seen or not group.isdisjoint(scene.captured):
                continue
            seen.add(group)
            yield from _group(scene, block, group)


def _group(scene: Scene, block: Block, group: frozenset[int]) -> Iterator[Claim]:
    """A group of the opponent that dies, or of the mover that lives, and did not before."""
    stone = block.stones[0]
    target = tuple(sorted({scene.blocks_before[p].stones[0] for p in group}))
    if not find_region(scene.after, target).sealed:
        return
    ours = block.color == scene.mover
    now = read(scene.after, target)
    if now.result != "loss":
        if now.result == "ko":
            was = scene.table.once(("life", stone), lambda: read(scene.ignored, target))
            if was.result == "win":  # the opponent, who could have had all that he wants
                yield claim(scene, "makes ko", now, group)
        return
    # The opponent, to move after it, misses his goal: the group lives, or is dead.
    question = scene.ignored if ours else scene.before.with_to_play(scene.enemy)
    was = scene.table.once(("life", stone), lambda: read(question, target))
    if was.result in ("win", "ko"):
        without = "ko" if was.result == "ko" else "dies" if ours else "lives"
        yield claim(scene, "lives" if ours else "kills", now, group, before=without)


def read(position: Position, target: tuple[int, ...]) -> Solution:
    """The solver's answer within a number of nodes."""
    problem = Problem.make(position, target=target)
    return solve(problem, nodes=NODES, all_moves=False, details=False, trials=False)


def claim(
    scene: Scene,
    kind: str,
    answer: Solution,
    group: frozenset[int],
    line: tuple[int, ...] = (),
    before: str | None = None,
) -> Claim:
    """A claim about the life of a group that rests on an answer of the solver; `before` is what
    would have become of it without the move.
    """
    certainty: Certainty = "proved" if answer.proved else "read"
    points: dict[str, tuple[int, ...]] = {"stones": tuple(sorted(group))}
    if line:
        points["line"] = line[:_LONGEST]
    numbers: dict[str, Any] = {"count": len(group)}
    return Claim(
        kind,
        scene.move,
        scene.mover,
        certainty,
        "reading",
        points=points,
        numbers=numbers,
        names={} if before is None else {"before": before},
        value=2.0 * len(group) * (0.5 if kind == "makes ko" else 1.0),
    )
