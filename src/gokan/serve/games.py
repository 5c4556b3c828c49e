"""The games at the tables: what players do, and the moves of the programs they play against.

The store's game is the truth. An action carries the revision it was made for, is kept before it is
confirmed, and is done once even if it is asked for twice. What fails leaves the game as it was.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from typing import Any

from gokan.errors import GokanError, InvalidInput
from gokan.go import PASS, Color, Position
from gokan.play.clock import Clock
from gokan.play.player import RESIGN, Choice, Player, Stop
from gokan.play.players import PLAYERS, make_player
from gokan.play.session import Phase, Session
from gokan.serve.desk import Desk, Rank, Ticket
from gokan.serve.store import KeptGame, Seat, Store

__all__ = ["Games", "WrongRevision"]

Reach = Callable[..., Awaitable[Any]]
Work = Callable[["Table", Position, Stop], Choice | frozenset[int]]
_OPEN = 32  # games in memory
log = logging.getLogger("gokan.serve")


class WrongRevision(GokanError):
    """The game has gone on since the asker saw it."""


@dataclass
class Table:
    """A game in memory, and what goes on at it."""

    kept: KeptGame
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    thinking: Ticket[Any] | None = None
    players: dict[Color, Player] = field(default_factory=dict)
    mind: threading.Lock = field(default_factory=threading.Lock)
    """Held by the thread in which a program thinks."""
    trouble: str = ""

    @property
    def session(self) -> Session:
        """The game itself."""
        assert self.kept.session is not None
        return self.kept.session

    @property
    def mover(self) -> Seat:
        """Who is to play."""
        return seat(self.kept, self.session.position.to_play)


class Games:
    """All games of a library; `changed` hears of each that is not as it was."""

    def __init__(
        self, store: Store, reach: Reach, desk: Desk, changed: Callable[[Table], None]
    ) -> None:
        self._store = store
        self._reach = reach  # runs the store's work where it does not hold up the loop
        self._desk = desk
        self._changed = changed
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    async def create(self, session: Session, black: Seat, white: Seat, *, request: str) -> Table:
        """A new game, with the program's first move on its way if it begins."""
        seed = secrets.randbelow(2**31)
        kept = KeptGame(secrets.token_hex(8), "play", black, white, seed=seed)
        kept = await self._reach(self._store.add, kept, session, request=request)
        return await self.table(kept.id)

    async def table(self, id: str) -> Table:
        """A game; where a program is to move in it, it begins to think."""
        table = self._tables.get(id)
        if table is None:
            kept = await self._reach(self._store.game, id)
            table = self._tables.setdefault(id, Table(kept))
        self._tables.move_to_end(id)
        for old in list(self._tables)[: max(0, len(self._tables) - _OPEN)]:
            self._forget(old)
        self._answer(table)
        return table

    async def act(
        self, id: str, *, request: str, revision: int, do: str, vertex: str | None
    ) -> Table:
        """Do what a player asks for, once."""
        table = await self.table(id)
        async with table.lock:
            if await self._reach(self._store.has_answered, id, request):
                return table
            if revision != table.kept.revision:
                raise WrongRevision("The game has gone on; this is how it stands now.")
            session = table.session.copy()  # what others read changes when it is kept
            _do(table, session, do, vertex)
            kept = await self._reach(self._store.change, table.kept, session, request=request)
            if do != "play":  # what a program thinks about no longer stands
                self._rest(table)
            table.kept = kept
            table.trouble = ""
        self._answer(table)  # first, so that the news say that it thinks
        self._changed(table)
        return table

    async def delete(self, id: str) -> None:
        """A game and all that is known of it."""
        table = await self.table(id)
        async with table.lock:
            self._forget(id)
            await self._reach(self._store.delete_game, id)

    def close(self) -> None:
        """No more thinking."""
        for table in self._tables.values():
            self._rest(table)

    # --- programs -------------------------------------------------------------------------------

    def _answer(self, table: Table) -> None:
        """Have the program think, where it is its turn; or mark dead stones after two passes."""
        session = table.session
        if table.kept.kind != "play" or table.thinking is not None or table.trouble:
            return
        if session.phase is Phase.PLAYING and not table.mover.is_person:
            work: Work = self._choice
        elif session.is_unmarked:
            work = self._dead
        else:
            return
        position = session.seen()
        revision = table.kept.revision
        try:
            table.thinking = self._desk.submit(
                Rank.MOVE, lambda ticket: work(table, position, ticket.stopped)
            )
        except GokanError as error:
            table.trouble = str(error)
            return
        task = asyncio.get_running_loop().create_task(self._take(table, table.thinking, revision))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _take(self, table: Table, ticket: Ticket[Any], revision: int) -> None:
        """Wait for what the program says, and keep it if the game still stands as it did."""
        try:
            found = await asyncio.wrap_future(ticket.future)
        except (asyncio.CancelledError, CancelledError):
            return
        except Exception as error:
            known = isinstance(error, GokanError)
            if not known:
                log.exception("a program could not move")
            if table.thinking is ticket:
                table.thinking = None
                table.trouble = str(error) if known else "The program could not choose a move."
                self._changed(table)
            return
        async with table.lock:
            if table.thinking is not ticket:
                return
            table.thinking = None
            if ticket.stopped() or table.kept.revision != revision:
                self._changed(table)  # or a page would wait for it for good
                return
            session = table.session.copy()
            try:
                _accept(session, found)
                table.kept = await self._reach(self._store.change, table.kept, session)
            except Exception as error:
                table.trouble = str(error)
        self._changed(table)
        self._answer(table)

    def _choice(self, table: Table, position: Position, stop: Stop) -> Choice:
        with table.mind:
            player = self._player(table, position.to_play)
            return player.choose(position, clock=Clock(), stop=stop)

    def _dead(self, table: Table, position: Position, stop: Stop) -> frozenset[int]:
        with table.mind:
            return self._player(table, position.to_play).dead_stones(position)

    def _player(self, table: Table, color: Color) -> Player:
        """Who plays a side; it remembers its game as long as the server runs. Where two people
        play, Gokan's strongest says what is dead.
        """
        if color not in table.players:
            who = seat(table.kept, color)
            if who.is_person:
                who = seat(table.kept, color.opponent)
            table.players[color] = make_seated(who, table.kept.seed)
        return table.players[color]

    def _rest(self, table: Table) -> None:
        if table.thinking is not None:
            table.thinking.cancel()
            table.thinking = None

    def _forget(self, id: str) -> None:
        table = self._tables.pop(id, None)
        if table is not None:
            self._rest(table)


