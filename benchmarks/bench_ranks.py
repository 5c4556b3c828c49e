"""Which rank the levels of `gokan play` have: handicap games with GNU Go on 19×19.

Each level plays a series. A fit over all games so far says how many stones the level is better or
worse than GNU Go, and the next game is played with the handicap at which that would be even. Games
of the levels with each other (`--duels`, files of bench_duels.py with handicaps) tell how many
stones lie between them, and join the fit. With `--output` each game is a line in a file, and a run
with the same file goes on where the last one stopped; `--write` puts the fit into the file that
`gokan play` shows ranks from. With `--check` new games hold such a file to account: they are played
with the handicap at which it says a level and GNU Go are even, and nothing is fitted.

    python benchmarks/bench_ranks.py --games 12 --at-once 2 --output ranks.jsonl
    python benchmarks/bench_ranks.py --games 0 --output ranks.jsonl --write RANKS.json
    python benchmarks/bench_ranks.py --check RANKS.json --first 100 --output check.jsonl
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import re
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rows import append_row, read_rows  # type: ignore[import-not-found]  # beside this file

from gokan.go import BLACK, Rules
from gokan.play.matches.controller import GtpProgram
from gokan.play.matches.match import program_command
from gokan.play.matches.referee import GameSettings, play_game
from gokan.play.players.gokan_player import DEFAULT_VISITS
from gokan.play.players.levels import TOP

GNUGO = "gnugo --mode gtp --level 10 --chinese-rules"
MOST = 9
_LINE = -9.0, 1.7  # stones that a level might be better, before any game: at 0, and for each
_LINE_DOUBT, _OWN_DOUBT = 4.0, 2.5
_WIDE = 15.0  # stones; says next to nothing
_TOO_WIDE = 12.0  # an interval that names no rank
_ENOUGH = 1  # games with GNU Go for a rank to be named; games between levels say the rest
_SLOPES = [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2]
_USUAL_SLOPE, _SLOPE_DOUBT = 0.5, 0.3  # what a stone adds to the logarithm of the odds

Played = tuple[int, int, int, float]
"""A level, whom it played (0 is GNU Go), the stones that it took (negative: gave; 0: even, with
komi), and its points, 0 to 1."""


def main() -> None:
    """Play, fit, and close with a table and the JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", default=",".join(map(str, range(1, TOP + 1))))
    parser.add_argument("--games", type=int, default=1, help="of each level")
    parser.add_argument("--first", type=int, default=0, help="number of a level's first game")
    parser.add_argument("--opponent", default=GNUGO)
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no game after these")
    parser.add_argument("--output", default="")
    parser.add_argument("--duels", nargs="*", default=[], help="games between levels")
    parser.add_argument("--write", default="", help="the file of ranks")
    parser.add_argument("--check", default="", help="a file of ranks to be tested")
    options = parser.parse_args()
    series = Series(options)
    threads = [threading.Thread(target=series.work, daemon=True) for _ in range(options.at_once)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if options.check:
        told = held_to_account(series.played(), series.kept)
        for level, one in told["levels"].items():
            print(f"level {level}: {one}")
        print(json.dumps({"benchmark": "ranks-check", **told}))
        return
    told = fit([*series.played(), *between_levels(options.duels)])
    for level, one in told["levels"].items():
        print(f"level {level}: {one}")
    if options.write:
        path = Path(options.write)
        kept = json.loads(path.read_text("utf-8"))
        named = {name: one for name, one in told["levels"].items() if one["games"] >= _ENOUGH}
        told_there = {**kept, **told, "levels": named}
        path.write_text(json.dumps(told_there, indent=2) + "\n", "utf-8")
    print(json.dumps({"benchmark": "ranks", **told}))


class Series:
    """The games of all levels, so many at once."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.levels = [int(level) for level in options.levels.split(",")]
        self.rows = read_rows(options.output)
        self.kept = json.loads(Path(options.check).read_text("utf-8")) if options.check else {}
        self.begun: list[tuple[int, int, int]] = []  # level, number of the game, stones
        self.end = time.monotonic() + options.seconds
        self._lock = threading.Lock()

    def played(self) -> list[Played]:
        """The games so far."""
        return [
            (row["level"], 0, row["stones"], row["points"])
            for row in self.rows
            if row["end"] != "failure"
        ]

    def work(self) -> None:
        """Games until there are enough or the time is up."""
        while (task := self._next()) is not None:
            level, number, stones = task
            row = game(level, number, stones, self.options.opponent)
            with self._lock:
                self.begun.remove(task)
                self.rows.append(row)
                append_row(self.options.output, row)

    def _next(self) -> tuple[int, int, int] | None:
        with self._lock:
            if time.monotonic() > self.end:
                return None
            taken = {(row["level"], row["number"]) for row in self.rows}
            taken |= {(level, number) for level, number, _ in self.begun}
            counts = {level: sum(one == level for one, _ in taken) for level in self.levels}
            level = min(self.levels, key=lambda one: counts[one])
            if counts[level] >= self.options.games:
                return None
            number = next(n for n in itertools.count(self.options.first) if (level, n) not in taken)
            drawn = [(one, 0, stones, 0.5) for one, _, stones in self.begun]  # until it is known
            if self.kept:
                stones = nearest_stones(self.kept["levels"][str(level)]["stones"])
            else:
                stones = even_stones(level, number, [*self.played(), *drawn])
            task = level, number, stones
            self.begun.append(task)
            return task


def even_stones(level: int, number: int, played: Sequence[Played]) -> int:
    """The handicap at which the next game with GNU Go looks even.

    >>> even_stones(5, 0, [(5, 0, 0, 1.0), (5, 0, -2, 1.0), (5, 0, -4, 0.0)])
    -4
    """
    shifts = [step / 2 for step in range(-20, 21)]

    def fits(shift: float, level_shift: float) -> float:
        total = -((shift / _LINE_DOUBT) ** 2 + (level_shift / _OWN_DOUBT) ** 2) / 2
        for one, _, stones, points in played:
            better = _LINE[0] + _LINE[1] * one + shift + (level_shift if one == level else 0)
            odds = _USUAL_SLOPE * (better + worth(stones))
            total -= math.log1p(math.exp(-odds)) + (1 - points) * odds
        return total

    shift = max(shifts, key=lambda one: fits(one, 0))
    own = max(shifts, key=lambda one: fits(shift, one))
    better = _LINE[0] + _LINE[1] * level + shift + own
    around = 1 if number % 2 else -1  # to both sides, which says what a stone counts
    return nearest_stones(better - around)


def nearest_stones(better: float) -> int:
    """The handicap that comes nearest to making up for so many stones.

    >>> nearest_stones(4.8), nearest_stones(-4.2), nearest_stones(30)
    (-5, 5, -9)
    """
    return min(range(-MOST, MOST + 1), key=lambda stones: abs(worth(stones) + better))


def held_to_account(played: Sequence[Played], kept: dict[str, Any]) -> dict[str, Any]:
    """What the levels won of new games, and what ranks from other games had expected.

    >>> ranks = {"slope": 0.5, "levels": {"6": {"stones": 4.5}}}
    >>> held_to_account([(6, 0, -5, 1.0), (6, 0, -5, 0.0), (6, 0, -4, 1.0)], ranks)["levels"]
    {'6': {'stones': [-5, -5, -4], 'won': 2.0, 'expected': 1.62}}
    """
    levels: dict[str, Any] = {}
    for level, _, stones, points in sorted(played):
        one = levels.setdefault(str(level), {"stones": [], "won": 0.0, "expected": 0.0})
        better = kept["levels"][str(level)]["stones"] + worth(stones)
        one["stones"].append(stones)
        one["won"] += points
        one["expected"] = round(one["expected"] + 1 / (1 + math.exp(-kept["slope"] * better)), 2)
    rows = levels.values()
    won, expected = sum(one["won"] for one in rows), sum(one["expected"] for one in rows)
    return {"games": len(played), "won": won, "expected": round(expected, 2), "levels": levels}


def worth(stones: int) -> float:
    """What a handicap is worth, in stones: the first takes komi away, which is half a stone.

    >>> worth(0), worth(3), worth(-1)
    (0.0, 2.5, -0.5)
    """
    return math.copysign(abs(stones) - 0.5, stones) if stones else 0.0


def between_levels(paths: Sequence[str]) -> list[Played]:
    """Games of the levels with each other, as bench_duels.py writes them down. One that stands in
    several files counts once: a duel and a number fix the dice of a game.
    """
    found = []
    rows = (row for path in paths for row in read_rows(path) if "error" not in row)
    for row in {(row["duel"], row["size"], row["game"]): row for row in rows}.values():
        told = re.fullmatch(r"gokan:level=(\d+)\S* vs gokan:level=(\d+)( with (\d))?", row["duel"])
        if told and row["size"] == 19:
            stones = int(told[4] or 0)
            found.append((int(told[1]), int(told[2]), -stones, row["points"]))
    return found


def fit(played: Sequence[Played]) -> dict[str, Any]:
    """How many stones every level is better than GNU Go, with intervals, if enough is known of it.

    The logarithm of the odds is the difference in stones times a slope, the same for all. What is
    not known of the slope is part of the intervals.
    """
    names = sorted({level for game in played for level in game[:2]} - {0})
    found = [_at_slope(slope, names, played) for slope in _SLOPES]
    best = max(weight for weight, _, _ in found)
    weights = np.array([math.exp(weight - best) for weight, _, _ in found])
    weights /= weights.sum()
    means = np.array([mean for _, mean, _ in found])
    mean = weights @ means
    spread = np.sqrt(weights @ (np.array([v for _, _, v in found]) + (means - mean) ** 2))
    levels = {}
    for at, level in enumerate(names):
        if 2 * 1.96 * spread[at] > _TOO_WIDE:
            continue
        own = [points for one, other, _, points in played if one == level and not other]
        levels[str(level)] = {
            "stones": round(float(mean[at]), 1),
            "low": round(float(mean[at] - 1.96 * spread[at]), 1),
            "high": round(float(mean[at] + 1.96 * spread[at]), 1),
            "games": len(own),
            "won": sum(own),
        }
    among = sum(other > 0 for _, other, _, _ in played)
    slope = round(float(weights @ np.array(_SLOPES)), 2)
    return {"slope": slope, "games": len(played) - among, "among": among, "levels": levels}


def _at_slope(slope: float, names: list[int], played: Sequence[Played]) -> tuple[float, Any, Any]:
    """How well a slope explains the games; the strengths that do it best; their variances."""
    ways = np.zeros((len(played), len(names)))
    for row, (level, other, _, _) in zip(ways, played, strict=True):
        row[names.index(level)] += 1
        if other:
            row[names.index(other)] -= 1
    help_ = np.array([worth(stones) for _, _, stones, _ in played])
    points = np.array([point for *_, point in played])
    strengths = np.zeros(len(names))
    for _ in range(60):
        chances = 1 / (1 + np.exp(-slope * (ways @ strengths + help_)))
        down = slope * ways.T @ (points - chances) - strengths / _WIDE**2
        curve = (ways.T * (slope**2 * chances * (1 - chances))) @ ways
        curve += np.eye(len(names)) / _WIDE**2
        strengths = strengths + np.clip(np.linalg.solve(curve, down), -3, 3)
    chances = np.clip(1 / (1 + np.exp(-slope * (ways @ strengths + help_))), 1e-9, 1 - 1e-9)
    log = float(points @ np.log(chances) + (1 - points) @ np.log(1 - chances))
    log -= (math.log(slope / _USUAL_SLOPE) / _SLOPE_DOUBT) ** 2 / 2
    return log, strengths, np.diag(np.linalg.inv(curve))


def game(level: int, number: int, stones: int, opponent: str) -> dict[str, Any]:
    """One game; where it is even the level has Black by turns."""
    visits = f",visits={DEFAULT_VISITS}" if level == TOP else ""
    black = stones > 0 if stones else number % 2 == 0
    rules = Rules.named("chinese").with_(komi=0.5 if stones else 7.5)
    settings = GameSettings(width=19, height=19, rules=rules, handicap=abs(stones))
    row: dict[str, Any] = {"level": level, "number": number, "stones": stones, "black": black}
    with (
        GtpProgram(program_command(f"gokan:level={level}{visits}")) as ours,
        GtpProgram(program_command(opponent)) as theirs,
    ):
        sides = (ours, theirs) if black else (theirs, ours)
        played = play_game(*sides, settings, seed=1 + number)
    points = 0.5 if played.winner is None else float((played.winner == BLACK) == black)
    moves = " ".join(played.final.vertex(move) for _, move in played.moves)
    row |= {"result": played.result, "end": played.end, "points": points, "note": played.note}
    return {**row, "seconds": [round(one, 1) for one in played.seconds], "moves": moves}


if __name__ == "__main__":
    main()
