"""Facts about life and capture that need no search: unconditional life and ladders."""

from __future__ import annotations

from gokan.go import BLACK, EMPTY, Position, ladder, life
from gokan.gtp.arguments import Arguments
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command


@command("unconditional_status", "VERTEX", help="what stays alive even if its owner always passes")
def unconditional_status(engine: Engine, args: Arguments) -> str:
    """`alive`, `dead`, `black_territory`, `white_territory` or `undecided` (Benson's theorem)."""
    position = engine.game.position
    point = args.point(position)
    args.end()
    settled = life.unconditional(position)
    if point in settled.alive_black or point in settled.alive_white:
        return "alive"
    for color, territory in (
        (BLACK, settled.territory_black),
        (BLACK.opponent, settled.territory_white),
    ):
        if point in territory:
            return f"{color}_territory" if position.color_at(point) == EMPTY else "dead"
    return "undecided"


@command("ladder_attack", "VERTEX", help="can the block be captured in a ladder, and how")
def ladder_attack(engine: Engine, args: Arguments) -> str:
    """`1 MOVE` where the attacker moves first and captures, else `0`."""
    position = engine.game.position
    point = args.stone(position)
    args.end()
    reading = _read(position, point)
    return f"1 {position.vertex(reading.moves[0])}" if reading.captured else "0"


@command("gokan-ladder", "VERTEX", help="the moves of a ladder on the block, attacker first")
def ladder_moves(engine: Engine, args: Arguments) -> str:
    """Colours and vertices, for GoGui to draw as a variation; empty where it does not work."""
    position = engine.game.position
    point = args.stone(position)
    args.end()
    reading = _read(position, point)
    if not reading.captured:
        return ""
    side = position.color_at(point).opponent
    words = []
    for move in reading.moves:
        words.append(f"{side.letter.lower()} {position.vertex(move)}")
        side = side.opponent
    return " ".join(words)


def _read(position: Position, point: int) -> ladder.Ladder:
    reading = ladder.ladder(position, point, first="attack")
    if reading.captured is None:
        raise GtpError("unknown: the ladder was not read to its end")
    return reading
