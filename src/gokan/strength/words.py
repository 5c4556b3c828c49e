"""What the weighing of a position says in sentences, and what its numbers were worth in games.

The strength of a block is the paper's number. As a chance it is far off at both ends, so sentences
tell beside it how often blocks of such a strength stood at the end of the game (`SURVIVED`). The
score sums up strengths; with the count of the finished game it has next to nothing to do, so nobody
is called ahead by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gokan.assessment import BoardAssessment, GroupAssessment
    from gokan.go import Position
    from gokan.strength.weigh import BlockStrength, Weighing

__all__ = ["SURVIVED", "WEAK", "explain", "survived"]

WEAK = 0.5
"""A block of this strength or less is called weak, in sentences and on pictures."""
_MOST = 5
"""Weak blocks that are told, and groups of which reading knows better."""
SURVIVED = ((0.02, 0.16), (0.5, 0.46), (0.8, 0.76), (0.9, 0.89), (1.0, 0.95))
"""Up to a strength, the share of blocks that stood at the end: 46,706 blocks of 245 finished games
of strong players, a quarter, half, three quarters of the way and at the end, without those that
static life settles (19 November 2026)."""


def survived(strength: float) -> float:
    """How often blocks of such a strength stood at the end of the game.

    >>> survived(0.01), survived(0.99)
    (0.16, 0.95)
    """
    return next(share for most, share in SURVIVED if strength <= most)


def explain(weighed: Weighing, board: BoardAssessment | None = None) -> str:
    """The sentences; with the assessment of the board also where it knows better."""
    return "\n".join(_sentences(weighed, board))


def _sentences(weighed: Weighing, board: BoardAssessment | None) -> Iterator[str]:
    position, score = weighed.position, weighed.score
    more = "Black" if score > 0 else "White"
    if abs(score) < 0.5:
        yield "Strength and influence are shared evenly; that is no forecast of the score."
    else:
        yield (
            f"{more} has {abs(score):.1f} more of strength and influence; that is no forecast of "
            "the score."
        )
    weak = sorted((b for b in weighed.blocks if b.strength <= WEAK), key=lambda b: b.strength)
    for block in weak[:_MOST]:
        yield _weak(position, block)
    if not weak:
        yield f"No block has a strength of {100 * WEAK:.0f} or less. Nothing was read for that."
    if weighed.oscillating:
        names = ", ".join(position.vertex(stone) for stone in weighed.oscillating)
        yield f"Which of them is strong depends on who moves next at {names}."
    if board is not None:
        yield from _known_better(weighed, board)


def _weak(position: Position, block: BlockStrength) -> str:
    n, liberties = len(block.stones), len(block.liberties)
    what = f"The {block.color} stone" if n == 1 else f"The {n} {block.color} stones"
    breath = "1 liberty" if liberties == 1 else f"{liberties} liberties"
    where = position.vertex(block.stones[0])
    looks = "looks" if n == 1 else "look"
    told = f"{what} at {where} {looks} weak: strength {100 * block.strength:.0f} of 100, {breath}"
    if block.certain:
        return f"{told}, given."
    return f"{told}; of such blocks {100 * survived(block.strength):.0f} % stood at the end."


def _known_better(weighed: Weighing, board: BoardAssessment) -> Iterator[str]:
    """Groups that are surely not what their strength suggests."""
    strengths = {p: block.strength for block in weighed.blocks for p in block.stones}
    told = 0
    for group in board.groups:
        mean = sum(strengths[p] for p in group.stones) / len(group.stones)
        falls = group.word in ("dead", "unsettled", "ko")
        stands = group.word in ("alive", "seki")
        if told < _MOST and ((falls and mean > WEAK) or (stands and mean <= WEAK)):
            told += 1
            yield _better(weighed.position, group, mean)


def _better(position: Position, group: GroupAssessment, mean: float) -> str:
    n, name = len(group.stones), position.vertex(group.stones[0])
    size = "1 stone" if n == 1 else f"{n} stones"
    side = str(group.color).capitalize()
    word = {"seki": "alive in seki"}.get(group.word, group.word)
    if group.kills is not None:
        word = f"part of the killing of {position.vertex(group.kills)}"
    return (
        f"{side}'s group at {name} ({size}) has a mean strength of {100 * mean:.0f}, "
        f"but is {word} ({group.certainty})."
    )
