"""Corners as professionals go on in them: how often a move was played where the corner looked so.

The counts are data (`data/corners.txt`), learned from professional games by `tools/joseki.py`. A
corner is the square of eight lines on a board of nineteen, with all stones in it, seen by the side
to move. What is told is a frequency, not that the move is good: the rest of the board is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources

from gokan.explain.area import area_of
from gokan.explain.claim import Claim
from gokan.explain.scene import Scene
from gokan.go import Position

SIDE = 8
"""Lines of a corner."""
BOARD = 19
LEAST = 0.1
"""The share from which on a move is told to be played by professionals."""
_LETTERS = "abcdefgh"


def claims(scene: Scene) -> Iterator[Claim]:
    """How often professionals went on like this; nothing for a corner that is not in the table.

    >>> start = Position.empty(19).play("Q16").play("D4").play("R14")
    >>> [(c.kind, c.numbers["share"] > 10) for c in claims(Scene(start, "O17"))]
    [('joseki', True)]
    """
    found = corner_of(scene.before, scene.move)
    if found is None:
        return
    key, move = found
    entry = table().get(key)
    if entry is None or not key.strip("/"):
        return
    total, moves = entry
    share = moves.get(move, 0) / total
    if share < LEAST:
        return
    first = max(moves, key=lambda one: moves[one])
    yield Claim(
        "joseki",
        scene.move,
        scene.mover,
        "measured",
        "opening",
        numbers={"share": round(100 * share), "games": total},
        names={
            "area": area_of([scene.move], BOARD, BOARD),
            "rank": "first" if move == first else "other",
        },
    )


@cache
def table() -> Mapping[str, tuple[int, Mapping[str, int]]]:
    """For each corner: how often somebody played on there, and where."""
    text = resources.files("gokan.explain").joinpath("data/corners.txt").read_text("utf-8")
    found: dict[str, tuple[int, Mapping[str, int]]] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            key, total, *moves = line.split()
            counts = dict(one.split(":") for one in moves)
            found[key] = int(total), {move: int(count) for move, count in counts.items()}
    return found


def entry_text(key: str, total: int, moves: Mapping[str, int]) -> str:
    """A line of the table.

    >>> entry_text("dd/", 7, {"cf": 5, "fc": 2})
    'dd/ 7 cf:5 fc:2'
    """
    order = sorted(moves, key=lambda move: (-moves[move], move))
    return f"{key} {total} " + " ".join(f"{move}:{moves[move]}" for move in order)


def corner_of(position: Position, point: int) -> tuple[str, str] | None:
    """The corner that a point lies in, as the side to move sees it, and the point in it.

    None on other boards than 19 by 19, and outside the corners.

    >>> corner_of(Position.empty(19).play("Q16"), Position.empty(19).point("O17"))
    ('/dd', 'cf')
    >>> corner_of(Position.empty(19), Position.empty(19).point("K10")) is None
    True
    """
    if (position.width, position.height) != (BOARD, BOARD):
        return None
    row, column = divmod(point, BOARD)
    bottom, right = row >= BOARD - SIDE, column >= BOARD - SIDE
    r, c = (BOARD - 1 - row if bottom else row), (BOARD - 1 - column if right else column)
    if r >= SIDE or c >= SIDE:
        return None
    board, own = position.board, int(position.to_play)
    stones: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for a in range(SIDE):
        at = (BOARD - 1 - a if bottom else a) * BOARD
        for b in range(SIDE):
            stone = board[at + (BOARD - 1 - b if right else b)]
            if stone:
                stones[stone != own].append((a, b))
    ways = [_text(stones, (r, c), turned=turned) for turned in (False, True)]
    return min(ways)


def _text(
    stones: tuple[list[tuple[int, int]], list[tuple[int, int]]],
    move: tuple[int, int],
    *,
    turned: bool,
) -> tuple[str, str]:
    def name(place: tuple[int, int]) -> str:
        a, b = place[::-1] if turned else place
        return _LETTERS[a] + _LETTERS[b]

    own, enemy = (",".join(sorted(map(name, side))) for side in stones)
    return f"{own}/{enemy}", name(move)
