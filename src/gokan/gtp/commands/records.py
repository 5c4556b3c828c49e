"""Game records in and out."""

from __future__ import annotations

from gokan.errors import GokanError
from gokan.files import write_whole
from gokan.go import BLACK
from gokan.go.game import Game
from gokan.gtp.arguments import Arguments
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command


@command("loadsgf", "FILE [NUMBER|VERTEX]", help="a game up to, not including, a move")
def loadsgf(engine: Engine, args: Arguments) -> None:
    """The main line: all of it, or up to before the NUMBERth move or the first move at VERTEX.

    This is GNU Go's convention; everywhere else in Gokan a number means after so many moves.
    """
    if not args.more():
        raise GtpError("syntax error", "the name of a file is missing")
    # Names may contain spaces: what comes last is a number or a vertex only if the rest is a file.
    name, stop = args.rest(), ""
    game = _load(name)
    if game is None and " " in name:
        name, _, stop = name.rpartition(" ")
        game = _load(name)
    if game is None:
        raise GtpError("cannot load file", f"{name!r} is not a game record that can be read")
    try:
        _follow(engine, game, _Stop(game, stop))
    except GokanError as error:
        raise GtpError("cannot load file", str(error)) from None


@command("printsgf", "[FILE]", help="the game as a record, here or into a file")
def printsgf(engine: Engine, args: Arguments) -> str:
    """The start position, the moves, rules and komi."""
    name = args.rest()
    data = _record(engine).to_sgf()
    if not name:
        return data.decode("utf-8", "replace")
    try:
        write_whole(name, data)
    except GokanError as error:
        raise GtpError("cannot write file", str(error)) from None
    return ""


class _Stop:
    """When to stop reading a game: before a move number, before a move at a vertex, or never."""

    def __init__(self, game: Game, text: str) -> None:
        self.before: int | None = None
        self.at: int | None = None
        if text.isascii() and text.isdigit() and len(text) < 10:
            self.before = int(text)
            if self.before < 1:
                raise GtpError("syntax error", "the first move is number 1")
        elif text:
            try:
                self.at = game.point(text)
            except GokanError as error:
                raise GtpError("syntax error", str(error)) from None

    def __call__(self, number: int, move: int) -> bool:
        return number == self.before or (self.at is not None and move == self.at)


def _load(name: str) -> Game | None:
    try:
        return Game.load(name)
    except (GokanError, ValueError):  # ValueError: a name no file can have
        return None


def _follow(engine: Engine, game: Game, stop: _Stop) -> None:
    """Play the main line. The engine's game changes only if all of it can be read."""
    start, begin = game.start, 0
    line = game.main_line()
    end = len(line)
    for index, node in enumerate(line):
        if node.move is not None and stop(node.number, node.move):
            end = index
            break
        if node.is_setup:
            # Nothing before a set-up can be taken back, so the game starts there.
            start, begin = node.position, index + 1
    moves = [(node.color, node.move) for node in line[begin:end]]
    last = line[end - 1].position  # raises where a move is on an occupied point
    if last.move_number > len(moves):
        raise GtpError("cannot load file", "the record mixes moves and set-up in one node")
    stones = game.start.stones(BLACK) if game.handicap >= 2 else []
    engine.game.begin(start, handicap=tuple(stones[: game.handicap]))
    for color, move in moves:
        if color is not None and move is not None:
            engine.game.play_forced(color, move)
    engine.new_game()


def _record(engine: Engine) -> Game:
    game = Game.new(engine.game.root)
    if engine.game.handicap:
        game.root.set_raw("HA", [str(len(engine.game.handicap)).encode()])
    node = game.root
    for played in engine.game.moves:
        node = node.play(played.move, played.color, forced=True)
    return game
