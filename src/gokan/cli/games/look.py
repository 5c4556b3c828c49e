"""`gokan look`: one sense's picture of one position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gokan.cli.games.board_text import board_text
from gokan.cli.options import (
    AsJson,
    File,
    GameNumber,
    MoveNumber,
    Output,
    Theme,
    Variation,
    chosen_effort,
)
from gokan.cli.records import find, read_game
from gokan.cli.writing import as_json, check_theme, chosen_format, write, write_picture
from gokan.effort import USUAL, Effort
from gokan.errors import InvalidInput

if TYPE_CHECKING:
    from gokan.go import Node, Position

_FORMATS = ("ascii", "svg", "png", "json")
_PAGES = ("shape",)  # senses that also fill a page of the browser
_PICTURES: dict[str, tuple[str, ...]] = {
    "sight": ("influence", "grouping", "breathing", "chain", "reasons", "electrons", "oil"),
    "strength": ("influence", "strength", "instability"),
    "intuition": ("moves", "ownership", "groups"),
    "goals": ("graph",),
    "shape": ("groups", "blocks", "learned", "moves", "overlap", "time", "struct"),
}
"""Per sense: its pictures, the first by default."""


def look(
    file: File,
    move: MoveNumber = None,
    sense: Annotated[str, typer.Option(help=f"{', '.join(_PICTURES)}.")] = "sight",
    picture: Annotated[
        str | None,
        typer.Option(
            help=" ".join(f"{name.capitalize()}: {', '.join(p)}." for name, p in _PICTURES.items())
            + " The first if omitted."
        ),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(help="A stone: for goals the block to save, for intuition the group."),
    ] = None,
    attention: Annotated[
        str | None,
        typer.Option(help="For shape, how to look: whole (if omitted), last move, pan, learned."),
    ] = None,
    processes: Annotated[
        int,
        typer.Option(
            min=1, help="For last move and learned: how many half lines are in view at once."
        ),
    ] = 50,
    effort: Annotated[
        str,
        typer.Option(
            help="For strength, how much is read where its words ask for it: quick, usual, deep, "
            "or a number of nodes."
        ),
    ] = "usual",
    variation: Variation = None,
    game: GameNumber = 1,
    format: Annotated[
        str | None, typer.Option(help="ascii, svg, png, json; html for shape.")
    ] = None,
    json: AsJson = False,
    output: Output = None,
    theme: Theme = "light",
) -> None:
    """Look at a position with one sense."""
    pages = ("html",) if sense in _PAGES else ()
    kind = chosen_format(format, json, output, (*_FORMATS, *pages))
    if sense not in _PICTURES:
        raise InvalidInput(f"--sense is {sense!r} but must be one of {', '.join(_PICTURES)}.")
    pictures = _PICTURES[sense]
    chosen = picture or pictures[0]
    if chosen not in pictures:
        raise InvalidInput(f"--picture is {chosen!r} but {sense} has only {', '.join(pictures)}.")
    if (at is None and sense == "goals") or (
        at is not None and sense not in ("goals", "intuition")
    ):
        raise InvalidInput(
            "--at names a stone: --sense goals needs one, --sense intuition may have one."
        )
    if attention is not None and sense != "shape":
        raise InvalidInput("--attention is for --sense shape.")
    check_theme(theme)
    found, _ = read_game(file, game)
    node, position = find(found, move, variation)
    ask = _life if at and sense == "intuition" else _ASK[sense]
    if attention is not None:
        ask = partial(_shape, attention=attention, processes=processes)
    limit = chosen_effort(effort)
    if sense == "strength":
        ask = partial(_strength, effort=limit)
    answer = ask(position, at or chosen, node)
    if kind == "html":
        write(answer.page(f"{found.black or 'Black'} – {found.white or 'White'}"), output)
    elif kind == "json":
        vertices = [position.vertex(p) for p in range(len(position.board))]
        data = {"points": vertices, **answer.data()}
        write(as_json(data, row=position.width) + "\n", output)
    elif kind == "ascii":
        write(f"{board_text(position, answer.cells)}\n{answer.text()}\n", output)
    else:
        write_picture(answer.draw(theme), kind, output)


class _Answer:
    """What a sense says about a position, in the forms the command can write."""

    def __init__(
        self,
        data: Callable[[], dict[str, Any]],
        text: Callable[[], str],
        draw: Callable[[str], Any],
        cells: Mapping[int, str] | None = None,
        page: Callable[[str], str] = lambda title: "",
    ) -> None:
        self.data, self.text, self.draw, self.page = data, text, draw, page
        self.cells = cells or {}
        """What is written on points of the board in text."""


def _sight(position: Position, picture: str, node: Node) -> _Answer:
    from gokan import sight

    if picture == "reasons":
        account = sight.reasons(position)
        sums = {m.move: str(m.total) for m in account.moves if m.total > 0}
        return _Answer(
            account.to_dict, account.explain, lambda theme: account.draw(theme=theme), sums
        )
    if picture in ("electrons", "oil"):
        rival = (sight.electrons if picture == "electrons" else sight.oil_and_water)(position)
        shown = {p: "#" if v > 0 else "-" for p, v in enumerate(rival.values) if v}
        empty = {p: sign for p, sign in shown.items() if not position.board[p]}
        return _Answer(rival.to_dict, rival.explain, lambda theme: rival.draw(theme=theme), empty)
    seen = sight.see(position)
    if picture == "influence":
        cells = {p: f"{v:+d}" for p, v in enumerate(seen.influence) if v and not position.board[p]}
    elif picture == "grouping":
        cells = {p: letter for letter, army in seen.lettered() for p in army.stones}
    else:
        cells = {p: str(v) for p, v in enumerate(getattr(seen, picture)) if v}
    return _Answer(seen.to_dict, seen.explain, lambda theme: seen.draw(picture, theme=theme), cells)


def _shape(
    position: Position,
    picture: str,
    node: Node,
    *,
    attention: str = "whole",
    processes: int = 50,
) -> _Answer:
    """Shape: the one sense that looks at how a position came about."""
    from gokan import shape

    past = [n.position for n in node.line()[:-1] if not n.parent or n.color is not None]
    shapes = shape.parse(
        [*past, position],
        learned=picture == "learned",
        attention=attention,
        processes=processes,
    )
    if picture == "moves":
        found = shapes.proposals()
        ranks = {m.move: str(n) for n, m in enumerate(found.moves[:9], 1)}
        return _Answer(found.to_dict, found.explain, lambda theme: found.draw(theme=theme), ranks)
    return _Answer(
        shapes.to_dict,
        shapes.explain,
        lambda theme: shapes.draw(picture, theme=theme),
        page=lambda title: shapes.page(title=title),
    )


def _strength(position: Position, picture: str, node: Node, effort: Effort = USUAL) -> _Answer:
    from gokan import strength

    weighed = strength.weigh(position)
    if picture == "strength":
        cells = {p: f"{100 * b.strength:.0f}" for b in weighed.blocks for p in b.stones}
    elif picture == "instability":
        counts = strength.instability(position).iterations
        cells = {p: str(n) for p, n in enumerate(counts)}
    else:
        shares = [weighed.influence(p) for p in range(len(position.board))]
        cells = {p: f"{100 * v:+.0f}" for p, v in enumerate(shares) if not position.board[p]}

    def told() -> str:
        from gokan import assess

        return weighed.explain(assess.board(position, effort=effort))

    return _Answer(weighed.to_dict, told, lambda theme: weighed.draw(picture, theme=theme), cells)


def _intuition(position: Position, picture: str, node: Node) -> _Answer:
    from gokan import intuition
    from gokan.chances import survival_percent

    judged = intuition.judge(position)
    if picture == "ownership":
        cells = {p: f"{100 * v:+.0f}" for p, v in enumerate(judged.ownership)}
    elif picture == "groups":
        cells = {p: str(survival_percent(g.alive)) for g in judged.groups() for p in g.stones}
    else:
        likely = [m for m in judged.moves if m.move >= 0 and m.chance >= 0.005]
        cells = {m.move: f"{100 * m.chance:.0f}%" for m in likely}
    return _Answer(
        judged.to_dict, judged.explain, lambda theme: judged.draw(picture, theme=theme), cells
    )


def _life(position: Position, at: str, node: Node) -> _Answer:
    from gokan import intuition

    guess = intuition.life(position, at)
    mine = position.to_play == guess.color
    vital = (guess.own_first if mine else guess.enemy_first).vital
    cells = {point: f"{100 * chance:.0f}%" for point, chance in vital if chance >= 0.02}
    return _Answer(guess.to_dict, guess.explain, lambda theme: guess.draw(theme=theme), cells)


def _goals(position: Position, at: str, node: Node) -> _Answer:
    from gokan import goals

    answer = goals.consider(position, at)
    return _Answer(answer.to_dict, answer.explain, lambda theme: answer.draw(theme=theme))


_ASK: dict[str, Callable[[Position, str, Node], _Answer]] = {
    "sight": _sight,
    "strength": _strength,
    "intuition": _intuition,
    "goals": _goals,
    "shape": _shape,
}
