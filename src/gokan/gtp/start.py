"""Starting an engine on this process's own pipes. Kept free of heavy imports."""

from __future__ import annotations

import sys

from gokan.errors import InvalidInput
from gokan.gtp.engine import Engine
from gokan.gtp.serve import serve
from gokan.play.player import Player
from gokan.play.players import make_player, strongest

__all__ = ["start"]


def start(
    *,
    player: str | None = None,
    size: int = 19,
    rules: str = "chinese",
    komi: float | None = None,
    seed: int | None = None,
    oracle: str | None = None,
) -> None:
    """Speak GTP on stdin and stdout until `quit`."""
    chosen: str | Player = player or ("gokan" if oracle else _usual())
    if oracle is not None:
        from gokan.play.players.gokan_player import GokanPlayer
        from gokan.play.tree.oracle import OracleEvaluator

        made = make_player(str(chosen), seed=seed)
        if not isinstance(made, GokanPlayer):
            raise InvalidInput("Only the player gokan can ask an oracle.")
        made.searcher.evaluator = OracleEvaluator(oracle)
        chosen = made
    engine = Engine(chosen, size=size, rules=rules, komi=komi, seed=seed)
    serve(engine, sys.stdin.fileno(), sys.stdout.buffer)


def _usual() -> str:
    """The player where none is named; if that is not the strongest, what it lacks is told."""
    from gokan.intuition import missing

    name = strongest()
    if lacking := missing():
        print(f"gokan: {lacking} Until then the player {name} moves.", file=sys.stderr)
    return name
