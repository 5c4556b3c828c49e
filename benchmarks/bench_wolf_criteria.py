"""Wolf's criteria 4, 5, 6, 8 and 9 (VII-A), the time split (VIII-C), and what s and w are worth.

    python benchmarks/bench_wolf_criteria.py [GAMES] [PART ...]

Parts: calibration, added, accuracy, time, stake, search, players, split; all if none is named.
Games are professional ones, games counted by their players, and games judged by KataGo ($GOKAN_DATA
or ../shared/data). Intervals of 95 % come from 400 draws of whole games.

- calibration: how often a point with influence w, and a block with strength s, ended as they say.
- added: what s says of a block's fate beyond its liberties and stones, and the ranking of moves
  beyond counting liberties; weights are fitted on other games than they are measured on.
- accuracy (6): does the number of iterations tell which verdicts are wrong?
- time (4): the quality of the ranking by the number of updates that there is time for.
- stake (5): does it know how much hangs on the next move? The gain of the best move against the
  spread of the judge's candidates.
- search (8): does it know which positions a search has to look into? The unstable points against
  how far the judge's lead at one look is from its lead after search.
- players (9): the place of the judge's best move, by who played and with how many handicap stones.
- split (VIII-C): the same number of random games on the first k moves of the ranking, from one
  (all time to Wolf's system) to all of them (the ranking is not asked).
"""

from __future__ import annotations

import gzip
import itertools
import json
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from data_folder import DATA  # type: ignore[import-not-found]  # beside this file

from gokan.go import BLACK, Color, Game, Position, playouts
from gokan.strength import instability, rank, weigh

DRAWS = 400
STAGES = (60, 120, 180)
BINS = (0.0, 0.02, 0.1, 0.2, 0.3, 0.4, 0.45, 0.55, 0.6, 0.7, 0.8, 0.9, 0.98, 1.000001)
Rows = dict[str, list[Any]]
"""Per game what was measured in it, so that games can be drawn whole."""


def main() -> None:
    """Print the parts that are asked for, and the JSON line."""
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    wanted = sys.argv[2:] or list(PARTS)
    print(json.dumps({"benchmark": "wolf_criteria", **{p: PARTS[p](limit) for p in wanted}}))


# --- games and intervals --------------------------------------------------------------------------


@dataclass(frozen=True)
class Final:
    """Who owns each point at the end of a counted game, and which stones were dead."""

    game: Game
    owner: list[int]


def counted(limit: int) -> Iterator[tuple[str, Final]]:
    """Games counted by their players, with the owner of every point at the end."""
    for line in (DATA / "kgs_scored.jsonl").read_text("utf-8").splitlines()[:limit]:
        record = json.loads(line)
        owner = [0] * 361
        for key, side in (
            ("final_black", 1),
            ("final_white", 2),
            ("black_territory", 1),
            ("white_territory", 2),
            ("dead_black", 2),
            ("dead_white", 1),
        ):
            for column, row in record[key]:
                owner[row * 19 + column] = side
        yield record["id"], Final(Game.parse(record["sgf"]), owner)


def judged(limit: int, sources: Sequence[str] = ("kgs", "kyu", "pro")) -> Iterator[dict[str, Any]]:
    """Games with the judge's verdict on every position."""
    with gzip.open(DATA / "kata_judge.jsonl.gz", "rt", encoding="utf-8") as lines:
        found = 0
        for line in lines:
            record = json.loads(line)
            if record["source"] in sources and found < limit:
                found += 1
                yield record


def positions(record: dict[str, Any], every: int) -> Iterator[tuple[Position, dict[str, Any]]]:
    """Every so many moves, the board and what the judge says of it."""
    position = Position.empty(19)
    if record["init"]:
        stones = {side: [v for c, v in record["init"] if c == side] for side in "BW"}
        position = position.setup(black=stones["B"], white=stones["W"])
    position = position.with_to_play(Color.parse(record["first"]))
    told = {p["t"]: p for p in record["positions"]}
    for number in range(len(record["moves"])):
        if number % every == every // 2 and number in told and told[number]["c"]:
            yield position, told[number]
        color, vertex = record["moves"][number]
        if vertex.lower() == "pass":
            position = position.play_forced(-1, Color.parse(color))
        else:
            position = position.play_forced(position.point(vertex), Color.parse(color))
        if number + 1 < len(record["moves"]):
            position = position.with_to_play(Color.parse(record["moves"][number + 1][0]))


