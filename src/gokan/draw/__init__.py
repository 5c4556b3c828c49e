"""Pictures of boards as SVG: for notebooks, reports, documents and, with an extra, PNG.

    from gokan import draw
    draw.board(position, marks={"D4": "triangle"}, heat=influence).save("influence.svg")

`board` draws one position with whatever is to be shown on it; `sequence` draws moves as numbered
stones; `beside` puts words next to a picture, `sheet` pictures on pages. All make an `Svg`. Each
picture carries its own description: a title, and a text diagram of what it shows, for screen
readers and search.
"""

from __future__ import annotations

from gokan.draw.composed import Cell, beside, sheet
from gokan.draw.frame import Board, Point, around
from gokan.draw.layers import SHAPES
from gokan.draw.moves import sequence
from gokan.draw.picture import board
from gokan.draw.svg import Svg

__all__ = [
    "SHAPES",
    "Board",
    "Cell",
    "Point",
    "Svg",
    "around",
    "beside",
    "board",
    "sequence",
    "sheet",
]
