"""Make the pictures of the guide by running the Python sessions on its pages.

    python docs/pictures.py          # writes into docs/guide/pictures
    python docs/pictures.py FOLDER

A page's code saves its own pictures, so that code and picture cannot drift apart.
"""

from __future__ import annotations

import doctest
import os
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGES = ["guide/drawing.md"]
FENCE = re.compile(r"^```pycon[^\n]*\n(.*?)^```$", re.M | re.S)


def main() -> int:
    """Run each page in the folder that takes the pictures."""
    folder = Path(sys.argv[1]) if sys.argv[1:] else HERE / "guide" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    for page in PAGES:
        session = "".join(FENCE.findall((HERE / page).read_text("utf-8")))
        test = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        if runner.run(test).failed:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
