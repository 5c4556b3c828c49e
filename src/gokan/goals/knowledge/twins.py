"""Rules that ask and say the same: turned, mirrored, or drawn for another stone of a block."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gokan.goals.knowledge.rule import ENEMY_KINDS, OFF_BOARD, OWN_KINDS, Cell, Map, Rule

__all__ = ["twins", "unlike"]

_Cells = dict[tuple[int, int], Cell]
_Key = tuple[object, ...]


def twins(rules: Iterable[Rule]) -> Iterator[tuple[Rule, Rule]]:
    """Each rule that says no more than an earlier one, with that one.

    A rule for both sides is compared with others from both.

    >>> from gokan.goals.knowledge import load
    >>> list(twins(load().rules))
    []
    """
    seen: dict[_Key, Rule] = {}
    for rule in rules:
        keys = [_key(side) for side in ([rule, rule.turned()] if rule.counterpart else [rule])]
        if all(key in seen for key in keys):
            yield rule, seen[keys[0]]
        for key in keys:
            seen.setdefault(key, rule)


def unlike(rules: Iterable[Rule]) -> list[Rule]:
    """The rules without those that say no more than an earlier one."""
    every = list(rules)
    again = {id(rule) for rule, _ in twins(every)}
    return [rule for rule in every if id(rule) not in again]


def _key(rule: Rule) -> _Key:
    """The same for rules that speak in the same positions about the same points and blocks."""
    says = (rule.purpose, rule.recommendation, rule.eyes, rule.unassailable, rule.only, rule.solid)
    drawn = min(tuple(_drawn(rule, _turned(one, turn)) for one in rule.maps) for turn in range(8))
    return (*says, rule.when, drawn)


def _turned(one: Map, turn: int) -> _Cells:
    """The cells in one of the eight orientations, from the top left."""
    found: _Cells = {}
    for cell in one.cells:
        x, y = (-cell.x if turn & 1 else cell.x), (-cell.y if turn & 2 else cell.y)
        found[(y, x) if turn & 4 else (x, y)] = cell
    left, top = (min(at[axis] for at in found) for axis in (0, 1))
    return {(x - left, y - top): cell for (x, y), cell in found.items()}


def _drawn(rule: Rule, cells: _Cells) -> tuple[tuple[object, ...], ...]:
    """A map as it is asked for: what may stand where, and which block or point has a name."""
    asked = rule.when.names() if rule.when else set[str]()
    lines = rule.when.asked("line") if rule.when else set[str]()
    uses = (rule.moves, rule.border, rule.centre)
    points = sorted(
        (x, y, c.kinds, *(c.symbol in use for use in uses)) for (x, y), c in cells.items()
    )
    order = {name: str(number) for number, name in enumerate(rule.objects)}
    names = sorted(
        (order.get(cell.symbol, cell.symbol), *(at if cell.symbol in lines else _block(cells, at)))
        for at, cell in cells.items()
        if cell.symbol in {*rule.objects, *asked, *rule.links}
    )
    return (*points, *names)


def _block(cells: _Cells, at: tuple[int, int]) -> tuple[int, int]:
    """The first stone of the block on a cell, as far as the map shows it."""
    kinds = cells[at].kinds
    side = next((s for s in (OWN_KINDS, ENEMY_KINDS) if kinds != OFF_BOARD and not kinds & ~s), 0)
    found, edge = {at}, [at]
    while edge and side:
        x, y = edge.pop()
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if near in cells and near not in found and not cells[near].kinds & ~side:
                found.add(near)
                edge.append(near)
    return min(found)
