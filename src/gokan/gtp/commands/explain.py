"""Reasons for a move over GTP: the few that are told, or every claim."""

from __future__ import annotations

from gokan.explain.account import Explanation, move
from gokan.explain.words import sentence
from gokan.gtp.arguments import Arguments
from gokan.gtp.engine import Engine
from gokan.gtp.registry import command


@command("explain", "[COLOR] VERTEX", help="why a move, in sentences with their certainty")
def explain(engine: Engine, args: Arguments) -> str:
    """One sentence per line."""
    return _account(engine, args).explain()


@command("move_reasons", "[COLOR] VERTEX", help="every claim about a move, with its value")
def move_reasons(engine: Engine, args: Arguments) -> str:
    """Lines such as `+4.0 exact captures: Black C3 captures …`, the weightiest first."""
    account = _account(engine, args)
    return "\n".join(
        f"{claim.value:+.1f} {claim.certainty} {claim.kind}: "
        f"{sentence(claim, account.position).text}"
        for claim in account.claims
    )


def _account(engine: Engine, args: Arguments) -> Explanation:
    position = engine.game.position
    if len(args.words) > 1:
        position = position.with_to_play(args.color())
    point = args.point(position)
    args.end()
    return move(position, point)
