"""Tactics: can a block be captured or saved, can two blocks be joined or kept apart?

The whole board is read; no region is fixed in advance. One side, the *prover* (the one who captures
or connects), has a goal, and reaching it ends a line; the other side tries to prevent it. The
search works with threats: its *order* is the number of quiet moves the prover may play, and a move
that leaves the target in atari is not quiet. Order 0 is the ladder; order 1 adds nets and loose
ladders.

Results carry GNU Go's codes, from the side that moves first: 0 no; 1 yes; 2 yes in a ko that the
mover takes first; 3 yes in a ko for which the mover needs the first threat. Each has a grade:

- `proved`: every legal reply was answered, or shown to be out of reach of the proof;
- `read`: some line ended in a judgement, such as "too many liberties to be caught";
- `unknown`: the budget ran out before anything useful was read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from gokan.errors import InvalidInput
from gokan.go import BLACK, EMPTY, PASS, Color, Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.tactics.opinions import ORDER, Grade, Question, read

if TYPE_CHECKING:
    from gokan.draw import Svg

__all__ = ["Capture", "Connection", "Grade", "capture", "connect", "cut", "escape"]

Point = int | str

USUAL = Budget(nodes=1_000_000)
"""If none is given: a second or two."""
_SHORT, _TO_FALL = 3, 2_000  # liberties of an end that may fall, and positions to find out


@dataclass(frozen=True, slots=True)
class _Reading:
    """What every tactical answer has."""

    position: Position
    targets: tuple[int, ...]
    first: str
    code: int
    """0 no, 1 yes, 2 ko that the mover takes first, 3 ko that needs the mover's first threat."""
    grade: Grade
    moves: tuple[int, ...]
    """The first moves that work, best first; PASS if none is needed. Empty for code 0."""
    line: tuple[int, ...]
    """One line of play, the mover first, as far as it is known."""
    zone: tuple[int, ...]
    """The points on which the prover's success depends; empty if he fails."""
    order: int
    """How many quiet moves the prover needs or, if he fails, how many were allowed him."""
    nodes: int
    seconds: float
    complete: bool
    """The search finished before its budget ran out."""
    proved_moves: tuple[int, ...] = ()
    """Those of the moves that are proved to work; the others were read."""

    @property
    def move(self) -> int | None:
        """The best first move; None for code 0."""
        return self.moves[0] if self.moves else None

    def to_dict(self) -> dict[str, Any]:
        """The same in plain types, points as vertices."""
        vertices = self._vertices
        return {
            "targets": vertices(self.targets),
            "first": self.first,
            "code": self.code,
            "grade": self.grade,
            "moves": vertices(self.moves),
            "proved_moves": vertices(self.proved_moves),
            "line": vertices(self.line),
            "zone": vertices(self.zone),
            "order": self.order,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 4),
            "complete": self.complete,
        }

    def draw(self, **options: Any) -> Svg:
        """One line of play as numbered stones, the targets marked, the zone tinted."""
        from gokan.draw import around, sequence
        from gokan.draw.moves import playable

        start = self.position.with_to_play(self.mover)
        line = playable(start, self.line)
        stones = [p for t in self.targets for p in self._block(t)]
        legend = "△ what it is about"
        if self.zone:
            legend += "; outlined: all that matters for it"
        given: dict[str, Any] = {
            "marks": dict.fromkeys(stones, "triangle"),
            "highlight": self.zone,
            "view": around(start, [*stones, *self.zone, *(p for p in line if p != PASS)]),
            "caption": legend,
        }
        return sequence(start, line, passes="elsewhere", **{**given, **options})

    @property
    def mover(self) -> Color:
        """Who moves first."""
        owner = self.position.color_at(self.targets[0])
        return owner.opponent if self.first in ("attack", "cut") else owner

    def _block(self, point: int) -> tuple[int, ...]:
        """The stones of a target; a point that is to be joined stands for itself."""
        if self.position.color_at(point) == EMPTY:
            return (point,)
        return tuple(self.position.block(point).stones)

    def _vertices(self, points: Sequence[int]) -> list[str]:
        return [self.position.vertex(point) for point in points]

    def _names(self, points: Sequence[int]) -> str:
        names = self._vertices(points)
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"

    def _how(self) -> str:
        """How it is done, and how certain that is."""
        if not self.moves:
            how = ""
        elif self.moves[0] == PASS:
            how = ", even after playing elsewhere"
        else:
            how = f" by {self._names(self.moves)}"
        how += {
            2: ", in a ko that the mover takes first",
            3: ", in a ko with the first threat",
        }.get(self.code, "")
        return f"{how} ({self.grade})"


