"""What trial games say about a group's life, in a player's word, for want of a reading.

The group's surroundings are played out some thousand times with its enemy moving first and with its
owner (`gokan.reading.trials.trial`). Only clear results count: a group that is hardly ever taken is
alive, one that hardly ever gets away is dead, one whose fate follows whoever moves is unsettled;
between them it stays unknown. `benchmarks/bench_status.py` compares the words with the ends of
games. A word that rests on trials is a judgement: its reason says how the games ended.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from gokan.go import PASS, Color, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.trials.trial import Trial, threats_of, trial
from gokan.reading.weights import LIMITS

__all__ = ["Outlook", "outlook"]


@dataclass(frozen=True, slots=True)
class Outlook:
    """A word, the moves that did best, and why."""

    word: Literal["alive", "dead", "unsettled", "ko", "unknown"]
    taken: float
    """The share of games in which the group was taken, its enemy moving first."""
    saved: float
    """The share of games in which it was saved, its owner moving first."""
    attack: int | None
    """The enemy's best first move; None if none did well."""
    defence: int | None
    reasons: tuple[str, ...]
    """What was judged, in words."""


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
    word: Literal["alive", "dead", "unsettled", "ko", "unknown"] = "unknown"
    if any(not one.settled and one.games < min(LIMITS.fewest, games) for one in (attack, defence)):
        pass
    elif attack.value <= LIMITS.alive and defence.value > 1 - LIMITS.alive:
        word = "alive"
    elif defence.value <= LIMITS.dead and attack.value > 1 - LIMITS.alive:
        word = "dead"
    elif attack.value >= LIMITS.clear and defence.value >= LIMITS.clear:
        word = "unsettled"
        if (
            tried(enemy, 2, owner).value <= LIMITS.turned
            or tried(owner, 1, enemy).value <= LIMITS.turned
        ):
            word = "ko"
    return Outlook(
        word,
        attack.value,
        defence.value,
        _best(attack),
        _best(defence),
        () if word == "unknown" else _reasons(word, enemy, attack, defence),
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
