"""Diagrams in the notation of Sensei's Library, the Go wiki: lines that begin with `$$`.

    $$B A title is allowed
    $$  ---------------
    $$ | . . . . . . .
    $$ | . . 2 1 O . .
    $$ | . . X a B . .
    $$ | . . . . . . .

Digits are stones in order of play, the first of the colour named in the first line (`$$W`: White,
otherwise Black; 0 is the tenth move; `$$Bm21` numbers from 21). `B W`, `# @`, `Y Q` and `Z P` are
black and white stones with a circle, square, triangle and cross; `C S T M` are the same marks on
empty points; small letters are labels. A diagram of a part of the board is read as a small board,
unless the first line gives a size (`$$B19`), when the frame says which corner or side it shows.
Links (`[a|...]`) and drawn lines (`{AR ...}`) are passed over.
"""

from __future__ import annotations

import re

from gokan.errors import InvalidDiagram
from gokan.go.color import BLACK, Color
from gokan.go.diagram import Diagram, Line, count
from gokan.go.vertex import MAX_SIDE

_STONES = {
    "X": (1, None),
    "O": (2, None),
    "B": (1, "circle"),
    "W": (2, "circle"),
    "#": (1, "square"),
    "@": (2, "square"),
    "Y": (1, "triangle"),
    "Q": (2, "triangle"),
    "Z": (1, "cross"),
    "P": (2, "cross"),
    "C": (0, "circle"),
    "S": (0, "square"),
    "T": (0, "triangle"),
    "M": (0, "cross"),
    ".": (0, None),
    ",": (0, None),
    "+": (0, None),
    "*": (0, None),
    "?": (0, None),
    "_": (0, None),
}
_HEADING = re.compile(r"\$\$([BW]?)(c?)(\d{0,2})(c?)(?:m(\d{1,3}))?(?=\s|$)")


def read(lines: list[Line]) -> Diagram:
    """Read the lines of one diagram (number and text); `gokan.go.diagram.parse` calls this.

    >>> from gokan.go import diagram
    >>> print(diagram.parse('''
    ... $$W
    ... $$ | . 1 X
    ... $$ | . 2 C
    ... $$  ------
    ... '''))
      A B C
    2 . O1X 2
    1 .(X). 1
      A B C
    marks: B1=2 C1=circle
    to play: white
    """
    first, size, start = 0, 0, 1
    rows: list[tuple[int, str]] = []
    top = bottom = False
    for i, (number, line) in enumerate((n, text) for n, text in lines if text.startswith("$$")):
        if i == 0 and (heading := _HEADING.match(line)) and not _is_row(line[2:]):
            first = {"": 0, "B": 1, "W": 2}[heading[1]]
            size = int(heading[3] or 0)
            start = int(heading[5] or 1)
            continue
        text = line[2:].strip()
        if not text or text[0] in "[{":
            continue
        if re.fullmatch(r"[\s+|]*-[\s+|-]*", text):
            top, bottom = top or not rows, bottom or bool(rows)
            continue
        rows.append((number, text))
    if not any(_cells(*row) for row in rows):
        raise InvalidDiagram("the diagram has no board; write rows such as '$$ . X O .'")
    cells = [_cells(*row) for row in rows]
    width, height = len(cells[0]), len(cells)
    for (number, _), row in zip(rows, cells, strict=True):
        if len(row) != width:
            raise InvalidDiagram(
                f"line {number} of the diagram has {count(row)}, but line {rows[0][0]} has {width}"
            )
    if max(width, height, size) > MAX_SIDE:
        raise InvalidDiagram(
            f"the diagram is for a board of {max(width, size)}x{max(height, size)}; boards go up to"
            f" {MAX_SIDE}"
        )
    left = all(text.startswith("|") for _, text in rows)
    right = all(text.endswith("|") for _, text in rows)
    x0, full_width = _place(width, size, left, right, "left or right")
    y0, full_height = _place(height, size, top, bottom, "top or bottom")
    board = bytearray(full_width * full_height)
    marks: dict[int, str] = {}
    moves: dict[int, int] = {}
    for y, row in enumerate(cells):
        for x, c in enumerate(row):
            p = (y0 + y) * full_width + x0 + x
            if c.isdigit():
                n = int(c) or 10
                board[p] = 1 if (n % 2 == 1) == (first != 2) else 2
                marks[p] = str(start - 1 + n)
                moves[n] = p
            elif c.islower():
                marks[p] = c
            else:
                board[p], mark = _STONES[c]
                if mark:
                    marks[p] = mark
    last = max(moves, default=0)
    to_play = Color(first) if first else BLACK if moves else None
    if to_play and last % 2:
        to_play = to_play.opponent
    return Diagram(full_width, full_height, bytes(board), marks, moves.get(last), to_play)


def _is_row(text: str) -> bool:
    """Tell a first row from a heading: rows are single characters set apart."""
    apart = not re.search(r"[^\s|]{2}", text)
    return apart and text[:1].isspace() and bool(re.search(r"[.,|XO]", text))


def _cells(number: int, text: str) -> str:
    row = re.sub(r"[\s|]", "", text)
    for i, c in enumerate(row):
        if c not in _STONES and not (c.isascii() and (c.isdigit() or c.islower())):
            raise InvalidDiagram(
                f"line {number} of the diagram has {c!r} after {count(row[:i])}, which is not a"
                " sign of a Sensei's Library diagram"
            )
    return row


def _place(shown: int, size: int, low: bool, high: bool, sides: str) -> tuple[int, int]:
    """Where the part shown begins on one axis of the whole board, and how long that axis is."""
    if size <= shown:
        return 0, shown
    if low == high:
        raise InvalidDiagram(
            f"the diagram shows {shown} of {size} lines, and no frame says whether they are at the"
            f" {sides}; draw that edge of the board"
        )
    return (0 if low else size - shown), size
