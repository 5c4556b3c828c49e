"""The engine: one line in, one response out. It never dies from what a line says."""

from __future__ import annotations

import random
import sys
import time
import traceback
from collections.abc import Callable, Iterator

from gokan.errors import GokanError
from gokan.go import Color, Position
from gokan.gtp.arguments import Arguments
from gokan.gtp.game import GtpGame
from gokan.gtp.protocol import GtpError, Request, format_response, parse, tidy
from gokan.gtp.providers import PROVIDERS
from gokan.gtp.registry import Command, Registry
from gokan.play.clock import Clock
from gokan.play.player import Choice, Player
from gokan.play.players import DEFAULT_PLAYER, make_player

__all__ = ["Engine"]


def _no_input() -> bool:
    return False


class Engine:
    """A game, a player, a clock, and the commands that work on them.

    >>> engine = Engine(player="random", seed=1)
    >>> print(engine.respond("1 play b E5"), end="")
    =1
    <BLANKLINE>
    >>> print(engine.respond("list_stones black"), end="")
    = E5
    <BLANKLINE>
    """

    def __init__(
        self,
        player: str | Player = DEFAULT_PLAYER,
        *,
        size: int = 19,
        rules: str = "chinese",
        komi: float | None = None,
        seed: int | None = None,
        log: Callable[[str], None] | None = None,
    ) -> None:
        self.registry = Registry(PROVIDERS)
        self.seed = random.randrange(2**31) if seed is None else seed
        self._player_spec = player
        self.player = self._make_player()
        self.game = GtpGame(size, rules=rules)
        if komi is not None:
            self.game.set_rules(self.game.rules.with_(komi=komi))
        self.clock = Clock()
        self.last_reason = ""
        self.tried: list[int] = []  # for each trymove that waits for popgo, the moves there were
        self.quitting = False
        self.input_pending: Callable[[], bool] = _no_input
        """Has anything arrived? Live commands end then."""
        self.interrupted: Callable[[], bool] = _no_input
        """Did the controller ask to cut the thinking short (GoGui's `# interrupt`)?"""
        self.log: Callable[[str], None] = log or _to_stderr

    def respond(self, line: str) -> str:
        """The whole response to one line; empty where the line asks for nothing.

        A live command gives its first line only: see `answer` for the rest.
        """
        self.input_pending, before = (lambda: True), self.input_pending
        try:
            return "".join(self.answer(line))
        finally:
            self.input_pending = before

    def answer(self, line: str) -> Iterator[str]:
        """The response in pieces, each to be sent as soon as it comes."""
        request = parse(line)
        if request is None:
            return
        try:
            yield from self._run(request)
        except GtpError as error:
            if error.detail:
                self.log(f"{request.name}: {error.detail}")
            yield format_response(request.id, error.message, ok=False)
        except GokanError as error:
            yield format_response(request.id, str(error), ok=False)
        except Exception as error:  # a defect in one command must not end the game
            self.log(traceback.format_exc())
            yield format_response(request.id, f"internal error: {error!r}", ok=False)

    def has_command(self, name: str) -> bool:
        """Is there such a command, and can this player serve it?"""
        provider = self.registry.provider(name)
        if provider is None:
            return False
        return not provider.needs_analysis or type(self.player).analyze is not Player.analyze

    def command_names(self) -> list[str]:
        """What `has_command` knows, in alphabetical order."""
        return [name for name in self.registry.names() if self.has_command(name)]

    def new_game(self) -> None:
        """Tell the player, and forget what belongs to the old game."""
        self.tried.clear()
        self.last_reason = ""
        self.player.new_game()

    def set_seed(self, seed: int) -> None:
        """Make the player afresh with these dice; its parameters stay as they were set."""
        self.player.rest()
        self.seed = seed
        parameters = self.player.parameters()
        self.player = self._make_player()
        for name, value in parameters.items():
            self.player.set_parameter(name, value)

    def choose(self, color: Color) -> Choice:
        """What the player would do now; its time runs."""
        position = self.position_for(color)
        begin = time.monotonic()
        choice = self.player.choose(position, clock=self.clock, stop=self.interrupted)
        self.clock.spend(color, time.monotonic() - begin)
        self.last_reason = choice.reason
        return choice

    def position_for(self, color: Color) -> Position:
        """What a player should see: `color` to move, White's handicap points added to komi."""
        game = self.game
        position = game.position
        if position.to_play != color:
            position = position.with_to_play(color)
        bonus = game.rules.handicap_points(len(game.handicap))
        if bonus:
            position = position.with_rules(game.rules.with_(komi=game.rules.komi + bonus))
        return position

    def refuse(self, line: str, message: str) -> str:
        """The failure response to a line that cannot even be parsed in full."""
        request = parse(line)
        return format_response(request.id if request else "", message, ok=False)

    def _make_player(self) -> Player:
        if isinstance(self._player_spec, str):
            return make_player(self._player_spec, seed=self.seed)
        return self._player_spec

    def _run(self, request: Request) -> Iterator[str]:
        command = self.registry.find(request.name)
        if command is None or not self.has_command(request.name):
            raise GtpError("unknown command")
        result = command.run(self, Arguments(request.arguments))
        if result is None or isinstance(result, str):
            yield format_response(request.id, result or "")
        else:
            yield from self._live(request, command, result)

    def _live(self, request: Request, command: Command, lines: Iterator[str]) -> Iterator[str]:
        """Pass on a live command's lines; an error after the first can only go to the log."""
        first = next(lines, "")
        yield f"={request.id}\n"
        try:
            yield _line(first)
            while not (command.interruptible and self.input_pending()):
                line = next(lines, None)
                if line is None:
                    break
                yield _line(line)
        except Exception as error:
            self.log(f"{request.name}: {error}")
        yield "\n"


def _line(text: str) -> str:
    text = tidy(text)
    return f"{text}\n" if text else ""


def _to_stderr(text: str) -> None:
    sys.stderr.write(f"gokan: {text.rstrip()}\n")
    sys.stderr.flush()
