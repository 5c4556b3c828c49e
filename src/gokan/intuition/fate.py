"""The life of one group at a glance: its chances for either side first, and its vital points.

The network learned this from problems and groups of games whose fate Gokan proved, from problems of
books, and from what became of stones in games. Nothing here is proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gokan.chances import percent
from gokan.errors import InvalidInput
from gokan.go import BLACK, EMPTY, WHITE, Color, Position
from gokan.intuition.near import first_moves_near

if TYPE_CHECKING:
    from gokan.draw import Svg
    from gokan.intuition.network import Network

__all__ = ["Fate", "LifeGuess", "fate_of", "glance", "life", "vital_points"]

_SHOWN = 0.02  # vital points and rare fates below this chance are not told


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of a group if `first` plays first: four chances that add up to 1."""

    first: Color
    alive: float
    dead: float
    ko: float
    seki: float
    vital: tuple[tuple[int, float], ...]
    """Points for the first move, with the chance that each is the right one, best first."""


@dataclass(frozen=True, slots=True)
class LifeGuess:
    """A group and its fate with each side to move first. Learned, not proved."""

    position: Position
    color: Color
    stones: tuple[int, ...]
    own_first: Fate
    enemy_first: Fate
    network: str

    def explain(self, *, most: int = 3) -> str:
        """Two sentences, each with its probabilities."""
        name = self.position.vertex
        side = self.color.name.title()
        lines = [f"Learned, not proved, of {side}'s group at {name(min(self.stones))}:"]
        for fate in (self.own_first, self.enemy_first):
            told = f"alive {percent(fate.alive)}, dead {percent(fate.dead)}"
            rare = (("ko", fate.ko), ("seki", fate.seki))
            told += "".join(f", {word} {percent(c)}" for word, c in rare if c >= _SHOWN)
            points = ", ".join(f"{name(p)} {percent(c)}" for p, c in fate.vital[:most])
            best = f"; vital: {points}" if points else ""
            lines.append(f"If {fate.first.name.title()} plays first: {told}{best}.")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        name = self.position.vertex
        return {
            "certainty": "learned",
            "network": self.network,
            "color": self.color.name.lower(),
            "stones": [name(p) for p in self.stones],
            **{
                key: {
                    "first": fate.first.name.lower(),
                    "alive": round(fate.alive, 4),
                    "dead": round(fate.dead, 4),
                    "ko": round(fate.ko, 4),
                    "seki": round(fate.seki, 4),
                    "vital": [{"move": name(p), "chance": round(c, 4)} for p, c in fate.vital[:10]],
                }
                for key, fate in (("own_first", self.own_first), ("enemy_first", self.enemy_first))
            },
        }

    def draw(self, **options: Any) -> Svg:
        """The group, outlined, with the vital points of the side to move in percent."""
        mine = self.position.to_play == self.color
        fate = self.own_first if mine else self.enemy_first
        shown = {p: 100 * chance for p, chance in fate.vital if chance >= _SHOWN}
        first, at = fate.first.name.title(), self.position.vertex(min(self.stones))
        options = {
            "title": f"Vital points of {at} if {first} plays first",
            "caption": f"Then it is alive: {percent(fate.alive)}, dead: {percent(fate.dead)}. The "
            "number is the chance that a point is the vital one. Learned, not proved.",
            "highlight": self.stones,
            "heat_title": "chance in percent",
            **options,
        }
        labels = {p: f"{chance:.0f}" for p, chance in shown.items()}
        return self.position.draw(heat=shown, labels=labels, **options)


