"""Figures of Scrimger's thesis whose boards are not in the scan, as far as the text rebuilds them.

4.20 and 5.4 follow from their captions. 4.41 and 4.45 show boards of level-2 constraints of which
two are printed: the boards are made from those. Of 4.43 only what is said of the left position is
there. 5.8 and 5.9 are rebuilt so that every class that is named in them occurs.
"""

from __future__ import annotations

import random
from collections import Counter

from gokan.go import BLACK, WHITE, Color, Position
from gokan.shape.ets import Event, applications, matches
from gokan.shape.go.index import Index
from gokan.shape.go.observe import Round, View, observe
from gokan.shape.go.realise import realise
from gokan.shape.go.record import classes, record

SETTING = classes()
SIDES = ("left", "up", "down", "right")


def test_figure_420_the_assembly_of_a_white_stone() -> None:
    """Con 1 and the other four take turns: where one applies, the others do not (Section 4.5.2)."""
    board = Position.from_diagram(". . .\n. O .\n. . .").board
    struct = record(View(3, 3, (Round(board, frozenset({4})),) * 3))
    seen = SETTING.constraint(0, "white-seen")
    sides = [SETTING.constraint(0, f"white-{side}") for side in SIDES]
    first = min(matches(seen, struct), key=lambda m: str(m[-1].label))
    working: set[Event] = set(first)
    chance = random.Random(4)
    applied = ["white-seen"]
    while True:
        ways = [(c.name, m) for c in (seen, *sides) for m in applications(c, working, struct)]
        if not ways:
            break
        names = {name for name, _ in ways}
        assert names == {"white-seen"} or "white-seen" not in names
        name, match = chance.choice(ways)
        applied.append(name)
        working |= set(match)
    turns = ["".join("1" if n == "white-seen" else "-" for n in applied)]
    assert turns == ["1----1----1----"]
    for turn in range(3):
        assert sorted(applied[5 * turn + 1 : 5 * turn + 5]) == sorted(f"white-{s}" for s in SIDES)
    # A white point for each round, and its four lines before the first and after each.
    assert Counter(e.kind for e in working) == {"white": 3, "line": 16}


def names(positions: list[Position], level: int) -> Counter[str]:
    index = Index(observe(positions), levels=level)
    last = len(positions) - 1
    return Counter(index.name(e.kind) for e in index.elements(level) if e.end == last)


def test_figure_54_the_same_alone_and_different_together() -> None:
    def black(*points: str) -> Counter[str]:
        return names([Position.empty(13).setup(black=points)], 1)

    a, b = ("D9", "F8"), ("D8", "F9")
    assert black(*a) == black(*b)  # mirrored
    below_a, below_b = ("D6", "F5"), ("D5", "F6")
    with_same, with_mirror = black(*a, *below_a), black(*a, *below_b)
    assert with_same != with_mirror
    assert with_mirror["black-one-point-jump"] == 1 + with_same["black-one-point-jump"]


def test_figure_441_the_printed_constraints_make_their_boards() -> None:
    """Con2 6: a two-point jump and a diagonal; Con2 10: a stone facing a knight's jump."""
    for seed in range(4):
        six = realise("white-jump-and-diagonal", seed=seed, around=0).positions[-1]
        points = sorted(divmod(p, six.width) for p in six.stones(WHITE))
        assert len(points) == 3
        assert not six.stones(BLACK)
        apart = sorted(
            tuple(sorted((abs(a[0] - b[0]), abs(a[1] - b[1]))))
            for n, a in enumerate(points)
            for b in points[:n]
        )
        assert apart == [(0, 3), (1, 1), (1, 4)]
        ten = realise("white-between-knight-jump", seed=seed, around=0).positions[-1]
        assert (len(ten.stones(WHITE)), len(ten.stones(BLACK))) == (1, 2)
        (one, two) = (divmod(p, ten.width) for p in ten.stones(BLACK))
        assert {abs(one[0] - two[0]), abs(one[1] - two[1])} == {1, 2}


def test_figure_443_three_of_four_stones_make_a_pattern_with_the_black_one() -> None:
    """The expert circled the block of four, and with the black stone three of its stones."""
    position = Position.from_diagram(
        """
        . . . . . .
        . . . . . .
        . O X . . .
        . O O O . .
        . . . . . .
        """
    )
    index = Index(observe(position), levels=2)
    level1 = index.elements(1)
    (wrapped,) = (
        element.members
        for element in index.elements(2)
        if index.name(element.kind) == "black-stone-wrapped"
    )
    kinds = Counter(index.name(level1[m].kind) for m in wrapped)
    assert kinds == {"black-one-stone-block": 1, "interface": 2, "white-block": 1}


def test_figure_445_constraints_share_elements() -> None:
    """Con2 6 and Con2 10 of one position hold the same white stone."""
    position = Position.empty(13).setup(white=["D8", "G8", "C7"], black=["G10", "E9"])
    index = Index(observe(position), levels=2)
    held = {
        index.name(element.kind): set(element.members)
        for element in index.elements(2)
        if index.name(element.kind) in ("white-jump-and-diagonal", "white-between-knight-jump")
    }
    assert len(held) == 2
    shared = set.intersection(*held.values())
    assert [index.name(index.elements(1)[m].kind) for m in shared] == ["white-one-stone-block"]


def test_figures_58_and_59_one_graph_before_two_after() -> None:
    """Elements end (black arrow) or go on (white arrow); C20 and C21 are named there."""
    before = Position.from_diagram(
        """
        . . . . . . .
        . . . X . . .
        . . X O X . .
        . . . . . . .
        . . . . . . .
        """
    ).setup(white=["F2"])
    start = names([before], 1)
    assert start["white-stone-in-atari"] == 1
    assert start["interface"] == 3

    def after(color: Color) -> tuple[Counter[str], Counter[str], Counter[str]]:
        index = Index(observe([before, before.play("D2", color)]), levels=1)
        ends, lives, begins = Counter[str](), Counter[str](), Counter[str]()
        for e in index.elements(1):
            which = lives if (e.start, e.end) == (0, 1) else begins if e.start == 1 else ends
            which[index.name(e.kind)] += 1
        return ends, lives, begins

    ends, lives, begins = after(BLACK)
    assert ends["white-stone-in-atari"] == ends["white-one-stone-block"] == 1
    assert ends["interface"] == 3
    assert lives["black-one-stone-block"] == 3
    assert begins["black-one-point-jump"] == 2
    assert begins["black-diagonal"] == 4 + 2  # around the empty point, and outside it
    ends, lives, begins = after(WHITE)
    assert ends["white-stone-in-atari"] == 1
    assert lives["interface"] == 3
    assert begins["white-two-stone-block"] == 1
    assert begins["white-one-point-jump"] == 1  # C21
