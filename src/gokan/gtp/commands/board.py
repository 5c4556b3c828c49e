"""Setting up the board and playing on it."""

from __future__ import annotations

from gokan.errors import GokanError
from gokan.go import BLACK, PASS, WHITE, fixed_handicap, max_fixed_handicap
from gokan.gtp.arguments import Arguments
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command


@command("boardsize", "SIZE [HEIGHT]", help="an empty board of this size")
def boardsize(engine: Engine, args: Arguments) -> None:
    """Square, or rectangular with a second number; 1 to 25 each way."""
    width = args.integer("a board size")
    height = args.integer("a board height") if args.more() else width
    args.end()
    engine.game.clear(width, height)
    engine.new_game()


@command("rectangular_boardsize", "WIDTH HEIGHT", help="an empty board of this size")
def rectangular_boardsize(engine: Engine, args: Arguments) -> None:
    """Both numbers are needed."""
    width, height = args.integer("a width"), args.integer("a height")
    args.end()
    engine.game.clear(width, height)
    engine.new_game()


@command("query_boardsize", help="the size of the board")
def query_boardsize(engine: Engine, args: Arguments) -> str:
    """One number, or width and height where they differ."""
    args.end()
    position = engine.game.position
    if position.width == position.height:
        return str(position.width)
    return f"{position.width} {position.height}"


@command("clear_board", help="an empty board, a new game")
def clear_board(engine: Engine, args: Arguments) -> None:
    """Size, rules and komi stay as they are."""
    args.end()
    engine.game.clear()
    engine.new_game()


@command("komi", "POINTS", help="what White gets for moving second")
def komi(engine: Engine, args: Arguments) -> None:
    """Any number; the board stays as it is."""
    points = args.number("a komi")
    args.end()
    try:
        engine.game.set_rules(engine.game.rules.with_(komi=points))
    except GokanError as error:
        raise GtpError("syntax error", str(error)) from None


@command("get_komi", help="the komi in force")
def get_komi(engine: Engine, args: Arguments) -> str:
    """As a decimal number."""
    args.end()
    return f"{float(engine.game.rules.komi)}"


@command("fixed_handicap", "STONES", help="handicap stones on the star points")
def fixed_handicap_(engine: Engine, args: Arguments) -> str:
    """The points and their order are those of the GTP specification."""
    stones = args.integer("a number of stones")
    args.end()
    position = engine.game.position
    try:
        points = fixed_handicap(stones, position.width, position.height)
    except GokanError as error:
        raise GtpError("invalid number of stones", str(error)) from None
    engine.game.place_handicap(points)
    return _vertices(engine, points)


@command("place_free_handicap", "STONES", help="handicap stones where the engine likes them")
def place_free_handicap(engine: Engine, args: Arguments) -> str:
    """The star points; the protocol allows to place fewer stones than asked for, and we do."""
    stones = args.integer("a number of stones")
    args.end()
    position = engine.game.position
    most = max_fixed_handicap(position.width, position.height)
    if stones < 2 or stones >= position.width * position.height or most < 2:
        raise GtpError("invalid number of stones")
    points = fixed_handicap(min(stones, most), position.width, position.height)
    engine.game.place_handicap(points)
    return _vertices(engine, points)


@command("set_free_handicap", "VERTEX VERTEX ...", help="handicap stones on these points")
def set_free_handicap(engine: Engine, args: Arguments) -> None:
    """At least two different points."""
    points: list[int] = []
    while args.more():
        points.append(args.move(engine.game.position))
    board = engine.game.position.board
    if PASS in points or len(set(points)) != len(points) or not 2 <= len(points) < len(board):
        raise GtpError("bad vertex list", "name at least two different points of the board")
    engine.game.place_handicap(points)


@command("get_handicap", help="how many handicap stones there are")
def get_handicap(engine: Engine, args: Arguments) -> str:
    """Zero in an even game."""
    args.end()
    return str(len(engine.game.handicap))


@command("play", "COLOR VERTEX", help="a move: a vertex or pass")
def play(engine: Engine, args: Arguments) -> None:
    """Either side may move at any time, also twice in a row."""
    color, move = args.color(), args.move(engine.game.position)
    args.end()
    engine.game.play(color, move)


@command("black", "VERTEX", help="a move by Black (GTP 1)")
def black(engine: Engine, args: Arguments) -> None:
    """The older way to write `play black`."""
    move = args.move(engine.game.position)
    args.end()
    engine.game.play(BLACK, move)


@command("white", "VERTEX", help="a move by White (GTP 1)")
def white(engine: Engine, args: Arguments) -> None:
    """The older way to write `play white`."""
    move = args.move(engine.game.position)
    args.end()
    engine.game.play(WHITE, move)


@command("undo", help="take the last move back")
def undo(engine: Engine, args: Arguments) -> None:
    """Handicap and set-up stones stay."""
    args.end()
    engine.game.undo()
    _forget_tried(engine)


@command("gg-undo", "[MOVES]", help="take several moves back")
def gg_undo(engine: Engine, args: Arguments) -> None:
    """All of them or, where there are not as many, none."""
    count = args.integer("a number of moves") if args.more() else 1
    args.end()
    engine.game.undo(count)
    _forget_tried(engine)


@command("trymove", "COLOR VERTEX", help="a move to be taken back with popgo")
def trymove(engine: Engine, args: Arguments) -> None:
    """GNU Go's way to look ahead by hand."""
    play(engine, args)
    engine.tried.append(len(engine.game.moves))


@command("tryko", "COLOR VERTEX", help="like trymove, but the ko rule does not hold")
def tryko(engine: Engine, args: Arguments) -> None:
    """For ko fights without the threats."""
    color, move = args.color(), args.point(engine.game.position)
    args.end()
    engine.game.play_forced(color, move)
    engine.tried.append(len(engine.game.moves))


@command("popgo", help="take the last trymove back")
def popgo(engine: Engine, args: Arguments) -> None:
    """Only moves that were tried; played ones are taken back with undo."""
    args.end()
    if not engine.tried or engine.tried[-1] != len(engine.game.moves):
        raise GtpError("Stack empty.")
    engine.tried.pop()
    engine.game.undo()


def _forget_tried(engine: Engine) -> None:
    """What undo took back is no longer there for popgo."""
    while engine.tried and engine.tried[-1] > len(engine.game.moves):
        engine.tried.pop()


def _vertices(engine: Engine, points: list[int]) -> str:
    return " ".join(engine.game.position.vertex(point) for point in points)
