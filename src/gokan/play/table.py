"""A game against Gokan as a conversation: one line in, text out. `gokan play` shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gokan.errors import GokanError, InvalidInput
from gokan.go import BLACK, PASS, WHITE, Color, Position, Rules
from gokan.go.game import Game
from gokan.play.clock import Clock
from gokan.play.player import RESIGN, Choice, Player
from gokan.play.players.gokan_player import GokanPlayer
from gokan.play.players.ranks import rank_of
from gokan.play.session import Phase, Session
from gokan.play.tree.answer import Search
from gokan.play.tree.searching import Searcher

__all__ = ["HELP", "Said", "Table"]

HELP = """\
D4            play there (any vertex; letters A to T without I)
pass          pass; two passes end the game and count it
undo          take back your last move and the answer
hint          what Gokan would play in your place
score         who is ahead, and who owns what
why [D4]      why Gokan played its last move, or why you might play there
save FILE     write the game as SGF
board         show the board again
resign, quit  give up, or leave"""

_HINT_VISITS = 100


@dataclass(frozen=True, slots=True)
class Said:
    """What the table answers: text to show, and whether the evening is over."""

    text: str
    leave: bool = False


class Table:
    """A board with a person on one side and a player on the other.

    >>> table = Table(size=5, color=BLACK, player=GokanPlayer(visits=4, values="playouts"))
    >>> print(table.say("c3").text)  # doctest: +ELLIPSIS
    Gokan plays ...
    >>> table.say("Z9").text
    "'Z9' is not a vertex of a 5x5 board, and no command; help lists them."
    """

    def __init__(
        self,
        *,
        size: int = 9,
        color: Color = BLACK,
        handicap: int = 0,
        rules: str | Rules = "chinese",
        komi: float | None = None,
        player: Player | None = None,
        level: int = 10,
        seed: int = 0,
        show: Callable[[Position], str] = str,
        reasons: Callable[[Position, int], str] | None = None,
        thinking: Callable[[], None] = lambda: None,
    ) -> None:
        self.session = Session.new(size, rules=rules, komi=komi, handicap=handicap)
        self.player: Player = player or GokanPlayer(level=level, seed=seed)
        self.called = self.player.called
        """What the player is called in everything that is said."""
        self.color = color
        self._show = show
        self._reasons = reasons
        self.thinking = thinking
        """Called when the player begins to think, so that the board can be shown as it stands."""
        self.pointed: int | None = None
        """The move of the last hint, while it is fresh."""
        self.owners: tuple[float, ...] = ()
        """Who owns what (1 Black to -1 White) as the last `score` said, while it is fresh."""

    @property
    def position(self) -> Position:
        """The board as it stands."""
        return self.session.position

    @property
    def record(self) -> Game:
        """The game so far, as a record."""
        level = f", level {self.player.level}" if isinstance(self.player, GokanPlayer) else ""
        names = {self.color: "You", self.color.opponent: f"{self.called}{level}"}
        return self.session.game(black=names[BLACK], white=names[WHITE])

    def open(self) -> str:
        """The first words, with Gokan's move if it begins."""
        side = f"You play {self.color}, {self._strength()}."
        if self.position.to_play != self.color:
            return f"{side}\n{self._answer()}"
        return f"{side} Type a vertex such as D4, or help.\n{self._show(self.position)}"

    def _strength(self) -> str:
        if not isinstance(self.player, GokanPlayer):
            return f"{self.called} plays {self.color.opponent}"
        rank = rank_of(self.player.level)
        told = f", {rank.explain()} on 19×19" if rank else ""
        return f"Gokan plays at level {self.player.level}{told}"

    def standing(self) -> str:
        """The state of the game in a line: whose turn, what was captured, komi."""
        position = self.position
        playing = self.session.phase is Phase.PLAYING
        turn = f"{position.to_play} to play" if playing else "over"
        black, white = (position.prisoners(color) for color in (WHITE, BLACK))
        rules = f"{position.rules.name.capitalize()} rules, komi {position.rules.komi:g}"
        return (
            f"Move {position.move_number}, {turn}; "
            f"Black has captured {black}, White {white}; {rules}."
        )

    def say(self, line: str) -> Said:
        """Do what the line asks for."""
        self.pointed, self.owners = None, ()
        word, _, rest = line.strip().partition(" ")
        command = _COMMANDS.get(word.lower())
        try:
            if not word:
                return Said(self._show(self.position))
            if command is not None:
                return command(self, rest.strip())
            return Said(self._move(word))
        except GokanError as error:
            return Said(str(error))

    # --- moves --------------------------------------------------------------------------------

    def _move(self, vertex: str) -> str:
        position = self.position
        if self.session.phase is not Phase.PLAYING:
            raise InvalidInput("The game is over; undo to play on, quit to leave.")
        try:
            move = position.point(vertex)
        except GokanError:
            raise InvalidInput(
                f"{vertex[:20]!r} is not a vertex of a {position.width}x{position.height} board, "
                "and no command; help lists them."
            ) from None
        self.session.play(move)
        return self._ended() if self.position.is_over else self._answer()

    def _answer(self) -> str:
        """Gokan's move, and the board after it."""
        self.thinking()
        choice = self.player.choose(self.session.seen(), clock=Clock())
        if choice.move == RESIGN:
            self.session.resign(self.color.opponent)
            return f"{self.called} resigns: {choice.reason}. You win."
        self.session.play(choice.move, choice.reason)
        said = f"{self.called} plays {_vertex(self.position, choice)}."
        if self.position.is_over:
            return f"{said}\n{self._ended()}"
        return f"{said}\n{self._show(self.position)}"

    def _ended(self) -> str:
        session = self.session
        session.mark_dead(self.player.dead_stones(session.seen()))
        score = session.score()
        session.agree()
        taken = ", ".join(map(self.position.vertex, sorted(session.dead)))
        off = f" Taken off as dead (estimated): {taken}." if taken else ""
        winner = "A draw" if score.winner is None else f"{str(score.winner).capitalize()} wins"
        return (
            f"The game is over.{off}\n{winner}: {score.text}. "
            "If you do not agree about dead stones, undo and take them."
        )

    # --- commands -----------------------------------------------------------------------------

    def _undo(self, rest: str) -> Said:
        session = self.session
        gave_up = session.phase is Phase.OVER and not self.position.is_over
        if gave_up and self.position.to_play == self.color:
            session.go_on()
            return Said(f"The game goes on.\n{self._show(self.position)}")
        to = session.before_own_move(self.color)
        if to is None:
            raise InvalidInput("There is nothing to take back.")
        session.take_back(to)
        return Said(f"Taken back.\n{self._show(self.position)}")

    def _search(self, player: GokanPlayer) -> Search:
        searcher = Searcher(player.searcher.evaluator)
        return searcher.think(self.session.seen(), visits=_HINT_VISITS)

    def _hint(self, rest: str) -> Said:
        if not isinstance(self.player, GokanPlayer):
            choice = self.player.choose(self.session.seen(), clock=Clock())
            if choice.move == RESIGN:
                return Said(f"{self.called} would resign in your place.")
            self.pointed = choice.move if choice.move != PASS else None
            said = f"{self.called} would play {_vertex(self.position, choice)} in your place."
            return Said("\n".join(filter(None, (said, choice.reason))))
        found = self._search(self.player)
        self.pointed = found.move if found.move != PASS else None
        return Said(found.explain(most=3))

    def _score(self, rest: str) -> Said:
        if not isinstance(self.player, GokanPlayer):
            dead = sorted(self.player.dead_stones(self.session.seen()))
            counted = self.session.seen().score(dead=dead)
            off = ", ".join(map(self.position.vertex, dead))
            note = f", taking off {off} as dead (estimated)" if off else ""
            return Said(f"Counting the board as it stands{note}: {counted.text}.")
        found = self._search(self.player)
        lines = [found.explain(most=0)]
        self.owners = found.ownership
        if found.ownership:
            lines.append("Black's points are #, White's are -, open ones are dots:")
            width = self.position.width
            for row in range(0, len(found.ownership), width):
                values = found.ownership[row : row + width]
                lines.append(" ".join("#" if v > 0.5 else "-" if v < -0.5 else "." for v in values))
        return Said("\n".join(lines))

    def _why(self, rest: str) -> Said:
        position, own = self.position, ""
        if rest:
            move = position.point(rest)
            why = position.why_illegal(move)
            if why:
                raise InvalidInput(f"{why}.")
        else:
            turns = self.session.turns
            last = max((n for n, turn in enumerate(turns) if turn.reason), default=-1)
            if last < 0:
                raise InvalidInput(f"{self.called} has not moved yet.")
            position, move = self.session.at(last), turns[last].move
            own = f"How {self.called} chose it: {turns[last].reason}".removesuffix(".") + "."
        account = self.player.why(position, move)
        if account:  # a player with reasons of its own is not explained by others
            return Said(account)
        told = self._reasons(position, move) if self._reasons and move != PASS else ""
        return Said("\n".join(filter(None, (told, own))) or "No reason.")

    def _save(self, rest: str) -> Said:
        if not rest:
            raise InvalidInput("Name a file, such as save game.sgf.")
        self.record.save(Path(rest))
        return Said(f"Saved as {rest}.")

    def _board(self, rest: str) -> Said:
        return Said(self._show(self.position))

    def _resign(self, rest: str) -> Said:
        self.session.resign(self.color)
        return Said("You resign. Thank you for the game; save FILE keeps it, quit leaves.")

    def _help(self, rest: str) -> Said:
        return Said(HELP)

    def _quit(self, rest: str) -> Said:
        return Said("Thank you for the game.", leave=True)


def _vertex(position: Position, choice: Choice) -> str:
    return "a pass" if choice.move == PASS else position.vertex(choice.move)


_COMMANDS: dict[str, Callable[[Table, str], Said]] = {
    "undo": Table._undo,
    "hint": Table._hint,
    "score": Table._score,
    "why": Table._why,
    "save": Table._save,
    "board": Table._board,
    "resign": Table._resign,
    "help": Table._help,
    "?": Table._help,
    "quit": Table._quit,
    "exit": Table._quit,
}