def life(
    position: Position,
    at: int | str | Iterable[int],
    *,
    network: Network | None = None,
    ways: Sequence[int] = (0, 3, 5, 6),
) -> LifeGuess:
    """Guess the fate of a group: of the stones given, or of the group a stone belongs to.

    The mean over several `ways` to turn the board. It is not told the last moves: of problems it
    learned last moves only where they had settled the group, and takes every one for such a move.

    >>> guess = life(Position.empty(9).play("C3").play("G7"), "C3")
    >>> guess.stones == (Position.empty(9).point("C3"),), guess.own_first.first.name
    (True, 'BLACK')
    >>> fate = guess.own_first
    >>> abs(fate.alive + fate.dead + fate.ko + fate.seki - 1) < 1e-3
    True
    """
    from gokan.intuition.network import load

    network = network or load()
    stones = _stones(position, at)
    color = position.color_at(stones[0])
    own, enemy = (
        fate_of(
            position if position.to_play == first else position.with_to_play(first),
            stones,
            network=network,
            ways=ways,
            history=False,
        )
        for first in (color, WHITE if color == BLACK else BLACK)
    )
    name = str(network.card.get("name", ""))
    return LifeGuess(position, color, stones, own, enemy, name)


def fate_of(
    position: Position,
    stones: Iterable[int],
    *,
    network: Network | None = None,
    ways: Sequence[int] = (0, 3, 5, 6),
    ladders: bool = True,
    history: bool = True,
) -> Fate:
    """Guess what becomes of these stones if the side to move plays first.

    Without `ladders` nothing is read: the network is not told which blocks fall in a ladder.
    Without `history` it is not told the last moves.

    >>> position = Position.empty(9).play("C3")
    >>> found = fate_of(position, [position.point("C3")], history=False)
    >>> found.first.name, found == life(position, "C3").enemy_first
    ('WHITE', True)
    """
    from gokan.intuition.network import load

    chosen = _stones(position, stones)
    outputs = (network or load()).each_way(position, ways, ladders=ladders, history=history)
    near = first_moves_near(position, chosen)
    alive, dead, ko, seki = (
        float(sum(output.fate[row, list(chosen)].mean() for output in outputs) / len(outputs))
        for row in range(4)
    )
    return Fate(position.to_play, alive, dead, ko, seki, _vital(near, outputs))


def glance(position: Position, stones: Iterable[int]) -> Fate:
    """The same without reading anything, not even ladders.

    >>> position = Position.empty(9).play("C3")
    >>> glance(position, [position.point("C3")]).first.name
    'WHITE'
    """
    return fate_of(position, stones, ladders=False)


def vital_points(
    position: Position, points: Sequence[int], *, network: Network | None = None
) -> dict[int, float]:
    """How likely each of these points is the one that decides the fight there, by one look.

    >>> chances = vital_points(Position.empty(9).play("C3"), [60, 61, 62])
    >>> abs(sum(chances.values()) - 1) < 1e-3
    True
    """
    from gokan.intuition.network import load

    network = network or load()
    if wrong := [point for point in points if not 0 <= point < len(position.board)]:
        raise InvalidInput(f"The point {wrong[0]} is not on the board.")
    return dict(_vital(points, network.evaluate([position])))


def _stones(position: Position, at: int | str | Iterable[int]) -> tuple[int, ...]:
    if isinstance(at, int | str):
        from gokan.reading.groups.gathering import group_of

        stone = position.point(at) if isinstance(at, str) else at
        if not 0 <= stone < len(position.board) or not position.board[stone]:
            where = position.vertex(stone) if 0 <= stone < len(position.board) else stone
            raise InvalidInput(f"A group is named by one of its stones; there is none at {where}.")
        return tuple(sorted(group_of(position, stone).stones))
    stones = tuple(sorted(set(at)))
    colors = {position.color_at(stone) for stone in stones}
    if len(colors) != 1 or EMPTY in colors:
        raise InvalidInput("A group consists of stones of one colour.")
    return stones


def _vital(near: Sequence[int], outputs: Sequence[Any]) -> tuple[tuple[int, float], ...]:
    import numpy as np

    if not near:
        return ()
    total = np.zeros(len(near))
    for output in outputs:
        logits = output.vital[list(near)]
        chances = np.exp(logits - logits.max())
        total += chances / chances.sum()
    order = np.argsort(-total, kind="stable")
    return tuple((near[k], float(total[k] / len(outputs))) for k in order)
