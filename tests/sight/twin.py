"""Sight in plain Python: every array and every template match, slowly, from the definitions."""

from __future__ import annotations

from gokan import _core
from gokan.go import Color, Position
from gokan.sight import Template

FEATURES = _core.SIGHT_FEATURES


def influence(position: Position, rounds: int = 4, seed: int = 50) -> list[int]:
    values = [(0, seed, -seed)[c] for c in position.board]
    for _ in range(rounds):
        before = values[:]
        for point, value in enumerate(before):
            for q in position.neighbors(point):
                values[q] += (value > 0) - (value < 0)
    return values


def segments(position: Position, values: list[int]) -> list[set[int]]:
    found: list[set[int]] = []
    seen: set[int] = set()
    for start, value in enumerate(values):
        if value == 0 or start in seen:
            continue
        inside, todo = {start}, [start]
        while todo:
            for q in position.neighbors(todo.pop()):
                if q not in inside and values[q] * value > 0:
                    inside.add(q)
                    todo.append(q)
        seen |= inside
        found.append(inside)
    return found


def diagonals(position: Position, point: int) -> list[int]:
    row, col = divmod(point, position.width)
    return [
        (row + i) * position.width + col + j
        for i in (-1, 1)
        for j in (-1, 1)
        if 0 <= row + i < position.height and 0 <= col + j < position.width
    ]


def _distance(position: Position, point: int, color: Color) -> int:
    row, col = divmod(point, position.width)
    steps = [
        abs(row - q // position.width) + abs(col - q % position.width)
        for q in position.stones(color)
    ]
    return min([99, *steps])


def _play(position: Position, point: int, color: Color) -> tuple[int, int]:
    """Liberties after a stone of `color` on the empty point, and the stones it takes."""
    if position.board[point]:
        return 0, 0
    board = list(position.board)
    board[point] = color
    taken = 0
    for q in position.neighbors(point):
        if board[q] == color.opponent:
            chain, liberties = _chain(position, board, q)
            if not liberties:
                taken += len(chain)
                for stone in chain:
                    board[stone] = 0
    return len(_chain(position, board, point)[1]), taken


def _chain(position: Position, board: list[int], start: int) -> tuple[set[int], set[int]]:
    chain, liberties, todo = {start}, set[int](), [start]
    while todo:
        for q in position.neighbors(todo.pop()):
            if board[q] == 0:
                liberties.add(q)
            elif board[q] == board[start] and q not in chain:
                chain.add(q)
                todo.append(q)
    return chain, liberties


def features(position: Position, mover: Color) -> list[dict[str, int]]:
    """The features of every point, seen by `mover`."""
    field = influence(position)
    own, enemy = mover, mover.opponent
    side = {0: 0, int(own): 1, int(enemy): 2}
    out: list[dict[str, int]] = []
    width, height = position.width, position.height
    board = list(position.board)
    for point in range(width * height):
        row, col = divmod(point, width)
        a, b = min(col, width - 1 - col) + 1, min(row, height - 1 - row) + 1
        color = position.board[point]
        chain, liberties = _chain(position, board, point) if color else (set[int](), set[int]())
        near = [position.board[q] for q in position.neighbors(point)]
        slant = [position.board[q] for q in diagonals(position, point)]
        after_own, takes_own = _play(position, point, own)
        after_enemy, takes_enemy = _play(position, point, enemy)
        last = position.last_move
        steps = 99
        if last is not None and last >= 0:
            steps = abs(row - last // width) + abs(col - last % width)
        out.append(
            {
                "stone": side[color],
                "liberties": len(liberties),
                "stones": len(chain),
                "segment": 0,
                "grouping": 0,
                "army": 0,
                "space": 0,
                "influence": field[point] * (1 if mover == Color.BLACK else -1),
                "adjacent-own": near.count(own),
                "adjacent-enemy": near.count(enemy),
                "diagonal-own": slant.count(own),
                "diagonal-enemy": slant.count(enemy),
                "line": min(a, b),
                "corner": max(a, b),
                "distance-own": _distance(position, point, own),
                "distance-enemy": _distance(position, point, enemy),
                "after-own": after_own,
                "after-enemy": after_enemy,
                "takes-own": takes_own,
                "takes-enemy": takes_enemy,
                "last": steps,
                "across": min(width, height),
            }
        )
    for inside in segments(position, field):
        color = Color.BLACK if field[min(inside)] > 0 else Color.WHITE
        army = sum(position.board[p] == color for p in inside)
        space = sum(position.board[p] == 0 for p in inside)
        size = 500 if space < 10 else 700 if space > 25 else 600
        for p in inside:
            out[p] |= {"segment": side[color], "grouping": size + army, "army": army}
            out[p]["space"] = space
    return out


def matches(
    position: Position, mover: Color, template: Template, table: list[dict[str, int]] | None = None
) -> dict[int, int]:
    """Where a template speaks, and how many of its different orientations match there."""
    table = table or features(position, mover)
    width, height = position.width, position.height
    turned = set()
    for flip_x in (1, -1):
        for flip_y in (1, -1):
            for swap in (False, True):
                cells = []
                for dx, dy, conditions in template.cells:
                    x, y = dx * flip_x, dy * flip_y
                    cells.append((y, x, conditions) if swap else (x, y, conditions))
                turned.add(frozenset(cells))
    found: dict[int, int] = {}
    for cells_ in turned:
        for point in range(width * height):
            row, col = divmod(point, width)
            for dx, dy, conditions in cells_:
                x, y = col + dx, row + dy
                if not (0 <= x < width and 0 <= y < height):
                    if conditions is not None:
                        break
                elif conditions is None or not all(
                    low <= table[y * width + x][FEATURES[f]] <= high for f, low, high in conditions
                ):
                    break
            else:
                found[point] = 1 if template.once else found.get(point, 0) + 1
    return found
