"""Ladders, which need no search budget."""

from __future__ import annotations

from gokan.go import Position, ladder
from gokan.gtp.arguments import Arguments
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command


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
