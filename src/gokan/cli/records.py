"""Where a command's board comes from: a game record, a text diagram or stdin, and what of it."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gokan.errors import InvalidDiagram, InvalidInput, InvalidSgf

if TYPE_CHECKING:
    from gokan.go import Position
    from gokan.go.game import Game, Node

__all__ = [
    "SOURCE",
    "check_name",
    "find",
    "mention_others",
    "read_bytes",
    "read_game",
    "read_text",
]

SOURCE = "A game record (SGF), a text diagram, or - for stdin."
"""What every command says of its file."""

_RECORD = re.compile(rb"\(\s*;")


def read_game(
    file: str, number: int = 1, data: bytes | None = None, *, salvage: bool = False
) -> tuple[Game, int]:
    """The wanted game of a file, and how many there are. A text diagram is a game without moves.
    To `salvage` is to take what stands before the place where a file breaks off.
    """
    from gokan.go import sgf
    from gokan.go.game import Game

    if data is None:
        data = read_bytes(file)
    name = "stdin" if file == "-" else file
    drawn = _diagram(name, data)
    if drawn is not None:
        games = [drawn]
    else:
        try:
            records = sgf.salvage(data) if salvage else sgf.parse(data)
            games = [Game(record) for record in records]
        except InvalidSgf as error:
            raise InvalidSgf(f"{name}: {error}") from None
    if not 1 <= number <= len(games):
        many = "1 game" if len(games) == 1 else f"{len(games)} games"
        raise InvalidInput(f"{file} holds {many}, so there is no game {number}.")
    return games[number - 1], len(games)


def mention_others(file: str, number: int, games: int) -> None:
    """Say on stderr that the first game of a file is taken where it holds several."""
    if number == 1 and games > 1:
        name = "stdin" if file == "-" else file
        print(
            f"gokan: note: {name} holds {games} games; this is the first (another: --game)",
            file=sys.stderr,
        )


def find(game: Game, move: int | None, variation: str | None) -> tuple[Node, Position]:
    """The node to show and its position: on the main line, or on the line through a variation."""
    if variation is None:
        line = game.main_line()
        position = game.position(move)
    else:
        end = game.node(variation)
        line = end.line()
        if move is None:
            return end, end.position
        while line[-1].children:
            line.append(line[-1].children[0])
        last = line[-1].number
        if not 0 <= move <= last:
            raise InvalidInput(f"This variation has {last} moves, so there is no move {move}.")
        position = [node for node in line if node.number == move][-1].position
    if move is None:
        return line[-1], position
    # Of several nodes after as many moves, the first holds the move and what is said about it.
    return next(node for node in line if node.number == move), position


def check_name(file: str) -> None:
    """Refuse an empty name, which would stand for the folder one is in."""
    if not file.strip():
        raise InvalidInput("The name of the file is empty.")


def read_bytes(file: str) -> bytes:
    """What is in a file or on stdin, refused where it is larger than any record."""
    from gokan.go import sgf

    check_name(file)
    if file != "-":
        return sgf.read_file(file)
    most = sgf.Limits().bytes
    stream = getattr(sys.stdin, "buffer", None)
    data = stream.read(most + 1) if stream is not None else sys.stdin.read().encode()
    if len(data) > most:
        raise InvalidSgf(f"stdin holds more than {most} bytes; split it first.")
    return bytes(data)


def read_text(file: str, what: str) -> str:
    """The text of a file or of stdin, refused where it is not text; `what` it should have been."""
    check_name(file)
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InvalidInput(f"{file} is not a text file; {what}.") from None


def _diagram(name: str, data: bytes) -> Game | None:
    """The game that a text diagram stands for; nothing where the file is a record, or neither."""
    from gokan.go import Position, diagram
    from gokan.go.game import Game

    if name.lower().endswith(".sgf") or _RECORD.search(data):
        return None
    try:
        read = diagram.parse(data.decode("utf-8-sig"))
    except (InvalidDiagram, UnicodeDecodeError) as error:
        if not name.lower().endswith(".txt"):
            return None
        reason = "it is not text" if isinstance(error, UnicodeDecodeError) else error
        raise InvalidDiagram(f"{name}: {reason}") from None
    game = Game.new(Position.from_diagram(str(read)))
    for point, mark in read.marks.items():
        if mark in ("triangle", "square", "circle", "cross"):
            game.root.mark(mark, [*_marked(game.root, mark), point])
        else:
            game.root.label(point, mark)
    return game


def _marked(node: Node, mark: str) -> list[int]:
    return [point for point, name in node.marks.items() if name == mark]
