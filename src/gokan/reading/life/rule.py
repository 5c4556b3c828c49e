"""What a rule set says about a group that can only be killed by ko at the end of the game.

Play and rules are two facts. A bent four in the corner is a ko that only the attacker can begin,
whenever he likes. Under area rules he has to play it out, so what counts is the ko that the
reading finds. Japanese and Korean rules judge life and death apart from the rest of the board:
there a ko may be retaken only after a pass for it, so threats elsewhere count for nothing, and a
group that falls without threats is dead as it stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from gokan.reading.life.solution import Solution

__all__ = ["ByRule", "by_rule"]


@dataclass(frozen=True, slots=True)
class ByRule:
    """The rule set's word for a group that is a ko in play."""

    rules: str
    word: Literal["dead", "played out"]
    why: str

    def to_dict(self) -> dict[str, Any]:
        """Stable JSON."""
        return {"rules": self.rules, "status": self.word, "why": self.why}


def by_rule(defence: Solution, attack: Solution) -> ByRule | None:
    """What the rules say; None unless the owner can do nothing and the attacker has a ko to begin.

    `defence` and `attack` are the readings with the owner and with the opponent moving first.
    """
    if attack.ko is None or not attack.ko.first or defence.result == "win":
        return None
    rules = attack.problem.position.rules
    corner = " (bent four in the corner)" if _bent_four(attack) else ""
    if rules.scoring == "territory":
        return ByRule(
            rules.name,
            "dead",
            f"Under {rules.name} rules it is dead as it stands{corner}: threats elsewhere do not"
            " count when the game has stopped.",
        )
    return ByRule(
        rules.name,
        "played out",
        f"Under {rules.name} rules the ko must be played out{corner}; threats elsewhere count.",
    )


def _bent_four(attack: Solution) -> bool:
    """Three attacker stones and an empty point on the four points bent around a corner."""
    position = attack.problem.position
    right, bottom = position.width - 1, position.height - 1
    if min(right, bottom) < 2:
        return False
    attacker = attack.problem.position.to_play
    for column, across in ((0, 1), (right, -1)):
        for row, down in ((0, 1), (bottom, -1)):
            for long, high in ((2, 1), (1, 2)):
                shape = [(column, row)]
                shape += [(column + across * i, row) for i in range(1, long + 1)]
                shape += [(column, row + down * i) for i in range(1, high + 1)]
                points = [r * position.width + c for c, r in shape]
                stones = sum(position.color_at(p) == attacker for p in points)
                empty = sum(position.color_at(p) == 0 for p in points)
                if stones == 3 and empty == 1 and set(points) <= attack.region.points:
                    return True
    return False
