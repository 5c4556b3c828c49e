"""Pictures of shapes: areas on the board, the overlap graph, and when each shape lived."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gokan.draw.svg import Svg, escape, number
from gokan.draw.theme import Painter
from gokan.go import to_vertex

if TYPE_CHECKING:
    from gokan.shape.parse import Shape, Shapes

MOST = 20  # shapes with a letter of their own in one picture
MOST_LEARNED = 6  # of learned classes, which are everywhere
TITLES = {
    "groups": "Groups and shapes",
    "blocks": "Blocks and spaces",
    "learned": "Formations learned from games, the newest first",
}
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
ROW, LEFT = 18.0, 250.0


def draw(shapes: Shapes, what: str, **options: Any) -> Svg:
    """One of the pictures by name."""
    if what == "overlap":
        return _graph(shapes, Painter(str(options.get("theme", "light"))))
    if what == "time":
        return _time(shapes, Painter(str(options.get("theme", "light"))))
    if what == "struct":
        from gokan.shape.struct_picture import draw_struct

        return draw_struct(shapes.positions, theme=str(options.get("theme", "light")))
    if what == "moves":
        return shapes.proposals().draw(**options)
    if what == "learned":
        return _board(shapes, shapes.learned()[:MOST_LEARNED], what, options)
    level = 2 if what == "groups" else 1
    return _board(shapes, shapes.told(shapes.now(level=level))[:MOST], what, options)


def _board(shapes: Shapes, chosen: list[Shape], what: str, options: dict[str, Any]) -> Svg:
    from gokan import draw

    position = shapes.position
    labels: dict[int, str] = {}
    names = []
    for letter, shape in zip(LETTERS, chosen, strict=False):
        free = [p for p in (*shape.empty, *shape.stones) if p not in labels]
        if free:
            labels[free[0]] = letter
            names.append(f"{letter} {shape.title}")
    options.setdefault("title", TITLES[what])
    if names:
        options.setdefault("caption", "; ".join(names))
    areas = [shape.points for shape in chosen]
    return draw.board(position, areas=areas, labels=labels, **options)


def _graph(shapes: Shapes, painter: Painter) -> Svg:
    """Blocks and spaces of the last position as nodes where they lie, joined where they overlap."""
    width, height = shapes.position.width, shapes.position.height
    cell = 44.0
    size = (width + 1) * cell, (height + 1) * cell
    nodes = [s for s in shapes.now(level=1) if "edge" not in s.name]
    at = {s.number: _center(s, width, cell) for s in nodes}
    lines = ""
    for a, b, on in shapes.overlap(level=1):
        if a.number in at and b.number in at:
            (xa, ya), (xb, yb) = at[a.number], at[b.number]
            tip = f"<title>{escape(', '.join(on))}</title>"
            lines += f'<line x1="{number(xa)}" y1="{number(ya)}" x2="{number(xb)}"'
            lines += f' y2="{number(yb)}">{tip}</line>'
    dots = ""
    for s in nodes:
        x, y = at[s.number]
        block = "block" in s.name
        role = "black" if s.name.startswith("black") else "white"
        role = "amount" if s.name.startswith(("mixed", "interface")) else role
        paint = painter.paint(fill=role, stroke="page_ink")
        tip = f"<title>{escape(s.title)}</title>"
        dots += f'<circle cx="{number(x)}" cy="{number(y)}" r="{9 if block else 5}"{paint}>{tip}'
        dots += "</circle>"
    grid = "".join(
        f'<path d="M{number(cell)} {number((n + 1) * cell)}H{number(width * cell)}"/>'
        for n in range(height)
    ) + "".join(
        f'<path d="M{number((n + 1) * cell)} {number(cell)}V{number(height * cell)}"/>'
        for n in range(width)
    )
    names = "".join(
        f'<text x="{number((n + 1) * cell)}" y="{number(size[1] - 10)}" text-anchor="middle"'
        f' font-size="12">{to_vertex(n, width, height)[0]}</text>'
        for n in range(width)
    ) + "".join(
        f'<text x="16" y="{number((n + 1) * cell + 4)}" text-anchor="middle" font-size="12">'
        f"{height - n}</text>"
        for n in range(height)
    )
    body = f'<g stroke-opacity=".18"{painter.paint(stroke="page_ink")}>{grid}</g>'
    body += f"<g{painter.paint(fill='page_ink')}>{names}</g>"
    body += f'<g stroke-opacity=".6"{painter.paint(stroke="page_ink")}>{lines}</g>{dots}'
    return _page(body, *size, "Overlap graph of blocks (large) and spaces (small)", painter)


def _center(shape: Shape, width: int, cell: float) -> tuple[float, float]:
    """The middle of a shape; a little aside where shapes of several kinds share it."""
    points = shape.empty if shape.empty else shape.stones
    x = sum(p % width for p in points) / len(points) + 1
    y = sum(p // width for p in points) / len(points) + 1
    turn = shape.number % 8
    return x * cell + 3 * (turn % 3 - 1), y * cell + 3 * (turn // 3 - 1)


def _time(shapes: Shapes, painter: Painter) -> Svg:
    """Every shape of level 2 and every larger block as a bar from its first to its last move."""
    rows = [
        s
        for s in shapes.shapes
        if (s.level == 2 and not s.learned and not s.name.endswith("-group"))
        or (s.name.endswith("-block") and len(s.stones) > 2)
    ]
    rows = sorted(rows, key=lambda s: (s.start, -s.end, s.number))[-60:]
    first = rows[0].start if rows else 0
    span = max(1, shapes.moves - first)
    long = 520.0
    out = ""
    for place, s in enumerate(rows):
        y = 34 + place * ROW
        x = LEFT + long * (s.start - first) / (span + 1)
        wide = max(3.0, long * (s.end - s.start + 1) / (span + 1))
        role = "black" if s.name.startswith("black") else "white"
        role = role if s.name.startswith(("black", "white")) else "amount"
        vertex = shapes.position.vertex(s.points[0])
        out += f'<text x="{number(LEFT - 8)}" y="{number(y + 11)}" text-anchor="end"'
        out += f"{painter.paint(fill='page_ink')}>{escape(s.title)} {vertex}</text>"
        out += f'<rect x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="12" rx="3"'
        out += f"{painter.paint(fill=role, stroke='page_ink')}><title>moves {s.start} to {s.end}"
        out += "</title></rect>"
    for tick in range(first, first + span + 1, max(1, span // 10)):
        x = LEFT + long * (tick - first) / (span + 1)
        out += f'<text x="{number(x)}" y="26"{painter.paint(fill="page_ink")}>{tick}</text>'
    body = f'<g font-size="11">{out}</g>'
    size = LEFT + long + 20, 44 + ROW * max(1, len(rows))
    return _page(body, *size, "When each shape lived, by moves", painter)


def _page(body: str, width: float, height: float, title: str, painter: Painter) -> Svg:
    ground = f'<rect width="100%" height="100%"{painter.paint(fill="page")}/>'
    head = (
        f'<text x="8" y="14" font-size="12"{painter.paint(fill="page_ink")}>{escape(title)}</text>'
    )
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}"'
        f' width="{number(width)}" height="{number(height)}" role="img"'
        f" font-family=\"system-ui,'DejaVu Sans',sans-serif\"><title>{escape(title)}</title>"
        f"{painter.style()}{ground}{head}{body}</svg>"
    )
    return Svg(text, width, height)
