"""Judging a position at a glance: moves, winner, score and ownership, learned and not proved."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gokan.chances import percent, survival_percent, survival_word
from gokan.go import PASS, Color, Position

if TYPE_CHECKING:
    from gokan.draw import Svg
    from gokan.intuition.network import Network

__all__ = ["PICTURES", "GroupChance", "Judgement", "MoveChance", "judge"]

PICTURES = {
    "moves": "Where a strong player would move",
    "ownership": "Who is likely to own each point at the end",
    "groups": "Which blocks are likely to survive",
}
"""The pictures that `Judgement.draw` makes, with their titles."""

LEGENDS = {
    "moves": "The number is the chance in percent that a strong player moves there. Learned from "
    "games, not proved.",
    "ownership": "Blue: likely Black's at the end; orange and hatched: White's; the darker, the "
    "more certain. Learned from games, not proved.",
    "groups": "The number, once on each block that is not likely alive, is its chance of "
    "surviving, in percent; such blocks are outlined. Learned from games, not proved.",
}
"""What is to be seen on each picture, in players' words."""

_SHOWN = 0.02  # moves below this chance are not drawn


@dataclass(frozen=True, slots=True)
class MoveChance:
    """A move (a point or `PASS`) and how likely a strong player is to choose it."""

    move: int
    chance: float


@dataclass(frozen=True, slots=True)
class GroupChance:
    """A block and the chance that its stones are on the board, alive, at the end."""

    color: Color
    stones: tuple[int, ...]
    alive: float

    @property
    def word(self) -> str:
        """What may be said: "likely alive", "likely dead", or "open".

        >>> GroupChance(Color.BLACK, (0,), 0.93).word
        'likely alive'
        >>> GroupChance(Color.BLACK, (0,), 0.55).word
        'open'
        """
        return survival_word(self.alive)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What experience says of a position. Nothing here is proved.

    Attributes:
        moves: every legal move and the pass with the chance that a strong player chooses it, the
            likeliest first.
        best: the same moves with the chance that each is best, in that order. A network that had no
            teacher does not tell the two apart.
        win: Black's chance to win, from 0 to 1.
        lead: how many points Black is expected to be ahead at the end, komi counted.
        spread: how far from the lead the game may end (the scale of a logistic distribution).
        error: how far the lead may be from what a long search would say (a standard deviation).
        ownership: per point, from 1 (Black's at the end) to -1 (White's).
        network: the name of the network.
    """

    position: Position
    moves: tuple[MoveChance, ...]
    best: tuple[MoveChance, ...]
    win: float
    lead: float
    spread: float
    error: float
    ownership: tuple[float, ...]
    network: str

    def chance(self, move: int | str) -> float:
        """The chance of one move; 0 if it is not legal."""
        point = self.position.point(move) if isinstance(move, str) else move
        return next((found.chance for found in self.moves if found.move == point), 0.0)

    def groups(self) -> tuple[GroupChance, ...]:
        """Every block with its chance to survive, by the ownership of its points."""
        found = []
        for block in self.position.blocks():
            sign = 1 if block.color == Color.BLACK else -1
            mean = sum(self.ownership[point] for point in block.stones) / len(block.stones)
            found.append(GroupChance(block.color, tuple(block.stones), (1 + sign * mean) / 2))
        return tuple(found)

    def explain(self, *, most: int = 5) -> str:
        """A few sentences, each with its probability.

        >>> print(judge(Position.empty(19)).explain())  # doctest: +ELLIPSIS
        Learned, not proved: ...
        """
        from gokan.intuition.network import LEARNED

        name = self.position.vertex
        likely = [
            f"{'pass' if found.move == PASS else name(found.move)} {percent(found.chance)}"
            for found in self.moves[:most]
            if found.chance >= 0.005
        ]
        side = self.position.to_play.name.title()
        leader, lead = ("Black", self.lead) if self.lead >= 0 else ("White", -self.lead)
        chance = f"Black's chance of winning is {percent(self.win)}"
        ahead = f"{leader} is ahead by {lead:.1f} points" if lead >= 0.05 else "the score is even"
        outlook = f"{chance}; {ahead}"
        lines = [
            f"Learned, not proved: {outlook}, give or take {self.error:.0f}.",
            f"{side}'s likeliest moves: {', '.join(likely)}.",
        ]
        width, height = self.position.width, self.position.height
        if width != height or width not in LEARNED:
            lines.append(f"It has learned from no board of {width}×{height}.")
        blocks = sorted(self.groups(), key=lambda group: -len(group.stones))
        for word in ("likely dead", "open"):
            chosen = [group for group in blocks if group.word == word][:most]
            if chosen:
                told = ", ".join(
                    f"{group.color.name.title()}'s {name(group.stones[0])}"
                    f" ({_size(group)}, {_alive(group)} alive)"
                    for group in chosen
                )
                lines.append(f"{word.capitalize()}: {told}.")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Plain values: chances per vertex, ownership row by row from the top left."""
        name = self.position.vertex
        return {
            "certainty": "learned",
            "network": self.network,
            "to_play": self.position.to_play.name.lower(),
            "win": round(self.win, 4),
            "lead": round(self.lead, 2),
            "spread": round(self.spread, 2),
            "error": round(self.error, 2),
            "moves": [
                {
                    "move": "pass" if found.move == PASS else name(found.move),
                    "chance": round(found.chance, 5),
                }
                for found in self.moves
                if found.chance >= 0.0005
            ],
            "ownership": [round(value, 3) for value in self.ownership],
            "groups": [
                {
                    "color": group.color.name.lower(),
                    "stones": [name(point) for point in group.stones],
                    "alive": round(group.alive, 3),
                    "word": group.word,
                }
                for group in self.groups()
            ],
        }

    def draw(self, picture: str = "moves", **options: Any) -> Svg:
        """The moves as percentages, or the ownership, or the chances of the blocks."""
        from gokan.draw.frame import middle
        from gokan.errors import InvalidInput

        if picture not in PICTURES:
            raise InvalidInput(
                f"The picture is {picture!r} but must be one of {', '.join(PICTURES)}."
            )
        options.setdefault("title", PICTURES[picture])
        options.setdefault("caption", LEGENDS[picture])
        if picture == "ownership":
            options = {"heat_ends": ("White", "Black"), "heat_limit": 1, **options}
            return self.position.draw(heat=dict(enumerate(self.ownership)), **options)
        if picture == "groups":
            weak = [group for group in self.groups() if group.word != "likely alive"]
            options.setdefault("highlight", [p for group in weak for p in group.stones])
            width = self.position.width
            labels = {middle(g.stones, width): str(survival_percent(g.alive)) for g in weak}
            return self.position.draw(labels=labels, **options)
        shown = {
            found.move: f"{100 * found.chance:.0f}"
            for found in self.moves
            if found.move != PASS and found.chance >= _SHOWN
        }
        heat = {point: 100 * self.chance(point) for point in shown}
        options.setdefault("heat_title", "chance in percent")
        return self.position.draw(heat=heat, labels=shown, **options)