def interval(rows: Rows, figure: Callable[[list[Any]], float]) -> tuple[float, float, float]:
    """A figure over all games, and where 95 % of it lie when games are drawn with repetition."""
    games = [rows[name] for name in sorted(rows)]
    chance = random.Random(1)
    drawn = sorted(
        figure([item for _ in games for item in chance.choice(games)]) for _ in range(DRAWS)
    )
    whole = figure([item for game in games for item in game])
    return whole, drawn[int(0.025 * DRAWS)], drawn[int(0.975 * DRAWS)]


def told(name: str, found: tuple[float, float, float], count: int) -> dict[str, float]:
    """Print a figure with its interval."""
    print(f"  {name:46} {found[0]:7.3f}  ({found[1]:.3f} to {found[2]:.3f}), {count}")
    return {"value": found[0], "low": found[1], "high": found[2], "count": count}


def auc(pairs: list[tuple[float, bool]]) -> float:
    """The chance that a true case has the higher value, ties counted half."""
    values = np.array([v for v, _ in pairs])
    truth = np.array([t for _, t in pairs], dtype=bool)
    good, bad = int(truth.sum()), int((~truth).sum())
    if not good or not bad:
        return math.nan
    return float((_places(values)[truth].sum() - good * (good + 1) / 2) / (good * bad))


def spearman(pairs: list[tuple[float, float]]) -> float:
    """The correlation of ranks."""
    if len(pairs) < 3:
        return math.nan
    one, other = (_places(np.array(column)) for column in zip(*pairs, strict=True))
    return float(np.corrcoef(one, other)[0, 1])


def _places(values: np.ndarray) -> np.ndarray:
    _, where, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return (ends - (counts - 1) / 2)[where]


# --- what the numbers are worth -------------------------------------------------------------------


Block = tuple[float, int, int, int, bool]
"""Strength, liberties, stones, iterations, and whether it stood at the end."""


def block_rows(limit: int) -> dict[str, list[Block]]:
    """Every block at three stages of each game."""
    out: dict[str, list[Block]] = {}
    for name, final in counted(limit):
        rows = out.setdefault(name, [])
        for at in (n for n in STAGES if n < len(final.game.moves())):
            position = final.game.position(at)
            counts = instability(position).iterations
            for block in weigh(position).blocks:
                stone = block.stones[0]
                stood = final.owner[stone] == int(block.color)
                liberties = len(block.liberties)
                rows.append((block.strength, liberties, len(block.stones), counts[stone], stood))
    return {name: rows for name, rows in out.items() if rows}


def calibration(limit: int) -> dict[str, Any]:
    """Of points with this influence, how many ended as that side's; of blocks, how many stood."""
    points: Rows = {}
    for name, final in counted(limit):
        ended = points.setdefault(name, [])
        for at in (n for n in STAGES if n < len(final.game.moves())):
            position = final.game.position(at)
            white = weigh(position).white
            ended += [
                (w, final.owner[p] == 2)
                for p, w in enumerate(white)
                if not position.board[p] and final.owner[p]
            ]
    points = {name: rows for name, rows in points.items() if rows}
    blocks: Rows = {n: [(r[0], r[4]) for r in rows] for n, rows in block_rows(limit).items()}
    figures: dict[str, Any] = {}
    both: list[tuple[str, Rows]] = [
        ("points: w, ended as White's", points),
        ("blocks: s, stood", blocks),
    ]
    for what, rows in both:
        print(f"calibration, {what}")
        table: list[dict[str, float]] = []
        figures[what] = table
        for low, high in itertools.pairwise(BINS):
            every = {n: [t for v, t in r if low <= v < high] for n, r in rows.items()}
            inside: Rows = {n: r for n, r in every.items() if r}
            count = sum(map(len, inside.values()))
            if count < 50:
                continue
            found = interval(inside, lambda items: sum(items) / len(items))
            table.append(
                {"from": low, "to": high, **told(f"{low:.2f} to {high:.2f}", found, count)}
            )
    return figures


