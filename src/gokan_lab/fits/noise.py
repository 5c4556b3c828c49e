"""The noise of losses: how far what a search says a move lost is from what a teacher says.

Pairs of successive positions that a teacher judged are searched with a few visits and with many.
The noise of one position is the root of two squares: what the search itself wavers by, which falls
with the visits and was measured against longer searches of the same network
(`benchmarks/bench_ledger.py`), and what the network does not know, which is fitted here by the
likelihood of a Student distribution. The stated noise is also the limit below which reviews call no
move bad: a noise that is truer but hides more large losses is told, and not written.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gokan.errors import InvalidInput
from gokan.explain.noise import TYPICAL_SPREAD, Noise, shipped
from gokan.go import BLACK, Position
from gokan_lab.fits.folds import Interval, interval, left_out
from gokan_lab.fits.looks import Labelled, network_name, replayed
from gokan_lab.fits.refit import Figure, Outcome, Plan, today

if TYPE_CHECKING:
    from gokan.intuition.network import Network
    from gokan.play.tree.evaluation import Evaluation

__all__ = ["Pair", "fit_unknown", "hides", "pairs", "refit", "searched"]

TARGET = "explain/data/noise.toml"
VISITS = (1, 12, 48)
USUAL = 150
BIG, QUIET, LEAST = 5.0, 1.0, 1.2
_DEGREES = 4.0
_WITHIN = 95.45
_GRID = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)
Pair = tuple[Labelled, int, int]
"""A game, and the places of two successive turns among those that the teacher judged."""
Row = dict[str, Any]


def refit(plan: Plan) -> Outcome:
    """Fit what the network does not know again."""
    some = pairs(plan.labelled(), plan.most or USUAL)
    rows = searched(plan.network, some, plan.work, plan.say)
    old = shipped()
    table = _table(rows)
    games, off = table["game"], table["off"]

    def fit(mask: Any) -> Noise:
        return fit_unknown(old, table[mask])

    before = np.array([_told(old, row) for row in table])
    after = left_out(
        games, fit, lambda noise, mask: np.array([_told(noise, row) for row in table[mask]])
    )
    new = fit(np.ones(len(table), bool))
    figures = [
        _figure(
            table, f"losses within the stated noise at {visits} visits (95)", visits, before, after
        )
        for visits in VISITS
    ]
    many = np.flatnonzero(table["visits"] == VISITS[-1])
    worth = [_surprise(off, one) for one in (before, after)]
    called = [_called(table[many], before[many], after[many], *kind) for kind in _KINDS]
    blind = hides(called[0])
    return Outcome(
        "noise",
        f"{len(some)} moves of {len(np.unique(games))} games, {VISITS} visits before and after",
        (*figures, *called),
        {} if blind else {TARGET: _text(new, plan.network, len(some))},
        interval(games, lambda mask: float(np.mean(worth[0][mask] - worth[1][mask]))),
        (*_remarks(table, old, new), *([_BLIND] if blind else [])),
    )


def hides(figure: Figure) -> bool:
    """Whether fewer large losses would be called bad: what is truer is then not written, for the
    noise is also the limit of that word.
    """
    return bool(figure.old and figure.new and figure.new.value < figure.old.value)


def pairs(labelled: Sequence[Labelled], most: int) -> list[Pair]:
    """Successive turns that a teacher judged, always the same ones, the games in turn."""
    found = [
        (one, place, place + 1)
        for one in labelled
        for place in range(len(one.told) - 1)
        if one.told[place + 1][0] == one.told[place][0] + 1
    ]
    if not found:
        raise InvalidInput(
            "No two labels are of successive turns; label some with `gokan train labels`."
        )
    random.Random(7).shuffle(found)
    return found[:most]


def searched(network: Network, some: Sequence[Pair], work: Path, say: Any = None) -> list[Row]:
    """What searches say of both positions of each pair; gone on with where it was stopped."""
    file = work / f"noise-{network_name(network)}.jsonl"
    work.mkdir(parents=True, exist_ok=True)
    kept = file.read_text("utf-8").splitlines() if file.exists() else []
    rows = {(row["game"], row["turn"]): row for row in map(json.loads, kept)}
    with file.open("a", encoding="utf-8") as out:
        for number, (one, first, second) in enumerate(some, start=1):
            key = one.game.id, one.told[first][0]
            if key not in rows:
                rows[key] = _row(network, one, first, second)
                out.write(json.dumps(rows[key]) + "\n")
                out.flush()
            if say is not None:
                say(f"searching: {number} of {len(some)} moves")
    return [rows[one.game.id, one.told[first][0]] for one, first, _ in some]


def _row(network: Network, one: Labelled, first: int, second: int) -> Row:
    told = one.told[first], one.told[second]
    before, after = replayed(one.game, [told[0][0], told[1][0]])
    return {
        "game": one.game.id,
        "turn": told[0][0],
        "black": before.to_play == BLACK,
        "theirs": [told[0][1], told[1][1]],
        "ours": [_values(network, position) for position in (before, after)],
    }


def _values(network: Network, position: Position) -> dict[str, list[float]]:
    """Lead and spread by the visits, as Black sees it."""
    from gokan.play.tree.searching import Searcher

    searcher = Searcher(_Evaluator(network))
    found = {}
    for visits in searcher.steps(position, visits=VISITS[-1]):
        if visits in VISITS:
            seen = searcher.answer()
            found[str(visits)] = [round(seen.lead, 3), round(seen.stdev, 3)]
    return found


class _Evaluator:
    """One network, as the search asks it: each position from one of its sides."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def evaluate(self, positions: Sequence[Position], /) -> Sequence[Evaluation]:
        """What the network says, as it says it."""
        ways = [position.situation_hash % 8 for position in positions]
        said: Sequence[Evaluation] = self.network.evaluate(positions, way=ways)
        return said


