"""Facts that know what they rest on: kept while play goes on, given back when it is taken back.

Klinger's constraint manager tells *wards* when a *support* changes (3.11), and his reversion
manager puts back what was (3.13). Here one table does both. While a fact is derived it notes what
it looks at: points, blocks, and other facts. When a move changes one of these, the fact is put
aside, and so is what rests on it; it is derived again when somebody asks. When the move is taken
back, what was derived meanwhile from changed supports is forgotten and what was put aside returns.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

__all__ = ["Facts"]

Support = Hashable


class Facts:
    """A table of facts with their supports, and a trail of what moves have put aside.

    >>> board = {1: "black", 2: "white"}
    >>> facts = Facts()
    >>> def color(point):
    ...     def derive():
    ...         facts.rests_on([point])
    ...         return board[point]
    ...     return facts.ask(("color", point), derive)
    >>> color(1), color(2)
    ('black', 'white')
    >>> board[1] = "empty"
    >>> facts.change([1])
    >>> color(1), len(facts)
    ('empty', 2)
    >>> board[1] = "black"
    >>> facts.back()
    >>> color(1), facts.derived
    ('black', 3)
    """

    __slots__ = ("_deriving", "_supports", "_trail", "_values", "_wards", "derived")

    def __init__(self) -> None:
        self._values: dict[Hashable, Any] = {}
        self._supports: dict[Hashable, set[Support]] = {}
        self._wards: dict[Support, set[Hashable]] = {}
        self._trail: list[tuple[list[Support], list[tuple[Hashable, Any, set[Support]]]]] = []
        self._deriving: list[set[Support]] = []
        self.derived = 0
        """How many times a fact was derived, not remembered."""

    def __len__(self) -> int:
        return len(self._values)

    def ask(self, key: Hashable, derive: Callable[[], Any]) -> Any:
        """The fact, derived if it is not known; a fact that asks for another rests on it."""
        if self._deriving:
            self._deriving[-1].add(key)
        values = self._values
        if key in values:
            return values[key]
        self._deriving.append(set())
        try:
            value = derive()
        finally:
            supports = self._deriving.pop()
        self.derived += 1
        self._keep(key, value, supports)
        return value

    def rests_on(self, supports: Iterable[Support]) -> None:
        """Notes what the fact that is being derived looks at."""
        if self._deriving:
            self._deriving[-1].update(supports)

    def change(self, supports: Iterable[Support]) -> None:
        """A move has changed these supports: what rests on them is put aside."""
        changed = list(supports)
        self._trail.append((changed, self._drop(changed)))

    def add_to_changes(self, supports: Iterable[Support]) -> None:
        """Every change so far has changed these as well, though nobody asked until now."""
        more = list(supports)
        for changed, _ in self._trail:
            changed.extend(more)

    def back(self) -> None:
        """The last change is taken back."""
        changed, aside = self._trail.pop()
        self._drop(changed)
        for key, value, supports in aside:
            self._keep(key, value, supports)

    def _keep(self, key: Hashable, value: Any, supports: set[Support]) -> None:
        self._values[key] = value
        self._supports[key] = supports
        wards = self._wards
        for support in supports:
            found = wards.get(support)
            if found is None:
                wards[support] = {key}
            else:
                found.add(key)

    def _drop(self, changed: list[Support]) -> list[tuple[Hashable, Any, set[Support]]]:
        wards, values = self._wards, self._values
        dropped: list[tuple[Hashable, Any, set[Support]]] = []
        todo: list[Support] = list(changed)
        for support in todo:
            for key in tuple(wards.get(support, ())):
                if key not in values:
                    continue
                supports = self._supports.pop(key)
                dropped.append((key, values.pop(key), supports))
                for one in supports:
                    wards[one].discard(key)
                todo.append(key)
        return dropped
