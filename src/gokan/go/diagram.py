"""Text diagrams of a board: read what people and programs write, write one tidy form.

The tidy form is what `str(position)` shows:

       A B C D E
     5 . . a . . 5
     4 . X1O . . 4
     3 . .(X). . 3
     2 . . O . . 2
     1 . . . . . 1
       A B C D E
    marks: C2=triangle

* `X` (also `x`, `#`, `B`, `●`) is a black stone, `O` (also `o`, `W`, `○`) a white one, and `.` an
  empty point (also `+`, `,`, `*`, `·`, as many programs show star points).
* Any other letter or digit by itself is a **mark on an empty point**: `a` above.
* A letter or digit written right after a point, where the space would be, is a **mark on that
  point**: `X1` is a black stone with the mark `1`. This needs a diagram with spaces between points.
* Longer marks, and any mark at all, go on lines under the board: `marks: C2=triangle D4="so so"`.
* `(X)` is the last move. `to play: white` on a line of its own says whose turn it is.

Coordinates, frames of `-`, `|` and `+`, and the spaces between points are optional. What engines
print for the GTP command `showboard` can be pasted as it is, and so can diagrams of Sensei's
Library, whose lines begin with `$$` (see `gokan.go.sensei`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sized
from dataclasses import dataclass, field

from gokan.errors import InvalidDiagram, InvalidInput
from gokan.go.color import Color
from gokan.go.vertex import COLUMNS, MAX_SIDE, to_vertex

_MAX_TEXT = 100_000
_BLACK = frozenset("Xx#B●")
_WHITE = frozenset("OoW○")
_EMPTY = frozenset(".+,*·┼├┤┬┴┌┐└┘╋")
_SYMBOLS = ".XO"


@dataclass(frozen=True, slots=True)
class Diagram:
    r"""What a text diagram says: the stones, the marks, the last move and whose turn it is.

    >>> d = parse('''
    ...   . X1 a
    ...   . O  .
    ... ''')
    >>> d.width, d.height, d.board, d.marks
    (3, 2, b'\x00\x01\x00\x00\x02\x00', {1: '1', 2: 'a'})
    >>> print(d)
      A B C
    2 . X1a 2
    1 . O . 1
      A B C
    """

    width: int
    height: int
    board: bytes
    """One byte a point, row by row from the top: 0 empty, 1 black, 2 white."""
    marks: Mapping[int, str] = field(default_factory=dict, hash=False)
    last_move: int | None = None
    to_play: Color | None = None
    """None when the diagram does not say."""

    def __str__(self) -> str:
        return render(
            self.width,
            self.height,
            self.board,
            marks=self.marks,
            last_move=self.last_move,
            to_play=self.to_play,
        )


def parse(text: str) -> Diagram:
    r"""Read a text diagram.

    >>> parse("XO.\n..a").marks
    {5: 'a'}
    >>> parse("X O\n. . .")
    Traceback (most recent call last):
    gokan.errors.InvalidDiagram: line 2 of the diagram has 3 points, but line 1 has 2
    """
    if len(text) > _MAX_TEXT:
        raise InvalidDiagram(
            f"the diagram has {len(text)} characters, and no board needs more than {_MAX_TEXT}"
        )
    lines = _lines(text)
    if any(line.startswith("$$") for _, line in lines):
        from gokan.go import sensei

        return sensei.read(lines)
    return _read(lines)


def render(
    width: int,
    height: int,
    board: bytes,
    *,
    marks: Mapping[int, str] | None = None,
    last_move: int | None = None,
    coordinates: bool = True,
    to_play: Color | None = None,
) -> str:
    """Write a text diagram; `parse` reads it back to the same stones, marks and last move.

    >>> print(render(3, 2, bytes([0, 1, 2, 0, 0, 0]), marks={1: "1", 2: "triangle"}, last_move=2))
      A B C
    2 . X(O)2
    1 . . . 1
      A B C
    marks: B2=1 C2=triangle
    >>> print(render(3, 2, bytes([0, 1, 2, 0, 0, 0]), coordinates=False))
    . X O
    . . .
    """
    check(width, height, board)
    marks = {p: str(m) for p, m in sorted((marks or {}).items()) if 0 <= p < width * height}
    if last_move is not None and not 0 <= last_move < width * height:
        last_move = None  # a pass has no place on the board
    inline = {p for p in marks if _fits_inline(p, marks[p], width, board, last_move, coordinates)}
    rows = _rows(width, height, board, {p: marks[p] for p in inline}, last_move)
    if not coordinates and not any(" " in row.strip() for row in rows):
        # Without one space to tell the marks from points, stones keep their marks below.
        inline = {p for p in inline if not board[p]}
        rows = _rows(width, height, board, {p: marks[p] for p in inline}, last_move)
    if coordinates:
        gutter = len(str(height))
        # The separator after the last point belongs to its mark, if any row has one there.
        wide = any(p in inline and board[p] for p in range(width - 1, width * height, width))
        header = " " * (gutter + 1) + " ".join(COLUMNS[:width])
        out = [header]
        for i, row in enumerate(rows):
            label = str(height - i)
            out.append(f"{label:>{gutter}}{row}{' ' if wide else ''}{label}")
        out.append(header)
    else:
        indent = 0 if last_move is not None and last_move % width == 0 else 1
        out = [row[indent:].rstrip() for row in rows]
    below = [
        f"{to_vertex(p, width, height)}={_quote(m)}" for p, m in marks.items() if p not in inline
    ]
    out.extend(_fill("marks:", below))
    if to_play:
        out.append(f"to play: {to_play}")
    return "\n".join(out)


def ansi(
    width: int,
    height: int,
    board: bytes,
    *,
    marks: Mapping[int, str] | None = None,
    last_move: int | None = None,
    coordinates: bool = True,
    color: bool = True,
) -> str:
    """A board for the terminal: wood, stones and star points; `color=False` uses glyphs alone.

    Only the first character of a mark is shown. The last move stands in brackets.

    >>> print(ansi(3, 2, bytes([0, 1, 2, 0, 0, 0]), last_move=2, color=False))
      A B C
    2 · ●(○)2
    1 · · · 1
      A B C
    """
    check(width, height, board)
    marks = marks or {}
    stars = set(star_points(width, height))
    gutter = len(str(height))
    wood, ink = "\x1b[48;5;179m", "\x1b[38;5;94m"
    black, white, reset = "\x1b[38;5;16m", "\x1b[38;5;231m", "\x1b[0m"
    on_black, on_white = "\x1b[48;5;16;38;5;231m", "\x1b[48;5;231;38;5;16m"

    def point(p: int) -> str:
        mark = marks.get(p, "")[:1]
        if not mark.isprintable() or mark.isspace():
            mark = ""
        stone = board[p]
        if not color:
            return mark or (
                "●" if stone == 1 else "○" if stone == 2 else "+" if p in stars else "·"
            )
        if stone:
            if mark:
                return (on_black if stone == 1 else on_white) + mark + wood
            return (black if stone == 1 else white) + "●"
        return f"{black}\x1b[1m{mark}\x1b[22m" if mark else ink + ("+" if p in stars else "·")

    def row(y: int) -> str:
        parts = [wood if color else ""]
        for x in range(width + 1):
            here, before = y * width + x, y * width + x - 1
            bracket = "(" if here == last_move and x < width else " "
            if before == last_move and x > 0:
                bracket = ")"
            parts.append(f"{black}{bracket}" if color and bracket != " " else bracket)
            if x < width:
                parts.append(point(here))
        parts.append(reset if color else "")
        return "".join(parts)

    if not coordinates:
        return "\n".join(row(y) for y in range(height))
    header = " " * (gutter + 1) + " ".join(COLUMNS[:width])
    body = [f"{height - y:>{gutter}}{row(y)}{height - y}" for y in range(height)]
    return "\n".join([header, *body, header])


def star_points(width: int, height: int) -> tuple[int, ...]:
    """The points with a dot on them on a wooden board of this size, in ascending order.

    >>> [to_vertex(p, 9, 9) for p in star_points(9, 9)]
    ['C7', 'G7', 'E5', 'C3', 'G3']
    >>> len(star_points(19, 19)), len(star_points(13, 13)), len(star_points(4, 4))
    (9, 5, 0)
    """

    def lines(n: int) -> tuple[set[int], set[int]]:
        """Where the corner stars lie on an axis, and where the middle ones."""
        corner = {3, n - 4} if n >= 13 else {2, n - 3} if n >= 7 else set[int]()
        return corner, {n // 2} if n % 2 and n >= 5 else set[int]()

    (cols, mid_col), (rows, mid_row) = lines(width), lines(height)
    found = {(y, x) for y in rows for x in cols}
    found |= {(y, x) for y in mid_row for x in mid_col}
    if width >= 15:
        found |= {(y, x) for y in rows for x in mid_col}
    if height >= 15:
        found |= {(y, x) for y in mid_row for x in cols}
    return tuple(sorted(y * width + x for y, x in found))


# --- writing -----------------------------------------------------------------------------------


def check(width: int, height: int, board: bytes) -> None:
    """Raise InvalidDiagram unless the bytes are a board of this size."""
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise InvalidDiagram(
            f"a board of {width}x{height} cannot be shown; sizes go from 1 to {MAX_SIDE}"
        )
    if len(board) != width * height or any(c > 2 for c in board):
        raise InvalidDiagram(
            f"a {width}x{height} board needs {width * height} bytes, each 0, 1 or 2, and not this"
        )


def _fits_inline(
    p: int, mark: str, width: int, board: bytes, last_move: int | None, coordinates: bool
) -> bool:
    """Whether a mark can stand in the board itself and be read back from there."""
    if len(mark) != 1 or not (mark.isascii() and mark.isalnum()):
        return False
    if mark in _BLACK or mark in _WHITE or p == last_move:
        return False
    if board[p]:
        # It takes the place of the space to the right, which a "(" may need.
        return not (p + 1 == last_move and (p + 1) % width)
    # In the first column, a digit or an A could be taken for a coordinate.
    return coordinates or p % width > 0 or not (mark.isdigit() or mark in "Aa")


def _rows(
    width: int, height: int, board: bytes, inline: Mapping[int, str], last_move: int | None
) -> list[str]:
    """Rows of `width` points, each with one separator before, and one after the last."""
    rows = []
    for y in range(height):
        cells, gaps = [], [" "] * (width + 1)
        for x in range(width):
            p = y * width + x
            mark = inline.get(p)
            if mark and board[p]:
                gaps[x + 1] = mark
            if p == last_move:
                gaps[x], gaps[x + 1] = "(", ")"
            cells.append(mark if mark and not board[p] else _SYMBOLS[board[p]])
        rows.append("".join(g + c for g, c in zip(gaps, [*cells, ""], strict=True)))
    return rows


def _quote(mark: str) -> str:
    if mark and mark.isprintable() and not re.search(r'[\s"]', mark):
        return mark
    return json.dumps(mark, ensure_ascii=not mark.isprintable())


def _fill(key: str, items: list[str]) -> Iterator[str]:
    """The items on as many `key` lines as a page of 90 columns needs."""
    line = key
    for item in items:
        if line != key and len(line) + 1 + len(item) > 90:
            yield line
            line = key
        line += " " + item
    if line != key:
        yield line


# --- reading -----------------------------------------------------------------------------------

Line = tuple[int, str]
"""A line of the text with its number, for messages."""
Cell = tuple[int, str | None]
"""A point as read: its colour and its mark."""

_REPLY = re.compile(r"=\d*(?=\s|$)")
_FRAME = re.compile(r"[\s+|│]*[-─][\s+|│─-]*")
_ROW_NUMBER = re.compile(r"(\d{1,2})(?=[\s|│(])")
_KEY = re.compile(r"([A-Za-z][A-Za-z _-]*):(.*)")
_REMARK = re.compile(r".*(?::|has captured).*")
_MARK = re.compile(r'\s*([A-Za-z])(\d{1,2})=("(?:[^"\\]|\\.)*"|[^\s"]+)(?=\s|$)')
_TURN = ("to play", "to move", "next player", "player to move", "turn")


def _lines(text: str) -> list[Line]:
    """The lines that say something, without the reply sign of GTP."""
    out: list[Line] = []
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        if not out and (reply := _REPLY.match(line)):
            line = line[reply.end() :]
        if line.strip():
            out.append((number, line.strip()))
    return out


def _read(lines: list[Line]) -> Diagram:
    """Sort the lines into coordinates, rows and what stands around them, then read each kind."""
    remarks = [(n, line) for n, line in lines if _REMARK.fullmatch(line) and not _is_row(line)]
    rows = [
        (n, line)
        for n, line in lines
        if (n, line) not in remarks and not _FRAME.fullmatch(line) and _tidy(line)
    ]
    rows, columns = _without_letters(rows)
    rows, numbered = _without_numbers(rows, columns)
    if not rows:
        raise InvalidDiagram("the diagram has no board; write rows such as '. X O .'")
    if len(rows) > MAX_SIDE:
        raise InvalidDiagram(f"the diagram has {len(rows)} rows; boards go up to {MAX_SIDE}")
    cells, last_move = _points(rows, columns, numbered)
    width, height = len(cells[0]), len(cells)
    if width > MAX_SIDE:
        raise InvalidDiagram(f"the diagram is {width} points wide; boards go up to {MAX_SIDE}")
    board = bytes(color for row in cells for color, _ in row)
    marks = {p: m for p, (_, m) in enumerate(c for row in cells for c in row) if m is not None}
    to_play = None
    for number, line in remarks:
        key, value = m.groups() if (m := _KEY.fullmatch(line)) else ("", "")
        key = key.strip().lower()
        if key in ("mark", "marks"):
            marks.update(_read_marks(number, value, width, height))
        elif key in _TURN and (turn := _color_name(value)):
            to_play = turn
        elif not columns:  # programs say many things around a board with letters; people do not
            raise InvalidDiagram(
                f"line {number} of the diagram is neither a row of the board nor a line that begins"
                " with 'marks:' or 'to play:' (black or white)"
            )
    return Diagram(width, height, board, dict(sorted(marks.items())), last_move, to_play)


def _is_row(line: str) -> bool:
    """A numbered row of `showboard` may be followed by the count of captured stones."""
    return bool(_ROW_NUMBER.match(line)) and "captured" in line and ":" not in line


def _without_letters(rows: list[Line]) -> tuple[list[Line], int]:
    """Take the column letters away, and say how many there were (0: none)."""

    def letters_in(line: Line) -> int:
        letters = re.sub(r"[\s|│]", "", line[1]).upper()
        return len(letters) if letters == COLUMNS[: len(letters)] else 0

    if not rows:
        return rows, 0
    first, last = letters_in(rows[0]), letters_in(rows[-1])
    body = rows[first > 0 : len(rows) - (last > 0)]
    columns = first or last
    # One or two letters may be points: "A B" is a mark and a stone, unless row numbers follow.
    if columns and body and (columns > 2 or all(_ROW_NUMBER.match(line) for _, line in body)):
        return body, columns
    return rows, 0


def _without_numbers(rows: list[Line], columns: int) -> tuple[list[Line], bool]:
    """Take the row numbers on the left away if they count down to 1."""
    found = [_ROW_NUMBER.match(line) for _, line in rows]
    for i, m in enumerate(found):
        if m is None or int(m[1]) != len(rows) - i:
            if columns and m is not None:
                raise InvalidDiagram(
                    f"line {rows[i][0]} of the diagram is numbered {m[1]}, but {len(rows)} rows"
                    f" count down to 1, so it should be {len(rows) - i}"
                )
            return rows, False
    return [(n, line[m.end() :]) for (n, line), m in zip(rows, found, strict=True) if m], True


def _points(rows: list[Line], columns: int, numbered: bool) -> tuple[list[list[Cell]], int | None]:
    """The points of all rows, and the last move."""
    bodies = [line for _, line in rows]
    if numbered:
        left = [_without_right_number(b, len(rows) - i) for i, b in enumerate(bodies)]
        if columns or None not in left:
            bodies = [b if a is None else a for a, b in zip(left, bodies, strict=True)]
    tidy = [_tidy(body) for body in bodies]
    spaced = any(re.search(r"\s", body) for body in tidy)
    cells: list[list[Cell]] = []
    last_move: int | None = None
    for (number, line), body in zip(rows, tidy, strict=True):
        row, last = _scan(number, body, spaced)
        if columns and len(row) != columns:
            # Knowing the width, try the other ways to read this row before complaining.
            for other, gaps in ((body, not spaced), (_tidy(line), True), (_tidy(line), False)):
                try:
                    again = _scan(number, other, gaps)
                except InvalidDiagram:
                    continue
                if len(again[0]) == columns:
                    row, last = again
                    break
            else:
                raise InvalidDiagram(
                    f"line {number} of the diagram has {count(row)}, but the letters name {columns}"
                    " columns"
                )
        if not row:
            raise InvalidDiagram(f"line {number} of the diagram has no points")
        if cells and len(row) != len(cells[0]):
            raise InvalidDiagram(
                f"line {number} of the diagram has {count(row)}, but line {rows[0][0]} has"
                f" {len(cells[0])}"
            )
        if last is not None:
            if last_move is not None:
                raise InvalidDiagram(
                    f"line {number} of the diagram has a second point in brackets; only the last"
                    " move stands in brackets"
                )
            last_move = len(cells) * len(row) + last
        cells.append(row)
    return cells, last_move


def count(row: Sized) -> str:
    """How many points a row has, in words for a message."""
    return "1 point" if len(row) == 1 else f"{len(row)} points"


def _without_right_number(body: str, number: int) -> str | None:
    """A row without its number on the right and any remark after that; None if it has none."""
    m = re.fullmatch(rf"(.*[\s|│)]){number}(?:\s{{2,}}.*)?", body)
    return m[1] if m else None


def _tidy(body: str) -> str:
    return re.sub(r"^[\s|│]+|[\s|│]+$", "", body)


def _scan(number: int, body: str, spaced: bool) -> tuple[list[Cell], int | None]:
    """The points of one row, and which of them is in brackets."""
    row: list[Cell] = []
    last: int | None = None
    can_mark = False  # the character before was a point without a mark
    for c in body:
        color = 1 if c in _BLACK else 2 if c in _WHITE else 0 if c in _EMPTY else None
        if color is not None:
            row.append((color, None))
            can_mark = spaced
        elif c.isalnum():
            if can_mark:
                row[-1] = (row[-1][0], c)
            else:
                row.append((0, c))
            can_mark = False
        elif c == ")" and row:
            last = len(row) - 1
            can_mark = False
        elif c.isspace() or c == "(":
            can_mark = False
        else:
            raise InvalidDiagram(
                f"line {number} of the diagram has {c!r} after {count(row)}; use '.' for empty, 'X'"
                " for black, 'O' for white, and letters or digits as marks"
            )
    return row, last


def _read_marks(number: int, text: str, width: int, height: int) -> Iterator[tuple[int, str]]:
    at = 0
    while text[at:].strip():
        m = _MARK.match(text, at)
        if not m:
            raise InvalidDiagram(
                f"line {number} of the diagram has a mark that cannot be read at"
                f' {text[at:].split()[0][:20]!r}; write marks as C3=1 or D4="two words"'
            )
        x, y = COLUMNS.find(m[1].upper()), height - int(m[2])
        if not (0 <= x < width and 0 <= y < height):
            raise InvalidDiagram(
                f"line {number} of the diagram marks {m[1]}{m[2]}, which is not on a"
                f" {width}x{height} board"
            )
        mark = m[3]
        if mark.startswith('"'):
            try:
                mark = json.loads(mark)
            except ValueError:
                raise InvalidDiagram(
                    f"line {number} of the diagram has a quoted mark at {m[1]}{m[2]} that cannot be"
                    ' read; inside quotes, write \\" for a quote and \\\\ for a backslash'
                ) from None
        yield y * width + x, mark
        at = m.end()


def _color_name(text: str) -> Color | None:
    word = (text.split() or [""])[0].lower().strip("().,")
    try:
        return Color.parse(word)
    except InvalidInput:
        return None
