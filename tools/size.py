"""How large the house is: lines, names, words, and what two commands enter.

    python tools/size.py [--commands]

Prints one line of JSON: lines of Python in the product and the laboratory, with and without
docstrings, comments and blank lines; the names that packages offer (`__all__`) and the public
top-level names; words of the documentation; the longest file and the median. With `--commands`
also how many of our files `gokan status` and `gokan review` call functions of, and the time that
`gokan --version` and the first line of `gokan gtp` take, best of five.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "examples" / "zobrist-cowan.sgf"
ENTERED = """
import atexit, inspect, os, sys, threading
files = set()
def watch(frame, event, arg):
    if frame.f_code.co_flags & inspect.CO_OPTIMIZED:  # a function, not a module or a class
        files.add(frame.f_code.co_filename)
def count():
    sys.setprofile(None)
    ours = [one for one in files if "/src/gokan" in one and "/cli/" not in one]
    open(os.environ["ENTERED"], "w").write(str(len(ours)))
atexit.register(count)
threading.setprofile(watch)
sys.setprofile(watch)
sys.argv[0] = "gokan"
from gokan.cli import main
main()
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--commands", action="store_true", help="run status and review too")
    told = parser.parse_args()
    sizes: dict[str, object] = {
        name: _python(ROOT / "src" / package)
        for name, package in (("product", "gokan"), ("laboratory", "gokan_lab"))
    }
    sizes["docs"] = _words(ROOT / "docs")
    if told.commands:
        sizes["entered"] = {
            "status": _entered("status", str(GAME), "--move", "150"),
            "review": _entered("review", str(GAME), "--level", "quick", "--output", "OUT"),
        }
        sizes["milliseconds"] = {
            "version": _fastest("--version"),
            "gtp": _fastest("gtp", "--player", "random", stdin="name\nquit\n"),
        }
    print(json.dumps(sizes))


def _python(folder: Path) -> dict[str, int]:
    lines, bare, offered, public = [], 0, 0, 0
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        lines.append(len(text.splitlines()))
        bare += _without_words(text, tree)
        offered += _offered(tree) if path.name == "__init__.py" else 0
        public += sum(
            not node.name.startswith("_")
            for node in tree.body
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        )
    return {
        "files": len(lines),
        "lines": sum(lines),
        "bare": bare,
        "offered": offered,
        "public": public,
        "median": int(statistics.median(lines)),
        "longest": max(lines),
    }


def _without_words(text: str, tree: ast.Module) -> int:
    """Lines that are neither blank nor comment nor docstring."""
    words: set[int] = set()
    for node in ast.walk(tree):
        value = node.value if isinstance(node, ast.Expr) else None
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            words.update(range(value.lineno, (value.end_lineno or value.lineno) + 1))
    kept = (
        line.strip() and not line.strip().startswith("#") and number not in words
        for number, line in enumerate(text.splitlines(), 1)
    )
    return sum(map(bool, kept))


def _offered(tree: ast.Module) -> int:
    """How many names a package lists in `__all__`, or in the table it offers them from."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name, value = node.targets[0].id, node.value
            if name == "__all__" and isinstance(value, ast.List | ast.Tuple):
                return len(value.elts)
            if name == "_EXPORTS" and isinstance(value, ast.Dict):
                return len(value.keys)
    return 0


def _words(folder: Path) -> dict[str, int]:
    """Words of each folder of the documentation, and of all of it."""
    found: dict[str, int] = {}
    for path in folder.rglob("*.md"):
        part = path.relative_to(folder).parts[0] if path.parent != folder else "home"
        found[part] = found.get(part, 0) + len(path.read_text("utf-8").split())
    return {**dict(sorted(found.items())), "all": sum(found.values())}


def _entered(*arguments: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "entered"
        given = [str(Path(folder) / "out") if a == "OUT" else a for a in arguments]
        subprocess.run(
            [sys.executable, "-c", ENTERED, *given],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "ENTERED": str(told)},
        )
        return int(told.read_text("utf-8"))


def _fastest(*arguments: str, stdin: str = "") -> int:
    program = [sys.executable, "-m", "gokan", *arguments]
    taken = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run(program, input=stdin, check=True, capture_output=True, text=True)
        taken.append(time.perf_counter() - start)
    return round(min(taken) * 1000)


if __name__ == "__main__":
    main()
