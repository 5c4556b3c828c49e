"""The moves of a record as a review wants them: each with the position its player saw.

Records are followed as far as they can be: at a move that cannot be played (on a stone, off the
board) the review ends, and says so. One that only the rules forbid (a ko taken back at once,
suicide) stands in the record, so it is followed, and that is said, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gokan.errors import GokanError
from gokan.go import BLACK, EMPTY, WHITE, Color, Game, Position

__all__ = ["Frame", "facts", "forbidden", "frames"]


@dataclass(frozen=True, slots=True)
class Frame:
    """One move: who, where, the board before and after it, what the record says."""

    number: int
    color: Color
    move: int
    before: Position
    after: Position
    comment: str = ""
    setup: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What the record put on or took off since the move before."""
    so_far: tuple[int, ...] | None = None
    """The moves that led to `before`; none where the record changed the board between them."""


def frames(game: Game) -> tuple[list[Frame], str]:
    """Every move that can be followed, and a sentence where the record cannot be any further.

    >>> found, trouble = frames(Game.parse("(;SZ[9];B[ee];W[ee];B[cc])"))
    >>> len(found), trouble
    (1, 'Move 2: White E5: the point is occupied; the review ends before it.')
    """
    found: list[Frame] = []
    last = game.start
    so_far: tuple[int, ...] | None = ()
    nodes = [node for node in game.main_line() if node.color is not None]
    for number, node in enumerate(nodes, start=1):
        try:
            color, move = node.color, node.move
            before = game.position(number - 1)
            assert color is not None
            assert move is not None
            if before.to_play != color:
                before = before.with_to_play(color)
            after = before.play_forced(move, color)
        except GokanError as error:
            sentence = str(error).rstrip(".")
            if not sentence.startswith("Move "):
                sentence = f"Move {number}: {sentence}"
            return found, f"{sentence}; the review ends before it."
        setup = _setup(last, before)
        if setup and number > 1:
            so_far = None
        found.append(Frame(number, color, move, before, after, node.comment, setup, so_far))
        so_far = None if so_far is None else (*so_far, move)
        last = after
    return found, ""


def forbidden(found: Sequence[Frame]) -> list[str]:
    """A sentence for every move that the rules of the game forbid.

    >>> found, _ = frames(Game.parse("(;SZ[9]RU[Chinese];B[ba];W[ii];B[ab];W[aa])"))
    >>> forbidden(found)
    ['Move 4: White A9: the rules forbid suicide; the review follows the record.']
    """
    said = []
    for frame in found:
        try:
            frame.before.play(frame.move)
        except GokanError as error:
            sentence = str(error).rstrip(".")
            said.append(f"Move {frame.number}: {sentence}; the review follows the record.")
    return said


def facts(game: Game, found: Sequence[Frame], trouble: str) -> dict[str, Any]:
    """What the record says about itself, and the board at the start."""
    start = game.start
    warnings = [*game.warnings, *forbidden(found)]
    if trouble:
        warnings.append(trouble)
    return {
        "black": {"name": game.black, "rank": game.black_rank},
        "white": {"name": game.white, "rank": game.white_rank},
        "event": game.event,
        "date": game.date,
        "result": game.result,
        "rules": _rules(game),
        "komi": game.komi,
        "handicap": game.handicap,
        "width": start.width,
        "height": start.height,
        "setup": {
            "black": [start.vertex(p) for p in start.stones(BLACK)],
            "white": [start.vertex(p) for p in start.stones(WHITE)],
        },
        "to_play": str(start.to_play),
        "moves": len(game),
        "followed": len(found),
        "comment": game.root.comment if game.root.color is None else "",
        "warnings": [_capital(text) for text in warnings],
    }


def _rules(game: Game) -> str:
    return str(game.rules.to_dict().get("name", "")) or "own"


def _setup(last: Position, before: Position) -> dict[str, tuple[str, ...]]:
    if last.board == before.board:
        return {}
    changed = [p for p in range(len(last.board)) if last.board[p] != before.board[p]]
    made = {
        name: tuple(before.vertex(p) for p in changed if before.board[p] == color)
        for name, color in (("black", BLACK), ("white", WHITE), ("empty", EMPTY))
    }
    return {name: points for name, points in made.items() if points}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