def added(limit: int) -> dict[str, Any]:
    """The AUC of a block's fate: liberties and stones alone, strength alone, all of them."""
    rows = block_rows(limit)
    names = sorted(rows)
    features: dict[str, Callable[[Block], list[float]]] = {
        "liberties and stones": _sizes,
        "strength alone": lambda r: [_logit(r[0])],
        "liberties, stones and strength": lambda r: [*_sizes(r), _logit(r[0])],
    }
    scored: dict[str, dict[str, list[float]]] = {}
    for what, feature in features.items():
        scored[what] = {}
        for fold in range(5):
            train = [r for i, n in enumerate(names) if i % 5 != fold for r in rows[n]]
            weights = logistic(
                np.array([feature(r) for r in train]), np.array([r[4] for r in train])
            )
            for name in names[fold::5]:
                values = np.array([[1.0, *feature(r)] for r in rows[name]]) @ weights
                scored[what][name] = list(values)
    figures: dict[str, Any] = {}
    print("beyond counting liberties: the fate of blocks, AUC on games not fitted to")
    count = sum(map(len, rows.values()))
    for what, values in scored.items():
        pairs: Rows = {n: list(zip(values[n], (r[4] for r in rows[n]), strict=True)) for n in names}
        figures[what] = told(what, interval(pairs, auc), count)
    base, whole = scored["liberties and stones"], scored["liberties, stones and strength"]
    both: Rows = {
        n: list(zip(base[n], whole[n], (r[4] for r in rows[n]), strict=True)) for n in names
    }
    gain = interval(
        both, lambda items: auc([(b, t) for _, b, t in items]) - auc([(a, t) for a, _, t in items])
    )
    figures["added to fates"] = told("what strength adds", gain, count)
    figures |= moves_added(limit)
    return figures


def moves_added(limit: int) -> dict[str, Any]:
    """How often the judge's move is above 85 % of all: Wolf's ranking, a count of liberties."""
    rows: Rows = {}
    for record in judged(limit, ("pro", "kgs")):
        kept = rows.setdefault(record["id"], [])
        for position, verdict in positions(record, 12):
            best = verdict["c"][0][0]
            if best.lower() == "pass" or not position.is_legal(position.point(best)):
                continue
            move = position.point(best)
            ours = {one.move: one.gain for one in rank(position, max_iter=5).moves}
            theirs = {m: liberty_gain(position, m) for m in ours}
            kept.append((percentile(ours, move) >= 85, percentile(theirs, move) >= 85))
    rows = {n: r for n, r in rows.items() if r}
    count = sum(map(len, rows.values()))
    print("beyond counting liberties: the judge's best move, kept when the worst 85 % are dropped")
    figures = {}
    for index, what in enumerate(("Wolf's ranking", "liberties gained and taken")):
        one: Rows = {n: [r[index] for r in kept] for n, kept in rows.items()}
        share = interval(one, lambda items: sum(items) / len(items))
        figures[what] = told(what, share, count)
    gain = interval(rows, lambda items: sum(int(a) - int(b) for a, b in items) / len(items))
    figures["added to moves"] = told("what the system adds", gain, count)
    return figures


def liberty_gain(position: Position, move: int) -> float:
    """Own liberties minus the enemy's after the move, each block's to the fourth."""
    after = position.play(move)
    side = position.to_play
    return sum(
        (1 if b.color == side else -1) * min(4, len(b.liberties)) * math.sqrt(len(b.stones))
        for b in after.blocks()
    )


