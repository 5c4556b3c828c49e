"""The evaluators there are, by name: `network`, `playouts`, `strength`; and the guesses of moves.

A recipe such as `network+playouts*0.2` names evaluators and their weights. `network` stands for
`gokan.intuition`; without its weights a search uses `DEFAULT_WITHOUT_NETWORK`.
"""

from __future__ import annotations

import importlib
import math
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan.go import BLACK, PASS, Position, area_komi, playouts
from gokan.play.player import Stop, never
from gokan.play.tree.evaluation import (
    STDEV,
    Evaluation,
    Evaluator,
    Guess,
    Mixture,
    Opinion,
    SlowGuess,
    even_win,
)

__all__ = [
    "GUESSES",
    "JUDGES",
    "NetworkEvaluator",
    "PlayoutEvaluator",
    "StrengthEvaluator",
    "default_evaluator",
    "has_network",
    "make_evaluator",
]

DEFAULT_WITHOUT_NETWORK = "playouts"
_NETWORK = "gokan.intuition.network"
_SMALLEST = 3  # side of a board that the network can look at
_EITHER_KIND = 9, 19  # sides of boards that the core looks at in tiles of either size
_T = TypeVar("_T")
_UPDATES = 5  # of a unit, as Wolf measured his system
_GAIN = 0.8  # by likelihood on 314 professional moves; 0.6 and 1.0 are as good
_SURELY = 1e-3  # the least chance a guess leaves to a legal move, so that nothing is ruled out


def make_evaluator(
    values: str = "", priors: str = "", *, seed: int = 0, threads: int = 1
) -> Evaluator:
    """An evaluator from two recipes: who judges positions, and who guesses moves.

    In `priors` the word `own` stands for what the judges themselves say about moves. The network
    judges so many positions at the same time as there are `threads`.

    >>> evaluator = make_evaluator("playouts*2+strength", "expect")
    >>> judged = evaluator.evaluate([Position.empty(7)])[0]
    >>> 0 < judged.win < 1, len(judged.policy)
    (True, 50)
    >>> make_evaluator("oracle")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    gokan.errors.InvalidInput: There is no evaluator called 'oracle'; there are network, ...
    """
    if not values:
        values = "network" if has_network() else DEFAULT_WITHOUT_NETWORK
    judges = [
        (_pick("evaluator", JUDGES, name)(seed, threads), weight)
        for name, weight in _recipe(values)
    ]
    if not priors:
        priors = "own" if "network" in dict(_recipe(values)) else "expect"
    parts = dict(_recipe(priors))
    own = parts.pop("own", 0.0)
    fast = own > 0 or any(name not in AT_ROOT for name in parts)  # somebody guesses everywhere
    guesses: list[tuple[Guess, float]] = []
    slow: list[tuple[SlowGuess, float]] = []
    for name, weight in parts.items():
        guess = _pick("guess", GUESSES, name)
        if fast and name in AT_ROOT:
            slow.append((AT_ROOT[name], weight))
        else:
            guesses.append((guess, weight))
    if not guesses and not own:
        raise InvalidInput(
            "Somebody must guess the moves: own, expect, sight, goals, classes or even."
        )
    return Mixture(judges, guesses, own=own, at_root=slow)


def has_network() -> bool:
    """Are the weights of the network, and what runs them, there? Looks, and loads nothing."""
    from gokan.intuition import available

    return available()


@cache
def default_evaluator() -> Evaluator:
    """The network where it is there, else random games with the likelihood of moves."""
    return make_evaluator()


class PlayoutEvaluator:
    """Random games to the end: no network needed. Every position gets `games` of them.

    >>> evaluator = PlayoutEvaluator(games=50)
    >>> round(evaluator.evaluate([Position.empty(9)])[0].win, 1)
    0.4
    """

    def __init__(self, *, games: int = 30, seed: int = 0) -> None:
        self.games = games
        self.seed = seed

    def evaluate(self, positions: Sequence[Position], /) -> Sequence[Evaluation]:
        """The share of games that the side to move wins; seed and position fix the games."""
        return [self._one(position) for position in positions]

    def _one(self, position: Position) -> Opinion:
        # Two passes end a game for the rules, not for the question what is alive.
        fresh = Position(position.core.with_passes(0), position.rules)
        result = playouts.run(fresh, self.games, seed=self.seed ^ position.situation_hash)
        sign = 1 if position.to_play == BLACK else -1
        black = (result.black_wins + result.draws / 2) / result.games
        lead = sign * (result.mean_score - area_komi(position))
        return Opinion(
            policy=array("f", sensible(position)),
            win=black if sign > 0 else 1 - black,
            lead=lead,
            spread=math.sqrt(len(position.board)) / STDEV,
            ownership=array("f", [sign * value for value in result.owner]),
        )


