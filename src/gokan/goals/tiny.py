"""Go on boards so small that every position can be looked at, as a game for `gokan.logic`."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from gokan.checks import whole
from gokan.errors import IllegalPosition, InvalidRules
from gokan.go import BLACK, PASS, WHITE, Color, Position, Rules
from gokan.logic import Vocabulary

__all__ = ["GoState", "TinyGo", "positions", "vertices"]

PLAYERS = ("Black", "White")
COLORS = ("Black", "White", "Empty")
LARGEST = 9
_COLOR = {"Black": BLACK, "White": WHITE, "Empty": 0}


class GoState(Hashable):
    """A position; equal ones have the same stones, turn, passes and bans."""

    __slots__ = ("key", "legal", "position")

    def __init__(self, position: Position) -> None:
        self.position = position
        moves = [] if position.is_over else [*position.legal_moves(), PASS]
        self.legal = moves
        # Which moves the ko rule forbids is all that the past means for the future.
        self.key = (position.board, int(position.to_play), position.passes, tuple(moves))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GoState) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@dataclass(frozen=True)
class TinyGo:
    """Go by Klinger's rules from the empty board, or from all positions.

    Other rules do as well if they have no superko and count no prisoners.

    >>> from gokan.logic import Checker, explore
    >>> graph = explore(TinyGo(1, 2))
    >>> Checker(graph).true_at_start("irr[White] ~Win(Black)")
    True
    """

    width: int = 2
    height: int = 2
    rules: str = "klinger"
    everywhere: bool = False
    """Begin in every position with either side to move, not only with the empty board."""

    players = PLAYERS

    def __post_init__(self) -> None:
        whole("width of the board", self.width, 1, LARGEST)
        whole("height of the board", self.height, 1, LARGEST)
        whole("number of points", self.width * self.height, 1, LARGEST)
        rules = Rules.of(self.rules)
        if rules.ko not in ("simple", "previous") or rules.scoring == "territory":
            raise InvalidRules(
                f"Under the rules {rules.name} all of the past counts (superko, or prisoners), and "
                "the same stones may have different futures; choose others, such as klinger."
            )

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The vertices, in the order of the points."""
        return vertices(self.width, self.height)

    @cached_property
    def vocabulary(self) -> Vocabulary[GoState]:
        """Occ(p, c) and Adj(p, q); the data files define the rest."""
        names = self.names
        at = {name: k for k, name in enumerate(names)}
        near = Position.empty(self.width, self.height)
        pairs = {(n, names[m]) for n in names for m in near.neighbors(n)}
        return Vocabulary(
            sorts={"point": names, "color": COLORS},
            predicates={
                "Occ": (("point", "color"), lambda s, p, c: s.key[0][at[p]] == _COLOR[c]),
                "Adj": (("point", "point"), lambda s, p, q: (p, q) in pairs),
            },
        )

    def starts(self) -> Iterable[GoState]:
        """The empty board, or every position."""
        rules = Rules.of(self.rules)
        if not self.everywhere:
            return [GoState(Position.empty(self.width, self.height, rules=rules))]
        return [
            GoState(position)
            for color in (BLACK, WHITE)
            for position in positions(self.width, self.height, color, rules)
        ]

    def to_play(self, state: GoState) -> str:
        """Whose turn it is."""
        return PLAYERS[state.key[1] - 1]

    def possible(self, state: GoState) -> Iterable[tuple[str, GoState]]:
        """The legal moves; what a hand could do besides is left out."""
        position = state.position
        for move in state.legal:
            name = "pass" if move == PASS else self.names[move]
            yield name, GoState(position.play(move))

    def legal(self, state: GoState) -> Iterable[str]:
        """As the board says; none after two passes."""
        return ["pass" if move == PASS else self.names[move] for move in state.legal]

    def wins(self, state: GoState) -> Collection[str]:
        """Who has more when the game is over."""
        if not state.position.is_over:
            return []
        winner = state.position.score().winner
        return [] if winner is None else [PLAYERS[winner - 1]]

    def show(self, state: GoState) -> str:
        """The rows from the top, and the turn."""
        signs = "".join(".XO"[stone] for stone in state.key[0])
        rows = "/".join(signs[k : k + self.width] for k in range(0, len(signs), self.width))
        passed = {0: "", 1: " after a pass", 2: ", over"}[min(state.key[2], 2)]
        return f"{rows}, {self.to_play(state)} to play{passed}"


def vertices(width: int, height: int) -> tuple[str, ...]:
    """The names of the points, from the top left."""
    board = Position.empty(width, height)
    return tuple(board.vertex(k) for k in range(width * height))


def positions(width: int, height: int, to_play: Color, rules: Rules | str) -> list[Position]:
    """Every arrangement of stones in which each block has a liberty.

    >>> len(positions(2, 2, BLACK, "klinger"))
    57
    """
    found: list[Position] = []
    options: dict[str, Any] = {"to_play": to_play, "rules": Rules.of(rules)}
    for stones in product(range(3), repeat=width * height):
        try:
            found.append(Position.from_board(bytes(stones), width, **options))
        except IllegalPosition:
            continue
    return found
