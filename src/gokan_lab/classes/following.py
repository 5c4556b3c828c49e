"""What becomes of formations: the next step, and the end of the game seen backwards.

The next step of a formation is the first formation of a later move that has its newest stone among
the stones it builds on. Outcomes are taken from games that were counted, and only where reading
proves whose the points are at the end (`gokan.reading.safety`): a stone that was taken off is
captured; one that stands on a point proved to be its own side's is alive, on one proved to be the
other's it is dead; an empty point of the formation that is proved to be somebody's is territory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from gokan import _core
from gokan.go import Color, Position
from gokan.reading import Budget
from gokan.shape.learn.formation import Formation
from gokan_lab.classes.counting import Record

SIDE = 19
SOON = 20
"""Moves within which a next step counts."""
NODES = 20_000
"""What the safety at the end of one game may cost."""
OUTCOMES = ("alive", "captured", "dead", "unsettled")


@dataclass(slots=True)
class Course:
    """What followed a formation: next steps by number, and what became of the mover's stones."""

    seen: int = 0
    steps: Counter[int] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    ground: Counter[str] = field(default_factory=Counter)
    """Whose territory the points between its stones became, where that is proved."""
    against: Counter[str] = field(default_factory=Counter)
    """What became of the opponent's stones in it."""


def follow(
    games: Sequence[Record],
    codes: Sequence[int],
    *,
    outcomes: int = 500,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> list[Course]:
    """The courses of formations in games; `outcomes` bounds in how many counted games."""
    courses = [Course() for _ in codes]
    numbers = list(codes)
    formations = [Formation.decode(code) for code in codes]
    left = outcomes
    for done, game in enumerate(games, 1):
        found = _core.find_formations(game.moves, numbers)
        _count_steps(found, courses)
        if game.counted and left > 0:
            left -= 1
            _count_outcomes(game, found, formations, courses)
        progress(done, len(games))
    return courses


def _count_steps(found: list[_core.FormationSeen], courses: list[Course]) -> None:
    """For each formation the first move that builds on its newest stone, by its best formation."""
    building: dict[int, dict[int, int]] = {}  # by stone: move -> the most telling formation
    for one in found:
        for stone in one.points[:-1]:
            moves = building.setdefault(stone, {})
            moves[one.move] = min(one.formation, moves.get(one.move, one.formation))
    for one in found:
        course, newest = courses[one.formation], one.points[-1]
        course.seen += 1
        later = [m for m in building.get(newest, ()) if one.move < m <= one.move + SOON]
        if later:
            course.steps[building[newest][min(later)]] += 1


def _count_outcomes(
    game: Record,
    found: list[_core.FormationSeen],
    formations: list[Formation],
    courses: list[Course],
) -> None:
    from gokan.reading import safety

    positions = [Position.empty(SIDE)]
    for i in range(0, len(game.moves) - 1, 2):
        pair = game.moves[i : i + 2]
        move = -1 if pair == ".." else ord(pair[0]) - 97 + SIDE * (ord(pair[1]) - 97)
        positions.append(positions[-1].play_forced(move))
    end = positions[-1]
    owner = safety(end, budget=Budget(nodes=NODES)).owner
    gone = _taken(positions)
    for one in found:
        move, number, points = one.move, one.formation, one.points
        mover = Color.BLACK if move % 2 else Color.WHITE
        stones = list(zip(points, formations[number].stones, strict=True))
        own = [p for p, stone in stones if not stone.enemy]
        enemy = [p for p, stone in stones if stone.enemy]
        course = courses[number]
        course.outcomes[_fate(own, move, mover, end, owner, gone)] += 1
        if enemy:
            course.against[_fate(enemy, move, mover.opponent, end, owner, gone)] += 1
        inside = [p for p in formations[number].between(points, SIDE) if not end.board[p]]
        settled = [owner[p] for p in inside if owner[p] != Color.EMPTY]
        if settled:
            course.ground["own" if settled[0] == mover else "enemy"] += 1


def _taken(positions: list[Position]) -> dict[int, list[int]]:
    """When stones were taken off each point."""
    gone: dict[int, list[int]] = {}
    for number in range(1, len(positions)):
        before, after = positions[number - 1].board, positions[number].board
        if sum(map(bool, after)) <= sum(map(bool, before)):
            for point, (a, b) in enumerate(zip(before, after, strict=True)):
                if a and not b:
                    gone.setdefault(point, []).append(number)
    return gone


def _fate(
    own: list[int],
    move: int,
    side: Color,
    end: Position,
    owner: Sequence[Color],
    gone: dict[int, list[int]],
) -> str:
    """Of most of one side's stones in the formation."""
    fates: Counter[str] = Counter()
    for point in own:
        if any(when > move for when in gone.get(point, ())):
            fates["captured"] += 1
        elif owner[point] == side:
            fates["alive"] += 1
        elif owner[point] == side.opponent:
            fates["dead"] += 1
        else:
            fates["unsettled"] += 1
    best = max(fates.values())
    return next(fate for fate in OUTCOMES if fates[fate] == best)
