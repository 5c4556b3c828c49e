"""The rules of the house that a machine can check: who may import whom, and small files."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "gokan"
MODULES = sorted(SOURCE.rglob("*.py"))
LONGEST = 650  # lines; the aim is 600 and one idea a file

# What each room may import besides itself. Senses see `go` and may ask `reading` for verdicts;
# `play` and `explain` join the senses; nothing imports the outermost rooms.
GROUND = {"errors", "checks", "files", "draw", "go", "pages", "_core", ""}
SENSES = {"sight", "strength", "reading", "goals", "intuition", "shape"}
MAY_IMPORT = {
    "errors": set[str](),
    "checks": {"errors"},
    "files": {"errors"},
    "pages": {"errors"},
    "go": {"errors", "files", "_core", "draw", ""},
    "draw": {"errors", "files", "go", ""},
    "sight": {*GROUND},
    "strength": {*GROUND, "reading"},
    "reading": {*GROUND},
    "logic": {"errors", "checks", "files"},
    "goals": {*GROUND, "logic", "reading"},
    "intuition": {*GROUND, "reading"},
    "shape": {*GROUND, "reading"},
    "play": {*GROUND, *SENSES},
    "explain": {*GROUND, *SENSES, "play"},
}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_rooms_depend_downwards_only(path: Path) -> None:
    room = _room(path)
    if room in MAY_IMPORT:
        wrong = set(_imported_rooms(path)) - MAY_IMPORT[room] - {room}
        assert not wrong, f"{room} may not import {', '.join(sorted(wrong))}"
    elif room not in {"cli", "web", "__main__"}:
        assert not {"cli", "web"} & set(_imported_rooms(path))


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(SOURCE)))
def test_files_are_small_and_say_what_they_are(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= LONGEST
    assert ast.get_docstring(ast.parse(text)), "a module starts with a sentence about itself"


def _room(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def _imported_rooms(path: Path) -> Iterator[str]:
    """The rooms whose modules a file imports, anywhere in it, types included."""
    package = ["gokan", *path.relative_to(SOURCE).parts[:-1]]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            names = (
                [f"{start}.{alias.name}" for alias in node.names] if start == "gokan" else [start]
            )
        else:
            continue
        for name in names:
            parts = name.split(".")
            if parts[0] == "gokan":
                yield parts[1] if len(parts) > 1 and parts[1] in _ROOMS else ""


_ROOMS = {_room(path) for path in MODULES} - {"__init__"} | {"_core"}