def percentile(worth: dict[int, float], move: int) -> float:
    """The share of the other moves that are worse, ties counted half."""
    own = worth[move]
    others = [v for m, v in worth.items() if m != move]
    if not others:
        return 100.0
    worse = sum(1.0 if v < own else 0.5 if v == own else 0.0 for v in others)
    return 100 * worse / len(others)


def _sizes(row: Block) -> list[float]:
    liberties, stones = row[1], row[2]
    return [*(float(liberties >= n) for n in (2, 3, 4, 5, 7)), math.log(stones), float(stones >= 3)]


def _logit(value: float) -> float:
    kept = min(max(value, 1e-3), 1 - 1e-3)
    return math.log(kept / (1 - kept))


def logistic(features: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """Weights by Newton's method, a little regularised; the first is the constant."""
    x = np.column_stack([np.ones(len(features)), features])
    weights = np.zeros(x.shape[1])
    for _ in range(12):
        chance = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (truth - chance) - 0.1 * weights
        curve = (x * (chance * (1 - chance))[:, None]).T @ x + 0.1 * np.eye(x.shape[1])
        weights = weights + np.linalg.solve(curve, slope)
    return weights


# --- the criteria ---------------------------------------------------------------------------------


def accuracy(limit: int) -> dict[str, Any]:
    """Criterion 6: are the verdicts of units that iterate long the wrong ones?"""
    rows = block_rows(limit)
    count = sum(map(len, rows.values()))
    print("criterion 6: which verdicts on blocks (s above or below 1/2) are wrong, AUC")
    by_count: Rows = {n: [(r[3], (r[0] > 0.5) != r[4]) for r in rs] for n, rs in rows.items()}
    by_middle: Rows = {
        n: [(-abs(r[0] - 0.5), (r[0] > 0.5) != r[4]) for r in rs] for n, rs in rows.items()
    }
    return {
        "iterations": told("by the number of iterations", interval(by_count, auc), count),
        "nearness": told("by how near s is to 1/2", interval(by_middle, auc), count),
    }


def time_given(limit: int) -> dict[str, Any]:
    """Criterion 4: better moves for more time, and moves at all for little?"""
    print("criterion 4: the judge's best move among the upper 15 %, by updates of a unit")
    found: dict[int, Rows] = {n: {} for n in (1, 2, 3, 5, 10, 100)}
    spent = dict.fromkeys(found, 0.0)
    for record in judged(limit):
        for position, verdict in positions(record, 15):
            best = verdict["c"][0][0]
            if best.lower() == "pass" or not position.is_legal(position.point(best)):
                continue
            for updates, rows in found.items():
                begin = time.process_time()
                worth = {m.move: m.gain for m in rank(position, max_iter=updates).moves}
                spent[updates] += time.process_time() - begin
                kept = percentile(worth, position.point(best)) >= 85
                rows.setdefault(record["id"], []).append(kept)
    figures = {}
    for updates, rows in found.items():
        count = sum(map(len, rows.values()))
        share = interval(rows, lambda items: sum(items) / len(items))
        row = told(f"{updates} updates", share, count)
        figures[str(updates)] = {**row, "ms": 1e3 * spent[updates] / count}
        print(f"{'':50}{figures[str(updates)]['ms']:.2f} ms")
    return figures


def stake(limit: int) -> dict[str, Any]:
    """Criterion 5: what hangs on the next move."""
    rows: Rows = {}
    for record in judged(limit):
        kept = rows.setdefault(record["id"], [])
        for position, verdict in positions(record, 10):
            leads = [c[2] for c in verdict["c"]]
            gains = [m.gain for m in rank(position, max_iter=5).moves]
            if len(leads) > 2 and len(gains) > 20:
                apart = max(leads) - min(leads)
                kept.append((gains[0] - statistics.median(gains), apart))
    rows = {n: r for n, r in rows.items() if r}
    print(
        "criterion 5: gain of the best move over the middle one, and how far the judge's candidates"
    )
    print("             lie apart; rank correlation")
    count = sum(map(len, rows.values()))
    return {"stake": told("best gain against spread", interval(rows, spearman), count)}


def search(limit: int) -> dict[str, Any]:
    """Criterion 8: does it know what a search has to look into?"""
    rows: Rows = {}
    for record in judged(limit):
        kept = rows.setdefault(record["id"], [])
        for position, verdict in positions(record, 10):
            counts = instability(position).iterations
            open_points = sum(n >= 100 for n in counts)
            kept.append((open_points, abs(verdict["raw"] - verdict["lead"])))
    print("criterion 8: unstable points, and how far one look is from a search; rank correlation")
    count = sum(map(len, rows.values()))
    return {
        "search": told("unstable points against the correction", interval(rows, spearman), count)
    }


def players(limit: int) -> dict[str, Any]:
    """Criterion 9: the same for all who play?"""
    found: dict[str, Rows] = {}
    for record in judged(1000):
        kind = {"pro": "professional", "kgs": "dan", "kyu": "kyu"}[record["source"]]
        stones = len(record["init"])
        if stones:
            kind = f"{kind}, handicap"
        rows = found.setdefault(kind, {})
        for position, verdict in positions(record, 8):
            best = verdict["c"][0][0]
            if best.lower() == "pass" or not position.is_legal(position.point(best)):
                continue
            worth = {m.move: m.gain for m in rank(position, max_iter=5).moves}
            kept = percentile(worth, position.point(best)) >= 85
            rows.setdefault(record["id"], []).append(kept)
    print("criterion 9: the judge's best move among the upper 15 %")
    figures = {}
    for kind, rows in sorted(found.items()):
        count = sum(map(len, rows.values()))
        share = interval(rows, lambda items: sum(items) / len(items))
        figures[kind] = told(f"{kind}, {len(rows)} games", share, count)
    return figures


def split(limit: int) -> dict[str, Any]:
    """VIII-C: the same time, divided between both evaluations in several ways."""
    total = 600  # random games a position, on all candidates together
    found: dict[str, Rows] = {}
    for record in judged(max(8, limit // 4)):
        for position, verdict in positions(record, 40):
            candidates = {c[0]: c[2] for c in verdict["c"] if c[0].lower() != "pass"}
            legal = {v for v in candidates if position.is_legal(position.point(v))}
            ranked = [m.move for m in rank(position, max_iter=5).moves]
            if not legal or len(ranked) < 50:
                continue
            for keep in (1, 5, 15, 50, len(ranked)):
                name = "all" if keep == len(ranked) else str(keep)
                chosen = by_games(position, ranked[:keep], total)
                hit = position.vertex(chosen) in legal
                found.setdefault(name, {}).setdefault(record["id"], []).append(hit)
    print(f"VIII-C: {total} random games on the first k moves of the ranking; the choice is one of")
    print("        the judge's candidates")
    figures = {}
    for name, rows in found.items():
        count = sum(map(len, rows.values()))
        share = interval(rows, lambda items: sum(items) / len(items))
        figures[name] = told(f"k = {name}", share, count)
    return figures


def by_games(position: Position, moves: list[int], total: int) -> int:
    """The move after which most of its share of the random games is won; the first of equals."""
    if len(moves) == 1:
        return moves[0]
    best, most = moves[0], -1.0
    for move in moves:
        games = max(1, total // len(moves))
        result = playouts.run(position.play(move), games, seed=7)
        black = result.black_wins / result.games
        won = black if position.to_play == BLACK else 1 - black
        if won > most:
            best, most = move, won
    return best


PARTS: dict[str, Callable[[int], dict[str, Any]]] = {
    "calibration": calibration,
    "added": added,
    "accuracy": accuracy,
    "time": time_given,
    "stake": stake,
    "search": search,
    "players": players,
    "split": split,
}


if __name__ == "__main__":
    if not Path(DATA / "kgs_scored.jsonl").exists():
        print(f"no games at {DATA}: set GOKAN_DATA")
    else:
        main()