@dataclass(frozen=True, slots=True)
class Capture(_Reading):
    """The answer to "can it be captured": see `capture` and `escape`."""

    @property
    def captured(self) -> bool | None:
        """Does the block fall, with `first` moving first? None for a ko, or if unknown."""
        if self.grade == "unknown" or self.code in (2, 3):
            return None
        return (self.code == 1) == (self.first == "attack")

    def explain(self) -> str:
        """One sentence that names the points."""
        what = (" or " if self.first == "attack" else " and ").join(self._vertices(self.targets))
        verb = "capture" if self.first == "attack" else "save"
        return _sentence(self, self.mover, verb, what)


@dataclass(frozen=True, slots=True)
class Connection(_Reading):
    """The answer to "can they be joined": see `connect` and `cut`."""

    @property
    def connected(self) -> bool | None:
        """Are they joined, with `first` moving first? None for a ko, or if unknown."""
        if self.grade == "unknown" or self.code in (2, 3):
            return None
        return (self.code == 1) == (self.first == "connect")

    def explain(self) -> str:
        """One sentence that names the points."""
        what = " and ".join(self._vertices(self.targets))
        return _sentence(self, self.mover, self.first, what)


def capture(
    position: Position,
    block: Point,
    *,
    either: Point | None = None,
    first: Literal["attack", "defend"] = "attack",
    budget: Budget | Meter | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    order: int = ORDER,
) -> Capture:
    """Can the block be captured? With `either`, taking one of two blocks is enough.

    `first` alone decides who moves. A "yes" for the attacker and a "no" for the defender can be
    proved; the opposite is a judgement, that a target with enough liberties has got away (more than
    `order` + 2 for the search by threats). If `order` is given, the search by threats answers
    alone.

    >>> net = Position.from_diagram('''
    ...     . . . . . . .
    ...     . . X . . . .
    ...     . X O . . . .
    ...     . . X . . . .
    ...     . . . . . . .
    ... ''')
    >>> answer = capture(net, "C3")
    >>> answer.code, answer.grade, net.vertex(answer.move)
    (1, 'proved', 'D3')
    >>> answer.explain()
    'Black to move can capture C3 by D3 (proved).'
    """
    _expect(first, "attack", "defend")
    targets = [_stone(position, block)]
    if either is not None:
        targets.append(_stone(position, either))
        if position.color_at(targets[0]) != position.color_at(targets[1]):
            raise InvalidInput("the two blocks belong to different sides; name blocks of one side")
    fields = _read(
        position,
        False,
        targets,
        first == "attack",
        started(budget, seconds=seconds, nodes=nodes, usual=USUAL),
        order,
    )
    return Capture(position, tuple(targets), first, *fields)


def escape(
    position: Position,
    block: Point,
    *,
    both: Point | None = None,
    budget: Budget | Meter | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    order: int = ORDER,
) -> Capture:
    """Can the owner, moving first, save the block, or with `both` two blocks?

    The same as `capture` with the defender moving first.

    >>> ladder = Position.from_diagram('''
    ...     . . . . . .
    ...     . . . . . .
    ...     . . . X . .
    ...     . X O O . .
    ...     . . X X . .
    ...     . . . . . .
    ... ''')
    >>> answer = escape(ladder, "C3")
    >>> answer.code, answer.grade, answer.captured
    (1, 'read', False)
    """
    return capture(
        position,
        block,
        either=both,
        first="defend",
        budget=budget,
        seconds=seconds,
        nodes=nodes,
        order=order,
    )


