"""`gokan goals`: what the stones want, tried out."""

from __future__ import annotations

from typing import Annotated

import typer

from gokan.errors import InvalidInput

goals = typer.Typer(help="Solve positions by goals, after Klinger.", no_args_is_help=True)


@goals.callback()
def _group() -> None:
    """Solve positions by goals, after Klinger."""


@goals.command("solve")
def solve_(
    source: Annotated[
        str, typer.Argument(metavar="PROBLEM", help="An SGF, a text diagram, or - for stdin.")
    ],
    target: Annotated[str, typer.Option(help="A stone of the target, or several: C3,E1.")],
    first: Annotated[
        str | None, typer.Option("--to-play", "--first", help="Who moves: B or W.")
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(min=1, help="Look at no more than this many positions: 100, or 300 --alone."),
    ] = None,
    arbiter: Annotated[
        int,
        typer.Option(
            min=0, help="Let reading decide the leaves: nodes for each; four times that in all."
        ),
    ] = 0,
    network: Annotated[
        bool,
        typer.Option(
            help="Let the network cross-check every answer before it is believed. Without it, "
            "answers are less reliable, above all on open boards.",
        ),
    ] = True,
    alone: Annotated[
        bool,
        typer.Option(
            "--alone",
            help="The thesis's own means only: goals, rules and static values, at most 300 "
            "positions; no network and no reading.",
        ),
    ] = False,
    tree: Annotated[bool, typer.Option("--tree", help="Show every position of the tree.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Machine-readable.")] = False,
    sgf: Annotated[str | None, typer.Option(help="Write the tree to this SGF file.")] = None,
) -> None:
    """Save or capture a target by trying what the goals suggest, and say why."""
    from gokan.cli.problems.asking import may_ask, read_position
    from gokan.go import Color
    from gokan.goals.arbiter import ReadingArbiter
    from gokan.goals.aura.worth import aura
    from gokan.goals.solution import ALONE, NODES, solve
    from gokan.intuition import glance

    if sgf == "":
        raise InvalidInput("--sgf needs the name of a file.")
    position = read_position(source)
    if first is not None:
        position = position.setup(to_play=Color.parse(first))
    stones = [position.point(word.strip()) for word in target.split(",") if word.strip()]
    if alone and arbiter:
        raise InvalidInput("--alone asks nobody: leave --arbiter out.")
    judge = ReadingArbiter(nodes=arbiter, total=4 * arbiter, weigh=aura) if arbiter else None
    second = glance if not alone and may_ask(position, network=network) else None
    most = nodes or (ALONE if alone else NODES)
    answer = solve(position, stones, nodes=most, second=second, arbiter=judge, alone=alone)
    if sgf is not None:
        answer.to_game().save(sgf)
    if json:
        from json import dumps

        typer.echo(dumps(answer.to_dict()))
        return
    typer.echo(answer.explain())
    if tree:
        typer.echo(answer.text())
