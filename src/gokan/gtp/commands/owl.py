"""GNU Go's life-and-death commands: the same arguments in the same order, the same result codes.

`0` no; `1 V` yes by playing V; `2 V` in a ko that the mover takes first; `3 V` in a ko for which
the mover needs the first threat. `PASS` stands for "no move is needed". A question that the budget
did not settle is an error, never a guess.
"""

from __future__ import annotations

from gokan.go import PASS, Color, Position
from gokan.gtp.arguments import Arguments
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command
from gokan.reading.groups import Status, group_of, status
from gokan.reading.life import Solution, solve
from gokan.reading.problem import Problem

SECONDS = 4.0


@command("owl_attack", "VERTEX", help="can the group be killed, its enemy moving first")
def owl_attack(engine: Engine, args: Arguments) -> str:
    """A code, and a move where there is one."""
    return _answer(engine.game.position, args, attack=True)


@command("owl_defend", "VERTEX", help="can the group live, its owner moving first")
def owl_defend(engine: Engine, args: Arguments) -> str:
    """A code, and a move where there is one."""
    return _answer(engine.game.position, args, attack=False)


@command("owl_does_attack", "MOVE VERTEX", help="does the move kill the group at VERTEX")
def owl_does_attack(engine: Engine, args: Arguments) -> str:
    """The code of the attack that begins with this move."""
    return _after_move(engine.game.position, args, attack=True)


@command("owl_does_defend", "MOVE VERTEX", help="does the move save the group at VERTEX")
def owl_does_defend(engine: Engine, args: Arguments) -> str:
    """The code of the defence that begins with this move."""
    return _after_move(engine.game.position, args, attack=False)


@command("dragon_status", "VERTEX", help="alive, dead, critical or unknown")
def dragon_status(engine: Engine, args: Arguments) -> str:
    """The word, and for a critical group the attack and the defence."""
    position = engine.game.position
    stone = args.stone(position)
    args.end()
    answer: Status = status(position, stone, seconds=2 * SECONDS)
    if answer.word in ("alive", "dead", "unknown"):
        return answer.word
    moves = [_move(s) for s in (answer.attack, answer.defence)]
    return " ".join(["critical", *(position.vertex(m) for m in moves if m is not None)])


def _answer(position: Position, args: Arguments, *, attack: bool) -> str:
    stone = args.stone(position)
    args.end()
    color = position.color_at(stone)
    problem = _problem(position, stone, color.opponent if attack else color)
    answer = solve(problem, seconds=SECONDS)
    code, move = _code(answer), _move(answer)
    if code == 0 or move is None:
        return str(code)
    return f"{code} {'PASS' if move == PASS else position.vertex(move)}"


def _after_move(position: Position, args: Arguments, *, attack: bool) -> str:
    move, stone = args.move(position), args.stone(position)
    args.end()
    color = position.color_at(stone)
    mover = color.opponent if attack else color
    target = group_of(position, stone)
    after = position.play_forced(move, mover)
    left = [p for p in target if after.color_at(p) == color]
    if not left:
        return "1" if attack else "0"
    answer = solve(Problem.make(_turn(after, mover.opponent), target=left), seconds=SECONDS)
    return str({0: 1, 1: 0, 2: 3, 3: 2}[_code(answer)])


def _problem(position: Position, stone: int, mover: Color) -> Problem:
    return Problem.make(_turn(position, mover), target=group_of(position, stone))


def _turn(position: Position, mover: Color) -> Position:
    return position if position.to_play == mover else position.setup(to_play=mover)


def _code(answer: Solution) -> int:
    if answer.result == "unknown":
        raise GtpError("unknown", "the reading was not settled within its budget")
    if answer.result == "ko":
        assert answer.ko is not None
        return 2 if answer.ko.first else 3
    return 1 if answer.result == "win" else 0


def _move(answer: Solution) -> int | None:
    moves = answer.winning_moves + answer.ko_moves
    if PASS in moves:
        return PASS
    return moves[0] if moves else None
