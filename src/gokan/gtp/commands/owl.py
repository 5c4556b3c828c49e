"""GNU Go's life-and-death commands: the same arguments in the same order, the same result codes.

`0` no; `1 V` yes by playing V; `2 V` in a ko that the mover takes first; `3 V` in a ko for which
the mover needs the first threat. `PASS` stands for "no move is needed". The answers are those of
the assessment (`gokan.assess.turns`), so that `status` and `solve` say the same. Where it leaves
the group open, the side that the evidence favours is answered: GTP has no word for "unknown".
"""

from __future__ import annotations

from functools import lru_cache

from gokan.assess.assessor import forecast
from gokan.assess.groups import Assessed, assess_group, in_its_place
from gokan.assess.turns import assess_turn
from gokan.assessment import TurnAssessment
from gokan.effort import Effort
from gokan.go import PASS, Color, Position
from gokan.gtp.arguments import Arguments
from gokan.gtp.commands.budget import MOST_NODES, reading_budget
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command
from gokan.reading.budget import Budget
from gokan.reading.deciding.lives import FAILS
from gokan.reading.groups.gathering import group_of

_SWAPPED = {0: 1, 1: 0, 2: 3, 3: 2}
"""A code as the other side sees it: who takes first is not who needs the first threat."""
_ASSESSING = 0.4
"""Of the time, where it is counted in seconds: for the group as such; the rest for one side."""


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
    owner, half = position.color_at(stone), _share(reading_budget(engine), 0.5)
    attack = _turn(position, stone, owner.opponent, half)
    if attack.code in FAILS:
        return "alive"
    defence = _turn(position, stone, owner, half)
    if defence.code in FAILS:
        return "dead"
    return f"critical {_vertex(position, attack.move)} {_vertex(position, defence.move)}"


def _answer(engine: Engine, args: Arguments, *, attack: bool) -> str:
    position = engine.game.position
    stone = args.stone(position)
    args.end()
    color = position.color_at(stone)
    mover = color.opponent if attack else color
    return _text(position, _turn(position, stone, mover, reading_budget(engine)))


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
    left = tuple(p for p in target if after.color_at(p) == color)
    if not left:
        return "1" if attack else "0"
    answer = _turn(after, left[0], mover.opponent, reading_budget(engine), left)
    return str(_SWAPPED[answer.code])


def _turn(
    position: Position,
    stone: int,
    mover: Color,
    budget: Budget,
    target: tuple[int, ...] | None = None,
) -> TurnAssessment:
    """What becomes of the group if one side moves first. Counted in nodes both the assessment of
    the group and the judgement have the whole budget; seconds are for both together.
    """
    one = _assessed(position, stone, budget)
    if budget.seconds is not None:
        budget = _share(budget, 1 - _ASSESSING)
    return assess_turn(position, one, mover, budget=budget, target=target)


def _assessed(position: Position, stone: int, budget: Budget) -> Assessed:
    if budget.seconds is None and budget.nodes is not None:
        return _counted(position, stone, budget.nodes)
    return _in_seconds(position, stone, _ASSESSING * (budget.seconds or 0.0))


@lru_cache(maxsize=64)
def _counted(position: Position, stone: int, nodes: int) -> Assessed:
    """Kept, since `owl_attack`, `owl_defend` and `dragon_status` ask for the same."""
    effort, ownership = Effort(0, nodes), forecast(position)

    def ask(other: int) -> Assessed:
        return assess_group(position, other, effort, ownership)

    return in_its_place(position, ask(stone), ask)


def _in_seconds(position: Position, stone: int, seconds: float) -> Assessed:
    effort, ownership = Effort(0, MOST_NODES), forecast(position)

    def ask(other: int) -> Assessed:
        return assess_group(position, other, effort, ownership, seconds=seconds / 2)

    return in_its_place(position, ask(stone), ask)


def _share(budget: Budget, share: float) -> Budget:
    """So much of the seconds; nodes are for each question."""
    if budget.seconds is None:
        return budget
    return Budget(seconds=share * budget.seconds, nodes=budget.nodes, cancel=budget.cancel)


def _text(position: Position, answer: TurnAssessment) -> str:
    if answer.code == 0:
        return "0"
    return f"{answer.code} {_vertex(position, answer.move)}"


def _vertex(position: Position, move: int | None) -> str:
    return "PASS" if move is None or move == PASS else position.vertex(move)
