"""What can be measured: named ways to put the legal moves of a position in order."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Protocol

from gokan.errors import InvalidInput
from gokan.go import Position
from gokan_lab.study.own import RANKERS, known, made_by

if TYPE_CHECKING:
    from gokan import _core

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


def portable(name: str) -> str | Callable[[], Ranker]:
    """What another process makes the ranker from: its name, or, of an own one, how it is made."""
    return name if name in _BUILT_IN else ranker(name).make


def made(what: str | Callable[[], Ranker]) -> Ranker:
    """Make the ranker that is `portable`."""
    return ranker(what).make() if isinstance(what, str) else what()


def rankers() -> tuple[RankerInfo, ...]:
    """All rankers by name: those of Gokan, those registered, and those of installed packages.

    >>> [info.name for info in rankers() if info.name in ("seds", "strength", "random")]
    ['random', 'seds', 'strength']
    """
    names = {*_RANKERS, *known(RANKERS)}
    return tuple(ranker(name) for name in sorted(names))


def ranker(name: str) -> RankerInfo:
    """One ranker by its name, or as `module:attribute`."""
    if name in _RANKERS:
        return _RANKERS[name]
    if ":" not in name and name not in known(RANKERS):
        names = ", ".join(sorted({*_RANKERS, *known(RANKERS)}))
        raise InvalidInput(
            f"There is no ranker called {name!r}; known are: {names}. One of your own is "
            "module:attribute."
        )
    make = made_by(RANKERS, name)
    about = next(iter((make.__doc__ or "").strip().splitlines()), "a ranker of your own")
    return RankerInfo(name, about, make)


@dataclass(frozen=True, slots=True)
class SedsSettings:
    """Everything that the scores of a ranker of Wolf's system depend on; as measured by him.

    `max_iter` is his k_max: at most five updates of a unit (section IV-E).
    """

    stop: float = 1e-3
    max_iter: int = 5
    raise_last_liberty: bool = True
    static_life: bool = True
    damped: bool = True
    queue: bool = False
    edge: float = 1.0
    liberty: float = 1.0
    links: bool = False
    eyes: bool = False

    def core(self) -> _core.SedsOptions:
        """The same as the core reads it."""
        from gokan.strength.options import Additions, core_options

        return core_options(
            stop=self.stop,
            max_iter=self.max_iter,
            raise_last_liberty=self.raise_last_liberty,
            static_life=self.static_life,
            damped=self.damped,
            queue=self.queue,
            additions=Additions(
                edge=self.edge, liberty=self.liberty, links=self.links, eyes=self.eyes
            ),
        )


def _seds(settings: SedsSettings) -> Callable[[], Ranker]:
    """Wolf's system with some settings, as a factory."""

    def make() -> Ranker:
        from gokan import _core

        options = settings.core()

        def score(position: Position, before: Sequence[int]) -> Scores:
            del before
            side = int(position.to_play)
            sign = 1.0 if side == 1 else -1.0
            found = _core.seds_rank(position.core, side, options, [], True)
            return [(one.move, sign * one.score) for one in found.moves]

        return score

    return make


def _zobrist(
    *, last: bool = False, moves_each: int = 2, arrays: str = "all"
) -> Callable[[], Ranker]:
    """The sums of Zobrist's templates and lookahead, as a factory."""

    def make() -> Ranker:
        from gokan import sight

        library = sight.load(sight.WITH_LAST_MOVE) if last else sight.book(arrays)

        def score(position: Position, before: Sequence[int]) -> Scores:
            del before
            weights = sight.judge(position, library=library, moves_each=moves_each).weights
            return [(move, float(weights[move])) for move in position.legal_moves()]

        return score

    return make


def _seds_ko() -> Ranker:
    """`seds`, with a stone that has just taken a ko safe instead of lost."""
    from gokan.strength import rank

    settings = SedsSettings()

    def score(position: Position, before: Sequence[int]) -> Scores:
        del before
        found = rank(position, stop=settings.stop, max_iter=settings.max_iter, ko=True)
        return [(one.move, one.gain) for one in found.moves]

    return score


def _bundling() -> Ranker:
    """What a move takes from one enemy block (appendix: influence is bundled on the weakest).

    The loss of strength times stones of the enemy block that the move changes more than anything
    else; nothing if it changes a point or an own block most. The score breaks ties.
    """
    from gokan import _core

    options = SedsSettings().core()

    def score(position: Position, before: Sequence[int]) -> Scores:
        del before
        side = int(position.to_play)
        sign = 1.0 if side == 1 else -1.0
        worth = []
        for one in _core.seds_rank(position.core, side, options, [], True).moves:
            taken = 0.0
            if one.changed >= 0 and position.board[one.changed] == 3 - side:
                taken = max(0.0, -sign * one.by) * len(position.block(one.changed).stones)
            worth.append((one.move, taken + 1e-6 * sign * one.score))
        return worth

    return score


