"""The template library: files of templates, compiled once into the matcher of the core."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from pathlib import Path

from gokan import _core
from gokan.go import Color, Position
from gokan.sight.see import ROUNDS, SEED
from gokan.sight.template import OFF_BOARD, Conjunction, Template, parse

PAPER = (
    "saving",
    "attacking",
    "connecting",
    "interface",
    "extending",
    "opening",
    "eyes",
    "restraint",
    "lookahead",
)
"""The files the player `zobrist` uses: what can be seen on the board alone."""

WITH_LAST_MOVE = (*PAPER, "last")
"""Also the templates that look at the opponent's last move."""


class Library:
    """Templates, compiled: `scan` gives weights and marks, `counts` says who spoke where.

    >>> library = load()
    >>> weights, marks = library.scan(Position.empty(19).play("D4"))
    >>> len(weights), marks
    (361, [])
    """

    def __init__(self, templates: Iterable[Template]) -> None:
        self.templates = tuple(templates)
        classes: dict[Conjunction, int] = {}

        def class_of(conditions: Conjunction | None) -> int:
            if conditions is None:
                return OFF_BOARD
            return classes.setdefault(conditions, len(classes))

        shapes = [
            (
                [(dx, dy, class_of(conditions)) for dx, dy, conditions in t.cells],
                t.weight or 0,
                t.once,
                list(t.marks),
            )
            for t in self.templates
        ]
        self.eye = _core.SightEye([list(c) for c in classes], shapes)
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
        return self.eye.scan(position.core, color or position.to_play, rounds, seed)

    def counts(
        self,
        position: Position,
        color: Color | None = None,
        *,
        rounds: int = ROUNDS,
        seed: int = SEED,
    ) -> list[tuple[int, int, int]]:
        """Every template that matches: its number, the point it speaks about, how many times."""
        return self.eye.counts(position.core, color or position.to_play, rounds, seed)

    def weights(self) -> list[int]:
        """The weight of each template; 0 for those that mark."""
        return [t.weight or 0 for t in self.templates]


@cache
def load(files: Sequence[str] = PAPER) -> Library:
    """The library made of these files of Gokan's own (names without `.txt`), compiled once.

    >>> load() is load()
    True
    """
    folder = resources.files("gokan.sight") / "book"
    return Library(
        t for name in files for t in parse((folder / f"{name}.txt").read_text("utf-8"), file=name)
    )


def read(*paths: str | Path) -> Library:
    """A library from template files of your own."""
    return Library(
        t for path in paths for t in parse(Path(path).read_text("utf-8"), file=str(path))
    )
