"""The best judgement on a race within a given time, for programs that must have an answer.

`race` leaves a question open when its budget ends. `judge_race` then takes the side that the
search leaned to, unless trial games (`gokan.reading.trials`) are clearly against it: they say how
often the first group is saved, and the second taken, and which moves did best. Of a race of many
liberties they know little; of the moves that decide it, a good deal.
"""

from __future__ import annotations

from dataclasses import dataclass

from gokan.go import PASS, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.semeai import Race, race
from gokan.reading.trials import Trial, shares, trial

__all__ = ["RaceJudgement", "judge_race"]

_READ, _SAVING, _TAKING = 0.6, 0.8, 1.0
"""Of the time is over after reading, and after the trials of both questions."""
_GAMES = 10_000
_LOST = 0.15
"""Where both shares are smaller, nothing is saved and nothing taken."""
_NOT_TAKEN, _SAVED = 0.3, 0.7
"""A share of taking below, and of saving above: the first group lives, and so does the second."""
_TAKEN = 0.55
"""Where both shares are larger, the second group is taken."""
_SEARCHED, _SEARCHED_TO_LIVE = 0.15, 0.4
"""What being the search's move counts in the choice of a move, beside the shares of games."""


@dataclass(frozen=True, slots=True)
class RaceJudgement:
    """Both codes (see `gokan.reading.semeai.Verdict`) and the first move."""

    save: int
    take: int
    move: int
    """PASS where none is needed or none helps."""
    settled: bool
    """The race was read to its end; otherwise it was judged."""


def judge_race(
    position: Position,
    first: int,
    second: int,
    *,
    budget: Budget | Meter | None = None,
    seconds: float | None = None,
) -> RaceJudgement:
    """Judge the race of two groups; the owner of the first one moves first. The usual budget is
    five seconds.

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
    answer = race(position, first, second, budget=meter.until(_READ))
    read = _as_read(answer)
    if read.settled:
        return read
    mover = position.color_at(first)

    def tried(target: frozenset[int], share: float) -> Trial:
        return trial(position, target, mover, budget=meter.until(share), games=_GAMES)

    return _weighed(answer, read, tried(answer.first, _SAVING), tried(answer.second, _TAKING))


def _as_read(answer: Race) -> RaceJudgement:
    """What the search says, or leaned to."""
    settled = answer.save.code is not None and answer.take.code is not None
    save = int(answer.save.favours) if answer.save.code is None else answer.save.code
    take = int(answer.take.favours) if answer.take.code is None else answer.take.code
    if take and answer.save.code is None:
        save = max(save, 1)  # what takes its enemy lives
    move: int | None = PASS
    if take:
        move = PASS if answer.margin else answer.take.move
    elif save and not answer.stands and answer.save.code is not None:
        move = answer.save.move
    return RaceJudgement(save, take, PASS if move is None else move, settled)


def _weighed(answer: Race, read: RaceJudgement, saving: Trial, taking: Trial) -> RaceJudgement:
    """The open questions, with what trials say of them."""
    save, take, move = read.save, read.take, read.move
    may_save, may_take = answer.save.code is None, answer.take.code is None
    if may_save and may_take and max(saving.value, taking.value) <= _LOST:
        return RaceJudgement(0, 0, PASS, False)
    search: int | None = move
    if save and take and may_take:
        if taking.value <= _NOT_TAKEN and saving.value >= _SAVED:
            take = 0
    elif save and not take and may_take and min(saving.value, taking.value) >= _TAKEN:
        take, search = 1, None
    if not save or search == PASS:
        return RaceJudgement(save, take, PASS, False)
    liked = shares(saving)
    if take:
        for p, share in shares(taking).items():
            liked[p] = liked.get(p, 0.0) + share
    if search is not None:
        liked[search] = liked.get(search, 0.0) + (_SEARCHED if take else _SEARCHED_TO_LIVE)
    best = max(liked, key=lambda p: (liked[p], -p), default=PASS)
    return RaceJudgement(save, take, best, False)