def _size(group: GroupChance) -> str:
    return "1 stone" if len(group.stones) == 1 else f"{len(group.stones)} stones"


def _alive(group: GroupChance) -> str:
    return f"{survival_percent(group.alive)} %" if group.word == "open" else percent(group.alive)


def judge(
    position: Position, *, network: Network | None = None, ways: Sequence[int] = (0,)
) -> Judgement:
    """Ask the network about a position; with several `ways` to turn the board, their mean.

    >>> answer = judge(Position.empty(9))
    >>> 0 < answer.win < 1, len(answer.ownership)
    (True, 81)
    """
    from gokan.intuition.network import load

    network = network or load()
    outputs = network.each_way(position, ways)
    n = len(outputs)
    sign = 1 if position.to_play == Color.BLACK else -1
    win = math.fsum(output.win for output in outputs) / n
    ownership: Any = sum(output.ownership for output in outputs) * (sign / n)
    return Judgement(
        position=position,
        moves=_likeliest(sum(output.professional for output in outputs) / n),
        best=_likeliest(sum(output.policy for output in outputs) / n),
        win=win if sign == 1 else 1 - win,
        lead=sign * math.fsum(output.lead for output in outputs) / n,
        spread=math.fsum(output.spread for output in outputs) / n,
        error=math.fsum(output.error for output in outputs) / n,
        ownership=tuple(float(value) for value in ownership),
        network=str(network.card.get("name", "")),
    )


def _likeliest(chances: Any) -> tuple[MoveChance, ...]:
    """The moves that have a chance, the likeliest first; the last of them is a pass."""
    order = (-chances).argsort(kind="stable")
    return tuple(
        MoveChance(PASS if index == len(chances) - 1 else int(index), float(chances[index]))
        for index in order
        if chances[index] > 0
    )
