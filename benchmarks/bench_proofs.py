"""How many tactical answers can be written down as proofs, and what `gokan check` says of them.

The questions are those of GNU Go's regression tests: captures, connections and races. Each is
answered, then proved within a time limit, then checked. Printed are the numbers for every kind of
answer, and by name what could not be written and why. A proof that is rejected is an error.

    python benchmarks/bench_proofs.py --category reading --limit 40 --seconds 8
    python benchmarks/bench_proofs.py --category connection --category semeai --seed 3
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from functools import partial
from pathlib import Path
from typing import Any

from data_folder import DATA  # type: ignore[import-not-found]  # beside this file

from gokan.gtp.engine import Engine
from gokan.reading import Capture, Connection, Race, capture, connect, prove, race
from gokan.reading.check.bundle import check_file
from gokan.reading.proof.write import NoProof

CATEGORIES = ("reading", "connection", "semeai")
Answer = Capture | Connection | Race


def main() -> None:
    """Run the chosen tests and print the table."""
    options = read_options()
    results: dict[str, Counter[str]] = defaultdict(Counter)
    unwritten: list[str] = []
    for test in choose(options):
        answer = ask(test, options.reading)
        if answer is None or answer.grade == "unknown":
            results[test["category"]]["not settled"] += 1
            continue
        kind = f"{test['category']}, {name(answer)}"
        begun = time.perf_counter()
        try:
            lines = prove(answer, seconds=options.seconds)
        except NoProof as error:
            results[kind]["not written"] += 1
            unwritten.append(f"{test['id']} ({name(answer)}, {answer.grade}): {error}")
            said = "not written"
        else:
            checked = check_file(lines)
            results[kind][checked.verdict] += 1
            said = checked.text
            if not checked.accepted:
                unwritten.append(f"{test['id']} ({name(answer)}): {said}")
        if options.verbose:
            took = time.perf_counter() - begun
            print(f"{test['id']} {kind} {answer.grade} {took:.1f}s {said}", flush=True)
    report(results, unwritten)


def read_options() -> argparse.Namespace:
    """What the user asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--category", action="append", choices=CATEGORIES)
    parser.add_argument("--id", action="append", help="only these tests")
    parser.add_argument("--limit", type=int, help="a random sample of this size per category")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--reading", type=float, default=4.0, help="seconds for each answer")
    parser.add_argument("--seconds", type=float, default=8.0, help="for each proof")
    parser.add_argument("--verbose", action="store_true", help="a line for every test")
    parser.add_argument("--data", type=Path, default=DATA)
    return parser.parse_args()


def choose(options: argparse.Namespace) -> list[dict[str, Any]]:
    """The tests of the chosen categories, or a seeded sample of them."""
    file = options.data / "gnugo_regression.jsonl"
    if not file.is_file():
        sys.exit(f"no tests at {file}; name the folder with --data or GOKAN_DATA")
    tests = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    chosen: list[dict[str, Any]] = []
    for category in options.category or CATEGORIES:
        some = [t for t in tests if t["category"] == category]
        if options.id:
            some = [t for t in some if t["id"] in options.id]
        if options.limit is not None and options.limit < len(some):
            some = random.Random(options.seed).sample(some, options.limit)
        chosen += some
    return chosen


def ask(test: dict[str, Any], seconds: float) -> Answer | None:
    """The answer to the test's question on the test's position."""
    engine = Engine(seed=1)
    with tempfile.NamedTemporaryFile("w", suffix=".sgf", encoding="utf-8") as file:
        file.write(test["sgf_text"])
        file.flush()
        until = f" {test['move']}" if test["move"] else ""
        for line in [f"loadsgf {file.name}{until}", *test["pre"]]:
            if engine.respond(line).startswith("?"):
                return None
    position = engine.game.position
    command, *points = test["command"].split()
    if command in ("attack", "defend", "attack_either", "defend_both"):
        either = points[1] if len(points) > 1 else None
        ask_ = capture if command.startswith("attack") else partial(capture, first="defend")
        return ask_(position, points[0], either=either, seconds=seconds)
    if command in ("connect", "disconnect"):
        join = connect if command == "connect" else partial(connect, first="cut")
        return join(position, *points, seconds=seconds)
    return race(position, *points, seconds=seconds) if command == "analyze_semeai" else None


def name(answer: Answer) -> str:
    """The kind of an answer, from the prover's side."""
    if isinstance(answer, Race):
        return answer.outcome
    if answer.code in (2, 3):
        return f"ko ({answer.first} first)"
    if isinstance(answer, Connection):
        return "joined" if answer.connected else "cut"
    return "taken" if answer.captured else "saved"


def report(results: dict[str, Counter[str]], unwritten: list[str]) -> None:
    """The table, then what could not be written."""
    columns = ("accepted", "judged", "not written", "rejected", "not settled")
    print(f"{'':36}" + "".join(f"{c:>13}" for c in columns))
    for kind, counts in sorted(results.items()):
        print(f"{kind:36}" + "".join(f"{counts[c]:13}" for c in columns))
    for line in unwritten:
        print(line)


if __name__ == "__main__":
    main()
