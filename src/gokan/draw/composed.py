"""Pictures made of pictures: a board beside words, and boards on the pages of a sheet."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gokan.draw.picture import FONT
from gokan.draw.svg import Svg, escape, number
from gokan.draw.theme import Painter
from gokan.errors import InvalidInput

__all__ = ["Cell", "beside", "sheet"]

_GAP, _SIZE, _WORDS = 18.0, 13.0, 330.0
_PAGE = 595.0, 842.0
"""A4 in points."""
_EDGE, _HEAD = 36.0, 30.0


@dataclass(frozen=True, slots=True)
class Cell:
    """One board of a sheet, with a heading and the words below it."""

    heading: str
    picture: Svg
    words: str = ""


def beside(picture: Svg, words: Iterable[str], *, theme: str = "light") -> Svg:
    """A picture with paragraphs of text on its right.

    >>> from gokan.go import Position
    >>> board = Position.empty(5).draw()
    >>> both = beside(board, ["Black to move.", "It is White's turn after that."])
    >>> both.width > board.width, "Black to move." in str(both)
    (True, True)
    """
    painter = Painter(theme)
    letters = int(_WORDS / (0.54 * _SIZE))
    text, y = "", 8 + _SIZE
    left = number(picture.width + _GAP)
    for paragraph in words:
        indent = len(paragraph) - len(paragraph.lstrip())
        lines = textwrap.wrap(paragraph.strip(), letters - indent) or [""]
        for place, line in enumerate(lines):
            x = number(picture.width + _GAP + (indent + 2 * (place > 0)) * 0.3 * _SIZE)
            text += f'<text x="{x if indent else left}" y="{number(y)}">{escape(line)}</text>'
            y += _SIZE * 1.38
        y += _SIZE * 0.45
    width = picture.width + _GAP + _WORDS + 8
    height = max(picture.height, y)
    body = f'<g font-size="{number(_SIZE)}"{painter.paint(fill="page_ink")}>{text}</g>'
    return _page(f"{_nested(picture, 0, 0, 1.0)}{body}", width, height, painter, _title(picture))


def sheet(
    cells: Sequence[Cell], *, each: int = 6, title: str = "", theme: str = "light"
) -> list[Svg]:
    """Boards on pages of A4, so many on each; every page has the title and its number.

    >>> from gokan.go import Position
    >>> pages = sheet([Cell(str(n), Position.empty(9).draw()) for n in range(7)], each=6)
    >>> len(pages), pages[0]
    (2, <Svg 595x842>)
    """
    if not 1 <= each <= 30:
        raise InvalidInput(f"A page holds 1 to 30 boards, not {each}.")
    pages = [cells[i : i + each] for i in range(0, len(cells), each)]
    return [_sheet_page(page, n, len(pages), each, title, theme) for n, page in enumerate(pages, 1)]


def columns(each: int) -> int:
    """How many boards stand side by side where a page has so many."""
    return 1 if each == 1 else 2 if each <= 8 else 3 if each <= 15 else 4


def _sheet_page(
    cells: Sequence[Cell], page: int, pages: int, each: int, title: str, theme: str
) -> Svg:
    painter = Painter(theme)
    across = columns(each)
    down = -(-each // across)
    wide = (_PAGE[0] - 2 * _EDGE - (across - 1) * _GAP) / across
    high = (_PAGE[1] - 2 * _EDGE - _HEAD - (down - 1) * _GAP) / down
    ink = painter.paint(fill="page_ink")
    out = ""
    for place, cell in enumerate(cells):
        x = _EDGE + (place % across) * (wide + _GAP)
        y = _EDGE + _HEAD + (place // across) * (high + _GAP)
        size = 8.5 if across > 2 else 10.0
        words = textwrap.wrap(cell.words, max(12, int(wide / (0.52 * size))))
        room = high - 18 - len(words) * size * 1.3
        if room < 0.35 * high:  # long words give way to the board
            keep = max(0, int((0.65 * high - 18) / (size * 1.3)))
            words = [*words[: max(0, keep - 1)], "…"] if keep else []
            room = high - 18 - len(words) * size * 1.3
        zoom = min(wide / cell.picture.width, room / cell.picture.height, 1.2)
        middle = x + (wide - cell.picture.width * zoom) / 2
        out += f'<text x="{number(x)}" y="{number(y + 11)}" font-size="12" font-weight="600"{ink}>'
        out += f"{escape(cell.heading)}</text>{_nested(cell.picture, middle, y + 16, zoom)}"
        under = y + 16 + cell.picture.height * zoom + size + 3
        out += "".join(
            f'<text x="{number(x)}" y="{number(under + n * size * 1.3)}" font-size="{number(size)}"'
            f"{ink}>{escape(line)}</text>"
            for n, line in enumerate(words)
        )
    head = f"{title}, page {page} of {pages}" if pages > 1 else title
    out += f'<text x="{number(_EDGE)}" y="{number(_EDGE + 8)}" font-size="14" font-weight="600"'
    out += f"{ink}>{escape(head)}</text>"
    return _page(out, *_PAGE, painter, head or "Problems")


def _nested(picture: Svg, x: float, y: float, zoom: float) -> str:
    """A picture inside another; it brings its own coordinates."""
    place = f'x="{number(x)}" y="{number(y)}"'
    size = f'width="{number(picture.width * zoom)}" height="{number(picture.height * zoom)}"'
    text = re.sub(
        r'(<svg\b[^>]*?) width="[^"]*" height="[^"]*"', rf"\1 {place} {size}", str(picture)
    )
    return text.strip()


def _title(picture: Svg) -> str:
    found = re.search(r"<title>(.*?)</title>", str(picture), re.S)
    return found[1] if found else ""


def _page(body: str, width: float, height: float, painter: Painter, title: str) -> Svg:
    ground = painter.paint(fill="page")
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img"'
        f' viewBox="0 0 {number(width)} {number(height)}" width="{number(width)}"'
        f' height="{number(height)}" font-family="{FONT}"><title>{title}</title>{painter.style()}'
        f'<rect width="{number(width)}" height="{number(height)}"{ground}/>{body}</svg>\n'
    )
    return Svg(text, width, height)
