"""Time in classes: stages in their order, each a whole of one time (Sections 4.7.3, 5.1.1)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gokan.go import PASS, Position
from gokan.shape.ets import Element, Setting, World, parse, recognise, write
from gokan.shape.go.index import Growing, Index
from gokan.shape.go.observe import observe
from gokan.shape.go.record import classes, record

SETTING = classes()
MOVES = (("black", "D4"), ("black", "F3"), ("white", "F5"), ("white", "D5"), ("black", "E4"))
FORMATION = "black-corner-formation"


def play(moves: tuple[tuple[str, str], ...]) -> list[Position]:
    position = Position.empty(9)
    positions = [position]
    for color, move in moves:
        black, white = ([move], []) if color == "black" else ([], [move])
        position = position.setup(black=black, white=white)
        positions.append(position)
    return positions


def stones(element: Element) -> frozenset[Element]:
    return frozenset(e for e in element.parts(0) if e.kind.endswith("-stone"))


def in_order(level1: World) -> bool:
    """Whether five stages follow each other, decided from the elements of level 1 alone."""
    kind = {name: level1.by_kind.get(name, []) for name in level1.by_kind}

    def later(before: Element, name: str) -> Iterator[Element]:
        for element in kind.get(name, []):
            if stones(before) & stones(element) and before.span[0] < element.span[0]:
                yield element

    for s in kind.get("black-one-stone-block", []):
        edges = [e for e in kind.get("black-three-from-edge", []) if stones(e) == stones(s)]
        whole = [
            max(s.span[0], x.span[0], y.span[0])
            for x in edges
            for y in edges
            if x is not y and max(x.span[0], y.span[0], s.span[0]) <= min(x.span[1], y.span[1])
        ]
        for j in later(s, "black-knight-jump"):
            if not any(at < j.span[0] for at in whole):
                continue
            for m in later(j, "mixed-knight-jump"):
                for i in later(m, "interface"):
                    shared = stones(m) & stones(i)
                    if not any(e.kind == "black-stone" for e in shared):
                        continue
                    for b in kind.get("black-two-stone-block", []):
                        if s.span[1] + 1 == b.span[0] > i.span[0] and stones(s) <= stones(b):
                            return True
    return False


def hits(positions: list[Position], setting: Setting = SETTING, name: str = FORMATION) -> int:
    index = Index(observe(positions), levels=2, setting=None if setting is SETTING else setting)
    return sum(index.name(e.kind) == name for e in index.elements(2))


@pytest.mark.parametrize("first", range(5))
def test_shuffled_stages_are_a_formation_only_in_their_order(first: int) -> None:
    """All orders of the five stones; explicit structs say which of them have the stages."""
    orders = [moves for moves in permutations(MOVES) if moves[0] == MOVES[first]]
    told = 0
    for number, moves in enumerate(orders):
        positions = play(moves)
        found = hits(positions)
        assert bool(found) == (moves == MOVES), moves
        if number % 8 == 0:  # the reference, on explicit structs
            worlds = recognise(SETTING, record(observe(positions)), levels=2)
            assert in_order(worlds[1]) == (moves == MOVES)
            assert sum(e.kind == FORMATION for e in worlds[2].elements) == found
            told += 1
    assert told == 3


CHAIN = """
level 2
constraint a-stone
    add s black-one-stone-block
constraint a-space
    have s black-one-stone-block
    add j {one}
    overlap s j on black-alone
constraint a-second-space
    have j {one}
    add k {two}
    overlap j k on black-alone
class chain
    one a-stone
    then a-space
    {word} a-second-space
"""
SPACES = ("black-one-point-jump", "black-diagonal", "mixed-one-point-jump", "interface")


def chains(
    level1: World, one: str, two: str, word: str
) -> set[tuple[frozenset[Element], tuple[int, int]]]:
    """The elements of `chain`, tried out one by one: members and span."""
    found = set()
    for s in level1.by_kind.get("black-one-stone-block", []):
        for j in level1.by_kind.get(one, []):
            if "black-alone" not in level1.overlaps(s, j) or j.span[0] <= s.span[0]:
                continue
            if j.span[0] > s.span[1]:
                continue
            stage = j.span[0], min(s.span[1], j.span[1])
            for k in level1.by_kind.get(two, []):
                if k is j or "black-alone" not in level1.overlaps(j, k):
                    continue
                both = max(j.span[0], k.span[0]), min(j.span[1], k.span[1])
                if both[0] > both[1]:
                    continue
                if word == "then":
                    if k.span[0] > stage[0]:
                        found.add((frozenset((s, j, k)), (s.span[0], both[1])))
                else:
                    now = max(stage[0], both[0]), min(stage[1], both[1])
                    if now[0] <= now[1]:
                        found.add((frozenset((s, j, k)), (s.span[0], now[1])))
    return found


@settings(max_examples=10, deadline=None)
@given(
    st.integers(0, 10_000),
    st.sampled_from(SPACES),
    st.sampled_from(SPACES),
    st.sampled_from(("then", "one")),
)
def test_random_classes_with_stages(seed: int, one: str, two: str, word: str) -> None:
    """After `then`, a `one` belongs to the new stage: it may not join what the old one had."""
    text = CHAIN.replace("{one}", one).replace("{two}", two).replace("{word}", word)
    setting = parse(write(SETTING) + text)
    positions = random_game(seed, 4, 14)
    worlds = recognise(setting, record(observe(positions)), levels=2)
    slow = {(e.members, e.span) for e in worlds[2].elements if e.kind == "chain"}
    assert slow == chains(worlds[1], one, two, word)
    index = Index(observe(positions), levels=2, setting=setting)
    growing = Growing(positions[0], levels=2, setting=setting)
    for position in positions[1:]:
        growing.add(position)
    for fast in (index, growing.index()):
        spans = [(e.start, e.end) for e in fast.elements(2) if fast.name(e.kind) == "chain"]
        assert sorted(spans) == sorted(span for _, span in slow)


TIMED = """
level 2
constraint jump-then-contact
    add j black-one-point-jump
    add i interface
    overlap j i on black-alone
    before j i
    {line}
class timed
    one jump-then-contact
"""


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000), st.booleans())
def test_joints_in_time_inside_a_stage(seed: int, along: bool) -> None:
    setting = parse(write(SETTING) + TIMED.replace("{line}", "along j i" if along else ""))
    positions = random_game(seed, 4, 14)
    worlds = recognise(setting, record(observe(positions)), levels=2)
    found = {(e.members, e.span) for e in worlds[2].elements if e.kind == "timed"}
    wanted = set()
    for j in worlds[1].by_kind.get("black-one-point-jump", []):
        for i in worlds[1].by_kind.get("interface", []):
            if j.span[0] < i.span[0] and "black-alone" in worlds[1].overlaps(j, i):
                meet = i.span[0] <= j.span[1]
                if meet or not along:
                    end = min(i.span[1], j.span[1]) if meet else i.span[1]
                    wanted.add((frozenset((i, j)), (j.span[0], end)))
    assert found == wanted
    index = Index(observe(positions), levels=2, setting=setting)
    spans = [(e.start, e.end) for e in index.elements(2) if index.name(e.kind) == "timed"]
    assert sorted(spans) == sorted(span for _, span in found)


def random_game(seed: int, size: int, moves: int) -> list[Position]:
    chance = random.Random(seed)
    positions = [Position.empty(size)]
    for _ in range(moves):
        now = positions[-1]
        legal = [p for p in range(size * size) if now.board[p] == 0 and now.is_legal(p)]
        positions.append(now.play(chance.choice(legal) if legal else PASS))
    return positions