def make_seated(who: Seat, seed: int) -> Player:
    """The program of a seat; a person's place is taken by the strongest."""
    name = "gokan" if who.is_person else who.player
    if name not in PLAYERS:
        raise InvalidInput(f"There is no player called {name!r}.")
    spec = f"{name}:level={who.level}" if name == "gokan" and who.level else name
    return make_player(spec, seed=seed)


def seat(game: KeptGame, color: Color) -> Seat:
    """Who sits on a side.

    >>> from gokan.go import WHITE
    >>> seat(KeptGame("a", "play", Seat(), Seat("gokan")), WHITE).player
    'gokan'
    """
    return game.black if color == Color.BLACK else game.white


def _do(table: Table, session: Session, do: str, vertex: str | None) -> None:
    if table.kept.kind != "play":
        raise InvalidInput("A record is not played on; begin a game from it.")
    if do == "play":
        if not table.mover.is_person and session.phase is Phase.PLAYING:
            raise InvalidInput("It is the program's turn.")
        session.play(session.position.point(_named(vertex)))
    elif do == "toggle-dead":
        session.toggle_dead(session.position.point(_named(vertex)))
    elif do == "resign":
        session.resign(_resigner(table))
    elif do == "agree":
        session.agree()
    elif do == "go-on":
        session.go_on()
    else:
        _undo(table, session)


def _named(vertex: str | None) -> str:
    if vertex is None:
        raise InvalidInput("Name a point, such as D4.")
    return vertex


def _resigner(table: Table) -> Color:
    """The person who is to move; else the only one there is."""
    to_play = table.session.position.to_play
    if seat(table.kept, to_play).is_person:
        return to_play
    if seat(table.kept, to_play.opponent).is_person:
        return to_play.opponent
    raise InvalidInput("No person plays here.")


def _undo(table: Table, session: Session) -> None:
    """Back to before the last move of a person; where they gave up, only that is taken back."""
    if session.phase is Phase.OVER and not session.position.is_over:
        session.go_on()
        return
    people = [color for color in Color if color and seat(table.kept, color).is_person]
    earlier = [session.before_own_move(color) for color in people]
    known = [number for number in earlier if number is not None]
    if not known:
        raise InvalidInput("There is nothing to take back.")
    session.take_back(max(known))


def _accept(session: Session, found: Choice | frozenset[int]) -> None:
    if isinstance(found, frozenset):
        session.mark_dead(found)
    elif found.move == RESIGN:
        session.resign(session.position.to_play)
    else:
        session.play(found.move if found.move >= 0 else PASS, found.reason)
