"""Move prediction, Wolf's study (section VI-B): where does the played move stand in a ranking?

Move number N is the position after N-1 moves together with the Nth move. The percentile of the
played move is the share of the other legal moves (passing excluded) that are ranked worse, ties
counted half. Its rank is one plus the moves ranked better plus half of its ties.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from gokan.errors import GokanError, InvalidInput
from gokan.go import Color, Position
from gokan.go.collection import Collection, Record
from gokan_lab.study.journal import Journal, study_key
from gokan_lab.study.rankers import Ranker, Scores, shipped, unshipped
from gokan_lab.study.rankers import ranker as find_ranker
from gokan_lab.study.tables import Prediction, Row

SAME = 1e-9
"""Scores that differ by no more are a tie: mirrored moves add the same terms in another order."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """What one game gave: a row per position, or the reason why it was skipped."""

    index: int
    name: str
    rows: tuple[Row, ...]
    seconds: float
    error: str | None = None
    skipped: int = 0


Progress = Callable[[int, int, float], None]
"""Called with games done, games in all, and seconds so far."""


def predict(
    collection: Collection | str | Path,
    *,
    ranker: str = "seds",
    moves: tuple[int, int] = (1, 400),
    limit: int | None = None,
    workers: int | None = None,
    journal: Path | None = None,
    progress: Progress | None = None,
) -> Prediction:
    """Rank every position of every game and find the move that was played.

    Args:
        collection: games, or where they are.
        ranker: the name of a ranker; see `gokan_lab.study.rankers`.
        moves: the first and the last move number.
        limit: only the first so many games.
        workers: processes; as many as there are processors unless given. The answer does not
            depend on it.
        journal: a file in which finished games are noted; a study that was stopped goes on where
            it was, if this is the same study. Without it nothing is kept.
        progress: told after every game.

    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "game.sgf").write_text("(;SZ[9];B[ee];W[eg];B[gf];W[cf])")
    >>> found = predict(folder, ranker="seds", workers=1)
    >>> found.positions, sorted(found.summary()["survival"])
    (4, ['50', '85', '95'])
    """
    if isinstance(collection, (str, Path)):
        collection = Collection(collection)
    first, last = moves
    if not 1 <= first <= last:
        raise InvalidInput(f"Move numbers must go upwards from 1, not from {first} to {last}.")
    if limit is not None and limit < 1:
        raise InvalidInput(f"The limit must be at least one game, not {limit}.")
    if workers is not None and workers < 1:
        raise InvalidInput(f"At least one worker is needed, not {workers}.")
    records = list(islice(iter(collection), limit))
    if not records:
        raise InvalidInput(f"There are no games in {collection.path}.")
    key = study_key(collection.fingerprint(), find_ranker(ranker), first, last)
    note = Journal(journal, key)
    done: dict[int, GameResult] = {}
    for stored in note.read():
        result = _from_plain(stored)
        if result.index < len(records):
            done[result.index] = result
    started = time.monotonic()
    with note:
        waiting = [record for record in records if record.index not in done]
        for result in _run(waiting, ranker, first, last, workers or os.cpu_count() or 1):
            done[result.index] = result
            note.write(_to_plain(result))
            if progress is not None:
                progress(len(done), len(records), time.monotonic() - started)
    ordered = [done[index] for index in sorted(done)]
    return Prediction(
        ranker=ranker,
        rows=tuple(row for result in ordered for row in result.rows),
        games=sum(1 for result in ordered if result.error is None),
        bad_games=tuple((r.name, r.error) for r in ordered if r.error is not None),
        skipped=sum(result.skipped for result in ordered),
        seconds=sum(result.seconds for result in ordered),
        names=tuple(result.name for result in ordered),
    )


def _run(
    records: Sequence[Record], name: str, first: int, last: int, workers: int
) -> Iterator[GameResult]:
    packed = shipped(name) if workers > 1 and len(records) > 1 else None
    here: Ranker | None = None
    if packed is None:
        here = find_ranker(name).make()
        for record in records:
            yield study_game(record, here, first, last)
        return
    # A fresh interpreter per worker: threads of this one (progress, notebooks) do no harm.
    with ProcessPoolExecutor(
        min(workers, len(records)), get_context("spawn"), _start_worker, (packed,)
    ) as pool:
        queue = iter(records)
        running: dict[Future[GameResult | None], Record] = {}
        try:
            for record in islice(queue, 4 * workers):
                running[pool.submit(_in_worker, record, first, last)] = record
            while running:
                finished, _ = wait(running, return_when=FIRST_COMPLETED)
                for record in islice(queue, len(finished)):
                    running[pool.submit(_in_worker, record, first, last)] = record
                for future in finished:
                    record, result = running.pop(future), future.result()
                    if result is None:
                        here = here or find_ranker(name).make()
                        result = study_game(record, here, first, last)
                    yield result
        finally:
            pool.shutdown(cancel_futures=True)


_made: list[Ranker] = []


def _start_worker(packed: str | bytes) -> None:
    try:
        _made[:] = [unshipped(packed)]
    except (ImportError, AttributeError):
        _made.clear()  # its module cannot be imported here: the first process does it


def _in_worker(record: Record, first: int, last: int) -> GameResult | None:
    return study_game(record, _made[0], first, last) if _made else None


def study_game(record: Record, rank: Ranker, first: int, last: int) -> GameResult:
    """One game. A record that cannot be read or played gives an error, not an exception."""
    rows: list[Row] = []
    skipped = 0
    seconds = 0.0
    try:
        replay = record.replay()
        position = replay.start
        before: list[int] = []
        for number, (color, move) in enumerate(replay.moves, 1):
            if number > last:
                break
            if int(position.to_play) != color:
                position = position.setup(to_play=Color(color))
            if number >= first:
                begun = time.process_time()
                row = _row(position, before, rank, number, move, record.index)
                seconds += time.process_time() - begun
                if row is None:
                    skipped += 1
                else:
                    rows.append(row)
            position = position.play_forced(move)
            before.append(move)
    except GokanError as error:
        return GameResult(record.index, record.name, (), 0.0, str(error))
    return GameResult(record.index, record.name, tuple(rows), seconds, None, skipped)


def _row(
    position: Position, before: Sequence[int], rank: Ranker, number: int, move: int, game: int
) -> Row | None:
    """Where `move` stands; None for a pass and for a move that the rules forbid."""
    if move < 0:
        return None
    return row_of(position, rank(position, before), number, move, game)


def row_of(position: Position, scores: Scores, number: int, move: int, game: int) -> Row | None:
    """Where `move` stands among these scores; None for a move that is not among them."""
    own = next((score for point, score in scores if point == move), None)
    if own is None:
        return None
    better = equal = 0
    for point, score in scores:
        if math.isnan(score):
            raise GokanError(f"The ranker gave {position.vertex(point)} no worth (NaN).")
        if score > own + SAME:
            better += 1
        elif score >= own - SAME:
            equal += 1
    return Row(number, len(scores), better, equal - 1, game, move)


def _to_plain(result: GameResult) -> dict[str, Any]:
    return {
        "index": result.index,
        "name": result.name,
        "rows": [[r.number, r.legal, r.better, r.equal, r.move] for r in result.rows],
        "seconds": result.seconds,
        "error": result.error,
        "skipped": result.skipped,
    }


def _from_plain(stored: dict[str, Any]) -> GameResult:
    game = stored["index"]
    rows = tuple(Row(r[0], r[1], r[2], r[3], game, r[4]) for r in stored["rows"])
    return GameResult(
        stored["index"], stored["name"], rows, stored["seconds"], stored["error"], stored["skipped"]
    )
