"""Holds what reading calls proved against brute force over whole small boards, on many cores.

    python tools/truth.py --seconds 400 --jobs 8 --output build/truth.json
    python tools/truth.py --seconds 400 --jobs 4 --boards 3x4

Random positions of small boards are asked every question of the API
(`tests/reading/every_question.py`), and regions cut out at random are solved and proved
(`tests/reading/random_regions.py`). The positions follow from the seed, one task after the other
until the time is over. Exit status 1 if something proved was false; each such statement is printed
with its position.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import lru_cache
from itertools import count, islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gokan.go import Position
from tests.reading.every_question import Truth, complaints
from tests.reading.random_regions import false_in_region, solutions

Board = tuple[int, int]
Found = tuple[str, int, dict[str, int], dict[str, int], list[str]]

# Boards with how many random positions make a task of some twenty seconds.
ANSWERS: dict[Board, int] = {(2, 4): 120, (3, 3): 100, (2, 5): 50, (3, 4): 8}
REGIONS: dict[Board, int] = {(3, 3): 400, (2, 5): 250, (3, 4): 80}
# Questions that a process remembers: on 3x4 each of them takes some 40 MB.
REMEMBERED = 150


def main() -> int:
    """Hands out tasks until the time is over, then prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0, help="for the whole run")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=1000, help="of the first task")
    parser.add_argument("--boards", type=_boards, help="only these, such as 2x5,3x4")
    parser.add_argument("--output", type=Path, help="a JSON file, written again after every task")
    args = parser.parse_args()
    end = time.monotonic() + args.seconds
    total = Total()
    todo = tasks(args.seed, args.boards)
    with ProcessPoolExecutor(args.jobs) as pool:
        running = {pool.submit(run, *task, end) for task in islice(todo, args.jobs)}
        while running:
            done = next(as_completed(running))
            running.remove(done)
            total.add(done.result())
            if args.output:
                args.output.write_text(json.dumps(total.to_dict(), indent=1) + "\n", "utf-8")
            if time.monotonic() < end:
                running.add(pool.submit(run, *next(todo), end))
    print(total.table())
    for said in total.false:
        print(f"FALSE: {said}\n")
    return 1 if total.false else 0


class Total:
    """The sums over all tasks."""

    def __init__(self) -> None:
        self.positions: Counter[str] = Counter()
        self.proved: Counter[str] = Counter()
        self.asked: dict[str, Counter[str]] = {}
        self.misread: dict[str, Counter[str]] = {}
        self.false: list[str] = []

    def add(self, found: Found) -> None:
        """One task more."""
        name, positions, asked, misread, false = found
        self.positions[name] += positions
        self.proved[name] += sum(n for said, n in asked.items() if _proved(said))
        self.asked.setdefault(name, Counter()).update(asked)
        self.misread.setdefault(name, Counter()).update(misread)
        self.false += false

    def to_dict(self) -> dict[str, object]:
        """Everything as JSON."""
        return {
            "positions": self.positions,
            "proved": self.proved,
            "asked": self.asked,
            "misread": self.misread,
            "false": self.false,
        }

    def table(self) -> str:
        """A line for each kind of question and board."""
        rows = [f"{'':14}{'positions':>10}{'proved':>10}{'read, and wrong':>18}"]
        rows += [
            f"{name:14}{self.positions[name]:>10}{self.proved[name]:>10}"
            f"{sum(self.misread[name].values()):>18}"
            for name in sorted(self.positions)
        ]
        return "\n".join(rows) + f"\nproved and false: {len(self.false)}"


def _proved(said: str) -> bool:
    """Whether a kind of statement is claimed to be proved."""
    return said.endswith(("proved", " move")) or said.startswith("safety")


def _boards(names: str) -> tuple[Board, ...]:
    """Boards named as 2x5,3x4."""
    known = {f"{width}x{height}": (width, height) for width, height in {**ANSWERS, **REGIONS}}
    wrong = [name for name in names.split(",") if name not in known]
    if wrong:
        raise argparse.ArgumentTypeError(f"{wrong[0]!r}: choose from {', '.join(sorted(known))}")
    return tuple(known[name] for name in names.split(","))


def tasks(seed: int, boards: tuple[Board, ...] | None) -> Iterator[tuple[str, Board, int]]:
    """Kinds of question and boards in turn, each time with another seed."""
    for number in count(seed):
        for kind, sizes in (("answers", ANSWERS), ("regions", REGIONS)):
            for board in sizes:
                if boards is None or board in boards:
                    yield kind, board, number


def run(kind: str, board: Board, seed: int, end: float) -> Found:
    """One task: what was asked, which readings erred, and what was proved and is false."""
    truth = _truth(*board)
    truth.asked.clear()
    truth.wrong_readings.clear()
    false: list[str] = []
    positions = 0
    random = Random(seed)
    number = (ANSWERS if kind == "answers" else REGIONS)[board]
    for position in truth.positions(number, seed):
        if time.monotonic() > end:
            break
        positions += 1
        truth.forget(REMEMBERED)
        try:
            if kind == "answers":
                false += islice(complaints(truth, position), 3)
            else:
                false += _regions(truth, position, random)
        except Exception:  # no answer is no good either
            false.append(f"{traceback.format_exc()}\n{position} {position.to_play} {position.ko}")
    name = f"{kind} {board[0]}x{board[1]}"
    return name, positions, dict(truth.asked), dict(truth.wrong_readings), false


def _regions(truth: Truth, position: Position, random: Random) -> Iterator[str]:
    for answer in solutions(position, random):
        truth.asked[f"{answer.result} {answer.grade}"] += 1
        if answer.proved:
            yield from false_in_region(truth, answer)


@lru_cache(maxsize=2)
def _truth(width: int, height: int) -> Truth:
    return Truth(width, height)


if __name__ == "__main__":
    sys.exit(main())
