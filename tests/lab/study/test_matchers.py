"""The matchers of other programs find what the matcher of sight finds."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gokan import sight
from gokan.errors import InvalidInput
from gokan.go import BLACK, WHITE
from gokan.sight.library import Library
from gokan.sight.template import parse
from gokan_lab.study.matchers import MATCHERS, Matcher
from tests.sight.test_see import random_position

SIZES = [
    (19, 19, 120),
    (19, 19, 20),
    (13, 13, 80),
    (9, 9, 40),
    (5, 7, 15),
    (25, 25, 200),
    (1, 4, 2),
]
BOOK = {name: Matcher(sight.load(), name) for name in MATCHERS}


@pytest.mark.parametrize(("width", "height", "moves"), SIZES)
@pytest.mark.parametrize("seed", range(3))
def test_all_matchers_agree(width: int, height: int, moves: int, seed: int) -> None:
    position = random_position(seed, width, height, moves)
    for color in (BLACK, WHITE):
        expected = sorted(BOOK["naive"].hits(position, color))
        for name in MATCHERS:
            assert sorted(BOOK[name].hits(position, color)) == expected, name


def test_random_books_agree_between_matchers() -> None:
    chance = random.Random(3)
    words = ["own", "enemy", "empty", "liberties 1", "own segment", "influence 1..5", "line 1..2"]
    for _ in range(10):
        entries = []
        for n in range(12):
            shape = [[chance.choice("???ab#,.XO") for _ in range(5)] for _ in range(4)]
            shape[0][0:2] = "ab"
            shape[chance.randrange(1, 4)][chance.randrange(5)] = "*"
            rows = "\n".join("    " + "".join(row) for row in shape)
            a, b = chance.sample(words, 2)
            entries.append(
                f"template t{n}\nreason: Chance.\nshape:\n{rows}\n"
                f"where:\n    a {a}\n    b {b}\nweight: 1\n"
            )
        library = Library(parse("\n".join(entries)))
        position = random_position(chance.randrange(1000), 19, 19, 100)
        found = [sorted(Matcher(library, name).hits(position, BLACK)) for name in MATCHERS]
        assert all(one == found[0] for one in found)


def test_a_look_takes_time_and_the_automaton_grows() -> None:
    position = random_position(1, 19, 19, 120)
    assert BOOK["dfa"].seconds(position, 5).matching > 0
    assert BOOK["dfa"].states > 100
    assert BOOK["planes"].states == 0


def test_an_unknown_matcher_is_refused() -> None:
    name: Any = "grep"
    with pytest.raises(InvalidInput, match="choose one of naive"):
        Matcher(sight.load(), name)
