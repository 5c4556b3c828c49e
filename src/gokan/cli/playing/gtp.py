"""`gokan gtp`: the engine for graphical boards and for other programs."""

from __future__ import annotations

from typing import Annotated

import typer


def gtp(
    player: Annotated[
        str | None, typer.Option(help="Who chooses the moves: NAME or NAME:option=value,...")
    ] = None,
    size: Annotated[int, typer.Option(help="Board size to start with.")] = 19,
    rules: Annotated[str, typer.Option(help="Rule set; see 'gokan rules'.")] = "chinese",
    komi: Annotated[float | None, typer.Option(help="Komi; that of the rules if omitted.")] = None,
    seed: Annotated[int | None, typer.Option(help="Makes the moves repeatable.")] = None,
    oracle: Annotated[
        str | None,
        typer.Option(help="Have a program such as 'katago analysis ...' judge positions."),
    ] = None,
) -> None:
    """Speak the Go Text Protocol on stdin and stdout."""
    from gokan.gtp.start import start

    start(player=player, size=size, rules=rules, komi=komi, seed=seed, oracle=oracle)
