"""The game an engine is in: where it began, the moves since, and how to take them back."""

from __future__ import annotations

from dataclasses import dataclass

from gokan.errors import GokanError
from gokan.go import PASS, WHITE, Color, Position, Rules, Score
from gokan.go.vertex import MAX_SIDE
from gokan.gtp.protocol import GtpError

__all__ = ["GtpGame", "Played"]


@dataclass(frozen=True, slots=True)
class Played:
    """One move of the game."""

    color: Color
    move: int


class GtpGame:
    """A line of play that can be added to and taken back. GTP lets anybody move at any time.

    >>> game = GtpGame(9)
    >>> game.play(Color.BLACK, game.position.point("E5"))
    >>> game.undo()
    >>> game.position.stones(Color.BLACK)
    []
    """

    def __init__(
        self, width: int = 19, height: int | None = None, *, rules: str | Rules = "chinese"
    ):
        self.handicap: tuple[int, ...] = ()
        """The handicap stones the game began with."""
        self.all_alive = False
        """After a clean-up, what still stands is alive."""
        self._moves: list[Played] = []
        self._start(Position.empty(width, height, rules=rules))

    # --- what is there ------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The board as it stands."""
        return self._now

    @property
    def root(self) -> Position:
        """The board before the first move, with its handicap or set-up stones."""
        return self._root

    @property
    def moves(self) -> tuple[Played, ...]:
        """The moves so far, oldest first."""
        return tuple(self._moves)

    @property
    def rules(self) -> Rules:
        """The rules in force, komi included."""
        return self.position.rules

    # --- changing it --------------------------------------------------------------------------

    def clear(self, width: int | None = None, height: int | None = None) -> None:
        """An empty board, of another size if one is given; the rules stay."""
        if width is None:
            width, height = self.position.width, self.position.height
        height = height or width
        if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
            raise GtpError("unacceptable size", f"boards go from 1x1 to {MAX_SIDE}x{MAX_SIDE}")
        self._start(Position.empty(width, height, rules=self.rules))

    def begin(self, position: Position, *, handicap: tuple[int, ...] = ()) -> None:
        """Go on from a set-up position; nothing before it can be taken back."""
        self._start(position)
        self.handicap = handicap

    def play(self, color: Color, move: int) -> None:
        """Add a move, or say why it is not allowed."""
        try:
            after = self.position.play(move, color)
        except GokanError as error:
            raise GtpError("illegal move", str(error)) from None
        self._add(color, move, after)

    def play_forced(self, color: Color, move: int) -> None:
        """Add a move as game records mean it: whatever the ko and suicide rules say."""
        try:
            after = self.position.play_forced(move, color)
        except GokanError as error:
            raise GtpError("illegal move", str(error)) from None
        self._add(color, move, after)

    def undo(self, count: int = 1) -> None:
        """Take back the last moves."""
        if not 0 <= count <= len(self._moves):
            raise GtpError("cannot undo", f"{len(self._moves)} moves have been played")
        if count:
            del self._moves[len(self._moves) - count :]
            self._now = self._replayed()
        self.all_alive = False

    def set_rules(self, rules: Rules) -> None:
        """Other rules for the same game. Moves already made stand, and superko remembers them."""
        self._root = self.root.with_rules(rules)
        self._now = self._replayed()

    def place_handicap(self, points: list[int]) -> None:
        """Put handicap stones on the empty board; White is to move."""
        if self.position.board.count(0) != len(self.position.board) or self._moves:
            raise GtpError("board not empty")
        root = self.position.setup(black=points, to_play=WHITE)
        self.begin(root, handicap=tuple(points))

    def score(self, dead: frozenset[int]) -> Score:
        """The count with these stones taken off, White's handicap points included."""
        score = self.position.score(dead=sorted(dead), fill=True)
        bonus = self.rules.handicap_points(len(self.handicap))
        return Score(score.black, score.white + bonus, score.owner, score.rules)

    def _replayed(self) -> Position:
        """The position after all moves. To keep every one would take 17 kB a move."""
        position = self.root
        for played in self._moves:
            position = position.play_forced(played.move, played.color)
        return position

    def _start(self, position: Position) -> None:
        self._root = self._now = position
        self._moves = []
        self.handicap = ()
        self.all_alive = False

    def _add(self, color: Color, move: int, after: Position) -> None:
        self._now = after
        self._moves.append(Played(color, move))
        if move != PASS:
            self.all_alive = False
