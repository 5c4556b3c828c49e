"""What the rules say, kept while play goes on and is taken back (Klinger 3.11, 3.13).

A base asked anew looks everywhere and makes every assertion again. `Kept` compares each position
with the one it saw last: only what hangs on something that has changed is looked for again.
"""

from __future__ import annotations

from collections.abc import Collection, ValuesView
from typing import TYPE_CHECKING

from gokan import _core
from gokan.go import BLACK, WHITE, Color, Position

if TYPE_CHECKING:
    from gokan.goals.knowledge.assertion import Assertion
    from gokan.goals.knowledge.base import KnowledgeBase

__all__ = ["Changes", "Kept"]

_Key = tuple[int, tuple[tuple[int, int], ...]]
Changes = tuple[list["Assertion"], list["Assertion"]]
"""What is no longer said, and what is new."""


class Kept:
    """The assertions of a base about the positions of one board, whatever lies between them.

    >>> from gokan.goals.knowledge import load
    >>> kept = Kept(load())
    >>> position = Position.empty(9)
    >>> for move in ("E5", "E4", "D4", "F4", "D3"):
    ...     position = position.play(move)
    >>> gone, come = kept.look(position)
    >>> gone, len(come) == len(load().match(position))
    ([], True)
    >>> gone, come = kept.look(position.play("J9"))
    >>> 0 < len(gone) + len(come) < len(kept.said(BLACK))
    True
    """

    def __init__(self, base: KnowledgeBase) -> None:
        self.base = base
        self._watch = _core.RuleWatch(base.core)
        self._said: dict[Color, dict[_Key, Assertion]] = {BLACK: {}, WHITE: {}}
        self._facts: dict[Color, dict[_Key, Assertion]] = {BLACK: {}, WHITE: {}}

    def look(self, position: Position) -> Changes:
        """Brings everything up to date with a position, and says what has changed."""
        left: list[Assertion] = []
        new: list[Assertion] = []
        for color, changes in zip((BLACK, WHITE), self._watch.changes(position.core), strict=True):
            said, facts = self._said[color], self._facts[color]
            for match in changes.gone:
                key = match.rule, match.anchors
                left.append(said.pop(key))
                facts.pop(key, None)
            for match in changes.come:
                key = match.rule, match.anchors
                said[key] = one = self.base.assertion(position, color, match)
                if one.recommendation is None:
                    facts[key] = one
                new.append(one)
        return left, new

    def said(self, color: Color) -> ValuesView[Assertion]:
        """Everything said for a side, in no order. The position of an assertion is the one in
        which it was first made: what it says has not changed since.
        """
        return self._said[color].values()

    def facts(self, color: Color) -> ValuesView[Assertion]:
        """Of these, the eyes and connections."""
        return self._facts[color].values()

    def match(
        self,
        position: Position,
        *,
        color: Color | None = None,
        purposes: Collection[str] | None = None,
        about: Collection[int] | None = None,
    ) -> tuple[Assertion, ...]:
        """As `KnowledgeBase.match`, with the same answer in the same order."""
        self.look(position)
        return self.base.told(
            position,
            lambda side, wanted, blocks: self._watch.match(
                position.core, side, True, wanted, blocks
            ),
            color=color,
            purposes=purposes,
            about=about,
        )
