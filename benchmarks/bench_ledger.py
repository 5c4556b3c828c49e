"""How far off are the losses in a review's ledger, by the visits of their values?

One move is drawn from each game of `kgs_scored.jsonl` (without those that `--judge` holds: these
measure, and nothing is fitted to them). The positions before and after it are searched, and what
the lead falls by after few visits is compared with its fall after many. Printed are the standard
deviation of the difference, what reviews expect it to be, the share of differences within the noise
that reviews count with (twice that), and how far values lean to the side to move. It is the
network's own noise: what the network does not know is not in it.

    python benchmarks/bench_ledger.py --judge ../shared/data/kata_judge.jsonl.gz --rows L.jsonl
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import random
import statistics
from pathlib import Path
from typing import Any

from data_folder import DATA  # type: ignore[import-not-found]  # beside this file
from rows import append_row, read_rows  # type: ignore[import-not-found]  # beside this file

from gokan.explain.noise import shipped
from gokan.go import BLACK, Game, Position
from gokan.play.tree.evaluators import default_evaluator
from gokan.play.tree.searching import Searcher

FEW = (1, 8, 12, 16, 24, 48, 96)
Row = dict[str, Any]


def main() -> None:
    """Search what is not in the rows yet, and print the table."""
    options = read_options()
    rows = read_rows(options.rows)
    done = {row["id"] for row in rows}
    for record in chosen(options)[: options.games]:
        if record["id"] not in done:
            rows.append(searched(record, options.reference))
            append_row(options.rows, rows[-1])
    report(rows, str(options.reference))


def chosen(options: argparse.Namespace) -> list[Row]:
    """The games in the order in which they are drawn."""
    lines = (options.data / "kgs_scored.jsonl").read_text("utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    if options.judge:
        with gzip.open(options.judge, "rt", encoding="utf-8") as file:
            held = {json.loads(line)["id"].removeprefix("kgs/") for line in file}
        records = [record for record in records if record["id"] not in held]
    random.Random(5).shuffle(records)
    return records


def searched(record: Row, reference: int) -> Row:
    """A move of the game: what searches say before and after it, by their visits."""
    game = Game.parse(record["sgf"])
    number = random.Random(record["id"]).randrange(5, min(len(game.moves()) - 2, 260))
    before, after = game.position(number), game.position(number + 1)
    row: Row = {"id": record["id"], "t": number, "black": before.to_play == BLACK}
    return {**row, "a": _leads(before, reference), "b": _leads(after, reference)}


def _leads(position: Position, reference: int) -> dict[str, tuple[float, float]]:
    searcher = Searcher(default_evaluator())
    found = {}
    for visits in searcher.steps(position, visits=reference):
        if visits in FEW or visits == reference:
            seen = searcher.answer()
            found[str(visits)] = round(seen.lead, 3), round(seen.stdev, 3)
    return found


def report(rows: list[Row], reference: str) -> None:
    """A line for each number of visits, then one of JSON."""
    rows = [row for row in rows if all(reference in row[part] for part in "ab")]
    print(f"{len(rows)} moves against {reference} visits")
    print(f"{'visits':>6} {'deviation':>9} {'expected':>8} {'within':>6} {'leans':>6}")
    table = {}
    for visits in map(str, FEW):
        some = [row for row in rows if all(visits in row[part] for part in "ab")]
        if not some:
            continue
        off = [_fall(row, visits) - _fall(row, reference) for row in some]
        noise = [_noise(row, visits) for row in some]
        leans = [
            (1 if row["black"] == (part == "a") else -1)
            * (row[part][visits][0] - row[part][reference][0])
            for row in some
            for part in "ab"
        ]
        table[visits] = entry = {
            "deviation": round(statistics.pstdev(off), 2),
            "expected": round(math.sqrt(statistics.mean((n / 2) ** 2 for n in noise)), 2),
            "within": round(
                statistics.mean(abs(o) <= n for o, n in zip(off, noise, strict=True)), 3
            ),
            "leans": round(statistics.mean(leans), 2),
        }
        print(f"{visits:>6} " + " ".join(f"{value:8.2f}" for value in entry.values()))
    print(json.dumps({"benchmark": "ledger", "moves": len(rows), "by_visits": table}))


def _fall(row: Row, visits: str) -> float:
    return float(row["a"][visits][0] - row["b"][visits][0])


def _noise(row: Row, visits: str) -> float:
    return math.hypot(*(shipped().at(int(visits), row[part][visits][1]) for part in "ab"))


def read_options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--judge", type=Path, help="verdicts whose games are left out")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--reference", type=int, default=320)
    parser.add_argument("--rows", default="", help="a file to write moves to and to go on from")
    return parser.parse_args()


if __name__ == "__main__":
    main()
