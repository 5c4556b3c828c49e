"""Weighing a position: the fixed point of Wolf's dynamical system, and its pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import Color, Position
from gokan.strength.instability import LEGEND, TITLE, instability
from gokan.strength.options import (
    AS_PRINTED,
    MAX_ITER,
    STOP,
    Additions,
    Verdicts,
    core_options,
    core_verdicts,
    point_on,
)
from gokan.strength.special import special_verdicts
from gokan.strength.words import WEAK

if TYPE_CHECKING:
    from gokan.assessment import BoardAssessment
    from gokan.draw import Svg

BLACK = 1

PICTURES = {
    "influence": "Influence: who holds which point",
    "strength": "Strength: which blocks are weak",
    "instability": TITLE,
}
"""The pictures that `Weighing.draw` makes, with their titles."""

LEGENDS = {
    "influence": "Blue: likely to end as Black's; orange and hatched: as White's; the darker, the "
    "more certain.",
    "strength": "The number is the strength from 0 to 100, written once on each block below 80. "
    "Weak blocks, of 50 or less, are outlined: of these half stood at the end of the game, and one "
    "in six of those below 2.",
    "instability": LEGEND,
}
"""What is to be seen on each picture, in players' words."""

_SAFE = 0.8


@dataclass(frozen=True, slots=True)
class BlockStrength:
    """One block and its strength, by the paper how likely it is to survive (`words.SURVIVED` says
    how that turned out).

    `certain` says that the strength was given (static life or death, or a verdict), not computed.
    """

    color: Color
    stones: tuple[int, ...]
    liberties: tuple[int, ...]
    strength: float
    iterations: int
    certain: bool


