"""Games as data sets to ask in SQL: every move with what it costs, or every block with its fate."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from gokan.batch import Job
from gokan.batch.work import Kind
from gokan.checks import whole
from gokan.go import Color, Position
from gokan.go.collection import Record
from gokan_lab.study.worst import kind

__all__ = ["BLOCK_COLUMNS", "MOVE_COLUMNS", "blocks", "moves"]

MOVE_COLUMNS: dict[str, Kind] = {
    "move": "int",
    "color": "text",
    "vertex": "text",
    "line": "int",
    "kind": "text",
    "lead": "float",
    "loss": "float",
}
"""`line` counts from the edge; `kind` is what `study misses` calls it; `lead` is that of the mover
before the move and `loss` what it costs, in points and as the network sees both at a glance."""

BLOCK_COLUMNS: dict[str, Kind] = {
    "move": "int",
    "color": "text",
    "vertex": "text",
    "stones": "int",
    "liberties": "int",
    "eyes": "int",
    "dies": "bool",
}
"""`vertex` is one of its stones; `eyes` are the empty regions that it alone surrounds with others
of its colour, of at most seven points; `dies` says that its stones are taken in the game."""

_EYE = 7  # points; a larger region is territory
_TOGETHER = 64  # positions that the network sees at once


def moves(*, last: int = 400) -> Job:
    """Every move of a game up to `last`, with what it costs.

    >>> moves(last=9).settings
    {'last': 9}
    """
    whole("last move", last, 1, 10_000)
    return Job("study moves", partial(_Moves, last), MOVE_COLUMNS, {"last": last})


def blocks(*, at: int = 100) -> Job:
    """Every block on the board after `at` moves, and whether it dies.

    >>> list(blocks().columns)[-2:]
    ['eyes', 'dies']
    """
    whole("move", at, 1, 10_000)
    return Job("study blocks", partial(_blocks_maker, at), BLOCK_COLUMNS, {"at": at})


@dataclass(frozen=True, slots=True)
class _Played:
    position: Position
    move: int


def _played(record: Record) -> Iterator[_Played]:
    """Each position in which a move was made; at the end the last, with no move (-2)."""
    replay = record.replay()
    position = replay.start
    for color, move in replay.moves:
        if int(position.to_play) != color:
            position = position.setup(to_play=Color(color))
        yield _Played(position, move)
        position = position.play_forced(move)
    yield _Played(position, -2)


class _Moves:
    """Looks at a game move by move, with the network that it has loaded once."""

    def __init__(self, last: int) -> None:
        from gokan.intuition import load

        self.last, self.network = last, load()

    def __call__(self, record: Record) -> list[dict[str, Any]]:
        found = list(_played(record))[: self.last + 1]
        leads: list[float] = []
        for first in range(0, len(found), _TOGETHER):
            some = [one.position for one in found[first : first + _TOGETHER]]
            leads += [float(one.lead) for one in self.network.evaluate(some)]
        rows = []
        for number, one in enumerate(found[:-1]):
            if one.move >= 0:
                before, after = leads[number], -leads[number + 1]  # each that of the side to move
                rows.append(_row(one, number + 1, round(before, 3), round(before - after, 3)))
        return rows


def _row(one: _Played, number: int, lead: float, loss: float) -> dict[str, Any]:
    position = one.position
    y, x = divmod(one.move, position.width)
    return {
        "move": number,
        "color": str(position.to_play),
        "vertex": position.vertex(one.move),
        "line": 1 + min(x, y, position.width - 1 - x, position.height - 1 - y),
        "kind": kind(position, one.move),
        "lead": lead,
        "loss": loss,
    }


def _blocks_maker(at: int) -> Callable[[Record], list[dict[str, Any]]]:
    return partial(_blocks, at)


def _blocks(at: int, record: Record) -> list[dict[str, Any]]:
    found = [one.position for one in _played(record)]
    if len(found) <= at:
        return []
    position = found[at]
    alive = set(range(len(position.board)))
    for later in found[at + 1 :]:
        alive = {p for p in alive if later.board[p] == position.board[p]}
    eyes = _eyes(position)
    rows = []
    seen: set[int] = set()
    for point, color in enumerate(position.board):
        if not color or point in seen:
            continue
        block = position.block(point)
        seen.update(block.stones)
        rows.append(
            {
                "move": at,
                "color": str(Color(color)),
                "vertex": position.vertex(point),
                "stones": len(block.stones),
                "liberties": len(block.liberties),
                "eyes": len({eyes[p] for p in block.liberties if p in eyes}),
                "dies": point not in alive,
            }
        )
    return rows


def _eyes(position: Position) -> dict[int, int]:
    """The points of small regions that one colour alone surrounds, each with its region's first."""
    eyes: dict[int, int] = {}
    seen: set[int] = set()
    for start, color in enumerate(position.board):
        if color or start in seen:
            continue
        region, around, waiting = {start}, set[int](), [start]
        while waiting:
            for near in _near(position, waiting.pop()):
                if position.board[near]:
                    around.add(position.board[near])
                elif near not in region:
                    region.add(near)
                    waiting.append(near)
        seen |= region
        if len(around) == 1 and len(region) <= _EYE:
            eyes |= dict.fromkeys(region, start)
    return eyes


def _near(position: Position, point: int) -> Iterator[int]:
    width = position.width
    y, x = divmod(point, width)
    if x > 0:
        yield point - 1
    if x < width - 1:
        yield point + 1
    if y > 0:
        yield point - width
    if y < position.height - 1:
        yield point + width
