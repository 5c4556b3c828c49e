"""A game being played, from the first move to the agreed count: typed, without words or clock.

The terminal and the browser are views of a `Session`. It knows the rules of the sitting (whose
turn, two passes, dead stones, taking back); who thinks about the moves is somebody else's matter.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from gokan.errors import GokanError, InvalidInput
from gokan.go import BLACK, PASS, WHITE, Color, Position, Rules, fixed_handicap
from gokan.go.game import Game
from gokan.go.node import Node
from gokan.go.score import Score

__all__ = ["Phase", "Session", "Turn"]


_STONES = frozenset(("AB", "AW", "AE"))  # in a record, what sets stones up


class Phase(StrEnum):
    """Where a game stands: being played, being counted after two passes, or over."""

    PLAYING = "playing"
    COUNTING = "counting"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Turn:
    """A move that was played (a point or `PASS`), and why, where the mover said so."""

    color: Color
    move: int
    reason: str = ""


class Session:
    """A game being played.

    >>> session = Session.new(5, rules="tromp-taylor")
    >>> for move in ("C3", "pass", "pass"):
    ...     session.play(session.position.point(move))
    >>> session.phase, session.score().text
    (<Phase.COUNTING: 'counting'>, 'B+17.5')
    >>> session.agree()
    >>> session.result
    'B+17.5'
    """

    def __init__(self, start: Position, *, handicap: int = 0) -> None:
        self.handicap = handicap
        """Handicap stones, which some rules pay for at the count."""
        self._positions = [start]
        self._turns: list[Turn] = []
        self._phase = Phase.PLAYING
        self._dead: frozenset[int] | None = None  # nobody has marked any yet
        self._result = ""

    @staticmethod
    def new(
        size: int | tuple[int, int] = 19,
        *,
        rules: str | Rules = "chinese",
        komi: float | None = None,
        handicap: int = 0,
    ) -> Session:
        """A game from the first move, with handicap stones on their usual points.

        >>> Session.new(9, handicap=2).position.to_play, Session.new(9).rules.komi
        (<Color.WHITE: 2>, 7.5)
        """
        law = Rules.of(rules)
        if komi is not None:
            law = law.with_(komi=komi)
        elif handicap:
            law = law.with_(komi=0.5)
        width, height = (size, size) if isinstance(size, int) else size
        start = Position.empty(width, height, rules=law)
        if handicap in (0, 1):
            return Session(start)
        stones = fixed_handicap(handicap, width, height)
        return Session(start.setup(black=stones, to_play=WHITE), handicap=handicap)

    # --- how it stands ------------------------------------------------------------------------

    @property
    def start(self) -> Position:
        """The board before the first move."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The board as it stands."""
        return self._positions[-1]

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self.start.rules

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Every move so far."""
        return tuple(self._turns)

    @property
    def phase(self) -> Phase:
        """Playing, counting or over."""
        return self._phase

    @property
    def dead(self) -> frozenset[int]:
        """The stones that are marked as dead for the count."""
        return self._dead or frozenset()

    @property
    def is_unmarked(self) -> bool:
        """Is it counted, and nobody has said yet what is dead?"""
        return self._phase is Phase.COUNTING and self._dead is None

    @property
    def result(self) -> str:
        """As records write it, such as B+3.5 or W+R; empty until the game is over."""
        return self._result

    def at(self, number: int) -> Position:
        """The position after so many moves."""
        if not 0 <= number <= len(self._turns):
            raise InvalidInput(
                f"The game has {len(self._turns)} moves, so none is number {number}."
            )
        return self._positions[number]

    def seen(self, position: Position | None = None) -> Position:
        """The position with White's points for handicap stones in komi, as it will be counted."""
        position = position or self.position
        bonus = position.rules.handicap_points(self.handicap)
        if not bonus:
            return position
        return position.with_rules(position.rules.with_(komi=position.rules.komi + bonus))

    def score(self) -> Score:
        """The count with the stones marked as dead taken off."""
        return self.seen().score(dead=sorted(self.dead), fill=True)

    # --- what the players do --------------------------------------------------------------------

    def play(self, move: int, reason: str = "", *, color: Color | None = None) -> None:
        """Play a point or `PASS`; two passes in a row begin the count."""
        if self._phase is not Phase.PLAYING:
            raise InvalidInput("The game is over; take a move back to play on.")
        mover = self.position.to_play if color is None else color
        after = self.position.play(move, mover)
        self._positions.append(after)
        self._turns.append(Turn(mover, move, reason))
        if after.is_over:
            self._phase = Phase.COUNTING

    def resign(self, color: Color) -> None:
        """A side gives up."""
        if self._phase is Phase.OVER:
            raise InvalidInput("The game is over already.")
        self._phase, self._result = Phase.OVER, f"{color.opponent.letter}+R"

    def take_back(self, to: int) -> None:
        """Return to the position after `to` moves, and play on from there."""
        if not 0 <= to <= len(self._turns):
            raise InvalidInput("There is nothing to take back.")
        del self._positions[to + 1 :], self._turns[to:]
        self._open()

    def before_own_move(self, color: Color) -> int | None:
        """How many moves there were when `color` last had to move and did; None if it never did.

        >>> session = Session.new(5)
        >>> session.play(12)
        >>> session.before_own_move(BLACK), session.before_own_move(WHITE)
        (0, None)
        """
        own = [n for n, turn in enumerate(self._turns) if turn.color == color]
        return own[-1] if own else None

    def mark_dead(self, stones: Collection[int]) -> None:
        """Take these stones for dead, and no others."""
        self._only_in(Phase.COUNTING)
        board = self.position.board
        if any(not 0 <= stone < len(board) or not board[stone] for stone in stones):
            raise InvalidInput("Only stones on the board can be marked as dead.")
        self._dead = frozenset(stones)

    def toggle_dead(self, point: int) -> None:
        """Mark the block at a point as dead, or as alive if it was marked."""
        self._only_in(Phase.COUNTING)
        if not 0 <= point < len(self.position.board) or not self.position.board[point]:
            raise InvalidInput("There is no stone to mark.")
        self._dead = self.dead ^ frozenset(self.position.block(point).stones)

    def agree(self) -> None:
        """Both sides agree about the dead stones: the count is the result."""
        self._only_in(Phase.COUNTING)
        self._result, self._phase = self.score().text, Phase.OVER

    def go_on(self) -> None:
        """The sides do not agree, or somebody thinks better of giving up: the game goes on.

        The passes that ended it are taken back.
        """
        if self._phase is Phase.PLAYING:
            raise InvalidInput("The game is going on.")
        if self.position.is_over:
            while self._turns and self._turns[-1].move == PASS and self.position.passes:
                del self._positions[-1], self._turns[-1]
        self._open()

    def _open(self) -> None:
        self._phase, self._dead, self._result = Phase.PLAYING, None, ""

    def _only_in(self, phase: Phase) -> None:
        if self._phase is not phase:
            raise InvalidInput("The game is not being counted.")

    # --- keeping it -----------------------------------------------------------------------------

    def game(self, *, black: str = "", white: str = "") -> Game:
        """The game as a record."""
        game = Game.new(self.start)
        if self.handicap:
            game.root.set_raw("HA", [str(self.handicap).encode()])
        game.black, game.white, game.result = black, white, self._result
        node = game.root
        for turn in self._turns:
            node = node.play(turn.move, turn.color, forced=True)
        return game

    @staticmethod
    def follow(game: Game) -> Session:
        """The main line of a record, as far as it can be followed, as a game that is over.

        It ends where a move cannot be played, and where stones are set up between two moves.

        >>> session = Session.follow(Game.parse("(;SZ[9]RE[W+R];B[ee];W[eg])"))
        >>> len(session.turns), session.result
        (2, 'W+R')
        """
        session = Session(game.position(0), handicap=max(0, game.handicap))
        for node in game.main_line():
            if session._turns and not _STONES.isdisjoint(node.properties):
                break
            color = node.color
            if color is None:
                continue
            try:
                after = session.position.play_forced(move := _move_of(node), color)
            except GokanError:
                break
            session._positions.append(after)
            session._turns.append(Turn(color, move))
        session._phase, session._result = Phase.OVER, game.result
        return session

    def copy(self) -> Session:
        """Another game that stands as this one does."""
        twin = Session(self.start, handicap=self.handicap)
        twin._positions, twin._turns = list(self._positions), list(self._turns)
        twin._phase, twin._dead, twin._result = self._phase, self._dead, self._result
        return twin

    def to_dict(self) -> dict[str, Any]:
        """Everything, as plain data that `from_dict` reads."""
        start = self.start
        return {
            "width": start.width,
            "height": start.height,
            "rules": self.rules.to_dict(),
            "black": start.stones(BLACK),
            "white": start.stones(WHITE),
            "to_play": int(start.to_play),
            "handicap": self.handicap,
            "turns": [[int(turn.color), turn.move, turn.reason] for turn in self._turns],
            "phase": str(self._phase),
            "dead": None if self._dead is None else sorted(self._dead),
            "result": self._result,
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Session:
        """The game that `to_dict` wrote.

        >>> session = Session.new(9, handicap=2)
        >>> session.play(40, "the middle")
        >>> Session.from_dict(session.to_dict()).to_dict() == session.to_dict()
        True
        """
        start = Position.empty(data["width"], data["height"], rules=Rules(**data["rules"]))
        start = start.setup(
            black=data["black"], white=data["white"], to_play=Color(data["to_play"])
        )
        session = Session(start, handicap=data["handicap"])
        for color, move, reason in data["turns"]:
            turn = Turn(Color(color), move, reason)
            session._positions.append(session.position.play_forced(move, turn.color))
            session._turns.append(turn)
        session._phase = Phase(data["phase"])
        session._dead = None if data["dead"] is None else frozenset(data["dead"])
        session._result = data["result"]
        return session


def _move_of(node: Node) -> int:
    move = node.move
    return PASS if move is None else move
