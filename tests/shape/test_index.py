"""The fast index against the slow recogniser, which knows nothing but structs and definitions."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gokan._core import ShapePlaceKind
from gokan.errors import InvalidInput
from gokan.go import PASS, Position
from gokan.shape.ets import Element, recognise
from gokan.shape.go.index import Growing, Index
from gokan.shape.go.observe import ATTENTION, Round, View, observe
from gokan.shape.go.record import classes, record
from gokan.shape.learn.learned import shipped

SETTING = classes()


def random_game(seed: int, width: int, height: int, moves: int) -> list[Position]:
    chance = random.Random(seed)
    positions = [Position.empty(width, height)]
    for _ in range(moves):
        now = positions[-1]
        legal = [p for p in range(width * height) if now.board[p] == 0 and now.is_legal(p)]
        positions.append(now.play(chance.choice(legal) if legal else PASS))
    return positions


def slow(view: View) -> tuple[list[set[Any]], list[set[Any]]]:
    worlds = recognise(SETTING, record(view))
    keys: dict[Element, Any] = {}
    for world in worlds:
        for e in world.elements:
            inside: Any = place(e) if e.level == 0 else frozenset(keys[m] for m in e.members)
            keys[e] = (e.kind, e.span, inside)
    elements = [{keys[e] for e in world.elements} for world in worlds]
    overlaps = [
        {
            (name, frozenset((keys[a], keys[b])))
            for (name, _), held in world.holders.items()
            for a in held
            for b in held
            if a is not b
        }
        for world in worlds[:2]
    ]
    return elements, overlaps


def place(element: Element) -> Any:
    if element.kind.endswith(("stone", "point", "play", "removal")):
        return {e.label[1] for e in element.members if e.kind != "line"}.pop()
    along, number = next(e.label[1] for e in element.members if e.kind == "line")
    return "line", 2 * number + along


def fast(view: View) -> tuple[list[set[Any]], list[set[Any]]]:
    return told(Index(view))


def told(index: Index) -> tuple[list[set[Any]], list[set[Any]]]:
    places = index.places()
    below: list[Any] = []
    elements, overlaps = [], []
    for level in range(index.levels + 1):
        here: list[Any] = []
        for n, element in enumerate(index.elements(level)):
            if level == 0:
                inside: Any = places[n].where
                if places[n].kind == ShapePlaceKind.LINE:
                    inside = ("line", inside)
            else:
                inside = frozenset(below[m] for m in element.members)
            here.append((index.name(element.kind), (element.start, element.end), inside))
        assert len(set(here)) == len(here), "an element is found twice"
        elements.append(set(here))
        if level < min(2, index.levels):
            overlaps.append(
                {
                    (name, frozenset((here[a], here[b])))
                    for name, held in index.overlaps(level)
                    for a in held
                    for b in held
                    if a != b
                }
            )
        below = here
    return elements, overlaps


def compare(view: View) -> None:
    (slow_elements, slow_overlaps), (fast_elements, fast_overlaps) = slow(view), fast(view)
    for level, (one, two) in enumerate(zip(slow_elements, fast_elements, strict=True)):
        assert one == two, (level, sorted(map(str, one ^ two))[:6])
    for one, two in zip(slow_overlaps, fast_overlaps, strict=True):
        assert one == two, sorted(map(str, one ^ two))[:6]


@pytest.mark.parametrize("seed", range(6))
def test_random_games(seed: int) -> None:
    chance = random.Random(seed)
    width, height = chance.randint(1, 5), chance.randint(1, 5)
    compare(observe(random_game(seed, width, height, chance.randint(0, 2 * width * height))))


def test_a_larger_game() -> None:
    compare(observe(random_game(1, 6, 6, 24)))


@pytest.mark.parametrize("seed", range(12))
def test_a_game_that_goes_on_has_the_shapes_of_the_whole_game(seed: int) -> None:
    chance = random.Random(seed)
    width, height = chance.randint(1, 7), chance.randint(1, 7)
    positions = random_game(seed, width, height, chance.randint(0, 2 * width * height))
    growing = Growing(positions[0])
    asked = chance.randrange(len(positions))
    for number, position in enumerate(positions[1:], 1):
        growing.add(position)
        if number == asked:  # asking in between changes nothing
            assert told(growing.index()) == told(Index(observe(positions[: number + 1])))
    assert told(growing.index()) == told(Index(observe(positions)))


def test_a_game_that_goes_on_with_learned_classes() -> None:
    positions = random_game(3, 9, 9, 60)
    setting = shipped().setting
    growing = Growing(positions[0], levels=2, setting=setting)
    for position in positions[1:]:
        growing.add(position)
    whole = Index(observe(positions), levels=2, setting=setting)
    assert told(growing.index()) == told(whole)
    with pytest.raises(InvalidInput, match="one size"):
        growing.add(Position.empty(5))


@pytest.mark.parametrize("attention", ATTENTION)
def test_ways_of_attending(attention: str) -> None:
    compare(observe(random_game(5, 4, 3, 8), attention=attention, processes=16, rounds=2))


@pytest.mark.parametrize("seed", range(2))
def test_attention_that_jumps_about(seed: int) -> None:
    chance = random.Random(seed)
    rounds = [
        Round(p.board, frozenset(v for v in range(16) if chance.random() < 0.6))
        for p in random_game(seed, 4, 4, 14)
    ]
    compare(View(4, 4, tuple(rounds)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000))
def test_a_thousand_random_games(seed: int) -> None:
    chance = random.Random(seed)
    width, height = chance.randint(1, 7), chance.randint(1, 7)
    compare(observe(random_game(seed, width, height, chance.randint(0, 2 * width * height))))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_ten_large_random_games(seed: int) -> None:
    compare(observe(random_game(seed, 19, 19, 60)))
