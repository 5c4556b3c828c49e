"""Rule files as entries: `rule NAME`, then lines `key: value`, then indented boards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from gokan.goals.knowledge.conditions import InvalidRule

__all__ = ["Entry", "Value", "check_name", "entries"]

KEYS = frozenset(
    {"purpose", "goal", "reason", "map", "where", "when", "good", "bad", "threat", "border"}
    | {"centre", "eyes", "connection", "only", "solid", "source", "match", "no match"}
)
BOARDS = frozenset({"map", "where", "match", "no match"})
"""Keys whose text stands on the indented lines below them."""
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MOST_TEXT = 4_000_000


@dataclass(frozen=True, slots=True)
class Value:
    """One key of an entry: the text behind the colon, and the indented lines below it."""

    key: str
    text: str
    lines: tuple[str, ...]
    number: int


@dataclass
class Entry:
    """The lines of one rule."""

    name: str
    file: str
    number: int
    values: list[Value] = field(default_factory=list)

    def wrong(self, what: str, at: int | str = "") -> InvalidRule:
        """The error to raise: a sentence that says where, by a line or by a key."""
        if isinstance(at, str):
            at = next((value.number for value in self.all(at)), self.number)
        return InvalidRule(f"{self.file}, line {at}, rule {self.name}: {what}")

    def one(self, key: str) -> Value | None:
        """The only value of a key."""
        found = self.all(key)
        if len(found) > 1:
            raise self.wrong(f"{key!r} stands twice", found[1].number)
        return found[0] if found else None

    def all(self, key: str) -> list[Value]:
        """All values of a key, in order."""
        return [value for value in self.values if value.key == key]

    def text(self, key: str) -> str:
        """The text of a key, joined over lines; empty where it is missing."""
        value = self.one(key)
        return " ".join([value.text, *(s.strip() for s in value.lines)]).strip() if value else ""


def entries(text: str, file: str) -> Iterator[Entry]:
    """The entries of a file."""
    if len(text) > MOST_TEXT:
        raise InvalidRule(f"{file} is too large for a file of rules")
    entry: Entry | None = None
    key, head, lines, start = "", "", list[str](), 0

    def close() -> None:
        if key and entry:
            entry.values.append(Value(key, head, tuple(lines), start))

    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.rstrip()
        if line.startswith("#") or not line:
            continue
        if line[0] == " ":
            if not key:
                raise InvalidRule(f"{file}, line {number}: an indented line belongs to no key")
            lines.append(line)
            continue
        if line[0].isspace():
            raise InvalidRule(f"{file}, line {number}: indent lines with spaces, not with tabs")
        close()
        key = ""
        if line.startswith("rule "):
            if entry:
                yield entry
            name = line[5:].strip()
            try:
                check_name(name)
            except InvalidRule as complaint:
                raise InvalidRule(f"{file}, line {number}: {complaint}") from None
            entry = Entry(name, file, number)
            continue
        if entry is None:
            raise InvalidRule(f"{file}, line {number}: a file of rules begins with `rule NAME`")
        key, colon, head = (part.strip() for part in line.partition(":"))
        if not colon or key not in KEYS:
            raise entry.wrong(f"{line.strip()[:40]!r} is not known here", number)
        if key in BOARDS and head:
            raise entry.wrong(f"write what belongs to {key!r} on the lines below it", number)
        lines, start = [], number
    close()
    if entry:
        yield entry


def check_name(name: str) -> None:
    """Refuses what is no name of a rule."""
    if not _NAME.fullmatch(name):
        raise InvalidRule(f"{name[:40]!r} is not a name; use lower-case letters, digits, -")
