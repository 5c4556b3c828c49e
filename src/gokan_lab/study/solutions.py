"""How many solutions Wolf's system has besides the two extreme ones (section VI-A)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gokan.checks import whole
from gokan.go.collection import Collection
from gokan.strength import FixedPoints, fixed_points
from gokan_lab.study.parameters import positions

NEUTRAL = 1e-3
"""If disturbances grow or shrink by no more than this per sweep, nothing pulls."""


@dataclass(frozen=True, slots=True)
class Solutions:
    """Positions by what random starts end in, besides the two extreme solutions.

    Attributes:
        one: every start ends in the same solution, as the paper found "in any position so far".
        several: two or more, each by itself. `start_only` of them are two of which the paper's own
            start values alone find one, and every random start the other.
        neutral: several without a pull (radius 1): a line of solutions, as in a mutual atari,
            where only the sum of two strengths is fixed, or one that is approached so slowly (an
            eye of two points: like 1/n) that the starts come to rest apart.
        unsettled: some start came to no rest.
    """

    raise_last_liberty: bool
    move: int
    one: int
    several: int
    start_only: int
    neutral: int
    unsettled: int

    @property
    def positions(self) -> int:
        """How many positions were looked at."""
        return self.one + self.several + self.neutral + self.unsettled

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "raise_last_liberty": self.raise_last_liberty,
            "move": self.move,
            "positions": self.positions,
            "one": self.one,
            "several": self.several,
            "start_only": self.start_only,
            "neutral": self.neutral,
            "unsettled": self.unsettled,
        }


def solutions(
    collection: Collection | str | Path,
    *,
    move: int = 50,
    limit: int | None = 100,
    starts: int = 8,
    raise_last_liberty: bool = True,
    static_life: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Solutions:
    """Solve the position before move number `move` of each game from several starts.

    With `static_life` blocks that live for certain are held at strength 1; a mutual atari between
    two of them has a whole line of solutions.

    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "game.sgf").write_text("(;SZ[9];B[ee];W[eg];B[gf];W[cf])")
    >>> solutions(folder, move=4, starts=3).one
    1
    """
    whole("number of starts", starts, 2, 1000)
    kinds = dict.fromkeys(("one", "several", "start_only", "neutral", "unsettled"), 0)
    for number, (position, _) in enumerate(positions(collection, move=move, limit=limit)):
        found = fixed_points(
            position,
            starts=starts,
            raise_last_liberty=raise_last_liberty,
            static_life=static_life,
        )
        kind = _kind(found)
        kinds[kind] += 1
        if kind == "several":
            kinds["start_only"] += sorted(p.found for p in found.between) == [1, starts - 1]
        if progress is not None:
            progress(number + 1)
    return Solutions(raise_last_liberty, move, **kinds)


def _kind(found: FixedPoints) -> str:
    if found.lost:
        return "unsettled"
    if len(found.between) == 1:
        return "one"
    neutral = any(abs(point.radius - 1) < NEUTRAL for point in found.between)
    return "neutral" if neutral else "several"
