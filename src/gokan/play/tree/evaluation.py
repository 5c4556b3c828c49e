"""What a search asks of its evaluators: one small interface, and how several are mixed.

An evaluator looks at positions and says, from the side to move: how likely each move is, who
wins, by how much, and who will own what. A network's own answers have that form already. Two
kinds of opinion are mixed separately: judges of the position (`Judge`) and guesses of the next move
(`Guess`), each with a weight, and each can be left out.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from gokan.errors import InvalidInput
from gokan.go import BLACK, Position
from gokan.play.player import Stop, never

__all__ = [
    "STDEV",
    "Evaluation",
    "Evaluator",
    "Guess",
    "Mixture",
    "SlowGuess",
    "counted",
    "even_win",
]


STDEV = math.pi / math.sqrt(3)
"""The standard deviation of a logistic distribution with a scale of 1."""
_FIGHT = """
    . . . . .
    . . X . .
    . X O O .
    . . X O .
    . . . . ."""  # something for everybody to look at


class Evaluation(Protocol):
    """One position judged, from the side to move."""

    @property
    def policy(self) -> Any:
        """Chances of the moves: 32-bit floats, one per point and the last for a pass, or None."""

    @property
    def win(self) -> float:
        """The chance to win, 0 to 1."""

    @property
    def lead(self) -> float:
        """Points ahead, komi included."""

    @property
    def spread(self) -> float:
        """How far off the lead may be: the scale of a logistic distribution of the final score. Its
        standard deviation is `STDEV` times as much.
        """

    @property
    def ownership(self) -> Any:
        """32-bit floats, one per point, from 1 (mine) to -1 (theirs), or None."""


class Evaluator(Protocol):
    """Judges positions, several at once where that is faster."""

    def evaluate(self, positions: Sequence[Position], /) -> Sequence[Evaluation]:
        """One answer for each position, in order."""


Guess = Callable[[Position], Sequence[float] | None]
"""The chances of the next move: one per point and the last for a pass, in any scale; None where
nothing speaks for any."""
SlowGuess = Callable[[Position, Stop], Sequence[float] | None]
"""The same where it takes so long that it may be told to stop."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """An `Evaluation` made here."""

    policy: Any
    win: float
    lead: float
    spread: float
    ownership: Any


class Mixture:
    """Several evaluators and guesses as one: values and chances are weighted means.

    `judges` are pairs of an evaluator and its weight in the value; `guesses` are pairs of a guess
    and its weight in the chances of moves, beside `own`, the weight of what the judges themselves
    say about moves. `at_root` are guesses too slow for every position: they are heard only about
    the one that is searched.

    >>> class Optimist:
    ...     def evaluate(self, positions):
    ...         return [Opinion(None, 0.9, 5.0, 10.0, None) for _ in positions]
    >>> class Pessimist:
    ...     def evaluate(self, positions):
    ...         return [Opinion(None, 0.1, -5.0, 10.0, None) for _ in positions]
    >>> mixed = Mixture([(Optimist(), 3.0), (Pessimist(), 1.0)])
    >>> round(mixed.evaluate([Position.empty(5)])[0].win, 2)
    0.7
    """

    def __init__(
        self,
        judges: Sequence[tuple[Evaluator, float]],
        guesses: Sequence[tuple[Guess, float]] = (),
        *,
        own: float = 1.0,
        at_root: Sequence[tuple[SlowGuess, float]] = (),
    ) -> None:
        weights = [weight for _, weight in (*judges, *guesses, *at_root)]
        if not judges or any(not 0 < weight < math.inf for weight in weights):
            raise InvalidInput("A mixture needs a judge, and every weight must be over 0.")
        self._judges = tuple(judges)
        self._guesses = tuple(guesses)
        self._at_root = tuple(at_root)
        self._own = own

    @property
    def guesses_at_root(self) -> bool:
        """Has `root_chances` anything to add?"""
        return bool(self._at_root)

    def root_chances(
        self, position: Position, chances: Sequence[float], stop: Stop = never
    ) -> Sequence[float]:
        """The chances of moves there with what the slow guesses say until they are stopped.

        >>> first = lambda position, stop: [1.0] + [0.0] * len(position.board)
        >>> class Judge:
        ...     def evaluate(self, positions):
        ...         return [Opinion(None, 0.5, 0.0, 10.0, None) for _ in positions]
        >>> mixed = Mixture([(Judge(), 1.0)], at_root=[(first, 0.25)])
        >>> [round(chance, 2) for chance in mixed.root_chances(Position.empty(2), [0.2] * 5)]
        [0.36, 0.16, 0.16, 0.16, 0.16]
        """
        told = sum(weight for _, weight in self._guesses) + self._own or 1.0
        views: list[tuple[Any, float]] = [(list(chances), told)]
        views += [(guess(position, stop), weight) for guess, weight in self._at_root if not stop()]
        mixed: Sequence[float] = _weighted(views, normal=True)
        return mixed

    def evaluate(self, positions: Sequence[Position], /) -> Sequence[Evaluation]:
        """The weighted mean of all that have an opinion."""
        if len(self._judges) == 1 and not self._guesses:
            return self._judges[0][0].evaluate(positions)
        answers = [judge.evaluate(positions) for judge, _ in self._judges]
        return [
            self._mixed(position, [answer[i] for answer in answers])
            for i, position in enumerate(positions)
        ]

    def from_side(self, position: Position, way: int) -> Evaluation:
        """The mean of all, those that look from one of eight sides looking from this one."""
        answers = []
        for judge, _ in self._judges:
            turned = getattr(judge, "from_side", None)
            answers.append(turned(position, way) if turned else judge.evaluate([position])[0])
        if len(answers) == 1 and not self._guesses:
            return answers[0]
        return self._mixed(position, answers)

    @property
    def networks(self) -> tuple[Any, ...]:
        """The networks that judge."""
        return tuple(one for judge, _ in self._judges for one in getattr(judge, "networks", ()))

    def warm(self) -> None:
        """Let everybody who loads something do so now."""
        position = Position.from_diagram(_FIGHT)
        for judge, _ in self._judges:
            warm = getattr(judge, "warm", None)
            if warm is not None:
                warm()
            else:
                judge.evaluate([position])
        for guess, _ in self._guesses:
            guess(position)
        for slow, _ in self._at_root:
            slow(position, never)

    def _mixed(self, position: Position, answers: list[Evaluation]) -> Opinion:
        weights = [weight for _, weight in self._judges]
        total = sum(weights)

        def mean(values: Sequence[float]) -> float:
            return sum(w * v for w, v in zip(weights, values, strict=True)) / total

        views = [(a.policy, w * self._own) for a, w in zip(answers, weights, strict=True)]
        views += [(guess(position), weight * total) for guess, weight in self._guesses]
        owners = [(a.ownership, w) for a, w in zip(answers, weights, strict=True)]
        return Opinion(
            policy=_weighted(views, normal=True),
            win=mean([a.win for a in answers]),
            lead=mean([a.lead for a in answers]),
            spread=mean([a.spread for a in answers]),
            ownership=_weighted(owners, normal=False),
        )


def even_win(lead: float, stdev: float) -> float:
    """The chance that a score around `lead` with this standard deviation is above zero.

    >>> even_win(0.0, 10.0), round(even_win(10.0, 10.0), 2), even_win(1.0, 0.0)
    (0.5, 0.84, 1.0)
    """
    if stdev <= 0:
        return 0.5 if lead == 0 else float(lead > 0)
    return 0.5 * (1 + math.erf(lead / stdev / math.sqrt(2)))


def counted(position: Position, judged: Evaluation, *, agreed: bool = True) -> Opinion:
    """A finished game as it counts, with the stones taken off that `judged` gives to the opponent.

    What is unsure of stones makes the win unsure, not the count. Without `agreed` nothing is
    taken off: some rules count the board as it stands.

    >>> position = Position.from_diagram('''
    ...     . X . X O
    ...     X X X X O
    ...     O O O O O
    ...     . O . O .
    ...     O O O O O''')
    >>> mine = array("f", [1.0] * 4 + [-1.0] + [1.0] * 4 + [-1.0] * 16)
    >>> sure = Opinion(None, 0.5, 0.0, 1.0, mine)
    >>> opinion = counted(position, sure)
    >>> opinion.win, opinion.lead
    (0.0, -16.5)
    """
    from gokan.play.ending import dead_by_ownership

    sign = 1 if position.to_play == BLACK else -1
    owner = judged.ownership if agreed else None
    dead: frozenset[int] = frozenset()
    doubt = 0.0
    if owner is not None:
        dead, doubt = dead_by_ownership(position, [sign * float(value) for value in owner])
    score = position.score(dead=sorted(dead))
    lead = sign * score.margin
    settled = array("f", [sign * (side == 1) - sign * (side == 2) for side in score.owner])
    return Opinion(None, even_win(lead, doubt), lead, doubt / STDEV, settled)


def _weighted(views: Sequence[tuple[Any, float]], *, normal: bool) -> Any:
    """The weighted mean of the vectors that are there; each scaled to a sum of 1 if `normal`."""
    known = [(values, weight) for values, weight in views if values is not None and weight > 0]
    if not known:
        return None
    if len(known) == 1 and isinstance(known[0][0], array):
        return known[0][0]
    total = sum(weight for _, weight in known)
    mixed = [0.0] * len(known[0][0])
    for values, weight in known:
        plain = values if isinstance(values, list) else values.tolist()
        size = sum(plain) if normal else 1.0
        scale = weight / total / size if size else 0.0
        mixed = [so_far + scale * value for so_far, value in zip(mixed, plain, strict=True)]
    return array("f", mixed)
