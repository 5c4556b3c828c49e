"""Two rankers as one: does what the second knows add to the first?

The worth of a move is a weighted sum of what both give it, the weights fitted by likelihood on
games that are not measured in. `gain` compares two studies of the same games, game by game.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

from gokan.errors import GokanError, InvalidInput
from gokan.go import Color, Position
from gokan.go.collection import Record
from gokan_lab.study.tables import Prediction, Row

if TYPE_CHECKING:
    from gokan_lab.study.rankers import Ranker, Scores

WEIGHTS = "joined.json"
"""In `gokan.shape`'s folder `learned`: the weights of `strength` and of `ets`."""
_RESAMPLES = 2000


def join(first: Ranker, second: Ranker, weights: Sequence[float]) -> Ranker:
    """A ranker that adds up what two others say, each times its weight."""

    def score(position: Position, before: Sequence[int]) -> Scores:
        other = dict(second(position, before))
        return [
            (move, weights[0] * worth + weights[1] * other.get(move, 0.0))
            for move, worth in first(position, before)
        ]

    return score


def shipped_weights() -> tuple[float, float]:
    """The weights that come with Gokan."""
    file = resources.files("gokan.shape") / "learned" / WEIGHTS
    try:
        kept = json.loads(file.read_text("utf-8"))
        return float(kept["strength"]), float(kept["ets"])
    except (OSError, ValueError, KeyError, TypeError):
        raise GokanError("The weights to join strength and class elements are missing.") from None


def fit(
    records: Iterable[Record], first: Ranker, second: Ranker, *, every: int = 7, steps: int = 30
) -> tuple[float, float]:
    """Weights that make the moves of these games likeliest, by Newton's method."""
    samples = [sample for record in records for sample in _samples(record, first, second, every)]
    if not samples:
        raise InvalidInput("there are no positions to fit weights on.")
    a, b = 1.0, 0.0
    for _ in range(steps):
        ga = gb = h11 = h12 = h22 = 0.0
        for pairs, played in samples:
            logits = [a * x + b * y for x, y in pairs]
            top = max(logits)
            weights = [math.exp(v - top) for v in logits]
            total = sum(weights)
            mx = sum(w * x for w, (x, _) in zip(weights, pairs, strict=True)) / total
            my = sum(w * y for w, (_, y) in zip(weights, pairs, strict=True)) / total
            ga += pairs[played][0] - mx
            gb += pairs[played][1] - my
            for w, (x, y) in zip(weights, pairs, strict=True):
                h11 += w / total * (x - mx) ** 2
                h22 += w / total * (y - my) ** 2
                h12 += w / total * (x - mx) * (y - my)
        h11, h22 = h11 + 1e-6, h22 + 1e-6
        root = h11 * h22 - h12 * h12
        da, db = (h22 * ga - h12 * gb) / root, (h11 * gb - h12 * ga) / root
        a, b = a + da, b + db
        if abs(da) + abs(db) < 1e-6:
            break
    return a, b


def _samples(
    record: Record, first: Ranker, second: Ranker, every: int
) -> list[tuple[list[tuple[float, float]], int]]:
    made = []
    try:
        replay = record.replay()
        position, before = replay.start, list[int]()
        for number, (color, move) in enumerate(replay.moves):
            if int(position.to_play) != color:
                position = position.setup(to_play=Color(color))
            if move >= 0 and (number + record.index) % every == 0:
                other = dict(second(position, before))
                scored = list(first(position, before))
                points = [p for p, _ in scored]
                if move in points:
                    pairs = [(worth, other.get(p, 0.0)) for p, worth in scored]
                    made.append((pairs, points.index(move)))
            position = position.play_forced(move)
            before.append(move)
    except GokanError:
        pass  # what was read until then counts
    return made


@dataclass(frozen=True, slots=True)
class Gain:
    """How much a second study is better, in points of a hundred, with its 95 % interval."""

    what: str
    games: int
    mean: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)

    def explain(self) -> str:
        """In a line."""
        return (
            f"{self.what}: {self.mean:+.2f} points"
            f" (95 % interval {self.low:+.2f} to {self.high:+.2f}, {self.games} games)"
        )


def gain(first: Prediction, second: Prediction, *, top: int = 1, seed: int = 1) -> Gain:
    """What `second` adds to `first` among the first `top` moves; the interval is over games."""
    one, two = _by_game(first, top), _by_game(second, top)
    games = sorted(one.keys() & two.keys())
    if len(games) < 2:
        raise InvalidInput("at least two games that both studies hold are needed.")
    chance = random.Random(seed)

    def mean(chosen: Sequence[int]) -> float:
        of = sum(one[g][1] for g in chosen)
        return 100 * sum(two[g][0] - one[g][0] for g in chosen) / of

    drawn = sorted(mean(chance.choices(games, k=len(games))) for _ in range(_RESAMPLES))
    low, high = drawn[int(0.025 * _RESAMPLES)], drawn[int(0.975 * _RESAMPLES)]
    what = f"{second.ranker} against {first.ranker}, first {top}"
    return Gain(what, len(games), mean(games), low, high)


def _by_game(study: Prediction, top: int) -> dict[int, tuple[float, int]]:
    """For each game how many played moves stand among the first, and how many there are."""
    found: dict[int, tuple[float, int]] = {}
    for row in study.rows:
        hits, of = found.get(row.game, (0.0, 0))
        found[row.game] = hits + _share(row, top), of + 1
    return found


def _share(row: Row, top: int) -> float:
    """1 if the move is among the first; ties at the border count by their share."""
    if row.better >= top:
        return 0.0
    return min(1.0, (top - row.better) / (row.equal + 1))


PHASES = (("opening", 1, 50), ("middle game", 51, 150), ("endgame", 151, 400))
"""By move numbers, roughly."""


def by_phase(study: Prediction) -> list[tuple[str, int, float, float]]:
    """Phase, positions, share of first choices and of moves among the first ten, in percent."""
    made = []
    for name, first, last in PHASES:
        rows = [row for row in study.rows if first <= row.number <= last]
        if rows:
            one, ten = (100 * sum(_share(row, top) for row in rows) / len(rows) for top in (1, 10))
            made.append((name, len(rows), one, ten))
    return made
