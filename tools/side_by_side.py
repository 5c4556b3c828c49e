"""The Python tests in two processes, which on two cores takes little more than half the time.

python tools/side_by_side.py

Four rooms take about as long as all the rest. What they say is shown when the rest is done; the
exit status is that of the part that failed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("tests/reading", "tests/explain", "tests/play", "tests/goals")
PYTEST = [sys.executable, "-m", "pytest"]


def main() -> int:
    """Run both parts, and say what they said one after the other."""
    log = ROOT / "build" / "pytest-rooms.log"
    log.parent.mkdir(exist_ok=True)
    with log.open("w") as sink:
        rooms = subprocess.Popen(
            [*PYTEST, "-p", "no:cacheprovider", *ROOMS],
            cwd=ROOT,
            stdout=sink,
            stderr=subprocess.STDOUT,
        )
        try:
            ignored = [f"--ignore={room}" for room in ROOMS]
            rest = subprocess.run([*PYTEST, *ignored], cwd=ROOT).returncode
            status = rooms.wait()
        finally:
            rooms.kill()
    print(log.read_text("utf-8", "replace"), end="")
    return rest or status


if __name__ == "__main__":
    sys.exit(main())
