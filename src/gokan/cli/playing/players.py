"""`gokan players`: who can play."""

from __future__ import annotations

import typer


def players() -> None:
    """List the players for `gokan gtp` and `gokan match`."""
    from gokan.play.players import PLAYERS

    for name, (_, what) in PLAYERS.items():
        typer.echo(f"{name:18}{what}")
