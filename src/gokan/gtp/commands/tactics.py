"""GNU Go's tactical commands: the same arguments in the same order, the same result codes.

`0` no; `1 V` yes by playing V; `2 V` in a ko that the mover takes first; `3 V` in a ko for which
the mover needs the first threat. `PASS` stands for "no move is needed". Where the search finds no
way to connect or to cut and does not prove that there is none, trial games have a say
(`gokan.reading.judging.link_judgement`).
"""

from __future__ import annotations

from gokan.go import PASS, Color, Position
from gokan.gtp.arguments import Arguments
from gokan.gtp.commands.budget import reading_budget
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command
from gokan.reading.deciding.links import LinkJudgement
from gokan.reading.judging.link_judgement import judge_cut, judge_link
from gokan.reading.safe.settled import settled
from gokan.reading.tactics.questions import Capture, capture

_SWAPPED = {0: 1, 1: 0, 2: 3, 3: 2}
"""A code as the other side sees it: who takes first is not who needs the first threat."""


@command("attack", "VERTEX", help="can the block be captured, its enemy moving first")
def attack(engine: Engine, args: Arguments) -> str:
    """A code, and a move where there is one."""
    position = engine.game.position
    target = args.stone(position)
    args.end()
    return _result(_capture(engine, target, None, attacking=True))


@command("defend", "VERTEX", help="can the block be saved, its owner moving first")
def defend(engine: Engine, args: Arguments) -> str:
    """A code, and a move where there is one."""
    position = engine.game.position
    target = args.stone(position)
    args.end()
    return _result(_capture(engine, target, None, attacking=False))


@command("attack_either", "VERTEX VERTEX", help="can one of two blocks be captured")
def attack_either(engine: Engine, args: Arguments) -> str:
    """Only the code, as GNU Go answers."""
    one, other = _two_stones(engine, args)
    return str(_capture(engine, one, other, attacking=True).code)


@command("defend_both", "VERTEX VERTEX", help="can two blocks be saved with one move")
def defend_both(engine: Engine, args: Arguments) -> str:
    """Only the code, as GNU Go answers."""
    one, other = _two_stones(engine, args)
    return str(_capture(engine, one, other, attacking=False).code)


@command("does_attack", "MOVE VERTEX", help="does the move capture the block at VERTEX")
def does_attack(engine: Engine, args: Arguments) -> str:
    """The code of the attack that begins with this move."""
    position = engine.game.position
    move, target = args.move(position), args.stone(position)
    args.end()
    after = _after(position, move, position.color_at(target).opponent)
    if after.color_at(target) == Color.EMPTY:
        return "1"
    return str(_SWAPPED[_read_capture(engine, after, target, None, attacking=False).code])


@command("does_defend", "MOVE VERTEX", help="does the move save the block at VERTEX")
def does_defend(engine: Engine, args: Arguments) -> str:
    """The code of the defence that begins with this move."""
    position = engine.game.position
    move, target = args.move(position), args.stone(position)
    args.end()
    after = _after(position, move, position.color_at(target))
    return str(_SWAPPED[_read_capture(engine, after, target, None, attacking=True).code])


@command("connect", "VERTEX VERTEX", help="can two blocks be joined, their owner moving first")
def connect_(engine: Engine, args: Arguments) -> str:
    """A code, and a move where there is one."""
    blocks = _two_stones(engine, args)
    budget, position = reading_budget(engine), engine.game.position
    return _judged(engine, judge_link(position, *blocks, budget=budget))


@command("disconnect", "VERTEX VERTEX", help="can two blocks be cut, the enemy moving first")
def disconnect(engine: Engine, args: Arguments) -> str:
    """A code, and a move where there is one."""
    blocks = _two_stones(engine, args)
    budget, position = reading_budget(engine), engine.game.position
    return _judged(engine, judge_cut(position, *blocks, budget=budget))


@command("unconditional_status", "VERTEX", help="what is settled for good at the point")
def unconditional_status(engine: Engine, args: Arguments) -> str:
    """`alive`, `dead`, `black_territory`, `white_territory` or `undecided`; see `settled`."""
    position = engine.game.position
    point = args.point(position)
    args.end()
    owner = settled(position, point)
    if owner == Color.EMPTY:
        return "undecided"
    stone = position.color_at(point)
    if stone == Color.EMPTY:
        return f"{owner}_territory"
    return "alive" if stone == owner else "dead"


def _capture(engine: Engine, target: int, other: int | None, *, attacking: bool) -> Capture:
    return _read_capture(engine, engine.game.position, target, other, attacking=attacking)


def _read_capture(
    engine: Engine, position: Position, target: int, other: int | None, *, attacking: bool
) -> Capture:
    return capture(
        position,
        target,
        either=other,
        first="attack" if attacking else "defend",
        budget=reading_budget(engine),
    )


def _two_stones(engine: Engine, args: Arguments) -> tuple[int, int]:
    position = engine.game.position
    one, other = args.stone(position), args.stone(position)
    args.end()
    if position.color_at(one) != position.color_at(other):
        raise GtpError("vertices must have the same color")
    return one, other


def _after(position: Position, move: int, color: Color) -> Position:
    if not position.is_legal(move, color):
        raise GtpError("illegal move", position.why_illegal(move, color) or "")
    return position.play(move, color)


def _judged(engine: Engine, found: LinkJudgement) -> str:
    if found.code == 0 or found.move is None:
        return "0"
    return f"{found.code} {_vertex(engine.game.position, found.move)}"


def _result(reading: Capture) -> str:
    if reading.code == 0 or reading.move is None:
        return "0"
    return f"{reading.code} {_vertex(reading.position, reading.move)}"


def _vertex(position: Position, move: int) -> str:
    return "PASS" if move == PASS else position.vertex(move)
