"""Stage ascension (Sections 3.4.2 and 4.5.3): what comes out is a struct, and loses no element."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gokan.errors import InvalidInput
from gokan.go import PASS, Position
from gokan.shape.ets import Setting, Struct, ascend, generates, parse, recognise, write
from gokan.shape.ets.stage import Layer
from gokan.shape.go.ascent import PLAYS, layer, next_stage
from gokan.shape.go.index import Index
from gokan.shape.go.observe import observe
from gokan.shape.go.record import classes, record

SETTING = classes()
BLOCKS = tuple(
    f"{color}-{block}"
    for color in ("black", "white")
    for block in ("one-stone-block", "two-stone-block", "block")
)


def random_game(seed: int, size: int, moves: int) -> list[Position]:
    chance = random.Random(seed)
    positions = [Position.empty(size)]
    for _ in range(moves):
        now = positions[-1]
        legal = [p for p in range(size * size) if now.board[p] == 0 and now.is_legal(p)]
        positions.append(now.play(chance.choice(legal) if legal else PASS))
    return positions


def shape_of(struct: Struct) -> Counter[Any]:
    """The events without their names: when, what ends, what begins."""
    found: Counter[Any] = Counter()
    for event in struct.events:
        primitive = struct.domain[event.kind]
        sites = (
            tuple(s.primal for s in primitive.initials),
            tuple(s.primal for s in primitive.terminals),
        )
        found[struct.rounds[event], sites] += 1
    return found


def check_threads(struct: Struct, made: Layer, kinds: set[str], *, complete: bool) -> None:
    """Every element is one thread of processes, from its beginning to its end."""
    threads: dict[int, list[int]] = {}
    for process in struct.producer.keys() | struct.consumer.keys():
        assert isinstance(process, tuple)
        threads.setdefault(process[0], []).append(process[1])
    first = min(
        (s[0] for s, k in zip(made.spans, made.kinds, strict=True) if k in kinds), default=0
    )
    last = max((s[1] for s, k in zip(made.spans, made.kinds, strict=True) if k in kinds), default=0)
    for n, parts in threads.items():
        assert sorted(parts) == list(range(len(parts)))
        begin, end = (n, 0), (n, len(parts) - 1)
        for part in range(len(parts) - 1):  # what one event makes another takes
            assert struct.consumer[n, part][0] is struct.producer[n, part + 1][0]
        if begin in struct.producer:
            assert struct.rounds[struct.producer[begin][0]] == made.spans[n][0]
        if end in struct.consumer:
            assert struct.rounds[struct.consumer[end][0]] == made.spans[n][1] + 1
        if complete:
            assert (begin in struct.producer) == (made.spans[n][0] > first)
            assert (end in struct.consumer) == (made.spans[n][1] < last)
    if complete:
        wanted = {
            n
            for n, kind in enumerate(made.kinds)
            if kind in kinds and made.spans[n] != (first, last)
        }
        assert wanted <= threads.keys()


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 100_000), st.integers(0, 3), st.booleans())
def test_every_level_of_random_games_ascends(seed: int, level: int, plays: bool) -> None:
    chance = random.Random(seed)
    index = Index(observe(random_game(seed, chance.randint(2, 7), chance.randint(0, 60))))
    kinds = [c.name for c in SETTING.at(level) if c.name not in PLAYS]
    chosen = set(chance.sample(kinds, chance.randint(1, len(kinds))))
    struct = next_stage(index, level, processes=sorted(chosen), transforms=PLAYS if plays else None)
    check_threads(struct, layer(index, level), chosen, complete=not plays)


@pytest.mark.parametrize("seed", range(3))
def test_the_slow_recogniser_gives_the_same_stages(seed: int) -> None:
    positions = random_game(seed, 4, 12)
    worlds = recognise(SETTING, record(observe(positions)), levels=2)
    index = Index(observe(positions), levels=2)
    for level in (0, 1, 2):
        kinds = [c.name for c in SETTING.at(level) if c.name not in PLAYS]
        for transforms in (PLAYS, None):
            slow = ascend(worlds[level], processes=kinds, transforms=transforms)
            fast = next_stage(index, level, processes=kinds, transforms=transforms)
            assert shape_of(slow) == shape_of(fast)


@pytest.mark.parametrize("seed", range(4))
def test_classes_of_the_same_level_as_transforms(seed: int) -> None:
    """What failed before ("process 75 is ended twice"): many contacts and jumps at one block."""
    index = Index(observe(random_game(seed, 7, 50)), levels=1)
    made = layer(index, 1)
    others = [c.name for c in SETTING.at(1) if c.name not in BLOCKS]
    for transforms in (["interface"], others):
        struct = next_stage(index, 1, processes=BLOCKS, transforms=transforms)
        assert len(struct) > 5
        check_threads(struct, made, set(BLOCKS), complete=False)


def test_professional_games_ascend(pro_games: list[list[Position]]) -> None:
    for positions in pro_games[:3]:
        check_game(positions)


@pytest.mark.slow
def test_forty_professional_games_ascend(pro_games: list[list[Position]]) -> None:
    for positions in pro_games:
        check_game(positions)


def check_game(positions: list[Position]) -> None:
    index = Index(observe(positions), levels=2)
    for level in (1, 2):
        kinds = {c.name for c in SETTING.at(level)}
        for transforms in (PLAYS, None):
            struct = next_stage(index, level, transforms=transforms)
            check_threads(struct, layer(index, level), kinds, complete=transforms is None)
            assert len(struct.order) == len(struct)


def test_a_class_of_the_next_stage() -> None:
    """A stone becomes a pair, the pair a larger block: a class on the new primitives."""
    positions = [Position.empty(9)]
    for move in ("D4", "pass", "D5", "pass", "D6", "pass", "D7"):
        positions.append(positions[-1].play(move))
    struct = next_stage(Index(observe(positions), levels=1), 1, processes=BLOCKS)
    assert [len(e.initials) for e in struct.order] == [0, 1, 2, 1]
    text = write(Setting(struct.domain)) + (
        """
constraint stone
    add s black-play

constraint pair
    have s black-play
    add p black-play-2
    link s.black-one-stone-block -> p.black-one-stone-block

constraint wall
    have p black-play-2
    add w black-play-3
    link p.black-block -> w.black-block

class growth
    one stone
    one pair
    one wall
"""
    )
    setting = parse(text)
    first = struct.part(struct.order[:3])
    assert generates(setting, setting.class_("growth"), first)
    assert not generates(setting, setting.class_("growth"), struct.part(struct.order[:2]))


def test_what_cannot_ascend_is_refused() -> None:
    index = Index(observe(Position.empty(3)), levels=1)
    with pytest.raises(InvalidInput, match="level 2 was not recognised"):
        next_stage(index, 2)
    with pytest.raises(InvalidInput, match="no class 'black-stone' at level 1"):
        next_stage(index, 1, processes=["black-stone"])
    with pytest.raises(InvalidInput, match="both a process and a transform"):
        next_stage(index, 1, processes=["interface"], transforms=["interface"])
