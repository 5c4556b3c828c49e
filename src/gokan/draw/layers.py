"""The layers of a picture, one function each; every one returns a piece of SVG or nothing.

Things that look alike share one group or one path, which keeps a full board small.
"""

from __future__ import annotations

import math
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence

from gokan.draw.frame import CELL, Frame
from gokan.draw.svg import escape, number
from gokan.draw.theme import Painter
from gokan.go.diagram import star_points
from gokan.go.vertex import COLUMNS

STONE = 0.475 * CELL


def grid(frame: Frame, painter: Painter, gaps: Mapping[int, tuple[float, float]]) -> str:
    """Lines, edges and stars; lines keep the distance `gaps` says from a point, across and down."""
    w, h = frame.width, frame.height

    def runs(first: int, last: int, points: range, way: int) -> list[list[float]]:
        """The stretches of one line: to the edge of the board or of the view, around gaps."""
        start = 0.0 if first == 0 else first - 0.5
        end = last if last == len(points) - 1 else last + 0.5
        stretches = [[start, end]]
        for i in range(first, last + 1):
            if points[i] in gaps:
                gap = gaps[points[i]][way]
                stretches[-1][1] = i - gap
                stretches.append([i + gap, end])
        return [[a, b] for a, b in stretches if b > a]

    inner = edge = ""
    for y in range(frame.y0, frame.y1 + 1):
        row = range(y * w, (y + 1) * w)
        path = "".join(
            f"M{number(frame.x(a))} {number(frame.y(y))}H{number(frame.x(b))}"
            for a, b in runs(frame.x0, frame.x1, row, 0)
        )
        inner, edge = (inner, edge + path) if y in (0, h - 1) else (inner + path, edge)
    for x in range(frame.x0, frame.x1 + 1):
        column = range(x, w * h, w)
        path = "".join(
            f"M{number(frame.x(x))} {number(frame.y(a))}V{number(frame.y(b))}"
            for a, b in runs(frame.y0, frame.y1, column, 1)
        )
        inner, edge = (inner, edge + path) if x in (0, w - 1) else (inner + path, edge)
    lines = ""
    for path, kind in ((inner, ""), (edge, ' stroke-width="1.8" stroke-linecap="square"')):
        if path:
            lines += f'<path d="{path}" fill="none"{kind}{painter.paint(stroke="line")}/>'
    stars = [p for p in star_points(w, h) if frame.shows(p) and p not in gaps]
    if w == h == 1 and not gaps:
        stars = [0]  # the only point of the smallest board has no lines to show it
    dots = "".join(_circle(frame, p, 2.5) for p in stars)
    return lines + (f"<g{painter.paint(fill='line')}>{dots}</g>" if dots else "")


def stones(frame: Frame, painter: Painter, board: bytes) -> str:
    """The stones, flat, with a rim so that they stand out on any ground."""
    out = ""
    for color, name in ((1, "black"), (2, "white")):
        circles = [_circle(frame, p, STONE - 0.4) for p in frame.points() if board[p] == color]
        if circles:
            paint = painter.paint(fill=name, stroke=f"{name}_rim")
            out += f"<g{paint}>{''.join(circles)}</g>"
    return out


def ghosts(frame: Frame, painter: Painter, colors: Mapping[int, int]) -> str:
    """Stones that are not there: pale, with a broken rim."""
    out = ""
    for color, name, rim in ((1, "black", "black_rim"), (2, "white", "white_rim")):
        points = [p for p, c in colors.items() if c == color and frame.shows(p)]
        circles = "".join(_circle(frame, p, STONE - 1) for p in points)
        if circles:
            paint = painter.paint(fill=name, stroke=rim)
            out += (
                f'<g fill-opacity=".55" stroke-width="1.4" stroke-dasharray="3 2"{paint}>'
                f"{circles}</g>"
            )
    return out


def cells(frame: Frame, points: Iterable[int]) -> str:
    """Path data of the squares around some points."""
    c = number(CELL)
    corners = ((x - CELL / 2, y - CELL / 2) for x, y in map(frame.at, points))
    return "".join(f"M{number(x)} {number(y)}h{c}v{c}h-{c}z" for x, y in corners)


