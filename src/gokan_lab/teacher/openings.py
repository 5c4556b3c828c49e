"""How the games of players begin: empty, with handicap, or in the middle of a recorded game."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from gokan_lab.teacher.lines import GameLine

__all__ = ["Opening", "begin", "choose_turns", "recorded"]

_FAR = 60  # komi reaches so far either way
_USUAL = (7.0, 7.0, 7.5, 6.5, 6.0, 5.5, 7.5, 0.5)
_LONGEST_PREFIX = 200
_MOVES = re.compile(r"(?:[a-s]{2}|\.\.)*")

Opening = tuple[GameLine, int]
"""How a game begins, and how many handicap stones Black has."""


def recorded(line: bytes) -> tuple[str, float, str]:
    """Name, area komi and moves of a line of `pro_train`'s kind."""
    name, _, komi, _, moves = line.decode("utf-8", "replace").split("\t")[:5]
    try:
        given = float(komi)
    except ValueError:
        given = 0.0
    if not abs(given) <= _FAR:
        given = 0.0
    whole = _MOVES.match(moves.strip())
    moves = whole[0] if whole else ""
    # From seven and a half on the count is by area; else half a point is open until the end.
    return name.replace("\n", " "), given if given >= 7.25 else given + 0.5, moves


def begin(side: int, number: int, rng: random.Random, games: Sequence[bytes]) -> Opening:
    """One beginning, the same for the same state of `rng`. Its name ends with that of the recorded
    game, if it is from one, else with its number.
    """
    name = f"{side}-{number}"
    komi = rng.choice(_USUAL)
    kind = rng.random()
    if side == 19 and games and kind < 0.35:
        record, given, moves = recorded(rng.choice(games))
        length = min(len(moves) // 2 - 1, rng.randint(4, _LONGEST_PREFIX))
        if length > 0:
            komi = given if rng.random() < 0.6 else _any_komi(rng)
            return _line(f"{side}-{record}", side, komi, "", "B", moves[: 2 * length]), 0
    if kind < (0.6 if side == 19 else 0.15):
        stones = rng.randint(2, 9 if side >= 13 else 5)
        komi = 0.5 + stones if rng.random() < 0.7 else _any_komi(rng)
        return _line(name, side, komi, _handicap(side, stones, rng), "W", ""), stones
    if rng.random() < 0.35:
        komi = _any_komi(rng)
    return _line(name, side, komi, "", "B", ""), 0


def _line(name: str, side: int, komi: float, black: str, first: str, moves: str) -> GameLine:
    return GameLine(name, side, komi, black, "", first, moves, ())


def _any_komi(rng: random.Random) -> float:
    return rng.randint(-2 * _FAR, 2 * _FAR) / 2


def _handicap(side: int, stones: int, rng: random.Random) -> str:
    """On the usual points, which come in the usual order; now and then freely."""
    edge = 3 if side >= 13 else 2 if side >= 7 else 1
    low, high, middle = edge, side - 1 - edge, side // 2
    corners = [(high, low), (low, high), (high, high), (low, low)]
    sides = [(low, middle), (high, middle), (middle, low), (middle, high)]
    points = [*corners, *sides, (middle, middle)]
    if stones in (5, 7, 9):
        points = [*corners, *sides[: stones - 5], (middle, middle)]
    if rng.random() < 0.15:
        inside = range(min(2, edge), side - min(2, edge))
        points = rng.sample([(x, y) for x in inside for y in inside], stones)
    return "".join(chr(97 + x) + chr(97 + y) for x, y in points[:stones])


def choose_turns(first: int, last: int, gap: int, rng: random.Random) -> tuple[int, ...]:
    """A turn out of each `gap`, from the first turn to the last.

    >>> choose_turns(10, 40, 10, random.Random(1))
    (12, 29, 31)
    """
    if last - first < 2:
        return ()
    starts = range(first, last, gap)
    return tuple(min(last - 1, start + rng.randrange(gap)) for start in starts)