def _stability() -> Ranker:
    """Where the plain system is unstable, without a search (section VIII-A)."""
    from gokan.strength import instability

    def score(position: Position, before: Sequence[int]) -> Scores:
        del before
        urgency = instability(position).urgencies()
        return [(move, urgency[move]) for move in position.legal_moves()]

    return score


def _saddle(*, diagonal: bool) -> Callable[[], Ranker]:
    """The saddle of the influence field (section VIII-B), as a factory."""

    def make() -> Ranker:
        from gokan.strength import multipole

        def score(position: Position, before: Sequence[int]) -> Scores:
            del before
            moments = multipole(position)
            worth = moments.cut if diagonal else moments.saddle
            return [(move, worth[move]) for move in position.legal_moves()]

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


def _register_seds(name: str, about: str, settings: SedsSettings) -> None:
    register(name, about, _seds(settings), lambda: repr(settings))


def _intuition() -> Ranker:
    from gokan.intuition import load

    network = load()

    def score(position: Position, before: Sequence[int]) -> Scores:
        del before
        chances = network.evaluate([position])[0].professional
        return [(move, float(chances[move])) for move in position.legal_moves()]

    return score


def _ets() -> Ranker:
    from gokan.shape.learn.ranking import scores

    def score(position: Position, before: Sequence[int]) -> Scores:
        return scores(position, before)

    return score


def _strength_ets() -> Ranker:
    from gokan_lab.study.joined import join, shipped_weights

    return join(_model(True)(), _ets(), shipped_weights())


_MODEL = _data("gokan.strength", "data")
_BOOK = _data("gokan.sight", "book")

for _name, _about, _settings in (
    ("seds", "Wolf's system as he measured it: at most five updates of a unit", SedsSettings()),
    ("seds-settled", "seds, until nothing changes any more", SedsSettings(max_iter=1000)),
    (
        "seds-queue",
        "seds in the paper's order: undamped, unit after unit from a queue",
        SedsSettings(queue=True),
    ),
    ("seds-plain", "seds without static life", SedsSettings(static_life=False)),
    ("seds-edge", "seds, and the outside is a neighbour nobody owns", SedsSettings(edge=0.5)),
    ("seds-liberty", "seds, and each further liberty halves the danger", SedsSettings(liberty=0.5)),
    ("seds-links", "seds, and safely linked blocks are one unit", SedsSettings(links=True)),
    ("seds-eyes", "seds in two stages, with room for eyes between", SedsSettings(eyes=True)),
):
    _register_seds(_name, _about, _settings)
register(
    "seds-stability",
    "no search: where Wolf's undamped system takes long to settle",
    _stability,
    lambda: "logarithms, 1e-5, 1000",
)
register(
    "seds-ko",
    "seds, with a stone that has just taken a ko safe",
    _seds_ko,
    lambda: repr(SedsSettings()),
)
register(
    "seds-bundling",
    "what a move takes from the enemy block it weakens most",
    _bundling,
    lambda: repr(SedsSettings()),
)
register("saddle", "no search: the saddle of Wolf's influence field", _saddle(diagonal=False))
register("saddle-diagonal", "the saddle refined by diagonal neighbours", _saddle(diagonal=True))
register(
    "strength",
    "all together: seds, patterns and features weighed by likelihood",
    _model(True),
    _MODEL,
)
register(
    "patterns", "patterns and features weighed by likelihood, without seds", _model(False), _MODEL
)
register(
    "intuition",
    "the whole-board network",
    _intuition,
    _data("gokan.intuition", "weights"),
)
register(
    "ets",
    "class elements alone: what a move begins, furthers and ends",
    _ets,
    _data("gokan.shape", "learned"),
)
register(
    "strength-ets",
    "strength and class elements together, weighed by likelihood",
    _strength_ets,
    lambda: _MODEL() + _data("gokan.shape", "learned")(),
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
    "zobrist-seven",
    "templates that read only Zobrist's seven arrays, and the lookahead",
    _zobrist(arrays="seven"),
    _BOOK,
)
register(
    "zobrist-seven-templates",
    "templates that read only Zobrist's seven arrays, without the lookahead",
    _zobrist(moves_each=0, arrays="seven"),
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