def outline(frame: Frame, differ: Callable[[int, int | None], bool]) -> str:
    """Path data of the cell edges where `differ(point, neighbor)` holds; None is off the board.

    Edges in one line are joined, so that corners look right and the path stays short.
    """
    w, h = frame.width, frame.height
    path = []
    for y in range(frame.y0, frame.y1 + 2):
        x = frame.x0
        while x <= frame.x1:
            start = x
            while x <= frame.x1 and _edge(differ, (x, y - 1), (x, y), w, h):
                x += 1
            if x > start:
                path.append(_line(frame, start, y, "h", x - start))
            x += 1
    for x in range(frame.x0, frame.x1 + 2):
        y = frame.y0
        while y <= frame.y1:
            start = y
            while y <= frame.y1 and _edge(differ, (x - 1, y), (x, y), w, h):
                y += 1
            if y > start:
                path.append(_line(frame, x, start, "v", y - start))
            y += 1
    return "".join(path)


def highlight(frame: Frame, painter: Painter, points: Collection[int]) -> str:
    """A tinted ground under some points, with an outline around each connected part."""
    seen = [p for p in points if frame.shows(p)]
    if not seen:
        return ""
    edge = outline(frame, lambda p, q: (p in points) != (q is not None and q in points))
    return (
        f'<path d="{cells(frame, seen)}" fill-opacity=".3"{painter.paint(fill="accent")}/>'
        + _cased(painter, edge, "accent", 2.4)
    )


def areas(frame: Frame, painter: Painter, sets: Iterable[Sequence[int]]) -> str:
    """Sets of points that may overlap: each a band along the shortest tree through its points."""
    roles = ("accent", "negative", "amount", "border")
    out = ""
    for place, points in enumerate(sets):
        path = _tree(frame, [p for p in points if frame.shows(p)])
        if path:
            paint = painter.paint(stroke=roles[place % len(roles)])
            band = f'fill="none" stroke-linecap="round" stroke-linejoin="round"{paint}'
            width, dash = number(CELL * 0.82), ("", "6 3", "2 3")[place % 3]
            broken = f' stroke-dasharray="{dash}"' if dash else ""
            out += f'<path d="{path}" stroke-width="{width}" stroke-opacity=".25" {band}/>'
            out += f'<path d="{path}" stroke-width="1.6" stroke-opacity=".9"{broken} {band}/>'
    return out


def _tree(frame: Frame, points: Sequence[int]) -> str:
    """Path data of a shortest tree through points; a dot for one point."""
    if not points:
        return ""
    at = {p: frame.at(p) for p in points}
    reached, left = [points[0]], list(points[1:])
    path = f"M{number(at[points[0]][0])} {number(at[points[0]][1])}h0"
    while left:
        a, b = min(
            ((a, b) for a in reached for b in left),
            key=lambda pair: math.dist(*(at[p] for p in pair)),
        )
        left.remove(b)
        reached.append(b)
        (xa, ya), (xb, yb) = at[a], at[b]
        path += f"M{number(xa)} {number(ya)}L{number(xb)} {number(yb)}"
    return path


def borders(frame: Frame, painter: Painter, regions: Sequence[Hashable]) -> str:
    """Lines between neighbouring points of different regions."""
    edge = outline(frame, lambda p, q: q is not None and regions[p] != regions[q])
    return _cased(painter, edge, "border", 2.2) if edge else ""


def ownership(frame: Frame, painter: Painter, values: Sequence[float]) -> str:
    """Squares in the colour of the owner, the larger the surer; +1 is Black's, -1 White's."""
    out = ""
    for sign, name, rim in ((1, "black", "on_black"), (-1, "white", "on_white")):
        path = ""
        for p in frame.points():
            sure = min(1.0, sign * float(values[p]))
            if sure >= 0.05:  # also false for NaN
                x, y = frame.at(p)
                side = round(CELL * 0.46 * math.sqrt(sure), 1)
                path += (
                    f"M{number(x - side / 2)} {number(y - side / 2)}"
                    f"h{number(side)}v{number(side)}h-{number(side)}z"
                )
        if path:
            out += f'<path d="{path}" stroke-width=".8"{painter.paint(fill=name, stroke=rim)}/>'
    return out


