"""GNU Go's regression tests, asked of `gokan gtp` and of `gnugo --mode gtp` side by side.

Each test loads a record, runs its preparing commands and asks one question; the answer must match
a regular expression as a whole (a leading `!` negates). Both programs get the same lines. A query
that takes longer than the limit counts as failed and the program is started again. Which tests
fail is printed by name, with the cause as far as the answers show it: too slow, another verdict
(yes for no), another kind of yes (ko codes), or another move. With `--save FILE` every answer is
written as it comes, and a second run goes on from there.

    python benchmarks/bench_regression.py --category reading --category connection
    python benchmarks/bench_regression.py --category unconditional --limit 50 --seconds 5
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import selectors
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from data_folder import DATA  # type: ignore[import-not-found]  # beside this file

CATEGORIES = ("reading", "life_death", "connection", "semeai", "unconditional")
SHARE = 0.8  # of the limit that Gokan is told to use, so that a loaded machine does not cut it off


@dataclass(frozen=True, slots=True)
class Answer:
    """What one program said to one test."""

    text: str
    passed: bool
    seconds: float


class Program:
    """A GTP program that is started again when it hangs or dies."""

    def __init__(self, command: list[str], *, seconds: float, greeting: str = "") -> None:
        self.command = command
        self.seconds = seconds
        self.greeting = greeting
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, line: str) -> tuple[str, float]:
        """The response without its `=`; failures keep their `?`."""
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        begin = time.perf_counter()
        try:
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
        except OSError:
            self.stop()
            return "? died", time.perf_counter() - begin
        text = b""
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while not text.endswith(b"\n\n"):
                left = self.seconds - (time.perf_counter() - begin)
                if left <= 0 or not selector.select(left):
                    self.stop()
                    return "? timeout", time.perf_counter() - begin
                piece = os.read(process.stdout.fileno(), 65536)
                if not piece:
                    self.stop()
                    return "? died", time.perf_counter() - begin
                text += piece
        said = text.decode(errors="replace").strip()
        return said.removeprefix("=").strip(), time.perf_counter() - begin

    def stop(self) -> None:
        """End the program; the next question starts it again."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            if self.greeting:
                self.ask(self.greeting)
        return self._process


def main() -> None:
    """Run the chosen tests on both programs and print the table."""
    options = read_options()
    tests = choose(options)
    programs = {
        "gokan": Program(
            [*options.gokan.split(), "gtp"],
            seconds=options.seconds,
            greeting=f"gokan-reading_time {SHARE * options.seconds:.3f}",
        )
    }
    gnugo = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    if gnugo and not options.alone:
        programs["gnugo"] = Program([gnugo, "--mode", "gtp"], seconds=options.seconds)
    known = read_saved(options.save)
    results: dict[str, dict[str, Answer]] = {name: {} for name in programs}
    try:
        for count, test in enumerate(tests, 1):
            for name, program in programs.items():
                answer = known.get((name, test["id"]))
                if answer is None:
                    answer = run(program, test)
                    save(options.save, name, test["id"], answer)
                results[name][test["id"]] = answer
            if sys.stderr.isatty():
                print(f"\r{count}/{len(tests)}", end="", file=sys.stderr, flush=True)
    finally:
        for program in programs.values():
            program.stop()
    report(tests, results, options.seconds)


def read_options() -> argparse.Namespace:
    """What the user asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--category", action="append", help="may be given more than once")
    parser.add_argument("--id", action="append", help="only these tests")
    parser.add_argument("--limit", type=int, help="a random sample of this size per category")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=10.0, help="per query")
    parser.add_argument("--save", type=Path, help="keep answers here and resume from them")
    parser.add_argument("--alone", action="store_true", help="do not run GNU Go")
    parser.add_argument("--gokan", default=f"{sys.executable} -m gokan", help="how to call gokan")
    parser.add_argument("--data", type=Path, default=DATA)
    return parser.parse_args()


def choose(options: argparse.Namespace) -> list[dict[str, Any]]:
    """The tests of the chosen categories, or a seeded sample of them."""
    file = options.data / "gnugo_regression.jsonl"
    if not file.is_file():
        sys.exit(f"no tests at {file}; name the folder with --data or GOKAN_DATA")
    by_category: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in file.read_text(encoding="utf-8").splitlines():
        test = json.loads(line)
        if options.id and test["id"] not in options.id:
            continue
        by_category[test["category"]].append(test)
    wanted = options.category or (list(by_category) if options.id else CATEGORIES)
    chosen: list[dict[str, Any]] = []
    for category in wanted:
        tests = by_category[category]
        if options.limit is not None and options.limit < len(tests):
            tests = random.Random(options.seed).sample(tests, options.limit)
        chosen += tests
    return chosen


def run(program: Program, test: dict[str, Any]) -> Answer:
    """Load, prepare, ask. Only the question is timed."""
    with tempfile.NamedTemporaryFile("w", suffix=".sgf", encoding="utf-8") as file:
        file.write(test["sgf_text"])
        file.flush()
        until = f" {test['move']}" if test["move"] else ""
        for line in [f"loadsgf {file.name}{until}", *test["pre"]]:
            said, seconds = program.ask(line)
            if said.startswith("?"):
                return Answer(f"{line}: {said}", False, seconds)
        said, seconds = program.ask(test["command"])
    for _ in test["pre"]:
        program.ask("popgo")  # fails harmlessly where nothing was tried
    if "decrease_depths" not in test["pre"]:
        for _ in range(test["pre"].count("increase_depths")):
            program.ask("decrease_depths")
    return Answer(said, matches(test["expected"], said), seconds)


def matches(expected: str, said: str) -> bool:
    """Does the answer fit the test's expression as a whole?"""
    negated = expected.startswith("!")
    fits = re.fullmatch(expected.removeprefix("!"), said) is not None
    return fits != negated


