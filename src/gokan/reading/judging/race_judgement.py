"""The best judgement on a race within a budget, for programs that must have an answer.

A race is also two questions of life and death, and the proof search is asked both: does the first
group live, does the second die? `race` itself leaves a question open when its budget ends, and what
it reads may hang on the edge of its region. So trial games (`gokan.reading.trials.trial`) are
played, too, for both questions with either side first. What all this adds up to is decided by
`gokan.reading.deciding.races`.
"""

from __future__ import annotations

from dataclasses import replace

from gokan.go import Color, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.deciding.races import RaceEvidence, RaceJudgement, decide_race
from gokan.reading.judging.witnesses import Witness, near, read_life
from gokan.reading.races.race import Race, race
from gokan.reading.regions.race_arena import core_of
from gokan.reading.trials.trial import Trial, shares, surroundings, trial

__all__ = ["gather_race_evidence", "judge_race"]

_LIFE, _DEATH, _READ, _SAVING, _TAKING, _TAKEN, _SAVED = 0.1, 0.2, 0.65, 0.75, 0.85, 0.93, 1.0
"""Of the budget is spent after the proof search for either group, after reading the race, and after
the trials of both questions, first with the mover first and then with his opponent."""
_GAMES = 10_000
_MOST_LEAD = 5
"""Moves ahead by the count of liberties; more say no more."""


def judge_race(
    position: Position,
    first: int,
    second: int,
    *,
    budget: Budget | Meter | None = None,
    seconds: float | None = None,
    network: Witness | None = None,
) -> RaceJudgement:
    """Judge the race of two groups; the owner of the first one moves first. The usual budget is
    five seconds. `network` is asked where the race was not read to its end.

    >>> position = Position.from_diagram('''
    ... . . . . .
    ... O O O O O
    ... . . O O O
    ... X X X X X
    ... O O O O O
    ... . . X X X
    ... X X X X X
    ... . . . . .
    ... ''')
    >>> answer = judge_race(position, position.point("A5"), position.point("A4"))
    >>> answer.save, answer.take, position.vertex(answer.move), answer.settled
    (1, 1, 'A3', True)
    """
    meter = started(budget, seconds=seconds, usual=Budget(seconds=5.0))
    return decide_race(gather_race_evidence(position, first, second, budget=meter, network=network))


def gather_race_evidence(
    position: Position,
    first: int,
    second: int,
    *,
    budget: Budget | Meter,
    network: Witness | None = None,
) -> RaceEvidence:
    """Read the race, and play it out in trial games."""
    meter = started(budget, usual=Budget(seconds=5.0))
    mover = position.color_at(first)
    enemy = mover.opponent
    own, other = core_of(position, first), core_of(position, second)
    life = read_life(position, own, mover, meter.until(_LIFE))
    death = read_life(position, other, mover, meter.until(_DEATH))
    answer = race(position, first, second, budget=meter.until(_READ), joint=False)
    known = _known(answer)
    sure = (known.settled and not known.judged) or (life.proved and death.proved)
    told = network(position) if network is not None and not sure else None

    def tried(stones: frozenset[int], side: Color, share: float) -> Trial:
        return trial(position, stones, side, budget=meter.until(share), games=_GAMES)

    area = surroundings(position, answer.first) | surroundings(position, answer.second)
    saving, taking = tried(answer.first, mover, _SAVING), tried(answer.second, mover, _TAKING)
    felling, helping = tried(answer.first, enemy, _TAKEN), tried(answer.second, enemy, _SAVED)
    return replace(
        known,
        saving=saving.value,
        taking=taking.value,
        saves=shares(saving),
        takes=shares(taking),
        falls=felling.value,
        lives=helping.value,
        fells=shares(felling),
        helps=shares(helping),
        own=_liberties(position, answer.first, mover),
        enemy=_liberties(position, answer.second, mover),
        policy=near(told, mover, area),
        denied=near(told, enemy, area),
        life=life,
        death=death,
    )


def _liberties(position: Position, stones: frozenset[int], mover: Color) -> tuple[int, ...]:
    """Where the mover may play of a group's liberties."""
    found = {q for p in stones for q in position.block(p).liberties}
    return tuple(q for q in sorted(found) if position.is_legal(q, mover))


def _known(answer: Race) -> RaceEvidence:
    return RaceEvidence(
        answer.save.code,
        answer.take.code,
        answer.save.favours,
        answer.take.favours,
        answer.save.move,
        answer.take.move,
        answer.stands,
        answer.margin,
        max(-_MOST_LEAD, min(answer.count.lead, _MOST_LEAD)),
        judged=answer.judged,
        saved_by=answer.saves,
        taken_by=answer.takes,
    )
