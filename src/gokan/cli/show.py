"""`gokan show`: the board, a move, a variation, as text, picture or data."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gokan.errors import InvalidInput

if TYPE_CHECKING:
    from gokan.go import Position
    from gokan.go.game import Game, Node

_FORMATS = ("ascii", "svg", "png", "json")
_ENDINGS = {".svg": "svg", ".png": "png", ".json": "json"}


def show(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A game record (SGF), or - for stdin.")
    ],
    move: Annotated[
        int | None, typer.Option(help="After this many moves; 0 is the start. Last if left out.")
    ] = None,
    variation: Annotated[
        str | None, typer.Option(help="A node such as 12/2/3: 12 down, 2nd variation, 3 down.")
    ] = None,
    game: Annotated[int, typer.Option(help="Which game of the file, from 1.")] = 1,
    format: Annotated[str | None, typer.Option(help="ascii, svg, png or json.")] = None,
    json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    output: Annotated[
        str | None, typer.Option(help="Write to this file; its ending may give the format.")
    ] = None,
    theme: Annotated[str, typer.Option(help="Of pictures: light, dark or auto.")] = "light",
    color: Annotated[str, typer.Option(help="Of text: auto, always or never.")] = "auto",
) -> None:
    """Show a position of a game."""
    kind = _format(format, json, output)
    if color not in ("auto", "always", "never"):
        raise InvalidInput(f"--color is {color!r} but must be auto, always or never.")
    found, games = _read(file, game)
    node, position = _find(found, move, variation)
    _warn(found)
    if kind == "json":
        from json import dumps

        data = dumps(_facts(found, node, position, game, games), indent=2, ensure_ascii=False)
        _write((data + "\n").encode(), output)
    elif kind == "ascii":
        colored = output is None and _wants_color(color)
        _write((_text(found, node, position, colored=colored) + "\n").encode(), output)
    else:
        picture = _picture(found, node, position, theme)
        if kind == "svg":
            _write((str(picture) + "\n").encode(), output)
        elif output is None and sys.stdout.isatty():
            raise InvalidInput("A PNG picture does not fit a terminal; name a file with --output.")
        else:
            _write(picture.png(), output)


# --- finding the position ----------------------------------------------------------------------


def _format(format: str | None, json: bool, output: str | None) -> str:
    if json and format not in (None, "json"):
        raise InvalidInput(f"--json and --format {format} contradict each other.")
    if json:
        return "json"
    if format is None:
        return _ENDINGS.get(Path(output).suffix.lower(), "ascii") if output else "ascii"
    if format not in _FORMATS:
        raise InvalidInput(f"--format is {format!r} but must be one of {', '.join(_FORMATS)}.")
    return format


def _read(file: str, number: int) -> tuple[Game, int]:
    """The wanted game of the file, and how many there are."""
    from gokan.errors import InvalidSgf
    from gokan.go import sgf
    from gokan.go.game import Game

    if file == "-":
        most = sgf.Limits().bytes
        data = sys.stdin.buffer.read(most + 1)
        if len(data) > most:
            raise InvalidSgf(f"stdin holds more than {most} bytes; split it first.")
    else:
        data = sgf.read_file(file)
    try:
        records = sgf.parse(data)
    except InvalidSgf as error:
        raise InvalidSgf(f"{'stdin' if file == '-' else file}: {error}") from None
    if not 1 <= number <= len(records):
        many = "1 game" if len(records) == 1 else f"{len(records)} games"
        raise InvalidInput(f"{file} holds {many}, so there is no game {number}.")
    return Game(records[number - 1]), len(records)


def _find(game: Game, move: int | None, variation: str | None) -> tuple[Node, Position]:
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


# --- showing it --------------------------------------------------------------------------------


def _text(game: Game, node: Node, position: Position, *, colored: bool) -> str:
    from gokan.go import diagram

    board = (position.width, position.height, position.board)
    marks = {point: mark[:1].upper() for point, mark in node.marks.items()}
    marks.update({point: _printable(text) for point, text in node.labels.items()})
    last = position.last_move
    if colored:
        picture = diagram.ansi(*board, marks=marks, last_move=last)
    else:
        picture = diagram.render(*board, marks=marks, last_move=last)
    parts = [_headline(game), picture, _status(game, node, position), _comment(node)]
    return "\n".join(part for part in parts if part)


def _headline(game: Game) -> str:
    def name(who: str, rank: str) -> str:
        return f"{who} {rank}".strip() or "?"

    names = ""
    if game.black or game.white:
        black, white = name(game.black, game.black_rank), name(game.white, game.white_rank)
        names = f"{black} (black) against {white} (white)"
    facts = (names, game.event, game.date, game.result)
    return _printable(", ".join(fact for fact in facts if fact))


def _status(game: Game, node: Node, position: Position) -> str:
    from gokan.go import BLACK, WHITE

    if node.move is not None and node.color is not None:
        where = "passes" if node.move < 0 else position.vertex(node.move)
        first = f"Move {node.number} of {len(game)}: {str(node.color).capitalize()} {where}"
    elif node.number:
        first = f"After move {node.number} of {len(game)}"
    else:
        first = f"Start of the game ({len(game)} moves)"
    taken = f"captured: {position.prisoners(WHITE)} by Black, {position.prisoners(BLACK)} by White"
    turn = "Black" if position.to_play == BLACK else "White"
    return f"{first}; {turn} to play; {taken}"


def _comment(node: Node) -> str:
    import textwrap

    lines: list[str] = []
    for line in node.comment.splitlines():
        lines += textwrap.wrap(_printable(line), 78) or [""]
    return "\n".join(lines).rstrip()


def _picture(game: Game, node: Node, position: Position, theme: str) -> Any:
    from gokan import draw

    if theme not in ("light", "dark", "auto"):
        raise InvalidInput(f"--theme is {theme!r} but must be light, dark or auto.")
    marks = {p: "square" if mark == "selected" else mark for p, mark in node.marks.items()}
    marks.update(dict.fromkeys(node.points("TB"), "black"))
    marks.update(dict.fromkeys(node.points("TW"), "white"))
    return draw.board(
        position,
        marks=marks,
        labels=node.labels,
        arrows=node.arrows,
        lines=node.lines,
        theme=theme,
        title=_headline(game) or None,
        caption=_status(game, node, position),
    )


def _facts(game: Game, node: Node, position: Position, number: int, games: int) -> dict[str, Any]:
    """The JSON answer. Documented in the command-line guide; keys are added, never changed."""
    move = node.move
    return {
        "game": number,
        "games": games,
        "black": {"name": game.black, "rank": game.black_rank},
        "white": {"name": game.white, "rank": game.white_rank},
        "event": game.event,
        "date": game.date,
        "result": game.result,
        "handicap": game.handicap,
        "moves": len(game),
        "node": node.address,
        "number": node.number,
        "move": None if move is None else {"color": str(node.color), "vertex": game.vertex(move)},
        "comment": node.comment,
        "marks": {game.vertex(point): mark for point, mark in sorted(node.marks.items())},
        "labels": {game.vertex(point): text for point, text in sorted(node.labels.items())},
        "next": [
            {"node": child.address, "color": str(child.color), "vertex": game.vertex(child.move)}
            for child in node.children
            if child.move is not None
        ],
        "position": position.to_dict(),
        "warnings": list(game.warnings),
    }


def _printable(text: str) -> str:
    """Text of strangers, safe for a terminal."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _warn(game: Game) -> None:
    for warning in game.warnings[:5]:
        sys.stderr.write(f"gokan: note: {_printable(warning)}\n")
    if len(game.warnings) > 5:
        sys.stderr.write(f"gokan: note: and {len(game.warnings) - 5} more such notes\n")


def _wants_color(color: str) -> bool:
    if color != "auto":
        return color == "always"
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )


def _write(data: bytes, output: str | None) -> None:
    if output is not None:
        from gokan.files import write_whole

        write_whole(output, data)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
