"""Every shape of the book is made on its example and not on its counterexample."""

from __future__ import annotations

import pytest

from gokan.explain.scene import Scene
from gokan.explain.shapes import Shape, book, example, shapes_of
from gokan.go import SYMMETRIES, Position
from gokan.go.symmetry import mapping


@pytest.mark.parametrize("shape", book(), ids=lambda shape: shape.name)
def test_example_and_counterexample(shape: Shape) -> None:
    for text, wanted in ((shape.example, True), (shape.counterexample, False)):
        position, move = example(text)
        for symmetry in SYMMETRIES:
            to = mapping(symmetry, position.width, position.height)
            turned = Scene(position.transform(symmetry), to[move])
            swapped = Scene(position.transform(symmetry).swap_colors(), to[move])
            for scene in (turned, swapped):
                assert (shape.name in [f.shape.name for f in shapes_of(scene)]) == wanted


def test_names_are_many_and_unlike() -> None:
    names = [shape.name for shape in book()]
    assert len(set(names)) == len(names) >= 40


@pytest.mark.parametrize(
    ("board", "cuts"),
    [
        (". . . .\n. O * .\n. X O .\n. . . .", True),
        (". O * .\n. X O .\n. . . .\n. . . .", True),  # on the edge
        (". . . .\n. O * .\n. . O .\n. . . .", False),  # the enemy joins at the other point
        (". . . .\n. O * .\n. O O .\n. . . .", False),  # one block
        (". . . . .\nO O * . .\nO X O . .\nO . O . .\nO O O . .", False),  # one, by a way round
        (". . . . .\nO O * O .\nO X O . .\nO . O . .\nO O O . .", False),  # beside another
    ],
)
def test_a_cut_parts_two_blocks(board: str, cuts: bool) -> None:
    """An exact name must not say that a move cuts between stones of one block."""
    position, move = example(board)
    names = {f.shape.name for f in shapes_of(Scene(position, move))}
    assert names & {"cut", "crosscut"} == ({"cut", "crosscut"} if cuts else set())


def test_who_is_not_cut_himself_makes_no_crosscut() -> None:
    position, move = example(". . . .\n. O * X\n. X O .\n. . . .")
    names = {f.shape.name for f in shapes_of(Scene(position, move))}
    assert names & {"cut", "crosscut"} == {"cut"}


@pytest.mark.parametrize(
    ("enemy", "named"), [("K17", True), ("K13", False), ("M15", False), ("H15", False)]
)
def test_a_cap_stands_on_the_side_of_the_centre(enemy: str, named: bool) -> None:
    """Two points away along the side, or from below, is no cap: the way to the centre is free."""
    position = Position.empty(19).setup(white=[enemy])
    names = {f.shape.name for f in shapes_of(Scene(position, position.point("K15")))}
    assert ("cap" in names) == named
