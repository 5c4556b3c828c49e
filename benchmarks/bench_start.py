"""How long until something happens: importing gokan, the first GTP answer, showing a game.

Each is the best and the median of several starts of a new process, against an empty Python and,
where it is installed, GNU Go in the same run.

    python benchmarks/bench_start.py [--starts 15]
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

GAME = Path(__file__).resolve().parent.parent / "examples" / "zobrist-cowan.sgf"
GOALS = {"import gokan": 0.150, "gokan gtp, first answer": 0.300}  # beyond an empty Python


def main() -> None:
    """Print the table and the JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=15)
    starts = parser.parse_args().starts
    python = [sys.executable]
    jobs: dict[str, tuple[list[str], bytes]] = {
        "empty Python": ([*python, "-c", "pass"], b""),
        "import gokan": ([*python, "-c", "import gokan"], b""),
        "import gokan.go": ([*python, "-c", "import gokan.go"], b""),
        "gokan gtp, first answer": ([*python, "-m", "gokan", "gtp"], b"name\n"),
        "gokan show": ([*python, "-m", "gokan", "show", str(GAME)], b""),
    }
    gnugo = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games:/usr/local/games")
    if gnugo:
        jobs["gnugo, first answer"] = ([gnugo, "--mode", "gtp"], b"name\n")
    figures: dict[str, dict[str, float]] = {}
    print(f"{'start':28}{'best ms':>9}{'median ms':>11}{'goal ms':>9}")
    for name, (command, line) in jobs.items():
        took = [first_answer(command, line) for _ in range(starts)]
        figures[name] = {"best": min(took), "median": statistics.median(took)}
        goal = f"{1000 * GOALS[name]:.0f}" if name in GOALS else "-"
        print(f"{name:28}{1000 * min(took):>9.0f}{1000 * statistics.median(took):>11.0f}{goal:>9}")
    print(json.dumps({"benchmark": "start", "seconds": figures}))


def first_answer(command: list[str], line: bytes) -> float:
    """Seconds until the first line comes back, or until the end if nothing is asked."""
    # As users have it: Python keeps what it compiled.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    began = time.perf_counter()
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )
    assert process.stdin
    assert process.stdout
    with process.stdin, process.stdout:
        if line:
            process.stdin.write(line)
            process.stdin.flush()
            process.stdout.readline()
        else:
            process.stdin.close()
            process.stdout.read()
        took = time.perf_counter() - began
    process.wait(20)
    return took


if __name__ == "__main__":
    main()
