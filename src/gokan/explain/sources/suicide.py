"""A move that leaves its own block without a liberty, where the rules allow that: it comes off."""

from __future__ import annotations

from collections.abc import Iterator

from gokan.explain.claim import Claim
from gokan.explain.scene import Scene


def claims(scene: Scene) -> Iterator[Claim]:
    """The claim about the stones that the move takes off its own side; none of any other move.

    >>> from gokan.go import Position, Rules
    >>> position = Position.from_diagram('''
    ...     . X O .
    ...     O O O .
    ...     . . . .
    ... ''').with_rules(Rules.named("tromp-taylor"))
    >>> [(claim.kind, claim["stones"]) for claim in claims(Scene(position, "A3"))]
    [('suicide', (1,))]
    """
    if not is_suicide(scene):
        return
    after = scene.after.board
    stones = tuple(p for p in scene.before.stones(scene.mover) if not after[p])
    yield Claim(
        "suicide",
        scene.move,
        scene.mover,
        "exact",
        "rules",
        points={"stones": stones} if stones else {},
        numbers={"count": len(stones)},
        names={"how": "several" if stones else "alone"},
    )


def is_suicide(scene: Scene) -> bool:
    """Whether the new stone is off the board again."""
    return not scene.after.board[scene.move]
