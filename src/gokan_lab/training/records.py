"""Games as records in memory, written by the core in several threads while training begins."""

from __future__ import annotations

import ctypes
import gzip
import hashlib
import os
import random
import subprocess
import sys
import threading
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import astuple, dataclass
from pathlib import Path
from queue import Empty, Queue
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from gokan.errors import InvalidInput

__all__ = [
    "META",
    "POINTS",
    "RECORD",
    "Chunk",
    "chunks",
    "kernel",
    "library",
    "library_file",
    "positions_in",
    "read_games",
]

POINTS = 361
BYTES = 4
META = BYTES * POINTS
"""Where in a record the numbers after the four bytes a point begin."""
META_BYTES = 24
RECORD = META + META_BYTES
NO_MARGIN = -32768
NO_OWNER = -128

_GAMES_A_CHUNK = 200
_PARTS = ("intuition", "go", "strength", "sight")  # of the core, that make records


@dataclass(frozen=True, slots=True)
class Counts:
    """How many records were made of how many games."""

    records: int = 0
    games: int = 0
    counted: int = 0
    """ended by counting;"""
    owned: int = 0
    """of these, whose count agrees;"""
    broken: int = 0
    """cut short at an illegal move."""

    def __add__(self, other: Counts) -> Counts:
        pairs = zip(astuple(self), astuple(other), strict=True)
        return Counts(*(one + more for one, more in pairs))


@dataclass(frozen=True, slots=True)
class Chunk:
    """The records of some games, and the owner of each point at the end of each game."""

    records: np.ndarray[Any, np.dtype[np.uint8]]  # [positions, RECORD]
    owners: np.ndarray[Any, np.dtype[np.int8]]  # [games, POINTS], Black's view, or NO_OWNER
    first_game: int
    counts: Counts


def read_games(path: Path, *, seed: int | None = None, since: int = 0) -> list[bytes]:
    """The lines of a table of games (`.tsv` or `.tsv.gz`), shuffled for a seed.

    Games before the year `since` are left out; those without a year count as old.
    """
    try:
        data = path.read_bytes()
        lines = (gzip.decompress(data) if path.suffix == ".gz" else data).splitlines()
    except (OSError, EOFError, zlib.error) as error:
        raise InvalidInput(
            f"The games in {path} cannot be read: {getattr(error, 'strerror', None) or error}."
        ) from None
    games = [line for line in lines if line.count(b"\t") >= 4 and _year(line) >= since]
    if not games:
        raise InvalidInput(
            f"There are no games in {path}; a line holds id, year, komi, result and moves."
        )
    if seed is not None:
        random.Random(seed).shuffle(games)
    return games


def _year(line: bytes) -> int:
    try:
        return int(line.split(b"\t", 2)[1])
    except ValueError:
        return 0


