"""Class elements: parts of a struct that a generating system forms, at any level."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gokan.shape.ets.primitive import Event

Span = tuple[int, int]


class Element:
    """An element of a class: its members, and the rounds from which to which it lives.

    Members are events at level 0 and elements of the level below above that. `done` counts the
    steps of the generating system that the element has gone through, of `of`.
    """

    __slots__ = ("_hash", "done", "kind", "level", "members", "of", "span")

    def __init__(
        self,
        kind: str,
        level: int,
        members: Iterable[Any],
        span: Span,
        *,
        done: int = 1,
        of: int = 1,
    ) -> None:
        self.kind = kind
        self.level = level
        self.members: frozenset[Any] = frozenset(members)
        self.span = span
        self.done, self.of = done, of
        self._hash = hash((kind, span, self.members))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Element)
            and self._hash == other._hash
            and self.kind == other.kind
            and self.span == other.span
            and self.members == other.members
        )

    def __repr__(self) -> str:
        return f"<{self.kind} {self.span[0]}-{self.span[1]}, {len(self.members)} members>"

    @property
    def maturity(self) -> float:
        """How far the element has formed: the share of its steps that are done, 1 when mature."""
        return self.done / self.of if self.of else 1.0

    @property
    def is_mature(self) -> bool:
        """Whether the generating system has gone through all its steps."""
        return self.done >= self.of

    def expand(self) -> frozenset[Event]:
        """All events the element consists of, level by level down to the struct."""
        if self.level == 0:
            return self.members
        events: set[Event] = set()
        for member in self.members:
            events |= member.expand()
        return frozenset(events)

    def parts(self, level: int) -> frozenset[Element]:
        """The elements of a lower level that the element consists of."""
        if level == self.level:
            return frozenset({self})
        found: set[Element] = set()
        for member in self.members:
            found |= member.parts(level)
        return frozenset(found)


def meet(*spans: Span) -> Span | None:
    """The rounds that all spans have in common.

    >>> meet((1, 5), (3, 9)), meet((1, 2), (3, 4))
    ((3, 5), None)
    """
    start, end = max(s[0] for s in spans), min(s[1] for s in spans)
    return (start, end) if start <= end else None


def rest(span: Span, hole: Span) -> list[Span]:
    """What is left of a span outside a hole in it.

    >>> rest((1, 9), (3, 5))
    [(1, 2), (6, 9)]
    """
    pieces = [(span[0], min(span[1], hole[0] - 1)), (max(span[0], hole[1] + 1), span[1])]
    return [p for p in pieces if p[0] <= p[1]]
