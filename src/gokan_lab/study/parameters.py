"""How much the two parameters of Wolf's system matter (section VI-E): quality and time.

`stop` is the smallest change that counts, `max_iter` the most updates of a unit. Every pair ranks
the same positions, every move solved from the start values, so that times compare like with like.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from gokan import _core
from gokan.errors import GokanError, InvalidInput
from gokan.go import Color, Position
from gokan.go.collection import Collection, Record
from gokan_lab.study.predict import row_of
from gokan_lab.study.rankers import SedsSettings
from gokan_lab.study.tables import Prediction, Row

STOPS = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7)
ITERATIONS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 1000)
"""The values that the paper tried."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one pair of parameters gives: percentages, and milliseconds for one ranking."""

    stop: float
    max_iter: int
    top1: float
    survival50: float
    survival85: float
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Parameters:
    """The table of section VI-E. `queue` says that it is the paper's own order of updates."""

    queue: bool
    positions: int
    cells: tuple[Cell, ...]

    def cell(self, stop: float, max_iter: int) -> Cell:
        """One entry."""
        for found in self.cells:
            if (found.stop, found.max_iter) == (stop, max_iter):
                return found
        raise InvalidInput(f"Stop {stop} with {max_iter} iterations was not studied.")

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "queue": self.queue,
            "positions": self.positions,
            "cells": [
                {
                    "stop": c.stop,
                    "max_iter": c.max_iter,
                    "top1": c.top1,
                    "survival50": c.survival50,
                    "survival85": c.survival85,
                    "milliseconds": c.milliseconds,
                }
                for c in self.cells
            ],
        }

    def table(self) -> str:
        """Survival at 85 % and milliseconds per ranking, a line per `max_iter`."""
        stops = list(dict.fromkeys(c.stop for c in self.cells))
        rows = list(dict.fromkeys(c.max_iter for c in self.cells))
        lines = ["max_iter  " + "  ".join(f"{stop:>14.0e}" for stop in stops)]
        for most in rows:
            found = (self.cell(stop, most) for stop in stops)
            texts = (f"{c.survival85:5.1f} {c.milliseconds:5.2f} ms" for c in found)
            lines.append(f"{most:8}  " + "  ".join(f"{text:>14}" for text in texts))
        return "\n".join(lines)

    def draw(self, path: Path) -> Path:
        """Quality over time: one line per `stop`, one dot per `max_iter`, as SVG."""
        from gokan_lab.study.figures import COLORS, STYLES, need_figures, save

        plt = need_figures()
        figure, axes = plt.subplots(figsize=(7, 4.5))
        for number, stop in enumerate(dict.fromkeys(c.stop for c in self.cells)):
            found = [c for c in self.cells if c.stop == stop]
            axes.plot(
                [c.milliseconds for c in found],
                [c.survival85 for c in found],
                STYLES[number % len(STYLES)] + "o",
                markersize=3,
                color=COLORS[number % len(COLORS)],
                label=f"stop {stop:.0e}",
            )
        axes.set(
            xlabel="ms for one ranking",
            ylabel="played move kept, worst 85 % dropped (%)",
            title=f"Quality over time, {self.positions} positions",
        )
        axes.grid(alpha=0.3)
        axes.legend()
        return save(figure, path)


def parameters(
    collection: Collection | str | Path,
    *,
    move: int = 50,
    limit: int | None = 400,
    stops: Sequence[float] = STOPS,
    iterations: Sequence[int] = ITERATIONS,
    queue: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Parameters:
    """Rank the position before move number `move` of each game with every pair of parameters.

    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "game.sgf").write_text("(;SZ[9];B[ee];W[eg];B[gf];W[cf])")
    >>> found = parameters(folder, move=4, stops=(1e-3,), iterations=(2, 5))
    >>> found.positions, len(found.cells)
    (1, 2)
    """
    places = positions(collection, move=move, limit=limit)
    pairs = [(stop, most) for stop in stops for most in iterations]
    cells = []
    for number, (stop, most) in enumerate(pairs):
        options = SedsSettings(stop=stop, max_iter=most, queue=queue).core()
        rows: list[Row] = []
        seconds = 0.0
        for position, played in places:
            side = int(position.to_play)
            sign = 1.0 if side == 1 else -1.0
            begun = time.process_time()
            ranked = _core.seds_rank(position.core, side, options, [], False).moves
            seconds += time.process_time() - begun
            row = row_of(position, [(r.move, sign * r.score) for r in ranked], move, played, 0)
            if row is not None:
                rows.append(row)
        cells.append(_cell(stop, most, rows, seconds))
        if progress is not None:
            progress(number + 1, len(pairs))
    return Parameters(queue, len(places), tuple(cells))


def positions(
    collection: Collection | str | Path, *, move: int, limit: int | None
) -> list[tuple[Position, int]]:
    """The position before move number `move` of each game that gets there, and what was played."""
    if isinstance(collection, (str, Path)):
        collection = Collection(collection)
    if move < 1:
        raise InvalidInput(f"Move numbers begin at 1, not at {move}.")
    if limit is not None and limit < 1:
        raise InvalidInput(f"The limit must be at least one game, not {limit}.")
    found = list(_reach(islice(iter(collection), limit), move))
    if not found:
        raise InvalidInput(f"No game in {collection.path} has a stone played at move {move}.")
    return found


def _reach(records: Iterator[Record], move: int) -> Iterator[tuple[Position, int]]:
    for record in records:
        try:
            replay = record.replay()
            if len(replay.moves) < move:
                continue
            position = replay.start
            for color, point in replay.moves[: move - 1]:
                if int(position.to_play) != color:
                    position = position.setup(to_play=Color(color))
                position = position.play_forced(point)
            color, played = replay.moves[move - 1]
            if int(position.to_play) != color:
                position = position.setup(to_play=Color(color))
        except GokanError:
            continue
        if played >= 0 and position.is_legal(played):
            yield position, played


def _cell(stop: float, most: int, rows: Sequence[Row], seconds: float) -> Cell:
    summary = Prediction("", tuple(rows), None, (), None, seconds).summary()
    kept = summary["survival"]
    return Cell(
        stop,
        most,
        summary["top1"] or 0.0,
        kept["50"] or 0.0,
        kept["85"] or 0.0,
        summary["ms_per_position"] or 0.0,
    )
