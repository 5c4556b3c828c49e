"""Starting an engine on this process's own pipes. Kept free of heavy imports."""

from __future__ import annotations

import sys

from gokan.gtp.engine import Engine
from gokan.gtp.serve import serve
from gokan.play.players import strongest

__all__ = ["start"]


def start(
    *,
    player: str | None = None,
    size: int = 19,
    rules: str = "chinese",
    komi: float | None = None,
    seed: int | None = None,
) -> None:
    """Speak GTP on stdin and stdout until `quit`."""
    engine = Engine(player or strongest(), size=size, rules=rules, komi=komi, seed=seed)
    serve(engine, sys.stdin.fileno(), sys.stdout.buffer)
