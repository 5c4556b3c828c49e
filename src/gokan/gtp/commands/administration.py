"""Talking about the engine itself."""

from __future__ import annotations

import os
import random

from gokan.gtp.arguments import Arguments
from gokan.gtp.engine import Engine
from gokan.gtp.protocol import GtpError
from gokan.gtp.registry import command


@command("protocol_version", help="the version of GTP spoken here")
def protocol_version(engine: Engine, args: Arguments) -> str:
    """Always 2."""
    args.end()
    return "2"


@command("name", help="the name of the engine")
def name(engine: Engine, args: Arguments) -> str:
    """The name people see."""
    args.end()
    return "Gokan"


@command("version", help="the version of the engine")
def version(engine: Engine, args: Arguments) -> str:
    """The version of the package."""
    from gokan import __version__

    args.end()
    return __version__


@command("known_command", "COMMAND", help="whether there is such a command")
def known_command(engine: Engine, args: Arguments) -> str:
    """Answers `true` or `false`, also where no name was given."""
    return "true" if engine.has_command(args.rest()) else "false"


@command("list_commands", help="every command")
def list_commands(engine: Engine, args: Arguments) -> str:
    """One name per line."""
    args.end()
    return "\n".join(engine.command_names())


@command("help", "[COMMAND]", help="every command, or what one of them does")
def help_(engine: Engine, args: Arguments) -> str:
    """Like `list_commands`, as GTP 1 called it; with a name, its arguments and its purpose."""
    if not args.more():
        return list_commands(engine, args)
    wanted = args.word()
    args.end()
    found = engine.registry.find(wanted)
    if found is None:
        raise GtpError("unknown command")
    return f"{found.name} {found.usage}".strip() + f": {found.help}"


@command("quit", help="end the session")
def quit_(engine: Engine, args: Arguments) -> None:
    """Answers first; the loop ends afterwards."""
    args.end()
    engine.quitting = True


@command("echo", "TEXT", help="repeats its arguments")
def echo(engine: Engine, args: Arguments) -> str:
    """Useful to mark places in a log."""
    return args.rest()


@command("echo_err", "TEXT", help="repeats its arguments, here and on stderr")
def echo_err(engine: Engine, args: Arguments) -> str:
    """Useful to mark places in two logs at once."""
    text = args.rest()
    engine.log(text)
    return text


@command("cputime", help="seconds of processor time used so far")
def cputime(engine: Engine, args: Arguments) -> str:
    """User and system time of this process and its children."""
    args.end()
    return f"{sum(os.times()[:4]):.3f}"


@command("get_random_seed", help="the player's random seed")
def get_random_seed(engine: Engine, args: Arguments) -> str:
    """Play with the same seed and the same commands to get the same moves."""
    args.end()
    return str(engine.seed)


@command("set_random_seed", "SEED", help="set the player's random seed")
def set_random_seed(engine: Engine, args: Arguments) -> None:
    """Makes the player afresh with this seed."""
    seed = args.integer("a seed")
    args.end()
    engine.set_seed(seed)


@command("advance_random_seed", "GAMES", help="move on to the next stream of random numbers")
def advance_random_seed(engine: Engine, args: Arguments) -> str:
    """Moves on to the seed a series of games would have reached."""
    games = args.integer("a number of games")
    args.end()
    if not 0 <= games <= 10_000:
        raise GtpError("invalid number of games")
    stream = random.Random(engine.seed)
    seed = engine.seed
    for _ in range(games):
        seed = stream.randrange(2**31)
    engine.set_seed(seed)
    return str(seed)
