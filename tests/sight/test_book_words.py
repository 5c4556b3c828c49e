"""What a template's reason says about lines and chains holds wherever the template speaks."""

from __future__ import annotations

import re

import pytest

from gokan.go import Position
from gokan.sight import WITH_LAST_MOVE, Template, load

from .test_see import random_position

BOOK = load(WITH_LAST_MOVE)
POSITIONS = [random_position(seed, 13, 13, 30 + 8 * seed) for seed in range(12)]
POSITIONS += [random_position(seed, 19, 19, 5 + 5 * seed) for seed in range(8)]
POSITIONS += [example.position for t in BOOK.templates for example in t.matches]
LINES = {"first": 1, "second": 2, "third": 3, "fourth": 4}
SPOKEN: dict[int, list[tuple[Position, int]]] = {}
for _position in POSITIONS:
    for _index, _point, _ in BOOK.counts(_position):
        SPOKEN.setdefault(_index, []).append((_position, _point))


def line_of(position: Position, point: int) -> int:
    row, column = divmod(point, position.width)
    return 1 + min(row, column, position.height - 1 - row, position.width - 1 - column)


def chains_beside(position: Position, point: int, *, own: bool) -> int:
    color = position.to_play if own else position.to_play.opponent
    beside = [q for q in position.neighbors(point) if position.color_at(q) == color]
    return len({frozenset(position.block(q).stones) for q in beside})


def about(pattern: str) -> list[object]:
    """The templates whose reason has these words, with their numbers."""
    return [
        pytest.param(number, template, id=template.name)
        for number, template in enumerate(BOOK.templates)
        if re.search(pattern, template.reason)
    ]


@pytest.mark.parametrize(("number", "template"), about(r"\b(first|second|third|fourth) line"))
def test_the_line_that_is_named(number: int, template: Template) -> None:
    named = {line for word, line in LINES.items() if re.search(rf"\b{word}\b", template.reason)}
    for position, point in SPOKEN.get(number, []):
        assert line_of(position, point) in named, position.diagram()


@pytest.mark.parametrize(("number", "template"), about("(?i)two (own|enemy) chains"))
def test_two_chains_are_two(number: int, template: Template) -> None:
    own = "own chains" in template.reason
    for position, point in SPOKEN.get(number, []):
        assert chains_beside(position, point, own=own) > 1, position.diagram()


def test_the_positions_have_something_to_say() -> None:
    words = about(r"\b(first|second|third|fourth) line|two (own|enemy) chains")
    spoken = [p for p in words if SPOKEN.get(p.values[0])]  # type: ignore[attr-defined]
    assert len(spoken) > 12
