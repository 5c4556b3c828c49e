"""What the search says of a position, and the numbers that steer it."""

from __future__ import annotations

import json

from gokan.errors import GokanError
from gokan.go import BLACK
from gokan.gtp.arguments import Arguments
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command
from gokan.play.player import Player
from gokan.play.tree.answer import Search

_VISITS = 64  # for a question that should be answered at once


@command("top_moves", help="the ten best moves: by the search, or by Zobrist's sums")
def top_moves(engine: Engine, args: Arguments) -> str:
    """`D4 3.5 Q16 3.2 ...` on one line: points ahead after the move, or sums without a search."""
    args.end()
    position = engine.game.position
    if not _can_analyze(engine):
        from gokan.play.players.zobrist import account

        sums = account(engine.player, position, limit=10).moves
        return " ".join(f"{position.vertex(m.move)} {m.total}" for m in sums)
    sign = 1 if position.to_play == BLACK else -1
    best = _look(engine).candidates[:10]
    return " ".join(f"{position.vertex(c.move)} {sign * c.lead:.1f}" for c in best)


@command("estimate_score", help="who is ahead and by how much, with bounds")
def estimate_score(engine: Engine, args: Arguments) -> str:
    """`B+3.5 (upper bound: -1.0, lower: -6.0)`: the bounds are White's lead, as in GNU Go."""
    args.end()
    found = _look(engine)
    points = round(2 * found.lead) / 2
    text = "0" if not points else f"{'B' if points > 0 else 'W'}+{abs(points):.1f}"
    upper, lower = -found.lead + found.stdev, -found.lead - found.stdev
    return f"{text} (upper bound: {upper:.1f}, lower: {lower:.1f})"


@command("stop", help="stop thinking on the opponent's time")
def stop(engine: Engine, args: Arguments) -> None:
    """Until the next move, where pondering is on."""
    args.end()
    engine.player.rest()


@command("clear_cache", help="forget what was searched before")
def clear_cache(engine: Engine, args: Arguments) -> None:
    """The next search starts with an empty tree."""
    args.end()
    engine.player.new_game()


@command("kata-list-params", help="the parameters of the search that can be set")
def list_params(engine: Engine, args: Arguments) -> str:
    """Names, separated by spaces; none where the player has no search."""
    args.end()
    return " ".join(engine.player.parameters())


@command("kata-get-params", help="all parameters of the search with their values")
def get_params(engine: Engine, args: Arguments) -> str:
    """As JSON."""
    args.end()
    return json.dumps(engine.player.parameters())


@command("kata-get-param", "NAME", help="the value of a parameter of the search")
def get_param(engine: Engine, args: Arguments) -> str:
    """A number, or true or false."""
    name = args.word("a parameter")
    args.end()
    known = engine.player.parameters()
    if name not in known:
        raise GtpError("unknown parameter", f"there are {', '.join(known) or 'none'}")
    return json.dumps(known[name])


@command("kata-set-param", "NAME VALUE", help="set a parameter of the search")
def set_param(engine: Engine, args: Arguments) -> None:
    """Holds from the next move on."""
    name = args.word("a parameter")
    word = args.word("a value")
    args.end()
    _set(engine, name, {"true": 1, "false": 0}.get(word.lower(), word))


@command("kata-set-params", "JSON", help="set several parameters of the search")
def set_params(engine: Engine, args: Arguments) -> None:
    """An object of names and values; all are set or none."""
    try:
        wanted = json.loads(args.rest())
    except (ValueError, RecursionError):
        wanted = None
    if not isinstance(wanted, dict):
        raise GtpError("syntax error", "an object of names and values is needed")
    before = engine.player.parameters()
    done: list[str] = []
    try:
        for name, value in wanted.items():
            _set(engine, name, value)
            done.append(name)
    except GtpError:
        for name in done:
            engine.player.set_parameter(name, before[name])
        raise


def _set(engine: Engine, name: str, value: object) -> None:
    if name not in engine.player.parameters():
        raise GtpError("unknown parameter", f"{name!r} is not a parameter of this player")
    try:
        engine.player.set_parameter(name, float(str(value).strip()) if value is not True else 1.0)
    except (ValueError, OverflowError):
        raise GtpError("syntax error", f"{value!r} is not a number") from None
    except GokanError as error:
        raise GtpError("invalid value", str(error)) from None


def _can_analyze(engine: Engine) -> bool:
    return type(engine.player).analyze is not Player.analyze


def _look(engine: Engine) -> Search:
    """A short search by the player, or by the default one where the player has none."""
    position = engine.position_for(engine.game.position.to_play)
    if _can_analyze(engine):
        for found in engine.player.analyze(position, stop=engine.interrupted):
            if found.visits >= _VISITS or engine.interrupted():
                break
        return found
    from gokan.play import search

    return search(position, visits=_VISITS, seed=engine.seed)
