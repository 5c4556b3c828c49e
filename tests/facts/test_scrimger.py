"""What Scrimger's thesis (2007) says about its figures, recomputed from boards."""

from __future__ import annotations

from collections import Counter

import pytest

from gokan.go import BLACK, WHITE, Position
from gokan.shape.ets import (
    Event,
    Struct,
    World,
    ascend,
    matches,
    overlap_graph,
    recognise,
    recognise_elements,
    same_structure,
)
from gokan.shape.go.index import Index
from gokan.shape.go.observe import Round, View, observe
from gokan.shape.go.record import classes, record
from gokan.shape.go.wellformed import nonsense

SETTING = classes()
ATARI = Position.from_diagram(
    """
    . . . . .
    . . X . .
    . X O X .
    . . . . .
    . . . . .
    """
)
CROSS = frozenset({7, 11, 12, 13, 17})
CENTER, BELOW = 12, 17


def worlds(view: View, levels: int) -> list[World]:
    return recognise(SETTING, record(view), levels=levels)


def seen(text: str, levels: int = 1) -> list[World]:
    return worlds(observe(Position.from_diagram(text)), levels)


def kinds(world: World) -> Counter[str]:
    return Counter(element.kind for element in world.elements)


def capture() -> View:
    after = ATARI.play(BELOW)
    boards = [ATARI.board, ATARI.board, after.board, after.board]
    return View(5, 5, tuple(Round(b, CROSS) for b in boards))


def test_the_domain_has_seven_primitives_and_sixteen_classes() -> None:
    assert SETTING.domain.primals == ("awareness",)
    sizes = {p.name: (len(p.initials), len(p.terminals)) for p in SETTING.domain.primitives}
    assert sizes == {
        "black": (4, 4),
        "white": (4, 4),
        "empty": (4, 4),
        "line": (2, 2),
        "edge": (1, 1),
        "start": (0, 1),
        "stop": (1, 0),
    }
    assert [c.number for c in SETTING.at(0)] == [f"C{n}" for n in range(1, 17)]
    white = SETTING.class_("C2")
    assert len(set(white.steps[1].constraints)) == 5  # Figure 4.18
    play = SETTING.class_("C4")
    assert [len(s.constraints) for s in play.steps] == [1, 4, 1]  # Figure 4.24
    pair = SETTING.class_("C10")
    assert len({c for s in pair.steps for c in s.constraints}) == 8  # Figure 4.27


def test_figures_430_to_432_seventeen_elements() -> None:
    world = worlds(capture(), 0)[0]
    assert kinds(world) == {
        "black-stone": 4,
        "white-stone": 1,
        "empty-point": 2,
        "black-play": 1,
        "white-removal": 1,
        "black-white": 3,
        "white-empty": 1,
        "black-empty": 4,
    }
    assert len(world.elements) == 17


def test_figure_432_the_overlap_graph() -> None:
    world = worlds(capture(), 0)[0]
    graph = overlap_graph(world)

    def neighbours(kind: str) -> Counter[str]:
        (node,) = (n for n, e in enumerate(graph.nodes) if e.kind == kind)
        return Counter(
            graph.nodes[b if a == node else a].kind for a, b, _ in graph.edges if node in (a, b)
        )

    # The centre: a white stone, its removal, an empty point; each with its lines.
    assert neighbours("white-stone") == {"white-removal": 1, "black-white": 3, "white-empty": 1}
    assert neighbours("white-removal")["white-stone"] == 1
    assert neighbours("white-removal")["empty-point"] == 1
    assert neighbours("black-play")["black-stone"] == 1
    assert neighbours("black-play")["empty-point"] == 1


def test_a_play_and_a_removal_in_two_layers_would_make_eighteen() -> None:
    between = bytearray(ATARI.board)
    between[BELOW] = 1
    boards = [ATARI.board, bytes(between), ATARI.play(BELOW).board]
    world = worlds(View(5, 5, tuple(Round(b, CROSS) for b in boards)), 0)[0]
    assert len(world.elements) == 18
    assert kinds(world)["black-white"] == 4


