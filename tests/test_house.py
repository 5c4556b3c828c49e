"""The rules of the house that a machine can check: who may import whom, and small files."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from gokan.former import FORMER

SOURCE = Path(__file__).resolve().parent.parent / "src" / "gokan"
LABORATORY = SOURCE.with_name("gokan_lab")
PRODUCT = sorted(SOURCE.rglob("*.py"))
MODULES = sorted([*PRODUCT, *LABORATORY.rglob("*.py")])
LONGEST = 650  # lines; the aim is 600 and one idea a file
LONGEST_FUNCTION = 63  # lines of a body; the aim is what fits on a screen
LONGEST_IN_THE_CORE = 76
MOST_FILES = 15  # at one level of a folder; the aim is a dozen
LARGE_FOLDERS = {  # those that are still larger; none may join them
    "gokan/explain/sources",
    "gokan/go",
    "gokan/goals",
    "gokan/goals/knowledge",
    "gokan/gtp/commands",
    "gokan/reading/life",
    "gokan_lab/study",
    "gokan_lab/training",
}

# What each room may import besides itself. Senses see `go` and may ask `reading` for verdicts;
# `play` and `explain` join the senses; nothing imports the outermost rooms.
GROUND = {
    *("errors", "checks", "chances", "files", "stopping", "draw", "go", "pages", "_core", ""),
    *("certainty", "effort", "assessment"),
}
SENSES = {"sight", "strength", "reading", "goals", "intuition", "shape"}
MAY_IMPORT = {
    "errors": set[str](),
    "checks": {"errors"},
    "chances": set[str](),
    "files": {"errors"},
    "stopping": set[str](),
    "certainty": {"errors"},
    "effort": {"errors"},
    "assessment": {"certainty", "effort", "go"},
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
    "assess": {*GROUND, *SENSES},
    "play": {*GROUND, *SENSES, "assess"},
    "explain": {*GROUND, *SENSES, "assess", "play"},
    "serve": {*GROUND, "reading", "assess", "play", "explain"},
    "batch": {"errors", "checks", "files", "stopping", "go", "_core", ""},
    "former": set[str](),
}

# Where `gokan` leads to `gokan_lab`, lazily: two commands, and, until version 0.2, former names.
TO_THE_LABORATORY = {
    "cli/__init__.py": {"gokan_lab.cli.study", "gokan_lab.cli.train"},
    "former.py": {today for today in FORMER.values() if today.startswith("gokan_lab.")},
}

# What stands inside a room, from the ground up: each part imports only those before it.
ORDER = {
    "reading": (
        "budget",
        "check",
        "weights",
        "deciding",
        "regions",
        "trials",
        "tactics",
        "groups",
        "problem",
        "posing",
        "life",
        "races",
        "safe",
        "judging",
        "proof",
        "generate",
    ),
}

# Parts of a folder that still import each other; none may join them.
IN_A_CIRCLE = {
    "gokan_lab/fits": {"outside", "refit"},
    "gokan/go": {"diagram", "sensei"},  # a diagram in Sensei's style is one way to write a diagram
}

# The folders of the core: each includes only itself and those before it.
CORE = SOURCE.parent.parent / "core"
CORE_ORDER = (
    "base",
    "go",
    "sight",
    "strength",
    "moves",
    "shape",
    "intuition",
    "goals",
    "reading",
    "play",
    "study",
)


def _named(path: Path) -> str:
    return str(path.relative_to(SOURCE.parent))


FOLDERS = sorted({path.parent for path in MODULES} - {SOURCE, LABORATORY})


@pytest.mark.parametrize("path", PRODUCT, ids=_named)
def test_rooms_depend_downwards_only(path: Path) -> None:
    room = _room(path)
    if room in MAY_IMPORT:
        wrong = set(_imported_rooms(path)) - MAY_IMPORT[room] - {room}
        assert not wrong, f"{room} may not import {', '.join(sorted(wrong))}"
    elif room not in {"cli", "web", "__main__"}:
        assert not {"cli", "web"} & set(_imported_rooms(path))


def test_folders_hold_few_files() -> None:
    count = Counter(_named(path.parent) for path in MODULES if path.name != "__init__.py")
    assert {folder for folder, files in count.items() if files > MOST_FILES} == LARGE_FOLDERS


def test_the_product_never_imports_the_laboratory() -> None:
    """By any import, in functions too, or by a name written down for `importlib`."""
    found: dict[str, set[str]] = {}
    for path in PRODUCT:
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                names = [node.value] if re.fullmatch(r"[\w.]+", node.value) else []
            else:
                continue
            led = {name for name in names if name.split(".")[0] == "gokan_lab"}
            if led:
                found.setdefault(str(path.relative_to(SOURCE)), set()).update(led)
    assert found == TO_THE_LABORATORY


@pytest.mark.parametrize("path", sorted(LABORATORY.rglob("*.py")), ids=_named)
def test_only_the_commands_of_the_laboratory_know_the_command_line(path: Path) -> None:
    if path.relative_to(LABORATORY).parts[0] != "cli":
        for module, name in _imports(path):
            assert not f"{module}.{name}.".startswith(("gokan.cli.", "gokan_lab.cli."))


@pytest.mark.parametrize("path", MODULES, ids=_named)
def test_files_are_small_and_say_what_they_are(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= LONGEST
    assert ast.get_docstring(_tree(path)), "a module starts with a sentence about itself"


@pytest.mark.parametrize("path", MODULES, ids=_named)
def test_functions_fit_on_a_screen(path: Path) -> None:
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[bool(ast.get_docstring(node)) :] or node.body
            lines = (body[-1].end_lineno or 0) - body[0].lineno + 1
            assert lines <= LONGEST_FUNCTION, f"{node.name} has {lines} lines"


@pytest.mark.parametrize("path", MODULES, ids=_named)
def test_what_is_private_stays_in_its_module(path: Path) -> None:
    for module, name in _imports(path):
        private = name.startswith("_") and name not in ("_core", "__version__")
        assert not private, f"{module}.{name} is private"


@pytest.mark.parametrize("path", MODULES, ids=_named)
def test_nobody_reaches_into_the_private_parts_of_another_folder(path: Path) -> None:
    known = {name for other in path.parent.glob("*.py") for name in _private_names(other)}
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Attribute) and re.fullmatch(r"_[a-z]\w*", node.attr):
            whose = ast.unparse(node.value)
            ours = whose in ("self", "cls") or node.attr in known
            assert ours or whose in ("torch", "os") or node.attr == "_replace", (
                f"{whose}.{node.attr}"
            )


@pytest.mark.parametrize("room", ORDER)
def test_parts_of_a_room_depend_downwards_only(room: str) -> None:
    """Imports for the types alone do not count: they are not made when the program runs."""
    order = ORDER[room]
    here = SOURCE / room
    found = {p.stem for p in here.glob("*.py")} | {
        p.parent.name for p in here.glob("*/__init__.py")
    }
    assert found - {"__init__"} == set(order)
    for path in here.rglob("*.py"):
        part = path.relative_to(here).parts[0].removesuffix(".py")
        if part == "__init__":
            continue
        for module, name in _imports(path, types=False):
            start = f"gokan.{room}"
            if module == start or module.startswith(f"{start}."):
                other = f"{module}.{name}".split(".")[2]
                assert order.index(other) <= order.index(part), f"{path}: {part} imports {other}"


@pytest.mark.parametrize("folder", FOLDERS, ids=_named)
def test_parts_of_a_package_have_an_order(folder: Path) -> None:
    """Whatever imports whom when the program runs, in functions too: never in a circle."""
    below = {part: set(_parts_below(part, folder)) for part in _parts(folder)}
    left = dict(below)  # take off what uses nothing that is left, and what nothing uses
    while ready := {
        part
        for part, uses in left.items()
        if not uses & left.keys() or not any(part in other for other in left.values())
    }:
        left = {part: uses for part, uses in left.items() if part not in ready}
    assert set(left) == IN_A_CIRCLE.get(_named(folder), set()), f"these import each other: {left}"


def test_folders_of_the_core_depend_downwards_only() -> None:
    folders = {p.name for p in CORE.iterdir() if p.is_dir()} - {"bindings", "tests"}
    assert folders == set(CORE_ORDER)
    for path in CORE.rglob("*.[ch]*"):
        here = path.relative_to(CORE).parts[0]
        for other in re.findall(r'#include "([a-z_]+)/', path.read_text("utf-8")):
            if here not in ("bindings", "tests"):
                below = CORE_ORDER.index(other) <= CORE_ORDER.index(here)
                assert below, f"{path.name} of {here} includes {other}"


def test_functions_of_the_core_fit_on_a_screen() -> None:
    """Bindings are lists and do not count. A body ends where its brace stands under its head."""
    control = re.compile(
        r"\s*(?:namespace|struct|class|enum|union|if|for|while|switch|do|else|\})\b"
    )
    for path in CORE.rglob("*.[ch]*"):
        if "bindings" in path.parts:
            continue
        lines = path.read_text("utf-8").splitlines()
        for number, line in enumerate(lines):
            if (
                not line.endswith("{")
                or control.match(line)
                or "(" not in "".join(lines[number - 1 : number + 1])
            ):
                continue
            closing = re.compile(rf" {{0,{len(line) - len(line.lstrip())}}}\}}")
            rest = lines[number + 1 :]
            length = next((k for k, one in enumerate(rest) if closing.match(one)), 0)
            assert length <= LONGEST_IN_THE_CORE, f"{path.name}: {line.strip()} has {length} lines"


def test_the_core_is_listed_in_the_order_of_its_folders() -> None:
    map_ = (CORE.parent / "CONTRIBUTING.md").read_text("utf-8")
    line = next(line for line in map_.splitlines() if line.startswith("| `core/` |"))
    named = [name for name in re.findall(r"`([a-z]+)`", line) if name in CORE_ORDER]
    assert tuple(named) == CORE_ORDER


def test_the_map_names_every_room() -> None:
    map_ = (CORE.parent / "CONTRIBUTING.md").read_text("utf-8").partition("## Check a change")[0]
    for path in sorted(SOURCE.parent.glob("gokan*/*/__init__.py")):
        assert f"{path.parent.name}/`" in map_, f"nothing is said of {path.parent.name}"


def test_the_picture_of_the_packages_is_as_they_import() -> None:
    tool = CORE.parent / "tools" / "packages.py"
    told = subprocess.run([sys.executable, str(tool), "--check"], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr or "run: python tools/packages.py"


def test_files_that_the_map_names_exist() -> None:
    page = (CORE.parent / "CONTRIBUTING.md").read_text("utf-8")
    map_ = page.partition("## Check a change")[0]
    named = re.findall(r"`((?:src|core|tests|tools|docs|web|fuzz)/[a-z_0-9/.]+)`", map_)
    assert len(named) > 20
    assert [name for name in named if not (CORE.parent / name).exists()] == []


def test_the_checker_of_proofs_shares_nothing_with_the_search() -> None:
    here = SOURCE / "reading" / "check"
    for path in here.rglob("*.py"):
        for module, _ in _imports(path):
            known = module.startswith("gokan.reading.check") or module == "gokan.errors"
            assert known, f"{path.name} imports {module}"
    code = "import gokan.reading.check.bundle, sys; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.split()
    allowed = {"gokan", "gokan.errors", "gokan.former", "gokan.version", "gokan.reading"}
    ours = {name for name in loaded if name == "gokan" or name.startswith("gokan.")}
    assert all(name in allowed or name.startswith("gokan.reading.check") for name in ours)


def _imports(path: Path, *, types: bool = True) -> Iterator[tuple[str, str]]:
    """What a file imports of gokan: module and name, in functions too."""
    tree = _tree(path)
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test) and not types:
            skipped.update(ast.walk(node))
        if isinstance(node, ast.ImportFrom) and node not in skipped:
            module = node.module or ""
            if module.split(".")[0] in ("gokan", "gokan_lab"):
                yield from ((module, alias.name) for alias in node.names)


def _parts(folder: Path) -> set[str]:
    """The modules and packages of a folder."""
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    return modules | {path.parent.name for path in folder.glob("*/__init__.py")}


def _parts_below(part: str, folder: Path) -> Iterator[str]:
    """The other parts of the folder that this one imports when the program runs."""
    start = ".".join(folder.relative_to(SOURCE.parent).parts)
    inside = folder / part
    for path in inside.rglob("*.py") if inside.is_dir() else [inside.with_suffix(".py")]:
        for module, name in _imports(path, types=False):
            full = f"{module}.{name}"
            if full.startswith(f"{start}."):
                other = full.removeprefix(f"{start}.").split(".")[0]
                if other != part and other in _parts(folder):
                    yield other


@cache
def _private_names(path: Path) -> frozenset[str]:
    """What a file defines with a leading underscore: functions, classes, fields and variables."""
    found: set[str] = set()
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found |= {node.attr} if ast.unparse(node.value) == "self" else set()
    return frozenset(found)


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _room(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def _imported_rooms(path: Path) -> Iterator[str]:
    """The rooms whose modules a file imports, anywhere in it, types included."""
    package = ["gokan", *path.relative_to(SOURCE).parts[:-1]]
    for node in ast.walk(_tree(path)):
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


_ROOMS = {_room(path) for path in PRODUCT} - {"__init__"} | {"_core"}
