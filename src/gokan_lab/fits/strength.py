"""Learn the model of moves from games: `python -m gokan_lab.fits.strength GAMES.tsv.gz`.

Games come as the table that `gokan_lab.study` reads: id, year, komi, result, and moves as pairs of
letters. First the patterns that were played often enough are collected; then their weights and
those of the features are fitted by going through the games, at last through games that were not
used for collecting; then the features alone once more, this time with what the dynamical system
says, which costs most of the time per position.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import random
import sys
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gokan import _core
from gokan.checks import whole
from gokan.errors import GokanError, InvalidInput
from gokan.files import write_whole
from gokan.strength.expect import MODEL, WITHOUT_STRENGTH

HELD_OUT = 100
MOST = 10_000_000


@dataclass(frozen=True, slots=True)
class Plan:
    """How long to learn. The defaults are those of the model that comes with Gokan."""

    games: int = 20_000
    least: int = 10
    every: int = 4
    passes: int = 2
    rate: float = 0.1
    fresh_games: int = 15_000
    fresh_every: int = 5
    fresh_rate: float = 0.04
    strength_games: int = 5_000
    strength_every: int = 40
    strength_rates: tuple[float, ...] = (0.05, 0.03, 0.02)
    seed: int = 1

    def __post_init__(self) -> None:
        for name in ("games", "least", "every", "passes", "fresh_every", "strength_games"):
            whole(f"plan's {name}", getattr(self, name), 1, MOST)
        whole("plan's strength_every", self.strength_every, 1, MOST)
        whole("plan's fresh_games", self.fresh_games, 0, MOST)
        for rate in (self.rate, self.fresh_rate, *self.strength_rates):
            if not 0 < rate < math.inf:
                raise InvalidInput(f"A learning rate must be a number above 0, not {rate}.")


@dataclass(frozen=True, slots=True)
class Trained:
    """A model, the weights of its features without strength, and how it went."""

    model: _core.MoveModel
    without_strength: list[float]
    log: tuple[str, ...]

    def save(self, folder: Path) -> None:
        """Write both files."""
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / MODEL, zlib.compress(self.model.save(), 9))
        rounded = [round(weight, 5) for weight in self.without_strength]
        write_whole(folder / WITHOUT_STRENGTH, (json.dumps(rounded) + "\n").encode())


def train(games: Sequence[str], plan: Plan | None = None, *, quiet: bool = True) -> Trained:
    """Learn from games given as pairs of letters. The same games and plan give the same model.

    >>> trained = train(["pdddpqdpqc"] * 30, Plan(games=20, least=2, every=1, strength_every=1))
    >>> trained.model.patterns > 0
    True
    """
    plan = plan or Plan()
    shuffled = list(games)
    random.Random(plan.seed).shuffle(shuffled)
    held = shuffled[: min(HELD_OUT, len(shuffled) // 3)]
    learned = shuffled[len(held) : len(held) + plan.games]
    fresh = shuffled[len(held) + plan.games :][: plan.fresh_games]
    if not learned:
        raise InvalidInput("There are no games to learn from.")
    log: list[str] = []

    def note(text: str) -> None:
        log.append(text)
        if not quiet:
            print(text, file=sys.stderr, flush=True)

    model = _core.MoveModel(True, True, False)
    begun = time.process_time()
    model.harvest(learned, plan.least)
    note(f"{model.patterns} patterns from {len(learned)} games")
    for number in range(plan.passes):
        note(_told(model.train(learned, plan.every, number, plan.rate, True), "learned"))
        note(_told(model.train(held, 5, 0, 0.0, False), "held out"))
    if fresh:  # games whose patterns were not counted; small steps, and the middle of both
        before, model = model, _copy(model)
        found = model.train(fresh, plan.fresh_every, 0, plan.fresh_rate, True)
        model.average(before)
        note(_told(found, "learned from fresh games"))
        note(_told(model.train(held, 5, 0, 0.0, False), "held out"))
    without_strength = list(model.feature_weights)
    model = _copy(model)
    model.set_parts(True, True, True)
    rest = shuffled[len(held) + plan.games + len(fresh) :] or learned
    for number, rate in enumerate(plan.strength_rates):
        part = rest[number * plan.strength_games :][: plan.strength_games] or rest
        found = model.train(part, plan.strength_every, 0, rate, False)
        note(_told(found, "learned, with strength"))
    note(_told(model.train(held, 20, 0, 0.0, False), "held out, with strength"))
    note(f"{time.process_time() - begun:.0f} s of processor time")
    return Trained(model, without_strength, tuple(log))


def _copy(model: _core.MoveModel) -> _core.MoveModel:
    """The same weights, with step sizes forgotten."""
    copy = _core.MoveModel(True, True, False)
    copy.load(model.save())
    return copy


def read_games(path: Path) -> list[str]:
    """The last column of the table: moves as pairs of letters."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            return [line.rstrip("\n").split("\t")[-1] for line in lines]
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path} cannot be read: {error}.") from None


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line of this module."""
    usual = Plan()
    parser = argparse.ArgumentParser(prog="python -m gokan_lab.fits.strength", description=__doc__)
    parser.add_argument("games", type=Path)
    parser.add_argument("--out", type=Path, default=Path("model"), help="folder for the model")
    parser.add_argument("--games-used", type=int, default=usual.games)
    parser.add_argument("--every", type=int, default=usual.every)
    parser.add_argument("--least", type=int, default=usual.least)
    given = parser.parse_args(arguments)
    try:
        plan = Plan(games=given.games_used, every=given.every, least=given.least)
        train(read_games(given.games), plan, quiet=False).save(given.out)
    except GokanError as error:
        print(f"gokan_lab.fits.strength: {error}", file=sys.stderr)
        return 2
    return 0


def _told(found: _core.MoveModelProgress, what: str) -> str:
    learned = f"{found.positions} positions, {found.loss:.4f} per move"
    return f"{what}: {learned}, first {100 * found.top1:.1f} %"


if __name__ == "__main__":
    sys.exit(main())
