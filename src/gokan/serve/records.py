"""Game records from files into the library, and the example that a new library begins with.

A game is known by what its record says, so that it is there once, in however many files it came.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from gokan.errors import GokanError
from gokan.go import PASS, sgf
from gokan.go.game import Game
from gokan.play.session import Session
from gokan.serve.store import KeptGame, Seat, Store

__all__ = [
    "EXAMPLE",
    "Brought",
    "add_records",
    "bring",
    "bytes_of",
    "files_in",
    "kept_of",
    "read_record",
]

EXAMPLE = Path(__file__).parent / "example.sgf"
_GAMES = 2_000  # of one file

Read = tuple[tuple[KeptGame, Session], ...]


@dataclass(frozen=True, slots=True)
class Brought:
    """What became of a file: its games in the library, and what was wrong with it."""

    name: str
    games: tuple[str, ...]
    new: int = 0
    trouble: str = ""
    """A sentence; where there are games, they were read as far as they go."""


def bring(store: Store, files: Sequence[tuple[str, bytes]]) -> list[Brought]:
    """Put the games of some files into the library, all in one go.

    >>> store = Store(":memory:")
    >>> good, bad = bring(store, [("a.sgf", b"(;SZ[9];B[ee])"), ("b.sgf", b"no game")])
    >>> good.new, bring(store, [("again.sgf", b"(;SZ[9];B[ee])")])[0].new
    (1, 0)
    >>> bad.trouble
    "b.sgf: No game was found: a record starts with '(;'."
    """
    read = [read_record(data, name) for name, data in files]
    return kept_of(files, read, store.add_all([game for games, _ in read for game in games]))


def kept_of(
    files: Sequence[tuple[str, bytes]], read: Sequence[tuple[Read, str]], new: Sequence[bool]
) -> list[Brought]:
    """What became of files, of whose games it is known which are new."""
    told = iter(new)
    return [
        Brought(
            name,
            games=tuple(kept.id for kept, _ in games),
            new=sum(next(told) for _ in games),
            trouble=trouble,
        )
        for (name, _), (games, trouble) in zip(files, read, strict=True)
    ]


def read_record(data: bytes, name: str = "") -> tuple[Read, str]:
    """The games of a file as far as they can be read, and what is wrong with it, in a sentence.

    >>> games, trouble = read_record(b"(;SZ[9]PB[Ann];B[ee];W[ee])", "ann.sgf")
    >>> games[0][0].black.name, len(games[0][1].turns), trouble
    ('Ann', 1, 'ann.sgf: The game is kept up to move 1; White E5: the point is occupied.')
    """
    try:
        records = sgf.salvage(data)
    except GokanError as error:
        return (), _about(name, str(error))
    trouble = ""
    found: list[tuple[KeptGame, Session]] = []
    for number, record in enumerate(records[:_GAMES]):
        whole = f"{name} #{number + 1}" if len(records) > 1 else name
        try:
            game = Game(record)
            session = Session.follow(game)
            stops = _stops(game, session)
        except GokanError as error:
            trouble = trouble or _about(whole, str(error))
            continue
        kept = _kept(game, name)
        found.append((replace(kept, record=data) if len(records) == 1 else kept, session))
        broken = next((said for said in record.warnings if said.endswith("is used")), "")
        trouble = trouble or (_about(whole, stops or broken) if stops or broken else "")
    if len(records) > _GAMES:
        trouble = _about(name, f"only the first {_GAMES} of its {len(records)} games are taken")
    return tuple(found), trouble


def bytes_of(text: str) -> bytes:
    """A record that came as text, as bytes that are read as that text.

    >>> Game.parse(bytes_of("(;CA[GB2312]PB[古力])")).black
    '古力'
    """
    games, data = Game.parse_all(text), text.encode()
    if all(game.encoding == "utf-8" for game in Game.parse_all(data)):
        return data
    for game in games:
        game.convert_to_utf8()
    return b"".join(game.to_sgf() for game in games)


def add_records(store: Store, paths: Sequence[str]) -> list[str]:
    """Put the games of files into the library, unless they are there; their names in it.

    >>> store = Store(":memory:")
    >>> add_records(store, [str(EXAMPLE)]) == add_records(store, [str(EXAMPLE)])
    True
    >>> len(store.games())
    1
    """
    names: list[str] = []
    for path in paths:
        Game.load_all(path)  # of a file that was named, every fault is told
        [brought] = bring(store, [(Path(path).name, Path(path).read_bytes())])
        names += brought.games
    return names


def files_in(folder: Path) -> list[Path]:
    """Every game record below a folder, links not followed."""
    found = []
    for here, folders, names in os.walk(folder):
        folders.sort()
        found += [Path(here) / name for name in sorted(names) if name.lower().endswith(".sgf")]
    return found


def _kept(game: Game, name: str) -> KeptGame:
    data = game.to_sgf()
    return KeptGame(
        hashlib.sha256(data).hexdigest()[:16],
        "record",
        Seat(name=game.black[:80]),
        Seat(name=game.white[:80]),
        title=(game.name or game.event or Path(name).stem)[:200],
        date=game.date[:40],
        event=game.event[:200],
        source=name[:300],
        record=data,
    )


def _stops(game: Game, session: Session) -> str:
    """Why a record is not followed to its end; nothing where it is."""
    count = len(session.turns)
    moves = [node for node in game.main_line() if node.color is not None]
    if count == len(moves):
        return ""
    why = "then stones are set up"
    try:
        move, color = moves[count].move, moves[count].color
        if move not in (None, PASS) and session.position.board[move]:
            why = session.position.why_illegal(move, color) or why
    except GokanError as error:
        why = str(error)
    return f"the game is kept up to move {count}; {why}"


def _about(name: str, said: str) -> str:
    sentence = f"{said[:1].upper()}{said[1:].rstrip('.')}."
    return f"{name}: {sentence}" if name else sentence
