"""Letting the player move, and the time it has for that."""

from __future__ import annotations

from gokan.go import PASS, Color
from gokan.gtp.arguments import Arguments
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command
from gokan.play.clock import Clock, TimeSettings
from gokan.play.player import RESIGN


@command("genmove", "COLOR", help="the player chooses a move and plays it")
def genmove(engine: Engine, args: Arguments) -> str:
    """A vertex, `pass` or `resign`."""
    color = args.color()
    args.end()
    choice = engine.choose(color)
    if choice.move != RESIGN:
        engine.game.play(color, choice.move)
    return choice.vertex(engine.game.position)


@command("genmove_black", help="the player moves for Black (GTP 1)")
def genmove_black(engine: Engine, args: Arguments) -> str:
    """The older way to write `genmove black`."""
    args.end()
    return genmove(engine, Arguments(["black"]))


@command("genmove_white", help="the player moves for White (GTP 1)")
def genmove_white(engine: Engine, args: Arguments) -> str:
    """The older way to write `genmove white`."""
    args.end()
    return genmove(engine, Arguments(["white"]))


@command("reg_genmove", "COLOR", help="the player chooses a move without playing it")
def reg_genmove(engine: Engine, args: Arguments) -> str:
    """For regression tests."""
    color = args.color()
    args.end()
    return engine.choose(color).vertex(engine.game.position)


@command("kgs-genmove_cleanup", "COLOR", help="a move that takes dead stones off, or pass")
def genmove_cleanup(engine: Engine, args: Arguments) -> str:
    """Passes only where no stone of the opponent looks dead; then all that stands is alive."""
    color = args.color()
    args.end()
    game = engine.game
    choice = engine.choose(color)
    move = choice.move
    if move in (PASS, RESIGN):
        move = _approach_dead(engine, color.opponent)
    game.play(color, move)
    if move == PASS:
        game.all_alive = True
    return game.position.vertex(move)


@command("sabaki-genmovelog", help="why the player chose its last move")
def genmovelog(engine: Engine, args: Arguments) -> str:
    """In words, for the comment window."""
    args.end()
    return engine.last_reason


@command("time_settings", "MAIN BYO_TIME BYO_STONES", help="how much time there is")
def time_settings(engine: Engine, args: Arguments) -> None:
    """Seconds of main time, then so many stones in so many seconds; no stones means no limit."""
    main, period = args.number("seconds"), args.number("seconds")
    stones = args.integer("a number of stones")
    args.end()
    if main < 0 or period < 0 or stones < 0:
        raise GtpError("syntax error", "times and stones are never negative")
    if period > 0 and stones == 0:
        engine.clock = Clock()
    else:
        engine.clock = Clock(TimeSettings(main=main, period=period, stones=stones))


@command("kgs-time_settings", "KIND [TIMES]", help="how much time there is, KGS's kinds")
def kgs_time_settings(engine: Engine, args: Arguments) -> None:
    """`none`, `absolute MAIN`, `byoyomi MAIN TIME PERIODS`, `canadian MAIN TIME STONES`."""
    kind = args.word("a kind of time settings").lower()
    main = args.number("seconds") if kind != "none" else 0.0
    period, count = 0.0, 0
    if kind in ("byoyomi", "canadian"):
        period, count = args.number("seconds"), args.integer("a number")
    args.end()
    if min(main, period, count) < 0 or kind not in ("none", "absolute", "byoyomi", "canadian"):
        raise GtpError("syntax error", f"{kind!r} is not a kind of time settings")
    if kind == "none":
        engine.clock = Clock()
    elif kind == "byoyomi":
        engine.clock = Clock(TimeSettings(main=main, period=period, periods=count))
    else:
        engine.clock = Clock(TimeSettings(main=main, period=period, stones=count))


@command("time_left", "COLOR SECONDS STONES", help="what the clock shows")
def time_left(engine: Engine, args: Arguments) -> None:
    """No stones means main time."""
    color = args.color()
    seconds, stones = args.number("seconds"), args.integer("a number of stones")
    args.end()
    engine.clock.set_left(color, max(0.0, seconds), max(0, stones))


def _approach_dead(engine: Engine, color: Color) -> int:
    """A safe move next to a stone the player takes for dead; pass where there is none."""
    position = engine.game.position
    dead = engine.player.dead_stones(position)
    best, most = PASS, 0
    for block in position.blocks():
        if block.color != color or block.stones[0] not in dead:
            continue
        for point in block.liberties:
            if not position.is_legal(point, block.color.opponent):
                continue
            after = position.play(point, block.color.opponent)
            room = len(after.block(point).liberties)
            if room > most:
                best, most = point, room
    return best
