"""Labelling and learning in one go: everything at once on one machine, and nothing left running.

Makers of positions, workers that ask the teacher, and the learner are processes of their own, so
that none waits for another's interpreter. They share a folder: `games/`, `labels/`, `logs/`.
Labelling stops at a share of the time, so that the learner has the machine to itself for the rest.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from gokan.checks import whole
from gokan.errors import GokanError, InvalidInput
from gokan.files import write_whole
from gokan_lab.teacher import kernel
from gokan_lab.teacher.engine import session_members
from gokan_lab.teacher.labelling import DONE, duration
from gokan_lab.teacher.lines import SUFFIX as GAMES
from gokan_lab.teacher.positions import SMALL
from gokan_lab.teacher.rows import is_held_out
from gokan_lab.teacher.shards import SUFFIX, labels_in

__all__ = ["Crew", "Teaching", "crew", "teach"]

_TICK = 0.25
_GRACE = 20.0  # seconds in which a process that was asked to end may finish what it is at
_MEASURING = (10.0, 0.02)  # seconds kept for it at the end, and more of them by the whole time
_STARTS = 3  # of a process that fails
_CLOCK, _LOCK = "clock.json", "lock"
_KINDS = ("players", "small", "weakened", "as-played")


@dataclass(frozen=True, slots=True)
class Teaching:
    """What is made, asked and learned.

    Attributes:
        folder: where games, labels and logs go; the same folder is gone on with.
        output: of the learner: OUTPUT.pt, OUTPUT.averaged.pt, OUTPUT.json.
        start: the network to begin with, from which the players are made too.
        teacher: a command line.
        seconds: after which everything has ended, also what was spent before an interruption.
        labelling: the share of the time in which positions are made and labelled.
        recorded: a table of games (`pro_train`), to begin in, to weaken, and to label as played.
        players, small, weakened, as_played: shares of the positions.
        keep: a folder for held-out shards, of at most `keep_mb` megabytes.
        workers: processes that ask the teacher; 0 for what the cores allow.
        cores: how many may be busy; 0 for all there are.
        learning: further options of the learner, as `batch=1024`.
    """

    folder: Path
    output: str
    start: str
    teacher: str
    seconds: float
    labelling: float = 0.6
    recorded: str = ""
    players: float = 0.55
    small: float = 0.15
    weakened: float = 0.2
    as_played: float = 0.1
    tables: int = 1024
    visits: int = 1
    ahead: int = 40
    keep: str = ""
    keep_mb: float = 48
    workers: int = 0
    cores: int = 0
    device: str = "cpu"
    seed: int = 1
    report: float = 15
    patience: float = 120
    learning: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Crew:
    """How many processes, or threads in them, do what."""

    workers: int
    readers: int
    threads: int  # of a maker


def crew(cores: int, *, workers: int = 0) -> Crew:
    """As many as the cores can bear: the learner has one to itself, and the teacher, which spends a
    core or two of its own for each worker, some others.

    >>> crew(16), crew(2)
    (Crew(workers=3, readers=2, threads=2), Crew(workers=1, readers=1, threads=1))
    """
    return Crew(
        workers=workers or min(3, max(1, cores // 5)),
        readers=max(1, min(3, cores // 8)),
        threads=max(1, min(4, cores // 8)),
    )


def teach(plan: Teaching, stopped: Callable[[], bool] = lambda: False) -> dict[str, float]:
    """Make, label and learn until the time is over; what came of it. Whatever happens, no process
    is left.
    """
    _check(plan)
    for name in ("games", "labels", "logs", *([plan.keep] if plan.keep else [])):
        (plan.folder / name).mkdir(parents=True, exist_ok=True)
    with _alone(plan.folder):
        kernel.prepare()  # once, and not in every process
        conductor = _Conductor(plan, stopped)
        try:
            return conductor.run()
        finally:
            conductor.end_all()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the folder as `gokan.batch.lock` does, which needs the core: this runs without, too."""
    import fcntl

    with (folder / _LOCK).open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InvalidInput(
                f"{folder} is in use by another run: wait until it ends, or name another folder."
            ) from None
        yield