class StrengthEvaluator:
    """Wolf's score: the fixed point of influence and strength, read as points.

    >>> position = Position.empty(9, rules="tromp-taylor").play("E5")
    >>> round(StrengthEvaluator().evaluate([position])[0].lead)  # White's view, with komi
    6
    """

    def evaluate(self, positions: Sequence[Position], /) -> Sequence[Evaluation]:
        """The score as a lead, and the chance to win that goes with it."""
        return [self._one(position) for position in positions]

    def _one(self, position: Position) -> Opinion:
        from gokan import strength

        sign = 1 if position.to_play == BLACK else -1
        weighed = strength.weigh(position)
        lead = sign * (weighed.score - area_komi(position))
        # The fewer points are open, the surer the score.
        stdev = 1 + math.sqrt(sum(min(b, 1 - b) for b in weighed.black)) * 2
        owner = [sign * (2 * b - 1) for b in weighed.black]
        return Opinion(None, even_win(lead, stdev), lead, stdev / STDEV, array("f", owner))


def sensible(position: Position) -> Sequence[float]:
    """All moves alike but for filling an own eye; a pass is unlikely while there are others.

    >>> round(sum(sensible(Position.empty(5))), 2)
    1.02
    """
    from gokan.play.eyes import is_own_eye, shut_in

    chances = [0.0] * (len(position.board) + 1)
    mine = position.to_play
    eyes = {point for point in shut_in(position) if is_own_eye(position, point, mine)}
    good = [move for move in position.legal_moves() if move not in eyes]
    for move in good:
        chances[move] = 1 / len(good)
    chances[PASS] = 0.02 if good else 1.0
    return chances


def expected(position: Position) -> Sequence[float]:
    """What `strength.expect` thinks a professional would play.

    >>> position = Position.empty(19)
    >>> chances = expected(position)
    >>> position.vertex(chances.index(max(chances))) in ("D4", "D16", "Q4", "Q16")
    True
    """
    from gokan import strength

    chances = list(sensible(position))
    for move in strength.expect(position).moves:
        chances[move.move] = move.chance + _SURELY if chances[move.move] else _SURELY
    return chances


def seen(position: Position) -> Sequence[float]:
    """The sums of Zobrist's templates as chances: 150 points make a move e times as likely.

    >>> position = Position.empty(19)
    >>> chances = seen(position)
    >>> chances[position.point("Q16")] > chances[position.point("A1")]
    True
    """
    from gokan import sight

    chances = list(sensible(position))
    weights = sight.judge(position, moves_each=0).weights
    highest = max(weights, default=0)
    for move in position.legal_moves():
        if chances[move]:
            chances[move] = math.exp(max(-20.0, (weights[move] - highest) / 150)) + _SURELY
    return chances


def settled(position: Position) -> Sequence[float]:
    """What Wolf's score gains by each move, as chances: 0.8 points make one e times as likely.

    >>> position = Position.empty(9)
    >>> chances = settled(position)
    >>> chances[position.point("E5")] > chances[position.point("A1")]
    True
    """
    from gokan import strength

    chances = list(sensible(position))
    ranked = strength.rank(position, max_iter=_UPDATES).moves
    highest = max((move.gain for move in ranked), default=0.0)
    for move in ranked:
        if chances[move.move]:
            chances[move.move] = math.exp((move.gain - highest) / _GAIN) + _SURELY
    return chances


def pursued(position: Position, stop: Stop = never) -> Sequence[float] | None:
    """Moves by the points that they serve the goals of stones by; None in quiet positions.

    >>> pursued(Position.empty(9)) is None
    True
    """
    from gokan.play.wishes import worths

    return _among(position, worths(position, stop))


