"""One board with everything that is to be shown on it, and the words around it."""

from __future__ import annotations

import textwrap
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from gokan.draw import heat as heat_map
from gokan.draw import layers
from gokan.draw.frame import (
    CELL,
    Board,
    Frame,
    PerPoint,
    Point,
    by_point,
    for_all,
    index,
    window,
)
from gokan.draw.layers import SHAPES
from gokan.draw.svg import Svg, escape, number
from gokan.draw.theme import Painter
from gokan.errors import InvalidInput
from gokan.go import diagram
from gokan.go.color import side
from gokan.go.vertex import to_vertex

MARGIN = 20.0
"""Room for coordinates on each side of the board."""
FONT = "system-ui,'Segoe UI','DejaVu Sans',sans-serif"


def board(
    position: Board,
    *,
    last_move: bool | Point = True,
    labels: PerPoint[str | float] | None = None,
    marks: PerPoint[str] | None = None,
    heat: PerPoint[float] | Sequence[float | None] | None = None,
    heat_scale: str = "auto",
    heat_limit: float | None = None,
    heat_values: bool = False,
    heat_title: str | None = None,
    heat_ends: tuple[str, str] | None = None,
    ownership: Sequence[float] | None = None,
    borders: Sequence[Hashable] | None = None,
    arrows: Iterable[tuple[Point, Point]] = (),
    lines: Iterable[tuple[Point, Point]] = (),
    ghosts: PerPoint[int | str] | None = None,
    highlight: Iterable[Point] = (),
    areas: Iterable[Iterable[Point]] = (),
    dim: Iterable[Point] = (),
    view: Iterable[Point] | None = None,
    coordinates: bool = True,
    legend: bool = True,
    theme: str = "light",
    title: str | None = None,
    caption: str | None = None,
    description: str | None = None,
    size: float | None = None,
) -> Svg:
    """Draw a board. Points are numbers or vertices ("D4"), whatever suits.

    Args:
        position: a `Position`, or a `Diagram`, whose own marks are then drawn too.
        last_move: put a ring on the last move; or the point to put it on.
        labels: short texts or numbers on points. About four letters fit; a longer text is cut, and
            whole in a tooltip.
        marks: shapes on points: triangle, square, circle, cross, dot, diamond; black and white for
            the small squares of territory. SGF's TR SQ CR MA SL TB TW will do as well.
        heat: numbers for points, as tints of the ground: a mapping, or a value for every point,
            where None is no value. Positive is good for Black. Arrays will do, flat or in rows,
            here and wherever every point has a value.
        heat_scale: "diverging" has two colours around 0, "sequential" one from 0 up; "auto" takes
            the first if there is a negative value.
        heat_limit: the value with the full tint; the largest there is, unless given.
        heat_values: write the numbers as well.
        heat_title: what the numbers are, over the scale.
        heat_ends: a word for each end of the scale, such as `("White", "Black")`.
        ownership: for every point, from -1 (White's) to 1 (Black's), as squares that grow with it.
        borders: for every point, the region it belongs to; regions are parted by lines.
        arrows: pairs of points.
        lines: the same without heads.
        ghosts: stones that are not there, by colour (1, 2, "black", "white").
        highlight: points on a tinted ground with an outline.
        areas: sets of points that may overlap, each a band of its own tint and dash.
        dim: points that fade into the background.
        view: show only the part of the board around these points, for example `("A1", "K10")`.
        coordinates: letters and numbers around the board.
        legend: a scale under a heat map.
        theme: "light", "dark", or "auto", which follows the reader's screen.
        title: a heading, and the short text alternative.
        caption: text under the board.
        description: more for the text alternative, which always has a diagram in text.
        size: width of the picture in pixels; the board's natural width unless given.

    >>> from gokan.go import diagram
    >>> picture = board(diagram.parse(". X O"), labels={"B1": 7}, title="Three points")
    >>> picture
    <Svg 112x114.5>
    >>> "<title>Three points</title>" in str(picture)
    True
    """
    painter = Painter(theme)
    diagram.check(position.width, position.height, position.board)
    given = by_point(labels, position)
    texts = {p: _text_of(t) for p, t in given.items()}
    alike = {p for p, t in given.items() if not isinstance(t, str)}
    shapes = {p: _shape_of(s) for p, s in by_point(marks, position).items()}
    _add_own_marks(position, texts, shapes)
    ghost_colors = {p: int(side(c)) for p, c in by_point(ghosts, position).items()}
    faded = {index(p, position) for p in dim}
    tints = heat_map.read(heat, position, heat_scale, heat_limit) if heat is not None else None
    if tints and heat_values:
        texts = {**{p: tints.text(v) for p, v in tints.values.items()}, **texts}
        alike |= tints.values.keys() - given.keys()
    pairs = [(index(a, position), index(b, position), True) for a, b in arrows]
    pairs += [(index(a, position), index(b, position), False) for a, b in lines]
    last = _last(position, last_move)

    margin = MARGIN if coordinates else 4.0
    frame = Frame(position.width, position.height, *window(position, view), margin, margin)
    lit = {index(p, position) for p in highlight}
    under = {
        p: position.board[p] or ghost_colors.get(p, 0)
        for p in (*texts, *shapes, *([] if last is None else [last]))
    }
    inks = {p: ("ink", "on_black", "on_white")[c] for p, c in under.items()}
    if tints:
        for p, ink in inks.items():
            if ink == "ink" and tints.signed and tints.step(tints.values.get(p, 0)) >= 8:
                inks[p] = "on_black"
    # Beside a text, what is left of a line could be taken for a minus sign.
    gaps = {p: (0.36, 0.36) for p, s in shapes.items() if not under[p] and s != "dot"}
    gaps.update({p: (0.5, 0.36) for p in texts if not under[p]})

    page = _Page(frame, painter, margin, title, caption, tints if legend else None)
    frame = page.place()
    body = [
        heat_map.layer(frame, painter, tints) if tints else "",
        layers.highlight(frame, painter, lit),
        layers.areas(frame, painter, [[index(p, position) for p in area] for area in areas]),
        layers.grid(frame, painter, gaps),
        layers.stones(frame, painter, position.board),
        layers.ghosts(frame, painter, ghost_colors),
        layers.ownership(frame, painter, for_all(ownership, position, "ownership"))
        if ownership is not None
        else "",
        layers.borders(frame, painter, for_all(borders, position, "borders"))
        if borders is not None
        else "",
        layers.marks(frame, painter, shapes, inks),
        layers.labels(frame, painter, texts, inks, alike),
    ]
    if last is not None and frame.shows(last):
        written = last in texts or last in shapes or ownership is not None
        body.append(layers.ring(frame, painter, last, position.board[last], wide=written))
    if veil := layers.cells(frame, (p for p in sorted(faded) if frame.shows(p))):
        ground = "paper" if tints else "wood"
        body.append(f'<path d="{veil}" fill-opacity=".68"{painter.paint(fill=ground)}/>')
    body.append(layers.arrows(frame, painter, pairs))
    if coordinates:
        body.append(layers.coordinates(frame, painter, margin))
    words = _Words(position, last, title, caption, description, {**shapes, **texts})
    return page.finish("".join(body), words, heat_title, heat_ends, size)