@dataclass(frozen=True, slots=True)
class Weighing:
    """A solved position.

    Attributes:
        black: per point, the chance that it ends as Black's. On a black stone that is its
            strength, on a white stone one minus its strength.
        white: one minus `black`, per point; on shared liberties of a seki both are 0.
        score: Black minus White, by the paper: strength times size over blocks, plus influence
            over empty points. Komi is not in it.
        iterations: per point, in how many damped sweeps its unit still changed. (`instability`
            counts those of the plain system, which tell how unstable a fight is.)
        sweeps: how many sweeps were made.
        converged: no unit wants to change any more, and none is held still by averaging alone.
        oscillating: a stone of each block that swings back and forth by itself (mutual atari): its
            strength is the middle of the swing, not a solution that the plain iteration finds.
    """

    position: Position
    black: tuple[float, ...]
    white: tuple[float, ...]
    blocks: tuple[BlockStrength, ...]
    score: float
    iterations: tuple[int, ...]
    sweeps: int
    converged: bool
    oscillating: tuple[int, ...]
    stop: float
    additions: Additions
    raise_last_liberty: bool = True
    static_life: bool = True
    verdicts: tuple[tuple[int, float], ...] = ()

    def influence(self, point: int | str) -> float:
        """From -1 (White's) to 1 (Black's)."""
        index = point_on(self.position, point)
        return self.black[index] - self.white[index]

    def strength(self, stone: int | str) -> float:
        """The chance that the block with this stone survives."""
        index = point_on(self.position, stone)
        color = self.position.color_at(index)
        if not color:
            raise InvalidInput(f"There is no stone at {self.position.vertex(index)}.")
        return self.black[index] if color == BLACK else self.white[index]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data: points are vertices, lists go row by row from the top."""
        vertex = self.position.vertex
        return {
            "score": self.score,
            "converged": self.converged,
            "sweeps": self.sweeps,
            "stop": self.stop,
            "additions": list(self.additions.names),
            "black": list(self.black),
            "white": list(self.white),
            "iterations": list(self.iterations),
            "oscillating": [vertex(stone) for stone in self.oscillating],
            "blocks": [
                {
                    "color": str(block.color),
                    "stones": [vertex(stone) for stone in block.stones],
                    "liberties": len(block.liberties),
                    "strength": block.strength,
                    "iterations": block.iterations,
                    "certain": block.certain,
                }
                for block in self.blocks
            ],
        }

    def draw(self, picture: str = "influence", **options: Any) -> Svg:
        """The position with one picture over it: one of `PICTURES`; options go to `draw.board`."""
        if picture not in PICTURES:
            raise InvalidInput(
                f"There is no picture {picture!r}: use one of {', '.join(PICTURES)}."
            )
        from gokan import draw
        from gokan.draw.frame import middle

        options.setdefault("title", PICTURES[picture])
        options.setdefault("caption", LEGENDS[picture])
        if picture == "influence":
            heat = [b - w for b, w in zip(self.black, self.white, strict=True)]
            return draw.board(
                self.position,
                heat=heat,
                heat_scale="diverging",
                heat_limit=1,
                heat_ends=("White", "Black"),
                **options,
            )
        if picture == "strength":
            labels: dict[int | str, str | float] = {
                middle(block.stones, self.position.width): f"{100 * block.strength:.0f}"
                for block in self.blocks
                if block.strength < _SAFE
            }
            weak = [p for b in self.blocks if b.strength <= WEAK for p in b.stones]
            options.setdefault("highlight", weak)
            return draw.board(self.position, labels=labels, **options)
        return instability(
            self.position,
            raise_last_liberty=self.raise_last_liberty,
            static_life=self.static_life,
            additions=self.additions,
            verdicts=dict(self.verdicts),
        ).draw(**options)

    def explain(self, board: BoardAssessment | None = None) -> str:
        """The picture in sentences: which blocks are weak, and what is unstable. With the
        assessment of the board they also say where it knows better than these numbers.
        """
        from gokan.strength.words import explain

        return explain(self, board)


def weigh(
    position: Position,
    *,
    stop: float = STOP,
    max_iter: int = MAX_ITER,
    raise_last_liberty: bool = True,
    static_life: bool = True,
    additions: Additions = AS_PRINTED,
    verdicts: Verdicts | None = None,
    damped: bool = True,
    queue: bool = False,
    ko: bool = False,
    shared: Sequence[int | str] = (),
) -> Weighing:
    """Solve the dynamical system of a position.

    All points are updated at once, then all blocks at once, starting with every point at 1/2
    and every block alive, until no unit changes by `stop` or more, or for `max_iter` sweeps. A
    block that turns back by more than 57 % of its last change goes half the way: mutual atari
    settles in the middle, whatever the colours and the orientation, and `converged` is False.

    Args:
        position: any position: without stones every point is 1/2 each; a single point without
            neighbours stays at 1/2.
        stop: a change below this is no change.
        max_iter: the most sweeps.
        raise_last_liberty: the capturing move is never suicide, so the smallest factor among the
            liberties of a block counts as 1 (after equation 5).
        static_life: blocks that live without ever answering (Benson), what is inside their eyes,
            and dead stones there are set at the start and stay.
        additions: what is switched on besides the paper.
        verdicts: strengths that are known from elsewhere, by any stone of the block. They go
            before static life; of two on the same block the later one holds.
        damped: without it a block never goes half the way: the plain relations, in which mutual
            atari swings until `max_iter`.
        queue: the paper's own order (section VI-E): one unit after the other, undamped, each at
            most `max_iter` times. The answer then hangs on the order of reading.
        ko: a stone that has just taken a ko stands, since it may not be taken at once. Ours.
        shared: liberties that neither side may fill, as in a seki: nobody's (b = w = 0, section
            IV-C), and blocks with two of them are safe. `shared_liberties` finds the plainest.

    >>> from gokan.go import Position
    >>> corner = Position.from_diagram('''
    ...     X . . .
    ...     O . . .
    ...     . . . .
    ... ''')
    >>> weighing = weigh(corner)
    >>> weighing.strength("A2") > weighing.strength("A3")
    True
    >>> round(weigh(Position.empty(9)).score, 9)
    0.0
    """
    options = core_options(
        stop=stop,
        max_iter=max_iter,
        raise_last_liberty=raise_last_liberty,
        static_life=static_life,
        additions=additions,
        damped=damped,
        queue=queue,
    )
    nobodys = {point_on(position, named) for named in shared}
    if any(position.board[point] for point in nobodys):
        raise InvalidInput("A shared liberty is an empty point.")
    special = special_verdicts(position, ko=ko, shared=nobodys)
    pinned = [*special, *core_verdicts(position, verdicts)]
    found = _core.seds_weigh(position.core, options, pinned, [])
    white, iterations = found.white, found.iterations
    given = {stone for stone, _ in pinned}
    return Weighing(
        position=position,
        black=tuple(0.0 if p in nobodys else 1 - w for p, w in enumerate(white)),
        white=tuple(0.0 if p in nobodys else w for p, w in enumerate(white)),
        blocks=tuple(_blocks(position, white, iterations, found.owner, given)),
        score=found.score - sum(1 - 2 * white[point] for point in nobodys),
        iterations=tuple(iterations),
        sweeps=found.sweeps,
        converged=found.converged,
        oscillating=tuple(sorted(found.swinging)),
        stop=stop,
        additions=additions,
        raise_last_liberty=raise_last_liberty,
        static_life=static_life,
        verdicts=tuple(pinned),
    )


def _blocks(
    position: Position,
    white: Sequence[float],
    iterations: Sequence[int],
    life: bytes,
    given: set[int],
) -> list[BlockStrength]:
    result = []
    for block in position.blocks():
        stone = block.stones[0]
        strength = 1 - white[stone] if block.color == BLACK else white[stone]
        certain = bool(life[stone]) or not given.isdisjoint(block.stones)
        result.append(
            BlockStrength(
                block.color, block.stones, block.liberties, strength, iterations[stone], certain
            )
        )
    return result