def arrows(frame: Frame, painter: Painter, pairs: Iterable[tuple[int, int, bool]]) -> str:
    """Lines from point to point; the third value of each says whether it has a head."""
    shafts = heads = ""
    for a, b, head in pairs:
        if a == b or not (frame.shows(a) or frame.shows(b)):
            continue
        (xa, ya), (xb, yb) = frame.at(a), frame.at(b)
        length = math.hypot(xb - xa, yb - ya)
        dx, dy = (xb - xa) / length, (yb - ya) / length
        xa, ya = xa + dx * CELL * 0.2, ya + dy * CELL * 0.2
        xb, yb = xb - dx * CELL * 0.2, yb - dy * CELL * 0.2
        if head:
            back, side = 8.0, 4.2
            xc, yc = xb - dx * back, yb - dy * back
            corners = ((xb, yb), (xc - dy * side, yc + dx * side), (xc + dy * side, yc - dx * side))
            heads += "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "z"
            xb, yb = xc, yc
        shafts += f"M{number(xa)} {number(ya)}L{number(xb)} {number(yb)}"
    if not shafts:
        return ""
    out = ""
    for role, extra in (("casing", 2.4), ("accent", 0.0)):
        out += f'<path d="{shafts}" stroke-width="{number(2.4 + extra)}"'
        out += f' fill="none" stroke-linecap="round"{painter.paint(stroke=role)}/>'
        if heads:
            rim = f' stroke-width="{number(extra)}" stroke-linejoin="round"' if extra else ""
            stroke = role if extra else None
            out += f'<path d="{heads}"{rim}{painter.paint(fill=role, stroke=stroke)}/>'
    return out


def ring(frame: Frame, painter: Painter, point: int, color: int, *, wide: bool) -> str:
    """The sign of the last move: a ring inside the stone, at its rim if something is written on it.

    On an empty point (the move was a suicide, or its stone is gone) it is a ring in ink.
    """
    role = ("ink", "on_black", "on_white")[color]
    radius, stroke = (STONE * 0.86, 1.4) if wide else (STONE * 0.5, 2.0)
    return _circle(
        frame, point, radius, f' fill="none" stroke-width="{stroke:g}"{painter.paint(stroke=role)}'
    )


# --- marks and text ----------------------------------------------------------------------------

SHAPES = ("triangle", "square", "circle", "cross", "dot", "diamond", "black", "white")
"""The marks. "black" and "white" are the small squares that show whose territory a point is."""


def marks(
    frame: Frame, painter: Painter, shapes: Mapping[int, str], inks: Mapping[int, str]
) -> str:
    """The shapes, drawn in the ink that shows on what lies under each."""
    drawn: dict[tuple[str, bool], str] = defaultdict(str)
    out = ""
    for p, shape in shapes.items():
        if not frame.shows(p):
            continue
        x, y = frame.at(p)
        if shape in ("black", "white"):
            s = CELL * 0.34
            out += f'<rect x="{number(x - s / 2)}" y="{number(y - s / 2)}" width="{number(s)}"'
            out += f' height="{number(s)}"{painter.paint(fill=shape, stroke=f"on_{shape}")}/>'
        else:
            drawn[inks[p], shape == "dot"] += _shape(shape, x, y, CELL * 0.25)
    for (ink, solid), path in drawn.items():
        kind = "" if solid else ' fill="none" stroke-width="2" stroke-linejoin="round"'
        paint = painter.paint(fill=ink) if solid else painter.paint(stroke=ink)
        out += f'<path d="{path}"{kind}{paint}/>'
    return out


def labels(
    frame: Frame,
    painter: Painter,
    texts: Mapping[int, str],
    inks: Mapping[int, str],
    alike: Collection[int],
) -> str:
    """Short texts on points. What does not fit is cut, and whole in a tooltip.

    Those `alike` (numbers that belong together) get one size; else each is as large as it can be.
    """
    grouped: dict[tuple[str, float], str] = defaultdict(str)
    seen = [p for p, text in texts.items() if frame.shows(p) and text.strip()]
    common = min((fit_label(texts[p])[1] for p in seen if p in alike), default=CELL)
    for p in seen:
        whole = texts[p]
        shown, size = fit_label(whole)
        size = min(size, common) if p in alike else size
        x, y = frame.at(p)
        tip = f"<title>{escape(whole)}</title>" if shown != whole else ""
        grouped[inks[p], size] += (
            f'<text x="{number(x)}" y="{number(y + size * 0.355)}">{tip}{escape(shown)}</text>'
        )
    return "".join(
        f'<g font-size="{number(size)}" font-weight="600"{painter.paint(fill=ink)}>{texts}</g>'
        for (ink, size), texts in grouped.items()
    )


