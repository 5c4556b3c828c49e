"""Templates as text: what a configuration looks like, what it implies, and why.

A template file is a list of entries such as this one, the first template of Zobrist's paper:

    template printed-abc
    reason: A stone with one breathing space, that space, and a safe stone beside it.
    shape:
        X*
        ?s
    where:
        X own, liberties 1
        s own, grouping 601..900
    weight: 500 (printed in the paper)
    match:
        . . . . . .
        . O X * . .
        . . O X . .
        . . . . . .
    no match:
        ...

`*` is the point the template speaks about, always empty. In a shape `X` is an own stone, `O` an
enemy stone, `.` an empty point, `#` a place off the board, `,` any point and `?` anything at all;
other letters mean what `where` says, and `where` may sharpen `X`, `O`, `.` and `*` too. A
condition is one word or a word with a range (`3`, `3..`, `..3`, `1..3`); they are listed in
`CONDITIONS`. Everything is seen by the side to move; all eight orientations are tried.

`weight: N` puts a weight on `*` (with `count: once` a point gets it only once, however many
orientations match there). `by hand: N` is the weight the author gave before weights were fitted to
games; a weight followed by a remark in brackets is kept as it is. `mark: *` puts an x there
instead, for the lookahead; other letters of the shape may be marked too. `match` and `no match` are
boards with X to move; their `*` is where the template must, or must not, speak, and `o` is the
enemy stone played last.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gokan import _core
from gokan.go import BLACK, WHITE, Position
from gokan.sight.entries import Entry, InvalidTemplate, Line, Value, entries

__all__ = ["CONDITIONS", "RANGED", "Example", "InvalidTemplate", "Template", "parse"]

OFF_BOARD = -1
REACH = 6
_TOP = 30_000

Range = tuple[int, int, int]  # feature, lowest, highest
Conjunction = tuple[Range, ...]

_FEATURE = {name: i for i, name in enumerate(_core.SIGHT_FEATURES)}


def _fixed(feature: str, low: int, high: int) -> Range:
    return (_FEATURE[feature], low, high)


CONDITIONS: dict[str, Range] = {
    "empty": _fixed("stone", 0, 0),
    "own": _fixed("stone", 1, 1),
    "enemy": _fixed("stone", 2, 2),
    "stone": _fixed("stone", 1, 2),
    "own segment": _fixed("segment", 1, 1),
    "enemy segment": _fixed("segment", 2, 2),
    "no segment": _fixed("segment", 0, 0),
    "small": _fixed("space", 0, 9),
    "medium": _fixed("space", 10, 25),
    "large": _fixed("space", 26, _TOP),
    "roomy": _fixed("space", 10, _TOP),
}
"""Conditions that take no range. The sizes are those of the segment: fewer than 10 empty points,
up to 25, more. `roomy` is medium or large, the paper's "safe"."""

RANGED: dict[str, str] = {name.replace("-", " "): name for name in _FEATURE if name != "stone"}
"""Conditions that take a range, by their words: `liberties 1..2`, `adjacent own 2..`, ..."""


@dataclass(frozen=True, slots=True)
class Example:
    """A small board, X to move, and the points where the template is expected to speak, or not."""

    board: bytes
    width: int
    points: tuple[int, ...]
    last: int | None
    """The point of the enemy stone played last, which is not yet on `board`."""
    text: str

    @property
    def position(self) -> Position:
        """The example as a position, X (Black) to move."""
        if self.last is None:
            return Position.from_board(self.board, self.width, to_play=BLACK)
        return Position.from_board(self.board, self.width, to_play=WHITE).play(self.last)


@dataclass(frozen=True, slots=True)
class Template:
    """One template. `cells` are (columns right of `*`, rows below it, conditions or off-board)."""

    name: str
    reason: str
    shape: tuple[str, ...]
    where: tuple[tuple[str, str], ...]
    cells: tuple[tuple[int, int, Conjunction | None], ...]
    weight: int | None
    by_hand: int | None
    """The weight before fitting; None for marks."""
    pinned: bool
    """The weight is not to be fitted."""
    once: bool
    marks: tuple[tuple[int, int], ...]
    matches: tuple[Example, ...]
    misses: tuple[Example, ...]
    file: str


