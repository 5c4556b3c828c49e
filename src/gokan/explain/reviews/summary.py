"""The summary of a review: the few sentences that a teacher would say after the game."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from gokan.explain.reviews.answer import ReviewedMove, SideReport, TurningPoint
from gokan.explain.reviews.words import (
    BAD,
    leader,
    move_name,
    phase_of,
    phrase,
    points,
    side_name,
)

__all__ = ["result", "summary"]

_EVEN = 1.0
"""Points of lead that are called even, or the noise of the numbers where that is more."""
_SWING = 15.0
"""Points by which the largest lead must be more than the last one to be worth a sentence."""
_TENTH = 0.05  # what is not rounded to nothing
_FEWEST = 10
"""Moves of a phase that are summed up together, at least;"""
_WORTH = 4.0
"""points that they must have cost;"""
_DEAREST = 5
"""and how many of them are named."""
_ADDS_UP = 0.1  # points: of rounding
_NAMED = 5  # numbers that have a word
_COUNTED = ("blunder", "mistake", "inaccuracy")


def summary(
    moves: Sequence[ReviewedMove],
    turns: Sequence[TurningPoint],
    sides: dict[str, SideReport],
    *,
    game: dict[str, Any],
    numbers: dict[str, Any],
    player: str | None = None,
) -> tuple[str, ...]:
    """A few sentences about the game as a whole; of one player where only that one was asked for:
    how it ended and how it went, the most expensive moves, the numbers, what to study.
    """
    if not moves:
        return ()
    even = max(_EVEN, numbers["noise"])
    if numbers["least_visits"] <= 1:
        return _ending(moves, game, even), phrase("summary", "glanced")
    told = [_ending(moves, game, even), *_course(moves, turns, game, even)]
    asked = [player] if player else ["black", "white"]
    told += _worst(moves, asked) or [phrase("summary", "no_mistake")]
    told += [_numbers(color, sides[color]) for color in asked if sides[color].moves]
    told += [one for color in asked for one in _small(color, moves, game)]
    told += [one for color in asked for one in _study(color, sides[color])]
    told += _sums(moves, sides)
    visits = {"least": numbers["least_visits"], "visits": numbers["visits"]}
    noise = f"{numbers['noise']:.1f}"
    told.append(phrase("summary", "noise", certainty=numbers["certainty"], noise=noise, **visits))
    return tuple(told)


def result(text: str) -> str:
    """A recorded result in words, as a whole sentence.

    >>> result("W+7"), result("B+Resign"), result("B+T")
    ('White won by 7 points.', 'Black won by resignation.', 'Black won on time.')
    >>> result("black by a lot")
    'The recorded result is black by a lot.'
    """
    plain = text.strip()
    if plain.lower() in ("0", "draw", "jigo"):
        return phrase("result", "draw")
    found = re.fullmatch(r"([BbWw])\+(.*)", plain)
    if found is None:
        return phrase("result", "other", text=plain)
    winner = side_name("black" if found[1].lower() == "b" else "white")
    how = found[2].strip()
    if re.fullmatch(r"\d+(\.\d+)?", how):
        key = "point" if how in ("1", "1.0") else "points"
        return phrase("result", key, winner=winner, points=how.removesuffix(".0"))
    ways = {"r": "resign", "t": "time", "f": "forfeit", "": "unknown"}
    return phrase("result", ways.get(how[:1].lower(), "unknown"), winner=winner)


def _ending(moves: Sequence[ReviewedMove], game: dict[str, Any], even: float) -> str:
    if len(moves) < game["moves"]:
        return phrase("summary", "partly", move=len(moves), all=game["moves"])
    said = [result(game["result"])] if game["result"] else []
    lead = moves[-1].lead
    if abs(lead) < even:
        said.append(phrase("summary", "end_even"))
    else:
        winner = game["result"][:1].lower()
        other = winner in ("b", "w") and winner != ("b" if lead > 0 else "w")
        key = "end_other" if other else "end_lead"
        said.append(phrase("summary", key, leader=_ahead(lead), lead=_points(lead)))
    return " ".join(said)


def _course(
    moves: Sequence[ReviewedMove],
    turns: Sequence[TurningPoint],
    game: dict[str, Any],
    even: float,
) -> list[str]:
    """After the opening, where the lead changed hands, and a large lead that was given away."""
    size = game["width"] * game["height"]
    opening = [m for m in moves if phase_of(m.number, size) == "opening"]
    said = []
    if 0 < len(opening) < len(moves):
        last = opening[-1]
        key = "opening_even" if abs(last.lead) < even else "opening_lead"
        parts = {"move": last.number, "leader": _ahead(last.lead), "lead": _points(last.lead)}
        said.append(phrase("summary", key, **parts))
    if turns:
        count = len(turns)
        key = "course_once" if count == 1 else "course_turns"
        last_turn = turns[-1]
        said.append(
            phrase("summary", key, times=times(count), move=last_turn.move, turn=last_turn.text)
        )
    else:
        leaders = {leader(move.win) for move in moves} - {""}
        if len(leaders) == 1:
            said.append(phrase("summary", "course_one", leader=side_name(leaders.pop())))
        elif not leaders:
            said.append(phrase("summary", "course_none"))
    peak = max(moves, key=lambda one: abs(one.lead))
    if abs(peak.lead) >= abs(moves[-1].lead) + _SWING:
        parts = {"leader": _ahead(peak.lead), "lead": _points(peak.lead), "move": peak.number}
        back = side_name("white" if peak.lead > 0 else "black")
        said.append(phrase("summary", "peak", back=back, **parts))
    return said


def _worst(moves: Sequence[ReviewedMove], asked: Sequence[str]) -> list[str]:
    """The most expensive move of each side, of those that mattered where these are known yet."""
    among = [m for m in moves if m.matters] or moves
    said = []
    for color in asked:
        bad = [m for m in among if m.color == color and m.word in BAD]
        if not bad:
            continue
        move = max(bad, key=lambda one: one.loss)
        others = [one for one in move.candidates if one.vertex != move.vertex]
        better = (
            phrase("summary", "worst_better", vertex=move_name(others[0].vertex)) if others else ""
        )
        parts = {"number": move.number, "side": side_name(color), "vertex": move_name(move.vertex)}
        said.append(phrase("summary", "worst", points=points(move.loss), better=better, **parts))
    return said


def _numbers(color: str, report: SideReport) -> str:
    """How often a side went wrong, and in which part of the game it lost most."""
    counts = [
        f"{report.words[name]} {phrase('word', name if report.words[name] == 1 else name + 's')}"
        for name in _COUNTED
        if report.words.get(name)
    ]
    parts = {"side": side_name(color), "loss": f"{abs(report.mean_loss):.1f}"}
    gained = "_gained" if report.mean_loss <= -_TENTH else ""
    if not counts:
        return phrase("summary", f"numbers_none{gained}", **parts)
    said = phrase("summary", f"numbers{gained}", counts=_list(counts), **parts)
    if len(report.phases) > 1 and max(report.phases.values()) > 0:
        worst = max(report.phases, key=lambda name: report.phases[name])
        said += phrase(
            "summary",
            "numbers_phase",
            phase=phrase("phase", worst),
            loss=f"{report.phases[worst]:.1f}",
        )
    return said + "."


def _small(color: str, moves: Sequence[ReviewedMove], game: dict[str, Any]) -> list[str]:
    """What a side lost by moves none of which is bad, in the phase where that is most: told only if
    the sum of their losses and gains is more than it may be off by.
    """
    size = game["width"] * game["height"]
    phases: dict[str, list[ReviewedMove]] = {}
    for move in moves:
        if move.color == color and move.word and move.word not in BAD:
            phases.setdefault(phase_of(move.number, size), []).append(move)
    found = []
    for phase, some in phases.items():
        lost = sum(move.loss for move in some)
        # Each move's noise is twice its standard deviation, and so is that of their sum.
        off = math.hypot(*(move.noise for move in some))
        if len(some) >= _FEWEST and lost - off > 0 and lost >= _WORTH:
            found.append((lost, off, phase, some))
    if not found:
        return []
    lost, off, phase, some = max(found, key=lambda one: one[0])
    dearest = sorted((m for m in some if m.loss > _TENTH), key=lambda m: (-m.loss, m.number))
    named = [f"{move_name(m.vertex)} ({m.number})" for m in dearest[:_DEAREST]]
    parts = {"side": side_name(color), "count": len(some), "phase": phrase("phase", phase)}
    return [
        phrase("summary", "small", points=points(lost), off=f"{off:.0f}", **parts)
        + phrase("summary", "small_dearest", moves=_list(named))
    ]


def _sums(moves: Sequence[ReviewedMove], sides: dict[str, SideReport]) -> list[str]:
    """From the lead before the first move to the last one, by what both sides lost. Where the
    record changed the board between moves that does not add up, and is not told.
    """
    start, end = moves[0].lead_before, moves[-1].lead
    black, white = sides["black"].lost, sides["white"].lost
    if abs(start - black + white - end) > _ADDS_UP:
        return []
    parts = {"start": _lead(start), "end": _lead(end)}
    lost = {"black": _balance(black), "white": _balance(white)}
    return [phrase("summary", "sums", **parts, **lost)]


def _balance(lost: float) -> str:
    return phrase("summary", "lost" if lost >= 0 else "gained", points=f"{abs(lost):.1f}")


def _lead(lead: float) -> str:
    """A lead as programs write it: B+3.5."""
    return f"{'B' if lead >= 0 else 'W'}+{abs(lead):.1f}"


def _study(color: str, report: SideReport) -> list[str]:
    """The most expensive of the recurring mistakes, and what to do about it."""
    return [
        phrase(
            "summary",
            "study_one",
            side=side_name(color),
            habit=habit.text,
            moves=_list([str(number) for number in habit.moves]),
            points=points(habit.lost),
            advice=habit.advice,
        )
        for habit in report.recurring[:1]
    ]


def times(count: int) -> str:
    """How often, in words."""
    return phrase("number", str(count)) if count <= _NAMED else phrase("number", "many", n=count)


def _list(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {phrase('number', 'and')} {parts[-1]}"


def _points(lead: float) -> str:
    return f"{abs(lead):.1f}" if abs(lead) < 10 else f"{abs(lead):.0f}"


def _ahead(lead: float) -> str:
    return side_name("black" if lead > 0 else "white")
