"""Templates as text: what a configuration looks like, what it implies, and why.

A template file is a list of entries such as this one, the first template of Zobrist's paper:

    template save-by-joining
    reason: A chain with one breathing space joins the safe stone beyond its last liberty.
    shape:
        X*
        ?s
    where:
        X own, liberties 1
        s own, liberties 3.., roomy
    weight: 500
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
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import BLACK, WHITE, Position

OFF_BOARD = -1
REACH = 6
_TOP = 30_000

Range = tuple[int, int, int]  # feature, lowest, highest
Conjunction = tuple[Range, ...]
_Wrong = Callable[[str], InvalidInput]

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


class InvalidTemplate(InvalidInput):
    """A template file that cannot be read."""


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
    return [_build(entry, file) for entry in _entries(text, file)]


# --- lines into entries ---------------------------------------------------------------------------

_KEYS = ("reason", "shape", "where", "weight", "by hand", "count", "mark", "match", "no match")
_BLOCKS = ("shape", "where", "match", "no match")


@dataclass(slots=True)
class _Entry:
    name: str
    line: int
    values: list[tuple[str, str, list[str]]]  # key, text after the colon, indented lines

    def one(self, key: str) -> str | None:
        found = [value for k, value, _ in self.values if k == key]
        return found[0] if found else None

    def blocks(self, key: str) -> list[list[str]]:
        return [lines for k, _, lines in self.values if k == key]


def _entries(text: str, file: str) -> Iterator[_Entry]:
    entry: _Entry | None = None
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.rstrip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("template "):
            if entry:
                yield entry
            entry = _Entry(line.removeprefix("template ").strip(), number, [])
        elif entry is None:
            raise InvalidTemplate(f"{file}, line {number}: expected a line `template NAME` first")
        elif line[0].isspace():
            if not entry.values or entry.values[-1][0] not in _BLOCKS:
                raise InvalidTemplate(
                    f"{file}, line {number}: this indented line belongs to no key"
                )
            entry.values[-1][2].append(line)
        else:
            key, colon, value = line.partition(":")
            if not colon or key not in _KEYS:
                raise InvalidTemplate(
                    f"{file}, line {number}: unknown key {key!r}; the keys are {', '.join(_KEYS)}"
                )
            entry.values.append((key, value.strip(), []))
    if entry:
        yield entry


# --- an entry into a template ---------------------------------------------------------------------


def _build(entry: _Entry, file: str) -> Template:
    def wrong(what: str) -> InvalidTemplate:
        return InvalidTemplate(f"{file}, line {entry.line}, template {entry.name}: {what}")

    shapes = entry.blocks("shape")
    if len(shapes) != 1 or not shapes[0]:
        raise wrong("give exactly one shape")
    shape = _dedent(shapes[0])
    stars = [(x, y) for y, row in enumerate(shape) for x, c in enumerate(row) if c == "*"]
    if len(stars) != 1:
        raise wrong("the shape needs exactly one `*`")
    where = tuple(_where(line, wrong) for block in entry.blocks("where") for line in block)
    meaning = _meanings(where, wrong)
    ax, ay = stars[0]
    cells: list[tuple[int, int, Conjunction | None]] = []
    places: dict[str, list[tuple[int, int]]] = {}
    for y, row in enumerate(shape):
        for x, symbol in enumerate(row):
            if symbol in "? ":
                continue
            if symbol not in meaning:
                raise wrong(f"`where` does not say what {symbol!r} means")
            if max(abs(x - ax), abs(y - ay)) > REACH:
                raise wrong(f"a cell lies more than {REACH} points from `*`")
            cells.append((x - ax, y - ay, meaning[symbol]))
            places.setdefault(symbol, []).append((x - ax, y - ay))
    weight, mark = entry.one("weight"), entry.one("mark")
    if (weight is None) == (mark is None):
        raise wrong("give either a weight or a mark")
    marks: list[tuple[int, int]] = []
    for symbol in (mark or "").split():
        if symbol not in places:
            raise wrong(f"the marked {symbol!r} is not in the shape")
        marks += places[symbol]
    number = re.fullmatch(r"(-?[0-9]{1,6})( *\(.*\))?", weight or "0")
    if not number:
        raise wrong(f"the weight {weight!r} is not a whole number of at most six digits")
    by_hand = entry.one("by hand") or number[1]
    if not re.fullmatch(r"-?[0-9]{1,6}", by_hand):
        raise wrong(f"the weight {by_hand!r} is not a whole number of at most six digits")
    if entry.one("count") not in (None, "once", "each"):
        raise wrong("count is `once` or `each`")
    return Template(
        name=entry.name,
        reason=entry.one("reason") or "",
        shape=tuple(shape),
        where=where,
        cells=tuple(cells),
        weight=None if weight is None else int(number[1]),
        by_hand=None if weight is None else int(by_hand),
        pinned=number[2] is not None,
        once=entry.one("count") == "once",
        marks=tuple(marks),
        matches=tuple(_example(lines, wrong) for lines in entry.blocks("match")),
        misses=tuple(_example(lines, wrong) for lines in entry.blocks("no match")),
        file=file,
    )


def _dedent(lines: list[str]) -> list[str]:
    margin = min(len(line) - len(line.lstrip()) for line in lines)
    return [line[margin:] for line in lines]


def _where(line: str, wrong: _Wrong) -> tuple[str, str]:
    symbol, _, conditions = line.strip().partition(" ")
    if len(symbol) != 1 or not conditions:
        raise wrong(f"cannot read {line.strip()!r}; write a symbol, a space and conditions")
    return symbol, conditions.strip()


def _meanings(where: tuple[tuple[str, str], ...], wrong: _Wrong) -> dict[str, Conjunction | None]:
    basic: dict[str, Conjunction | None] = {
        "*": (CONDITIONS["empty"],),
        ".": (CONDITIONS["empty"],),
        "X": (CONDITIONS["own"],),
        "O": (CONDITIONS["enemy"],),
        ",": (),
        "#": None,
    }
    meaning = dict(basic)
    for symbol, text in where:
        conditions = tuple(_condition(part.strip(), wrong) for part in text.split(","))
        base = basic.get(symbol) or ()
        meaning[symbol] = tuple(sorted({*base, *conditions}))
    return meaning


def _condition(text: str, wrong: _Wrong) -> Range:
    if text in CONDITIONS:
        return CONDITIONS[text]
    found = re.fullmatch(r"([a-z ]+?) (-?[0-9]{1,4})?(\.\.)?(-?[0-9]{1,4})?", text)
    if found and found[1] in RANGED and (found[2] or found[4]):
        feature = _FEATURE[RANGED[found[1]]]
        low = int(found[2]) if found[2] else -_TOP
        high = int(found[4]) if found[4] else (_TOP if found[3] else low)
        return (feature, low, high)
    raise wrong(f"unknown condition {text!r}")


def _example(lines: list[str], wrong: _Wrong) -> Example:
    rows = [line.split() if " " in line.strip() else list(line.strip()) for line in lines]
    if not rows or len({len(row) for row in rows}) != 1:
        raise wrong("the rows of an example have different lengths")
    width = len(rows[0])
    flat = [symbol for row in rows for symbol in row]
    if not set(flat) <= set(".XOo*") or flat.count("o") > 1:
        raise wrong("an example is made of `.`, `X`, `O`, `*` and at most one `o`")
    return Example(
        board=bytes({"X": 1, "O": 2}.get(symbol, 0) for symbol in flat),
        width=width,
        points=tuple(i for i, symbol in enumerate(flat) if symbol == "*"),
        last=flat.index("o") if "o" in flat else None,
        text="\n".join(" ".join(row) for row in rows),
    )
