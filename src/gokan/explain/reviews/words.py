"""The words of a review: how good a move was, where the game turned, what came up again.

Every sentence follows from numbers and definitions that can be looked up; the words themselves
stand in `data/review.en.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from gokan.explain.reviews.answer import Habit, ReviewedMove, SideReport, TurningPoint

__all__ = [
    "BAD",
    "habits",
    "leader",
    "move_name",
    "phase_of",
    "phrase",
    "points",
    "side_name",
    "side_report",
    "turning_points",
    "word",
]

LIMITS = (
    (0.2, "excellent"),
    (0.6, "great"),
    (1.2, "good"),
    (4.0, "inaccuracy"),
    (10.0, "mistake"),
)
"""Points lost below which a move has the word, as players of online servers know them."""
WORST = "blunder"
HARMLESS = 1.2
"""Points below which no loss has a bad word."""
BAD = ("inaccuracy", "mistake", WORST)

_CLEAR = 0.62
"""A chance to win from which a side counts as ahead; between it and its mirror nobody does."""


def word(loss: float, noise: float) -> str:
    """The word for a loss, where only limits above the noise are told apart.

    >>> word(0.1, 0.1), word(0.1, 0.5), word(0.1, 2.0), word(3.0, 2.0), word(30.0, 12.0)
    ('excellent', 'great', 'good', 'inaccuracy', 'blunder')
    """
    if loss < noise:
        # Not to be told from the best move: the word of the first limit above the noise.
        return next((name for limit, name in LIMITS[:3] if limit > noise), LIMITS[2][1])
    return next((name for limit, name in LIMITS if loss < limit), WORST)


def points(number: float) -> str:
    """So many points, to the nearest one.

    >>> points(0.9), points(7.5)
    ('1 point', '8 points')
    """
    told = f"{number:.0f}"
    return phrase("cost", "point") if told == "1" else phrase("cost", "points", number=told)


def phase_of(number: int, points: int) -> str:
    """opening, middle or end: by the number of the move on a board of so many points.

    >>> phase_of(20, 361), phase_of(100, 361), phase_of(200, 361)
    ('opening', 'middle', 'end')
    """
    if number <= points * _OPENING:
        return "opening"
    return "middle" if number <= points * _MIDDLE else "end"


_OPENING = 0.14  # 50 moves on 19 lines
_MIDDLE = 0.45  # 162 moves


# --- the course of the game ----------------------------------------------------------------------


def turning_points(moves: Sequence[ReviewedMove], start_win: float) -> tuple[TurningPoint, ...]:
    """The moves at which the lead changed hands, each the one that lost most on the way.

    A side has the lead where it is clearly ahead and the other is not, for some moves or to the end
    of the record: what is gone again after two moves was no turning point.
    """
    leaders = [leader(start_win), *(leader(move.win) for move in moves)]
    found: list[tuple[int, str, ReviewedMove | None]] = []
    ahead, since = leaders[0], 0
    for number, now in enumerate(leaders):
        if not now or not _lasts(leaders, number):
            continue
        if ahead and now != ahead:
            loser = "white" if now == "black" else "black"
            between = [one for one in moves[since:number] if one.color == loser]
            worst = max(between, key=lambda one: one.loss, default=None)
            clear = worst if worst is not None and worst.word in ("mistake", WORST) else None
            found.append((number, now, clear))
        ahead, since = now, number
    return tuple(
        _turning_point(*one, last=index == len(found) - 1) for index, one in enumerate(found)
    )


def _lasts(leaders: Sequence[str], number: int) -> bool:
    """Whether who is ahead after a move is not overtaken soon."""
    now = leaders[number]
    return all(later in ("", now) for later in leaders[number : number + _LASTING])


def _turning_point(
    number: int, winner: str, lost: ReviewedMove | None, *, last: bool
) -> TurningPoint:
    key = "for_good" if last else "by_move"
    if lost is None:
        slow = "for_good_slowly" if last else "slowly"
        return TurningPoint(number, phrase("turn", slow, winner=side_name(winner)))
    told = phrase(
        "turn",
        key,
        winner=side_name(winner),
        loser=side_name(lost.color),
        vertex=lost.vertex,
        points=points(lost.loss),
    )
    return TurningPoint(lost.number, told)


_LASTING = 8
"""Moves that a lead has to last."""


def leader(win: float) -> str:
    """The side that is clearly ahead by its chance to win; none at all in between."""
    return "black" if win >= _CLEAR else "white" if win <= 1 - _CLEAR else ""


# --- both sides ----------------------------------------------------------------------------------


def side_report(
    color: str, moves: Sequence[ReviewedMove], points: int, noted: Sequence[Habit]
) -> SideReport:
    """One player's game in numbers."""
    own = [move for move in moves if move.color == color]
    lost = sum(move.loss for move in own)
    counts = {name: sum(m.word == name for m in own) for name in (*(n for _, n in LIMITS), WORST)}
    phases: dict[str, list[float]] = {}
    for move in own:
        phases.setdefault(phase_of(move.number, points), []).append(move.loss)
    return SideReport(
        moves=len(own),
        lost=round(lost, 2),
        mean_loss=round(lost / len(own), 2) if own else 0.0,
        words={name: count for name, count in counts.items() if count},
        phases={name: round(sum(part) / len(part), 2) for name, part in phases.items()},
        recurring=tuple(noted),
    )


