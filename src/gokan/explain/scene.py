"""The scene of a move: the positions that are compared, each looked at once.

Claims come from differences between the position before the move, the position after it, and the
one after it when the opponent plays elsewhere (`elsewhere`), which gives threats; `ignored` is the
position before with the opponent to move, which gives urgency. What is known about the position
before the move is kept in a `Table` that the scenes of several candidates share.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from gokan.errors import IllegalMove, InvalidInput
from gokan.explain.outlook import Outlook, View, searching
from gokan.go import PASS, Block, Color, Position

if TYPE_CHECKING:
    from gokan.reading.groups.gathering import Groups

Level = Literal["quick", "tactics", "usual", "deep"]
LEVELS: tuple[Level, ...] = ("quick", "tactics", "usual", "deep")
"""How much is read for an explanation: nothing; a little of each block nearby; that, and a short
search after every candidate; or life as well.
"""
AHEAD: dict[Level, int] = {"quick": 0, "tactics": 0, "usual": 24, "deep": 60}
"""Visits of the search after each candidate that says what is left of it; 0: none."""
_BASE = 4
"""How many times as long the board without the move is searched, with which all are compared."""

T = TypeVar("T")


class _Keeps:
    """Answers that are found out when first asked, and kept. Unlike a cached property, of which
    one of all objects can be made at a time, they can be found out on several boards at once.
    """

    def __init__(self) -> None:
        self._kept: dict[Any, Any] = {}

    def once(self, key: Any, make: Callable[[], T]) -> T:
        """The answer to a question, found out when it is first asked."""
        if key not in self._kept:
            self._kept[key] = make()
        answer: T = self._kept[key]
        return answer


class Table(_Keeps):
    """What several scenes of one position share."""

    def __init__(
        self,
        position: Position,
        *,
        outlook: Outlook | None = None,
        level: Level = "usual",
        times: int = 1,
        moves: tuple[int, ...] | None = None,
    ) -> None:
        self.position = position
        self.outlook = outlook
        self.level = level
        self.times = times  # the usual budget of readings and searches
        visits = AHEAD[level] * times
        self.ahead = None if outlook is None else searching(outlook, visits)
        """The same outlook after a search."""
        self._base = None if outlook is None else searching(outlook, _BASE * visits)
        self.moves = moves  # those that led here, if they are known
        super().__init__()

    @cached_property
    def ignored(self) -> Position:
        """The position with the opponent to play."""
        return self.position.play(PASS)

    @cached_property
    def blocks(self) -> dict[int, Block]:
        """The block of every stone."""
        return {p: block for block in self.position.blocks() for p in block.stones}

    def group(self, stone: int) -> frozenset[int]:
        """The group of a stone, as everywhere: what the enemy cannot cut apart."""
        return self._groups.of(stone).stones

    @cached_property
    def _groups(self) -> Groups:
        from gokan.reading.groups.gathering import Groups

        return Groups(self.position)

    @property
    def ignored_view(self) -> View | None:
        """Who owns what if the mover plays elsewhere, at a look; None without an outlook."""
        outlook = self.outlook
        return None if outlook is None else self.once("view", lambda: outlook.view(self.ignored))

    @property
    def ignored_outcome(self) -> View | None:
        """The same after a search; None without an outlook."""
        base = self._base
        return None if base is None else self.once("outcome", lambda: base.view(self.ignored))


class Scene(_Keeps):
    """One move in one position.

    >>> scene = Scene(Position.empty(9), "E5")
    >>> scene.after["E5"], scene.ignored.to_play
    (<Color.BLACK: 1>, <Color.WHITE: 2>)
    """

    def __init__(self, position: Position, move: int | str, table: Table | None = None) -> None:
        self.before = position
        self.table = table or Table(position)
        self.move = position.point(move) if isinstance(move, str) else move
        if self.move == PASS:
            raise InvalidInput("A pass has no reasons of its own; name a point.")
        self.mover: Color = position.to_play
        self.enemy: Color = position.to_play.opponent
        why = position.why_illegal(self.move)
        if why is not None:
            raise IllegalMove(why)
        self.after = position.play(self.move)
        super().__init__()

    @cached_property
    def elsewhere(self) -> Position:
        """After the move and a pass of the opponent."""
        return self.after.play(PASS)

    @property
    def ignored(self) -> Position:
        """Before the move, with the opponent to play."""
        return self.table.ignored

    @property
    def blocks_before(self) -> dict[int, Block]:
        """The block of every stone before the move."""
        return self.table.blocks

    @cached_property
    def blocks_after(self) -> dict[int, Block]:
        """The block of every stone after the move."""
        return {p: block for block in self.after.blocks() for p in block.stones}

    @cached_property
    def own(self) -> Block:
        """The block of the new stone."""
        return self.blocks_after[self.move]

    @cached_property
    def captured(self) -> tuple[int, ...]:
        """The stones that the move takes off."""
        after = self.after.board
        return tuple(p for p in self.before.stones(self.enemy) if not after[p])

    def touching(self, color: Color) -> list[Block]:
        """The blocks of a colour next to the move, as they were before it."""
        found: dict[int, Block] = {}
        for q in self.before.neighbors(self.move):
            block = self.blocks_before.get(q)
            if block is not None and block.color == color:
                found[block.stones[0]] = block
        return list(found.values())

    def distance(self, point: int) -> int:
        """Steps along the lines between a point and the move."""
        width = self.before.width
        (r, c), (s, d) = divmod(point, width), divmod(self.move, width)
        return abs(r - s) + abs(c - d)

    def near(self, color: Color, far: int) -> list[Block]:
        """Blocks of a colour with a stone within so many steps of the move, nearest first."""
        found = [
            (min(self.distance(p) for p in block.stones), block.stones[0], block)
            for block in self.before.blocks()
            if block.color == color
        ]
        return [block for gap, _, block in sorted(found, key=lambda x: x[:2]) if gap <= far]

    @property
    def view(self) -> View | None:
        """Who owns what after the move, at a look; None without an outlook."""
        outlook = self.table.outlook
        return None if outlook is None else self.once("view", lambda: outlook.view(self.after))

    @property
    def outcome(self) -> View | None:
        """The same after a search; None without an outlook."""
        ahead = self.table.ahead
        return None if ahead is None else self.once("outcome", lambda: ahead.view(self.after))
