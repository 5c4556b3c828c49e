"""GNU Go's life-and-death commands: the same arguments in the same order, the same result codes.

`0` no; `1 V` yes by playing V; `2 V` in a ko that the mover takes first; `3 V` in a ko for which
the mover needs the first threat. `PASS` stands for "no move is needed". Where the budget ends
first, the side that the reading favours is answered (see `gokan.reading.judging.judgement`): GTP
has no word for "unknown", and `gokan status` and `gokan solve` do.
"""

from __future__ import annotations

from collections.abc import Iterable

from gokan.go import PASS, Color, Position
from gokan.gtp.arguments import Arguments
from gokan.gtp.commands.budget import reading_budget
from gokan.gtp.commands.learned import choices
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command
from gokan.reading.budget import Budget
from gokan.reading.deciding.lives import FAILS, Fate, Judgement
from gokan.reading.groups.gathering import group_of
from gokan.reading.judging.judgement import judge, judge_fate
from gokan.strength.expect import expect

_SWAPPED = {0: 1, 1: 0, 2: 3, 3: 2}
"""A code as the other side sees it: who takes first is not who needs the first threat."""


@command("owl_attack", "VERTEX", help="can the group be killed, its enemy moving first")
def owl_attack(engine: Engine, args: Arguments) -> str:
    """A code, and a move where there is one."""
    return _answer(engine, args, attack=True)


@command("owl_defend", "VERTEX", help="can the group live, its owner moving first")
def owl_defend(engine: Engine, args: Arguments) -> str:
    """A code, and a move where there is one."""
    return _answer(engine, args, attack=False)


@command("owl_does_attack", "MOVE VERTEX", help="does the move kill the group at VERTEX")
def owl_does_attack(engine: Engine, args: Arguments) -> str:
    """The code of the attack that begins with this move."""
    return _after_move(engine, args, attack=True)


@command("owl_does_defend", "MOVE VERTEX", help="does the move save the group at VERTEX")
def owl_does_defend(engine: Engine, args: Arguments) -> str:
    """The code of the defence that begins with this move."""
    return _after_move(engine, args, attack=False)


@command("dragon_status", "VERTEX", help="alive, dead or critical, with the moves that decide")
def dragon_status(engine: Engine, args: Arguments) -> str:
    """The word, and for a critical group the attack and the defence.

    As if nobody had ko threats: a ko decides for the side that takes first.
    """
    position = engine.game.position
    stone = args.stone(position)
    args.end()
    fate = _fate(position, stone, reading_budget(engine))
    if fate.word != "critical" or fate.defence is None:
        return fate.word
    return f"critical {_vertex(position, fate.attack.move)} {_vertex(position, fate.defence.move)}"


def _fate(position: Position, stone: int, budget: Budget) -> Fate:
    """Both judgements. Counted in nodes each has the whole budget, so that it is what `owl_attack`
    and `owl_defend` answer; seconds are for both together.
    """
    target, owner = group_of(position, stone).blocks(position), position.color_at(stone)
    if budget.nodes is None:
        return judge_fate(
            position,
            target,
            budget=budget.start(),
            expected={color: _expected(position, color) for color in (Color.BLACK, Color.WHITE)},
            network=choices,
        )
    attack = _judge(position, target, owner.opponent, budget)
    if attack.code in FAILS:
        return Fate(attack, None)
    return Fate(attack, _judge(position, target, owner, budget))


def _answer(engine: Engine, args: Arguments, *, attack: bool) -> str:
    position = engine.game.position
    stone = args.stone(position)
    args.end()
    color = position.color_at(stone)
    mover = color.opponent if attack else color
    answer = _judge(
        position, group_of(position, stone).blocks(position), mover, reading_budget(engine)
    )
    return _text(position, answer)


def _after_move(engine: Engine, args: Arguments, *, attack: bool) -> str:
    position = engine.game.position
    move, stone = args.move(position), args.stone(position)
    args.end()
    color = position.color_at(stone)
    mover = color.opponent if attack else color
    if not position.is_legal(move, mover):
        raise GtpError("illegal move", position.why_illegal(move, mover) or "")
    target = group_of(position, stone).blocks(position)
    after = position.play(move, mover)
    left = [p for p in target if after.color_at(p) == color]
    if not left:
        return "1" if attack else "0"
    answer = judge(after, left, mover.opponent, budget=reading_budget(engine))
    return str(_SWAPPED[answer.code])


def _judge(position: Position, target: Iterable[int], mover: Color, budget: Budget) -> Judgement:
    """A judgement in which the model of moves and the network have a say."""
    meter = budget.start()
    expected = _expected(position, mover)
    return judge(position, target, mover, budget=meter, expected=expected, network=choices)


def _expected(position: Position, mover: Color) -> dict[int, float]:
    turned = position if position.to_play == mover else position.setup(to_play=mover)
    return {one.move: one.chance for one in expect(turned).moves}


def _text(position: Position, answer: Judgement) -> str:
    if answer.code == 0:
        return "0"
    return f"{answer.code} {_vertex(position, answer.move)}"


def _vertex(position: Position, move: int | None) -> str:
    return "PASS" if move is None or move == PASS else position.vertex(move)
