"""A position: the stones, whose turn it is, and what the rules need to know of the past."""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gokan import _core
from gokan.errors import IllegalMove, IllegalPosition, InvalidInput
from gokan.go import score as scoring
from gokan.go.color import BLACK, COLORS, Color, side
from gokan.go.rules import KO_RULES, Rules
from gokan.go.symmetry import mapping
from gokan.go.vertex import MAX_SIDE, PASS, from_vertex, to_vertex

if TYPE_CHECKING:
    from gokan.draw import Svg


@dataclass(frozen=True, slots=True)
class Block:
    """Connected stones of one colour and their liberties (points in ascending order)."""

    color: Color
    stones: tuple[int, ...]
    liberties: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Region:
    """Connected empty points, and the colours that touch them."""

    points: tuple[int, ...]
    colors: frozenset[Color]


class Position:
    """A position that never changes: `play` returns the next one.

    Points are numbers, `row * width + column` from the top left; wherever a point or move is
    expected, a vertex such as "D4" or "pass" does as well.

    >>> start = Position.empty(9)
    >>> after = start.play("E5").play("C3")
    >>> after["E5"], after.to_play, start.move_number
    (<Color.BLACK: 1>, <Color.BLACK: 1>, 0)
    >>> after.is_legal("E5")
    False
    """

    __slots__ = ("_board", "_rules", "core")

    core: _core.Position
    """The C++ position, for other parts of Gokan that call the core."""

    def __init__(self, core: _core.Position, rules: Rules) -> None:
        self.core = core
        self._rules = rules
        self._board: bytes | None = None

    # --- making positions ---------------------------------------------------------------------

    @staticmethod
    def empty(
        width: int = 19, height: int | None = None, *, rules: str | Rules = "chinese"
    ) -> Position:
        """An empty board, Black to play. Sides go from 1 to 25 and need not be equal."""
        height = width if height is None else height
        if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
            raise InvalidInput(
                f"a board of {width}x{height} is not possible: sides go from 1 to {MAX_SIDE}"
            )
        rules = Rules.of(rules)
        core = _core.Position(width, height, KO_RULES.index(rules.ko), rules.suicide)
        return Position(core, rules)

    @staticmethod
    def from_diagram(
        text: str, *, to_play: Color | None = None, rules: str | Rules = "chinese"
    ) -> Position:
        """A position from a text diagram: `X` black, `O` white, `.` empty.

        `gokan.go.diagram.parse` reads the marks as well.

        >>> position = Position.from_diagram('''
        ...     . X O .
        ...     X O . O
        ...     . X O .
        ... ''')
        >>> position.play("C2")["B2"]
        <Color.EMPTY: 0>
        """
        from gokan.go import diagram

        read = diagram.parse(text)
        return Position.from_board(
            read.board,
            read.width,
            to_play=COLORS[read.to_play or BLACK] if to_play is None else to_play,
            rules=rules,
        )

    @staticmethod
    def from_board(
        board: Iterable[int], width: int, *, to_play: Color = BLACK, rules: str | Rules = "chinese"
    ) -> Position:
        """A position from one number per point, as `Position.board` gives them."""
        try:
            board = bytes(board)
        except ValueError:
            board = b"?"
        if width < 1 or len(board) % width or not set(board) <= {0, 1, 2}:
            raise InvalidInput("a board is width x height numbers, each 0, 1 or 2")
        position = Position.empty(width, len(board) // width, rules=rules)
        return position._with_board(board, to_play)

    def setup(
        self,
        *,
        black: Iterable[int | str] = (),
        white: Iterable[int | str] = (),
        empty: Iterable[int | str] = (),
        to_play: Color | None = None,
    ) -> Position:
        """The same position with some points set by hand; the history starts anew.

        Nothing is captured by setting up: a block left without liberties is refused.
        """
        board = bytearray(self.board)
        for color, points in ((0, empty), (1, black), (2, white)):
            for point in points:
                board[self._stone_point(point)] = color
        return self._with_board(bytes(board), self.to_play if to_play is None else to_play)

    def _with_board(self, board: bytes, to_play: Color) -> Position:
        core = self.core.setup(board, side(to_play))
        breathless = core.breathless()
        if breathless != PASS:
            color = COLORS[board[breathless]]
            where = self.vertex(breathless)
            raise IllegalPosition(f"the {color} block at {where} has no liberties")
        return Position(core, self._rules)

    def with_rules(self, rules: str | Rules) -> Position:
        """The same stones, prisoners and ko ban under other rules; the history starts anew.

        Where only komi or counting differ, the history stays.
        """
        rules = Rules.of(rules)
        if (rules.ko, rules.suicide) == (self._rules.ko, self._rules.suicide):
            return Position(self.core, rules)
        fresh = Position.empty(self.width, self.height, rules=rules)
        core = fresh.core.setup(self.board, self.to_play)
        return Position(core, rules)._carry(self, self.ko, swap=False)

    def with_to_play(self, color: Color) -> Position:
        """The same position with the other side to play."""
        return Position(self.core.with_to_play(side(color)), self._rules)

    def with_ko(self, point: int | str, banned: Color | None = None) -> Position:
        """The same position where `banned` (default: the side to play) may not take at `point`."""
        index = self._stone_point(point)
        return Position(self.core.with_ko(index, self._side(banned)), self._rules)

    # --- what is there ------------------------------------------------------------------------

    @property
    def width(self) -> int:
        """Columns."""
        return self.core.width

    @property
    def height(self) -> int:
        """Rows."""
        return self.core.height

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self._rules

    @property
    def to_play(self) -> Color:
        """Whose turn it is."""
        return COLORS[self.core.to_play]

    @property
    def move_number(self) -> int:
        """Moves played since the start or the last set-up, passes included."""
        return self.core.move_number

    @property
    def last_move(self) -> int | None:
        """The point just played, PASS, or None before the first move."""
        return self.core.last_move if self.core.move_number else None

    @property
    def ko(self) -> int | None:
        """The point where simple ko forbids the side to play from retaking."""
        point = self.core.ko
        return point if point != PASS and self.core.ko_color == self.core.to_play else None

    @property
    def passes(self) -> int:
        """Passes in a row up to now."""
        return self.core.passes

    @property
    def is_over(self) -> bool:
        """Whether two passes ended the game."""
        return self.core.passes >= 2

    @property
    def board(self) -> bytes:
        """One byte per point from the top left: 0 empty, 1 black, 2 white."""
        if self._board is None:
            self._board = self.core.board()
        return self._board

    @property
    def hash(self) -> int:
        """A 64-bit key of the stones alone; equal stones on equal boards have equal keys."""
        return self.core.hash

    @property
    def situation_hash(self) -> int:
        """A 64-bit key of the stones and the side to play."""
        return self.core.hash ^ _TO_PLAY_KEY[self.core.to_play]

    def prisoners(self, color: Color) -> int:
        """Stones of `color` taken off so far."""
        return self.core.prisoners(side(color))

    def color_at(self, point: int | str) -> Color:
        """What stands on a point; also written `position["D4"]`."""
        return COLORS[self.core.color_at(self._stone_point(point))]

    __getitem__ = color_at

    def stones(self, color: Color) -> list[int]:
        """All points with a stone of `color`, ascending."""
        return [point for point, stone in enumerate(self.board) if stone == color]

    def block(self, point: int | str) -> Block:
        """The block of the stone on `point`."""
        index = self._stone_point(point)
        if not self.core.color_at(index):
            raise InvalidInput(f"there is no stone on {self.vertex(index)}")
        return _block(self.core.block(index))

    def blocks(self) -> tuple[Block, ...]:
        """Every block, in the order of their first stones.

        >>> Position.from_diagram("X X O").blocks()[0].liberties
        Traceback (most recent call last):
            ...
        gokan.errors.IllegalPosition: the black block at A1 has no liberties
        """
        return tuple(map(_block, self.core.blocks()))

    def regions(self) -> tuple[Region, ...]:
        """Every maximal empty region, in the order of their first points."""
        return tuple(Region(r.points, _COLOR_SETS[r.colors]) for r in self.core.regions())

    def neighbors(self, point: int | str) -> tuple[int, ...]:
        """The two to four points next to `point` (fewer on the smallest boards)."""
        return _neighbor_table(self.width, self.height)[self._stone_point(point)]

    # --- playing ------------------------------------------------------------------------------

    def play(self, move: int | str, color: Color | None = None) -> Position:
        """The position after `move`; `color` defaults to the side to play.

        Raises IllegalMove, saying why, if the rules forbid it.
        """
        core = self.core
        index = move if type(move) is int else self._index(move)
        try:
            child = core.play(index, core.to_play if color is None else side(color))
        except (IndexError, TypeError):  # the latter for numbers that no machine word holds
            raise IllegalMove(f"point {move} is not on the board") from None
        if isinstance(child, int):
            raise IllegalMove(self._reason(child, index, self._side(color)))
        position = _new(Position)
        position.core = child
        position._rules = self._rules
        position._board = None
        return position

    def play_forced(self, move: int | str, color: Color | None = None) -> Position:
        """As `play`, but as game records mean it: no ko rule, suicide removes the stones."""
        index = self._index(move)
        color = self._side(color)
        if index != PASS and self.core.color_at(index):
            raise IllegalMove(self._reason(_OCCUPIED, index, color))
        return Position(self.core.play_forced(index, color), self._rules)

    def play_all(self, moves: Iterable[int | str]) -> Position:
        """The position after several moves in turn.

        >>> print(Position.empty(3).play_all(["B2", "B1", "pass", "A3"]).to_dict()["black"])
        ['B2']
        """
        indices = [move if type(move) is int else self._index(move) for move in moves]
        try:
            told = self.core.play_all(indices)
        except (IndexError, TypeError):
            raise IllegalMove("one of the moves is not on the board") from None
        position = Position(told.position, self._rules)
        if told.legality:
            reason = position._reason(told.legality, indices[told.played], position.to_play)
            raise IllegalMove(f"move {told.played + 1}, {reason}")
        return position

    def is_legal(self, move: int | str, color: Color | None = None) -> bool:
        """Whether the rules allow `move`. A pass is always legal."""
        index = self._index(move)
        return not self.core.judge(index, self._side(color))

    def why_illegal(self, move: int | str, color: Color | None = None) -> str | None:
        """The sentence `play` would raise, or None for a legal move."""
        index = self._index(move)
        color = self._side(color)
        verdict = self.core.judge(index, color)
        return self._reason(verdict, index, color) if verdict else None

    def legal_moves(self, color: Color | None = None) -> list[int]:
        """Every point where the rules allow a stone, ascending. (Passing is always legal.)"""
        core = self.core
        return core.legal_moves(core.to_play if color is None else side(color))

    def _reason(self, verdict: int, index: int, color: Color) -> str:
        where = f"{str(color).capitalize()} {self.vertex(index)}"
        return f"{where}: {_REASONS[verdict]}"

    # --- counting -----------------------------------------------------------------------------

    def score(
        self,
        dead: Collection[int | str] = (),
        *,
        seki: Collection[int | str] = (),
        fill: bool = False,
    ) -> scoring.Score:
        """The count under the rules in force, with the stones `dead` taken off.

        Gokan does not guess here: name the dead stones, and, for rules that give no points in
        seki, the stones that stand in one. With `fill`, where territory is counted, a point that
        must be filled once neutral points are gone counts for nobody (`gokan.go.fill`).

        >>> Position.from_diagram('''
        ...     . X O .
        ...     X X O O
        ...     . X O .
        ... ''', rules="tromp-taylor").score().text
        'W+7.5'
        """
        dead_points = frozenset(self._stone_point(point) for point in dead)
        for point in dead_points:
            if not self.board[point]:
                raise InvalidInput(f"{self.vertex(point)} is named as dead but has no stone")
        seki_points = frozenset(self._stone_point(point) for point in seki)
        return scoring.count(self, dead_points, seki_points, fill=fill)

    # --- seeing it another way ----------------------------------------------------------------

    def transform(self, symmetry: int) -> Position:
        """The position turned or mirrored (see `gokan.go.symmetry`); the history starts anew.

        >>> Position.empty(9).play("A1").transform(1)["J1"]
        <Color.BLACK: 1>
        """
        to = mapping(symmetry, self.width, self.height)
        board = bytearray(len(to))
        for old, new in enumerate(to):
            board[new] = self.board[old]
        width = self.height if symmetry & 4 else self.width
        turned = Position.from_board(bytes(board), width, to_play=self.to_play, rules=self._rules)
        ko = self.ko
        return turned._carry(self, None if ko is None else to[ko], swap=False)

    def swap_colors(self) -> Position:
        """The position with black and white exchanged, and the turn with them."""
        board = self.board.translate(bytes((0, 2, 1)) + bytes(range(3, 256)))
        swapped = Position.from_board(
            board, self.width, to_play=self.to_play.opponent, rules=self._rules
        )
        return swapped._carry(self, self.ko, swap=True)

    def _carry(self, source: Position, ko: int | None, *, swap: bool) -> Position:
        """Prisoners, passes and the ko ban of another view of the same position."""
        black, white = source.core.prisoners(1), source.core.prisoners(2)
        core = self.core.with_prisoners(*((white, black) if swap else (black, white)))
        core = core.with_passes(source.passes)
        if ko is not None:
            core = core.with_ko(ko, core.to_play)
        return Position(core, self._rules)

    # --- showing it ---------------------------------------------------------------------------

    def point(self, vertex: str) -> int:
        """The point of a vertex such as "D4"; "pass" gives PASS."""
        return from_vertex(vertex, self.core.width, self.core.height)

    def vertex(self, point: int) -> str:
        """The vertex of a point; PASS gives "pass"."""
        return to_vertex(point, self.core.width, self.core.height)

    def diagram(
        self,
        *,
        marks: Mapping[int, str] | Mapping[str, str] | None = None,
        coordinates: bool = True,
    ) -> str:
        """The board as text, in the form `from_diagram` reads."""
        from gokan.go import diagram

        return diagram.render(
            self.width,
            self.height,
            self.board,
            marks={self._stone_point(point): mark for point, mark in (marks or {}).items()},
            last_move=self.last_move,
            coordinates=coordinates,
        )

    def ansi(self) -> str:
        """The board in colour, for a terminal."""
        from gokan.go import diagram

        return diagram.ansi(self.width, self.height, self.board, last_move=self.last_move)

    def draw(self, **options: Any) -> Svg:
        """The board as a picture; options as for `gokan.draw.board`."""
        from gokan import draw

        return draw.board(self, **options)

    def _repr_svg_(self) -> str:
        return str(self.draw())

    def to_dict(self) -> dict[str, Any]:
        """The position in plain types: vertices as people write them."""
        last, ko = self.last_move, self.ko
        return {
            "width": self.width,
            "height": self.height,
            "to_play": str(self.to_play),
            "black": [self.vertex(point) for point in self.stones(BLACK)],
            "white": [self.vertex(point) for point in self.stones(BLACK.opponent)],
            "ko": None if ko is None else self.vertex(ko),
            "last_move": None if last is None else self.vertex(last),
            "move_number": self.move_number,
            "prisoners": {"black": self.core.prisoners(1), "white": self.core.prisoners(2)},
            "rules": self._rules.to_dict(),
        }

    def __str__(self) -> str:
        return self.diagram()

    def __repr__(self) -> str:
        stones = len(self.board) - self.board.count(0)
        return (
            f"<Position {self.width}x{self.height}, {stones} stones, "
            f"move {self.move_number}, {self.to_play} to play>"
        )

    def __eq__(self, other: object) -> bool:
        """Equal stones, turn, ko ban, passes and rules; the way there does not matter."""
        if not isinstance(other, Position):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.core.hash, self.core.to_play))

    def _key(self) -> tuple[Any, ...]:
        return (self.board, self.width, self.to_play, self.ko, self.passes, self._rules)

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.core, self._rules)

    # --- reading points -----------------------------------------------------------------------

    def _index(self, move: int | str) -> int:
        if isinstance(move, str):
            return self.point(move)
        try:
            point = operator.index(move)
        except TypeError:
            raise InvalidInput(
                f"{move!r} is not a point: say a vertex such as 'D4' or a number"
            ) from None
        if not PASS <= point < self.core.width * self.core.height:
            raise InvalidInput(f"point {point} is not on the board")
        return point

    def _side(self, color: Color | None) -> Color:
        return self.to_play if color is None else side(color)

    def _stone_point(self, point: int | str) -> int:
        index = self._index(point)
        if index == PASS:
            raise InvalidInput("a pass is not a point of the board")
        return index


_new = object.__new__
_OCCUPIED = 2
_REASONS = {
    1: "the point is not on the board",
    _OCCUPIED: "the point is occupied",
    3: "the rules forbid suicide",
    4: "the ko rule forbids retaking at once",
    5: "superko forbids repeating an earlier position",
}
_TO_PLAY_KEY = (0, 0x5BD1E995C3B2AE35, 0xA4093822299F31D0)
_COLOR_SETS = (
    frozenset[Color](),
    frozenset({BLACK}),
    frozenset({BLACK.opponent}),
    frozenset({BLACK, BLACK.opponent}),
)


def _block(seen: _core.BlockSeen) -> Block:
    return Block(COLORS[seen.color], seen.stones, seen.liberties)


@lru_cache(maxsize=64)
def _neighbor_table(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    table = []
    for row in range(height):
        for column in range(width):
            near = []
            if row:
                near.append((row - 1) * width + column)
            if column:
                near.append(row * width + column - 1)
            if column + 1 < width:
                near.append(row * width + column + 1)
            if row + 1 < height:
                near.append((row + 1) * width + column)
            table.append(tuple(near))
    return tuple(table)
