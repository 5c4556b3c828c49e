"""Counting formations in many games, in pieces that can be stopped and taken up again."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gokan import _core
from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan.files import write_whole
from gokan.shape.learn.formation import Formation

STATE = "counts.json.gz"
SIZES = (1, 2, 3, 4)
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Record:
    """A game on 19x19: its name, its moves as pairs of letters, whether it was counted."""

    name: str
    moves: str
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """How to learn. The same plan and the same games give the same classes."""

    classes: int = 250
    """So many of the best are kept."""
    least: float = 0.005
    """Formations that are played less often than this in a game are left out."""
    share: float = 0.6
    """Of the games, to count in; how well formations predict is measured in the others."""
    every: int = 11
    """Of the positions measured in."""
    gain: float = 1.25
    """A larger formation must predict so much better than those inside it."""
    order: float = 0.7
    """From this share on the order of the stones belongs to the class."""
    followed: int = 2000
    """Games in which next steps are counted, and outcomes where they were counted."""
    seed: int = 1

    def __post_init__(self) -> None:
        whole("plan's classes", self.classes, 1, 5000)
        whole("plan's every", self.every, 1, 10_000)
        whole("plan's followed", self.followed, 1, 10_000_000)
        if not 0 < self.share < 1:
            raise InvalidInput(f"The share of games must lie between 0 and 1, not be {self.share}.")


@dataclass(frozen=True, slots=True)
class Count:
    """How often a formation was played, and how often it might have been."""

    code: int
    played: int
    games: int
    possible: int
    chosen: int
    orders: tuple[int, ...]
    ages: tuple[int, ...]
    examples: tuple[tuple[int, int], ...]
    """Game and move, at most three."""

    @property
    def formation(self) -> Formation:
        """What is counted."""
        return Formation.decode(self.code)

    @property
    def chance(self) -> float:
        """How often it was played where it could be, kept low where that is seldom."""
        return (self.chosen + 0.5) / (self.possible + 50)


def count(
    games: Sequence[Record],
    plan: Plan,
    *,
    folder: Path | None = None,
    chunk: int = 500,
    progress: Progress = lambda what, done, of: None,
) -> list[Count]:
    """All formations that recur. With a folder, what is done is kept there after each piece."""
    split = max(1, min(len(games) - 1, round(plan.share * len(games))))
    counted, measured = games[:split], games[split:]
    least = max(2, round(plan.least * len(counted)))
    about = (least, plan.share, plan.every, plan.seed, [g.moves for g in games])
    key = zlib.crc32(repr(about).encode())
    stages = [*((f"stones {n}", counted) for n in SIZES), ("measure", measured)]
    state = _read(folder, key)
    miner = _core.FormationMiner()
    if state:
        miner.restore([_core.FormationCount(*row) for row in state["counts"]])
    for number, (name, part) in enumerate(stages):
        if state and number < state["stage"]:
            continue
        start = state["at"] if state and number == state["stage"] else 0
        for at in range(start, len(part), chunk):
            moves = [g.moves for g in part[at : at + chunk]]
            if number < len(SIZES):
                miner.count(moves, at, SIZES[number])
            else:
                miner.weigh(moves, plan.every)
            done = min(at + chunk, len(part))
            progress(name, done, len(part))
            if done == len(part) and number < len(SIZES):
                miner.keep(SIZES[number], least)
            stage = (number + 1, 0) if done == len(part) else (number, done)
            _write(folder, key, stage, miner)
    return [
        Count(
            c.code,
            c.played,
            c.games,
            c.possible,
            c.chosen,
            tuple(c.orders),
            tuple(c.ages),
            tuple((a, b) for a, b in c.examples),
        )
        for c in miner.found()
    ]


def _read(folder: Path | None, key: int) -> dict[str, Any] | None:
    if folder is None or not (folder / STATE).exists():
        return None
    try:
        state: dict[str, Any] = json.loads(gzip.decompress((folder / STATE).read_bytes()))
        same = state["key"] == key
    except (ValueError, KeyError, TypeError, OSError, EOFError, zlib.error):
        raise InvalidInput(f"{folder / STATE} cannot be read; remove it to begin anew.") from None
    if not same:
        raise InvalidInput(
            f"{folder} holds what was learned from other games or with another plan;"
            " name another folder."
        )
    return state


def _row(count: _core.FormationCount) -> list[Any]:
    """How a count is saved, in the order in which one is made."""
    seen = [count.code, count.played, count.games, count.possible, count.chosen]
    return [*seen, count.orders, count.ages, count.examples, count.last_game]


def _write(
    folder: Path | None, key: int, stage: tuple[int, int], miner: _core.FormationMiner
) -> None:
    if folder is None:
        return
    state = {
        "key": key,
        "stage": stage[0],
        "at": stage[1],
        "counts": [_row(count) for count in miner.found()],
    }
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / STATE, gzip.compress(json.dumps(state).encode(), 3, mtime=0))