_TWICE = 2  # a mistake that was made once is no habit


def habits(color: str, moves: Sequence[ReviewedMove], size: tuple[int, int]) -> tuple[Habit, ...]:
    """What a side did wrong more than once, the most expensive first.

    Each bad move with a better one has exactly one kind, by what stands first in this list: a
    pass; missed tactics, life and death, or a cut, by what speaks for the better move; the enemy's
    last move was answered too late; a weak group that needed help, or could have been attacked, by
    what speaks for the better move; a bigger part of the board; a low line in the opening; the
    right place but not the right point.
    """
    found: dict[str, list[ReviewedMove]] = {}
    for index, move in enumerate(moves):
        if move.color == color and move.searched and move.word in BAD and move.candidates:
            last = moves[index - 1] if index else None
            found.setdefault(_kind(move, last, size), []).append(move)
    enemy = side_name("white" if color == "black" else "black")
    made = [
        Habit(
            kind,
            phrase("habit", kind, enemy=enemy),
            tuple(one.number for one in some),
            round(sum(one.loss for one in some), 1),
            phrase("advice", kind),
        )
        for kind, some in found.items()
        if kind and len(some) >= _TWICE
    ]
    return tuple(sorted(made, key=lambda one: -one.lost))


KINDS_OF_TACTICS = frozenset(
    (
        "captures",
        "takes ko",
        "double atari",
        "out of atari",
        "snapback",
        "ladder works",
        "caught",
        "catches",
        "saves",
        "rescues",
        "ladder breaker",
        "ladder maker",
        "threatens",
        "throw-in",
    )
)
KINDS_OF_LIFE = frozenset(
    (
        "lives",
        "kills",
        "makes ko",
        "makes an eye",
        "takes an eye",
        "falsifies an eye",
        "vital point of eyes",
        "vital point of own eyes",
        "wins race",
    )
)
KINDS_OF_CUTS = frozenset(
    (
        "connects",
        "connects underneath",
        "closes cut",
        "guards cut",
        "cuts",
        "keeps apart",
        "peeps",
    )
)
_NEAR = 4
_FAR = 7


def _kind(move: ReviewedMove, last: ReviewedMove | None, size: tuple[int, int]) -> str:
    from gokan.go.vertex import PASS, from_vertex

    best = from_vertex(move.candidates[0].vertex, *size)
    point = from_vertex(move.vertex, *size)
    if point == PASS:
        return "pass"
    if best == PASS:
        return ""
    first = {one.kind for one in move.instead[:1]}
    if first & KINDS_OF_TACTICS:
        return "tactics"
    if first & KINDS_OF_LIFE:
        return "life"
    if first & KINDS_OF_CUTS:
        return "cuts"
    apart = _distance(best, point, size[0])
    if apart >= _FAR and last is not None and last.vertex != "pass":
        enemy = from_vertex(last.vertex, *size)
        if _distance(best, enemy, size[0]) <= _NEAR < _distance(point, enemy, size[0]):
            return "unanswered"
    if first & {"strengthens"}:
        return "weak"
    if first & {"weakens"}:
        return "attack"
    if apart >= _FAR:
        return "elsewhere"
    edge = min(point // size[0], point % size[0])
    edge = min(edge, size[1] - 1 - point // size[0], size[0] - 1 - point % size[0])
    if edge <= 1 and phase_of(move.number, size[0] * size[1]) == "opening":
        return "low"
    return "shape" if apart <= _NEAR else ""


def _distance(one: int, two: int, width: int) -> int:
    return max(abs(one // width - two // width), abs(one % width - two % width))


# --- the catalogue -------------------------------------------------------------------------------


def side_name(color: str) -> str:
    """The name of a side, as it begins a sentence."""
    return str(_catalogue()["side"][color])


def move_name(vertex: str) -> str:
    """A move within a sentence.

    >>> move_name("D4"), move_name("pass")
    ('D4', 'the pass')
    """
    return phrase("move", "pass") if vertex == "pass" else vertex


def phrase(part: str, key: str, **parts: object) -> str:
    """A phrase of the catalogue with its parts filled in.

    >>> phrase("habit", "unanswered", enemy="White")
    "plays elsewhere when White's last move needed an answer"
    """
    return str(_catalogue()[part][key]).format(**parts)


@cache
def _catalogue() -> dict[str, Any]:
    file = resources.files("gokan.explain") / "data" / "review.en.toml"
    return tomllib.loads(file.read_text("utf-8"))