def _table(rows: Sequence[Row]) -> Any:
    """A line for each move and number of visits; `off` is our loss less theirs."""
    names = {name: number for number, name in enumerate(dict.fromkeys(r["game"] for r in rows))}
    kinds = [(k, "<f8") for k in ("off", "loss", "theirs", "before", "after")]
    found = []
    for row in rows:
        sign = 1 if row["black"] else -1
        theirs = sign * (row["theirs"][0] - row["theirs"][1])
        for visits in VISITS:
            if any(str(visits) not in one for one in row["ours"]):
                continue  # a game that is over cannot be searched
            (a, spread), (b, beyond) = (one[str(visits)] for one in row["ours"])
            loss = sign * (a - b)
            line = names[row["game"]], visits, loss - theirs, loss, theirs, spread, beyond
            found.append(line)
    return np.array(found, [("game", "<i4"), ("visits", "<i4"), *kinds])


def _told(noise: Noise, row: Any) -> float:
    """The noise that is stated of a loss."""
    visits = int(row["visits"])
    return math.hypot(noise.at(visits, row["before"]), noise.at(visits, row["after"]))


def fit_unknown(noise: Noise, table: Any) -> Noise:
    """The noise with what the network does not know fitted to these rows, on a grid; then as many
    as should lie within twice the deviation.
    """
    best, least = noise, math.inf
    for base in _GRID:
        for slope in (0.0, *(step / 10 for step in _GRID[1:])):
            made = Noise(noise.own, (base, slope))
            told = np.array([_told(made, row) for row in table])
            worth = float(np.mean(_surprise(table["off"], told)))
            if worth < least:
                best, least = made, worth
    return best


def _surprise(off: Any, told: Any) -> Any:
    """Minus the logarithm of the likelihood; what is told is twice a standard deviation."""
    scale = np.maximum(told, 0.05) / 2 * math.sqrt((_DEGREES - 2) / _DEGREES)
    return np.log(scale) + (_DEGREES + 1) / 2 * np.log1p((off / scale) ** 2 / _DEGREES)


def _figure(table: Any, name: str, visits: int, before: Any, after: Any) -> Figure:
    rows = np.flatnonzero(table["visits"] == visits)
    games, off = table["game"][rows], np.abs(table["off"][rows])

    def share(told: Any) -> Interval:
        return interval(games, lambda some: 100 * float(np.mean(off[some] <= told[some])))

    return Figure(name, share(before[rows]), share(after[rows]), 1)


_KINDS = (
    (f"losses of {BIG:.0f} points or more called bad, in percent", BIG, math.inf),
    (f"moves that lose less than {QUIET:.0f} point called bad", -math.inf, QUIET),
)


_BLIND = "not to be written: the noise is also the limit of bad moves, and reviews would miss more"


def _called(table: Any, before: Any, after: Any, name: str, low: float, high: float) -> Figure:
    """Of the moves that lose so much by the teacher, how many a search alone would call bad."""
    rows = np.flatnonzero((table["theirs"] >= low) & (table["theirs"] < high))
    if not len(rows):
        return Figure(name, None, None, 1)
    games, loss = table["game"][rows], table["loss"][rows]

    def share(told: Any) -> Interval:
        bad = (loss > told) & (loss >= LEAST)
        return interval(games, lambda some: 100 * float(np.mean(bad[some])))

    return Figure(f"{name} (of {len(rows)})", share(before[rows]), share(after[rows]), 1)


def _remarks(table: Any, old: Noise, new: Noise) -> Iterator[str]:
    for visits in VISITS:
        off = table["off"][table["visits"] == visits]
        near, far = np.quantile(np.abs(off), [0.6827, 0.9545])
        yield (
            f"{visits} visits: median {np.median(off):+.2f}, 68 % within {near:.1f} points, "
            f"95 % within {far:.1f}"
        )
    for name, noise in (("old", old), ("new", new)):
        told = ", ".join(
            f"{visits}: {noise.at(visits, TYPICAL_SPREAD):.1f}" for visits in (12, 48, 160)
        )
        yield f"{name} noise of a position by visits: {told}; unknown {noise.unknown}"


def _text(noise: Noise, network: Network, moves: int) -> str:
    return (
        "# How far a lead may be off (gokan.explain.noise), as standard deviations in points.\n"
        f"# Written by `gokan train refit noise`, {today()}, {moves} moves, network "
        f"{network.card.get('name', '')}.\n"
        "# own: of the search itself, (first + second * spread) * visits ^ -third;\n"
        "# unknown: what the network does not know, first + second * spread.\n"
        f"own = {list(noise.own)}\n"
        f"unknown = {list(noise.unknown)}\n"
    )