def coordinates(frame: Frame, painter: Painter, margin: float) -> str:
    """Letters above and below, numbers on both sides."""
    size = 10.0
    texts = ""
    top, bottom = frame.top - margin / 2, frame.top + frame.rows * CELL + margin / 2
    left, right = frame.left - margin / 2, frame.left + frame.columns * CELL + margin / 2
    for x in range(frame.x0, frame.x1 + 1):
        for y in (top, bottom):
            texts += _text(frame.x(x), y, size, COLUMNS[x])
    for row in range(frame.y0, frame.y1 + 1):
        for place in (left, right):
            texts += _text(place, frame.y(row), size, str(frame.height - row))
    return f'<g font-size="{number(size)}"{painter.paint(fill="ink")}>{texts}</g>'


def fit_label(text: str) -> tuple[str, float]:
    """A label as it is shown on a point, and its font size."""
    return fit(text, CELL * 0.88, biggest=CELL * 0.54, smallest=CELL * 0.22)


def fit(text: str, room: float, *, biggest: float, smallest: float) -> tuple[str, float]:
    """The text, cut if need be, and the font size at which it fits into `room`.

    >>> fit("a", 20, biggest=12, smallest=6)
    ('a', 12.0)
    >>> fit("a long label", 20, biggest=12, smallest=6)
    ('a lo…', 6)
    """
    size = min(biggest, room / max(text_width(text), 0.1))
    if size >= smallest:
        return text, math.floor(size * 2) / 2
    kept, used = 0, text_width("…")
    while (used := used + text_width(text[kept])) * smallest <= room:
        kept += 1
    return text[:kept] + "…", smallest


def text_width(text: str) -> float:
    """How wide a text is at most, in units of the font size: as for a wide bold font."""
    total = 0.0
    for c in text:
        if unicodedata.east_asian_width(c) in "WF":
            total += 1.0
        elif unicodedata.combining(c):
            continue
        else:
            total += 0.4 if c in " .,:;'|!ijl()-" else 1.05 if c in "MWmw@%" else 0.72
    return total


# --- small parts -------------------------------------------------------------------------------


def _circle(frame: Frame, point: int, radius: float, attributes: str = "") -> str:
    x, y = frame.at(point)
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"{attributes}/>'


def _text(x: float, y: float, size: float, text: str) -> str:
    return f'<text x="{number(x)}" y="{number(y + size * 0.355)}">{escape(text)}</text>'


def _shape(shape: str, x: float, y: float, r: float) -> str:
    def polygon(*corners: tuple[float, float]) -> str:
        return "M" + "L".join(f"{number(x + r * a)} {number(y + r * b)}" for a, b in corners) + "z"

    if shape == "triangle":
        return polygon((0, -1.15), (1.05, 0.75), (-1.05, 0.75))
    if shape == "square":
        return polygon((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85))
    if shape == "diamond":
        return polygon((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0))
    if shape == "cross":
        a, b = number(1.7 * r), number(-1.7 * r)
        left, top, low = number(x - 0.85 * r), number(y - 0.85 * r), number(y + 0.85 * r)
        return f"M{left} {top}l{a} {a}M{left} {low}l{a} {b}"
    radius = r * (0.6 if shape == "dot" else 1)
    a, b = number(radius), number(2 * radius)
    return f"M{number(x - radius)} {number(y)}a{a} {a} 0 1 0 {b} 0a{a} {a} 0 1 0-{b} 0z"


def _edge(
    differ: Callable[[int, int | None], bool],
    a: tuple[int, int],
    b: tuple[int, int],
    w: int,
    h: int,
) -> bool:
    def point(at: tuple[int, int]) -> int | None:
        return at[1] * w + at[0] if 0 <= at[0] < w and 0 <= at[1] < h else None

    p, q = point(a), point(b)
    if p is None:
        p, q = q, p
    return p is not None and differ(p, q)


def _line(frame: Frame, x: int, y: int, way: str, cells_long: int) -> str:
    return f"M{number(frame.x(x - 0.5))} {number(frame.y(y - 0.5))}{way}{number(cells_long * CELL)}"


def _cased(painter: Painter, path: str, role: str, width: float) -> str:
    """A line with an outline, so that it shows on black, on white and on wood."""
    common = f'<path d="{path}" fill="none" stroke-linecap="round" stroke-width='
    return (
        f'{common}"{number(width + 2)}"{painter.paint(stroke="casing")}/>'
        f'{common}"{number(width)}"{painter.paint(stroke=role)}/>'
    )
