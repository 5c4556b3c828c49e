"""Attention learned from moves: the last move first, then where the next ones are likely.

Section 4.4.1 proposes the neighbourhood of the last stone as a simple rule, and that "longer term,
the program should learn where attention is needed as more sophisticated classes are assembled".
Here the weights of class elements, learned from professional games, say so: in the last round of
each position attention goes to the points that they rank highest, within the same budget.
"""

from __future__ import annotations

from collections.abc import Sequence

from gokan.checks import whole
from gokan.errors import InvalidInput
from gokan.go import PASS, Position
from gokan.shape.go.observe import Round, View, lines_of, neighbourhood
from gokan.shape.learn.ranking import rank


def attend(positions: Sequence[Position], *, processes: int, rounds: int) -> View:
    """What a player sees who looks at the last move, then at what is likely to come.

    >>> start = Position.empty(9)
    >>> view = attend([start, start.play("D4")], processes=24, rounds=2)
    >>> len(view.rounds), start.point("D4") in view.rounds[2].attended
    (4, True)
    """
    whole("number of processes", processes, 1, 1_000_000)
    whole("number of rounds", rounds, 2, 1000)
    if not positions:
        raise InvalidInput("there is no position to look at.")
    width, height = positions[0].width, positions[0].height
    made: list[Round] = []
    times: list[int] = []
    played: list[int] = []
    for number, position in enumerate(positions):
        last = position.last_move
        if number:
            played.append(PASS if last is None else last)
        focus = width * height // 2 if last is None or last == PASS else last
        near = neighbourhood(width, height, focus, processes)
        ahead = likely(position, played, processes)
        made += [Round(position.board, near)] * (rounds - 1) + [Round(position.board, ahead)]
        times += [number] * rounds
    return View(width, height, tuple(made), tuple(times))


def likely(position: Position, played: Sequence[int], processes: int) -> frozenset[int]:
    """The likeliest next points whose lines need no more than so many processes, two a line."""
    area: set[int] = set()
    lines: set[tuple[int, int]] = set()
    for ranked in rank(position, before=played).moves:
        if ranked.move < 0:
            continue
        more = lines | set(lines_of(ranked.move, position.width))
        if 2 * len(more) > processes and area:
            break
        area.add(ranked.move)
        lines = more
    return frozenset(area)
