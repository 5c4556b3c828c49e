"""The rules of Go on sets of points: captures, suicide, every ko rule, area and territory.

Points are ints, row * width + col from the top left, as in the package. Colours are 1 and 2.
A board is a dict from point to colour that holds only the stones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

BLACK, WHITE = 1, 2
PASS = -1

Board = dict[int, int]


@cache
def neighbors(width: int, height: int, point: int) -> tuple[int, ...]:
    """The two, three or four points next to a point."""
    row, col = divmod(point, width)
    near = [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]
    return tuple(r * width + c for r, c in near if 0 <= r < height and 0 <= c < width)


def connected(width: int, height: int, start: int, inside: set[int]) -> set[int]:
    """The points of `inside` that can be walked to from `start`."""
    found, frontier = {start}, [start]
    while frontier:
        for q in neighbors(width, height, frontier.pop()):
            if q in inside and q not in found:
                found.add(q)
                frontier.append(q)
    return found


def block(width: int, height: int, board: Board, point: int) -> set[int]:
    """The stones connected to the stone on `point`."""
    own = {p for p, c in board.items() if c == board[point]}
    return connected(width, height, point, own)


def liberties(width: int, height: int, board: Board, stones: Iterable[int]) -> set[int]:
    """The empty points next to any of the stones."""
    return {q for p in stones for q in neighbors(width, height, p) if q not in board}


def blocks(width: int, height: int, board: Board) -> list[set[int]]:
    """All blocks, in the order of their first stones."""
    found: list[set[int]] = []
    for p in sorted(board):
        if not any(p in b for b in found):
            found.append(block(width, height, board, p))
    return found


def is_sound(width: int, height: int, board: Board) -> bool:
    """Whether every block has a liberty: what counts as a legal position."""
    return all(liberties(width, height, board, b) for b in blocks(width, height, board))


def place(width: int, height: int, board: Board, point: int, color: int) -> Board:
    """The board after a stone is put on an empty point and what cannot breathe is taken off.

    Enemy blocks without liberties go first, then the own block if it still has none.
    """
    assert point not in board
    after = {**board, point: color}
    for q in neighbors(width, height, point):
        if after.get(q) == 3 - color:
            enemy = block(width, height, after, q)
            if not liberties(width, height, after, enemy):
                after = {p: c for p, c in after.items() if p not in enemy}
    own = block(width, height, after, point)
    if not liberties(width, height, after, own):
        after = {p: c for p, c in after.items() if p not in own}
    return after


def regions(width: int, height: int, board: Board) -> list[tuple[set[int], set[int]]]:
    """The maximal empty regions, each with the colours that touch it."""
    empty = {p for p in range(width * height) if p not in board}
    found: list[tuple[set[int], set[int]]] = []
    for p in sorted(empty):
        if not any(p in points for points, _ in found):
            points = connected(width, height, p, empty)
            touching = {board[q] for e in points for q in neighbors(width, height, e) if q in board}
            found.append((points, touching))
    return found


def area_owner(width: int, height: int, board: Board) -> list[int]:
    """For each point 1, 2 or 0: stones, and the empty regions that touch one colour only."""
    owner = [board.get(p, 0) for p in range(width * height)]
    for points, touching in regions(width, height, board):
        if len(touching) == 1:
            for p in points:
                owner[p] = next(iter(touching))
    return owner


def ko_point(
    width: int, height: int, before: Board, point: int, color: int, after: Board
) -> int | None:
    """Where the opponent of `color` may not retake at once after this play.

    The play took exactly one stone, and the new stone stands alone with that one liberty.
    """
    taken = [p for p in before if p not in after]
    if len(taken) != 1 or point not in after:
        return None
    own = block(width, height, after, point)
    if len(own) == 1 and liberties(width, height, after, own) == set(taken):
        return taken[0]
    return None


@dataclass(frozen=True)
class Game:
    """A game in progress under one set of rules; `play` returns the next one."""

    width: int
    height: int
    ko_rule: str = "simple"  # simple, positional, situational, previous
    suicide: bool = False
    to_play: int = BLACK
    stones: frozenset[tuple[int, int]] = frozenset()
    ko: int | None = None
    passes: int = 0
    lost: tuple[int, int] = (0, 0)  # black stones captured so far, white stones
    # What stood on the board before the current position, oldest first, with the side to play.
    past: tuple[tuple[frozenset[tuple[int, int]], int], ...] = ()

    @property
    def board(self) -> Board:
        return dict(self.stones)

    def why_illegal(self, move: int, color: int | None = None) -> str | None:
        """The rule that forbids the move, or None. A pass is always legal."""
        color = color or self.to_play
        if move == PASS:
            return None
        board = self.board
        if move in board:
            return "occupied"
        after = place(self.width, self.height, board, move, color)
        if move not in after and not self.suicide:
            return "suicide"
        return self._ko_ban(move, color, frozenset(after.items()))

    def _ko_ban(self, move: int, color: int, after: frozenset[tuple[int, int]]) -> str | None:
        seen = [*self.past, (self.stones, self.to_play)]
        if self.ko_rule == "simple":
            return "ko" if move == self.ko and color == self.to_play else None
        if self.ko_rule == "positional":
            return "superko" if any(after == old for old, _ in seen) else None
        if self.ko_rule == "situational":
            return "superko" if (after, 3 - color) in seen else None
        if self.ko_rule == "previous":
            return "previous" if self.past and after == self.past[-1][0] else None
        raise ValueError(self.ko_rule)

    def play(self, move: int, color: int | None = None) -> Game:
        """The game after a legal move."""
        color = color or self.to_play
        assert self.why_illegal(move, color) is None
        past = (*self.past, (self.stones, self.to_play))
        if move == PASS:
            return replace(self, to_play=3 - color, ko=None, passes=self.passes + 1, past=past)
        before = self.board
        after = place(self.width, self.height, before, move, color)
        gone = [0, 0]
        for p, c in [*before.items(), (move, color)]:
            if p not in after:
                gone[c - 1] += 1
        return replace(
            self,
            to_play=3 - color,
            stones=frozenset(after.items()),
            ko=ko_point(self.width, self.height, before, move, color, after),
            passes=0,
            lost=(self.lost[0] + gone[0], self.lost[1] + gone[1]),
            past=past,
        )

    def legal_points(self, color: int | None = None) -> Iterator[int]:
        """The points, in order, where `color` may play."""
        for p in range(self.width * self.height):
            if self.why_illegal(p, color) is None:
                yield p

    def area(self) -> int:
        """Black's area minus White's, komi left out."""
        owner = area_owner(self.width, self.height, self.board)
        return owner.count(BLACK) - owner.count(WHITE)


def parse(text: str) -> tuple[int, int, Board]:
    """Width, height and stones of a diagram: X black, O white, anything else empty."""
    rows = ["".join(line.split()) for line in text.strip().splitlines()]
    width = len(rows[0])
    assert all(len(row) == width for row in rows)
    cells = "".join(rows)
    return width, len(rows), {p: "XO".index(c) + 1 for p, c in enumerate(cells) if c in "XO"}


def all_sound_boards(width: int, height: int) -> Iterator[Board]:
    """Every legal position of a (tiny) board."""
    size = width * height
    for code in range(3**size):
        board: Board = {}
        for p in range(size):
            code, digit = divmod(code, 3)
            if digit:
                board[p] = digit
        if is_sound(width, height, board):
            yield board


def count(game: Game, dead: set[int], *, scoring: str) -> tuple[int, int, list[int]]:
    """Black's points, White's points (no komi), and who owns each point, dead stones taken off."""
    board = {p: c for p, c in game.board.items() if p not in dead}
    owner = area_owner(game.width, game.height, board)
    if scoring == "eyes":
        owner = eyes_owner(game.width, game.height, board)
    if scoring in ("area", "eyes"):
        return owner.count(BLACK), owner.count(WHITE), owner
    points = [0, 0]
    for color in (BLACK, WHITE):
        land = sum(o == color and p not in board for p, o in enumerate(owner))
        prisoners = game.lost[2 - color] + sum(game.board[p] == 3 - color for p in dead)
        points[color - 1] = land + prisoners
    return points[0], points[1], owner


def eyes_owner(width: int, height: int, board: Board) -> list[int]:
    """Stones, and liberties of a side where a stone of the other would be suicide (6.3.21)."""
    owner = [board.get(p, 0) for p in range(width * height)]
    for p in range(width * height):
        for color in (BLACK, WHITE):
            touches = any(board.get(n) == color for n in neighbors(width, height, p))
            if p not in board and touches:
                after = place(width, height, board, p, 3 - color)
                if p not in after:  # the stone, and all joined to it, are gone
                    owner[p] = color
    return owner
