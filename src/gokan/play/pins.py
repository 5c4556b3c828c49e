"""Proof overrules statistics: what reading has proved at the root fixes stones at the leaves.

A pin says of a block that it falls even if its owner moves first, or that it stands even if the
opponent does; with no ko, proved. The proof comes with its zone: every point it plays on, what it
captures with all neighbours, and the liberties of the walls that it needs. While nothing in the
zone has changed, the proof holds whatever was played elsewhere, and the block counts for the side
that has it. Where a point of the zone has changed and the stones still stand, the question is read
again with a few nodes; a pin that is not proved anew says nothing there. Otherwise the loser would
gain by merely touching the zone. A pin does not say which move to play: a move in the zone may
still be the best threat.

Blocks with few liberties are asked first: atari, ladders, nets. Then groups whose fate the
evaluator is unsure of are read for life and death, races among them, as long as the nodes last.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from gokan.go import BLACK, Block, Color, Position
from gokan.play.evaluation import Evaluation, Opinion
from gokan.play.player import Stop, never

__all__ = ["Pin", "find_pins", "reading_share", "with_pins"]

NODES = 4000
"""Positions that one question about a block may cost: a few milliseconds."""
USUAL = 24_000
"""Positions for all questions together."""
_AGAIN = 500  # positions for a question that is read again at a leaf
_UNSURE = 0.95  # of ownership; what the evaluator is surer of is not asked
_LIBERTIES = 4  # blocks with more are not asked
_ORDER = 2  # quiet moves of the attacker
_MOST = 6  # blocks
_SHARE = 0.2  # of the time of a move
_SPEED = 1_000_000  # positions that reading looks at in a second
_LOOK = 20e-6  # seconds for each point of the board that an evaluation takes on a processor


@dataclass(frozen=True, slots=True)
class Pin:
    """A block whose fate is proved, and the points on which the proof depends."""

    owner: Color
    stones: tuple[int, ...]
    zone: tuple[int, ...]
    colors: bytes
    """What stood on each point of the zone."""
    falls: bool = True
    """Or else it stands."""
    left: list[int] | None = field(default=None, compare=False, repr=False)
    """Of a question of life and death: the nodes for reading it again, of all such pins."""

    def holds(self, board: bytes) -> bool:
        """Is everything in the zone as it was?"""
        return bytes(board[point] for point in self.zone) == self.colors


def reading_share(position: Position, visits: int | None, seconds: float | None) -> int:
    """The positions that reading may look at before a move: a fifth of its time.

    >>> reading_share(Position.empty(9), 100, None), reading_share(Position.empty(9), None, 2.0)
    (32400, 400000)
    """
    looking = math.inf if visits is None else visits * len(position.board) * _LOOK
    took = min(looking, math.inf if seconds is None else seconds)
    return USUAL if took == math.inf else round(_SHARE * _SPEED * took)


def find_pins(
    position: Position, ownership: Sequence[float], *, nodes: int = USUAL, stop: Stop = never
) -> tuple[Pin, ...]:
    """The blocks the evaluator is unsure of and whose fate reading proves.

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
    from gokan.play.pinned_groups import pinned_groups

    means = {}
    for block in position.blocks():
        sign = 1 if block.color == BLACK else -1
        means[block] = sign * sum(ownership[stone] for stone in block.stones) / len(block.stones)
    unsure = {block: mean for block, mean in means.items() if -_UNSURE < mean < _UNSURE}
    found, spent = _falling(position, unsure, nodes, stop)
    taken = {point for pin in found for point in pin.zone}
    return (*found, *pinned_groups(position, unsure, taken, nodes - spent, stop))


def _falling(
    position: Position, unsure: Iterable[Block], nodes: int, stop: Stop
) -> tuple[list[Pin], int]:
    """The blocks with few liberties that fall, the largest first; and the nodes that it took."""
    from gokan import reading

    few = [block for block in unsure if len(block.liberties) <= _LIBERTIES]
    found: list[Pin] = []
    taken: set[int] = set()
    spent = 0
    for block in sorted(few, key=lambda one: (len(one.liberties), -len(one.stones)))[:_MOST]:
        if spent >= nodes or stop():
            break
        most = min(NODES, nodes - spent)
        answer = reading.escape(position, block.stones[0], nodes=most, order=_ORDER)
        spent += answer.nodes
        if answer.code or answer.grade != "proved" or not answer.zone:
            continue
        zone = tuple(sorted({*answer.zone, *block.stones, *block.liberties}))
        if taken & set(zone):
            continue
        taken |= set(zone)
        colors = bytes(position.board[point] for point in zone)
        found.append(Pin(block.color, block.stones, zone, colors))
    return found, spent


def with_pins(position: Position, judged: Evaluation, pins: Sequence[Pin]) -> Evaluation:
    """The evaluation with the pinned stones at their proved fate, where the pins still hold."""
    owner = judged.ownership
    if owner is None:
        return judged
    board = position.board
    holding = [pin for pin in pins if pin.holds(board) or _again(position, pin)]
    if not holding:
        return judged
    fixed = array("f", [float(value) for value in owner])
    change = 0.0
    for pin in holding:
        fate = 1.0 if (pin.owner == position.to_play) != pin.falls else -1.0
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


def _again(position: Position, pin: Pin) -> bool:
    """Is the same proved from here too, after moves in its zone?"""
    from gokan import reading
    from gokan.play.pinned_groups import proved_again

    stone = pin.stones[0]
    if position.is_over or position.board[stone] != pin.owner:
        return False
    if pin.left is not None:
        return proved_again(position, pin)
    if position.to_play == pin.owner:
        answer = reading.escape(position, stone, nodes=_AGAIN, order=_ORDER)
        return answer.code == 0 and answer.grade == "proved"
    answer = reading.capture(position, stone, nodes=_AGAIN, order=_ORDER)
    return answer.code == 1 and answer.grade == "proved"
