"""Fit what claims are worth: how much a point gained counts, by the kind of claim that tells of it.

Lines come from `benchmarks/bench_explain.py --keep`: the ten best candidates of many moves, all
claims of each with what they gain, and each candidate's lead by searches that share nothing with
the explanation. The worth of a kind is a factor on the gain: what a candidate's claims add up to
should lie as far above the others as its lead does. Factors are drawn to a common one (ridge), and
the leads of far-off candidates are cut off, so that blunders do not decide everything. Folds keep
whole games together: the rank correlations printed are for games that the factors have not seen.

    python tools/fit_worth.py rows-*.jsonl.gz            # fit and report
    python tools/fit_worth.py rows-*.jsonl.gz --write    # and write the factors
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

from bench_explain import (  # type: ignore[import-not-found]  # noqa: E402
    Row,
    game_of,
    read_rows,
    spearman,
)

TARGET = ROOT / "src" / "gokan" / "explain" / "data" / "worth.toml"
FOLDS = 10
RIDGE = 1000.0
"""How strongly a kind is drawn to the common factor, in squared points."""
CUT = 3.0
"""Points from the median beyond which a lead counts no more."""
FEWEST = 40
"""Claims that a kind needs for a factor of its own."""
LEAST, LARGEST = 0.25, 3.0
"""Factors stay between these."""
REST, NATURAL, BESIDES = "elsewhere", "expected", "besides"
Factors = dict[str, float]


def main() -> None:
    """Fit, report, and write if told to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("rows", type=Path, nargs="+")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    rows = [row for file in options.rows for row in read_rows(file) if len(row["reference"]) > 3]
    count: Counter[str] = Counter(
        claim["kind"]
        for row in rows
        for one in row["kept"]
        for claim in one["claims"]
        if claim["gain"]
    )
    kinds = sorted(
        kind for kind, many in count.items() if many >= FEWEST and kind not in (REST, NATURAL)
    )
    chance = random.Random(1)
    games = sorted({game_of(row) for row in rows})
    chance.shuffle(games)
    fold = {game: number % FOLDS for number, game in enumerate(games)}
    unseen: list[tuple[Row, Factors]] = []
    for held in range(FOLDS):
        factors = fit([row for row in rows if fold[game_of(row)] != held], kinds)
        unseen += [(row, factors) for row in rows if fold[game_of(row)] == held]
    even: Factors = {}
    print(f"{len(rows)} moves of {len(games)} games; rank correlation with the reference:")
    for name, pairs, without in (
        ("fitted, games unseen", unseen, {REST}),
        (f"the same without {NATURAL!r}", unseen, {REST, NATURAL}),
        (f"and without {BESIDES!r}", unseen, {REST, NATURAL, BESIDES}),
        ("every factor 1", [(row, even) for row in rows], {REST}),
        (f"the same without {NATURAL!r}", [(row, even) for row in rows], {REST, NATURAL}),
    ):
        each = [spearman(sums(row, factors, without), row["reference"]) for row, factors in pairs]
        error = statistics.pstdev(each) / len(each) ** 0.5
        print(f"  {name:32} {statistics.fmean(each):6.3f} ± {error:.3f}")
    factors = fit(rows, kinds)
    for kind in (*kinds, NATURAL):
        print(f"  {kind:24} {count[kind]:6d} {factors[kind]:6.2f}")
    if options.write:
        TARGET.write_text(_written(factors), "utf-8")


def fit(rows: list[Row], kinds: list[str]) -> Factors:
    """The factors by kind; 1 is what a point counts on average."""
    columns = {kind: number for number, kind in enumerate(kinds)}
    found: list[Any] = []
    wanted: list[Any] = []
    for row in rows:
        lead = np.array(row["reference"])
        lead = np.clip(lead - np.median(lead), -CUT, CUT)
        gains = np.zeros((len(lead), len(kinds) + 2))
        for number, one in enumerate(row["kept"]):
            for claim in one["claims"]:
                if claim["kind"] == NATURAL:
                    gains[number, -2] += claim["gain"]
                elif claim["kind"] != REST:
                    gains[number, -1] += claim["gain"]  # common to all
                    if claim["kind"] in columns:
                        gains[number, columns[claim["kind"]]] += claim["gain"]
        found.append(gains - gains.mean(0))
        wanted.append(lead - lead.mean())
    matrix, leads = np.concatenate(found), np.concatenate(wanted)
    ridge = np.diag([*[RIDGE] * len(kinds), 1e-3, 1e-3])
    weights = np.linalg.solve(matrix.T @ matrix + ridge, matrix.T @ leads)
    common = max(float(weights[-1]), 1e-3)

    def factor(weight: float, most: float = LARGEST) -> float:
        return round(min(most, max(LEAST, weight / common)), 2)

    factors = {kind: factor(common + float(weights[n])) for kind, n in columns.items()}
    return {**factors, NATURAL: factor(float(weights[-2]), 10.0)}


def sums(row: Row, factors: Factors, without: set[str]) -> list[float]:
    """What the claims of each candidate add up to."""
    return [
        sum(
            factors.get(claim["kind"], 1.0) * claim["gain"]
            for claim in one["claims"]
            if claim["kind"] not in without
        )
        for one in row["kept"]
    ]


def _written(factors: Factors) -> str:
    told = "\n".join(f'"{kind}" = {factor}' for kind, factor in sorted(factors.items()))
    return (
        "# How much a point gained counts by the kind of claim that tells of it; 1 for others.\n"
        "# Of `expected`: points for a move e times as likely. Written by tools/fit_worth.py.\n"
        f"{told}\n"
    )


if __name__ == "__main__":
    main()
