"""What becomes of a group if one side moves first: the answer to `gokan solve` and to GTP's owl
commands, drawn from the assessment of the group.

What is read with that side to move holds, unless the assessment of the group rules it out. Where
reading has no answer, it is judged for programs that must have one, by weights fitted to labelled
questions (`gokan.reading.judging.judgement`), of what the assessment leaves possible. So no two
commands say of one group what cannot both be true.
"""

from __future__ import annotations

from collections.abc import Sequence

from gokan.assess.choices import choices
from gokan.assess.groups import Assessed
from gokan.assessment import FirstMove, GroupAssessment, TurnAssessment, TurnWord
from gokan.certainty import Certainty
from gokan.go import PASS, Color, Position
from gokan.reading.budget import Budget
from gokan.reading.deciding.lives import Judgement
from gokan.reading.judging.judgement import judge
from gokan.reading.life.solve import Solution, solve
from gokan.reading.problem import Problem
from gokan.strength.expect import expect

__all__ = ["assess_turn", "possible", "word_of"]

_ANY: tuple[TurnWord, ...] = ("stands", "ko", "falls")
_POSSIBLE: dict[str, tuple[tuple[TurnWord, ...], tuple[TurnWord, ...]]] = {
    "alive": (("stands",), ("stands",)),
    "seki": (("stands",), ("stands",)),
    "dead": (("falls",), ("falls",)),
    "unsettled": (("falls",), ("stands",)),
    "ko": (("ko", "falls"), ("ko", "stands")),
    "open": (_ANY, _ANY),
}
"""What a word leaves possible if the enemy moves first, and if the owner does."""
_READING = 0.4
"""Of the seconds, if they are limited: for reading; the rest for a judgement."""
_CODES: dict[TurnWord, tuple[int, int]] = {"stands": (0, 1), "ko": (2, 2), "falls": (1, 0)}
"""The code of an attack, and of a defence."""


def possible(group: GroupAssessment, mover: Color) -> tuple[TurnWord, ...]:
    """What the assessment of a group leaves possible if this side moves first.

    That a group is likely to stand at the end, or to fall, says less than that it is alive or dead:
    it does not fall though its owner moves first, or does not stand though its enemy does.
    """
    owner = mover == group.color
    if group.certainty is Certainty.LEARNED and group.kills is None:
        if group.word == "alive" and owner:
            return ("stands", "ko")
        if group.word == "dead" and not owner:
            return ("falls", "ko")
        return _ANY
    return _POSSIBLE[group.word][owner]


def word_of(solution: Solution) -> TurnWord:
    """What a solution says of its target."""
    if solution.result == "unknown":
        return "open"
    fell = solution.killed
    return "ko" if fell is None else "falls" if fell else "stands"


def assess_turn(
    position: Position,
    one: Assessed,
    mover: Color,
    *,
    budget: Budget,
    target: Sequence[int] | None = None,
    read: Solution | None = None,
    network: bool = True,
) -> TurnAssessment:
    """What becomes of a group if `mover` moves first.

    `one` is the group as it was assessed, `read` what was read of it with this side to move; the
    target is one stone of each of its blocks. The budget is for the judgement, where one is needed.

    >>> from gokan.assess.groups import assess_group
    >>> from gokan.effort import QUICK
    >>> from gokan.go import BLACK
    >>> position = Position.from_diagram('''
    ... . . . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> one = assess_group(position, position.point("A4"), QUICK, None)
    >>> found = assess_turn(position, one, BLACK, budget=Budget(nodes=20_000))
    >>> found.word, found.certainty.value, position.vertex(found.move)
    ('falls', 'proved', 'B5')
    """
    group = one.group
    left = possible(group, mover)
    stones = target or tuple(one.reading.defence.problem.target)
    asked = read or _read(
        position, stones, mover, budget if budget.seconds is None else budget.part(_READING)
    )
    word = word_of(asked)
    if asked.proved and not (word == "falls" and _at_a_price(one)):
        left = (word,)
    if read is not None and word in left:
        return _as_read(group, mover, word, read)
    part = budget if budget.seconds is None else budget.part(1 - _READING)
    judged = _judged(position, stones, mover, part, network=network)
    if word not in left:
        tried = _word(judged, attack=mover != group.color)
        word = tried if tried in left else left[0]
    sure, source = _how(group, asked, word, left)
    if word == _word(judged, attack=mover != group.color):
        return TurnAssessment(group, mover, word, sure, judged.code, judged.move, source)
    if word == word_of(asked):
        return _as_read(group, mover, word, asked)
    code = _CODES[word][mover == group.color]
    move = _first(group, mover, judged) if code else None
    return TurnAssessment(group, mover, word, sure, code, move, source)


def _at_a_price(one: Assessed) -> bool:
    """Whether taking the stones is known to cost whoever takes them: then they do not fall."""
    return one.group.kills is not None or one.reading.takers is not None


def _read(position: Position, target: Sequence[int], mover: Color, budget: Budget) -> Solution:
    """What `gokan solve` reads."""
    turned = position if position.to_play == mover else position.setup(to_play=mover)
    return solve(Problem.make(turned, target=target), budget=budget, details=False)


def _as_read(
    group: GroupAssessment, mover: Color, word: TurnWord, read: Solution
) -> TurnAssessment:
    """What was read of this side's moving first."""
    code = _CODES[word][mover == group.color]
    moves = (*read.winning_moves, *read.ko_moves, *read.pv[:1])
    move = PASS if read.needs_no_move else moves[0] if moves else None
    sure = Certainty.PROVED if read.proved else Certainty.READ
    return TurnAssessment(group, mover, word, sure, code, move if code else None, "reading")


def _judged(
    position: Position, target: Sequence[int], mover: Color, budget: Budget, *, network: bool
) -> Judgement:
    """A judgement in which the model of moves and the network have a say."""
    meter = budget.start()
    turned = position if position.to_play == mover else position.setup(to_play=mover)
    expected = {one.move: one.chance for one in expect(turned).moves}
    asked = choices if network else None
    return judge(position, target, mover, budget=meter, expected=expected, network=asked)


def _word(judged: Judgement, *, attack: bool) -> TurnWord:
    if judged.code in (2, 3):
        return "ko"
    return "falls" if (judged.code == 1) == attack else "stands"


def _how(
    group: GroupAssessment, read: Solution, word: TurnWord, left: tuple[TurnWord, ...]
) -> tuple[Certainty, str]:
    """How an answer is known."""
    if word_of(read) == word:
        return (Certainty.PROVED if read.proved else Certainty.READ), "reading"
    if len(left) == 1:  # it follows from the word of the group
        return group.certainty, group.evidence[0].source if group.evidence else "rules"
    return Certainty.LEARNED, "judgement"


def _first(group: GroupAssessment, mover: Color, judged: Judgement) -> int:
    """A first move where the word of the group decides: its own, else the judgement's."""
    known: tuple[FirstMove, ...] = group.defence if mover == group.color else group.attack
    if known:
        return known[0].move
    if group.word in ("unsettled", "ko") and judged.move is not None:
        return judged.move
    return PASS
