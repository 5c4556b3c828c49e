"""What trial games say about a group's life, in a player's word, for want of a reading.

The group's surroundings are played out some thousand times with its enemy moving first and with its
owner (`gokan.reading.trials.trial`); where its fate follows whoever moves, also with ko threats.
Which word that is worth is decided by `gokan.reading.deciding`. `benchmarks/bench_status.py`
compares the words with the ends of games. A word that rests on trials is a judgement: its reason
says how the games ended.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from gokan.go import PASS, Color, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.deciding.evidence import UNASKED, Evidence
from gokan.reading.deciding.lives import Word, word_by_trials
from gokan.reading.trials.trial import Trial, threats_of, trial
from gokan.reading.weights import LIMITS

__all__ = ["Outlook", "outlook"]


@dataclass(frozen=True, slots=True)
class Outlook:
    """A word, the moves that did best, and why."""

    word: Word
    taken: float
    """The share of games in which the group was taken, its enemy moving first."""
    saved: float
    """The share of games in which it was saved, its owner moving first."""
    attack: int | None
    """The enemy's best first move; None if none did well."""
    defence: int | None
    reasons: tuple[str, ...]
    """What was judged, in words."""
    evidence: tuple[Evidence, Evidence] = field(repr=False)
    """The same as evidence, with the enemy moving first and with the owner."""


def outlook(
    position: Position,
    target: Iterable[int],
    *,
    budget: Budget | Meter | None = None,
    games: int = LIMITS.games,
) -> Outlook:
    """What `games` trial games for either side first say about the target stones.

    >>> position = Position.from_diagram('''
    ... . . . O X .
    ... O O O O X .
    ... X X X X X .
    ... . . . . . .
    ... . . . . . .
    ... ''')
    >>> outlook(position, [position.point("A4")]).word
    'unsettled'
    """
    stones = sorted(set(target))
    owner = position.color_at(stones[0])
    meter = started(budget, usual=Budget(seconds=1.0))

    def tried(mover: Color, left: int, helped: Color | None = None) -> Trial:
        return trial(
            position,
            stones,
            mover,
            budget=meter.part(1 / left),
            games=games,
            threats=threats_of(helped, owner),
        )

    enemy = owner.opponent
    attack, defence = tried(enemy, 3), tried(owner, 2)
    taken, saved = (
        Evidence(
            attacks,
            UNASKED,
            first=one.value,
            outside=one.outside,
            enough=bool(one.settled) or one.games >= min(LIMITS.fewest, games),
        )
        for attacks, one in ((True, attack), (False, defence))
    )
    word = word_by_trials(taken, saved)
    if word == "unsettled":
        taken = replace(taken, pressed=tried(enemy, 2, owner).value)
        word = word_by_trials(taken, saved)
    if word == "unsettled":
        saved = replace(saved, pressed=tried(owner, 1, enemy).value)
        word = word_by_trials(taken, saved)
    return Outlook(
        word,
        attack.value,
        defence.value,
        _best(attack),
        _best(defence),
        () if word == "unknown" else _reasons(word, enemy, attack, defence),
        (taken, saved),
    )


def _best(found: Trial) -> int | None:
    """The move that did best, where it did well."""
    if found.value < 1 - LIMITS.clear:
        return None
    return next((one.move for one in found.moves if one.move != PASS), None)


def _reasons(word: str, enemy: Color, attack: Trial, defence: Trial) -> tuple[str, ...]:
    """How the games ended that the word rests on."""
    first, second = str(enemy).capitalize(), str(enemy.opponent).capitalize()
    taken = f"{first} first, it is taken {_in_games(attack)}"
    saved = f"{second} first, it is saved {_in_games(defence)}"
    if word == "alive":
        if attack.outside >= LIMITS.open:
            taken += f" and gets out or links up in {_percent(attack.outside)}"
        return (taken,)
    if word == "dead":
        return (saved,)
    return (taken, saved)


def _in_games(found: Trial) -> str:
    """How often; where the first moves decided every game there is nothing to count."""
    if found.settled and found.games < LIMITS.fewest:
        return "in all trial games" if found.value > 1 / 2 else "in no trial game"
    return f"in {_percent(found.value)} of {found.games} trial games"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
