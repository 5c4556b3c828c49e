"""The results of a prediction study as numbers: percentiles, histograms, survival, tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from gokan.batch.work import Kind
from gokan.files import write_whole

BINS = 100
TOPS = (1, 5, 10)
SURVIVALS = (50, 85, 95)
COLUMNS: dict[str, Kind] = {
    "move": "int",
    "point": "int",
    "legal": "int",
    "better": "int",
    "equal": "int",
    "rank": "float",
    "percentile": "float",
}
"""Of the study's data set; `point` counts from the top left corner, row by row."""


def percentile(legal: int, better: int, equal: int) -> float:
    """The share of the other legal moves that are ranked worse, ties counted half, in percent.

    The only legal move stands at 100.

    >>> percentile(101, 0, 0), percentile(101, 100, 0), percentile(3, 0, 1)
    (100.0, 0.0, 75.0)
    """
    others = legal - 1
    if others < 1:
        return 100.0
    return 100.0 * (others - better - equal + equal / 2) / others


class Row(NamedTuple):
    """One studied position: where the played move stands among the legal ones.

    `number` counts the moves of the game, the played one included; `game` is the game's place in
    the collection, `move` the point that was played.
    """

    number: int
    legal: int
    better: int
    equal: int
    game: int = 0
    move: int = -1

    @staticmethod
    def read(row: Mapping[str, Any]) -> Row:
        """From a row of the study's data set."""
        counts = row["legal"], row["better"], row["equal"]
        return Row(row["move"], *counts, row["item"], row["point"])

    def columns(self) -> dict[str, Any]:
        """As a row of the study's data set; its game is the item."""
        return {
            "move": self.number,
            "point": self.move,
            "legal": self.legal,
            "better": self.better,
            "equal": self.equal,
            "rank": self.rank,
            "percentile": self.percentile,
        }

    @property
    def percentile(self) -> float:
        """The share of the other legal moves that are ranked worse, in percent."""
        return percentile(self.legal, self.better, self.equal)

    @property
    def rank(self) -> float:
        """One plus the moves ranked better plus half of the ties."""
        return 1 + self.better + self.equal / 2


@dataclass(frozen=True, slots=True)
class Prediction:
    """Every studied position as a `Row`; `names` are those of the games, by their place.

    Ties are averaged: a played move that shares its score with others has the mean of their ranks.
    """

    ranker: str
    rows: tuple[Row, ...]
    games: int | None
    bad_games: tuple[tuple[str, str], ...]
    skipped: int | None
    seconds: float | None
    names: tuple[str, ...] = ()

    @property
    def positions(self) -> int:
        """How many positions were studied."""
        return len(self.rows)

    def summary(self) -> dict[str, Any]:
        """The figures in percent, over all positions."""
        return {
            "ranker": self.ranker,
            "positions": self.positions,
            **_figures(self.rows),
            "ms_per_position": self._milliseconds(),
            "games": self.games,
            "bad_games": len(self.bad_games),
            "skipped_moves": self.skipped,
            "ties": "averaged",
        }

    def _milliseconds(self) -> float | None:
        if self.seconds is None or not self.rows:
            return None
        return _round(1000 * self.seconds / self.positions)

    def by_move(self) -> list[dict[str, Any]]:
        """One entry per move number: figures, histogram of percentiles, survival function."""
        groups: dict[int, list[Row]] = {}
        for row in self.rows:
            groups.setdefault(row.number, []).append(row)
        return [
            {
                "move": number,
                "positions": len(groups[number]),
                **_figures(groups[number]),
                "histogram": histogram(groups[number]),
                "survival_function": survival(groups[number]),
            }
            for number in sorted(groups)
        ]

    def near(self, move: int, width: int = 0) -> Prediction:
        """The part with move numbers within `width` of `move`.

        Games, skipped moves and time are not counted by move number: for a part they are unknown.
        """
        rows = tuple(row for row in self.rows if abs(row.number - move) <= width)
        return Prediction(self.ranker, rows, None, self.bad_games, None, None, self.names)

    def worst(self, count: int = 20) -> tuple[Row, ...]:
        """The positions where the played move stands lowest, the worst first (section VII-C)."""
        return tuple(sorted(self.rows, key=lambda row: row.percentile)[:count])

    def histogram(self) -> list[int]:
        """How many played moves fall into x..x+1 percent, for x from 0 to 99 (figure 1)."""
        return histogram(self.rows)

    def survival(self) -> list[float]:
        """The share in percent that is kept if the worst x percent are dropped (figure 3)."""
        return survival(self.rows)

    def write(self, folder: Path) -> list[Path]:
        """Write the tables into a folder, each name beginning with the ranker's.

        They are `summary.json`, `by_move.json` and, if there are any, `bad_games.txt`; positions
        stand in the study's data set.
        """
        folder.mkdir(parents=True, exist_ok=True)
        written = []
        for name, content in (("summary", self.summary()), ("by_move", self.by_move())):
            path = folder / f"{file_name(self.ranker)}.{name}.json"
            write_whole(path, (json.dumps(content, indent=1) + "\n").encode())
            written.append(path)
        path = folder / f"{file_name(self.ranker)}.bad_games.txt"
        if self.bad_games:
            lines = (f"{name}: {why}\n" for name, why in self.bad_games)
            write_whole(path, "".join(lines).encode(errors="backslashreplace"))
            written.append(path)
        else:
            path.unlink(missing_ok=True)  # of an earlier study
        return written


def file_name(ranker: str) -> str:
    """A ranker's name as the beginning of a file's.

    >>> file_name("own_study:nearest")
    'own_study-nearest'
    """
    return ranker.replace(":", "-")


def histogram(rows: Sequence[Row]) -> list[int]:
    """Percentiles in bins of one percent; 100 falls into the last."""
    counts = [0] * BINS
    for row in rows:
        counts[min(int(row.percentile), BINS - 1)] += 1
    return counts


def survival(rows: Sequence[Row]) -> list[float]:
    """The share in percent with a percentile of at least x, for x from 0 to 100."""
    found = sorted(row.percentile for row in rows)
    result = []
    at = 0
    for x in range(BINS + 1):
        while at < len(found) and found[at] < x:
            at += 1
        result.append(_round(100 * (len(found) - at) / len(found)) if found else 0.0)
    return result


def _figures(rows: Sequence[Row]) -> dict[str, Any]:
    count = len(rows)
    if not count:
        none = dict.fromkeys(map(str, SURVIVALS))
        return {**{f"top{k}": None for k in TOPS}, "mean_rank": None, "survival": none}
    ranks = [row.rank for row in rows]
    places = [row.percentile for row in rows]
    return {
        **{f"top{k}": _round(100 * sum(r <= k for r in ranks) / count) for k in TOPS},
        "mean_rank": _round(sum(ranks) / count),
        "survival": {str(x): _round(100 * sum(p >= x for p in places) / count) for x in SURVIVALS},
    }


def _round(value: float) -> float:
    return round(value, 4)
