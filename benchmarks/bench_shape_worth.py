"""Positions evaluated by learned classes (Scrimger 5.3.2): what that adds to fates, counts, moves.

    python benchmarks/bench_shape_worth.py [--games 278] [--positions 200] [--part fates ...]

- fates: does a block stand at the end? AUC of the classes, of liberties and stones, of both, and
  with Wolf's strength; fitted on four fifths of the counted games, measured on the rest.
- counts: the classes' score after 60, 120 and 180 moves against the counted result.
- moves: of the ten first moves of the ranking `ets` the one with the best evaluation, mixed with
  the ranking; the weight is chosen on other games than it is measured on.

Classes were learned from other games. Intervals of 95 % come from draws of whole games.
"""

from __future__ import annotations

import argparse
import json
import math
from itertools import islice
from typing import Any

import numpy as np
from bench_wolf_criteria import (  # type: ignore[import-not-found]  # beside this file
    STAGES,
    auc,
    counted,
    interval,
    logistic,
    spearman,
    told,
)
from data_folder import DATA  # type: ignore[import-not-found]

from gokan.errors import GokanError
from gokan.go import BLACK, Game, Position
from gokan.shape.learn.evaluating import BlockWorth, evaluate, evaluate_moves
from gokan.shape.learn.ranking import scores
from gokan.strength import weigh

WEIGHTS = (0.0, 0.05, 0.1, 0.2, 0.4, 0.8)
"""How much a point of the evaluation weighs beside the ranking."""
AMONG = 10
MOVES = (40, 80, 120, 160)
FOLDS = 5


def main() -> None:
    """Print the parts that are asked for, and the JSON line."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=278)
    options.add_argument("--positions", type=int, default=200)
    options.add_argument("--part", nargs="*", default=["fates", "counts", "moves"])
    chosen = options.parse_args()
    found: dict[str, Any] = {}
    if "fates" in chosen.part:
        found["fates"] = fates(chosen.games)
    if "counts" in chosen.part:
        found["counts"] = counts(chosen.games)
    if "moves" in chosen.part:
        found["moves"] = moves(chosen.positions)
    print(json.dumps({"benchmark": "shape_worth", **found}))


def fates(limit: int) -> dict[str, Any]:
    """The AUC of a block's fate by what is known of it."""
    rows: dict[str, list[tuple[list[float], bool]]] = {}
    for name, final in counted(limit):
        for at in (n for n in STAGES if n < len(final.game.moves())):
            try:
                seen = evaluate(final.game, at)
            except GokanError:
                continue  # handicap stones
            strengths = {b.stones[0]: b.strength for b in weigh(seen.position).blocks}
            for block in seen.blocks:
                stone = block.stones[0]
                stood = final.owner[stone] == int(block.color)
                features = [*sizes(seen.position, block), logit(strengths[stone]), *said(block)]
                rows.setdefault(name, []).append((features, stood))
    base, strength, classes = list(range(7)), [7], [8, 9, 10]
    columns = {
        "classes alone": classes,
        "liberties and stones": base,
        "liberties, stones, classes": base + classes,
        "liberties, stones, strength": base + strength,
        "all": base + strength + classes,
    }
    values = {what: fitted(rows, wanted) for what, wanted in columns.items()}
    truth = {name: [stood for _, stood in some] for name, some in rows.items()}
    count = sum(map(len, rows.values()))
    print(f"the fate of blocks, AUC on games not fitted to; {len(rows)} games")
    figures: dict[str, Any] = {}
    for what, by_game in values.items():
        pairs = {n: list(zip(by_game[n], truth[n], strict=True)) for n in rows}
        figures[what] = told(what, interval(pairs, auc), count)
    for name, less, more in (
        ("what classes add", "liberties and stones", "liberties, stones, classes"),
        ("what classes add to strength", "liberties, stones, strength", "all"),
    ):
        both = {n: list(zip(values[less][n], values[more][n], truth[n], strict=True)) for n in rows}
        figures[name] = told(name, interval(both, gained), count)
    return figures


def gained(items: list[tuple[float, float, bool]]) -> float:
    """The second AUC less the first."""
    return float(auc([(b, t) for _, b, t in items]) - auc([(a, t) for a, _, t in items]))


