"""How many groups of a middle game get a definite status, and how often the game bears it out.

Positions are taken from finished games whose final board and dead stones are known. A group counts
as having lived when most of its stones stand at the end. What is called alive should have lived
and what is called dead should not; players sometimes give up what could live, and save by a trade
what could be killed, so a few exceptions are no mistakes. Games with even numbers were used to
choose the limits of `gokan.reading.trials.outlook`; those with odd numbers confirm them.

    python benchmarks/bench_status.py --half odd --games 10 --moves 60,110,160,200 --seconds 5
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from data_folder import DATA  # type: ignore[import-not-found]  # beside this file

from gokan.go import Game
from gokan.reading.life.status import Status, statuses


def main() -> None:
    """Read the chosen positions and print what was said and what became of it."""
    options = read_options()
    file = options.data / "kgs_scored.jsonl"
    if not file.is_file():
        sys.exit(f"no games at {file}; name the folder with --data or GOKAN_DATA")
    games = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    games = games[options.half == "odd" :: 2]
    random.Random(options.seed).shuffle(games)
    words: Counter[tuple[str, str, bool]] = Counter()
    stones: Counter[bool] = Counter()
    exceptions: list[str] = []
    seconds: list[float] = []
    for game in games[: options.games]:
        record = Game.parse(game["sgf"])
        final = survivors(game)
        for move in options.moves:
            if move > game["moves"] - 10:
                continue
            begun = time.perf_counter()
            position = record.position(move)
            found = statuses(position, seconds=options.seconds)
            seconds.append(time.perf_counter() - begun)
            for group in found:
                lived = has_lived(group, final)
                words[group.word, group.grade, lived] += 1
                stones[group.word != "unknown"] += len(group.target)
                if (group.word.startswith("alive"), group.word == "dead") == (not lived, lived):
                    name = position.vertex(group.target[0])
                    size = len(group.target)
                    how = group.grade if group.read else "trials"
                    exceptions.append(
                        f"{game['id']} move {move} {name} ({size}): {group.word}, {how}"
                    )
    report(words, stones, exceptions, seconds, options)


def survivors(game: dict[str, Any]) -> dict[int, int]:
    """The living stones of the final board, by point."""
    found = {}
    for color, name in ((1, "black"), (2, "white")):
        dead = {tuple(p) for p in game[f"dead_{name}"]}
        for column, row in game[f"final_{name}"]:
            if (column, row) not in dead:
                found[row * 19 + column] = color
    return found


def has_lived(group: Status, final: dict[int, int]) -> bool:
    """Whether most of the stones stand at the end."""
    stand = sum(final.get(p) == int(group.color) for p in group.target)
    return 2 * stand >= len(group.target)


def report(
    words: Counter[tuple[str, str, bool]],
    stones: Counter[bool],
    exceptions: list[str],
    seconds: list[float],
    options: argparse.Namespace,
) -> None:
    """The exceptions by name, a table, the JSON line."""
    for line in exceptions:
        print(line)
    total = sum(words.values())
    print(f"{'status':16}{'grade':10}{'groups':>8}{'share':>8}{'lived':>8}")
    for word, grade in sorted({(word, grade) for word, grade, _ in words}):
        lived, died = words[word, grade, True], words[word, grade, False]
        number = lived + died
        print(f"{word:16}{grade:10}{number:>8}{number / total:>8.1%}{lived / number:>8.1%}")
    definite = sum(n for (word, _, _), n in words.items() if word != "unknown")
    seconds.sort()
    figures = {
        "benchmark": "status",
        "half": options.half,
        "positions": len(seconds),
        "groups": total,
        "definite": definite,
        "stones_definite": round(stones[True] / max(stones.total(), 1), 3),
        "exceptions": len(exceptions),
        "median_s": round(seconds[len(seconds) // 2], 2) if seconds else None,
        "longest_s": round(seconds[-1], 2) if seconds else None,
    }
    print(json.dumps(figures))


def read_options() -> argparse.Namespace:
    """What the user asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--half", choices=("even", "odd"), default="odd")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--moves", type=moves, default=(60, 110, 160, 200))
    parser.add_argument("--seconds", type=float, default=5.0, help="per position")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--data", type=Path, default=DATA)
    return parser.parse_args()


def moves(text: str) -> tuple[int, ...]:
    """Move numbers, separated by commas."""
    return tuple(int(part) for part in text.split(","))


if __name__ == "__main__":
    main()
