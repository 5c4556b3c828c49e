"""What can be measured: named ways to put the legal moves of a position in order."""

from __future__ import annotations

import hashlib
import pickle
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Protocol

from gokan.errors import InvalidInput
from gokan.go import Position

Scores = Sequence[tuple[int, float]]
"""Pairs of a legal move and its worth for the side to move; more is better."""


class Ranker(Protocol):
    """Gives every legal move (passing excluded) a worth. `before` are the moves so far."""

    def __call__(self, position: Position, before: Sequence[int]) -> Scores:
        """Score the legal moves of the side to move."""
        ...


@dataclass(frozen=True, slots=True)
class RankerInfo:
    """A registered ranker: its name, one line about it, and how to make one.

    `fingerprint` changes with everything that its scores depend on (options, data files), so that
    an unfinished study never goes on with another ranker of the same name.
    """

    name: str
    about: str
    make: Callable[[], Ranker]
    fingerprint: Callable[[], str] = str


_RANKERS: dict[str, RankerInfo] = {}


def register(
    name: str,
    about: str,
    make: Callable[[], Ranker],
    fingerprint: Callable[[], str] = str,
) -> None:
    """Add a ranker. It is made once per process, so it may keep tables and buffers.

    Other processes import `make` from its module; if it cannot be found there (a lambda, a function
    inside a function), the study works in one process.
    """
    if name in _RANKERS:
        raise InvalidInput(f"There is already a ranker called {name!r}.")
    _RANKERS[name] = RankerInfo(name, about, make, fingerprint)


def shipped(name: str) -> str | bytes | None:
    """What another process needs to make the ranker: a name, a pickle, or None if it cannot."""
    if name in _BUILT_IN:
        return name
    try:
        return pickle.dumps(ranker(name).make)
    except (pickle.PicklingError, AttributeError, TypeError):
        return None


def unshipped(what: str | bytes) -> Ranker:
    """Make the ranker that `shipped` packed."""
    make = ranker(what).make if isinstance(what, str) else pickle.loads(what)
    made: Ranker = make()
    return made


def rankers() -> tuple[RankerInfo, ...]:
    """All rankers, by name.

    >>> [info.name for info in rankers() if info.name in ("seds", "strength", "random")]
    ['random', 'seds', 'strength']
    """
    return tuple(_RANKERS[name] for name in sorted(_RANKERS))


def ranker(name: str) -> RankerInfo:
    """One ranker by its name."""
    if name not in _RANKERS:
        known = ", ".join(sorted(_RANKERS))
        raise InvalidInput(f"There is no ranker called {name!r}; known are: {known}.")
    return _RANKERS[name]


def _seds(**switches: float | bool) -> Callable[[], Ranker]:
    """Wolf's system with some switches, as a factory."""

    def make() -> Ranker:
        from gokan import _core
        from gokan.strength.options import Additions, core_options

        static_life = bool(switches.get("static_life", True))
        options = core_options(
            stop=1e-3,
            max_iter=1000,
            raise_last_liberty=True,
            static_life=static_life,
            additions=Additions(
                edge=float(switches.get("edge", 1.0)),
                liberty=float(switches.get("liberty", 1.0)),
                links=bool(switches.get("links", False)),
                eyes=bool(switches.get("eyes", False)),
            ),
        )

        def score(position: Position, before: Sequence[int]) -> Scores:
            del before
            side = int(position.to_play)
            sign = 1.0 if side == 1 else -1.0
            _, rows = _core.seds_rank(position.core, side, options, [], True)
            return [(row[0], sign * row[1]) for row in rows]

        return score

    return make


def _zobrist(*, last: bool = False, moves_each: int = 2) -> Callable[[], Ranker]:
    """The sums of Zobrist's templates and lookahead, as a factory."""

    def make() -> Ranker:
        from gokan import sight

        library = sight.load(sight.WITH_LAST_MOVE if last else sight.PAPER)

        def score(position: Position, before: Sequence[int]) -> Scores:
            del before
            weights = sight.judge(position, library=library, moves_each=moves_each).weights
            return [(move, float(weights[move])) for move in position.legal_moves()]

        return score

    return make


def _model(strength: bool) -> Callable[[], Ranker]:
    """The likelihood model of professional moves, as a factory."""

    def make() -> Ranker:
        from gokan.strength.expect import last_two, model

        found = model(strength=strength)

        def score(position: Position, before: Sequence[int]) -> Scores:
            return found.scores(position.core, *last_two(position, before))

        return score

    return make


def _random() -> Ranker:
    def score(position: Position, before: Sequence[int]) -> Scores:
        del before
        chance = random.Random(position.hash)
        return [(move, chance.random()) for move in position.legal_moves()]

    return score


def _data(package: str, folder: str) -> Callable[[], str]:
    """A fingerprint of the data files in a folder of a package."""

    def fingerprint() -> str:
        digest = hashlib.sha256()
        files = resources.files(package).joinpath(folder).iterdir()
        for file in sorted(files, key=lambda file: file.name):
            if file.is_file():
                digest.update(file.name.encode() + b"\0" + file.read_bytes())
        return digest.hexdigest()

    return fingerprint


def _register_seds(name: str, about: str, **switches: float | bool) -> None:
    register(name, about, _seds(**switches), lambda: repr(sorted(switches.items())))


_MODEL = _data("gokan.strength", "data")
_BOOK = _data("gokan.sight", "book")

_register_seds("seds", "Wolf's system as printed, with static life")
_register_seds("seds-plain", "Wolf's system without static life", static_life=False)
_register_seds("seds-edge", "seds, and the outside counts as a neighbour nobody owns", edge=0.5)
_register_seds("seds-liberty", "seds, and each further liberty halves the danger", liberty=0.5)
_register_seds("seds-links", "seds, and safely linked blocks are one unit", links=True)
_register_seds("seds-eyes", "seds in two stages, with room for eyes between them", eyes=True)
register(
    "strength",
    "all together: seds, patterns and features weighed by likelihood",
    _model(True),
    _MODEL,
)
register(
    "patterns", "patterns and features weighed by likelihood, without seds", _model(False), _MODEL
)
register("random", "all moves alike, in an order drawn from the position", _random)
register("zobrist", "Zobrist's templates and lookahead", _zobrist(), _BOOK)
register(
    "zobrist-templates",
    "Zobrist's templates without the lookahead",
    _zobrist(moves_each=0),
    _BOOK,
)
register(
    "zobrist-last",
    "zobrist, and templates that see the last move",
    _zobrist(last=True),
    _BOOK,
)
register(
    "zobrist-last-templates",
    "templates that see the last move, without the lookahead",
    _zobrist(last=True, moves_each=0),
    _BOOK,
)

_BUILT_IN = frozenset(_RANKERS)
