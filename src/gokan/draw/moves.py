"""Moves as numbered stones, as books print them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from gokan.draw.frame import Board, Point, index
from gokan.draw.picture import board
from gokan.draw.svg import Svg
from gokan.errors import IllegalMove
from gokan.go.color import BLACK, Color, side
from gokan.go.position import Position
from gokan.go.vertex import PASS, to_vertex


@dataclass(frozen=True, slots=True)
class Figure:
    """A board with the stones of a sequence on it, and what the board cannot say."""

    width: int
    height: int
    board: bytes
    last_move: int | None
    labels: dict[int, str]
    notes: tuple[str, ...]


def sequence(
    position: Board,
    moves: Iterable[Point | tuple[Color | int | str, Point]],
    *,
    first: int = 1,
    passes: str = "pass",
    **options: Any,
) -> Svg:
    """Draw moves as numbered stones on the position they start from.

    Captured stones stay, as in a book; a move on a point that is taken in the picture is told
    below it ("7 at 3"), and so is a pass. The rest is as for `board`.

    Args:
        position: where the sequence starts.
        moves: points, in turn from the side to play; or pairs of a colour and a point.
        first: the number of the first move.
        passes: what a pass is called below the picture; in an answer it is played "elsewhere".
        options: any of `board`.

    >>> from gokan.go import WHITE, Position
    >>> start = Position.from_diagram('''
    ...     . X O .
    ...     X . X O
    ...     . X O .
    ... ''', to_play=WHITE)
    >>> picture = sequence(start, ["B2", "D3", "pass", "C2"])
    >>> "3 pass, 4 at C2" in str(picture)
    True
    """
    figure = lay_out(position, moves, first=first, passes=passes)
    more = options.pop("labels", None) or {}
    labels = {**figure.labels, **{index(p, position): text for p, text in more.items()}}
    notes = ", ".join(figure.notes)
    caption = options.pop("caption", None)
    options.setdefault("last_move", False)
    text = f"{caption}\n{notes}" if caption and notes else caption or notes or None
    return board(figure, labels=labels, caption=text, **options)


def lay_out(
    position: Board,
    moves: Iterable[Point | tuple[Color | int | str, Point]],
    *,
    first: int = 1,
    passes: str = "pass",
) -> Figure:
    """Put numbered stones on a board, and collect the notes for those that have no room.

    A `Position` also checks that no move falls on a stone.
    """
    width, height = position.width, position.height
    stones, numbers, notes = bytearray(position.board), dict[int, str](), list[str]()
    passed: list[str] = []
    place = 0  # of the note on passes: where the first of them comes
    color = Color(getattr(position, "to_play", None) or BLACK)
    game = position if isinstance(position, Position) else None
    last: int | None = None
    for n, move in enumerate(moves, first):
        if isinstance(move, tuple):
            color, move = side(move[0]), move[1]
        if move == PASS or (isinstance(move, str) and move.strip().lower() == "pass"):
            place = place if passed else len(notes)
            passed.append(str(n))
            if game:
                game = game.play_forced(PASS, color)
        else:
            p = last = index(move, position)
            if game:
                game = game.play_forced(p, color)
            if not stones[p]:
                stones[p] = color
                numbers[p] = str(n)
            else:
                notes.append(f"{n} at {numbers.get(p) or to_vertex(p, width, height)}")
        color = color.opponent
    if passed:
        notes.insert(place, f"{', '.join(passed)} {passes}")
    return Figure(width, height, bytes(stones), last, numbers, tuple(notes))


def playable(position: Position, moves: Iterable[int]) -> list[int]:
    """A line as far as the rules allow it, without passes at its end.

    >>> playable(Position.empty(5), [12, 7, PASS, 12, 0])
    [12, 7]
    """
    found: list[int] = []
    for move in moves:
        try:
            position = position.play_forced(move, position.to_play)
        except IllegalMove:
            break
        found.append(move)
    while found and found[-1] == PASS:
        found.pop()
    return found