# --- the parts around the board ----------------------------------------------------------------


@dataclass(slots=True)
class _Page:
    """The picture around the board: heading, board, scale, caption, from top to bottom."""

    frame: Frame
    painter: Painter
    margin: float
    title: str | None
    caption: str | None
    tints: heat_map.Heat | None

    def place(self) -> Frame:
        """Move the board to its place under the heading, in the middle of the picture."""
        left = self.margin + (self.width() - self.board_width()) / 2
        top = self.margin + self._text_height(self.title, 15)
        self.frame = replace(self.frame, left=left, top=top)
        return self.frame

    def board_width(self) -> float:
        return self.frame.columns * CELL + 2 * self.margin

    def width(self) -> float:
        """As wide as the board, but with room for words beside a very small one."""
        words = self.title or self.caption or self.tints
        wish = 112.0
        if self.caption or self.tints:
            wish = 220.0
        return max(self.board_width(), wish) if words else self.board_width()

    def finish(
        self,
        body: str,
        words: _Words,
        heat_title: str | None,
        heat_ends: tuple[str, str] | None,
        size: float | None,
    ) -> Svg:
        painter, width = self.painter, self.width()
        board_height = self.frame.rows * CELL + 2 * self.margin
        top = self._text_height(self.title, 15)
        ground = "paper" if self.tints else "wood"
        left = (width - self.board_width()) / 2
        out = self._text(self.title, 15, 0, ' font-weight="600"')
        out += f'<rect x="{number(left)}" y="{number(top)}" width="{number(self.board_width())}"'
        out += f' height="{number(board_height)}" rx="4"{painter.paint(fill=ground)}/>{body}'
        bottom = top + board_height
        if self.tints:
            bar = min(width - 24, 320.0)
            scale, height = heat_map.legend(
                painter,
                self.tints,
                left=(width - bar) / 2,
                top=bottom + 8,
                width=bar,
                title=heat_title,
                ends=heat_ends,
            )
            out += scale
            bottom += height + 8
        out += self._text(self.caption, 12, bottom)
        bottom += self._text_height(self.caption, 12)
        zoom = 1.0 if size is None else size / width
        if not 0 < width * zoom <= 100_000:
            raise InvalidInput(f"a picture cannot be {size:g} pixels wide")
        page = painter.paint(fill="page")
        box = f"{number(width)} {number(bottom)}"
        text = (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {box}"'
            f' width="{number(width * zoom)}" height="{number(bottom * zoom)}"'
            f' font-family="{FONT}" text-anchor="middle">'
            f"<title>{escape(words.title())}</title><desc>{escape(words.description())}</desc>"
            f"{painter.style()}"
            f'<rect width="{number(width)}" height="{number(bottom)}" rx="4"{page}/>{out}</svg>\n'
        )
        return Svg(text, width * zoom, bottom * zoom)

    def _lines(self, text: str | None, size: float) -> list[str]:
        if not text or not text.strip():
            return []
        letters = max(8, int((self.width() - 16) / (0.56 * size)))
        return [line for part in text.strip().split("\n") for line in textwrap.wrap(part, letters)]

    def _text_height(self, text: str | None, size: float) -> float:
        lines = self._lines(text, size)
        return len(lines) * size * 1.35 + 10 if lines else 0.0

    def _text(self, text: str | None, size: float, top: float, attributes: str = "") -> str:
        lines = self._lines(text, size)
        if not lines:
            return ""
        x = number(self.width() / 2)
        rows = "".join(
            f'<text x="{x}" y="{number(top + 5 + size * (1.35 * i + 1))}">{escape(line)}</text>'
            for i, line in enumerate(lines)
        )
        paint = self.painter.paint(fill="page_ink")
        return f'<g font-size="{number(size)}"{attributes}{paint}>{rows}</g>'


