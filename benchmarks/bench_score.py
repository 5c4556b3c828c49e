"""Does the network know the score? Its lead, win and spread against stored verdicts of KataGo.

    python benchmarks/bench_score.py JUDGE.jsonl.gz [--network FILE] [--every 1] [--visits 128]

One look at every position (or every so-manieth) of the judge's games; with `--visits` also that
many visits at ten seeded positions a game, beside one look at the same positions. Intervals come
from games drawn again with replacement. The network learned from the same judge's glances: the page
that quotes these figures says so. Nothing is fitted here.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gokan.go import Color, Position
from gokan.intuition.network import Network, load

_CAP = 60.0  # points, for slopes
_CLOSE = 15.0
_BATCH = 16
_PER_GAME = 10
_DRAWS = 200
_COLORS = {"B": Color.BLACK, "W": Color.WHITE}


@dataclass(frozen=True, slots=True)
class Look:
    """What was said of one position, as Black sees it."""

    game: int
    lead: float
    win: float
    error: float
    judged_lead: float
    judged_win: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("judge", type=Path)
    parser.add_argument("--network", type=Path, default=None)
    parser.add_argument("--every", type=int, default=1, help="every so-manieth position")
    parser.add_argument("--visits", type=int, default=0)
    parser.add_argument("--seed", type=int, default=4)
    options = parser.parse_args()
    network = load(options.network)
    games = read_judge(options.judge)
    looks: dict[str, list[Look]] = defaultdict(list)
    searched: dict[str, list[Look]] = defaultdict(list)
    beside: dict[str, list[Look]] = defaultdict(list)
    for number, game in enumerate(games):
        positions = replayed(game)
        chosen = [row for row in game["positions"] if row["t"] % options.every == 0]
        looks[game["source"]] += _glances(network, number, positions, chosen)
        if options.visits:
            rng = random.Random(f"{options.seed} {game['id']}")
            some = rng.sample(game["positions"], min(_PER_GAME, len(game["positions"])))
            beside[game["source"]] += _glances(network, number, positions, some)
            searched[game["source"]] += _searches(number, positions, some, options.visits)
    result: dict[str, Any] = {"benchmark": "score", "network": network.card.get("name")}
    for title, found in (
        ("one look", looks),
        ("one look, the positions that were searched", beside),
        (f"after {options.visits} visits", searched),
    ):
        for source, rows in found.items():
            result[f"{title}, {source}"] = report(f"{title}, {source}", rows)
    print(json.dumps(result))


def read_judge(path: Path) -> list[dict[str, Any]]:
    """The games of a file of verdicts."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def replayed(game: dict[str, Any]) -> list[Position]:
    """Every position of a game, by the number of moves made."""
    size = game.get("size", 19)
    position = Position.empty(size, rules=game["rules"])
    position = position.with_rules(replace(position.rules, komi=game["komi"]))
    if game["init"]:
        stones = {color: [v for c, v in game["init"] if c == color] for color in "BW"}
        position = position.setup(black=stones["B"], white=stones["W"])
    positions = [position.with_to_play(_COLORS[game["first"]])]
    for move in game["moves"]:
        color, vertex = move
        positions.append(positions[-1].play(vertex, _COLORS[color]))
    return positions


def _glances(
    network: Network, number: int, positions: Sequence[Position], rows: Sequence[dict[str, Any]]
) -> list[Look]:
    found = []
    for start in range(0, len(rows), _BATCH):
        some = rows[start : start + _BATCH]
        outputs = network.evaluate([positions[row["t"]] for row in some])
        for row, output in zip(some, outputs, strict=True):
            black = positions[row["t"]].to_play == 1
            lead = output.lead if black else -output.lead
            win = output.win if black else 1 - output.win
            found.append(Look(number, lead, win, output.error, row["lead"], row["win"]))
    return found


def _searches(
    number: int, positions: Sequence[Position], rows: Sequence[dict[str, Any]], visits: int
) -> list[Look]:
    from gokan.play import search

    found = []
    for row in rows:
        answer = search(positions[row["t"]], visits=visits)
        found.append(Look(number, answer.lead, answer.win, 0.0, row["lead"], row["win"]))
    return found


def report(title: str, rows: Sequence[Look]) -> dict[str, Any]:
    """Print one line of the table; the figures."""
    by_game: dict[int, list[Look]] = defaultdict(list)
    for row in rows:
        by_game[row.game].append(row)
    told = figures(rows)
    rng = random.Random(7)
    drawn = [
        figures([row for one in rng.choices(list(by_game.values()), k=len(by_game)) for row in one])
        for _ in range(_DRAWS)
    ]
    spans = {}
    for name in told:
        values = sorted(one[name] for one in drawn)
        spans[name] = (values[_DRAWS // 40], values[-_DRAWS // 40 - 1])
    print(f"{title}: {len(rows)} positions of {len(by_game)} games")
    for name, value in told.items():
        low, high = spans[name]
        print(f"    {name:24} {value:7.3f}   [{low:.3f}, {high:.3f}]")
    return {"positions": len(rows), **{name: round(value, 4) for name, value in told.items()}}


def figures(rows: Sequence[Look]) -> dict[str, float]:
    """Errors, slopes and how well the stated error fits."""
    off = [abs(row.lead - row.judged_lead) for row in rows]
    ours = [max(-_CAP, min(_CAP, row.lead)) for row in rows]
    theirs = [max(-_CAP, min(_CAP, row.judged_lead)) for row in rows]
    close = [far for far, row in zip(off, rows, strict=True) if abs(row.judged_lead) < _CLOSE]
    told = {
        "error of lead": _mean(off),
        "error of lead, capped": _mean([abs(a - b) for a, b in zip(ours, theirs, strict=True)]),
        "leads within 15": _mean(close),
        "error of win": _mean([abs(row.win - row.judged_win) for row in rows]),
        "theirs on ours": _slope(ours, theirs),
        "ours on theirs": _slope(theirs, ours),
    }
    if all(row.error for row in rows):
        told["within one error"] = _mean(
            [far <= row.error for far, row in zip(off, rows, strict=True)]
        )
        told["within two errors"] = _mean(
            [far <= 2 * row.error for far, row in zip(off, rows, strict=True)]
        )
    return told


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / max(1, len(values))


def _slope(x: Sequence[float], y: Sequence[float]) -> float:
    """Of y on x."""
    mean_x, mean_y = _mean(x), _mean(y)
    below = math.fsum((a - mean_x) ** 2 for a in x)
    pairs = zip(x, y, strict=True)
    return math.fsum((a - mean_x) * (b - mean_y) for a, b in pairs) / max(below, 1e-9)


if __name__ == "__main__":
    main()
