"""The Python tests in two processes, which on two cores takes little more than half the time.

python tools/side_by_side.py

The room of reading takes about as long as all the others together. What it says is shown when the
others are done; the exit status is that of the part that failed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
READING = "tests/reading"
PYTEST = [sys.executable, "-m", "pytest"]


def main() -> int:
    """Run both parts, and say what they said one after the other."""
    log = ROOT / "build" / "pytest-reading.log"
    log.parent.mkdir(exist_ok=True)
    with log.open("w") as sink:
        reading = subprocess.Popen(
            [*PYTEST, "-p", "no:cacheprovider", READING],
            cwd=ROOT,
            stdout=sink,
            stderr=subprocess.STDOUT,
        )
        try:
            others = subprocess.run([*PYTEST, f"--ignore={READING}"], cwd=ROOT).returncode
            status = reading.wait()
        finally:
            reading.kill()
    print(log.read_text("utf-8", "replace"), end="")
    return others or status


if __name__ == "__main__":
    sys.exit(main())
