"""The picture of the review page in the README: the example game, reviewed and shown by a browser.

python tools/review_picture.py                  # reviews the game first, which takes a while
python tools/review_picture.py --page FILE      # shows a page that is there already
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "examples" / "zobrist-cowan.sgf"
PICTURE = ROOT / "docs" / "guide" / "pictures" / "review.png"


def main() -> int:
    """Review the game, open the page at its worst move, and keep what the browser shows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--page", type=Path, help="a page that gokan review has written")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        page = options.page
        if page is None:
            command = [sys.executable, "-m", "gokan", "review", str(GAME), "--output", folder]
            subprocess.run(command, check=True)
            page = Path(folder) / f"{GAME.stem}.review.html"
        data = json.loads(page.with_suffix(".json").read_text("utf-8"))
        mattered = [move for move in data["moves"] if move["matters"]]
        worst = max(mattered, key=lambda move: float(move["loss"]))["number"]
        node = [sys.executable, str(ROOT / "tools" / "node.py"), "picture.mjs"]
        size = ["--width", "1280", "--height", "760", "--at", str(worst)]
        return subprocess.run([*node, str(page.resolve()), str(PICTURE), *size]).returncode


if __name__ == "__main__":
    sys.exit(main())
