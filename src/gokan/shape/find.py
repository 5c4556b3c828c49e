"""Find a shape, or its formation, in many games.

An index keeps the blocks and spaces (level 1) of every game and where they overlap; a pattern is a
class of level 2, which is searched in it. So a question costs no new recognition of games.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from gokan import _core
from gokan.errors import GokanError, InvalidInput
from gokan.files import write_whole
from gokan.go import Position, to_vertex
from gokan.go.vertex import MAX_SIDE
from gokan.shape.ets import ClassDef, Setting, parse, write
from gokan.shape.go.index import Index, core_level
from gokan.shape.go.observe import observe
from gokan.shape.go.record import classes

VERSION = 1


@dataclass(frozen=True, slots=True)
class Hit:
    """A place in a game where a shape stood, from one move to another."""

    game: str
    start: int
    end: int
    points: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"game": self.game, "from": self.start, "to": self.end, "points": [*self.points]}


@dataclass(frozen=True, slots=True)
class Found:
    """What a search gave. Certainty: exact, by the definition of the pattern."""

    pattern: str
    games: int
    total: int
    hits: tuple[Hit, ...]

    def to_dict(self) -> dict[str, Any]:
        """For JSON; `hits` may be fewer than `total`."""
        return {
            "pattern": self.pattern,
            "certainty": "exact",
            "games": self.games,
            "total": self.total,
            "hits": [h.to_dict() for h in self.hits],
        }

    def explain(self) -> str:
        """A headline and a line for each place."""
        lines = [f"{self.pattern}: {self.total} in {self.games} games"]
        lines += [
            f"{h.game}: moves {h.start} to {h.end}, {' '.join(h.points[:8])}" for h in self.hits
        ]
        return "\n".join(lines)


class Library:
    """The level-1 elements of many games.

    >>> start = Position.empty(9)
    >>> game = [start, start.play("C3"), start.play("C3").play("G7")]
    >>> library = Library.build([("one", game)])
    >>> library.find("black-corner-three-three").total
    1
    """

    def __init__(self, header: dict[str, Any], packed: bytes) -> None:
        self.header = header
        self.packed = packed

    @staticmethod
    def build(
        games: Iterable[tuple[str, Iterable[Position]]],
        *,
        progress: Callable[[int], None] | None = None,
    ) -> Library:
        """Index games; each comes with a name and its positions in turn."""
        names, sizes, parts, offsets = [], [], [], [0]
        stones = [n for n, name in enumerate(classes().classes) if name.endswith("-stone")]
        for name, positions in games:
            index = Index(observe(positions), levels=1)
            data = _core.shape_pack(index.worlds, stones)
            names.append(name)
            sizes.append((index.view.width, index.view.height))
            parts.append(data)
            offsets.append(offsets[-1] + len(data))
            if progress is not None:
                progress(len(names))
        header = {
            "gokan shape index": VERSION,
            "classes": _signature(),
            "games": names,
            "sizes": sizes,
            "offsets": offsets,
        }
        return Library(header, b"".join(parts))

    def __len__(self) -> int:
        return len(self.header["games"])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the index: a line of JSON, then the packed games."""
        head = json.dumps(self.header, ensure_ascii=False).encode() + b"\n"
        write_whole(Path(path), head + self.packed)

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Library:
        """Read an index; one made with other classes is refused."""
        return Library.read(Path(path).read_bytes(), name=os.fspath(path))

    @staticmethod
    def read(data: bytes, *, name: str = "the index") -> Library:
        """An index from the bytes of its file."""
        head, _, packed = data.partition(b"\n")
        try:
            header = json.loads(head)
            current = (header["gokan shape index"], header["classes"]) == (VERSION, _signature())
            good = _is_whole(header, len(packed)) if current else False
        except (ValueError, KeyError, TypeError, IndexError, RecursionError):
            raise InvalidInput(f"{name} is not an index of shapes.") from None
        if not good:
            raise InvalidInput(f"{name} was made with other classes or is cut off; make it again.")
        return Library(header, packed)

    def find(
        self, pattern: str | ClassDef, *, setting: Setting | None = None, most: int = 20
    ) -> Found:
        """Where a class of level 2 stood; `setting` defines it if it is not a shipped one."""
        known = setting or classes()
        definition = known.class_(pattern) if isinstance(pattern, str) else pattern
        if definition.level != 2:
            raise InvalidInput(
                f"{definition.name} is of level {definition.level}, but patterns are of level 2."
            )
        kinds = {name: n for n, name in enumerate(classes().classes)}
        level = core_level(known, 2, {**kinds, definition.name: len(kinds)}, [definition])
        try:
            found = _core.shape_search(
                self.packed, self.header["offsets"], len(kinds) + 1, level, most
            )
        except ValueError as error:
            raise GokanError(f"The index cannot be read: {error}.") from None
        return Found(
            definition.title or definition.name,
            len(self),
            found.total,
            tuple(self._hit(one) for one in found.hits),
        )

    def _hit(self, one: _core.ShapeHit) -> Hit:
        width, height = self.header["sizes"][one.game]
        names = tuple(to_vertex(p, width, height) for p in one.points)
        return Hit(self.header["games"][one.game], one.start, one.end, names)


def read_pattern(text: str, *, file: str) -> tuple[Setting, ClassDef]:
    """A file of level-2 definitions on top of the shipped ones, and the last class it defines."""
    shipped = classes()
    try:
        setting = parse(write(shipped) + "\nlevel 2\n" + text, file=file)
    except InvalidInput as error:
        raise InvalidInput(_shift(str(error), write(shipped).count("\n") + 2)) from None
    own = [c for c in setting.classes.values() if c.name not in shipped.classes and c.level == 2]
    if not own:
        raise InvalidInput(f"{file} defines no class of level 2.")
    if {c.name for c in setting.links(1)} != {c.name for c in shipped.links(1)}:
        raise InvalidInput(f"{file} joins on constraints that the index does not hold.")
    return setting, own[-1]


def _shift(said: str, lines: int) -> str:
    import re

    return re.sub(r"line (\d+)", lambda m: f"line {max(1, int(m[1]) - lines)}", said, count=1)


def _is_whole(header: dict[str, Any], size: int) -> bool:
    """Whether the header fits itself and what follows it."""
    games, sizes, offsets = header["games"], header["sizes"], header["offsets"]
    return (
        all(isinstance(name, str) for name in games)
        and all(type(n) is int and 1 <= n <= MAX_SIDE for w, h in sizes for n in (w, h))
        and all(type(n) is int and 0 <= n <= size for n in offsets)
        and len(games) == len(sizes) == len(offsets) - 1
        and offsets == sorted(offsets)
        and offsets[-1] == size
    )


@lru_cache(maxsize=1)
def _signature() -> int:
    """Changes with the classes of level 1, which an index is made of."""
    shipped = classes()
    text = "".join(repr(c) for (level, _), c in shipped.constraints.items() if level < 2)
    text += "".join(repr(c) for c in shipped.classes.values())
    text += "".join(c.name for c in shipped.links(1))
    return zlib.crc32(text.encode())
