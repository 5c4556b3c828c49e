"""Learned classes: what they are, where they come from, how they are kept and read.

A library is a folder: `classes.txt` with the definitions of all classes in the text format of ETS,
`classes.json` with what was counted about each. Titles in `classes.txt` may be changed by hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from gokan.errors import GokanError, InvalidInput
from gokan.shape.ets import Setting, parse
from gokan.shape.go.record import LEVELS
from gokan.shape.learn.formation import Formation

CLASSES, COUNTS = "classes.txt", "classes.json"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Learned:
    """One learned class. Certainty: measured, in the games it was learned from."""

    name: str
    """Of the class, without its colour: `black-NAME` and `white-NAME` are defined."""
    title: str
    code: int
    order: tuple[int, ...] | None
    together: bool
    played: int
    games: int
    possible: int
    chosen: int
    at_once: float
    """Share of times that the youngest stone it builds on was the last move."""
    next: tuple[tuple[str, float], ...]
    """Classes that follow, and how often in a hundred."""
    outcomes: dict[str, int]
    ground: dict[str, int]
    examples: tuple[tuple[str, int], ...]
    """Games and moves."""
    again: tuple[str, ...] = ()
    """Hand-made classes that it was found to be."""
    against: dict[str, int] = field(default_factory=dict)
    """What became of the opponent's stones in it, counted as `outcomes` are."""

    @property
    def formation(self) -> Formation:
        """Stones and ties."""
        return Formation.decode(self.code)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


class Library:
    """Learned classes, the most telling first, and their definitions."""

    def __init__(self, classes: Sequence[Learned], text: str, about: dict[str, Any]) -> None:
        self.classes = tuple(classes)
        self.text = text
        self.about = about

    @staticmethod
    def read(folder: Traversable) -> Library:
        """A library from its folder. Titles are those of the definitions."""
        try:
            text = (folder / CLASSES).read_text("utf-8")
            kept = json.loads((folder / COUNTS).read_text("utf-8"))
            if kept["gokan learned classes"] != VERSION:
                raise InvalidInput("the learned classes were written by another version.")
            titles = dict(_TITLE.findall(text))
            made = [_learned(c, titles) for c in kept["classes"]]
        except FileNotFoundError:
            raise GokanError(
                "There are no learned classes here; learn some with 'gokan train classes'."
            ) from None
        except (ValueError, KeyError, TypeError):
            raise InvalidInput(f"{folder} holds no library of learned classes.") from None
        return Library(made, text, kept["about"])

    def counts(self) -> str:
        """What `classes.json` holds."""
        data = {
            "gokan learned classes": VERSION,
            "about": self.about,
            "classes": [c.to_dict() for c in self.classes],
        }
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"

    @cached_property
    def setting(self) -> Setting:
        """The shipped classes of all levels and these."""
        folder = files("gokan.shape.go")
        shipped = "".join((folder / name).read_text("utf-8") for name in LEVELS)
        return parse(f"{shipped}\nlevel 2\n{self.text}", file="the learned classes")

    @cached_property
    def codes(self) -> list[int]:
        """The numbers of the formations, in the order of `classes`."""
        return [c.code for c in self.classes]

    def title(self, number: int) -> str:
        """A class's name for people, without its colour."""
        return self.classes[number].title


@cache
def shipped() -> Library:
    """The classes that come with Gokan.

    >>> library = shipped()
    >>> len(library.classes) >= 100
    True
    """
    return Library.read(files("gokan.shape") / "learned")


_TITLE = re.compile(r"^class \{a\}-(\S+)\n    title: (?:\{a\} )?(.*)$", re.MULTILINE)


def _learned(kept: dict[str, Any], titles: dict[str, str]) -> Learned:
    return Learned(
        **{
            **kept,
            "title": titles.get(kept["name"], kept["title"]),
            "order": None if kept["order"] is None else tuple(kept["order"]),
            "next": tuple((str(n), float(s)) for n, s in kept["next"]),
            "examples": tuple((str(g), int(m)) for g, m in kept["examples"]),
            "again": tuple(kept["again"]),
        }
    )
