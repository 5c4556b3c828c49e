"""What stands above the answer to a life-and-death problem: what is true of its target.

A solution is what reading found, with one side to move. Where it is proved it is the answer, except
that stones which can be taken need not be dead: that depends on whoever takes them. Where it is not
proved, or came to no end, the assessment of the group says how far it is to be believed
(`gokan.assess.turns`), so that `gokan solve` says what `gokan status` and GTP say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gokan.assess.assessor import forecast
from gokan.assess.groups import Assessed, assess_group, in_its_place
from gokan.assess.turns import assess_turn, word_of
from gokan.assessment import TurnAssessment
from gokan.certainty import Certainty
from gokan.chances import survival
from gokan.effort import Effort
from gokan.go import PASS
from gokan.reading.budget import Budget
from gokan.reading.life.solution import Solution

__all__ = ["Headline", "headline"]


@dataclass(frozen=True, slots=True)
class Headline:
    """A solution and what is true of its target.

    Attributes:
        answer: what reading found.
        turn: what the assessment says with the same side to move; None where nobody had to ask.
    """

    answer: Solution
    turn: TurnAssessment | None = None

    @property
    def agrees(self) -> bool:
        """Whether reading's answer may be told as it is."""
        return self.turn is None or self.turn.word == word_of(self.answer)

    @property
    def certainty(self) -> Certainty:
        """How what is told first is known."""
        if self.turn is not None and not self.agrees:
            return self.turn.certainty
        return Certainty.PROVED if self.answer.proved else Certainty.READ

    @property
    def text(self) -> str:
        """The sentence that comes before reading's; empty where that may be told as it is."""
        if self.turn is None or self.agrees:
            return ""
        return _sentence(self.answer, self.turn)

    def to_dict(self) -> dict[str, Any]:
        """Stable JSON: the solution, and under `assessed` what is true of the target where that was
        asked.
        """
        turn = self.turn
        told = None if turn is None else turn.to_dict(self.answer.problem.position)
        return {**self.answer.to_dict(), "assessed": told, "agrees": self.agrees}


def headline(
    answer: Solution,
    effort: Effort,
    *,
    ownership: Sequence[float] | None = None,
    network: bool = True,
) -> Headline:
    """What to tell first of a problem that was read. `ownership` is a forecast for each point;
    without one the network is asked, if it may be.

    >>> from gokan.effort import QUICK
    >>> from gokan.go import Position
    >>> from gokan.reading import Problem, solve
    >>> position = Position.from_diagram('''
    ... . X . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> inside = Problem.make(position, target=[position.point("B5")])
    >>> headline(solve(inside, nodes=20_000), QUICK).text
    'Black B5 stands: the group is alive (measured), which counts more than what was read.'
    """
    if answer.proved and not _can_be_taken(answer):
        return Headline(answer)
    position, target = answer.problem.position, answer.problem.target
    expected = forecast(position) if ownership is None and network else ownership

    def ask(stone: int) -> Assessed:
        return assess_group(position, stone, effort, expected)

    one = in_its_place(position, ask(target[0]), ask)
    if not _about(answer, one):
        return Headline(answer)
    turn = assess_turn(
        position,
        one,
        position.to_play,
        budget=Budget(nodes=effort.nodes),
        target=target,
        read=None if answer.result == "unknown" else answer,
        network=network,
    )
    if answer.result == "unknown" and turn.source == "judgement":
        return Headline(answer)  # nobody has to answer here
    return Headline(answer, turn)


def _can_be_taken(answer: Solution) -> bool:
    """Whether the target falls whoever moves, as far as its own region goes."""
    return bool(answer.killed) and (answer.problem.goal == "live" or answer.needs_no_move)


def _about(answer: Solution, one: Assessed) -> bool:
    """Whether the target is the group, or belongs to it."""
    return set(answer.problem.target) <= set(one.group.stones)


def _sentence(answer: Solution, turn: TurnAssessment) -> str:
    """What is true of the target, in words."""
    position, group = answer.problem.position, turn.group
    name = position.vertex(min(answer.problem.target))
    owner = str(group.color).capitalize()
    if group.kills is not None:
        killed = position.vertex(group.kills)
        likely = "likely " if group.certainty is Certainty.LEARNED else ""
        return (
            f"{owner} {name} is {likely}part of the killing of {killed}: it can be taken, but "
            f"whoever takes it dies{'' if not likely else ' as it seems'}."
        )
    if group.certainty is Certainty.LEARNED:
        word = survival(group.chance)
    else:
        word = {"seki": "alive in seki", "open": "not settled", "ko": "a matter of a ko"}.get(
            group.word, group.word
        )
    text = f"{owner} {name} "
    text += {"stands": "stands", "ko": "depends on a ko", "falls": "falls"}[turn.word]
    if group.word not in ("alive", "seki", "dead"):
        text += f" with {str(turn.mover).capitalize()} to move"
        if turn.move is not None and turn.move != PASS and turn.code:
            text += f" ({position.vertex(turn.move)})"
    return f"{text}: the group is {word} ({group.certainty}), which counts more than what was read."
