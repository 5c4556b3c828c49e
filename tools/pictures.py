"""Make the pictures of the README and the guide by running the Python sessions on their pages.

    make pictures                         # writes into docs/guide/pictures
    python tools/pictures.py FOLDER

A page's code saves its own pictures, so that code and picture cannot drift apart.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^```pycon[^\n]*\n(.*?)^```$", re.M | re.S)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def main() -> int:
    """Run each page in a folder of its own and keep the pictures it leaves there."""
    folder = Path(sys.argv[1] if sys.argv[1:] else ROOT / "docs/guide/pictures").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return max(_run(page, folder) for page in [ROOT / "README.md", *_guide()])


def _guide() -> list[Path]:
    return sorted([*(ROOT / "docs/guide").glob("*.md"), *(ROOT / "docs/ideas").glob("*.md")])


def _run(page: Path, folder: Path) -> int:
    session = "".join(FENCE.findall(page.read_text("utf-8")))
    test = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    with tempfile.TemporaryDirectory() as scratch:
        shutil.copytree(ROOT / "examples", Path(scratch) / "examples")
        os.chdir(scratch)
        failed = doctest.DocTestRunner(optionflags=FLAGS).run(test).failed
        for picture in Path(scratch).glob("*.svg"):
            shutil.copy(picture, folder)
        os.chdir(ROOT)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
