"""Answers on the board: a solution as books print it, a group, and all groups at a glance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from gokan.go import Position

if TYPE_CHECKING:
    from gokan.draw import Svg
    from gokan.reading.life.solution import Solution
    from gokan.reading.life.status import Status

__all__ = ["draw_groups", "draw_solution", "draw_status", "groups_legend"]

_WEAK = ("unsettled", "ko")
_LETTERS = {"alive in seki": "S", "ko": "K", "unknown": "?"}


def draw_solution(solution: Solution, **options: Any) -> Svg:
    """Best play as numbered stones on the part of the board that matters, the target marked.

    Other first moves that work have a circle, those that fail a cross; the caption says so.
    """
    from gokan import draw
    from gokan.draw.frame import around
    from gokan.draw.moves import lay_out, playable

    position = solution.problem.position
    line = () if solution.needs_no_move else solution.pv
    figure = lay_out(position, playable(position, line), passes="elsewhere")
    marks: dict[int, str] = dict.fromkeys(sorted(solution.region.target), "triangle")
    for refutation in solution.questions:
        marks[refutation.move] = "cross"
    for move in () if solution.needs_no_move else (*solution.winning_moves, *solution.ko_moves):
        marks[move] = "circle"
    marks = {
        p: m
        for p, m in marks.items()
        if p >= 0 and p not in figure.labels and _fits(position, p, m)
    }
    legend = ["▲ the group in question"]
    if "circle" in marks.values():
        legend.append("○ works too" if solution.winning_moves else "○ leads to ko too")
    if "cross" in marks.values():
        legend.append("× fails")
    notes = f"{', '.join(figure.notes)}\n" if figure.notes else ""
    caption = notes + _joined(legend)
    points = [*solution.region.points, *solution.region.target, *figure.labels]
    given = {
        "labels": figure.labels,
        "marks": marks,
        "last_move": False,
        "view": around(position, points),
        "title": solution.headline,
        "caption": caption,
    }
    return draw.board(figure, **{**given, **options})


def draw_status(status: Status, **options: Any) -> Svg:
    """A group on the part of the board around it, with the moves that matter."""
    from gokan.draw.frame import around

    position = status.defence.problem.position
    points = [*status.target, *status.attacks, *status.defences]
    name = position.vertex(status.target[0])
    given = {
        "view": around(position, points, room=3),
        "title": f"{str(status.color).capitalize()} {name}: {status.word}",
    }
    return draw_groups(position, [status], **{**given, **options})


def draw_groups(position: Position, found: Sequence[Status], **options: Any) -> Svg:
    """All groups at a glance: those that depend on the move stand out, dead stones have a cross."""
    from gokan import draw
    from gokan.draw.frame import middle

    marks: dict[int, str] = {}
    labels: dict[int, str] = {}
    lit: list[int] = []
    for status in found:
        if status.word in _WEAK:
            lit += status.target
        if status.word == "dead" or status.likely.startswith("likely dead"):
            marks.update(dict.fromkeys(status.target, "cross"))
        elif status.word in _LETTERS and not status.likely.startswith("likely alive"):
            labels[middle(status.target, position.width)] = _LETTERS[status.word]
    for status in found:
        for move in status.defences:
            marks[move] = "circle"
        for move in status.attacks:
            marks[move] = "diamond" if marks.get(move) == "circle" else marks.get(move, "triangle")
    given = {
        "marks": marks,
        "labels": labels,
        "highlight": lit,
        "title": "Every group on the board" if len(found) > 1 else None,
        "caption": groups_legend(found),
    }
    return draw.board(position, **{**given, **options})


def groups_legend(found: Iterable[Status]) -> str:
    """What the signs on the board mean; only those that are there."""
    found = list(found)
    words = {status.word for status in found}
    said = []
    if words & set(_WEAK):
        said.append("outlined: who moves first decides")
    attacks = {p for status in found for p in status.attacks}
    defences = {p for status in found for p in status.defences}
    if attacks & defences:
        said.append("◆ the vital point for both sides")
    if defences - attacks:
        said.append("○ saves it")
    if attacks - defences:
        said.append("▲ kills it")
    if "ko" in words:
        said.append("K ko")
    if "alive in seki" in words:
        said.append("S alive in seki")
    said += _with_likely(found, "dead", "×")
    if any(s.word == "unknown" and not s.likely.startswith("likely") for s in found):
        said.append("? not settled")
    said += _with_likely(found, "alive", "no sign:")
    return _joined(said)


def _with_likely(found: Sequence[Status], word: str, sign: str) -> list[str]:
    """What a sign means that experience gives as well as reading."""
    read = any(status.word == word for status in found)
    likely = any(status.likely.startswith(f"likely {word}") for status in found)
    said = [word] * read + [f"likely {word}"] * likely
    return [f"{sign} {' or '.join(said)}"] if said else []


def _joined(legend: Iterable[str]) -> str:
    """The parts of a legend; a line is broken between two of them only."""
    return "; ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in legend)


def _fits(position: Position, point: int, mark: str) -> bool:
    """A triangle goes on stones, the marks of moves on empty points."""
    return bool(position.board[point]) == (mark == "triangle")
