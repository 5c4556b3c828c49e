"""A position evaluated by the learned classes that its game has formed (Section 5.3.2.1).

Every element that the moves formed and whose stones still stand says something: how often own
stones of its class lived, how often the opponent's in it were lost, and how often the points
between became own territory. A block's chance to live is the mean of what is said of its stones, a
point's likewise; the score is the sum over the board. Elements overlap, and each has its say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import mean
from typing import Any

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import BLACK, PASS, WHITE, Color, Game, Position
from gokan.shape.learn.favour import Shares, shares
from gokan.shape.learn.formation import Formation
from gokan.shape.learn.learned import shipped

__all__ = ["BlockWorth", "Evaluation", "evaluate", "evaluate_moves"]

SIDE = 19
_PASSED = ".."


@dataclass(frozen=True, slots=True)
class BlockWorth:
    """What the classes say of a block. Certainty: measured, in the games they were learned from."""

    color: Color
    stones: tuple[int, ...]
    own: tuple[float, ...]
    """For each own element that holds a stone of it: how often such stones lived."""
    against: tuple[float, ...]
    """For each of the opponent's elements that names one: how often such stones were lost."""

    @property
    def chance(self) -> float | None:
        """Of living: the mean of all that is said; None if nothing is."""
        said = [*self.own, *(1 - lost for lost in self.against)]
        return mean(said) if said else None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A whole position."""

    position: Position
    blocks: tuple[BlockWorth, ...]
    ground: dict[int, float]
    """Empty points between the stones of elements: from -1 (White's) to 1 (Black's)."""
    elements: int

    @property
    def score(self) -> float:
        """Points for Black less those for White, by area, prisoners and komi not counted."""
        stones = sum(
            (1 if block.color == BLACK else -1) * len(block.stones) * (2 * block.chance - 1)
            for block in self.blocks
            if block.chance is not None
        )
        return stones + sum(self.ground.values())

    def to_dict(self) -> dict[str, Any]:
        """Plain data with vertices."""
        vertex = self.position.vertex
        return {
            "certainty": "measured",
            "score": round(self.score, 1),
            "elements": self.elements,
            "blocks": [
                {
                    "color": block.color.name.lower(),
                    "stone": vertex(block.stones[0]),
                    "stones": len(block.stones),
                    "lives": None if block.chance is None else round(block.chance, 3),
                    "own_elements": len(block.own),
                    "elements_against": len(block.against),
                }
                for block in self.blocks
            ],
            "ground": {vertex(point): round(value, 2) for point, value in self.ground.items()},
        }

    def explain(self) -> str:
        """The score, and the blocks that the classes trust least."""
        side = "Black" if self.score >= 0 else "White"
        text = (
            f"By {self.elements} elements of learned classes {side} is ahead by"
            f" {abs(self.score):.0f} points on the board, komi not counted (measured)."
        )
        told = [(b.chance, b.stones[0], b) for b in self.blocks if b.chance is not None]
        weak = [b for _, _, b in sorted(told, key=lambda item: item[:2])[:3]]
        if weak:
            words = ", ".join(
                f"{'Black' if b.color == BLACK else 'White'}'s {self.position.vertex(b.stones[0])}"
                f" ({100 * (b.chance or 0):.0f} %)"
                for b in weak
            )
            text += f" The blocks in elements that lived least often: {words}."
        return text


def evaluate(game: Game, move: int | None = None) -> Evaluation:
    """The position after `move` moves of a game, or at its end, by the classes that formed.

    >>> game = Game.parse("(;SZ[19];B[pd];W[dd];B[pq];W[dp];B[qn];W[nc];B[pf])")
    >>> found = evaluate(game)
    >>> found.elements > 0, found.to_dict()["certainty"]
    (True, 'measured')
    """
    played = game.moves()
    count = len(played) if move is None else move
    if not 0 <= count <= len(played):
        raise InvalidInput(f"The game has {len(played)} moves, so none after {count} of them.")
    start = game.start
    if (start.width, start.height) != (SIDE, SIDE) or any(start.board):
        raise InvalidInput(f"Classes are evaluated on an empty {SIDE}×{SIDE} board at first.")
    for number, (color, _) in enumerate(played[:count]):
        if color != (WHITE if number % 2 else BLACK):
            raise InvalidInput(f"Move {number + 1} is out of turn, so no class can be followed.")
    return evaluate_moves([point for _, point in played[:count]], game.position(count))


def evaluate_moves(moves: Sequence[int], position: Position) -> Evaluation:
    """The same of moves from an empty board (-1 is a pass), and the position that they lead to."""
    known, worth = _known()
    text = "".join(
        _PASSED if m == PASS else chr(97 + m % SIDE) + chr(97 + m // SIDE) for m in moves
    )
    newest = {point: n for n, point in enumerate(moves, 1) if point != PASS}
    block_of = {stone: n for n, b in enumerate(position.blocks()) for stone in b.stones}
    own: dict[int, list[float]] = {}
    against: dict[int, list[float]] = {}
    ground: dict[int, list[float]] = {}
    elements = 0
    for one in _core.find_formations(text, list(shipped().codes)):
        mover = BLACK if one.move % 2 else WHITE
        formation, said = known[one.formation], worth[one.formation]
        stones = list(zip(one.points, formation.stones, strict=True))
        if not all(
            newest.get(p, 0) <= one.move
            and position.color_at(p) == (mover.opponent if stone.enemy else mover)
            for p, stone in stones
        ):
            continue  # a stone was taken off since, or another stands there
        elements += 1
        for number in {block_of[p] for p, stone in stones if not stone.enemy}:
            own.setdefault(number, []).append(said.lived)
        for number in {block_of[p] for p, stone in stones if stone.enemy}:
            against.setdefault(number, []).append(said.took)
        value = (2 * said.ground - 1) * (1 if mover == BLACK else -1)
        for point in formation.between(one.points, SIDE):
            if not position.board[point]:
                ground.setdefault(point, []).append(value)
    blocks = tuple(
        BlockWorth(block.color, block.stones, tuple(own.get(n, ())), tuple(against.get(n, ())))
        for n, block in enumerate(position.blocks())
    )
    return Evaluation(position, blocks, {p: mean(v) for p, v in sorted(ground.items())}, elements)


@cache
def _known() -> tuple[list[Formation], list[Shares]]:
    library = shipped()
    return [learned.formation for learned in library.classes], shares(library)