def test_figure_425_a_capture_joins_stone_removal_and_empty_point() -> None:
    world = worlds(capture(), 0)[0]
    here = [
        e
        for e in world.elements
        if e.kind in ("white-stone", "white-removal", "empty-point")
        and any(m.kind != "line" and m.label[1] == CENTER for m in e.members)
    ]
    stone, removal, empty = sorted(here, key=lambda e: (e.span[1], e.span[0]))
    assert (stone.kind, removal.kind, empty.kind) == (
        "white-stone",
        "white-removal",
        "empty-point",
    )
    assert "white-seen" in world.overlaps(stone, removal)
    assert "empty-seen" in world.overlaps(removal, empty)
    assert stone.members & empty.members  # they touch on the lines between the two rounds


def test_figure_413_formally_valid_and_refused_by_the_board() -> None:
    stone = Event("black", 0, (1, 2, 3, 4), (5, 6, 7, 8))
    other = Event("white", 0, (5, 6, 7, 8), (9, 10, 11, 12))
    left = Struct(SETTING.domain, [stone, other])  # no lines between two colours
    assert "without a line" in str(nonsense(left))
    a = Event("black", 0, ("a0", "a1", "a2", "a3"), ("a-left", "a-up", "a-down", "a-right"))
    b = Event("white", 0, ("b0", "b1", "b2", "b3"), ("b-left", "b-up", "b-down", "b-right"))
    two = Struct(  # each of the two stones lies left of the other
        SETTING.domain,
        [
            a,
            b,
            Event("line", 0, ("a-right", "b-left"), ("x", "y")),
            Event("line", 1, ("b-right", "a-left"), ("z", "w")),
        ],
    )
    assert nonsense(two) == "a point lies in two places at once."


def test_figure_419_a_stone_begins_in_three_ways() -> None:
    """Attention jumps to it, it is placed, attention shifts to it: always one black stone."""
    with_stone = Position.empty(3).play("B2")
    jump = View(3, 3, (Round(with_stone.board, frozenset({4})),) * 2)
    placed = observe([Position.empty(3), with_stone])
    shift = View(
        3,
        3,
        (Round(with_stone.board, frozenset({3})), Round(with_stone.board, frozenset({3, 4}))),
    )
    for view in (jump, placed, shift):
        assert kinds(worlds(view, 0)[0])["black-stone"] == 1


def test_figure_421_a_line_of_one_stone_does_not_continue_the_other() -> None:
    world = seen(". . . .\n. O O .\n. . . .", 0)[0]
    left, right = (e for e in world.elements if e.kind == "white-stone")
    shared = left.members & right.members
    assert shared
    assert {e.kind for e in shared} == {"line"}


def test_figure_422_a_constraint_names_one_end_of_a_line_only() -> None:
    constraint = SETTING.constraint(0, "white-right")
    assert [(k.terminal, k.initial) for k in constraint.links] == [(3, 0)]
    for text in (". O O .", ". O . .", ". O X ."):
        struct = record(observe(Position.from_diagram(text)))
        assert any(m[0].label == (0, 1) for m in matches(constraint, struct))


def test_figure_439_a_play_near_the_corner() -> None:
    found = kinds(seen("\n".join([". " * 19] * 3 + [". . . X" + " ." * 15] + [". " * 19] * 15))[1])
    assert found == {"black-three-from-edge": 2, "black-one-stone-block": 1}


def test_figure_440_a_wall_of_four() -> None:
    """Blocks of one to four stones follow each other; a jump's element stays outside the last."""
    position = Position.empty(9)
    positions = [position]
    for move in ("C5", "F5", "D5", "pass", "E5"):
        position = position.play(move, BLACK)
        positions.append(position)
    level1 = worlds(observe(positions), 2)[1]
    blocks = [e for e in level1.elements if e.kind == "black-block"]
    assert sorted(len([m for m in e.members if m.kind == "black-stone"]) for e in blocks) == [2, 4]
    wall = max(blocks, key=lambda e: e.span)
    outside = {
        e.kind
        for e in level1.elements
        if e.kind.endswith("jump") and set(level1.overlaps(e, wall)) <= {"black-alone"}
    }
    assert outside == {"black-two-point-jump", "black-one-point-jump"}
    (pair,) = (e for e in level1.elements if e.kind == "black-two-stone-block")
    assert level1.overlaps(pair, wall)
    assert pair.span[1] + 1 == wall.span[0]


