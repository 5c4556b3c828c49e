"""Live analysis, as Leela Zero and KataGo write it and Sabaki, Lizzie and others read it.

Available where the player can analyze. The output ends with the next input.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gokan.errors import GokanError
from gokan.go import BLACK, PASS, Color, Position
from gokan.gtp.arguments import Arguments
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command
from gokan.play.player import RESIGN, Choice
from gokan.play.tree.answer import Search, SearchCandidate
from gokan.play.tree.searching import Ban

_NAP = 0.02
_LONGEST = 360_000  # interval, in hundredths of a second
_DEEPEST = 10**6  # moves of a line
Writer = Callable[[Search, int, SearchCandidate, "_Options"], str]


@dataclass(frozen=True, slots=True)
class _Options:
    color: Color
    interval: float = 1.0  # seconds
    most: int = 20
    ownership: bool = False
    root: bool = False
    line_visits: bool = False
    bans: tuple[Ban, ...] = ()


_ALOUD = "choose and play a move, with live analysis"


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
    """Winning chances from 0 to 1, and points; `ownership true` adds who owns each point."""
    return _analyze(engine, args, _kata)


@command(
    "lz-genmove_analyze",
    "[COLOR] [INTERVAL]",
    help=_ALOUD,
    interruptible=False,
)
def lz_genmove_analyze(engine: Engine, args: Arguments) -> Iterator[str]:
    """Ends with the line `play VERTEX`."""
    return _genmove(engine, args, _lz)


@command(
    "genmove_analyze",
    "[COLOR] [INTERVAL]",
    help=_ALOUD,
    interruptible=False,
)
def genmove_analyze(engine: Engine, args: Arguments) -> Iterator[str]:
    """Under the name Sabaki knows."""
    return _genmove(engine, args, _lz)


@command(
    "kata-genmove_analyze",
    "[COLOR] [INTERVAL]",
    help=_ALOUD,
    interruptible=False,
)
def kata_genmove_analyze(engine: Engine, args: Arguments) -> Iterator[str]:
    """Ends with the line `play VERTEX`."""
    return _genmove(engine, args, _kata)


@command(
    "kata-search_analyze",
    "[COLOR] [INTERVAL]",
    help="choose a move without playing it, with live analysis",
    interruptible=False,
)
def kata_search_analyze(engine: Engine, args: Arguments) -> Iterator[str]:
    """Like `kata-genmove_analyze`, but the move is only named."""
    return _genmove(engine, args, _kata, plays=False)


@command("kata-search", "[COLOR]", help="choose a move without playing it")
def kata_search(engine: Engine, args: Arguments) -> str:
    """Like `genmove`, but the move is only named."""
    color = args.color() if args.more() else engine.game.position.to_play
    args.end()
    return engine.choose(color).vertex(engine.game.position)


def _analyze(engine: Engine, args: Arguments, write: Writer) -> Iterator[str]:
    options = _options(engine, args)
    position = engine.position_for(options.color)
    due = time.monotonic() + options.interval
    for found in engine.player.analyze(position, stop=engine.input_pending, bans=options.bans):
        if found.candidates and (time.monotonic() >= due or engine.input_pending()):
            yield _line(found, options, write)
            due = time.monotonic() + options.interval
    while not engine.input_pending():  # there is no more to find out, but the output goes on
        time.sleep(_NAP)


def _genmove(
    engine: Engine, args: Arguments, write: Writer, *, plays: bool = True
) -> Iterator[str]:
    options = _options(engine, args)
    position = engine.position_for(options.color)
    begin = time.monotonic()
    due = begin + options.interval
    thinking = engine.player.deliberate(
        position, clock=engine.clock, stop=engine.interrupted, bans=options.bans
    )
    found: Search | None = None
    while True:
        try:
            found = next(thinking)
        except StopIteration as end:
            choice: Choice = end.value
            break
        if found.candidates and time.monotonic() >= due:
            yield _line(found, options, write)
            due = time.monotonic() + options.interval
    engine.clock.spend(options.color, time.monotonic() - begin)
    engine.last_reason = choice.reason
    if found is not None and found.candidates:
        yield _line(found, options, write)
    if plays and choice.move != RESIGN:
        engine.game.play(options.color, choice.move)
    yield f"play {choice.vertex(position)}"


def _options(engine: Engine, args: Arguments) -> _Options:
    position = engine.game.position
    color, interval, most = position.to_play, 1.0, 20
    flags = {"ownership": False, "rootinfo": False, "pvvisits": False}
    allowed: list[tuple[Color, frozenset[int], int]] = []
    bans: list[Ban] = []
    while args.more():
        word = args.word().lower()
        if word in ("b", "black", "w", "white"):
            color = Color.parse(word)
        elif word.isascii() and word.isdigit():
            interval = int(word[:9]) / 100
        elif word == "interval":
            interval = min(args.integer("an interval in centiseconds"), _LONGEST) / 100
        elif word == "maxmoves":
            most = args.integer("a number of moves")
        elif word in flags:
            flags[word] = _true(args.word(word))
        elif word in ("minmoves", "ownershipstdev", "movesownership", "movesownershipstdev"):
            args.word()  # accepted, not served
        elif word in ("allow", "avoid"):
            side = args.color()
            moves = _moves(position, args.word("moves"))
            depth = min(args.integer("a depth"), _DEEPEST)
            if depth < 1:
                raise GtpError("syntax error", "a depth is 1 or more")
            if word == "allow":
                allowed.append((side, moves, depth))
            else:
                bans.append(Ban(side, moves, depth))
        else:
            raise GtpError("syntax error", f"{word!r} is not an option of analysis")
    if len({side for side, _, _ in allowed}) < len(allowed):
        raise GtpError("syntax error", "allow may be said once for each side")
    every = {PASS, *range(len(position.board))}
    bans += [Ban(side, frozenset(every - moves), depth) for side, moves, depth in allowed]
    return _Options(
        color,
        max(0.01, min(interval, _LONGEST / 100)),
        max(1, most),
        ownership=flags["ownership"],
        root=flags["rootinfo"],
        line_visits=flags["pvvisits"],
        bans=tuple(bans),
    )


def _moves(position: Position, text: str) -> frozenset[int]:
    try:
        return frozenset(position.point(vertex) for vertex in text.split(",") if vertex)
    except GokanError as error:
        raise GtpError("syntax error", str(error)) from None


def _true(word: str) -> bool:
    if word.lower() not in ("true", "false"):
        raise GtpError("syntax error", f"{word!r} is neither true nor false")
    return word.lower() == "true"


def _line(found: Search, options: _Options, write: Writer) -> str:
    best = found.candidates[: options.most]
    parts = [write(found, order, c, options) for order, c in enumerate(best)]
    sign = 1 if options.color == BLACK else -1
    if options.root:
        parts.append(
            f"rootInfo visits {found.visits} utility {sign * found.utility:.6f} "
            f"winrate {_own(found.win, sign):.6f} scoreMean {sign * found.lead:.3f} "
            f"scoreStdev {found.stdev:.3f} scoreLead {sign * found.lead:.3f}"
        )
    if options.ownership and found.ownership:
        values = " ".join(f"{sign * value:.4f}" for value in found.ownership)
        parts.append(f"ownership {values}")
    return " ".join(parts)


def _own(win: float, sign: int) -> float:
    return win if sign > 0 else 1 - win


def _lz(found: Search, order: int, candidate: SearchCandidate, options: _Options) -> str:
    sign = 1 if options.color == BLACK else -1
    lcb = min(1.0, max(0.0, _own(candidate.lcb, sign)))
    return (
        f"info move {found.position.vertex(candidate.move)} visits {candidate.visits} "
        f"winrate {round(10000 * _own(candidate.win, sign))} "
        f"prior {round(10000 * candidate.prior)} "
        f"lcb {round(10000 * lcb)} order {order} {_pv(found, candidate, options)}"
    )


def _kata(found: Search, order: int, candidate: SearchCandidate, options: _Options) -> str:
    sign = 1 if options.color == BLACK else -1
    lcb = _own(candidate.lcb, sign)
    utility = sign * candidate.utility
    return (
        f"info move {found.position.vertex(candidate.move)} visits {candidate.visits} "
        f"utility {utility:.6f} winrate {_own(candidate.win, sign):.6f} "
        f"scoreMean {sign * candidate.lead:.3f} scoreStdev {candidate.stdev:.3f} "
        f"scoreLead {sign * candidate.lead:.3f} scoreSelfplay {sign * candidate.lead:.3f} "
        f"prior {candidate.prior:.6f} lcb {lcb:.6f} "
        f"utilityLcb {utility + 2 * (lcb - _own(candidate.win, sign)):.6f} "
        f"order {order} {_pv(found, candidate, options)}"
    )


def _pv(found: Search, candidate: SearchCandidate, options: _Options) -> str:
    line = candidate.line or (candidate.move,)
    text = "pv " + " ".join(found.position.vertex(move) for move in line)
    if options.line_visits and candidate.line_visits:
        text += " pvVisits " + " ".join(map(str, candidate.line_visits))
    return text
