"""A folder of games becomes a folder of labels, file by file."""

from __future__ import annotations

import sys
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan_lab.teacher import lines
from gokan_lab.teacher.engine import PATIENCE, RULES, Engine, EngineFailed
from gokan_lab.teacher.shards import SUFFIX, Gathering

__all__ = ["DONE", "Labelling", "duration", "label", "worker_of"]

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
        worker, workers: of several processes or machines, which takes every so-manieth file.
        patience: seconds without an answer after which a teacher is given up.
        most: files to label in this run, 0 for all.
    """

    games: Path
    labels: Path
    teacher: str
    visits: int = 1
    jobs: int = 1
    follow: bool = False
    worker: int = 0
    workers: int = 1
    patience: float = PATIENCE
    most: int = 0


def label(plan: Labelling, stopped: Callable[[], bool] = lambda: False) -> int:
    """Label what is not labelled yet; the number of new labels. What is written is whole, so that
    after any interruption the same call goes on.
    """
    _check(plan)
    plan.labels.mkdir(parents=True, exist_ok=True)
    work = _Work(plan, stopped)
    with ThreadPoolExecutor(plan.jobs) as pool:
        try:
            for job in [pool.submit(work.run) for _ in range(plan.jobs)]:
                job.result()
        except KeyboardInterrupt:  # pressed again: the files at hand are not waited for
            work.give_up()
            raise
    work.report(last=True)
    return work.made


def _check(plan: Labelling) -> None:
    whole("number of visits", plan.visits, 1, 65535)
    whole("number of jobs", plan.jobs, 1, 256)
    whole("number of workers", plan.workers, 1, 4096)
    whole("number of this worker", plan.worker, 0, plan.workers - 1)
    if not 0 < plan.patience < 1e6:
        raise InvalidInput("The seconds of patience must be more than 0.")
    if not plan.games.is_dir():
        raise InvalidInput(f"There is no folder {plan.games} of games.")
    if plan.labels.exists() and not plan.labels.is_dir():
        raise InvalidInput(f"{plan.labels} is no folder for labels.")


class _Work:
    """What the processes of the teacher share."""

    def __init__(self, plan: Labelling, stopped: Callable[[], bool]) -> None:
        self.plan, self.stopped = plan, stopped
        self.made = self.refused = self.files = 0
        self._lock = Lock()
        self._taken: set[str] = set()
        self._begun = self._reported = time.monotonic()
        self._left = 0
        self._failed = False
        self._engines: list[Engine] = []

    def run(self) -> None:
        """One process of the teacher, until there are no more files."""
        engine: Engine | None = None
        good = False
        try:
            while (path := self._next()) is not None:
                while path is not None:
                    engine = engine or self._teacher()
                    try:
                        self._label(path, engine)
                        path, good = None, True
                    except EngineFailed:
                        engine.close()
                        engine = None
                        if (
                            self._failed or not good
                        ):  # a teacher that worked before is started once more
                            raise
                        good = False
        except BaseException:
            self._failed = True
            raise
        finally:
            if engine is not None:
                engine.close()

    def _teacher(self) -> Engine:
        plan = self.plan
        engine = Engine(plan.teacher, visits=plan.visits, patience=plan.patience)
        self._engines.append(engine)
        if self._failed:
            engine.kill()
        return engine

    def give_up(self) -> None:
        """End in the middle of files."""
        self._failed = True
        for engine in self._engines:
            engine.kill()

    def _label(self, path: Path, engine: Engine) -> None:
        games = [game for game in lines.read_games(path) if game.turns]
        if games:
            settings = {"visits": self.plan.visits, "rules": RULES}
            about = {"teacher": engine.about, "settings": settings}
            engine.check_view(games[0].side)
            gathered, made, refused, why = Gathering(games), 0, 0, ""
            for number, answer in engine.answers(games):
                if gathered.add(number, answer):
                    made += 1
                else:
                    refused += 1
                    why = why or str(answer.get("error", "the answer is not whole"))[:160]
            if not made:
                raise InvalidInput(f"The teacher refuses all positions of {path}: {why}.")
            gathered.shard(about).write(self._shard(path))
            with self._lock:
                self.made += made
                self.refused += refused
        with self._lock:
            self.files += 1
            self._left -= 1
        self.report()

    def _shard(self, path: Path) -> Path:
        return self.plan.labels / (path.name.removesuffix(lines.SUFFIX) + SUFFIX)

    def _next(self) -> Path | None:
        plan = self.plan
        while not self.stopped() and not self._failed:
            ended = not plan.follow or (plan.games / DONE).exists()
            with self._lock:
                if plan.most and len(self._taken) >= plan.most:
                    return None
                open_ = self._open()
                self._left = len(open_)
                if open_:
                    self._taken.add(open_[0].name)
                    return open_[0]
            if ended:
                return None
            time.sleep(_WAIT)
        return None

    def _open(self) -> list[Path]:
        """Files for this worker that nobody has begun, of each kind in turn."""
        found = sorted(self.plan.games.glob(f"*{lines.SUFFIX}"), key=_in_turn)
        mine = [path for path in found if worker_of(path, self.plan.workers) == self.plan.worker]
        return [p for p in mine if p.name not in self._taken and not self._shard(p).exists()]

    def report(self, *, last: bool = False) -> None:
        """Progress on stderr."""
        now = time.monotonic()
        if not last and now - self._reported < _REPORT:
            return
        self._reported = now
        spent = max(now - self._begun, 1e-9)
        told = f"{self.made} labels, {self.made / spent:,.0f} a second"
        if not last and not self.plan.follow:
            left = spent / max(1, self.files) * self._left
            told += f"; {self._left} files, about {duration(left)} left"
        if self.refused:
            told += f"; {self.refused} positions were refused"
        print(told, file=sys.stderr, flush=True)


def _in_turn(path: Path) -> tuple[int, str]:
    """The first file of every kind comes before the second of any."""
    kind, number = _kind_and_number(path)
    return number, kind


def worker_of(path: Path, workers: int) -> int:
    """Who labels a file: they take turns, whatever else is in the folder.

    >>> [worker_of(Path(f"players-19-{number:06d}.games.gz"), 3) for number in range(5)]
    [0, 1, 2, 0, 1]
    """
    kind, number = _kind_and_number(path)
    return (zlib.crc32(kind.encode("utf-8", "replace")) + number) % workers


def _kind_and_number(path: Path) -> tuple[str, int]:
    kind, _, number = path.name.removesuffix(lines.SUFFIX).rpartition("-")
    return kind, int(number) if number.isdigit() and number.isascii() else 0


def duration(seconds: float) -> str:
    """In the unit that fits.

    >>> duration(75), duration(300), duration(30_000)
    ('75 seconds', '5 minutes', '8.3 hours')
    """
    if seconds < 120:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 7200 else f"{seconds / 3600:.1f} hours"
