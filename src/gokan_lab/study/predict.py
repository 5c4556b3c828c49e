"""Move prediction, Wolf's study (section VI-B): where does the played move stand in a ranking?

Move number N is the position after N-1 moves together with the Nth move. The percentile of the
played move is the share of the other legal moves (passing excluded) that are ranked worse, ties
counted half. Its rank is one plus the moves ranked better plus half of its ties.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from gokan.batch import Answer, Dataset, Job, Manifest, Progress, code_signature, games, run
from gokan.batch.parts import Form
from gokan.errors import GokanError, InvalidInput
from gokan.go import Color, Position
from gokan.go.collection import Collection, Record
from gokan_lab.study.rankers import Ranker, Scores, made, portable
from gokan_lab.study.rankers import ranker as find_ranker
from gokan_lab.study.tables import COLUMNS, Prediction, Row

SAME = 1e-9
"""Scores that differ by no more are a tie: mirrored moves add the same terms in another order."""


def predict(
    collection: Collection | str | Path,
    *,
    ranker: str = "seds",
    moves: tuple[int, int] = (1, 400),
    limit: int | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    data: Callable[[Manifest], Path] | None = None,
    form: Form = "jsonl",
    progress: Callable[[Progress], None] | None = None,
) -> Prediction:
    """Rank every position of every game and find the move that was played.

    Args:
        collection: games, or where they are.
        ranker: the name of a ranker; see `gokan_lab.study.rankers`.
        moves: the first and the last move number.
        limit: only the first so many games.
        workers: processes; as many as there are processors unless given. The answer does not
            depend on it.
        cluster: where a Ray cluster is; see `gokan.batch.outcomes`.
        data: names the folder of a data set (see `gokan.batch`) from its manifest; a study that
            was stopped goes on there, if this is the same study. Without it nothing is kept.
        form: of the data set.
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
    job = _job(ranker, *moves)

    with ExitStack() as end:

        def folder(manifest: Manifest) -> Path:
            if not manifest.items:
                raise InvalidInput(f"There are no games in {collection.path}.")
            return data(manifest) if data else Path(end.enter_context(TemporaryDirectory()))

        items = games(collection, limit=limit)
        found = run(
            job,
            items,
            folder,
            workers=workers,
            cluster=cluster,
            form=form,
            progress=progress,
        )
        return _prediction(ranker, found)


def _job(name: str, first: int, last: int) -> Job:
    """Ranking moves `first` to `last` of a game."""
    if not 1 <= first <= last:
        raise InvalidInput(f"Move numbers must go upwards from 1, not from {first} to {last}.")
    info = find_ranker(name)
    settings = {
        "ranker": info.name,
        "about": info.about,
        "fingerprint": info.fingerprint(),
        "code": code_signature(info.make),
        "moves": [first, last],
    }
    info.make()  # what cannot be made is said before anything begins
    make = partial(_studies, portable(name), first, last)
    return Job("study predict", make, COLUMNS, settings)


def _studies(what: str | Callable[[], Ranker], first: int, last: int) -> Callable[[Record], Answer]:
    rank = made(what)

    def answer(record: Record) -> Answer:
        found = study_game(record, rank, first, last)
        rows = [row.columns() for row in found.rows]
        return Answer(rows, {"skipped": found.skipped}, found.seconds)

    return answer


def _prediction(ranker: str, data: Dataset) -> Prediction:
    items, seconds = list(data.items()), data.seconds()
    bad = tuple((item["id"], item["error"]) for item in items if item["error"] is not None)
    return Prediction(
        ranker=ranker,
        rows=tuple(map(Row.read, data.rows())),
        games=len(items) - len(bad),
        bad_games=bad,
        skipped=sum(item["facts"]["skipped"] for item in items if item["error"] is None),
        seconds=sum(seconds.get(item["item"], 0.0) for item in items if item["error"] is None),
        names=tuple(item["id"] for item in items),
    )


@dataclass(frozen=True, slots=True)
class Studied:
    """What one game gave: a row per position, the moves that were skipped, and the time taken."""

    rows: tuple[Row, ...]
    skipped: int
    seconds: float


def study_game(record: Record, rank: Ranker, first: int, last: int) -> Studied:
    """One game; one of Gokan's errors where its record cannot be read or played."""
    rows: list[Row] = []
    skipped = 0
    seconds = 0.0
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
    return Studied(tuple(rows), skipped, seconds)


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