def parse(text: str, *, file: str = "templates") -> list[Template]:
    """Read a template file.

    >>> [one] = parse('''
    ... template interface
    ... reason: Play between opposing segments.
    ... shape:
    ...     *a
    ... where:
    ...     * enemy segment
    ...     a own segment
    ... weight: 40
    ... ''')
    >>> one.name, one.weight, len(one.cells)
    ('interface', 40, 2)
    """
    return [_build(entry) for entry in entries(text, file)]


# --- an entry into a template ---------------------------------------------------------------------

# Five digits: eight orientations of as many templates as a library holds still add up to an int.
_NUMBER = re.compile(r"-?[0-9]{1,5}")
_WEIGHT = re.compile(r"(-?[0-9]{1,5})( *\(.*\))?")  # with a remark it is not fitted
_RANGE = re.compile(r"([a-z]+(?: [a-z]+)?) (?:(-?[0-9]{1,4})|(-?[0-9]{1,4})?\.\.(-?[0-9]{1,4})?)")
_SIDE = 25  # the largest board


def _build(entry: Entry) -> Template:
    reason = entry.one("reason")
    if not reason:
        raise entry.wrong("give a reason")
    shape = _shape(entry)
    meaning, where = _meanings(entry, {symbol for row in shape for symbol in row})
    [(ax, ay)] = [(x, y) for y, row in enumerate(shape) for x, c in enumerate(row) if c == "*"]
    cells: list[tuple[int, int, Conjunction | None]] = []
    places: dict[str, list[tuple[int, int]]] = {}
    for y, row in enumerate(shape):
        for x, symbol in enumerate(row):
            if symbol == "?":
                continue
            if symbol not in meaning:
                raise entry.wrong(f"`where` does not say what {symbol!r} means")
            if max(abs(x - ax), abs(y - ay)) > REACH:
                raise entry.wrong(f"a cell lies more than {REACH} points from `*`")
            cells.append((x - ax, y - ay, meaning[symbol]))
            places.setdefault(symbol, []).append((x - ax, y - ay))
    weight, by_hand, count = entry.one("weight"), entry.one("by hand"), entry.one("count")
    mark = entry.one("mark")
    if (weight is None) == (mark is None):
        raise entry.wrong("give either a weight or a mark")
    if count and count.text not in ("once", "each"):
        raise entry.wrong("count is `once` or `each`", count.number)
    for extra in (by_hand, count):
        if mark and extra:
            raise entry.wrong(f"{extra.key!r} goes with a weight, not with a mark", extra.number)
    number = _weight(entry, weight, _WEIGHT)
    hand = _weight(entry, by_hand, _NUMBER)[0] if by_hand else number[1]
    return Template(
        name=entry.name,
        reason=reason.text,
        shape=shape,
        where=where,
        cells=tuple(cells),
        weight=None if weight is None else int(number[1]),
        by_hand=None if weight is None else int(hand),
        pinned=number[2] is not None,
        once=count is not None and count.text == "once",
        marks=_marks(entry, mark, places, meaning),
        matches=tuple(_example(entry, v, must=True) for v in entry.all("match")),
        misses=tuple(_example(entry, v, must=False) for v in entry.all("no match")),
        file=entry.file,
    )


def _shape(entry: Entry) -> tuple[str, ...]:
    value = entry.one("shape")
    if not value or not value.lines:
        raise entry.wrong("give a shape")
    margin = min(len(line.text) - len(line.text.lstrip()) for line in value.lines)
    rows = [line.text[margin:] for line in value.lines]
    for line, row in zip(value.lines, rows, strict=True):
        if " " in row:
            raise entry.wrong("a shape has no spaces between its cells; write `?`", line.number)
    if "".join(rows).count("*") != 1:
        raise entry.wrong("the shape needs exactly one `*`", value.number)
    return tuple(rows)


