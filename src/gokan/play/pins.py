"""Proof overrules statistics: what reading has proved at the root fixes stones at the leaves.

A pin says of a block that it falls even if its owner moves first, with no ko, proved. The proof
comes with its zone: every point it plays on, what it captures with all neighbours, and two
liberties of each wall. While nothing in the zone has changed, the proof holds whatever was played
elsewhere, and the block counts as the opponent's. Where a point of the zone has changed and the
stones still stand, the question is read again with a few nodes; a pin that is not proved anew says
nothing there. Otherwise its owner would gain by merely touching the zone. A pin does not say which
move to play: a move in the zone may still be the best threat.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from gokan.go import BLACK, Color, Position
from gokan.play.evaluation import Evaluation, Opinion

__all__ = ["Pin", "find_pins", "with_pins"]

NODES = 4000
"""Positions that one question may cost: a few milliseconds."""
_AGAIN = 500  # positions for a question that is read again at a leaf
_UNSURE = 0.95  # of ownership; what the evaluator is surer of is not asked
_LIBERTIES = 4  # blocks with more are not asked
_ORDER = 2  # quiet moves of the attacker


@dataclass(frozen=True, slots=True)
class Pin:
    """A block that is proved to fall, and the points on which the proof depends."""

    owner: Color
    stones: tuple[int, ...]
    zone: tuple[int, ...]
    colors: bytes
    """What stood on each point of the zone."""

    def holds(self, board: bytes) -> bool:
        """Is everything in the zone as it was?"""
        return bytes(board[point] for point in self.zone) == self.colors


def find_pins(
    position: Position, ownership: Sequence[float], *, most: int = 6, nodes: int = NODES
) -> tuple[Pin, ...]:
    """The blocks the evaluator is unsure of and reading proves to fall, the largest first.

    `ownership` is Black's view. Proofs whose zones overlap could be broken by one move together, so
    only the first of them is kept. Where suicide is allowed nothing is proved, and so nothing is
    pinned.

    >>> crawl = Position.from_diagram('''
    ...     . . . . . . .
    ...     . . . . . . .
    ...     . . . . . . .
    ...     . . . . . . .
    ...     . . . X . . .
    ...     . . X O X . .
    ...     . . . . . . .''', rules="chinese")
    >>> [crawl.vertex(pin.stones[0]) for pin in find_pins(crawl, [0.0] * 49)]
    ['D2']
    """
    from gokan import reading

    asked = []
    for block in position.blocks():
        sign = 1 if block.color == BLACK else -1
        mean = sign * sum(ownership[stone] for stone in block.stones) / len(block.stones)
        if len(block.liberties) <= _LIBERTIES and -_UNSURE < mean < _UNSURE:
            asked.append((len(block.liberties), -len(block.stones), block))
    found: list[Pin] = []
    taken: set[int] = set()
    for _, _, block in sorted(asked, key=lambda entry: entry[:2])[:most]:
        answer = reading.escape(position, block.stones[0], nodes=nodes, order=_ORDER)
        if answer.code or answer.grade != "proved" or not answer.zone:
            continue
        zone = tuple(sorted({*answer.zone, *block.stones, *block.liberties}))
        if taken & set(zone):
            continue
        taken |= set(zone)
        colors = bytes(position.board[point] for point in zone)
        found.append(Pin(block.color, block.stones, zone, colors))
    return tuple(found)


def with_pins(position: Position, judged: Evaluation, pins: Sequence[Pin]) -> Evaluation:
    """The evaluation with the pinned stones at their proved fate, where the pins still hold."""
    owner = judged.ownership
    if owner is None:
        return judged
    board = position.board
    holding = [pin for pin in pins if pin.holds(board) or _falls_again(position, pin)]
    if not holding:
        return judged
    fixed = array("f", [float(value) for value in owner])
    change = 0.0
    for pin in holding:
        fate = -1.0 if pin.owner == position.to_play else 1.0
        stones = (stone for stone in pin.stones if board[stone] == pin.owner)
        for stone in stones:
            change += fate - fixed[stone]
            fixed[stone] = fate
    win = min(1 - 1e-6, max(1e-6, judged.win))
    logit = math.log(win / (1 - win)) + change / max(1.0, judged.spread)
    return Opinion(
        policy=judged.policy,
        win=1 / (1 + math.exp(-max(-30.0, min(30.0, logit)))),
        lead=judged.lead + change,
        spread=judged.spread,
        ownership=fixed,
    )


def _falls_again(position: Position, pin: Pin) -> bool:
    """Is the block proved to fall from here too, after moves in its zone?"""
    from gokan import reading

    stone = pin.stones[0]
    if position.is_over or position.board[stone] != pin.owner:
        return False
    if position.to_play == pin.owner:
        answer = reading.escape(position, stone, nodes=_AGAIN, order=_ORDER)
        return answer.code == 0 and answer.grade == "proved"
    answer = reading.capture(position, stone, nodes=_AGAIN, order=_ORDER)
    return answer.code == 1 and answer.grade == "proved"
