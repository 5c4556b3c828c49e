"""What a formula is evaluated on: a finite set of states, with moves between them.

`Graph` (in `gokan.logic.checking.graph`) is the usual one: a game explored state by state. Anything
that answers the questions of `Model` for whole sets of states at once will do as well;
`gokan.goals` checks the rules of Go on a sample of moves of real games that way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from gokan.logic.checking.deadline import Deadline
from gokan.logic.language.formula import Value
from gokan.logic.language.resolve import Signature

__all__ = ["Model"]


class Model(ABC):
    """Sets of states are whole numbers, as in `gokan.logic.bits`."""

    signature: Signature
    everything: int
    """The set of all states."""
    inner: int
    """The states that a check is about; the others are only looked at from there."""
    cut: int = 0
    """States with moves that were not looked at: what comes of those is not known."""
    deadline: Deadline = Deadline()
    """When to stop; a checker that has a limit of time sets it."""

    @property
    def players(self) -> tuple[Value, Value]:
        """The two players, in the order of the sort `player`."""
        one, other = self.signature.sorts["player"]
        return one, other

    def opponent(self, value: Value) -> Value:
        """The other player; what is no player (an empty point's colour) stays what it is."""
        one, other = self.players
        return other if value == one else one if value == other else value

    @abstractmethod
    def atom(self, name: str, arguments: tuple[Value, ...]) -> int:
        """Where a predicate holds."""

    @abstractmethod
    def function(self, name: str, arguments: tuple[Value, ...], value: Value) -> int:
        """Where a function has this value."""

    @abstractmethod
    def after(self, move: Value, bits: int) -> int:
        """◇_m: where the move is possible and leads into `bits`."""

    @abstractmethod
    def before(self, move: Value, bits: int) -> int:
        """⟨u⟩_m: where the state came about by this move from a state of `bits`."""

    def some_after(self, bits: int) -> int:
        """◇: where some possible move leads into `bits`."""
        found = 0
        for move in self.signature.sorts["move"]:
            found |= self.after(move, bits)
        return found

    def some_before(self, bits: int) -> int:
        """⟨u⟩: where the state came from a state of `bits`."""
        found = 0
        for move in self.signature.sorts["move"]:
            found |= self.before(move, bits)
        return found

    def causes(self, player: Value, bits: int) -> int:
        """Causes(i, ψ), axiom 3: i's move can, and her opponent's moves must, lead into `bits`."""
        other = self.opponent(player)
        can, escapes = 0, 0
        for move in self.signature.sorts["move"]:
            into = self.after(move, bits)
            can |= self.atom("Legal", (move, player)) & into
            escapes |= self.atom("Legal", (move, other)) & ~into
        turn, others = self.atom("ToPlay", (player,)), self.atom("ToPlay", (other,))
        return (~turn | can) & (~others | ~escapes) & self.everything

    def establish(self, player: Value, bits: int) -> int:
        """est_i, axiom 4: the least fixed point, by repetition."""
        going = self.everything & ~self.atom("termLegal", ())
        found = bits
        while True:
            larger = bits | (going & self.causes(player, found))
            if larger == found:
                return found
            found = larger
