"""`gokan show`: the board, a move, a variation, as text, picture or data."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gokan.cli.options import AsJson, File, GameNumber, MoveNumber, Output, Theme, Variation
from gokan.cli.records import find, read_game
from gokan.cli.writing import check_theme, chosen_format, write, write_picture
from gokan.errors import InvalidInput

if TYPE_CHECKING:
    from gokan.go import Position
    from gokan.go.game import Game, Node

_FORMATS = ("ascii", "svg", "png", "json")


def show(
    file: File,
    move: MoveNumber = None,
    variation: Variation = None,
    game: GameNumber = 1,
    format: Annotated[str | None, typer.Option(help="ascii, svg, png or json.")] = None,
    json: AsJson = False,
    output: Output = None,
    theme: Theme = "light",
    color: Annotated[str, typer.Option(help="For text: auto, always or never.")] = "auto",
) -> None:
    """Show a position of a game."""
    kind = chosen_format(format, json, output, _FORMATS)
    if color not in ("auto", "always", "never"):
        raise InvalidInput(f"--color is {color!r} but must be auto, always or never.")
    found, games = read_game(file, game)
    node, position = find(found, move, variation)
    _warn(found)
    if kind == "json":
        from json import dumps

        data = dumps(_facts(found, node, position, game, games), indent=2, ensure_ascii=False)
        write(data + "\n", output)
    elif kind == "ascii":
        colored = output is None and _wants_color(color)
        write(_text(found, node, position, colored=colored) + "\n", output)
    else:
        write_picture(_picture(found, node, position, theme), kind, output)


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

    marks = {p: "square" if mark == "selected" else mark for p, mark in node.marks.items()}
    marks.update(dict.fromkeys(node.points("TB"), "black"))
    marks.update(dict.fromkeys(node.points("TW"), "white"))
    return draw.board(
        position,
        marks=marks,
        labels=node.labels,
        arrows=node.arrows,
        lines=node.lines,
        theme=check_theme(theme),
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