def fitted(
    rows: dict[str, list[tuple[list[float], bool]]], wanted: list[int]
) -> dict[str, list[float]]:
    """A logistic model's values for every block, fitted without its own game."""
    names = sorted(rows)
    values: dict[str, list[float]] = {}
    for fold in range(FOLDS):
        train = [r for i, n in enumerate(names) if i % FOLDS != fold for r in rows[n]]
        features = np.array([[f[k] for k in wanted] for f, _ in train])
        weights = logistic(features, np.array([stood for _, stood in train]))
        for name in names[fold::FOLDS]:
            own = np.array([[1.0, *(f[k] for k in wanted)] for f, _ in rows[name]])
            values[name] = list(own @ weights)
    return values


def sizes(position: Position, block: BlockWorth) -> list[float]:
    """Liberties and stones, as Wolf's benchmark has them."""
    liberties, stones = len(position.block(block.stones[0]).liberties), len(block.stones)
    few = [float(liberties >= n) for n in (2, 3, 4, 5, 7)]
    return [*few, math.log(stones), float(stones >= 3)]


def said(block: BlockWorth) -> list[float]:
    """What the classes say: the chance, and how many elements on each side say it."""
    chance = 0.75 if block.chance is None else block.chance
    return [logit(chance), math.log1p(len(block.own)), math.log1p(len(block.against))]


def logit(share: float) -> float:
    """Of a share, kept away from 0 and 1."""
    kept = min(max(share, 0.001), 0.999)
    return math.log(kept / (1 - kept))


def counts(limit: int) -> dict[str, Any]:
    """The score against the counted result, by stage."""
    figures: dict[str, Any] = {}
    print("the score against the counted result: rank correlation")
    for at in STAGES:
        rows: dict[str, list[tuple[float, float]]] = {}
        for name, final in counted(limit):
            if at >= len(final.game.moves()):
                continue
            lead = float(sum((o == 1) - (o == 2) for o in final.owner))
            try:
                rows[name] = [(evaluate(final.game, at).score, lead)]
            except GokanError:
                continue
        figures[str(at)] = told(f"after {at} moves", interval(rows, spearman), len(rows))
    return figures


def moves(limit: int) -> dict[str, Any]:
    """Whether the evaluation helps to choose among the first moves of the ranking."""
    rows: dict[str, list[list[bool]]] = {}
    lines = (DATA / "pro_games.jsonl").read_text("utf-8").splitlines()
    for line in lines[::7]:
        record = json.loads(line)
        if sum(map(len, rows.values())) >= limit:
            break
        try:
            game = Game.parse(record["sgf"])
            start = game.start
            if any(start.board) or len(start.board) != 361:
                continue
            found = [hits(game, at) for at in MOVES if at < len(game.moves())]
        except GokanError:
            continue
        if found:
            rows[record["id"]] = found
    names = sorted(rows)
    base: dict[str, list[bool]] = {n: [hit[0] for hit in rows[n]] for n in names}
    mixed: dict[str, list[bool]] = {}
    for fold in range(FOLDS):
        train = [hit for i, n in enumerate(names) if i % FOLDS != fold for hit in rows[n]]
        best = max(range(len(WEIGHTS)), key=lambda w: sum(hit[w] for hit in train))
        print(f"  fold {fold}: a point weighs {WEIGHTS[best]}")
        for name in names[fold::FOLDS]:
            mixed[name] = [hit[best] for hit in rows[name]]
    count = sum(map(len, rows.values()))
    print("the move that a professional played, first")
    pairs = {n: list(zip(base[n], mixed[n], strict=True)) for n in names}
    share = {
        "ranking alone": lambda items: sum(a for a, _ in items) / len(items),
        "with the evaluation": lambda items: sum(b for _, b in items) / len(items),
        "what it adds": lambda items: sum(int(b) - int(a) for a, b in items) / len(items),
    }
    return {what: told(what, interval(pairs, figure), count) for what, figure in share.items()}


def hits(game: Game, at: int) -> list[bool]:
    """For each weight, whether the mixed choice is the move that was played."""
    played = [point for _, point in game.moves()]
    position = game.position(at)
    ranked = sorted(scores(position, played[:at]), key=lambda pair: -pair[1])
    sign = 1 if position.to_play == BLACK else -1
    first = [
        (move, worth, sign * evaluate_moves([*played[:at], move], position.play(move)).score)
        for move, worth in islice(ranked, AMONG)
    ]
    return [
        max(first, key=lambda one: one[1] + weight * one[2])[0] == played[at] for weight in WEIGHTS
    ]


if __name__ == "__main__":
    main()
