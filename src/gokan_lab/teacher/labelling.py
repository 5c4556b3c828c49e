"""A folder of games becomes a folder of labels, file by file."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from gokan.errors import InvalidInput
from gokan_lab.teacher import lines
from gokan_lab.teacher.engine import RULES, Engine
from gokan_lab.teacher.shards import SUFFIX, Shard

__all__ = ["DONE", "Labelling", "label"]

DONE = "done"
"""A file of this name says that no more games will come."""
_WAIT = 0.2  # seconds between two looks at a folder
_REPORT = 10.0


@dataclass(frozen=True, slots=True)
class Labelling:
    """What is asked, and how.

    Attributes:
        games: a folder of `.games.gz` files.
        labels: the folder for shards, which get the names of the files.
        teacher: a command line.
        visits: how long the teacher searches each position.
        jobs: how many processes of the teacher share the files.
        follow: wait for further files, until one called `done` is there.
        worker, workers: of several machines, which takes every so-manieth file.
    """

    games: Path
    labels: Path
    teacher: str
    visits: int = 1
    jobs: int = 1
    follow: bool = False
    worker: int = 0
    workers: int = 1


def label(plan: Labelling, stopped: Callable[[], bool] = lambda: False) -> int:
    """Label what is not labelled yet; the number of new labels. What is written is whole, so that
    after any interruption the same call goes on.
    """
    if not plan.games.is_dir():
        raise InvalidInput(f"There is no folder {plan.games} of games.")
    plan.labels.mkdir(parents=True, exist_ok=True)
    work = _Work(plan, stopped)
    with ThreadPoolExecutor(plan.jobs) as pool:
        for job in [pool.submit(work.run) for _ in range(plan.jobs)]:
            job.result()
    work.report(last=True)
    return work.made


class _Work:
    """What the processes share."""

    def __init__(self, plan: Labelling, stopped: Callable[[], bool]) -> None:
        self.plan, self.stopped = plan, stopped
        self.made = self.refused = 0
        self._lock = Lock()
        self._taken: set[str] = set()
        self._begun = self._reported = time.monotonic()
        self._left = 0
        self._failed = False

    def run(self) -> None:
        """One process of the teacher, until there are no more files."""
        engine = Engine(self.plan.teacher, visits=self.plan.visits)
        try:
            about = {
                "teacher": engine.describe(),
                "settings": {"visits": self.plan.visits, "rules": RULES},
            }
            while (path := self._next()) is not None:
                self._label(path, engine, about)
        except BaseException:
            self._failed = True
            raise
        finally:
            engine.close()

    def _label(self, path: Path, engine: Engine, about: dict[str, Any]) -> None:
        games = lines.read_games(path)
        good: list[tuple[int, dict[str, Any]]] = []
        for number, answer in engine.answers([game for game in games if game.turns]):
            if "rootInfo" in answer and "policy" in answer:
                good.append((number, _kept(answer)))
            else:
                self.refused += 1
        if good:
            asked = [game for game in games if game.turns]
            Shard.of(asked, good, about).write(self._shard(path))
        with self._lock:
            self.made += len(good)
            self._left -= 1
        self.report()

    def _shard(self, path: Path) -> Path:
        return self.plan.labels / (path.name.removesuffix(lines.SUFFIX) + SUFFIX)

    def _next(self) -> Path | None:
        while not self.stopped() and not self._failed:
            ended = not self.plan.follow or (self.plan.games / DONE).exists()
            with self._lock:
                found = sorted(self.plan.games.glob(f"*{lines.SUFFIX}"))
                mine = found[self.plan.worker :: self.plan.workers]
                open_ = [p for p in mine if p.name not in self._taken]
                open_ = [p for p in open_ if not self._shard(p).exists()]
                self._left = len(open_)
                if open_:
                    self._taken.add(open_[0].name)
                    return open_[0]
            if ended:
                return None
            time.sleep(_WAIT)
        return None

    def report(self, *, last: bool = False) -> None:
        """Progress on stderr."""
        now = time.monotonic()
        if not last and now - self._reported < _REPORT:
            return
        self._reported = now
        rate = self.made / max(now - self._begun, 1e-9)
        files = self._left + 1
        each = (now - self._begun) / max(1, len(self._taken) - self.plan.jobs)
        told = f"{self.made} labels, {rate:,.0f} a second"
        if not last and not self.plan.follow:
            told += f"; {files} files, about {files * each / 60:.0f} minutes left"
        if self.refused:
            told += f"; {self.refused} positions were refused"
        print(told, file=sys.stderr, flush=True)


def _kept(answer: dict[str, Any]) -> dict[str, Any]:
    """Only what a shard holds, since thousands wait for their file to be whole."""
    return {
        "rootInfo": answer["rootInfo"],
        "turnNumber": answer["turnNumber"],
        "moveInfos": answer.get("moveInfos", []) if answer["rootInfo"]["visits"] > 1 else [],
        "policy": np.array(answer["policy"], np.float32),
        "ownership": np.array(answer["ownership"], np.float32),
    }
