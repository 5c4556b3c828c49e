"""What each sense costs the network: microseconds of the processor for one position.

    python benchmarks/bench_senses.py [GAMES.tsv] [--every 75]

GAMES is a table of games as `gokan train network` takes it; without one, the example game. Compiles
`sense_kernel.cpp` beside this file with the parts of the core that it needs (about a minute) and
runs it. `all` is what the network is told in one piece; liberties come with `influence`. What the
senses add is measured by `python -m gokan_lab.training --ablate …`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
from pathlib import Path

from gokan.go import Game

HERE = Path(__file__).resolve().parent
CORE = HERE.parent / "core"
EXAMPLE = HERE.parent / "examples" / "zobrist-cowan.sgf"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=Path, nargs="?")
    parser.add_argument("--every", type=int, default=75)
    options = parser.parse_args()
    if options.games:
        lines = options.games.read_text("utf-8").splitlines()[:: options.every]
        games = [_numbers(line.rsplit("\t", 1)[1]) for line in lines]
    else:
        game = Game.load(str(EXAMPLE))
        games = [[point for _, point in game.moves()]]
    text = "\n".join(" ".join(map(str, game)) for game in games)
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "senses"
        parts = [p for room in ("go", "sight", "strength") for p in (CORE / room).glob("*.cpp")]
        sources = [HERE / "sense_kernel.cpp", CORE / "intuition" / "features.cpp", *parts]
        flags = ["-O3", "-std=c++20", "-march=native", "-ffp-contract=off", "-pthread"]
        compiler = os.environ.get("CXX", "g++")
        command = [compiler, *flags, f"-I{CORE}", *map(str, sources), "-o", str(program)]
        subprocess.run(command, check=True)
        done = subprocess.run([str(program)], input=text, check=True, stdout=-1, text=True)
    count, *rows = done.stdout.splitlines()
    print(f"{count} positions of 19×19; microseconds for one")
    told = {row.split()[0]: float(row.split()[1]) for row in rows}
    for name, cost in told.items():
        print(f"{name:12}{cost:8.2f}")
    print(json.dumps({"benchmark": "senses", "positions": int(count), **told}))


def _numbers(moves: str) -> list[int]:
    """Point numbers, row by row, of moves as two letters; two dots are a pass."""
    return [
        -1 if moves[i] == "." else (ord(moves[i + 1]) - 97) * 19 + ord(moves[i]) - 97
        for i in range(0, len(moves) - 1, 2)
    ]


if __name__ == "__main__":
    main()
