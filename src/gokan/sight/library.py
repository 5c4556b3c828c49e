"""The template library: files of templates, compiled once into the matcher of the core."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Literal

from gokan import _core
from gokan.errors import GokanError, InvalidInput
from gokan.go import Color, Position
from gokan.sight.see import ROUNDS, SEED, check
from gokan.sight.template import (
    OFF_BOARD,
    Conjunction,
    Example,
    InvalidTemplate,
    Template,
    parse,
)

BOOK = (
    "saving",
    "attacking",
    "connecting",
    "interface",
    "extending",
    "opening",
    "entering",
    "small",
    "eyes",
    "restraint",
    "lookahead",
)
"""The files the player `zobrist` uses: Gokan's own templates, which look at the board alone."""

PRINTED = ("printed",)
"""The two templates that the paper prints, exactly as printed; its other 83 are lost."""

WITH_LAST_MOVE = (*BOOK, "last")
"""Also the templates that look at the opponent's last move."""

SEVEN = ("seven-segments", "seven-stones", "seven-shapes", "seven-lookahead")
"""As many templates as the paper's program has, 65 with a weight and 20 that mark, which read
nothing but its seven arrays."""

FILES = (*WITH_LAST_MOVE, *PRINTED, *SEVEN)
"""Every template file of Gokan's own."""

Arrays = Literal["seven", "all"]
"""Which arrays a book reads: the paper's seven, or also those that Gokan adds."""

BOOKS: dict[Arrays, tuple[str, ...]] = {"all": BOOK, "seven": SEVEN}

MOST = 2000
"""Templates in one library."""


class Library:
    """Templates, compiled: `scan` gives weights and marks, `counts` says who spoke where.

    >>> library = load()
    >>> weights, marks = library.scan(Position.empty(19).play("D4"))
    >>> len(weights), marks
    (361, [])
    """

    def __init__(self, templates: Iterable[Template]) -> None:
        self.templates = tuple(templates)
        if len(self.templates) > MOST:
            raise InvalidTemplate(f"A library has at most {MOST} templates.")
        files: dict[str, str] = {}
        for t in self.templates:
            if t.name in files:
                raise InvalidTemplate(f"{t.file}: the template {t.name} is in {files[t.name]} too")
            files[t.name] = t.file
        classes: dict[Conjunction, int] = {}

        def class_of(conditions: Conjunction | None) -> int:
            if conditions is None:
                return OFF_BOARD
            return classes.setdefault(conditions, len(classes))

        shapes = [
            _core.TemplateShape(
                [_core.PatternCell(dx, dy, class_of(c)) for dx, dy, c in t.cells],
                t.weight or 0,
                t.once,
                list(t.marks),
            )
            for t in self.templates
        ]
        ranges = [[_core.FeatureRange(*one) for one in c] for c in classes]
        self.eye = _core.SightEye(ranges, shapes)
        self.classes = tuple(classes)

    def scan(
        self,
        position: Position,
        color: Color | None = None,
        *,
        rounds: int = ROUNDS,
        seed: int = SEED,
    ) -> tuple[list[int], list[int]]:
        """The sum of weights at every point for `color` to move, and the points marked x."""
        check(rounds, seed)
        found = self.eye.scan(position.core, _mover(position, color), rounds, seed)
        return found.weights, found.marks

    def counts(
        self,
        position: Position,
        color: Color | None = None,
        *,
        rounds: int = ROUNDS,
        seed: int = SEED,
    ) -> list[tuple[int, int, int]]:
        """Every template that matches: its number, the point it speaks about, how many times."""
        check(rounds, seed)
        found = self.eye.counts(position.core, _mover(position, color), rounds, seed)
        return [(one.index, one.point, one.times) for one in found]

    def weights(self) -> list[int]:
        """The weight of each template; 0 for those that mark."""
        return [t.weight or 0 for t in self.templates]

    def check(self) -> list[str]:
        """What is wrong with the templates' own examples, a sentence each; nothing when all hold.

        Every template must have an example where it speaks and one where it does not, and be true
        to both.

        >>> load().check()
        []
        """
        return [
            complaint for number in range(len(self.templates)) for complaint in self._of(number)
        ]

    def _of(self, number: int) -> Iterator[str]:
        template = self.templates[number]
        at = f"{template.file}, template {template.name}:"
        if not template.matches:
            yield f"{at} an example where it must match is missing."
        if not template.misses:
            yield f"{at} an example where it must not match is missing."
        for example in template.matches:
            spoken, wrong = self._spoken(number, example)
            if wrong:
                yield f"{at} an example cannot stand on a board ({wrong})."
            elif not spoken.issuperset(example.points):
                yield f"{at} it does not speak at every * of\n{example.text}"
        for example in template.misses:
            spoken, wrong = self._spoken(number, example)
            if wrong:
                yield f"{at} an example cannot stand on a board ({wrong})."
            elif spoken & set(example.points) if example.points else spoken:
                yield f"{at} it speaks though it should not in\n{example.text}"

    def _spoken(self, number: int, example: Example) -> tuple[set[int], str]:
        try:
            found = self.counts(example.position)
        except GokanError as error:
            return set(), str(error).rstrip(".")
        return {point for index, point, _ in found if index == number}, ""


def load(files: str | Sequence[str] = BOOK) -> Library:
    """The library made of these files of Gokan's own (names without `.txt`), compiled once.

    >>> load() is load()
    True
    >>> len(load("saving").templates)
    15
    """
    names = (files,) if isinstance(files, str) else tuple(files)
    for name in names:
        if name not in FILES:
            known = ", ".join(FILES)
            raise InvalidInput(f"There is no template file {name!r}; choose among: {known}.")
    if not names:
        raise InvalidInput("Name at least one template file.")
    return _load(names)


@cache
def _load(names: tuple[str, ...]) -> Library:
    folder = resources.files("gokan.sight") / "book"
    return Library(
        t for name in names for t in parse((folder / f"{name}.txt").read_text("utf-8"), file=name)
    )


def book(arrays: str = "all") -> Library:
    """The book that reads these arrays: `all`, or only the paper's `seven`.

    >>> seven = book("seven")
    >>> marks = sum(template.weight is None for template in seven.templates)
    >>> len(seven.templates) - marks, marks
    (65, 20)
    """
    for name, files in BOOKS.items():
        if arrays == name:
            return load(files)
    raise InvalidInput(f"The arrays are seven (the paper's) or all, not {arrays!r}.")


def read(*paths: str | os.PathLike[str]) -> Library:
    """A library from template files of your own."""
    if not paths:
        raise InvalidInput("Name at least one template file.")
    return Library(t for path in paths for t in parse(_text(path), file=os.fspath(path)))


def _text(path: str | os.PathLike[str]) -> str:
    try:
        return Path(path).read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise InvalidTemplate(f"{os.fspath(path)}, line {line}: this is not UTF-8 text") from None
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        reason = error.strerror if isinstance(error, OSError) else error
        raise InvalidInput(f"Cannot read {os.fspath(path)}: {reason}.") from None


def _mover(position: Position, color: Color | None) -> Color:
    side = position.to_play if color is None else color
    if side not in (Color.BLACK, Color.WHITE):
        raise InvalidInput(f"A side is black or white, not {color!r}.")
    return Color(side)
