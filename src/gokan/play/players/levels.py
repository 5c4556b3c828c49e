"""Weaker play that stays natural: fewer visits, and a draw among the moves that look plausible.

No level throws stones away on purpose. The weaker ones look less far, or not at all, and take a
move that a player might take: it must have a fair share of the best move's chance to be drawn. The
weakest know shapes only: their moves are those that strength's likelihood model expects.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from gokan.go import PASS, Position
from gokan.play.ending import neutral_points
from gokan.play.player import Choice
from gokan.play.tree.answer import Search

__all__ = ["LEVELS", "TOP", "Level", "last_moves", "pick"]

TOP = 10
_NEUTRAL = 0.02  # the least chance of a neutral point that is worth filling


@dataclass(frozen=True, slots=True)
class Level:
    """How far one looks (0 visits: as far as the clock lets), and how freely one chooses.

    A move is drawn with its chance to the power of 1/`freedom`, if it has at least `floor` of the
    best move's chance; without freedom the best move is played. `priors` names who guesses the
    moves: nobody means the evaluator itself.
    """

    visits: int
    freedom: float
    floor: float
    priors: str = ""

    def explain(self) -> str:
        """How it chooses, in words.

        >>> Level(1, 0.8, 0.035, "expect").explain()
        'knows shapes only; draws among moves with at least 3.5 % of the chance of the best'
        >>> Level(28, 0.0, 1.0).explain()
        'looks at 28 positions'
        """
        if self.freedom:
            knows = "knows shapes only" if self.priors else "one look at the board"
            share = f"{100 * self.floor:g} % of the chance of the best"
            return f"{knows}; draws among moves with at least {share}"
        if self.visits > 1:
            return f"looks at {self.visits} positions"
        return "plays its first idea" if self.visits else "searches as far as it may"


LEVELS: dict[int, Level] = {
    1: Level(1, 2.0, 0.008, "expect"),
    2: Level(1, 1.45, 0.016, "expect"),
    3: Level(1, 0.63, 0.05, "expect"),
    4: Level(1, 2.03, 0.009),
    5: Level(1, 1.15, 0.02),
    6: Level(1, 0.42, 0.09),
    7: Level(5, 0.0, 1.0),
    8: Level(16, 0.0, 1.0),
    9: Level(60, 0.0, 1.0),
    TOP: Level(0, 0.0, 1.0),
}
"""By number, the weakest first."""


def pick(found: Search, level: Level, dice: random.Random, *, barred: frozenset[int]) -> Choice:
    """A move for this level from what was found.

    >>> from gokan.go import Position
    >>> position = Position.empty(5)
    >>> priors = ((12, 0.6), (7, 0.3), (0, 0.05), (PASS, 0.05))
    >>> found = Search(position, (), 0.5, 0.0, (), 1, 0.0, priors=priors)
    >>> pick(found, LEVELS[7], random.Random(1), barred=frozenset()).move
    12
    >>> barred = frozenset({0})
    >>> sorted({pick(found, LEVELS[1], random.Random(n), barred=barred).move for n in range(50)})
    [7, 12]

    Nobody passes by chance: only if a pass is the likeliest move of all.
    """
    if found.candidates and not level.freedom:
        return Choice(found.candidates[0].move, found.explain(most=1))
    likely = [(move, chance) for move, chance in found.priors if move not in barred]
    if not likely:
        return Choice(PASS, "no move is left that would gain anything")
    most = max(chance for _, chance in likely)
    moves = [
        (move, chance)
        for move, chance in likely
        if chance >= level.floor * most and (move != PASS or chance == most)
    ]
    if not level.freedom:
        return Choice(max(moves, key=lambda pair: pair[1])[0], "the first idea")
    weights = [(chance / most) ** (1 / level.freedom) for _, chance in moves]
    (move,) = dice.choices([move for move, _ in moves], weights)
    return Choice(move, f"one of {len(moves)} moves that look plausible at a glance")


def last_moves(position: Position, found: Search) -> Choice:
    """When all is settled: a neutral point where area counts, else a pass.

    Neutral points that nobody would play, as in a seki, are left alone.
    """
    if position.rules.scoring == "area":
        neutral = neutral_points(position, found.ownership)
        for move, chance in found.priors:
            if move in neutral and chance > _NEUTRAL:
                return Choice(move, "a neutral point")
    return Choice(PASS, "everything is settled")
