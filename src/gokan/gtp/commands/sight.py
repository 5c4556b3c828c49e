"""What sight sees, over GTP: influence, segments, and the sums of the templates with reasons."""

from __future__ import annotations

from collections.abc import Sequence

from gokan import sight
from gokan.go import Position
from gokan.gtp.arguments import Arguments
from gokan.gtp.engine import Engine
from gokan.gtp.registry import command
from gokan.play.players.zobrist import account


@command("gokan-influence", "[ROUNDS]", help="Zobrist's influence: positive for Black")
def influence(engine: Engine, args: Arguments) -> str:
    """One row of the board per line."""
    rounds = args.integer("a number of rounds") if args.more() else sight.ROUNDS
    args.end()
    position = engine.game.position
    return _rows(position, sight.see(position, rounds=rounds).influence)


@command("gokan-segments", help="size and stones of the segment at each point; 0 for none")
def segments(engine: Engine, args: Arguments) -> str:
    """One row of the board per line: 500, 600 or 700 plus the number of stones."""
    args.end()
    position = engine.game.position
    return _rows(position, sight.see(position).grouping)


@command("gokan-sums", "COLOR", help="the former name of gokan-template_weights")
@command("gokan-template_weights", "COLOR", help="the sum of the templates' weights at each point")
def sums(engine: Engine, args: Arguments) -> str:
    """One row of the board per line, seen by COLOR, with what the lookahead finds needed."""
    position = engine.game.position.with_to_play(args.color())
    args.end()
    weights = sight.judge(position).weights
    empty = [0 if color else w for color, w in zip(position.board, weights, strict=True)]
    return _rows(position, empty)


@command(
    "gokan-reasons", "VERTEX", help="what speaks for and against a move, by Zobrist's templates"
)
def zobrist_reasons(engine: Engine, args: Arguments) -> str:
    """Its sum, then one reason per line."""
    position = engine.game.position
    point = args.point(position)
    args.end()
    return account(engine.player, position).explain(point)


@command("all_move_values", help="every legal move with its sum, best first")
def all_move_values(engine: Engine, args: Arguments) -> str:
    """Lines such as `D4 412`."""
    args.end()
    position = engine.game.position
    found = account(engine.player, position).moves
    return "\n".join(f"{position.vertex(m.move)} {m.total}" for m in found)


def _rows(position: Position, values: Sequence[int]) -> str:
    rows = range(0, len(values), position.width)
    return "\n".join(" ".join(map(str, values[row : row + position.width])) for row in rows)
