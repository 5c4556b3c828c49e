"""The shapes of a game in space: what the page of board and time is filled with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gokan.go import PASS

if TYPE_CHECKING:
    from gokan.shape.parse import Shapes


def page(shapes: Shapes, *, title: str = "Shapes in space") -> str:
    """A complete HTML file to turn, step through and pick elements in; it needs only a browser."""
    from gokan.pages import fill

    return fill("shape", data(shapes, title=title), title=title)


def data(shapes: Shapes, *, title: str) -> dict[str, Any]:
    """Moves, stones and elements as rows of numbers; elements name their members by number.

    >>> from gokan import shape
    >>> from gokan.go import Position
    >>> start = Position.empty(9)
    >>> found = data(shape.parse([start, start.play("C3")]), title="One stone")
    >>> found["stones"], [c["title"] for c in found["classes"]][:2]
    ([[56, 1, 1, 1]], ['single black stone', 'black stone two from the edge'])
    """
    classes: dict[str, int] = {}
    rows: list[list[Any]] = []
    number = {(s.level, s.number): n for n, s in enumerate(shapes.shapes)}
    for shape in shapes.shapes:
        kind = classes.setdefault(shape.name, len(classes))
        members = [number[shape.level - 1, m] for m in shape.members if shape.level > 1]
        rows.append([kind, shape.start, shape.end, shape.stones, shape.empty, members])
    known = shapes.index.setting.classes
    position = shapes.position
    return {
        "title": title,
        "width": position.width,
        "height": position.height,
        "moves": _moves(shapes),
        "stones": _stones(shapes),
        "classes": [
            {
                "name": name,
                "title": known[name].title or name.replace("-", " "),
                "number": known[name].number,
                "level": known[name].level,
                "note": known[name].note,
            }
            for name in classes
        ],
        "elements": rows,
        "at": shapes.moves,
    }


def _moves(shapes: Shapes) -> list[dict[str, int]]:
    """Who played where; color 0 where a position is the first or was set up."""
    moves = [{"color": 0, "point": PASS}]
    for before, after in zip(shapes.positions, shapes.positions[1:], strict=False):
        played = after.last_move
        if played is None:
            moves.append({"color": 0, "point": PASS})
        else:
            color = before.to_play if played == PASS else after.board[played]
            moves.append({"color": int(color), "point": int(played)})
    return moves


def _stones(shapes: Shapes) -> list[list[int]]:
    """Each stone: its point, color, first and last move."""
    open_: dict[int, list[int]] = {}
    found: list[list[int]] = []
    for turn, position in enumerate(shapes.positions):
        for point, color in enumerate(position.board):
            now = open_.get(point)
            if now is not None and now[1] != color:
                del open_[point]
                now = None
            if color and now is None:
                now = [point, color, turn, turn]
                open_[point] = now
                found.append(now)
            if now is not None:
                now[3] = turn
    return found
