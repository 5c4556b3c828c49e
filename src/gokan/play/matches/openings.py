"""Openings for a match: the same few moves for both games of a pair, so that games differ."""

from __future__ import annotations

from pathlib import Path

from gokan.errors import GokanError, InvalidInput
from gokan.go import Position, Rules

__all__ = ["read_openings"]

Opening = tuple[int, ...]


def read_openings(
    path: str | Path, width: int, height: int, *, rules: Rules, moves: int = 0
) -> tuple[Opening, ...]:
    """The openings in a file, checked against the rules.

    A file of game records (`.sgf`) gives the first `moves` moves of each game, all of them if 0;
    any other file has one opening per line, vertices in turn from Black; `#` starts a comment.
    """
    file = Path(path)
    try:
        lines = _records(file, moves) if file.suffix.lower() == ".sgf" else _lines(file, moves)
    except OSError as error:
        raise InvalidInput(f"Cannot read {file}: {error.strerror}.") from None
    found = []
    for number, vertices in enumerate(lines, start=1):
        position = Position.empty(width, height, rules=rules)
        opening = []
        for vertex in vertices:
            try:
                move = position.point(vertex)
                position = position.play(move)
            except GokanError as error:
                raise InvalidInput(f"{file}, opening {number}: {error}.") from None
            opening.append(move)
        found.append(tuple(opening))
    if not found:
        raise InvalidInput(f"{file} holds no opening.")
    return tuple(found)


def _lines(file: Path, moves: int) -> list[list[str]]:
    text = file.read_text("utf-8", "replace")
    lines = [line.partition("#")[0].split() for line in text.splitlines()]
    return [line[:moves] if moves else line for line in lines if line]


def _records(file: Path, moves: int) -> list[list[str]]:
    from gokan.go.game import Game

    found = []
    for game in Game.load_all(file):
        vertices = [game.vertex(move) for _, move in game.moves()]
        found.append(vertices[:moves] if moves else vertices)
    return found
