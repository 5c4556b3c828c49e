"""Every shape of the book is made on its example and not on its counterexample."""

from __future__ import annotations

import pytest

from gokan.explain.scene import Scene
from gokan.explain.shapes import Shape, book, example, shapes_of
from gokan.go import SYMMETRIES
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