def _check(plan: Teaching) -> None:
    if not 1 <= plan.seconds < 1e7:
        raise InvalidInput("Say after how many seconds everything is to end: one or more.")
    if not 0 < plan.labelling <= 1:
        raise InvalidInput("The share of the time for labelling must lie between 0 and 1.")
    shares = _shares(plan)
    if not sum(shares.values()) > 0 or min(shares.values()) < 0:
        raise InvalidInput("The shares of the positions must not be negative, nor all be 0.")
    if not plan.recorded and shares["weakened"] + shares["as-played"] > 0:
        raise InvalidInput("Name a table of recorded games, or make the shares of these 0.")
    for what, path in (("network", plan.start), ("table of games", plan.recorded)):
        if path and not Path(path).is_file():
            raise InvalidInput(f"There is no {what} {path}.")
    if not plan.start:
        raise InvalidInput("Name the network to begin with.")
    if not Path(plan.output).parent.is_dir():
        raise InvalidInput(f"There is no folder {Path(plan.output).parent} for what is learned.")
    whole("number of workers", plan.workers, 0, 256)
    whole("number of cores", plan.cores, 0, 4096)
    for option in plan.learning:
        if "=" not in option:
            raise InvalidInput(f"An option of the learner is NAME=VALUE, not {option!r}.")


def _shares(plan: Teaching) -> dict[str, float]:
    return dict(zip(_KINDS, (plan.players, plan.small, plan.weakened, plan.as_played), strict=True))


@dataclass(slots=True)
class _Process:
    """One of the processes, and how it is started again."""

    name: str
    words: list[str]
    log: Path
    calm: int  # niceness
    threads: int
    running: subprocess.Popen[bytes] | None = None
    starts: int = 0
    ended: bool = False  # with all that it started

    def start(self) -> None:
        # A session of its own: Ctrl-C is for the conductor, and its children end with it.
        command = [sys.executable, "-m", "gokan_lab.teacher", *self.words]
        threads = {name: str(self.threads) for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS")}
        environment = {**os.environ, **threads, "GOKAN_CONDUCTOR": str(os.getpid())}
        environment["TORCHINDUCTOR_COMPILE_THREADS"] = str(max(1, self.threads))
        with self.log.open("ab") as log:
            self.running = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment,
                start_new_session=True,
            )  # fmt: skip
        self.starts += 1
        self.ended = False
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, self.running.pid, self.calm)

    @property
    def on(self) -> bool:
        return self.running is not None and self.running.poll() is None

    @property
    def failed(self) -> bool:
        return self.running is not None and self.running.poll() not in (None, 0)

    def ask_to_end(self) -> None:
        if self.running is not None and self.on:
            self.running.terminate()

    def end(self) -> None:
        """End it and all that it started."""
        if self.running is None or self.ended:
            return
        self.running.kill()
        self.running.wait()
        # While any of these is left no other process gets the number of the session.
        while members := session_members(self.running.pid):
            for pid in members:
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.01)
        self.ended = True

    def last_words(self) -> str:
        """The last line that it said."""
        try:
            with self.log.open("rb") as log:
                log.seek(max(0, self.log.stat().st_size - 4096))
                lines = log.read().decode("utf-8", "replace").strip().splitlines()
        except OSError:
            return ""
        return lines[-1][:300] if lines else ""


