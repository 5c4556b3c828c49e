"""The relations of the dynamical system in symbols, as equation (6) of the paper shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gokan.go import Position
from gokan.strength.options import point_on

Monomial = tuple[str, ...]
Polynomial = dict[Monomial, int]

BLACK = 1


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation, `left = right`. `unit` is the point, or the first stone of the block."""

    unit: int
    left: str
    right: str

    def __str__(self) -> str:
        return f"{self.left} = {self.right}"


@dataclass(frozen=True, slots=True)
class Equations:
    """The relations of a position: two per empty point, one per block."""

    relations: tuple[Relation, ...]
    points: int
    blocks: int

    def __len__(self) -> int:
        return len(self.relations)

    def __iter__(self) -> Iterator[Relation]:
        return iter(self.relations)

    def __str__(self) -> str:
        return "\n".join(map(str, self.relations))


def equations(
    position: Position,
    *,
    units: Iterable[int | str] | None = None,
    raise_last_liberty: bool = True,
    expanded: bool = True,
) -> Equations:
    """The relations of all units, or of the units at the given points (one name alone will do).

    Points are named by small letters as in the paper (`w_d4`, `b_d4`), a block by its first stone
    in reading order (`s_c3`). `expanded` multiplies the products out, as equation (6) is printed;
    otherwise they stay factors. With `raise_last_liberty` the product over a block's liberties is
    divided by its smallest factor.

    >>> from gokan.go import Position
    >>> row = Position.from_diagram("X . O .")
    >>> print(equations(row, raise_last_liberty=False, expanded=False))
    s_a1 = 1 - w_b1
    w_b1 = (1 - s_a1 (1 - s_c1)) / (2 - s_a1 (1 - s_c1) - (1 - s_a1) s_c1)
    b_b1 = 1 - w_b1
    s_c1 = 1 - b_b1 b_d1
    w_d1 = (1 - (1 - s_c1)) / (2 - (1 - s_c1) - s_c1)
    b_d1 = 1 - w_d1
    >>> len(equations(row)), print(equations(row, units=["C1"]))
    s_c1 = -b_b1 b_d1/min(b_b1, b_d1) + 1
    (6, None)
    """
    unit_of: dict[int, int] = {}
    blocks = position.blocks()
    by_first = {min(block.stones): block for block in blocks}
    for first, block in by_first.items():
        unit_of.update(dict.fromkeys(block.stones, first))
    unit_of.update({point: point for point, color in enumerate(position.board) if not color})
    wanted = sorted(set(unit_of.values()) if units is None else _units(position, units, unit_of))
    relations: list[Relation] = []
    for unit in wanted:
        if unit in by_first:
            relations.append(_block(position, unit, unit_of, raise_last_liberty, expanded))
        else:
            relations.extend(_point(position, unit, unit_of, expanded))
    found = [unit for unit in wanted if unit in by_first]
    return Equations(tuple(relations), len(wanted) - len(found), len(found))


def _units(
    position: Position, units: Iterable[int | str], unit_of: dict[int, int]
) -> Iterator[int]:
    for named in [units] if isinstance(units, str) else units:
        yield unit_of[point_on(position, named)]


def _point(
    position: Position, point: int, unit_of: dict[int, int], expanded: bool
) -> Iterator[Relation]:
    name = _name(position, point)
    around = sorted({unit_of[q] for q in position.neighbors(point)})
    if not around:
        yield Relation(point, f"w_{name}", "1/2")
        yield Relation(point, f"b_{name}", f"1 - w_{name}")
        return
    not_white = [_factor(position, unit, 2) for unit in around]
    not_black = [_factor(position, unit, BLACK) for unit in around]
    if expanded:
        white, black = _one_minus(not_white), _one_minus(not_black)
        right = f"({_text(white)})/({_text(_sum(white, black))})"
        other = f"-w_{name} + 1"
    else:
        w, b = (" ".join(map(_factor_text, factors)) for factors in (not_white, not_black))
        right = f"(1 - {w}) / (2 - {w} - {b})"
        other = f"1 - w_{name}"
    yield Relation(point, f"w_{name}", right)
    yield Relation(point, f"b_{name}", other)


def _block(
    position: Position, first: int, unit_of: dict[int, int], raised: bool, expanded: bool
) -> Relation:
    block = position.block(first)
    letter = "w" if block.color == BLACK else "b"
    liberties = [f"{letter}_{_name(position, point)}" for point in block.liberties]
    enemies = {
        unit_of[q]
        for stone in block.stones
        for q in position.neighbors(stone)
        if position.board[q] not in (0, block.color)
    }
    factors = sorted([f"s_{_name(position, enemy)}" for enemy in enemies]) + sorted(liberties)
    product = " ".join(factors) if factors else "1"
    if raised and liberties:
        product = (
            f"{product}/min({', '.join(sorted(liberties))})"
            if len(liberties) > 1
            else " ".join(f for f in factors if f not in liberties) or "1"
        )
    left = f"s_{_name(position, first)}"
    return Relation(first, left, f"-{product} + 1" if expanded else f"1 - {product}")


def _factor(position: Position, unit: int, color: int) -> Polynomial:
    """The chance that a neighbour does not end as `color`, as a polynomial."""
    name = _name(position, unit)
    there = position.board[unit]
    if not there:
        return {(f"{'b' if color == 2 else 'w'}_{name}",): 1}
    if there == color:
        return {(): 1, (f"s_{name}",): -1}
    return {(f"s_{name}",): 1}


def _one_minus(factors: list[Polynomial]) -> Polynomial:
    product: Polynomial = {(): 1}
    for factor in factors:
        product = {
            key: total
            for key, total in _collect(
                (tuple(sorted(a + b)), x * y) for a, x in product.items() for b, y in factor.items()
            ).items()
            if total
        }
    return _sum({(): 1}, {key: -value for key, value in product.items()})


def _sum(*polynomials: Polynomial) -> Polynomial:
    return _collect(item for polynomial in polynomials for item in polynomial.items())


def _collect(items: Iterable[tuple[Monomial, int]]) -> Polynomial:
    total: Polynomial = {}
    for key, value in items:
        total[key] = total.get(key, 0) + value
    return {key: value for key, value in total.items() if value}


def _text(polynomial: Polynomial) -> str:
    """Terms in the paper's order: by letters, longer ones first, the constant last."""
    parts: list[str] = []
    for key in sorted(polynomial, key=lambda monomial: (*monomial, "~")):
        value = polynomial[key]
        size = abs(value)
        body = " ".join(key) if key else str(size)
        if key and size != 1:
            body = f"{size} {body}"
        if parts:
            parts.append(f" {'-' if value < 0 else '+'} {body}")
        else:
            parts.append(f"-{body}" if value < 0 else body)
    return "".join(parts) or "0"


def _factor_text(factor: Polynomial) -> str:
    (name,) = [key[0] for key in factor if key]
    return f"(1 - {name})" if len(factor) > 1 else name


def _name(position: Position, point: int) -> str:
    return position.vertex(point).lower()
