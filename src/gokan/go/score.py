"""Counting the end of a game."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gokan.go.color import BLACK, WHITE, Color
from gokan.go.fill import to_fill
from gokan.go.rules import Rules

if TYPE_CHECKING:
    from gokan.go.position import Position


@dataclass(frozen=True, slots=True)
class Score:
    """The count: each side's points (komi is in White's), and who owns each point.

    `owner` has one byte per point: 0 nobody, 1 Black, 2 White.
    """

    black: float
    white: float
    owner: bytes
    rules: Rules

    @property
    def margin(self) -> float:
        """Black's points minus White's."""
        return self.black - self.white

    @property
    def winner(self) -> Color | None:
        """Who has more, or None."""
        if self.margin == 0:
            return None
        return BLACK if self.margin > 0 else WHITE

    @property
    def text(self) -> str:
        """As in a game record: "B+3.5", "W+0.5" or "0"."""
        if self.winner is None:
            return "0"
        return f"{self.winner.letter}+{abs(self.margin):g}"

    def to_dict(self) -> dict[str, Any]:
        """The count in plain types."""
        return {
            "black": self.black,
            "white": self.white,
            "result": self.text,
            "owner": list(self.owner),
            "rules": self.rules.name,
        }


def area_komi(position: Position) -> float:
    """The komi that makes a count by area come out as the rules in force will have it.

    Under territory scoring every stone that is played costs the point that it stands on, so
    White is owed what Black has used up more; and until the end half a stone, for who plays last
    is open.

    >>> from gokan.go import Position
    >>> [area_komi(Position.empty(9, rules=rules)) for rules in ("chinese", "japanese")]
    [7.5, 7.0]
    >>> position = Position.from_diagram("X X . X X . O O .", rules="japanese")
    >>> area_komi(position), area_komi(position.play("pass"))
    (9.0, 8.0)
    """
    komi = position.rules.komi
    if position.rules.scoring != "territory":
        return komi
    board, core = position.board, position.core
    used = board.count(1) + core.prisoners(1) - board.count(2) - core.prisoners(2)
    last = 0.0 if position.is_over else 0.5 if position.to_play == BLACK else -0.5
    return komi + used + last


def count(
    position: Position, dead: Collection[int], seki: Collection[int], *, fill: bool = False
) -> Score:
    """Count `position` with the stones `dead` taken off. See `Position.score`."""
    rules = position.rules
    board = position.board
    gone = bytes(point in dead for point in range(len(board))) if dead else b""
    owner = bytearray(position.core.owners(gone))
    stands = bytes(0 if point in dead else color for point, color in enumerate(board))
    if rules.scoring == "eyes":
        owner = _stones_and_eyes(position, stands)
    if seki and rules.tax != "none":
        _clear_seki(position, owner, stands, frozenset(seki))
    if fill and rules.scoring == "territory":
        for point in to_fill(position, owner, stands):
            owner[point] = 0
    points = {color: float(owner.count(color)) for color in (BLACK, WHITE)}
    if rules.scoring == "territory":
        for color in (BLACK, WHITE):
            own, enemy = color, color.opponent
            points[color] -= stands.count(own)
            points[color] += position.prisoners(enemy)
            points[color] += sum(board[point] == enemy for point in dead)
    if rules.tax == "all":
        for color in (BLACK, WHITE):
            points[color] -= 2 * _groups(position, bytes(owner), stands, color)
    return Score(points[BLACK], points[WHITE] + rules.komi, bytes(owner), rules)


def _stones_and_eyes(position: Position, stands: bytes) -> bytearray:
    """Stones, and empty points that one side surrounds and the other may not fill (6.3.21).

    An eye of a side is a liberty of one of its blocks where a stone of the other would be suicide:
    no neighbour is empty, each of the side's own has a second liberty, and stones of the other that
    touch it have no liberty but this one.
    """
    cleared = type(position).from_board(stands, position.width)
    breaths = {p: len(b.liberties) for b in cleared.blocks() for p in b.stones}
    owner = bytearray(stands)
    for point, stone in enumerate(stands):
        near = position.neighbors(point)
        if stone or not all(stands[n] for n in near):
            continue
        for color in (BLACK, WHITE):
            own = [n for n in near if stands[n] == color]
            if own and all((breaths[n] == 1) != (n in own) for n in near):
                owner[point] = color
    return owner


def _clear_seki(position: Position, owner: bytearray, stands: bytes, seki: frozenset[int]) -> None:
    """Takes the surrounded points that touch stones in seki from their owner."""
    for points, touches_seki in _surrounded(position, bytes(owner), stands, seki):
        if touches_seki:
            for point in points:
                owner[point] = 0


def _surrounded(
    position: Position, owner: bytes, stands: bytes, seki: frozenset[int]
) -> list[tuple[list[int], bool]]:
    """Connected empty points of one owner, with whether they touch a stone in seki."""
    found = []
    seen: set[int] = set()
    for start in range(len(owner)):
        if start in seen or stands[start] or not owner[start]:
            continue
        seen.add(start)
        points, touches = [start], False
        for point in points:
            for near in position.neighbors(point):
                if stands[near]:
                    touches = touches or near in seki
                elif near not in seen:
                    seen.add(near)
                    points.append(near)
        found.append((points, touches))
    return found


def _groups(position: Position, owner: bytes, stands: bytes, color: Color) -> int:
    """How many living groups: stones joined through each other and through own points."""
    groups = 0
    seen: set[int] = set()
    for start in range(len(owner)):
        if start in seen or stands[start] != color:
            continue
        groups += 1
        seen.add(start)
        points = [start]
        for point in points:
            for near in position.neighbors(point):
                if near not in seen and owner[near] == color:
                    seen.add(near)
                    points.append(near)
    return groups