class _Conductor:
    def __init__(self, plan: Teaching, stopped: Callable[[], bool]) -> None:
        self.plan, self.stopped = plan, stopped
        self.folder = plan.folder
        self.games, self.labels = plan.folder / "games", plan.folder / "labels"
        self.spent = _read_clock(plan.folder / _CLOCK)
        if self.spent >= plan.seconds:
            raise InvalidInput(f"The time in {plan.folder} is over: {self.spent:.0f} seconds.")
        self.begun = time.monotonic()
        self.cores = plan.cores or _cores()
        self.crew = crew(self.cores, workers=plan.workers)
        self.makers = [self._maker(kind) for kind, share in _shares(plan).items() if share > 0]
        self.workers = [self._worker(number) for number in range(self.crew.workers)]
        self.learner = self._learner()
        self.counted: dict[str, int] = {}
        self.before = 0  # labels when this run began
        self.labelling = True
        self._reported = 0.0

    @property
    def now(self) -> float:
        """Seconds of the plan that are spent."""
        return self.spent + time.monotonic() - self.begun

    def run(self) -> dict[str, float]:
        plan = self.plan
        for folder in (self.games, self.labels):
            (folder / DONE).unlink(missing_ok=True)
        self._count()
        self.before = sum(self.counted.values())
        if self.now >= plan.labelling * plan.seconds:
            self._no_more_labels()
        for process in (*self.workers, *self.makers, self.learner):
            if self.labelling or process is self.learner:
                process.start()
        while not self.stopped() and self.now < plan.seconds:
            if self.learner.running is not None and self.learner.running.poll() == 0:
                break
            if self.labelling and self.now >= plan.labelling * plan.seconds:
                self._end_labelling()
            self._mend()
            if time.monotonic() - self._reported >= plan.report:
                self._tell()
            time.sleep(_TICK)
        if self.stopped():
            self._stop()
            raise KeyboardInterrupt
        self._end_labelling()
        return self._told()

    def _stop(self) -> None:
        print("Stopping; the same command goes on from here.", file=sys.stderr, flush=True)
        self._ask(*self.makers, *self.workers, self.learner)
        self._tell()

    def _told(self) -> dict[str, float]:
        self._tell()
        finished = self.learner.running is not None and self.learner.running.poll() == 0
        if not finished:
            words = self.learner.last_words()
            print(f"The learner was still at work: {words}", file=sys.stderr, flush=True)
        made = sum(self.counted.values())
        return {"labels": made, "seconds": self.now, "finished": float(finished)}

    def _ask(self, *processes: _Process) -> None:
        """Ask processes to end, and wait for a while; what goes on then is ended."""
        for process in processes:
            process.ask_to_end()
        end = time.monotonic() + min(_GRACE, max(1.0, self.plan.seconds - self.now))
        while any(process.on for process in processes) and time.monotonic() < end:
            time.sleep(0.05)
        for process in processes:
            process.end()

    def _end_labelling(self) -> None:
        if not self.labelling:
            return
        self._ask(*self.makers, *self.workers)
        self._no_more_labels()

    def _no_more_labels(self) -> None:
        self.labelling = False
        (self.games / DONE).touch()
        (self.labels / DONE).touch()

    def _mend(self) -> None:
        """Start what has failed again, a few times."""
        active = [*self.makers, *self.workers] if self.labelling else []
        for process in [*active, self.learner]:
            if not process.failed:
                continue
            told = f"{process.name} failed: {process.last_words()}"
            if process.starts < _STARTS:
                print(f"{told} It is started again.", file=sys.stderr, flush=True)
                process.end()
                process.start()
            elif process is self.learner:
                raise GokanError(f"The learner failed {_STARTS} times: {process.last_words()}")
            else:
                # What is labelled can still be learned from.
                print(f"{told} There will be no more labels.", file=sys.stderr, flush=True)
                self._end_labelling()
                return

    def end_all(self) -> None:
        for process in (*self.makers, *self.workers, self.learner):
            process.end()
        self._write_clock()

    def _write_clock(self) -> None:
        write_whole(self.folder / _CLOCK, json.dumps({"spent": round(self.now, 1)}).encode())

    def _tell(self) -> None:
        """One line about everything."""
        self._reported = time.monotonic()
        self._write_clock()
        self._count()
        kept = self._keep()
        files = sum(1 for _ in self.games.glob(f"*{GAMES}"))
        made = sum(self.counted.values())
        spent = max(1e-9, time.monotonic() - self.begun)
        rate = (made - self.before) / spent
        told = f"{self.now:.0f} of {self.plan.seconds:.0f} s"
        told += f", {duration(max(0.0, self.plan.seconds - self.now))} left"
        told += f"; {files} files of games, {len(self.counted)} labelled"
        told += (
            f"; {made:,} labels, {rate:,.0f} a second" if self.labelling else f"; {made:,} labels"
        )
        if self.plan.keep:
            told += f"; {kept / 1e6:.1f} MB held out"
        told += f"; learner: {self.learner.last_words()}"
        print(told, file=sys.stderr, flush=True)

    def _count(self) -> None:
        for path in self.labels.glob(f"*{SUFFIX}"):
            if path.name not in self.counted:
                with suppress(GokanError):
                    self.counted[path.name] = labels_in(path)

    def _keep(self) -> int:
        """Copy held-out shards as long as there is room; how many bytes there are now."""
        if not self.plan.keep:
            return 0
        folder = self.folder / self.plan.keep
        size = sum(path.stat().st_size for path in folder.glob(f"*{SUFFIX}"))
        for path in sorted(self.labels.glob(f"*{SUFFIX}")):
            if not is_held_out(path) or (folder / path.name).exists():
                continue
            more = path.stat().st_size
            if size + more <= self.plan.keep_mb * 1e6:
                write_whole(folder / path.name, path.read_bytes())
                size += more
        return size

    def _process(self, name: str, words: list[str], *, calm: int, threads: int) -> _Process:
        log = self.folder / "logs" / f"{name}.log"
        return _Process(name, words, log, calm, threads)

    def _maker(self, kind: str) -> _Process:
        plan = self.plan
        words = ["positions", *_options(folder=self.games, kind=_making(kind), labels=self.labels)]
        words += _options(seed=plan.seed, recorded=plan.recorded, seconds=plan.seconds)
        words += _options(threads=self.crew.threads, ahead=plan.ahead)
        words += _options(share=_shares(plan)[kind] / sum(_shares(plan).values()))
        if kind in {"players", "small"}:
            sides = "19" if kind == "players" else ",".join(map(str, SMALL))
            tables = plan.tables if kind == "players" else max(8, plan.tables // 4)
            words += _options(start=plan.start, device=plan.device, sides=sides, tables=tables)
        return self._process(kind, words, calm=10, threads=self.crew.threads)

    def _worker(self, number: int) -> _Process:
        plan = self.plan
        words = ["labels", *_options(games=self.games, labels=self.labels, teacher=plan.teacher)]
        words += _options(visits=plan.visits, follow=1, worker=number, workers=self.crew.workers)
        words += _options(patience=plan.patience)
        return self._process(f"labels-{number}", words, calm=5, threads=1)

    def _learner(self) -> _Process:
        plan = self.plan
        fixed, more = _MEASURING
        reserve = min(0.2 * plan.seconds, fixed + more * plan.seconds)
        left = plan.seconds - reserve - self.spent
        words = ["learn", *_options(labels=self.labels, output=plan.output, start=plan.start)]
        words += _options(deadline=self.begun + max(0.5, left), readers=self.crew.readers)
        words += _options(device=plan.device, seed=plan.seed, threads=self.crew.threads)
        words += [f"--{option}" for option in plan.learning]
        threads = 2 if plan.device != "cpu" else max(1, self.cores // 2)
        return self._process("learn", words, calm=0, threads=threads)


def _making(kind: str) -> str:
    return "players" if kind == "small" else kind


def _options(**values: object) -> list[str]:
    return [f"--{name.replace('_', '-')}={value}" for name, value in values.items() if value != ""]


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _read_clock(path: Path) -> float:
    try:
        return float(json.loads(path.read_text())["spent"])
    except FileNotFoundError:
        return 0.0
    except (OSError, ValueError, KeyError, TypeError):
        raise InvalidInput(f"{path} is damaged; delete it to begin the time anew.") from None
