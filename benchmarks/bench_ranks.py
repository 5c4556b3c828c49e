"""Which rank the levels of `gokan play` have: handicap games with GNU Go on 19×19.

Each level plays a series. A fit over all games so far says how many stones the level is better or
worse than GNU Go, and the next game is played with the handicap at which that would be even. With
`--output` each game is a line in a file, and a run with the same file goes on where the last one
stopped; `--write` puts the fit into the file that `gokan play` shows ranks from.

    python benchmarks/bench_ranks.py --games 12 --at-once 2 --output ranks.jsonl
    python benchmarks/bench_ranks.py --games 0 --output ranks.jsonl --write RANKS.json
"""

from __future__ import annotations

import argparse
import json
import math
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rows import append_row, read_rows  # type: ignore[import-not-found]  # beside this file

from gokan.go import BLACK, Rules
from gokan.play.controller import GtpProgram
from gokan.play.gokan_player import DEFAULT_VISITS
from gokan.play.levels import TOP
from gokan.play.match import program_command
from gokan.play.referee import GameSettings, play_game

GNUGO = "gnugo --mode gtp --level 10 --chinese-rules"
MOST = 9
_GRID = [tenth / 10 for tenth in range(-300, 301)]  # strengths in stones
_COARSE = _GRID[::5]
_DROP = 1.92  # of the logarithm of the likelihood: an interval of 95 %
_SLOPES = [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2]
_USUAL_SLOPE, _SLOPE_DOUBT = 0.5, 0.3  # what a stone adds to the logarithm of the odds

Played = tuple[int, float]
"""Stones that the level takes (negative: gives; 0: even with komi) and its points, 0 to 1."""


def main() -> None:
    """Play, fit, and close with a table and the JSON line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", default=",".join(map(str, range(1, TOP + 1))))
    parser.add_argument("--games", type=int, default=1, help="of each level")
    parser.add_argument("--opponent", default=GNUGO)
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no game after these")
    parser.add_argument("--output", default="")
    parser.add_argument("--write", default="", help="the file of ranks")
    options = parser.parse_args()
    series = Series(options)
    threads = [threading.Thread(target=series.work, daemon=True) for _ in range(options.at_once)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told = fit(series.played())
    for level, one in told["levels"].items():
        print(f"level {level}: {one}")
    if options.write:
        path = Path(options.write)
        kept = json.loads(path.read_text("utf-8"))
        path.write_text(json.dumps({**kept, **told}, indent=2) + "\n", "utf-8")
    print(json.dumps({"benchmark": "ranks", **told}))


class Series:
    """The games of all levels, so many at once."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.levels = [int(level) for level in options.levels.split(",")]
        self.rows = read_rows(options.output)
        self.begun: list[tuple[int, int, int]] = []  # level, number of the game, stones
        self.end = time.monotonic() + options.seconds
        self._lock = threading.Lock()

    def played(self) -> dict[int, list[Played]]:
        """What is known of each level."""
        found: dict[int, list[Played]] = {}
        for row in self.rows:
            if row["end"] != "failure":
                found.setdefault(row["level"], []).append((row["stones"], row["points"]))
        return found

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
            number = next(n for n in range(len(taken) + 1) if (level, n) not in taken)
            known = self.played()
            for one, _, stones in self.begun:
                known.setdefault(one, []).append((stones, 0.5))  # as if it were drawn
            task = level, number, even_stones(level, number, known)
            self.begun.append(task)
            return task


def even_stones(level: int, number: int, played: dict[int, list[Played]]) -> int:
    """The handicap at which the next game looks even; where nothing is known, by the neighbours.

    >>> even_stones(5, 0, {5: [(0, 1.0), (-2, 1.0), (-4, 0.0)]})
    -5
    """
    near = [strength(played[one]) - one for one in played if played[one]]
    guess = level + (sum(near) / len(near) if near else -5.5)
    known = played.get(level, [])
    better = max(
        _COARSE, key=lambda s: likelihood(s, known, _USUAL_SLOPE) - ((s - guess) / 4) ** 2 / 2
    )
    around = 1 if number % 2 else -1  # to both sides, which says what a stone counts
    return min(range(-MOST, MOST + 1), key=lambda stones: abs(worth(stones) + better - around))


def worth(stones: int) -> float:
    """What a handicap is worth, in stones: the first takes komi away, which is half a stone.

    >>> worth(0), worth(3), worth(-1)
    (0.0, 2.5, -0.5)
    """
    return math.copysign(abs(stones) - 0.5, stones) if stones else 0.0


def likelihood(better: float, games: Sequence[Played], slope: float) -> float:
    """The logarithm of how likely the results are for a player so many stones better."""
    total = 0.0
    for stones, points in games:
        odds = slope * (better + worth(stones))
        total -= points * math.log1p(math.exp(-odds)) + (1 - points) * math.log1p(math.exp(odds))
    return total


def strength(games: Sequence[Played]) -> float:
    """Stones by which the player is better, if a stone counts as usual."""
    return max(_COARSE, key=lambda better: likelihood(better, games, _USUAL_SLOPE))


def fit(played: dict[int, list[Played]]) -> dict[str, Any]:
    """The strength of every level with an interval; what a stone counts is the same for all.

    The intervals allow for what is not known of that too.
    """
    curves = {
        (level, slope): [likelihood(better, games, slope) for better in _GRID]
        for level, games in played.items()
        for slope in _SLOPES
    }
    totals = {
        slope: sum(max(curves[level, slope]) for level in played)
        - (math.log(slope / _USUAL_SLOPE) / _SLOPE_DOUBT) ** 2 / 2
        for slope in _SLOPES
    }
    levels = {}
    for level, games in sorted(played.items()):
        best = [
            max(totals[s] - max(curves[level, s]) + curves[level, s][at] for s in _SLOPES)
            for at in range(len(_GRID))
        ]
        won = sum(points for _, points in games)
        levels[str(level)] = {**_interval(best), "games": len(games), "won": won}
    return {"slope": max(_SLOPES, key=lambda slope: totals[slope]), "levels": levels}


def _interval(best: list[float]) -> dict[str, float | None]:
    """The likeliest strength and the interval around it, open to a side where nothing shuts it."""
    inside = [better for better, one in zip(_GRID, best, strict=True) if one > max(best) - _DROP]
    low = None if inside[0] == _GRID[0] else inside[0]
    high = None if inside[-1] == _GRID[-1] else inside[-1]
    stones: float | None = _GRID[best.index(max(best))]
    if low is None or high is None:  # won or lost all
        stones = high if low is None else low
    return {"stones": stones, "low": low, "high": high}


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
