"""Everything of a library in one archive: records, reviews, problems, and a list of them."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import asdict
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from gokan.serve import views
from gokan.serve.reviews import record_of
from gokan.serve.store import KeptGame, Store

__all__ = ["archive", "pieces"]

_IN_MEMORY = 8 << 20
_PIECE = 64 << 10


async def archive(store: Store, reach: Callable[..., Awaitable[Any]]) -> IO[bytes]:
    """The archive, at its beginning: `games/ID.sgf`, a record that was brought byte for byte;
    `reviews/ID.json` as `gokan review --json` writes them; `problems.json`; `index.json`.
    """
    file: IO[bytes] = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 (closed by who sends it)
    with ZipFile(file, "w", ZIP_DEFLATED) as made:
        listed = []
        for id in await reach(store.game_ids):
            game: KeptGame = await reach(store.game, id)
            listed.append(views.summary(game).model_dump())
            data = game.record or (await reach(record_of, store, id)).to_sgf()
            made.writestr(f"games/{id}.sgf", data)
        for review in await reach(store.reviews):
            told = await reach(store.review, review.id)
            if told.answer:
                made.writestr(f"reviews/{told.id}.json", told.answer)
        problems = [asdict(one) for one in await reach(store.all_problems)]
        made.writestr("problems.json", json.dumps(problems, ensure_ascii=False))
        made.writestr("index.json", json.dumps(listed, ensure_ascii=False, indent=1))
    file.seek(0)
    return file


def pieces(file: IO[bytes]) -> Iterator[bytes]:
    """A file in parts, closed at the end."""
    with file:
        while piece := file.read(_PIECE):
            yield piece
