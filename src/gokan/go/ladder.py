"""Ladders, read to the end.

The question is a small game of its own, and the answer is exact for it:

- The attacker may capture the target block, or play so that exactly one liberty is left to it.
- The defender, in atari, may fill that last liberty or capture a block that touches the target.
  Nothing else would keep the target on the board, so "captured" holds for the whole game of Go.
  A defender who moves first and is not in atari may play anywhere, or pass.
- Three liberties are an escape. "Not captured" says only that a chain of ataris does not work:
  nets and loose ladders are not ladders.
- Simple ko binds both sides and there are no ko threats, unless `threats` gives one side a threat
  for every occasion: it may then retake at once. Captured means taken off the board, be it by the
  first move of a ko. Suicide is barred; a line that repeats a position has failed for the attacker.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go.position import Position
from gokan.go.vertex import to_vertex

First = Literal["attack", "defend"]
Threats = Literal["none", "attack", "defend"]

NODE_LIMIT = 20_000
"""Positions looked at before a reading gives up: far more than real ladders need."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """The outcome of one reading."""

    target: int
    """The stone that was asked about."""
    first: First
    threats: Threats
    captured: bool | None
    """None if the node limit was reached first: unknown."""
    moves: tuple[int, ...]
    """One line, starting with the side that moves first: the side that is right makes its point,
    the other resists. It ends with the capture, or where the attack has failed. A defender who
    needs no move, or has none, passes. Empty if unknown."""
    nodes: int
    width: int
    height: int

    def to_dict(self) -> dict[str, Any]:
        """The same in plain types, points as vertices."""
        return {
            "target": to_vertex(self.target, self.width, self.height),
            "first": self.first,
            "threats": self.threats,
            "captured": self.captured,
            "moves": [to_vertex(move, self.width, self.height) for move in self.moves],
            "nodes": self.nodes,
        }


def ladder(
    position: Position,
    block_point: int | str,
    *,
    first: First,
    threats: Threats = "none",
    node_limit: int = NODE_LIMIT,
) -> Ladder:
    """Read the ladder on the block of one stone. Whose turn it is comes from `first` alone.

    >>> position = Position.from_diagram('''
    ...     . . . . . .
    ...     . . . . . .
    ...     . . . X . .
    ...     . X O O . .
    ...     . . X X . .
    ...     . . . . . .
    ... ''')
    >>> reading = ladder(position, "C3", first="attack")
    >>> reading.captured, [position.vertex(move) for move in reading.moves]
    (True, ['E3', 'C4', 'C5', 'B4', 'B5', 'A4', 'A5', 'A3', 'A2'])
    """
    if first not in ("attack", "defend"):
        raise InvalidInput(f"first is {first!r} but must be 'attack' or 'defend'")
    target = _target(position, block_point)
    found = _core.read_ladder(
        position.core, target, first == "attack", node_limit, _threats(threats)
    )
    return Ladder(
        target=target,
        first=first,
        threats=threats,
        captured=_CAPTURED[found.verdict],
        moves=tuple(found.line),
        nodes=found.nodes,
        width=position.width,
        height=position.height,
    )


def ladder_defences(
    position: Position,
    block_point: int | str,
    *,
    threats: Threats = "none",
    node_limit: int = NODE_LIMIT,
) -> tuple[int, ...]:
    """Every move after which the block, its owner moving first, is not captured in a ladder.

    Far ladder breakers are among them; PASS is too if nothing threatens. A move whose reading
    reached the node limit is left out.

    >>> position = Position.from_diagram('''
    ...     . . . . . .
    ...     . . . . . .
    ...     . . . X . .
    ...     . X O O . .
    ...     . . X X . .
    ...     . . . . . .
    ... ''')
    >>> " ".join(position.vertex(point) for point in ladder_defences(position, "C3"))
    'B5 C5 D5 A4 B4 C4 E4 A3 E3 B2'
    """
    target = _target(position, block_point)
    found = _core.ladder_defences(position.core, target, node_limit, _threats(threats))
    return tuple(sorted(found.saving))


def _target(position: Position, block_point: int | str) -> int:
    point = position.point(block_point) if isinstance(block_point, str) else block_point
    if not position.color_at(point):
        raise InvalidInput(f"there is no stone on {position.vertex(point)}")
    return point


def _threats(threats: Threats) -> int:
    if threats not in _THREATS:
        raise InvalidInput(f"threats is {threats!r} but must be 'none', 'attack' or 'defend'")
    return _THREATS.index(threats)


_THREATS = ("none", "attack", "defend")
_CAPTURED = {
    _core.LadderVerdict.ESCAPES: False,
    _core.LadderVerdict.CAPTURED: True,
    _core.LadderVerdict.UNKNOWN: None,
}
