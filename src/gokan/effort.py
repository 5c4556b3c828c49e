"""How much work goes into an answer: the same three names everywhere, counted in nodes and visits.

Nothing here is a time. At one effort the same question has the same answer on every machine; a
larger effort looks at more of the same, never at something else.
"""

from __future__ import annotations

from dataclasses import dataclass

from gokan.errors import InvalidInput

__all__ = ["DEEP", "EFFORTS", "QUICK", "USUAL", "Effort"]


@dataclass(frozen=True, slots=True)
class Effort:
    """What may be spent on one question about one position.

    >>> QUICK < USUAL <= USUAL, Effort.named("deep") is DEEP
    (True, True)
    >>> USUAL.times(10).nodes == 10 * USUAL.nodes
    True
    """

    visits: int
    """Positions that a search looks at."""
    nodes: int
    """Positions that reading looks at, for one group or one link."""
    name: str = ""

    def __post_init__(self) -> None:
        for what in ("visits", "nodes"):
            number = getattr(self, what)
            if not isinstance(number, int) or isinstance(number, bool) or number < 0:
                raise InvalidInput(f"An effort of {number!r} {what} cannot be.")

    @staticmethod
    def named(name: str) -> Effort:
        """The effort of that name.

        >>> Effort.named("hasty")
        Traceback (most recent call last):
        ...
        gokan.errors.InvalidInput: There is no effort 'hasty': there are quick, usual, deep.
        """
        if name not in EFFORTS:
            raise InvalidInput(f"There is no effort {name!r}: there are {', '.join(EFFORTS)}.")
        return EFFORTS[name]

    def times(self, factor: int) -> Effort:
        """So many times as much of everything."""
        name = f"{factor}×{self.name}" if self.name else ""
        return Effort(self.visits * factor, self.nodes * factor, name)

    def with_visits(self, visits: int) -> Effort:
        """The same with another number of visits."""
        return Effort(visits, self.nodes)

    def __le__(self, other: Effort) -> bool:
        return self.visits <= other.visits and self.nodes <= other.nodes

    def __lt__(self, other: Effort) -> bool:
        return self <= other and (self.visits, self.nodes) != (other.visits, other.nodes)

    def __ge__(self, other: Effort) -> bool:
        return other <= self

    def __gt__(self, other: Effort) -> bool:
        return other < self


QUICK = Effort(16, 20_000, "quick")
USUAL = Effort(160, 80_000, "usual")
DEEP = Effort(1600, 800_000, "deep")

EFFORTS: dict[str, Effort] = {one.name: one for one in (QUICK, USUAL, DEEP)}
"""By name."""
