"""What GoGui asks for beyond GTP."""

from __future__ import annotations

from gokan.errors import GokanError
from gokan.go import BLACK, WHITE, Position
from gokan.gtp.arguments import Arguments
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command


@command("gogui-analyze_commands", help="what GoGui can draw")
def analyze_commands(engine: Engine, args: Arguments) -> str:
    """One line per picture: type, label, command."""
    args.end()
    return "\n".join(engine.registry.overlays())


@command("gogui-interrupt", help="says that '# interrupt' is understood")
def interrupt(engine: Engine, args: Arguments) -> None:
    """The comment line `# interrupt` asks a thinking player to move now."""
    args.end()


@command("gogui-title", help="a title for the window")
def title(engine: Engine, args: Arguments) -> str:
    """The engine and its player."""
    args.end()
    return f"Gokan ({engine.player.name})"


@command("gogui-play_sequence", "COLOR VERTEX ...", help="several moves: all of them or none")
def play_sequence(engine: Engine, args: Arguments) -> None:
    """Colours and vertices in turn."""
    played = 0
    try:
        while args.more():
            color, move = args.color(), args.move(engine.game.position)
            engine.game.play(color, move)
            played += 1
    except GtpError:
        engine.game.undo(played)
        raise


@command("gogui-setup", "COLOR VERTEX ...", help="stones for a new start position")
def setup(engine: Engine, args: Arguments) -> None:
    """The board is emptied first."""
    stones: dict[int, object] = {}
    position = engine.game.position
    while args.more():
        color, point = args.color(), args.point(position)
        stones[point] = color
    empty = Position.empty(position.width, position.height, rules=position.rules)
    try:
        begin = empty.setup(
            black=[point for point, color in stones.items() if color == BLACK],
            white=[point for point, color in stones.items() if color == WHITE],
        )
    except GokanError as error:
        raise GtpError("illegal position", str(error)) from None
    engine.game.begin(begin)
    engine.new_game()


@command("gogui-setup_player", "COLOR", help="whose turn it is in the set-up position")
def setup_player(engine: Engine, args: Arguments) -> None:
    """Only before the first move."""
    color = args.color()
    args.end()
    if engine.game.moves:
        raise GtpError("moves have been played", "take them back first")
    handicap = engine.game.handicap
    engine.game.begin(engine.game.position.with_to_play(color), handicap=handicap)


@command("gogui-rules_game_id", help="the game played here")
def rules_game_id(engine: Engine, args: Arguments) -> str:
    """Always Go."""
    args.end()
    return "Go"


@command("gogui-rules_board", help="the board as rows of dots, X and O")
def rules_board(engine: Engine, args: Arguments) -> str:
    """From the top."""
    args.end()
    position = engine.game.position
    signs = [".XO"[color] for color in position.board]
    rows = range(0, len(signs), position.width)
    return "\n".join(" ".join(signs[row : row + position.width]) for row in rows)


@command("gogui-rules_side_to_move", help="black or white")
def rules_side_to_move(engine: Engine, args: Arguments) -> str:
    """Whose turn it is."""
    args.end()
    return str(engine.game.position.to_play)


@command("gogui-rules_legal_moves", help="where the side to move may play; empty once it is over")
def rules_legal_moves(engine: Engine, args: Arguments) -> str:
    """Vertices and pass."""
    args.end()
    position = engine.game.position
    if position.is_over:
        return ""
    return " ".join([*map(position.vertex, position.legal_moves()), "pass"])


@command("gogui-rules_final_result", help="the result in a sentence; empty before the end")
def rules_final_result(engine: Engine, args: Arguments) -> str:
    """By the same estimate of dead stones as `final_score`."""
    from gokan.gtp.commands.ending import final_score

    args.end()
    if not engine.game.position.is_over:
        return ""
    text = final_score(engine, args)
    if text == "0":
        return "The game is a draw."
    side = "Black" if text.startswith("B") else "White"
    return f"{side} wins by {text[2:]} points, if the dead stones are judged correctly."
