"""The book of shapes: patterns around a move, read from `data/shapes.txt` and matched exactly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from gokan.errors import InvalidInput
from gokan.explain.area import line_of
from gokan.explain.scene import Scene
from gokan.go import Position

MARKS = "XO.xo?+#*"
CONDITIONS = ("line", "captures", "liberties", "touches own", "touches enemy")
_REPUTES = ("good", "bad", "plain")

Cells = tuple[tuple[int, int, str], ...]
"""Rows and columns from the move, and the mark there."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One entry of the book."""

    name: str
    repute: str
    """What players usually think of it: good, bad or plain."""
    weight: int
    says: str
    when: tuple[tuple[str, int, int], ...]
    patterns: tuple[tuple[str, ...], ...]
    """As written, one text per row."""
    turned: tuple[Cells, ...]
    """The patterns in all their orientations."""
    example: str
    counterexample: str


@dataclass(frozen=True, slots=True)
class Found:
    """A shape that a move makes, and the points of its pattern that hold stones."""

    shape: Shape
    stones: tuple[int, ...]


def shapes_of(scene: Scene) -> Iterator[Found]:
    """Every shape of the book that the move makes, in the order of the book.

    >>> position = Position.from_diagram('''
    ...     . . . .
    ...     . X . .
    ...     . . X .
    ...     . . . .
    ... ''')
    >>> [found.shape.name for found in shapes_of(Scene(position, "C3"))]
    ['empty triangle']
    """
    facts = _facts(scene)
    for shape in book():
        if all(low <= facts[name] <= high for name, low, high in shape.when):
            cells = next((c for c in shape.turned if _fits(scene, c)), None)
            if cells is not None:
                yield Found(shape, _stones(scene, cells))


@cache
def book() -> tuple[Shape, ...]:
    """All shapes.

    >>> len(book()) >= 40
    True
    """
    text = resources.files("gokan.explain").joinpath("data/shapes.txt").read_text("utf-8")
    return tuple(_shape(entry) for entry in _entries(text))


def example(text: str) -> tuple[Position, int]:
    """A board of the book, Black (`X`) to play, and the point of its `*`."""
    rows = [line.split() for line in text.strip().splitlines()]
    cells = [mark for row in rows for mark in row]
    move = cells.index("*")
    board = ["XO".index(mark) + 1 if mark in "XO" else 0 for mark in cells]
    return Position.from_board(board, len(rows[0])), move


def _facts(scene: Scene) -> dict[str, int]:
    before = scene.before
    return {
        "line": line_of(scene.move, before.width, before.height),
        "captures": len(scene.captured),
        "liberties": len(scene.own.liberties),
        "touches own": len(scene.touching(scene.mover)),
        "touches enemy": len(scene.touching(scene.enemy)),
    }


def _fits(scene: Scene, cells: Cells) -> bool:
    board, width, height = scene.after.board, scene.after.width, scene.after.height
    row, column = divmod(scene.move, width)
    own, enemy = scene.mover, scene.enemy
    for down, right, mark in cells:
        r, c = row + down, column + right
        if not (0 <= r < height and 0 <= c < width):
            if mark != "#":
                return False
            continue
        stone = board[r * width + c]
        if mark == "#" or (
            (mark == "X" and stone != own)
            or (mark == "O" and stone != enemy)
            or (mark == "." and stone)
            or (mark == "x" and stone == enemy)
            or (mark == "o" and stone == own)
        ):
            return False
    return True


def _stones(scene: Scene, cells: Cells) -> tuple[int, ...]:
    row, column = divmod(scene.move, scene.after.width)
    width = scene.after.width
    return tuple(sorted((row + d) * width + column + r for d, r, mark in cells if mark in "XO"))


def _entries(text: str) -> Iterator[dict[str, list[str]]]:
    """Entries as keys with their texts; a block of indented lines is one text."""
    entry: dict[str, list[str]] = {}
    key = ""
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        if line.startswith("shape "):
            if entry:
                yield entry
            entry = {"shape": [line.removeprefix("shape ").strip()]}
        elif line.startswith(" "):
            entry[key][-1] += line.strip() + "\n"
        elif line.strip():
            key, _, rest = line.partition(":")
            entry.setdefault(key, []).append(rest.strip())
    if entry:
        yield entry


def _shape(entry: dict[str, list[str]]) -> Shape:
    name = entry["shape"][0]
    if entry["repute"][0] not in _REPUTES:
        raise InvalidInput(f"shape {name}: repute is {entry['repute'][0]!r}, not one of {_REPUTES}")
    patterns = tuple(tuple(text.strip().splitlines()) for text in entry["pattern"])
    turned: dict[Cells, None] = {}
    for pattern in patterns:
        turned.update(dict.fromkeys(_turns(name, pattern)))
    return Shape(
        name=name,
        repute=entry["repute"][0],
        weight=int(entry["weight"][0]),
        says=entry["says"][0],
        when=tuple(_condition(name, text) for text in entry.get("when", ())),
        patterns=patterns,
        turned=tuple(turned),
        example=entry["example"][0],
        counterexample=entry["not"][0],
    )


def _condition(name: str, text: str) -> tuple[str, int, int]:
    what, _, numbers = text.rpartition(" ")
    low, dots, high = numbers.partition("..")
    if what not in CONDITIONS or not dots:
        raise InvalidInput(f"shape {name}: {text!r} is not a condition")
    return what, int(low or 0), int(high or 999)


def _turns(name: str, pattern: tuple[str, ...]) -> Iterator[Cells]:
    marks = {(r, c): m for r, line in enumerate(pattern) for c, m in enumerate(line.split())}
    if not set(marks.values()) <= set(MARKS) or list(marks.values()).count("*") != 1:
        raise InvalidInput(f"shape {name}: a pattern has one * and otherwise marks of {MARKS}")
    row, column = next(at for at, mark in marks.items() if mark == "*")
    cells = [(r - row, c - column, m) for (r, c), m in marks.items() if m not in "*?"]
    for _ in range(2):
        for _ in range(4):
            cells = [(right, -down, mark) for down, right, mark in cells]
            yield tuple(sorted(cells))
        cells = [(down, -right, mark) for down, right, mark in cells]