@pytest.mark.parametrize("text", ["X . O", "O . X", "X\n.\nO", "O\n.\nX"])
def test_figure_56_four_orientations_one_class(text: str) -> None:
    board = "\n".join([". . . . .", *(f". {row} ." for row in text.split("\n")), ". . . . ."])
    width = len(board.split("\n")[1])
    board = "\n".join(row[:width] for row in board.split("\n"))
    assert kinds(seen(board)[1])["mixed-one-point-jump"] == 1


def test_figure_55_turned_structs_differ_and_classes_agree() -> None:
    one = record(observe(Position.from_diagram(". . .\nX O .\n. . .")))
    two = record(observe(Position.from_diagram(". . .\n. O X\n. . .")))
    assert not same_structure(one, two)
    assert kinds(recognise(SETTING, one, levels=1)[1]) == kinds(
        recognise(SETTING, two, levels=1)[1]
    )


def test_figure_57_the_way_attention_pans_does_not_matter() -> None:
    position = Position.from_diagram(". . . . .\n. X O . .\n. X . O .\n. . . . .")
    whole = kinds(worlds(observe(position), 0)[0])
    pan = observe(position, attention="pan")
    back = View(pan.width, pan.height, pan.rounds[::-1])
    assert kinds(worlds(pan, 0)[0]) == kinds(worlds(back, 0)[0]) == whole


def test_neighbours_that_are_never_seen_together_leave_their_line_out() -> None:
    """The condition of Section 5.1.4, broken: attention on one column at a time."""
    position = Position.from_diagram(". . . .\n. X O .\n. . . .")
    columns = [frozenset({c, c + 4, c + 8}) for c in range(4)]
    view = View(4, 3, tuple(Round(position.board, c) for c in columns))
    assert kinds(worlds(view, 0)[0])["black-white"] == 0
    assert kinds(worlds(observe(position), 0)[0])["black-white"] == 1


def test_the_budget_of_section_441() -> None:
    position = Position.empty(9).play("E5")
    view = observe([position], attention="last move")
    assert len(view.rounds) == 3
    struct = record(view)
    alive = 0
    most = 0
    for event in struct.order:
        alive += len(event.terminals) - len(event.initials)
        most = max(most, alive)
    assert most <= 50


def test_plays_and_removals_as_primitives_of_the_next_stage() -> None:
    """Section 4.5.3: C4 to C7 as transforms of stones and empty points."""
    world = worlds(capture(), 1)[0]
    struct = ascend(
        world,
        processes=("black-stone", "white-stone", "empty-point"),
        transforms=("black-play", "black-removal", "white-play", "white-removal"),
        name="moves",
    )
    assert Counter(e.kind for e in struct.events) == {"black-play": 1, "white-removal": 1}
    shapes = {
        p.name: ([s.primal for s in p.initials], [s.primal for s in p.terminals])
        for p in struct.domain.primitives
    }
    assert shapes["black-play"] == (["empty-point"], ["black-stone"])
    assert shapes["white-removal"] == (["white-stone"], ["empty-point"])


# --- level 2 -------------------------------------------------------------------------------------


def shapes(text: str) -> Counter[str]:
    index = Index(observe(Position.from_diagram(text)))
    return Counter(index.name(e.kind) for e in index.elements(2))


def test_constraint_6_of_level_2() -> None:
    found = shapes(
        """
        . . . . . . . .
        . . . . . . . .
        . . . O . . O .
        . . O . . . . .
        . . . . . . . .
        . . . . . . . .
        """
    )
    assert found["white-jump-and-diagonal"] == 1


def test_constraint_10_of_level_2() -> None:
    found = shapes(
        """
        . . . . . . .
        . . . . X . .
        . . X . . . .
        . . . . O . .
        . . . . . . .
        """
    )
    assert found["white-between-knight-jump"] == 1


FIGURE_444 = {
    "A": (". . . . .\n. O X . .\n. O O . .\n. . . . .\n. . . . .", 1),
    "C": (". . . . .\n. O X . .\n. O . . .\n. O . . .\n. . . . .", 0),
    "D": (". . . . .\n. O X . .\n. . O . .\n. . . . .\n. . . . .", 0),
}


