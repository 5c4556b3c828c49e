"""How a command comes into the engine: a decorator, and a table of who provides what.

A module of commands decorates its functions::

    @command("countlib", "VERTEX", help="how many liberties the block at VERTEX has")
    def countlib(engine: Engine, args: Arguments) -> str:
        position = engine.game.position
        return str(len(position.block(args.stone(position)).liberties))

and is listed with the names of its commands in `providers.py`. It is imported when one of them
is first used, so a heavy room costs nothing at start-up.

A command returns its response, or yields it line by line. A command that yields is *live*: each
line goes out at once, and the engine stops it as soon as any input arrives.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar

if TYPE_CHECKING:
    from gokan.gtp.arguments import Arguments
    from gokan.gtp.engine import Engine

__all__ = ["Command", "Handler", "Provider", "Registry", "command"]

Handler: TypeAlias = "Callable[[Engine, Arguments], str | Iterator[str] | None]"
_Function = TypeVar("_Function", bound=Handler)


@dataclass(frozen=True, slots=True)
class Command:
    """A name, what it takes, what it is for, and the function that does it."""

    name: str
    usage: str
    help: str
    run: Handler
    interruptible: bool = True


@dataclass(frozen=True, slots=True)
class Provider:
    """A module and the commands it registers when it is imported.

    `overlays` are lines for GoGui's list of pictures: `type/label/command`.
    """

    module: str
    commands: tuple[str, ...]
    overlays: tuple[str, ...] = ()
    needs_analysis: bool = False  # only for players that can analyze


_COMMANDS: dict[str, Command] = {}


def command(
    name: str, usage: str = "", *, help: str = "", interruptible: bool = True
) -> Callable[[_Function], _Function]:
    """Register the decorated function as the GTP command `name`.

    `interruptible=False` is for live commands that must come to their own end.

    >>> @command("doctest-hello", help="greets")
    ... def hello(engine, args):
    ...     return "hello"
    """

    def register(run: _Function) -> _Function:
        text = help or (run.__doc__ or "").strip().partition("\n")[0]
        _COMMANDS[name] = Command(name, usage, text, run, interruptible)
        return run

    return register


class Registry:
    """All commands of an engine, found by name, imported when needed.

    >>> from gokan.gtp.providers import PROVIDERS
    >>> registry = Registry(PROVIDERS)
    >>> "genmove" in registry, "make_coffee" in registry
    (True, False)
    >>> registry.find("protocol_version").name
    'protocol_version'
    """

    def __init__(self, providers: tuple[Provider, ...]) -> None:
        self.providers = providers
        self._provider = {name: provider for provider in providers for name in provider.commands}

    def __contains__(self, name: str) -> bool:
        return name in self._provider

    def names(self) -> list[str]:
        """Every command, in alphabetical order."""
        return sorted(self._provider)

    def provider(self, name: str) -> Provider | None:
        """Who offers the command."""
        return self._provider.get(name)

    def overlays(self) -> list[str]:
        """GoGui's lines for everything that can be drawn."""
        return [line for provider in self.providers for line in provider.overlays]

    def find(self, name: str) -> Command | None:
        """The command called `name`; its module is imported now if it was not yet."""
        provider = self._provider.get(name)
        if provider is None:
            return None
        if name not in _COMMANDS:
            importlib.import_module(provider.module)
        return _COMMANDS[name]