def connect(
    position: Position,
    block: Point,
    other: Point,
    *,
    first: Literal["connect", "cut"] = "connect",
    budget: Budget | Meter | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    order: int = ORDER,
) -> Connection:
    """Can the two blocks, or a block and an empty point, become one?

    >>> bamboo = Position.from_diagram('''
    ...     . . . . .
    ...     . X . X .
    ...     . X . X .
    ...     . . . . .
    ...     . . . . .
    ... ''')
    >>> connect(bamboo, "B3", "D3", first="cut").connected
    True
    """
    _expect(first, "connect", "cut")
    a, b = _stone(position, block), _point(position, other)
    if position.color_at(b) == position.color_at(a).opponent:
        raise InvalidInput("the two blocks belong to different sides; name blocks of one side")
    meter = started(budget, seconds=seconds, nodes=nodes, usual=USUAL)
    found = Connection(
        position, (a, b), first, *_read(position, True, [a, b], first == "connect", meter, order)
    )
    if first == "cut" and found.connected and found.grade != "proved":
        return _unless_an_end_falls(found, meter)
    return found


def cut(
    position: Position,
    block: Point,
    other: Point,
    *,
    budget: Budget | Meter | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    order: int = ORDER,
) -> Connection:
    """Can the opponent, moving first, keep the two blocks apart? See `connect`.

    >>> jump = Position.from_diagram('''
    ...     . . O . .
    ...     . . . . .
    ...     . X . X .
    ...     . . O . .
    ...     . . . . .
    ... ''')
    >>> answer = cut(jump, "B3", "D3")
    >>> answer.code, jump.vertex(answer.move)
    (1, 'C3')
    """
    return connect(
        position,
        block,
        other,
        first="cut",
        budget=budget,
        seconds=seconds,
        nodes=nodes,
        order=order,
    )


def _unless_an_end_falls(found: Connection, meter: Meter) -> Connection:
    """That blocks are joined was judged: not so if one of them is proved to be captured."""
    position = found.position
    for end in found.targets:
        if position.color_at(end) == EMPTY or len(position.block(end).liberties) > _SHORT:
            continue
        budget = Budget(nodes=meter.spare(_TO_FALL), cancel=meter.cancel)
        taken = capture(position, end, budget=budget)
        meter.spend(nodes=taken.nodes)
        if taken.grade == "proved":
            return replace(
                found,
                code=1,
                grade="read",
                moves=taken.moves,
                line=taken.line,
                zone=(),
                nodes=meter.nodes,
                complete=True,
                proved_moves=(),
            )
    return found


def _read(
    position: Position,
    connecting: bool,
    targets: list[int],
    prover_first: bool,
    meter: Meter,
    order: int,
) -> tuple[Any, ...]:
    second = targets[1] if len(targets) > 1 else PASS
    question = Question(position, connecting, targets[0], second, prover_first)
    found = read(question, meter, order=order)
    return (
        found.code,
        found.grade,
        found.moves,
        found.line,
        found.zone,
        found.order,
        found.nodes,
        found.seconds,
        found.complete,
        found.proved,
    )


def _sentence(reading: _Reading, mover: Color, verb: str, what: str) -> str:
    side = "Black" if mover == BLACK else "White"
    if reading.grade == "unknown":
        return f"Whether {side}, to move, can {verb} {what} is unknown: the budget ended first."
    if reading.code == 0:
        return f"{side} to move cannot {verb} {what} ({reading.grade})."
    return f"{side} to move can {verb} {what}{reading._how()}."


def _expect(value: str, *choices: str) -> None:
    if value not in choices:
        raise InvalidInput(f"first is {value!r} but must be {' or '.join(map(repr, choices))}")


def _point(position: Position, point: Point) -> int:
    place = position.point(point) if isinstance(point, str) else point
    if not 0 <= place < len(position.board):
        raise InvalidInput("a target must be a point on the board, not a pass")
    return place


def _stone(position: Position, point: Point) -> int:
    return position.block(_point(position, point)).stones[0]
