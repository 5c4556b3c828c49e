"""`gokan look`: one sense's picture of one position."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gokan.cli.show import _find, _format, _read, _write
from gokan.errors import InvalidInput

if TYPE_CHECKING:
    from gokan.go import Node, Position


def look(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A game record (SGF), or - for stdin.")
    ],
    move: Annotated[
        int | None, typer.Option(help="After this many moves; 0 is the start. Last if left out.")
    ] = None,
    sense: Annotated[
        str, typer.Option(help="sight, strength, intuition, goals or shape.")
    ] = "sight",
    picture: Annotated[
        str | None,
        typer.Option(
            help="Of sight: influence, grouping, breathing, chain or reasons; else the first."
        ),
    ] = None,
    at: Annotated[
        str | None, typer.Option(help="Of goals: a stone of the block to save or capture.")
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
) -> None:
    """Look at a position with one sense."""
    kind = _format(format, json, output)
    if sense not in SENSES:
        raise InvalidInput(f"--sense is {sense!r} but must be one of {', '.join(SENSES)}.")
    pictures, make = SENSES[sense]
    chosen = picture or pictures[0]
    if chosen not in pictures:
        raise InvalidInput(f"--picture is {chosen!r} but {sense} has only {', '.join(pictures)}.")
    if (sense == "goals") != (at is not None):
        raise InvalidInput("--at names a stone for --sense goals; give both or neither.")
    found, _ = _read(file, game)
    node, position = _find(found, move, variation)
    if sense == "shape":  # the one sense that looks at how a position came about
        answer = _shape(position, chosen, node)
    else:
        answer = make(position, at or chosen)
    if kind == "json":
        from json import dumps

        _write((dumps(answer.data(), indent=2, ensure_ascii=False) + "\n").encode(), output)
    elif kind == "ascii":
        _write((answer.text() + "\n").encode(), output)
    else:
        if theme not in ("light", "dark", "auto"):
            raise InvalidInput(f"--theme is {theme!r} but must be light, dark or auto.")
        drawn = answer.draw(theme)
        if kind == "svg":
            _write((str(drawn) + "\n").encode(), output)
        elif output is None and sys.stdout.isatty():
            raise InvalidInput("A PNG picture does not fit a terminal; name a file with --output.")
        else:
            _write(drawn.png(), output)


class _Answer:
    """What a sense says about a position, in the three forms the command can write."""

    def __init__(
        self,
        data: Callable[[], dict[str, Any]],
        text: Callable[[], str],
        draw: Callable[[str], Any],
    ) -> None:
        self.data, self.text, self.draw = data, text, draw


def _sight(position: Position, picture: str) -> _Answer:
    from gokan import sight

    if picture == "reasons":
        account = sight.reasons(position)
        return _Answer(account.to_dict, account.explain, lambda theme: account.draw(theme=theme))
    seen = sight.see(position)
    return _Answer(
        seen.to_dict,
        lambda: f"{seen.numbers(picture)}\n{seen.explain()}",
        lambda theme: seen.draw(picture, theme=theme),
    )


def _shape(position: Position, picture: str, node: Node | None = None) -> _Answer:
    """Shape, with the moves that led to the position where its node is known."""
    from gokan import shape

    line = node.line()[:-1] if node else []
    past = [n.position for n in line if not n.parent or n.color is not None]
    shapes = shape.parse([*past, position])
    return _Answer(shapes.to_dict, shapes.explain, lambda theme: shapes.draw(picture, theme=theme))


def _strength(position: Position, picture: str) -> _Answer:
    from gokan import strength

    weighed = strength.weigh(position)
    return _Answer(
        weighed.to_dict, weighed.explain, lambda theme: weighed.draw(picture, theme=theme)
    )


def _intuition(position: Position, picture: str) -> _Answer:
    from gokan import intuition

    judged = intuition.judge(position)
    return _Answer(judged.to_dict, judged.explain, lambda theme: judged.draw(picture, theme=theme))


def _goals(position: Position, at: str) -> _Answer:
    from gokan import goals

    answer = goals.consider(position, at)
    return _Answer(answer.to_dict, answer.explain, lambda theme: answer.draw(theme=theme))


SENSES: dict[str, tuple[tuple[str, ...], Callable[[Position, str], _Answer]]] = {
    "sight": (("influence", "grouping", "breathing", "chain", "reasons"), _sight),
    "strength": (("influence", "strength", "instability"), _strength),
    "intuition": (("moves", "ownership", "groups"), _intuition),
    "goals": (("graph",), _goals),
    "shape": (("groups", "blocks", "overlap", "time"), _shape),
}
"""Per sense: its pictures, the first by default, and how to ask it."""