@pytest.mark.parametrize("name", ["A", "C", "D"])
def test_figure_444(name: str) -> None:
    """A block with stones on both sides will do; one side is too little, two blocks are not one."""
    text, count = FIGURE_444[name]
    assert shapes(text)["black-stone-wrapped"] == count


def test_figure_444_b_the_rest_of_the_block_may_have_any_form() -> None:
    found = shapes(
        """
        . . . . . .
        . O X . . .
        . O . O O .
        . O O O . .
        . . . . . .
        """
    )
    assert found["black-stone-wrapped"] == 0  # below the stone there is no stone of the block
    found = shapes(
        """
        . . . . . .
        . O X . . .
        . O O O O .
        . O . . . .
        . . . . . .
        """
    )
    assert found["black-stone-wrapped"] == 1


def test_figure_51_two_eyes() -> None:
    found = shapes(
        """
        . . . . . . .
        . X X X X X .
        . X . X . X .
        . X X X X X .
        . . . . . . .
        """
    )
    assert found["black-eye"] == 2
    edge = shapes(
        """
        . . . . . . .
        . X X X X X .
        . X . X . X .
        """
    )
    assert edge["black-edge-eye"] == 2
    split = shapes(". . . . .\n. . X . .\n. X . X .\n. . X . .\n. . . . .")
    assert split["black-eye"] == 0
    assert split["black-diamond"] == 1


def test_figures_58_and_59_who_plays_first_decides() -> None:
    """A white stone in atari: Black takes it, or White saves it by a second stone."""
    before = Position.from_diagram(
        """
        . . . . .
        . . X . .
        . X O X .
        . . . . .
        . . . . .
        """
    )

    def kinds_after(position: Position) -> Counter[str]:
        index = Index(observe([before, position]))
        return Counter(index.name(e.kind) for e in index.elements(1) if e.start <= 1 <= e.end)

    assert shapes_of(before)["white-stone-in-atari"] == 1
    taken = kinds_after(before.play("C2", BLACK))
    assert taken["white-stone-in-atari"] == taken["white-one-stone-block"] == 0
    assert taken["black-one-point-jump"] == 2
    saved = kinds_after(before.play("C2", WHITE))
    assert saved["white-stone-in-atari"] == 0
    assert saved["white-two-stone-block"] == 1


def shapes_of(position: Position) -> Counter[str]:
    index = Index(observe(position))
    return Counter(index.name(e.kind) for e in index.elements(1))


def test_figures_446_to_451_a_formation_in_five_stages() -> None:
    position = Position.empty(19)
    positions = [position]
    for color, move in ((BLACK, "D4"), (BLACK, "F3"), (WHITE, "F5"), (WHITE, "D5"), (BLACK, "E4")):
        position = position.play(move, color)
        positions.append(position)
    definition = SETTING.class_("black-corner-formation")
    assert len(definition.steps) == 5
    found = Index(observe(positions))
    formed = [e for e in found.elements(2) if found.name(e.kind) == definition.name]
    assert formed
    assert all(e.start == 1 and e.end == 5 for e in formed)
    # One stage less and the element has not formed; the same stones in another order neither.
    early = Index(observe(positions[:-1]))
    assert not [e for e in early.elements(2) if early.name(e.kind) == definition.name]
    at_once = Index(observe(positions[-1]))
    assert not [e for e in at_once.elements(2) if at_once.name(e.kind) == definition.name]


def test_maturity_of_the_formation() -> None:
    """The slow recogniser also tells how far an element has come that has not formed yet."""
    position = Position.empty(9)
    positions = [position]
    for color, move in ((BLACK, "D4"), (BLACK, "F3"), (WHITE, "F5")):
        position = position.play(move, color)
        positions.append(position)
    below = worlds(observe(positions), 1)[1]
    definition = SETTING.class_("black-corner-formation")
    grown = max(recognise_elements(definition, below, forming=True), key=lambda e: e.maturity)
    assert (grown.done, grown.of) == (3, 5)
    assert not grown.is_mature
