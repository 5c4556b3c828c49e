"""Recorded games, as they were played or with mistakes put in."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from gokan_lab.teacher.kernel import Crowd
from gokan_lab.teacher.lines import PASS, GameLine
from gokan_lab.teacher.openings import choose_turns, recorded

__all__ = ["as_played", "weakened"]

_SIDE = 19
_POINTS = _SIDE * _SIDE
_EMPTY = f"x\t{_SIDE}\t0\t-\tB\t\t"
_TRIES = 8
_ELSEWHERE = 0.35  # of the mistakes: a pass, that is, a move that does nothing


def as_played(games: Sequence[bytes], seed: int, *, gap: int = 20) -> Iterator[GameLine]:
    """Games of professionals with some turns each; the names begin with `pro`. Some were lost by a
    forbidden move: they end before it.
    """
    rng = random.Random(f"{seed} as played")
    crowd = Crowd(_SIDE, 1)
    for line in rng.sample(games, len(games)):
        name, komi, moves = recorded(line)
        if rng.random() < 0.2:
            komi = rng.randint(-60, 60) / 2
        moves = _legal(crowd, moves)
        if turns := choose_turns(0, len(moves) // 2, gap, rng):
            yield GameLine(f"pro-{name}", _SIDE, komi, "", "", "B", moves, turns)


def weakened(games: Sequence[bytes], seed: int, *, gap: int = 20) -> Iterator[GameLine]:
    """Games in which one side, or both, often passes or plays beside the last move; the record goes
    on where it still can.
    """
    rng = random.Random(f"{seed} weakened")
    crowd = Crowd(_SIDE, 1)
    for line in rng.sample(games, len(games)):
        name, komi, moves = recorded(line)
        first = rng.randint(0, max(1, min(200, len(moves) // 2 - 10)))
        weak = rng.choice(("B", "W", "BW"))
        share = rng.uniform(0.03, 0.25) if weak == "BW" else rng.uniform(0.05, 0.5)
        if rng.random() < 0.3:
            komi = rng.randint(-120, 120) / 2
        played = _replay(crowd, moves, first, weak, share, rng)
        if turns := choose_turns(0, len(played) // 2, gap, rng):
            yield GameLine(f"weak-{name}", _SIDE, komi, "", "", "B", played, turns)


def _legal(crowd: Crowd, moves: str) -> str:
    """The moves up to the first that is not legal, or that ends the game."""
    import numpy as np

    crowd.start(0, _EMPTY)
    for at in range(0, len(moves), 2):
        move = np.array([_number(moves[at : at + 2])], np.int16)
        if crowd.play(move)[0]:
            return moves[:at]
    return moves


def _number(pair: str) -> int:
    return _POINTS if pair == PASS else _SIDE * (ord(pair[1]) - 97) + ord(pair[0]) - 97


def _replay(
    crowd: Crowd, moves: str, first: int, weak: str, share: float, rng: random.Random
) -> str:
    import numpy as np

    crowd.start(0, _EMPTY)
    played: list[str] = []
    last, passed = _POINTS // 2, False

    def made(move: int) -> bool:
        return crowd.play(np.array([move], np.int16))[0] == 0

    for pair in (moves[i : i + 2] for i in range(0, len(moves), 2)):
        mistaken = len(played) >= first and "BW"[len(played) % 2] in weak and rng.random() < share
        point = _number(pair)
        if mistaken and rng.random() < _ELSEWHERE:
            point = _POINTS
        tries = [] if mistaken and point != _POINTS else [point]
        tries += [_near(last, rng) for _ in range(_TRIES)]
        if passed:  # two passes would end the game
            tries = [move for move in tries if move != _POINTS]
        done = next((move for move in tries if made(move)), None)
        if done is None:
            break
        passed = done == _POINTS
        last = last if passed else done
        played.append(PASS if passed else chr(97 + done % _SIDE) + chr(97 + done // _SIDE))
    return "".join(played)


def _near(last: int, rng: random.Random) -> int:
    column, row = last % _SIDE, last // _SIDE
    column = max(0, min(_SIDE - 1, column + rng.randint(-4, 4)))
    return _SIDE * max(0, min(_SIDE - 1, row + rng.randint(-4, 4))) + column
