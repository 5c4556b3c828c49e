"""The lines of a template file, sorted into entries of keys and values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gokan.errors import InvalidInput

LARGEST = 1 << 20
"""Characters in one file; no book is near it."""

REPEATED = ("match", "no match")
BLOCKS = ("shape", "where", *REPEATED)
KEYS = ("reason", "shape", "where", "weight", "by hand", "count", "mark", *REPEATED)

_NAME = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


class InvalidTemplate(InvalidInput):
    """A template file that cannot be read, or templates that do not go together."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a block, and where it stands."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Value:
    """What stands behind a key: text on its line, or a block of indented lines below it."""

    key: str
    number: int
    text: str
    lines: list[Line]


@dataclass(frozen=True, slots=True)
class Entry:
    """One template as it is written."""

    file: str
    name: str
    number: int
    values: list[Value]

    def one(self, key: str) -> Value | None:
        """The value of a key that is given at most once."""
        return next((value for value in self.values if value.key == key), None)

    def all(self, key: str) -> list[Value]:
        """The values of a key that may be repeated."""
        return [value for value in self.values if value.key == key]

    def wrong(self, what: str, number: int | None = None) -> InvalidTemplate:
        """A mistake on a line, or in the entry as a whole."""
        at = self.number if number is None else number
        return InvalidTemplate(f"{self.file}, line {at}, template {self.name}: {what}")


def entries(text: str, file: str) -> Iterator[Entry]:
    """The entries of a file, in order."""
    if len(text) > LARGEST:
        raise InvalidTemplate(f"{file}, line 1: a template file has at most {LARGEST} characters")
    if text.startswith("\ufeff"):
        raise InvalidTemplate(
            f"{file}, line 1: the file begins with a byte order mark; save it as plain UTF-8"
        )
    entry: Entry | None = None
    names: dict[str, int] = {}
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.rstrip()
        if not line or line.startswith("#"):
            continue
        if "\t" in line:
            raise InvalidTemplate(f"{file}, line {number}: use spaces, not tabs")
        if line == "template" or line.startswith("template "):
            if entry:
                yield entry
            name = line.removeprefix("template").strip()
            if not name or not set(name) <= _NAME:
                raise InvalidTemplate(
                    f"{file}, line {number}: a template's name has lower-case letters, digits "
                    f"and hyphens, not {name!r}"
                )
            if name in names:
                raise InvalidTemplate(
                    f"{file}, line {number}: there is a template {name} on line {names[name]} "
                    "already"
                )
            names[name] = number
            entry = Entry(file, name, number, [])
        elif entry is None:
            raise InvalidTemplate(f"{file}, line {number}: expected a line `template NAME` first")
        elif line[0].isspace():
            _add_line(entry, number, line)
        else:
            _add_value(entry, number, line)
    if entry:
        yield entry


def _add_line(entry: Entry, number: int, line: str) -> None:
    if not entry.values or entry.values[-1].key not in BLOCKS:
        raise entry.wrong("this indented line belongs to no key", number)
    entry.values[-1].lines.append(Line(number, line))


def _add_value(entry: Entry, number: int, line: str) -> None:
    key, colon, text = line.partition(":")
    text = text.strip()
    if not colon or key not in KEYS:
        raise entry.wrong(f"unknown key {key!r}; the keys are {', '.join(KEYS)}", number)
    if key not in REPEATED and entry.one(key):
        raise entry.wrong(f"{key!r} is given a second time", number)
    if key in BLOCKS and text:
        raise entry.wrong(f"what belongs to {key!r} goes on indented lines below it", number)
    if key not in BLOCKS and not text:
        raise entry.wrong(f"nothing stands behind {key!r}", number)
    entry.values.append(Value(key, number, text, []))
