"""In which games did this position arise, however the board was turned, and what came next?

A position's key is a Zobrist sum, the least of those of the turned and mirrored boards, with the
side to move. Two positions share one by accident as good as never (63 bits), and then a game more
is listed; nothing is judged by it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gokan.errors import GokanError
from gokan.go import PASS, Position
from gokan.go.symmetry import SYMMETRIES, mapping
from gokan.play.session import Session
from gokan.serve.store.kept import KeptGame

__all__ = ["FIRST_MOVES", "Reached", "Seen", "following", "keys_of", "place_keys"]

FIRST_MOVES = 80
"""Positions up to that move are known by their keys: openings, and the fights that grow of them."""

_Table = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Reached:
    """A move that was played in a position, in how many games, and how they ended."""

    next: int | None
    """The key of the position after it; none where the game ended or goes beyond what is known."""
    games: int
    black: int
    """Of these games, those that Black won."""
    white: int


@dataclass(frozen=True, slots=True)
class Seen:
    """The games in which a position arose: how they went on, and some of them with the move."""

    moves: tuple[Reached, ...]
    examples: tuple[tuple[KeptGame, int], ...]


def place_keys(positions: Iterable[Position]) -> list[int]:
    """The key of each position.

    >>> empty = Position.empty(9)
    >>> corners = [empty.play(point) for point in ("C3", "G7", "C7", "D4")]
    >>> one, other, third, different = place_keys(corners)
    >>> one == other == third, one == different
    (True, False)
    """
    keys: list[int] = []
    board, sums = b"", [0] * 8
    for position in positions:
        now = position.board
        if len(board) != len(now):
            board = bytes(len(now))
            sums = [0] * len(_tables(position.width, position.height))
        sums = _moved(sums, board, now, _tables(position.width, position.height))
        board = now
        keys.append(_key(sums, position))
    return keys


def keys_of(session: Session) -> list[int]:
    """The keys of a game's positions, as far as they are kept, and one more."""
    last = min(len(session.turns), FIRST_MOVES + 1)
    return place_keys(session.at(number) for number in range(last + 1))


def following(position: Position) -> dict[int, int]:
    """Every move there is, by the key of the position after it; of moves alike the one that
    people would show, in the upper right.

    >>> len(following(Position.empty(9)))  # of 81 points 15 differ, and one may pass
    16
    """
    tables = _tables(position.width, position.height)
    here = position.board
    sums = _moved([0] * len(tables), bytes(len(here)), here, tables)
    found: dict[int, int] = {}
    width = position.width
    legal = sorted(position.legal_moves(), key=lambda move: (move // width, -(move % width)))
    for move in (*legal, PASS):
        try:
            after = position.play(move)
        except GokanError:  # the game is over
            continue
        found.setdefault(_key(_moved(sums, here, after.board, tables), after), move)
    return found


@lru_cache(maxsize=16)
def _tables(width: int, height: int) -> tuple[_Table, ...]:
    """For each symmetry that keeps the board's shape, the numbers of stones on its points."""
    dice = random.Random(f"gokan {width}x{height}")
    size = width * height
    black, white = ([dice.getrandbits(63) for _ in range(size)] for _ in range(2))
    kept = SYMMETRIES if width == height else range(4)
    turned = [mapping(symmetry, width, height) for symmetry in kept]
    nothing = (0,) * size
    return tuple(
        (nothing, tuple(black[to] for to in turn), tuple(white[to] for to in turn))
        for turn in turned
    )


def _moved(sums: Sequence[int], old: bytes, new: bytes, tables: tuple[_Table, ...]) -> list[int]:
    """The sums after the board has changed."""
    changed = int.from_bytes(old, "little") ^ int.from_bytes(new, "little")
    moved = list(sums)
    while changed:
        point = ((changed & -changed).bit_length() - 1) // 8
        changed &= ~(0xFF << 8 * point)
        before, after = old[point], new[point]
        for turn, table in enumerate(tables):
            moved[turn] ^= table[before][point] ^ table[after][point]
    return moved


def _key(sums: Sequence[int], position: Position) -> int:
    return min(sums) ^ _side(position.width, position.height, int(position.to_play))


@lru_cache(maxsize=64)
def _side(width: int, height: int, to_play: int) -> int:
    return random.Random(f"gokan {width}x{height} {to_play}").getrandbits(63)
