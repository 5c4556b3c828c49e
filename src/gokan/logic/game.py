"""What a game must answer to be explored: states, players, turn, possible and legal moves, wins.

Possible moves are those a hand can make; legal ones are those the rules allow (Klinger 5.3). A
chess king may be put into check: that is possible, and not legal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from gokan.logic.language.formula import Value

__all__ = ["Game", "Vocabulary"]

State = TypeVar("State", bound=Hashable)
Other = TypeVar("Other", bound=Hashable)


@dataclass(frozen=True)
class Vocabulary(Generic[Other]):
    """The words a game adds to those every game has: sorts, predicates and functions.

    A predicate is given by the sorts of its arguments and a function of the state and the values.
    """

    sorts: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    predicates: Mapping[str, tuple[tuple[str, ...], Callable[..., bool]]] = field(
        default_factory=dict
    )
    functions: Mapping[str, tuple[tuple[str, ...], str, Callable[..., Value]]] = field(
        default_factory=dict
    )


class Game(Protocol[State]):
    """A finite game of two players. States are hashable and equal only if their futures are."""

    @property
    def players(self) -> tuple[Value, Value]:
        """The two players; the first usually begins."""

    @property
    def vocabulary(self) -> Vocabulary[State]:
        """What can be said about a state besides turn, legality and wins."""

    def starts(self) -> Iterable[State]:
        """Where the game may begin."""

    def to_play(self, state: State) -> Value:
        """Whose turn it is; somebody is to move even where the game is over."""

    def possible(self, state: State) -> Iterable[tuple[Value, State]]:
        """Every possible move and where it leads."""

    def legal(self, state: State) -> Iterable[Value]:
        """The moves the rules allow the player whose turn it is."""

    def wins(self, state: State) -> Collection[Value]:
        """The players who have won: none, one, or both."""

    def show(self, state: State) -> str:
        """The state for a person, on one line."""
