"""The picture of the packages in CONTRIBUTING.md, from what they import.

    python tools/packages.py            # writes it
    python tools/packages.py --check    # exit status 1 if it is out of date

An arrow says that one package imports another when the program runs. Arrows that follow from
others are left out, and so are the packages at the bottom that every other one uses.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "CONTRIBUTING.md"
BOTTOM = {"draw", "pages"}
BLOCK = re.compile(r"(?<=```mermaid\n).*?(?=```\n)", re.S)


def main() -> int:
    """Write the picture, or say whether it is as it should be."""
    text = PAGE.read_text("utf-8")
    fresh = BLOCK.sub(lambda _: picture(), text, count=1)
    if "--check" in sys.argv[1:]:
        return int(fresh != text)
    PAGE.write_text(fresh, "utf-8")
    return 0


def picture() -> str:
    """A flow chart, the packages that use most at the top."""
    below = {name: set(_used(name)) for name in _packages()}
    assert not (circle := _in_a_circle(below)), f"these import each other: {sorted(circle)}"
    lines = ["flowchart TD"]
    for name in sorted(below, key=lambda one: (-len(_all_below(below, one)), one)):
        further = set().union(*(_all_below(below, other) for other in below[name]))
        lines += [f"  {name} --> {other}" for other in sorted(below[name] - further)]
    return "\n".join(lines) + "\n"


def _packages() -> list[str]:
    found = (path.parent.name for path in (ROOT / "src" / "gokan").glob("*/__init__.py"))
    return ["gokan_lab", *sorted(set(found) - BOTTOM)]


def _used(name: str) -> Iterator[str]:
    """The packages that modules of this one import."""
    folder = ROOT / "src" / name if name == "gokan_lab" else ROOT / "src" / "gokan" / name
    for path in folder.rglob("*.py"):
        for module in _imported(ast.parse(path.read_text("utf-8"))):
            parts = module.split(".")
            other = parts[0] if parts[0] == "gokan_lab" else parts[1] if parts[1:] else ""
            if other in _packages() and other != name:
                yield other


def _imported(tree: ast.AST) -> Iterator[str]:
    """What is imported at run time, in functions too."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name.startswith("gokan"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gokan"):
            module = node.module or ""
            yield from (f"{module}.{one.name}" for one in node.names)
        else:
            yield from _imported(node)


def _all_below(below: dict[str, set[str]], name: str) -> set[str]:
    found: set[str] = set()
    left = set(below[name])
    while left:
        one = left.pop()
        if one not in found:
            found.add(one)
            left |= below[one]
    return found


def _in_a_circle(below: dict[str, set[str]]) -> set[str]:
    return {name for name in below if name in _all_below(below, name)}


if __name__ == "__main__":
    sys.exit(main())
