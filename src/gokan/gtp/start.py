"""Starting an engine on this process's own pipes. Kept free of heavy imports."""

from __future__ import annotations

import sys

from gokan.gtp.engine import Engine
from gokan.gtp.serve import serve
from gokan.play.players import DEFAULT_PLAYER

__all__ = ["start"]


def start(
    *,
    player: str = DEFAULT_PLAYER,
    size: int = 19,
    rules: str = "chinese",
    komi: float | None = None,
    seed: int | None = None,
) -> None:
    """Speak GTP on stdin and stdout until `quit`."""
    engine = Engine(player, size=size, rules=rules, komi=komi, seed=seed)
    serve(engine, sys.stdin.fileno(), sys.stdout.buffer)
