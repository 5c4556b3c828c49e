"""Fuzz the reader of template files: what it accepts must compile and match without harm."""

from __future__ import annotations

from gokan.errors import GokanError
from gokan.go import Position
from gokan.sight import Library
from gokan.sight.template import parse

POSITION = Position.empty(7).play("C3").play("D4").play("E3")


def one_input(data: bytes) -> None:
    try:
        templates = parse(data.decode("utf-8", "replace"))
    except GokanError:
        return
    for template in templates:
        for example in (*template.matches, *template.misses):
            try:
                assert example.position.width == example.width
            except GokanError:
                continue
    library = Library(templates)
    planes = sorted(library.eye.hits(POSITION.core, 1, "planes"))
    assert planes == sorted(library.eye.hits(POSITION.core, 1, "naive"))