@dataclass(frozen=True, slots=True)
class _Words:
    """The text alternative."""

    position: Board
    last: int | None
    heading: str | None
    caption: str | None
    more: str | None
    marks: Mapping[int, str]

    def title(self) -> str:
        """The heading if there is one, else what every board has."""
        if self.heading and self.heading.strip():
            return self.heading.strip()
        position = self.position
        stones = len(position.board) - position.board.count(0)
        text = f"Go board {position.width}×{position.height} with {stones} stones"
        if stones == 1:
            text = text[:-1]
        if self.last is not None:
            text += f", last move {to_vertex(self.last, position.width, position.height)}"
        return text

    def description(self) -> str:
        position = self.position
        text = diagram.render(
            position.width,
            position.height,
            position.board,
            marks=self.marks,
            last_move=self.last,
        )
        return "\n".join(part.strip("\n") for part in (self.caption, self.more, text) if part)


# --- reading what is to be shown ---------------------------------------------------------------

_SGF_MARKS = {
    "TR": "triangle",
    "SQ": "square",
    "CR": "circle",
    "MA": "cross",
    "SL": "dot",
    "TB": "black",
    "TW": "white",
}


def _text_of(label: str | float) -> str:
    return label if isinstance(label, str) else heat_map.short(label)


def _shape_of(name: str) -> str:
    shape = _SGF_MARKS.get(name, name)
    if shape not in SHAPES:
        raise InvalidInput(f"there is no mark {name!r}: choose from {', '.join(SHAPES)}")
    return shape


def _add_own_marks(position: Board, texts: dict[int, str], shapes: dict[int, str]) -> None:
    """A diagram's marks: shapes by their names, anything else as a label."""
    if isinstance(position, diagram.Diagram):
        for p, mark in position.marks.items():
            if p not in texts and p not in shapes:
                (shapes if mark in SHAPES else texts)[p] = mark


def _last(position: Board, wish: bool | Point) -> int | None:
    if wish is False:
        return None
    if wish is True:
        found = position.last_move
        return None if found is None or found < 0 else found
    return index(wish, position)