def formed(position: Position, stop: Stop = never) -> Sequence[float] | None:
    """Moves by the chance that learned classes in formation give them.

    >>> position = Position.empty(19)
    >>> chances = formed(position)
    >>> position.vertex(chances.index(max(chances))) in ("D4", "D16", "Q4", "Q16", "R16")
    True
    """
    from gokan.shape.learn.proposing import propose

    return _among(position, {move.move: move.chance for move in propose(position).moves})


def _among(position: Position, found: dict[int, float]) -> Sequence[float] | None:
    """The chances found, as far as the moves are sensible."""
    chances = sensible(position)
    kept = [found.get(move, 0.0) if chances[move] else 0.0 for move in range(len(chances))]
    return kept if any(kept) else None


class NetworkEvaluator:
    """The network of `gokan.intuition`; its weights are read when the first position comes.

    Each position is looked at from one of the eight sides, chosen by its stones and the seed.
    Boards too small for the network are judged by random games.
    """

    def __init__(self, *, seed: int = 0, threads: int = 1) -> None:
        whole("number of threads", threads, 1, 256)
        if not has_network():
            raise InvalidInput("The network's weights are not part of this installation.")
        self.seed = seed
        self.threads = threads
        self._loaded: Any = None
        self._small = PlayoutEvaluator(seed=seed)

    def warm(self) -> None:
        """Read the weights, and have them prepared for small boards and for large ones, so that the
        first evaluation takes no longer than any other.
        """
        self._load().evaluate([Position.empty(side) for side in _EITHER_KIND])

    def evaluate(self, positions: Sequence[Position], /) -> Sequence[Evaluation]:
        """What the network says, as it says it."""
        network = self._load()
        first = positions[0]
        if min(first.width, first.height) < _SMALLEST:
            return self._small.evaluate(positions)
        ways = [(position.situation_hash ^ self.seed) % 8 for position in positions]
        judged: Sequence[Evaluation] = network.evaluate(positions, way=ways, threads=self.threads)
        return judged

    def from_side(self, position: Position, way: int) -> Evaluation:
        """The same from one of the eight sides, which the caller chooses."""
        network = self._load()
        if min(position.width, position.height) < _SMALLEST:
            return self._small.evaluate([position])[0]
        judged: Evaluation = network.evaluate([position], way=way)[0]
        return judged

    @property
    def networks(self) -> tuple[Any, ...]:
        """The network that is used, a `gokan.intuition.network.Network`."""
        return (self._load(),)

    def _load(self) -> Any:
        if self._loaded is None:
            self._loaded = importlib.import_module(_NETWORK).load()
        return self._loaded


JUDGES: dict[str, Callable[[int, int], Evaluator]] = {
    "network": lambda seed, threads: NetworkEvaluator(seed=seed, threads=threads),
    "playouts": lambda seed, threads: PlayoutEvaluator(seed=seed),
    "strength": lambda seed, threads: StrengthEvaluator(),
}
"""Evaluators by name; each is made from a seed and a number of threads."""

GUESSES: dict[str, Guess] = {
    "expect": expected,
    "sight": seen,
    "goals": pursued,
    "classes": formed,
    "seds": settled,
    "even": sensible,
}
"""Guesses of the next move by name."""

AT_ROOT: dict[str, SlowGuess] = {"goals": pursued, "classes": formed}
"""The guesses that take longer than an evaluation: beside others they are asked only about the
position that is searched."""


def _recipe(text: str) -> list[tuple[str, float]]:
    """`a+b*0.5` as names and weights; a weight of 0 leaves the name out."""
    parts = []
    for part in text.split("+"):
        name, times, weight = part.strip().partition("*")
        try:
            value = float(weight) if times else 1.0
        except ValueError:
            value = -1.0
        if not name or not 0 <= value < math.inf:
            raise InvalidInput(f"{text!r} should look like name+name*0.5.")
        if value:
            parts.append((name, value))
    return parts


def _pick(kind: str, table: dict[str, _T], name: str) -> _T:
    if name not in table:
        raise InvalidInput(f"There is no {kind} called {name!r}; there are {', '.join(table)}.")
    return table[name]
