"""Safety: what already belongs to whom, and how that is known.

Three kinds, each resting on the one before:

- *unconditional*: Benson's theorem; nothing need ever be answered (`gokan.go.life`);
- *static*: safe as long as the owner answers. As in Benson's theorem a block needs two regions, but
  one with a single inner point that no stone of the block touches will do when two neighbours of
  that point are empty: an enemy move next to it is answered on another neighbour, and then the
  region is as Benson wants it. (After M. Müller, "Playing it safe", 1997.)
- *search*: blocks for which the proof search shows that they stand although the enemy moves first,
  and empty points and enemy stones of regions between live walls in which every enemy stone is
  proved to fall (`settled`). The owner's stones there must stand themselves: their points may be
  his although they can be taken, if what takes them falls in turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from gokan.go import BLACK, EMPTY, WHITE, Color, Position
from gokan.go.life import unconditional
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.life.solve import solve
from gokan.reading.problem import Problem
from gokan.reading.regions.region import find_region
from gokan.reading.safe.settled import settled

if TYPE_CHECKING:
    from gokan.draw import Svg

__all__ = ["Safety", "safety"]

How = Literal["unconditional", "static", "search"]
_SHADE = {"unconditional": 1.0, "static": 0.75, "search": 0.5}
_MOST_PER_BLOCK = 2.0  # seconds, or what counts as much


@dataclass(frozen=True, slots=True)
class Safety:
    """Every point that is proved to belong to a side."""

    position: Position
    owner: tuple[Color, ...]
    """For each point whose it is; EMPTY if that is not proved."""
    how: tuple[How | None, ...]
    """For each point how that is known."""
    complete: bool
    """The search reached every block before its budget ran out."""

    def points(self, color: Color, how: How | None = None) -> tuple[int, ...]:
        """The points of one side, all of them or those of one kind."""
        return tuple(
            p
            for p, owner in enumerate(self.owner)
            if owner == color and (how is None or self.how[p] == how)
        )

    def to_dict(self) -> dict[str, Any]:
        """The same in plain types, points as vertices."""
        vertex = self.position.vertex
        result: dict[str, Any] = {"complete": self.complete}
        for color in (BLACK, WHITE):
            result[str(color)] = {
                how: [vertex(p) for p in self.points(color, how)]
                for how in ("unconditional", "static", "search")
            }
        return result

    def explain(self) -> str:
        """How many points each side certainly has."""
        parts = []
        for color in (BLACK, WHITE):
            counts = [f"{len(self.points(color, how))} {how}" for how in _KINDS]
            parts.append(
                f"{str(color).capitalize()} has {len(self.points(color))} safe points"
                f" ({', '.join(counts)})"
            )
        return "; ".join(parts) + "."

    def draw(self, **options: Any) -> Svg:
        """The board as SVG: black and white points shaded, the surer the stronger."""
        from gokan.draw import board

        heat = [
            0.0 if how is None else (1 if owner == BLACK else -1) * _SHADE[how]
            for owner, how in zip(self.owner, self.how, strict=True)
        ]
        return board(self.position, **{"heat": heat, "heat_limit": 1.0, **options})


_KINDS: tuple[How, ...] = ("unconditional", "static", "search")


def safety(
    position: Position, *, budget: Budget | Meter | None = None, seconds: float | None = None
) -> Safety:
    """Which points certainly belong to one side, as far as a budget allows (five seconds by
    default).

    >>> position = Position.from_diagram('''
    ... . X . X . . .
    ... X X X X . . .
    ... O O O O . . .
    ... . . . . . . .
    ... . . . . . . .
    ... ''')
    >>> safety(position, seconds=1).explain()
    'Black has 8 safe points (8 unconditional, 0 static, 0 search); White has 0 safe points \
(0 unconditional, 0 static, 0 search).'
    """
    meter = started(budget, seconds=seconds, usual=Budget(seconds=5.0))
    owner: list[Color] = [EMPTY] * len(position.board)
    how: list[How | None] = [None] * len(position.board)

    def claim(points: set[int], color: Color, kind: How) -> None:
        for p in points:
            if how[p] is None:
                owner[p], how[p] = color, kind

    life = unconditional(position)
    claim(set(life.alive_black + life.territory_black), BLACK, "unconditional")
    claim(set(life.alive_white + life.territory_white), WHITE, "unconditional")
    for color in (BLACK, WHITE):
        claim(_static(position, color), color, "static")
    complete = True
    for p in range(len(position.board)):
        if how[p] is None and not meter.over:
            color = settled(position, p)
            if color not in (EMPTY, position.color_at(p)):
                claim({p}, color, "search")
    for block in sorted(position.blocks(), key=lambda b: -len(b.stones)):
        if how[block.stones[0]] is not None:
            continue
        if meter.over:
            complete = False
            break
        if _stands(position, block.stones[0], meter.at_most(_MOST_PER_BLOCK)):
            claim(set(block.stones), block.color, "search")
    return Safety(position, tuple(owner), tuple(how), complete)


def _stands(position: Position, stone: int, meter: Meter) -> bool:
    """Is the block proved to stand although its enemy moves first?"""
    if not find_region(position, [stone]).sealed:
        return False
    enemy = position.color_at(stone).opponent
    turned = position if position.to_play == enemy else position.setup(to_play=enemy)
    problem = Problem.make(turned, target=[stone])
    answer = solve(problem, budget=meter, all_moves=False, details=False, trials=False)
    return answer.result == "loss" and answer.proved


def _static(position: Position, color: Color) -> set[int]:
    """Stones and territory that are safe if the owner answers locally."""
    if position.rules.suicide:  # an enemy who may take his own stones off upsets the argument
        return set()
    blocks = {b.stones[0]: set(b.stones) for b in position.blocks() if b.color == color}
    name = {p: head for head, stones in blocks.items() for p in stones}
    regions = _regions(position, color)
    walls = [{name[q] for p in r for q in position.neighbors(p) if q in name} for r in regions]
    alive, inside = set(blocks), set(range(len(regions)))
    while True:
        weak = {
            head
            for head in alive
            if sum(_vital(position, regions[i], walls[i], blocks[head]) for i in inside) < 2
        }
        if not weak:
            break
        alive -= weak
        inside = {i for i in inside if walls[i] <= alive}
    safe = set().union(*(blocks[head] for head in alive)) if alive else set()
    for i in inside if alive else ():
        away = [p for p in regions[i] if not any(q in safe for q in position.neighbors(p))]
        if len(away) < 2 or (len(away) == 2 and away[1] in position.neighbors(away[0])):
            safe |= regions[i]
    return safe


def _vital(position: Position, region: set[int], wall: set[int], block: set[int]) -> bool:
    board = position.board
    if not any(q in block for p in region for q in position.neighbors(p)):
        return False
    inner = [
        p
        for p in region
        if board[p] == EMPTY and not any(q in block for q in position.neighbors(p))
    ]
    if not inner:
        return True
    if len(inner) > 1 or len(wall) > 1:
        return False
    return sum(board[q] == EMPTY for q in position.neighbors(inner[0])) >= 2


def _regions(position: Position, color: Color) -> list[set[int]]:
    """The connected sets of points without a stone of the colour."""
    seen: set[int] = set()
    found: list[set[int]] = []
    for start in range(len(position.board)):
        if start in seen or position.board[start] == color:
            continue
        region, todo = {start}, [start]
        while todo:
            for q in position.neighbors(todo.pop()):
                if position.board[q] != color and q not in region:
                    region.add(q)
                    todo.append(q)
        seen |= region
        found.append(region)
    return found