def positions_in(games: Sequence[bytes]) -> int:
    """How many positions these games can hold at the most."""
    return sum(len(line.split(b"\t", 5)[4]) // 2 for line in games)


Write = Callable[[bytes, int, int, "np.ndarray[Any, Any]", "np.ndarray[Any, Any]"], Counts]


def chunks(
    games: Sequence[bytes], *, playouts: int, threads: int, in_order: bool = False
) -> Iterator[Chunk | None]:
    """The games as records, in the order in which the threads finish if there are several.

    With `playouts` games that ended by counting get their final owners. With several threads
    None says that nothing is ready yet; `in_order` waits for the games that come next instead.
    """
    write = kernel()

    def make(first: int) -> Chunk:
        some = games[first : first + _GAMES_A_CHUNK]
        records = np.empty((positions_in(some), RECORD), np.uint8)
        owners = np.empty((len(some), POINTS), np.int8)
        counts = write(b"\n".join(some), first, playouts, records, owners)
        return Chunk(records[: counts.records], owners, first, counts)

    starts = range(0, len(games), _GAMES_A_CHUNK)
    if threads <= 1:
        yield from map(make, starts)
        return
    if in_order:
        yield from _one_after_the_other(make, starts, threads)
        return
    done: Queue[Chunk | BaseException] = Queue(maxsize=4 * threads)
    given_up = threading.Event()

    def work(first: int) -> None:
        if given_up.is_set():
            return
        try:
            done.put(make(first))
        except BaseException as error:
            done.put(error)

    pool = ThreadPoolExecutor(threads)
    try:
        for start in starts:
            pool.submit(work, start)
        left = len(starts)
        while left:
            try:
                chunk = done.get_nowait()
            except Empty:
                yield None
                continue
            if isinstance(chunk, BaseException):
                raise chunk
            left -= 1
            yield chunk
    finally:
        given_up.set()
        pool.shutdown(wait=False, cancel_futures=True)
        while not done.empty():  # room for those that wait with theirs; there are fewer of them
            done.get_nowait()


def _one_after_the_other(
    make: Callable[[int], Chunk], starts: Sequence[int], threads: int
) -> Iterator[Chunk]:
    """What several threads make, in the order of `starts`."""
    waiting: deque[Future[Chunk]] = deque()
    pool = ThreadPoolExecutor(threads)
    try:
        for start in starts:
            waiting.append(pool.submit(make, start))
            if len(waiting) > 4 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def kernel() -> Write:
    """The core's `write_records`: from the installed module, else compiled here and now."""
    try:
        from gokan import _core
    except ImportError:
        return _plain_kernel()

    def write(text: bytes, game: int, playouts: int, records: Any, owners: Any) -> Counts:
        made = _core.intuition_records(text.decode("utf-8", "replace"), game, playouts)
        records.reshape(-1)[: len(made.records)] = np.frombuffer(made.records, np.uint8)
        owners.reshape(-1)[: len(made.owners)] = np.frombuffer(made.owners, np.int8)
        of = made.count
        return Counts(of.records, of.games, of.counted, of.owned, of.broken)

    return write


def _plain_kernel() -> Write:
    """The same from a shared library, built once with the C++ compiler at hand."""
    plain = library()

    def write(text: bytes, game: int, playouts: int, records: Any, owners: Any) -> Counts:
        counts = (ctypes.c_int64 * 5)()
        plain.gokan_write_records(
            ctypes.c_char_p(text),
            ctypes.c_int64(len(text)),
            ctypes.c_uint32(game),
            ctypes.c_int(playouts),
            _at(records),
            _at(owners),
            counts,
        )
        return Counts(*counts)

    return write


def library() -> Any:
    """The records and crowds of the core as a shared library, compiled once for these sources."""
    core = Path(__file__).resolve().parents[3] / "core"
    library = library_file(core)
    if not library.exists():
        _compile(core, library)
    plain = ctypes.CDLL(os.fspath(library))
    if plain.gokan_record_bytes() != RECORD:
        raise InvalidInput("The core's records have another size than training expects.")
    return plain


def library_file(core: Path) -> Path:
    """Where the library of these sources lies; that of other ones has another name."""
    told = hashlib.sha256()
    for part in ("base", *_PARTS):
        for path in sorted((core / part).glob("*.*")):
            told.update(f"{part}/{path.name}\n".encode() + path.read_bytes())
    return core.parent / "build" / "records" / f"records-{told.hexdigest()[:16]}.so"


def _compile(core: Path, library: Path) -> None:
    print("compiling the core", file=sys.stderr)
    library.parent.mkdir(parents=True, exist_ok=True)
    sources = [path for part in _PARTS for path in sorted((core / part).glob("*.cpp"))]
    flags = ["-O3", "-std=c++20", "-march=native", "-ffp-contract=off", "-fPIC", f"-I{core}"]

    def run(*command: str) -> int:
        try:
            return subprocess.run(command, check=False).returncode
        except OSError:
            return 1

    # In a folder of its own, so that two that begin at once do not write over each other.
    with (
        TemporaryDirectory(dir=library.parent) as folder,
        ThreadPoolExecutor(os.cpu_count()) as pool,
    ):
        objects = [f"{folder}/{path.stem}.o" for path in sources]
        jobs = [
            pool.submit(run, "g++", *flags, "-c", str(source), "-o", target)
            for source, target in zip(sources, objects, strict=True)
        ]
        failed = max(job.result() for job in jobs)
        made = f"{folder}/records.so"
        if failed or run("g++", "-shared", "-pthread", "-o", made, *objects):
            raise InvalidInput("The core could not be compiled: g++ with C++20 is needed.")
        Path(made).replace(library)


def _at(array: Any) -> Any:
    return array.ctypes.data_as(ctypes.c_void_p)
