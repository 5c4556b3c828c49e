"""Proof overrules statistics: what reading has proved at the root fixes stones at the leaves.

A pin says of a block that it falls even if its owner moves first, or that it stands even if the
opponent does; proved, and no ko saves the side that fails. It keeps what the proof rests on: its
zone (every point it plays on, what it captures with all neighbours) and the liberties that its
walls need. While these are as they were, the proof holds whatever was played elsewhere, and the
block counts for the side that has it. Where they have changed and the stones still stand, the
question is read again with a few nodes; a pin that is not proved anew says nothing there. Otherwise
the loser would gain by merely touching the zone. A pin does not say which move to play: a move in
the zone may still be the best threat.

Who asks which questions, and for how long, is in `gokan.play.tree.pinning`.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from gokan import reading
from gokan.go import Color, Position
from gokan.play.tree.evaluation import Evaluation, Opinion

__all__ = ["Pin", "Purse", "Question", "asked_again", "still_holding", "with_pins"]

Question = Literal["capture", "life"]
_AGAIN: dict[Question, int] = {"capture": 500, "life": 1000}
"""Positions for a question that is read again at a leaf."""
ORDER = 2
"""Quiet moves that the attacker of a block is given."""
PREPARING = 1500
"""A question of life and death takes as long as so many positions before it is read at all."""


@dataclass(slots=True)
class Purse:
    """The positions that are left for reading again at the leaves, of all pins together."""

    nodes: int


@dataclass(frozen=True, slots=True)
class Pin:
    """A block whose fate is proved, and what the proof depends on."""

    owner: Color
    stones: tuple[int, ...]
    zone: tuple[int, ...]
    colors: bytes
    """What stood on each point of the zone."""
    falls: bool = True
    """Or else it stands."""
    question: Question = "capture"
    """What was read. As to ko: a capture is proved without one; a life or a death holds against
    every finite number of threats of the side that fails."""
    rests: reading.Failure | None = field(default=None, compare=False, repr=False)
    """Of a question of life or death: what it needs of the walls."""
    worth: float = 0.0
    """The points that it told the evaluator, where it was found."""
    purse: Purse = field(default_factory=lambda: Purse(0), compare=False, repr=False)

    @property
    def loser(self) -> Color:
        """The side that moves first in the proof and fails."""
        return self.owner if self.falls else self.owner.opponent

    def holds(self, position: Position) -> bool:
        """Is everything it depends on as it was?"""
        board = position.board
        if bytes([board[point] for point in self.zone]) != self.colors:
            return False
        if self.rests is not None:
            return self.rests.holds(position)
        return position.ko is None or position.ko not in self.zone


def with_pins(position: Position, judged: Evaluation, pins: Sequence[Pin]) -> Evaluation:
    """The evaluation with the pinned stones at their proved fate, where the pins still hold."""
    owner = judged.ownership
    holding = {} if owner is None else still_holding(position, pins)
    if owner is None or not holding:
        return judged
    board = position.board
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


def still_holding(position: Position, pins: Sequence[Pin]) -> dict[Pin, frozenset[int]]:
    """The pins that hold, with the zones of their proofs: untouched, or proved anew.

    One block may fall because it is the winner's turn, and no second one. Zones of proofs against
    one side stay apart here too, for one move could break two of them together.
    """
    found = {pin: frozenset(pin.zone) for pin in pins if pin.holds(position)}
    begins = True
    for pin in pins:
        gone = position.is_over or position.board[pin.stones[0]] != pin.owner
        if pin in found or gone or pin.purse.nodes <= 0:
            continue
        zone, nodes = asked_again(position, pin, begins=begins)
        pin.purse.nodes -= nodes
        against = (taken for one, taken in found.items() if one.loser == pin.loser)
        if zone and all(zone.isdisjoint(taken) for taken in against):
            begins = begins and (pin.question == "life" or position.to_play == pin.owner)
            found[pin] = zone
    return found


def asked_again(position: Position, pin: Pin, *, begins: bool = True) -> tuple[frozenset[int], int]:
    """The zone of a proof of the same from here, after moves in its old one (nothing where there is
    no proof), and the positions that it took.

    Of a block that falls it is enough that it does when the side to move `begins`; without that,
    the owner moves first.
    """
    turned = position.setup(to_play=pin.loser) if position.to_play != pin.loser else position
    block = position.block(pin.stones[0])
    if position.ko is not None and (pin.question == "life" or not begins):
        return frozenset(), 0
    if pin.question == "life":
        problem = reading.Problem.make(turned, target=block.stones)
        answer = reading.fails(problem, nodes=_AGAIN["life"])
        zone = answer.zone if answer.proved else ()
        return frozenset(zone), answer.nodes + PREPARING
    first = begins and position.to_play != pin.owner
    ask, falls = (reading.capture, 1) if first else (reading.escape, 0)
    asked = position if first else turned
    found = ask(asked, pin.stones[0], nodes=_AGAIN["capture"], order=ORDER)
    if found.code != falls or found.grade != "proved":
        return frozenset(), found.nodes
    return frozenset({*found.zone, *block.stones, *block.liberties}), found.nodes