def report(
    tests: list[dict[str, Any]], results: dict[str, dict[str, Answer]], limit: float
) -> None:
    """The failures by name, the table, the JSON line."""
    for name, answers in results.items():
        print(f"failed by {name}:")
        for test in tests:
            answer = answers[test["id"]]
            if not answer.passed:
                print(
                    f"  {cause(test, answer):8} {test['id']:20} {test['command']:32}"
                    f" said {answer.text!r:12} expected {test['expected']!r}"
                    f"{' (marked as failing for GNU Go)' if test['known_fail'] else ''}"
                    f"  {answer.seconds:.2f} s"
                )
    figures: dict[str, Any] = {"benchmark": "regression", "limit_seconds": limit}
    print(
        f"{'category':16}{'program':9}{'passed':>12}{'median ms':>11}{'worst s':>9}{'total s':>9}"
    )
    for category in dict.fromkeys(test["category"] for test in tests):
        ids = [test["id"] for test in tests if test["category"] == category]
        figures[category] = {}
        for name, answers in results.items():
            passed = sum(answers[one].passed for one in ids)
            times = sorted(answers[one].seconds for one in ids)
            median = times[len(times) // 2] * 1e3
            score = f"{passed}/{len(ids)}"
            print(
                f"{category:16}{name:9}{score:>12}{median:>11.1f}{times[-1]:>9.2f}{sum(times):>9.1f}"
            )
            causes = Counter(
                cause(test, answers[test["id"]])
                for test in tests
                if test["category"] == category and not answers[test["id"]].passed
            )
            figures[category][name] = {
                "failed_by": dict(causes),
                "passed": passed,
                "tests": len(ids),
                "median_ms": round(median, 2),
                "total_s": round(sum(times), 2),
            }
    print(json.dumps(figures))


def cause(test: dict[str, Any], answer: Answer) -> str:
    """Where the answer differs from the expected one: `slow`, `verdict`, `ko` or `move`."""
    if answer.text.startswith("?"):
        return "slow" if "timeout" in answer.text else "error"
    wanted = re.findall(r"(?<![A-Z0-9])[0-3](?: [0-3])?(?![0-9])", test["expected"])
    if not wanted:  # a word such as `alive` or `critical`
        return "move" if answer.text.split()[0] in test["expected"] else "verdict"
    said = re.match(r"[0-3](?: [0-3](?= ))?", answer.text)
    if said is None:
        return "verdict"
    if said.group() in wanted or test["expected"].startswith("!"):
        return "move"
    yes = {one.replace("2", "1").replace("3", "1") for one in wanted}
    return "ko" if said.group().replace("2", "1").replace("3", "1") in yes else "verdict"


def read_saved(file: Path | None) -> dict[tuple[str, str], Answer]:
    """Answers of an earlier run; a line cut short by a kill is left out."""
    saved: dict[tuple[str, str], Answer] = {}
    if file is not None and file.is_file():
        for line in file.read_text(encoding="utf-8").splitlines():
            try:
                name, test, text, passed, seconds = json.loads(line)
            except ValueError:
                continue
            saved[name, test] = Answer(text, passed, seconds)
    return saved


def save(file: Path | None, name: str, test: str, answer: Answer) -> None:
    """Add one answer to the file."""
    if file is not None:
        with file.open("a", encoding="utf-8") as out:
            row = [name, test, answer.text, answer.passed, round(answer.seconds, 4)]
            out.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
