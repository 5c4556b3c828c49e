"""Live analysis, as Leela Zero and KataGo write it and Sabaki, Lizzie and others read it.

Available where the player can analyze. The output ends with the next input.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gokan.go import PASS, Color, Position
from gokan.gtp.arguments import Arguments
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command
from gokan.play.player import Candidate

Writer = Callable[[Position, int, Candidate], str]
_THINK = 1.0  # seconds a move takes where there is no clock


@dataclass(frozen=True, slots=True)
class _Options:
    color: Color
    interval: float = 1.0  # seconds
    most: int = 20


@command("lz-analyze", "[COLOR] [INTERVAL]", help="live analysis, Leela Zero's format")
def lz_analyze(engine: Engine, args: Arguments) -> Iterator[str]:
    """Winning chances from 0 to 10000."""
    return _analyze(engine, args, _lz)


@command("analyze", "[COLOR] [INTERVAL]", help="the same as lz-analyze")
def analyze(engine: Engine, args: Arguments) -> Iterator[str]:
    """Under the name Sabaki knows."""
    return _analyze(engine, args, _lz)


@command("kata-analyze", "[COLOR] [INTERVAL]", help="live analysis, KataGo's format")
def kata_analyze(engine: Engine, args: Arguments) -> Iterator[str]:
    """Winning chances from 0 to 1, and points."""
    return _analyze(engine, args, _kata)


@command(
    "lz-genmove_analyze", "[COLOR] [INTERVAL]", help="play thinking aloud", interruptible=False
)
def lz_genmove_analyze(engine: Engine, args: Arguments) -> Iterator[str]:
    """Ends with the line `play VERTEX`."""
    return _genmove(engine, args, _lz)


@command("genmove_analyze", "[COLOR] [INTERVAL]", help="play thinking aloud", interruptible=False)
def genmove_analyze(engine: Engine, args: Arguments) -> Iterator[str]:
    """Under the name Sabaki knows."""
    return _genmove(engine, args, _lz)


@command(
    "kata-genmove_analyze", "[COLOR] [INTERVAL]", help="play thinking aloud", interruptible=False
)
def kata_genmove_analyze(engine: Engine, args: Arguments) -> Iterator[str]:
    """Ends with the line `play VERTEX`."""
    return _genmove(engine, args, _kata)


def _analyze(engine: Engine, args: Arguments, write: Writer) -> Iterator[str]:
    options = _options(engine, args)
    position = engine.game.position.with_to_play(options.color)
    due = time.monotonic() + options.interval
    for candidates in engine.player.analyze(position, stop=engine.input_pending):
        if time.monotonic() >= due or engine.input_pending():
            yield _line(position, candidates, options, write)
            due = time.monotonic() + options.interval


def _genmove(engine: Engine, args: Arguments, write: Writer) -> Iterator[str]:
    options = _options(engine, args)
    position = engine.game.position.with_to_play(options.color)
    seconds = engine.clock.budget(options.color)
    begin = time.monotonic()
    until = begin + (_THINK if seconds is None else seconds)
    due = begin + options.interval
    candidates: list[Candidate] = []

    def enough() -> bool:
        return time.monotonic() >= until or engine.interrupted()

    for candidates in engine.player.analyze(position, stop=enough):
        if enough():
            break
        if time.monotonic() >= due:
            yield _line(position, candidates, options, write)
            due = time.monotonic() + options.interval
    engine.clock.spend(options.color, time.monotonic() - begin)
    if candidates:
        yield _line(position, candidates, options, write)
    move = candidates[0].move if candidates else PASS
    engine.game.play(options.color, move)
    yield f"play {position.vertex(move)}"


def _options(engine: Engine, args: Arguments) -> _Options:
    color, interval, most = engine.game.position.to_play, 1.0, 20
    while args.more():
        word = args.word().lower()
        if word in ("b", "black", "w", "white"):
            color = Color.parse(word)
        elif word.isascii() and word.isdigit():
            interval = int(word[:9]) / 100
        elif word == "interval":
            interval = args.integer("an interval in centiseconds") / 100
        elif word == "maxmoves":
            most = args.integer("a number of moves")
        elif word in ("minmoves", "ownership", "ownershipstdev", "movesownership", "pvvisits"):
            args.word()  # accepted, not served yet
        elif word in ("allow", "avoid"):
            raise GtpError("allow and avoid are not supported")
        else:
            raise GtpError("syntax error", f"{word!r} is not an option of analysis")
    return _Options(color, max(0.01, min(interval, 3600.0)), max(1, most))


def _line(position: Position, candidates: list[Candidate], options: _Options, write: Writer) -> str:
    best = candidates[: options.most]
    return " ".join(write(position, order, candidate) for order, candidate in enumerate(best))


def _lz(position: Position, order: int, candidate: Candidate) -> str:
    return (
        f"info move {position.vertex(candidate.move)} visits {candidate.visits} "
        f"winrate {round(10000 * candidate.winrate)} prior {round(10000 * candidate.prior)} "
        f"lcb {round(10000 * candidate.winrate)} order {order} pv {_pv(position, candidate)}"
    )


def _kata(position: Position, order: int, candidate: Candidate) -> str:
    return (
        f"info move {position.vertex(candidate.move)} visits {candidate.visits} "
        f"winrate {candidate.winrate:.6f} scoreMean {candidate.score:.3f} "
        f"scoreLead {candidate.score:.3f} prior {candidate.prior:.6f} "
        f"lcb {candidate.winrate:.6f} order {order} pv {_pv(position, candidate)}"
    )


def _pv(position: Position, candidate: Candidate) -> str:
    return " ".join(position.vertex(move) for move in (candidate.line or (candidate.move,)))
