"""How a statement is known. Every statement that Gokan makes carries one of these, and no other.

- *exact*: a definition, looked up on the board: a capture, a ladder read to its end, stones that
  live unconditionally.
- *proved*: a proof exists that `gokan check` accepts.
- *read*: a search found it and did not prove it; something at its edge was judged.
- *measured*: a number of a deterministic sense, such as influence.
- *learned*: a network, or statistics over games; a tree search over a network as well.

The order says how a thing is known, not which of two statements wins: only what is exact or proved
overrules everything else.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from gokan.errors import InvalidInput

__all__ = ["Certainty"]


class Certainty(StrEnum):
    """A word for each way to know something; the surer one is the greater one.

    >>> Certainty.PROVED > Certainty.READ, max(Certainty.LEARNED, Certainty.READ)
    (True, <Certainty.READ: 'read'>)
    >>> f"{Certainty.PROVED}", Certainty.of("proved") is Certainty.PROVED
    ('proved', True)
    """

    EXACT = "exact"
    PROVED = "proved"
    READ = "read"
    MEASURED = "measured"
    LEARNED = "learned"

    @property
    def rank(self) -> int:
        """From 0, the least sure, to 4.

        >>> [one.rank for one in Certainty]
        [4, 3, 2, 1, 0]
        """
        return _RANKS[self.value]

    @property
    def absolute(self) -> bool:
        """Whether it holds whatever anybody else says: exact or proved.

        >>> [one.value for one in Certainty if one.absolute]
        ['exact', 'proved']
        """
        return self in (Certainty.EXACT, Certainty.PROVED)

    @classmethod
    def of(cls, word: str) -> Certainty:
        """The certainty of that name, as it stands in JSON.

        >>> Certainty.of("sure")
        Traceback (most recent call last):
        ...
        gokan.errors.InvalidInput: 'sure' is no certainty; these are: exact, proved, read, \
measured, learned.
        """
        try:
            return cls(word)
        except ValueError:
            known = ", ".join(cls)
            raise InvalidInput(f"{word!r} is no certainty; these are: {known}.") from None

    @classmethod
    def weakest(cls, several: Iterable[Certainty]) -> Certainty:
        """How sure a statement is that rests on all of these; exact if it rests on nothing.

        >>> Certainty.weakest([Certainty.PROVED, Certainty.LEARNED]).value
        'learned'
        """
        return min(several, default=cls.EXACT)

    def __lt__(self, other: str) -> bool:
        return self.rank < Certainty(other).rank

    def __le__(self, other: str) -> bool:
        return self.rank <= Certainty(other).rank

    def __gt__(self, other: str) -> bool:
        return self.rank > Certainty(other).rank

    def __ge__(self, other: str) -> bool:
        return self.rank >= Certainty(other).rank


_RANKS = {one.value: rank for rank, one in enumerate(reversed(Certainty))}
