"""Moves for one block: what the rules say about it, its friends and its enemies, best first.

A rule's weight is its precision (how often its move was among the proved winners) as audited on
generated problems and kept in `precision.tsv`; rules that agree on a move add up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from gokan.go import Color, Position

if TYPE_CHECKING:
    from gokan.goals.knowledge.assertion import Assertion
    from gokan.goals.knowledge.base import KnowledgeBase

__all__ = ["Suggested", "heard", "precision", "relevant", "spoken", "suggest", "won"]

REACH = 2
"""Steps over empty points from block to block that make a neighbour."""
FEW = 4
"""Enemies with more liberties are not worth attacking for this."""
MOST = 8
UNKNOWN = 0.04
"""The weight of a rule that was never audited."""
DOUBT = 6
"""Precisions are drawn toward UNKNOWN as if a rule had spoken so many times more."""
_BAD = 0.3


@dataclass(frozen=True, slots=True)
class Suggested:
    """A move, how much speaks for it, and who says so."""

    move: int
    weight: float
    assertions: tuple[Assertion, ...]

    @property
    def warned(self) -> bool:
        """Whether all that is said of the move is that it is bad."""
        return all(a.recommendation == "bad" for a in self.assertions)

    def to_dict(self) -> dict[str, Any]:
        """In plain types, points as vertices."""
        position = self.assertions[0].position
        return {
            "move": position.vertex(self.move),
            "weight": round(self.weight, 3),
            "rules": [a.rule.name for a in self.assertions],
        }


def suggest(
    position: Position,
    point: int,
    *,
    base: KnowledgeBase | None = None,
    most: int | None = MOST,
    least: float = 0.0,
    weights: dict[tuple[str, str], float] | None = None,
) -> tuple[Suggested, ...]:
    """Moves for the side to move to save, or to capture, the block on a point.

    >>> position = Position.from_diagram('''
    ...     . O O O O O O O .
    ...     . O X X X X X O .
    ...     . O X . . . X O .
    ... ''', to_play="black")
    >>> position.vertex(suggest(position, position.point("C1"))[0].move)
    'E1'
    """
    every = spoken(position, point, base=base, weights=weights)
    return tuple(s for s in every if s.weight >= least and not s.warned)[:most]


def spoken(
    position: Position,
    point: int,
    *,
    base: KnowledgeBase | None = None,
    weights: dict[tuple[str, str], float] | None = None,
) -> tuple[Suggested, ...]:
    """Every move that a rule speaks of for the block on a point, those to be avoided too."""
    from gokan.goals.knowledge.base import load

    base = base or load()
    known = precision() if weights is None else weights
    friends, foes, near = relevant(position, point)
    side = position.to_play
    saving = position.color_at(point) == side
    said: dict[int, list[Assertion]] = {}
    for assertion in base.match(position, color=side):
        if not assertion.moves or not near.intersection(assertion.moves):
            continue
        objects = set(assertion.objects)
        ours = objects & (friends if saving else foes)
        theirs = objects & (foes if saving else friends)
        if not (ours or theirs):
            continue
        for move in assertion.moves:
            if move in near:
                said.setdefault(move, []).append(assertion)
    found = []
    for move, assertions in said.items():
        if not position.is_legal(move):
            continue
        found.append(Suggested(move, _weight(assertions, known), tuple(assertions)))
    found.sort(key=lambda s: (-s.weight, s.move))
    return tuple(found)


def _weight(assertions: list[Assertion], known: dict[tuple[str, str], float]) -> float:
    """One minus the chance that all are wrong; each rule counts once, and warnings last."""
    said = {(a.rule.name, a.purpose): a.recommendation for a in assertions}
    wrong = 1.0
    for key, kind in said.items():
        if kind != "bad":
            wrong *= 1 - known.get(key, UNKNOWN)
    return (1 - wrong) * _BAD ** sum(kind == "bad" for kind in said.values())


def relevant(position: Position, point: int) -> tuple[set[int], set[int], set[int]]:
    """Stones of the block and its friends, stones of weak enemies beside them, points nearby."""
    board = position.board
    color = position.color_at(point)
    friends = set(position.block(point).stones)
    for _ in range(3):
        grown = _neighbours(position, friends, color)
        if grown <= friends:
            break
        friends |= grown
    beside = {n for s in friends for n in position.neighbors(s)}
    beside |= {n for p in beside if not board[p] for n in position.neighbors(p)}
    foes: set[int] = set()
    for p in sorted(beside):
        if board[p] == color.opponent and p not in foes:
            block = position.block(p)
            if len(block.liberties) <= FEW:
                foes |= set(block.stones)
    near = {p for p in beside if not board[p]}
    near |= {n for p in near for n in position.neighbors(p) if not board[n]}
    for stone in foes:
        near |= set(position.block(stone).liberties)
    return friends, foes, near


def _neighbours(position: Position, stones: set[int], color: Color) -> set[int]:
    """Stones of the colour within reach over empty points or enemies in atari."""
    board = position.board
    found, edge = set(stones), set(stones)
    for _ in range(REACH):
        edge = {n for p in edge for n in position.neighbors(p) if board[n] in (0, color)} - found
        found |= edge
    return {s for p in found if board[p] == color for s in position.block(p).stones}


def precision() -> dict[tuple[str, str], float]:
    """The weight of each rule and purpose; empty where nothing was audited.

    It is the share of its moves that won in the audit, drawn toward `UNKNOWN` where it spoke
    seldom.
    """
    return _audited()[0]


def won() -> dict[tuple[str, str], float]:
    """The share of its moves that won in the audit, for each rule and purpose.

    >>> heard()["geta", "trap"], round(won()["geta", "trap"], 2), precision()["geta", "trap"]
    (4, 0.5, 0.224)
    """
    worth, spoke = _audited()
    return {
        key: max(0.0, worth[key] * (times + DOUBT) - UNKNOWN * DOUBT) / times
        for key, times in spoke.items()
    }


def heard() -> dict[tuple[str, str], int]:
    """How often each rule spoke for a purpose in the audit."""
    return _audited()[1]


@cache
def _audited() -> tuple[dict[tuple[str, str], float], dict[tuple[str, str], int]]:
    file = resources.files("gokan.goals.knowledge") / "precision.tsv"
    if not file.is_file():
        return {}, {}
    found: dict[tuple[str, str], float] = {}
    spoke: dict[tuple[str, str], int] = {}
    for line in file.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            name, purpose, value, times = line.split("\t")
            found[name, purpose], spoke[name, purpose] = float(value), int(times)
    return found, spoke
