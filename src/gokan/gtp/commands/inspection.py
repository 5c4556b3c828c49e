"""Questions about the position, in GNU Go's words and order of arguments."""

from __future__ import annotations

from gokan.go import BLACK, PASS, WHITE
from gokan.gtp.arguments import Arguments
from gokan.gtp.engine import Engine
from gokan.gtp.game import Played
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command

_SIDES = (BLACK, WHITE)


@command("list_stones", "COLOR", help="where this side has stones")
def list_stones(engine: Engine, args: Arguments) -> str:
    """From the top left, row by row."""
    color = args.color()
    args.end()
    return _vertices(engine, engine.game.position.stones(color))


@command("color", "VERTEX", help="what stands there")
def color(engine: Engine, args: Arguments) -> str:
    """`black`, `white` or `empty`."""
    point = args.point(engine.game.position)
    args.end()
    return str(engine.game.position.color_at(point))


@command("countlib", "VERTEX", help="how many liberties the block has")
def countlib(engine: Engine, args: Arguments) -> str:
    """Of the block to which the stone at the vertex belongs."""
    point = args.stone(engine.game.position)
    args.end()
    return str(len(engine.game.position.block(point).liberties))


@command("findlib", "VERTEX", help="the liberties of the block")
def findlib(engine: Engine, args: Arguments) -> str:
    """As vertices, from the top left."""
    point = args.stone(engine.game.position)
    args.end()
    return _vertices(engine, engine.game.position.block(point).liberties)


@command("worm_stones", "[VERTEX|COLOR]", help="the stones of a block, or of every block")
def worm_stones(engine: Engine, args: Arguments) -> str:
    """One block per line; a colour keeps to that side."""
    position = engine.game.position
    word = args.words[0].lower() if args.more() else ""
    if word in ("black", "white", "b", "w") or not word:
        side = args.color() if word else None
        args.end()
        blocks = [block for block in position.blocks() if side in (None, block.color)]
    else:
        blocks = [position.block(args.stone(position))]
        args.end()
    return "\n".join(_vertices(engine, block.stones) for block in blocks)


@command("is_legal", "COLOR VERTEX", help="1 where the rules allow the move, else 0")
def is_legal(engine: Engine, args: Arguments) -> str:
    """A pass is always legal."""
    side, move = args.color(), args.move(engine.game.position)
    args.end()
    return "1" if engine.game.position.is_legal(move, side) else "0"


@command("gokan-why_illegal", "COLOR VERTEX", help="why the rules forbid the move")
def why_illegal(engine: Engine, args: Arguments) -> str:
    """One sentence; empty for a legal move."""
    side, move = args.color(), args.move(engine.game.position)
    args.end()
    return engine.game.position.why_illegal(move, side) or ""


@command("all_legal", "COLOR", help="every point where the rules allow a move")
def all_legal(engine: Engine, args: Arguments) -> str:
    """From the top left, row by row."""
    side = args.color()
    args.end()
    return _vertices(engine, engine.game.position.legal_moves(side))


@command("captures", "COLOR", help="how many stones this side has captured")
def captures(engine: Engine, args: Arguments) -> str:
    """Stones taken by that colour, not lost by it."""
    side = args.color()
    args.end()
    return str(engine.game.position.prisoners(side.opponent))


@command("last_move", help="colour and vertex of the last move")
def last_move(engine: Engine, args: Arguments) -> str:
    """Fails where none has been made."""
    args.end()
    moves = engine.game.moves
    if not moves:
        raise GtpError("no previous move known")
    return _move(engine, moves[-1])


@command("move_history", help="all moves, the latest first")
def move_history(engine: Engine, args: Arguments) -> str:
    """One colour and vertex per line."""
    args.end()
    return "\n".join(_move(engine, played) for played in reversed(engine.game.moves))


@command("gokan-to_play", help="whose turn it is")
def to_play(engine: Engine, args: Arguments) -> str:
    """`black` or `white`."""
    args.end()
    return str(engine.game.position.to_play)


@command("showboard", help="the board for people to read")
def showboard(engine: Engine, args: Arguments) -> str:
    """A diagram with coordinates, and what else matters."""
    args.end()
    position = engine.game.position
    count = len(engine.game.moves)
    moves = "1 move" if count == 1 else f"{count} moves"
    taken = ", ".join(f"{side} {position.prisoners(side.opponent)}" for side in _SIDES)
    return (
        f"\n{position.diagram()}\n"
        f"{str(position.to_play).capitalize()} to play after {moves}; "
        f"captured by {taken}; {position.rules.name} rules, komi {position.rules.komi:g}"
    )


def _vertices(engine: Engine, points: list[int] | tuple[int, ...]) -> str:
    return " ".join(engine.game.position.vertex(point) for point in points)


def _move(engine: Engine, played: Played) -> str:
    vertex = "PASS" if played.move == PASS else engine.game.position.vertex(played.move)
    return f"{played.color} {vertex}"
