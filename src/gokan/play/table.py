"""A game against Gokan as a conversation: one line in, text out. `gokan play` shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gokan.errors import GokanError, InvalidInput
from gokan.go import BLACK, PASS, WHITE, Color, Position, Rules, fixed_handicap
from gokan.go.game import Game
from gokan.play.answer import Search
from gokan.play.clock import Clock
from gokan.play.gokan_player import GokanPlayer
from gokan.play.player import RESIGN, Choice
from gokan.play.ranks import rank_of
from gokan.play.searching import Searcher

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
        player: GokanPlayer | None = None,
        level: int = 10,
        seed: int = 0,
        show: Callable[[Position], str] = str,
        reasons: Callable[[Position, int], str] | None = None,
        thinking: Callable[[], None] = lambda: None,
    ) -> None:
        law = Rules.of(rules)
        if komi is not None:
            law = law.with_(komi=komi)
        elif handicap:
            law = law.with_(komi=0.5)
        start = Position.empty(size, rules=law)
        stones: tuple[int, ...] = ()
        if handicap not in (0, 1):
            stones = tuple(fixed_handicap(handicap, size, size))
            start = start.setup(black=stones, to_play=WHITE)
        self.player = player or GokanPlayer(level=level, seed=seed)
        self.color = color
        self.record = Game.new(start)
        if stones:
            self.record.root.set_raw("HA", [str(len(stones)).encode()])
        names = {color: "You", color.opponent: f"Gokan, level {self.player.level}"}
        self.record.black, self.record.white = names[BLACK], names[WHITE]
        self._stones = len(stones)
        self._node = self.record.root
        self._positions = [start]
        self._told = [""]  # of each position, why Gokan made the move that led there
        self._show = show
        self._reasons = reasons
        self.thinking = thinking
        """Called when the player begins to think, so that the board can be shown as it stands."""
        self.pointed: int | None = None
        """The move of the last hint, while it is fresh."""
        self.owners: tuple[float, ...] = ()
        """Who owns what (1 Black to -1 White) as the last `score` said, while it is fresh."""
        self._over = False

    @property
    def position(self) -> Position:
        """The board as it stands."""
        return self._positions[-1]

    def open(self) -> str:
        """The first words, with Gokan's move if it begins."""
        rank = rank_of(self.player.level)
        told = f", {rank.explain()} on 19×19" if rank else ""
        side = f"You play {self.color}, Gokan plays at level {self.player.level}{told}."
        if self.position.to_play != self.color:
            return f"{side}\n{self._answer()}"
        return f"{side} Type a vertex such as D4, or help.\n{self._show(self.position)}"

    def standing(self) -> str:
        """The state of the game in a line: whose turn, what was captured, komi."""
        position = self.position
        turn = "over" if self._over else f"{position.to_play} to play"
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
        if self._over:
            raise InvalidInput("The game is over; undo to play on, quit to leave.")
        try:
            move = position.point(vertex)
        except GokanError:
            raise InvalidInput(
                f"{vertex[:20]!r} is not a vertex of a {position.width}x{position.height} board, "
                "and no command; help lists them."
            ) from None
        self._play(move)
        return self._ended() if self.position.is_over else self._answer()

    def _play(self, move: int, reason: str = "") -> None:
        self._positions.append(self.position.play(move))
        self._told.append(reason)
        self._node = self._node.play(move)

    def _answer(self) -> str:
        """Gokan's move, and the board after it."""
        self.thinking()
        choice = self.player.choose(self._seen(), clock=Clock())
        if choice.move == RESIGN:
            self._over = True
            self.record.result = f"{self.color.letter}+R"
            return f"Gokan resigns: {choice.reason}. You win."
        self._play(choice.move, choice.reason)
        said = f"Gokan plays {_vertex(self.position, choice)}."
        if self.position.is_over:
            return f"{said}\n{self._ended()}"
        return f"{said}\n{self._show(self.position)}"

    def _seen(self) -> Position:
        """With White's handicap points in komi."""
        rules = self.position.rules
        bonus = rules.handicap_points(self._stones)
        return self.position.with_rules(rules.with_(komi=rules.komi + bonus))

    def _ended(self) -> str:
        self._over = True
        dead = sorted(self.player.dead_stones(self._seen()))
        score = self._seen().score(dead=dead, fill=True)
        self.record.result = score.text
        taken = ", ".join(map(self.position.vertex, dead))
        off = f" Taken off as dead (estimated): {taken}." if dead else ""
        winner = "A draw" if score.winner is None else f"{str(score.winner).capitalize()} wins"
        return (
            f"The game is over.{off}\n{winner}: {score.text}. "
            "If you do not agree about dead stones, undo and take them."
        )

    # --- commands -----------------------------------------------------------------------------

    def _undo(self, rest: str) -> Said:
        if self._over and not self.position.is_over and self.position.to_play == self.color:
            self._over = False  # you had given up
            self.record.result = ""
            return Said(f"The game goes on.\n{self._show(self.position)}")
        mine = [n for n, p in enumerate(self._positions[:-1]) if p.to_play == self.color]
        if not mine:
            raise InvalidInput("There is nothing to take back.")
        back = len(self._positions) - 1 - mine[-1]
        for _ in range(back):
            node, self._node = self._node, self._node.parent or self.record.root
            node.delete()
        del self._positions[mine[-1] + 1 :], self._told[mine[-1] + 1 :]
        self._over = False
        self.record.result = ""
        return Said(f"Taken back.\n{self._show(self.position)}")

    def _search(self) -> Search:
        searcher = Searcher(self.player.searcher.evaluator)
        return searcher.think(self._seen(), visits=_HINT_VISITS)

    def _hint(self, rest: str) -> Said:
        found = self._search()
        self.pointed = found.move if found.move != PASS else None
        return Said(found.explain(most=3))

    def _score(self, rest: str) -> Said:
        found = self._search()
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
            last = max((n for n, reason in enumerate(self._told) if reason), default=0)
            if not last:
                raise InvalidInput("Gokan has not moved yet.")
            position, after = self._positions[last - 1 : last + 1]
            move = PASS if after.last_move is None else after.last_move
            own = f"How Gokan chose it: {self._told[last]}".removesuffix(".") + "."
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
        self._over = True
        self.record.result = f"{self.color.opponent.letter}+R"
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
