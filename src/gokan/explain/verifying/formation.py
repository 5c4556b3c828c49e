"""A formation derived again with nothing but the stones: points, steps between them, gaps."""

from __future__ import annotations

from gokan.explain.verifying.twin import Place, Slow
from gokan.shape.learn.formation import Formation

_REACH = {(0, 1): 0, (1, 1): 1, (0, 2): 2, (1, 2): 3, (0, 3): 4, (1, 3): 5}
_FARTHEST = 4


def stands(board: Slow, places: list[Place], code: int) -> bool:
    """Whether stones at these places, the last one new, are the formation of this number."""
    formation = Formation.decode(code)
    if len(places) != len(formation.stones):
        return False
    wanted = any(stone.edges for stone in formation.stones)
    for number, (place, stone) in enumerate(zip(places, formation.stones, strict=True)):
        if number < formation.new and board.stones.get(place) != (
            "enemy" if stone.enemy else "own"
        ):
            return False
        if wanted and _edges(board, place) != stone.edges:
            return False
    return all(
        _tie(board, places[i], places[j]) == formation.tie(i, j)
        for j in range(len(places))
        for i in range(j)
    )


def _tie(board: Slow, one: Place, two: Place) -> int | None:
    dy, dx = two[0] - one[0], two[1] - one[1]
    near, far = sorted((abs(dy), abs(dx)))
    kind = _REACH.get((near, far))
    if kind is None or kind == 0:
        return kind
    if kind == 1:
        gaps = [(one[0], two[1]), (two[0], one[1])]
        return 1 if any(gap not in board.stones for gap in gaps) else None
    # Along the longer way: from the first stone, and, where it is a box, beside it to the second.
    gaps = []
    for step in range(1, far):
        if abs(dx) >= abs(dy):
            x = one[1] + (step if dx > 0 else -step)
            gaps += [(one[0], x), (two[0], x)]
        else:
            y = one[0] + (step if dy > 0 else -step)
            gaps += [(y, one[1]), (y, two[1])]
    return kind if all(gap not in board.stones for gap in gaps) else None


def _edges(board: Slow, place: Place) -> tuple[int, ...]:
    found = []
    for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        distance, y, x = 0, place[0] + dy, place[1] + dx
        while 0 <= y < board.height and 0 <= x < board.width and (y, x) not in board.stones:
            distance, y, x = distance + 1, y + dy, x + dx
        if not (0 <= y < board.height and 0 <= x < board.width) and 1 <= distance <= _FARTHEST:
            found.append(distance)
    return tuple(sorted(found)[:2])
