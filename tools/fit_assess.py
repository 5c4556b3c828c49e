"""Fits the weights of `gokan.assess.deciding` to what became of groups in finished games.

    python tools/fit_assess.py gather games.jsonl --output build/groups.jsonl --seconds 1200
    python tools/fit_assess.py fit build/groups.jsonl

Games are JSON lines with `id`, `sgf` and the stones that were dead at the count (`dead_black`,
`dead_white`: columns and rows from the top left). Two positions of each are assessed, one of the
middle and one of the end; `--without` names a file (JSON lines with `id`, may be gzipped) whose
games are left out. A run goes on where it was stopped. `fit` prints the weights and, for games left
out in five folds, log-loss, Brier score and how often what was said at tenths came true.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from gokan.assess.assessor import forecast, survey
from gokan.assess.deciding import FEATURES, features
from gokan.chances import LIKELY
from gokan.effort import QUICK
from gokan.go import Game

FOLDS, RIDGE, STEPS = 5, 1.0, 60
Row = dict[str, Any]


def main() -> None:
    """Either of the two steps."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("step", choices=["gather", "fit"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--output", type=Path, default=Path("build/groups.jsonl"))
    parser.add_argument("--without", type=Path)
    parser.add_argument("--seconds", type=float, default=1e9)
    args = parser.parse_args()
    if args.step == "gather":
        gather(args)
    else:
        fit([json.loads(line) for line in args.file.read_text("utf-8").splitlines()])


def gather(args: argparse.Namespace) -> None:
    """The evidence about every group, and whether it stood."""
    rows = [json.loads(line) for line in args.file.read_text("utf-8").splitlines()]
    left_out = names(args.without) if args.without else set()
    done = set()
    if args.output.exists():
        done = {json.loads(line)["game"] for line in args.output.read_text("utf-8").splitlines()}
    rows = [row for row in rows if row["id"] not in left_out | done]
    random.Random(5).shuffle(rows)
    begun = time.monotonic()
    with args.output.open("a", encoding="utf-8") as out:
        for row in rows:
            if time.monotonic() - begun > args.seconds:
                break
            for group in groups_of(row):
                out.write(json.dumps(group) + "\n")
            out.flush()


def names(path: Path) -> set[str]:
    """The games of a file, with and without what stands before a slash."""
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    found = [str(json.loads(line)["id"]) for line in data.decode().splitlines()]
    return {*found, *(name.partition("/")[2] for name in found)}


def groups_of(row: Row) -> Iterator[Row]:
    """Of one game: a position of the middle and one of the end."""
    game, dice = Game.parse(row["sgf"]), random.Random(row["id"])
    last = len(game.moves())
    final = game.position(last)
    dead = {final.width * y + x for x, y in row["dead_black"] + row["dead_white"]}
    for move in (dice.randint(50, max(51, last - 40)), last - dice.randint(0, 30)):
        position = game.position(move)
        owner = forecast(position)
        for one in survey(position, QUICK, owner).groups:
            stones = one.group.stones
            stood = sum(final.board[p] == one.group.color and p not in dead for p in stones)
            numbers = features(one.reading, one.reading.learned)
            yield {
                "game": row["id"],
                "left": last - move,
                "stones": len(stones),
                "word": one.group.word,
                "reading": one.reading.word,
                "read": one.reading.read,
                "certainty": str(one.group.certainty),
                "kills": one.group.kills is not None,
                "learned": one.reading.learned,
                "numbers": [numbers[name] for name in FEATURES],
                "stood": 2 * stood > len(stones),
            }


def fit(rows: list[Row]) -> None:
    """The weights, and what they are worth in games left out."""
    words = sorted({(row["certainty"], row["word"]) for row in rows})
    print("certainty, word: groups, of which stood")
    for sure, word in words:
        some = [row["stood"] for row in rows if (row["certainty"], row["word"]) == (sure, word)]
        print(f"  {sure:9} {word:9} {len(some):6} {sum(some) / len(some):.3f}")
    rows = [row for row in rows if row["certainty"] not in ("exact", "proved")]
    numbers = np.array([row["numbers"] for row in rows])
    stood = np.array([row["stood"] for row in rows], float)
    games = sorted({row["game"] for row in rows})
    fold = np.array([games.index(row["game"]) % FOLDS for row in rows])
    said = np.zeros(len(rows))
    for one in range(FOLDS):
        weights = solved(numbers[fold != one], stood[fold != one])
        said[fold == one] = chances(numbers[fold == one], weights)
    print(f"{len(rows)} groups of {len(games)} games that neither rules nor proofs decide")
    report("the forecast alone", np.array([row["learned"] for row in rows]), stood)
    report("all evidence", said, stood)
    for low in np.arange(0, 1, 0.1):
        near = (said >= low) & (said < low + 0.1 + (low > 0.85))
        if near.any():
            told = f"said {said[near].mean():.3f}, stood {stood[near].mean():.3f}"
            print(f"  {low:.1f}: {near.sum():5} {told}")
    for name, weight in zip(FEATURES, solved(numbers, stood), strict=True):
        print(f"{name:8} {weight:.3f}")


def solved(numbers: Any, stood: Any) -> Any:
    """A logistic regression, by Newton's method."""
    weights = np.zeros(numbers.shape[1])
    ridge = RIDGE * np.eye(len(weights))
    for _ in range(STEPS):
        said = chances(numbers, weights)
        slope = numbers.T @ (said - stood) + ridge @ weights
        curve = (numbers * (said * (1 - said))[:, None]).T @ numbers + ridge
        weights -= np.linalg.solve(curve, slope)
    return weights


def chances(numbers: Any, weights: Any) -> Any:
    """The chances that the model gives."""
    return 1 / (1 + np.exp(-numbers @ weights))


def report(name: str, said: Any, stood: Any) -> None:
    """Log-loss, Brier score, and how often a word at 80 % is wrong."""
    safe = np.clip(said, 1e-6, 1 - 1e-6)
    loss = -np.mean(stood * np.log(safe) + (1 - stood) * np.log(1 - safe))
    alive, dead = said >= LIKELY, 1 - said >= LIKELY
    wrong = (alive & (stood == 0)).sum() + (dead & (stood == 1)).sum()
    print(
        f"{name}: log-loss {loss:.4f}, Brier score {np.mean((said - stood) ** 2):.4f}; "
        f"{(alive | dead).sum()} words, {wrong} wrong"
    )


if __name__ == "__main__":
    main()
