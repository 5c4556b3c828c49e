"""Lenses: what a sense sees on every position, written as one letter per point."""

from __future__ import annotations

from collections.abc import Sequence

from gokan.explain.reviews.answer import Lens
from gokan.go import Position

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_MIDDLE = 32
_STEPS = 31


def letters(values: Sequence[float]) -> str:
    """Numbers from -1 (White) to +1 (Black) as letters.

    >>> letters([-1.0, 0.0, 1.0, 7.0])
    'Bg__'
    """
    steps = [round(_STEPS * value) for value in values]
    return "".join([LETTERS[_MIDDLE + max(-_STEPS, min(_STEPS, step))] for step in steps])


def territory(owners: Sequence[Sequence[float]], certainty: str) -> Lens:
    """Who is likely to own each point, by the source of the numbers."""
    return Lens(
        "Territory",
        certainty,
        "Who is likely to own each point at the end: the darker Black, the lighter White.",
        tuple(letters(owner) for owner in owners),
    )


def influence(positions: Sequence[Position]) -> Lens:
    """Zobrist's influence, halved every 16 points of it."""
    from gokan import sight

    return Lens(
        "Influence (sight)",
        "measured",
        "How the stones radiate over the board, as Zobrist's program saw it.",
        tuple(
            letters([value / (abs(value) + _HALF) for value in sight.influence(one)])
            for one in positions
        ),
    )


def strength(positions: Sequence[Position]) -> Lens:
    """Wolf's strength of blocks and control of points."""
    from gokan import strength as sense

    return Lens(
        "Strength",
        "measured",
        "How firmly each side holds a point, by Wolf's system; a pale stone is a weak one.",
        tuple(letters([2 * black - 1 for black in sense.weigh(one).black]) for one in positions),
    )


_HALF = 30
"""Influence that paints a point half."""
