"""Where the moves of Zobrist's program come from: templates, or the lookahead (Results, 1969)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gokan import sight
from gokan.go import PASS, Game, Position


@dataclass(frozen=True, slots=True)
class Sources:
    """How many moves a program chose, and how many of them the lookahead had no part in.

    A move is the lookahead's if it got the 4000 points of a needed one. `changed` counts those of
    them that the templates alone would not have chosen.
    """

    moves: int
    templates: int
    changed: int

    @property
    def share(self) -> float:
        """The part that came from templates; 80 percent in the paper."""
        return self.templates / self.moves if self.moves else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "moves": self.moves,
            "templates": self.templates,
            "changed": self.changed,
            "share": round(self.share, 4),
        }


def sources(
    positions: list[Position], *, last: bool = False, arrays: sight.Arrays = "all"
) -> Sources:
    """What the program would play in each position, and why; passes do not count.

    >>> found = sources([Position.empty(19), Position.empty(19).play("Q16")])
    >>> found.moves, found.share
    (2, 1.0)
    """
    library = sight.load(sight.WITH_LAST_MOVE) if last else sight.book(arrays)
    moves = templates = changed = 0
    for position in positions:
        account = sight.reasons(position, library=library, limit=1)
        if account.choice == PASS:
            continue
        moves += 1
        if not account.moves[0].needed:
            templates += 1
            continue
        alone = sight.reasons(position, library=library, limit=1, moves_each=0)
        changed += alone.choice != account.choice
    return Sources(moves, templates, changed)


def positions_of(game: Game, *, color: int | None = None) -> list[Position]:
    """The positions of a game in which a side is to move (both, unless named)."""
    position = game.start
    found = []
    for mover, move in game.moves():
        if color is None or int(mover) == color:
            found.append(position if position.to_play == mover else position.setup(to_play=mover))
        position = position.play_forced(move, mover)
    return found


def own_game(
    seed: int = 0, *, size: int = 19, most: int = 400, arrays: sight.Arrays = "all"
) -> list[Position]:
    """The positions of a game of the program with itself, equal sums drawn by chance."""
    from gokan.play.clock import Clock
    from gokan.play.players.zobrist import ZobristPlayer

    players = [ZobristPlayer(seed=seed + n, arrays=arrays) for n in (0, 1)]
    position = Position.empty(size)
    found = []
    passes = 0
    for number in range(most):
        found.append(position)
        move = players[number % 2].choose(position, clock=Clock()).move
        passes = passes + 1 if move == PASS else 0
        if passes == 2:
            break
        position = position.play(move)
    return found
