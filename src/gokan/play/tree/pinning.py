"""Which urgent questions of a position go to reading, and how long each may take.

Blocks with few liberties are asked first: atari, ladders, nets. Then groups of which the evaluator
is unsure are read for life and death, races among them. A question is worth what its answer would
change: the stones, times what the evaluator would have to give up. The larger the worth, the sooner
it is asked; and of proofs against one side whose zones overlap the one that is worth most is kept.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gokan import reading
from gokan.go import BLACK, WHITE, Block, Color, Position
from gokan.play.player import Stop, never
from gokan.play.tree.pins import ORDER, PREPARING, Pin, Purse

__all__ = ["apart", "find_pins", "reading_share"]

USUAL = 24_000
"""Positions for all questions together, where neither visits nor time are limited."""
_CAPTURE = 4000  # positions that one question may cost
_LIFE = 3000, 10_000, 30_000  # ... in one round after the other, while there is time
_FOR_CAPTURES, _FOR_LIVES = 0.3, 0.4  # of all positions; the rest is for the leaves
_LEAST = 0.05  # per stone: what a verdict must change to be asked for
_EITHER = 0.5  # where the evaluator leans less than this, both sides are asked
_LIBERTIES = 4  # blocks with more are not asked whether they are captured
_SMALLEST = 2  # stones whose life is asked about
_SHARE = 0.2  # of the time of a move
_SPEED = 1_000_000  # positions that reading looks at in a second
_LOOK = 20e-6  # seconds for each point of the board that an evaluation takes on a processor


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
    """The blocks whose fate reading proves, where that tells the evaluator something.

    `ownership` is Black's view. Proofs against one side whose zones overlap could be broken by one
    move together, so only one of them is kept. Where suicide is allowed nothing is proved, and so
    nothing is pinned; nor is life or death while a ko is open.

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
    if position.rules.suicide:
        return ()
    purse = Purse(0)
    asking = _Asking(position, _means(position, ownership), purse, stop)
    spent = asking.all(asking.captures(), _captured, round(_FOR_CAPTURES * nodes), [_CAPTURE])
    if position.ko is None:
        spent += asking.all(asking.lives(), _settled, round(_FOR_LIVES * nodes), _LIFE)
    purse.nodes = nodes - spent
    return apart(asking.found)


@dataclass(frozen=True, slots=True)
class _Task:
    """Does the block fall although its owner moves first, or stand although the opponent does?"""

    block: Block
    falls: bool
    worth: float


_Ask = Callable[[Position, _Task, int, Purse], tuple[Pin | None, int]]


class _Asking:
    """The questions about a position, and what was proved so far."""

    def __init__(
        self, position: Position, means: dict[Block, float], purse: Purse, stop: Stop
    ) -> None:
        self.position = position
        self.means = means
        self.purse = purse
        self.stop = stop
        self.found: list[Pin] = []

    def all(self, tasks: Sequence[_Task], ask: _Ask, nodes: int, rounds: Sequence[int]) -> int:
        """Ask one after the other while the nodes last; the nodes that it took."""
        spent = 0
        known = {pin.stones for pin in self.found}
        for most in rounds:
            left: list[_Task] = []
            for task in tasks:
                if task.block.stones in known:
                    continue
                if spent >= nodes or self.stop():
                    return spent
                pin, took = ask(self.position, task, min(most, nodes - spent), self.purse)
                spent += took
                if pin is not None:
                    known.add(pin.stones)
                    self.found.append(pin)
                elif took >= most:
                    left.append(task)
            tasks = left
        return spent

    def captures(self) -> list[_Task]:
        """Blocks with few liberties, those with the fewest first."""
        few = [
            task
            for block in self.means
            if len(block.liberties) <= _LIBERTIES and (task := self._task(block, True))
        ]
        return sorted(few, key=lambda task: (len(task.block.liberties), -task.worth))

    def lives(self) -> list[_Task]:
        """Groups, those first of which most is in doubt. The side that the evaluator speaks against
        is asked; where it hardly leans, the other as well.
        """
        tasks: list[tuple[float, _Task]] = []
        for block, mean in self.means.items():
            if len(block.stones) < _SMALLEST:
                continue
            doubt = len(block.stones) * (1 - abs(mean))
            likely, unlikely = self._task(block, mean < 0), self._task(block, mean >= 0)
            if likely:
                tasks.append((doubt, likely))
            if unlikely and abs(mean) < _EITHER:
                tasks.append((doubt / 2, unlikely))
        return [task for _, task in sorted(tasks, key=lambda one: -one[0])]

    def _task(self, block: Block, falls: bool) -> _Task | None:
        mean = self.means[block]
        change = 1 + mean if falls else 1 - mean
        return _Task(block, falls, change * len(block.stones)) if change > _LEAST else None


def _means(position: Position, ownership: Sequence[float]) -> dict[Block, float]:
    """How far each block is thought to survive, from -1 to 1."""
    means = {}
    for block in position.blocks():
        sign = 1 if block.color == BLACK else -1
        means[block] = sign * sum(ownership[stone] for stone in block.stones) / len(block.stones)
    return means


def _captured(position: Position, task: _Task, nodes: int, purse: Purse) -> tuple[Pin | None, int]:
    block = task.block
    answer = reading.escape(position, block.stones[0], nodes=nodes, order=ORDER)
    if answer.code or answer.grade != "proved" or not answer.zone:
        return None, answer.nodes
    zone = {*answer.zone, *block.stones, *block.liberties}
    return _pin(position, task, zone, purse), answer.nodes


def _settled(position: Position, task: _Task, nodes: int, purse: Purse) -> tuple[Pin | None, int]:
    mover = task.block.color if task.falls else task.block.color.opponent
    turned = position if position.to_play == mover else position.setup(to_play=mover)
    problem = reading.Problem.make(turned, target=task.block.stones)
    answer = reading.fails(problem, nodes=nodes)
    took = answer.nodes + PREPARING
    return (_pin(position, task, set(answer.zone), purse, answer) if answer.proved else None), took


def _pin(
    position: Position,
    task: _Task,
    zone: set[int],
    purse: Purse,
    rests: reading.Failure | None = None,
) -> Pin:
    points = tuple(sorted(zone))
    return Pin(
        task.block.color,
        task.block.stones,
        points,
        bytes(position.board[point] for point in points),
        task.falls,
        "life" if rests else "capture",
        rests,
        task.worth,
        purse,
    )


def apart(found: Sequence[Pin]) -> tuple[Pin, ...]:
    """Those that are worth most, as far as the zones of those that one side loses are apart."""
    kept: list[Pin] = []
    taken: dict[Color, set[int]] = {BLACK: set(), WHITE: set()}
    for pin in sorted(found, key=lambda pin: -pin.worth):
        if taken[pin.loser].isdisjoint(pin.zone):
            kept.append(pin)
            taken[pin.loser].update(pin.zone)
    return tuple(kept)
