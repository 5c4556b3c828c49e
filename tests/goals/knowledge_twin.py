"""The slow twin of the core's rule book: every map at every point, every join, in plain Python."""

from __future__ import annotations

from itertools import product

from gokan.go import Color, Position
from gokan.goals.knowledge.conditions import Condition
from gokan.goals.knowledge.rule import OFF_BOARD, Cell, Map, Rule

Placed = dict[str, list[int]]


def matches(rule: Rule, position: Position, own: Color) -> set[tuple[tuple[int, ...], ...]]:
    """(objects, moves, border, centre) of every match, unfiltered."""
    per_map = [list(_places(one, position, own)) for one in rule.maps]
    links = _links(rule)
    found = set()
    for combination in product(*per_map):
        linked = True
        cells: Placed = {}
        for placed in combination:
            for symbol, points in placed.items():
                if symbol in cells and symbol in links:
                    linked &= _same(position, cells[symbol][0], points[0])
                else:
                    cells.setdefault(symbol, []).extend(points)
        if linked and rule.solid:
            linked = all(
                _same(position, p, cells[rule.objects[0]][0]) for s in rule.border for p in cells[s]
            )
        if linked and (rule.when is None or _true(rule.when, cells, position, own)):
            pick = [
                tuple(sorted({p for s in names for p in cells[s]}))
                for names in (rule.moves, rule.border, rule.centre)
            ]
            objects = tuple(cells[s][0] for s in rule.objects)
            if rule.purpose in ("connect", "sever", "join", "split", "connection"):
                objects = tuple(sorted(objects))
            if len(rule.maps) > 1:  # one stone stands for its block
                objects = tuple(position.block(stone).stones[0] for stone in objects)
            found.add((objects, *pick))
    return found


def _links(rule: Rule) -> set[str]:
    """Letters, or the move, that stand for one cell in each map where they stand."""
    told = {symbol for symbol, _ in rule.where} | {*rule.objects, *_names(rule.when), "*"}
    several = {c.symbol for m in rule.maps for c in m.cells if c.symbol in told}
    for one in rule.maps:
        symbols = [c.symbol for c in one.cells]
        several -= {s for s in symbols if symbols.count(s) > 1}
    return several


def _names(condition: Condition | None) -> set[str]:
    return condition.names() if condition else set()


def _places(one: Map, position: Position, own: Color):
    for symmetry in range(8):
        for y, x in product(range(position.height), range(position.width)):
            placed: Placed = {}
            if all(_fits(cell, one, x, y, symmetry, position, own, placed) for cell in one.cells):
                yield placed


def _fits(
    cell: Cell, one: Map, x: int, y: int, symmetry: int, position: Position, own: Color, placed
) -> bool:
    dx, dy = cell.x - one.anchor[0], cell.y - one.anchor[1]
    dx, dy = (-dx if symmetry & 1 else dx), (-dy if symmetry & 2 else dy)
    if symmetry & 4:
        dx, dy = dy, dx
    x, y = x + dx, y + dy
    if not (0 <= x < position.width and 0 <= y < position.height):
        return cell.kinds == OFF_BOARD
    if cell.kinds == OFF_BOARD:
        return False
    point = y * position.width + x
    placed.setdefault(cell.symbol, []).append(point)
    color = position.color_at(point)
    if not color:
        return bool(cell.kinds & 1)
    liberties = min(5, len(position.block(point).liberties))
    return bool(cell.kinds >> (liberties if color == own else liberties + 5) & 1)


def _same(position: Position, a: int, b: int) -> bool:
    if a == b:
        return True
    return bool(position.color_at(a)) and b in position.block(a).stones


def _true(condition: Condition, cells: Placed, position: Position, own: Color) -> bool:
    return bool(_value(condition, cells, position, own))


def _value(c: Condition, cells: Placed, position: Position, own: Color) -> int:
    parts = [_value(p, cells, position, own) for p in c.parts if isinstance(p, Condition)]
    points = [cells[p][0] for p in c.parts if isinstance(p, str)]
    match c.op:
        case "number":
            return int(str(c.parts[0]))
        case "and":
            return parts[0] and parts[1]
        case "or":
            return parts[0] or parts[1]
        case "not":
            return not parts[0]
        case "<":
            return parts[0] < parts[1]
        case "=":
            return parts[0] == parts[1]
        case "same":
            return _same(position, *points)
        case "liberty":
            return bool(position.color_at(points[1])) and (
                points[0] in position.block(points[1]).liberties
            )
        case "stone":
            color = position.color_at(points[0])
            return 0 if not color else 1 if color == own else 2
        case "line":
            row, column = divmod(points[0], position.width)
            return 1 + min(row, column, position.height - 1 - row, position.width - 1 - column)
        case "after" | "enemy_after":
            side = own if c.op == "after" else own.opponent
            try:
                after = position.with_to_play(side).play(points[0])
            except Exception:
                return 0
            return len(after.block(points[0]).liberties)
        case "libs" | "stones":
            if not position.color_at(points[0]):
                return 0
            block = position.block(points[0])
            return len(block.liberties if c.op == "libs" else block.stones)
    raise AssertionError(c.op)
