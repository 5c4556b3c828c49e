"""Risk (criterion 7 of section VII-A): safer moves when ahead, riskier ones when behind.

The paper says what is needed for it: a score, and how uncertain it is. Were every unit's fate
drawn by itself with the chances of the solution, the score would have a mean and a spread; the
chance that it ends above komi follows. Of two moves with the same score, the one with less spread
has the better chance for the side that is ahead, and the worse one for the side that is behind.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan.go import BLACK, Color, Position
from gokan.strength.ranking import rank
from gokan.strength.weigh import Weighing, weigh

MOST_CANDIDATES = 400


@dataclass(frozen=True, slots=True)
class SteeredMove:
    """A move, the score for Black after it, the spread of that score, and the mover's chance."""

    move: int
    score: float
    spread: float
    chance: float


@dataclass(frozen=True, slots=True)
class Steering:
    """The best moves by score, sorted by the mover's chance to win; `ahead` is before the move."""

    position: Position
    color: Color
    komi: float
    ahead: bool
    moves: tuple[SteeredMove, ...]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data; points are vertices."""
        return {
            "color": str(self.color),
            "komi": self.komi,
            "ahead": self.ahead,
            "moves": [
                {
                    "move": self.position.vertex(m.move),
                    "score": m.score,
                    "spread": m.spread,
                    "chance": m.chance,
                }
                for m in self.moves
            ],
        }

    def explain(self) -> str:
        """Which move to take, and why."""
        if not self.moves:
            return f"{self.color} has no legal move.".capitalize()
        best = self.moves[0]
        calmest = min(self.moves, key=lambda m: m.spread)
        wildest = max(self.moves, key=lambda m: m.spread)
        state = "ahead" if self.ahead else "behind"
        kind = "the calmest" if best == calmest else "the wildest" if best == wildest else "one"
        who, name = str(self.color).capitalize(), self.position.vertex(best.move)
        score = f"score {best.score - self.komi:+.1f} for Black, give or take {best.spread:.1f}"
        return f"{who} is {state}; {name} is {kind} of {len(self.moves)} good moves ({score})."


def spread(weighing: Weighing) -> float:
    """The standard deviation of the score if every unit's fate were drawn by itself.

    A block of n stones counts n or nothing, a point one for its owner.

    >>> from gokan.go import Position
    >>> round(spread(weigh(Position.empty(9))), 6)  # 81 points, each of them 1 or -1
    9.0
    """
    total = sum(len(b.stones) ** 2 * b.strength * (1 - b.strength) for b in weighing.blocks)
    board = weighing.position.board
    total += sum(
        4 * b * w
        for color, b, w in zip(board, weighing.black, weighing.white, strict=True)
        if not color
    )
    return math.sqrt(total)


def steer(position: Position, *, komi: float = 7.5, candidates: int = 10) -> Steering:
    """The `candidates` best moves by score, in the order of the mover's chance to win.

    >>> from gokan.go import Position
    >>> found = steer(Position.empty(9).play("E5"), komi=5.5, candidates=5)
    >>> len(found.moves), found.ahead
    (5, True)
    """
    whole("number of candidates", candidates, 1, MOST_CANDIDATES)
    if not isinstance(komi, (int, float)) or not math.isfinite(komi):
        raise InvalidInput(f"Komi must be a number, not {komi!r}.")
    ranking = rank(position)
    sign = 1 if ranking.color == BLACK else -1
    found = []
    for ranked in ranking.moves[:candidates]:
        after = weigh(position.play(ranked.move, ranking.color))
        width = spread(after)
        lead = sign * (after.score - komi)
        widths = lead / width if width else math.copysign(math.inf, lead)
        chance = 0.5 * (1 + math.erf(widths / math.sqrt(2)))
        found.append((widths, SteeredMove(ranked.move, after.score, width, chance)))
    found.sort(key=lambda pair: -pair[0])  # not by the chance, which may be 0 or 1 for all
    ahead = sign * (ranking.score - komi) > 0
    return Steering(position, ranking.color, komi, ahead, tuple(move for _, move in found))