def _meanings(
    entry: Entry, used: set[str]
) -> tuple[dict[str, Conjunction | None], tuple[tuple[str, str], ...]]:
    basic: dict[str, Conjunction | None] = {
        "*": (CONDITIONS["empty"],),
        ".": (CONDITIONS["empty"],),
        "X": (CONDITIONS["own"],),
        "O": (CONDITIONS["enemy"],),
        ",": (),
        "#": None,
    }
    meaning = dict(basic)
    where: dict[str, str] = {}
    value = entry.one("where")
    for line in value.lines if value else ():
        symbol, _, conditions = line.text.strip().partition(" ")
        if len(symbol) != 1 or not conditions:
            raise entry.wrong(
                f"cannot read {line.text.strip()!r}; write a symbol, a space and conditions",
                line.number,
            )
        if symbol in "#?,":
            raise entry.wrong(f"{symbol!r} takes no conditions; use a letter", line.number)
        if symbol in where:
            raise entry.wrong(f"{symbol!r} has a line in `where` already", line.number)
        if symbol not in used:
            raise entry.wrong(f"there is no {symbol!r} in the shape", line.number)
        where[symbol] = conditions.strip()
        ranges = {_condition(part.strip(), entry, line) for part in conditions.split(",")}
        meaning[symbol] = _conjunction(ranges | set(basic.get(symbol) or ()), entry, line)
    return meaning, tuple(where.items())


def _condition(text: str, entry: Entry, line: Line) -> Range:
    if text in CONDITIONS:
        return CONDITIONS[text]
    found = _RANGE.fullmatch(text)
    if not found or found[1] not in RANGED or text.endswith(" .."):
        raise entry.wrong(
            f"unknown condition {text!r}; ranges are written 3, 3.., ..3 or 1..3", line.number
        )
    low = int(found[2] or found[3] or -_TOP)
    high = int(found[2] or found[4] or _TOP)
    if low > high:
        raise entry.wrong(f"the range of {text!r} ends before it begins", line.number)
    return (_FEATURE[RANGED[found[1]]], low, high)


def _conjunction(ranges: set[Range], entry: Entry, line: Line) -> Conjunction:
    for feature in {f for f, _, _ in ranges}:
        same = [(low, high) for f, low, high in ranges if f == feature]
        if max(low for low, _ in same) > min(high for _, high in same):
            raise entry.wrong("these conditions can never hold together", line.number)
    return tuple(sorted(ranges))


def _weight(entry: Entry, value: Value | None, form: re.Pattern[str]) -> re.Match[str]:
    text = value.text if value else "0"
    found = form.fullmatch(text)
    if not found:
        raise entry.wrong(
            f"the weight {text!r} is not a whole number of at most five digits",
            value.number if value else None,
        )
    return found


def _marks(
    entry: Entry,
    mark: Value | None,
    places: dict[str, list[tuple[int, int]]],
    meaning: dict[str, Conjunction | None],
) -> tuple[tuple[int, int], ...]:
    if mark is None:
        return ()
    symbols = mark.text.split()
    for symbol in symbols:
        if symbol not in places:
            raise entry.wrong(f"the marked {symbol!r} is not in the shape", mark.number)
        if symbols.count(symbol) > 1:
            raise entry.wrong(f"{symbol!r} is marked twice", mark.number)
        if CONDITIONS["empty"] not in (meaning[symbol] or ()):
            raise entry.wrong(
                f"an x goes on an empty point, and {symbol!r} need not be one", mark.number
            )
    return tuple(place for symbol in symbols for place in places[symbol])


def _example(entry: Entry, value: Value, *, must: bool) -> Example:
    rows = [
        line.text.split() if " " in line.text.strip() else list(line.text.strip())
        for line in value.lines
    ]
    if not rows or len({len(row) for row in rows}) != 1:
        raise entry.wrong("the rows of an example have different lengths", value.number)
    width = len(rows[0])
    if max(width, len(rows)) > _SIDE:
        raise entry.wrong(f"an example is at most {_SIDE} by {_SIDE}", value.number)
    flat = [symbol for row in rows for symbol in row]
    if not set(flat) <= set(".XOo*") or flat.count("o") > 1:
        raise entry.wrong(
            "an example is made of `.`, `X`, `O`, `*` and at most one `o`", value.number
        )
    if must and "*" not in flat:
        raise entry.wrong("an example has a `*` where the template must speak", value.number)
    return Example(
        board=bytes({"X": 1, "O": 2}.get(symbol, 0) for symbol in flat),
        width=width,
        points=tuple(i for i, symbol in enumerate(flat) if symbol == "*"),
        last=flat.index("o") if "o" in flat else None,
        text="\n".join(" ".join(row) for row in rows),
    )
