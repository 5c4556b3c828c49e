"""A goal graph drawn beside its position, after Figures 2.5 to 2.8 of the thesis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from gokan.goals.graph import Goal, Node

if TYPE_CHECKING:
    from gokan.draw import Svg
    from gokan.goals.consideration import Consideration

__all__ = ["draw"]

TITLE = "The goals that the stones depend on"
LEGEND = (
    "A number on the board is a move that a goal asks for; the numbers follow the goals from the "
    "root down and do not say which move is best."
)
"""What is to be seen in every picture, in players' words; `_legend` adds what is in this one."""

_WIDE, _HIGH, _GAP, _DOWN = 150, 34, 14, 52
_ACROSS = 7
"""Boxes side by side; more of one depth go below."""
_TIE = (30, 16)
_FILL = {"true": "#cfe8d5", "false": "#f3d0c8", "unknown": "#ffffff"}
_PAGE = {"light": "#ffffff", "auto": "#ffffff", "dark": "#1b1b1d"}  # boxes keep their own ground
_LINE = "#8890a0"
_DASHED = ' stroke-dasharray="3 3"'
_SIGN = {"true": "+", "false": "−", "unknown": "?"}

Places = dict[Goal, tuple[float, float]]


def draw(answer: Consideration, **options: Any) -> Svg:
    """The board on the left, with the moves numbered as `GoalGraph.moves` gives them; on the right
    one box for each goal.

    A box says what is known of its goal: + true, − false, ? open, and a dashed border where that
    was judged. The root has a double border. An arc under a goal means that all of what is below is
    needed. Two goals of which both are needed, or one, are tied by "and" or "or". Dashed lines lead
    to goals that are drawn elsewhere, mostly cycles. Safe stones have triangles.
    """
    from gokan.draw import Svg, board

    places, wide, high = _places(answer)
    lines = [line for node in answer.nodes for line in _below(node, places)]
    boxes = [_box(answer, node, *places[node.goal]) for node in answer.nodes]
    ties = [_tie(node, *places[c[0]]) for node in answer.nodes for c in node.children if c[1:]]
    options.setdefault("title", TITLE)
    options.setdefault("caption", _legend(answer, dashed=any(_DASHED in line for line in lines)))
    numbers = {s.move: str(k) for k, s in enumerate(answer.moves, 1) if k < 100}
    marks = dict.fromkeys(_safe(answer), "triangle")
    left = board(answer.position, **{"labels": numbers, "marks": marks, **options})
    width, height = left.width + wide + 2 * _GAP, max(left.height, high)
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-size="13">',
        f"<title>{escape(answer.graph.text(answer.root))} and the goals it depends on</title>",
        f"<desc>{escape(answer.explain())}</desc>",
        f'<rect width="100%" height="100%" fill="{_PAGE[str(options.get("theme", "light"))]}"/>',
        str(left),
        f'<g transform="translate({left.width + _GAP:g} 0)">',
        *lines,
        *boxes,
        *ties,
        "</g></svg>",
    ]
    return Svg("".join(parts), width, height)


def _legend(answer: Consideration, *, dashed: bool) -> str:
    """The signs of the picture explained, each only if it is there."""
    nodes, known = answer.nodes, answer.graph.known
    judged = any(k.grade == "judged" for k in known.values())
    parts = {
        LEGEND: bool(answer.moves),
        "Triangles: stones that live, by what the boxes say.": bool(_safe(answer)),
        "In the boxes: + can be done, − cannot, ? is open"
        + ("; a dashed border means judged, not proved." if judged else "."): True,
        "Under an arc everything below is needed; otherwise one part may be enough.": any(
            node.children for node in nodes
        ),
        "“and” and “or” tie two goals into one part.": any(
            len(child) > 1 for node in nodes for child in node.children
        ),
        "Dashed lines lead to goals drawn elsewhere.": dashed,
        "… below a box: its goals are not shown.": any(_cut_short(answer, n) for n in nodes),
    }
    return " ".join(part for part, there in parts.items() if there)


def _cut_short(answer: Consideration, node: Node) -> bool:
    """An open goal too far from the root to be taken apart."""
    open_ = answer.graph.known[node.goal].value == "unknown"
    return open_ and not node.opened and node.goal.other < 0


def _safe(answer: Consideration) -> set[int]:
    """The stones whose goal says that they live, which the thesis marks with triangles."""
    lives = {"save": "true", "capture": "false"}
    graph = answer.graph
    return {
        stone
        for goal, known in graph.known.items()
        if known.value == lives.get(goal.kind)
        for stone in graph.state.blocks[goal.block].stones
    }


def _places(answer: Consideration) -> tuple[Places, float, float]:
    """Where the boxes stand, row by row, and how much room they take."""
    depths: dict[int, list[Goal]] = {}
    for node in answer.nodes:
        depths.setdefault(node.depth, []).append(node.goal)
    rows = [row[k : k + _ACROSS] for row in depths.values() for k in range(0, len(row), _ACROSS)]
    wide = max(len(row) for row in rows) * (_WIDE + _GAP) + _GAP
    places = {
        goal: (
            (wide - len(row) * (_WIDE + _GAP)) / 2 + k * (_WIDE + _GAP),
            float(_GAP + number * (_HIGH + _DOWN)),
        )
        for number, row in enumerate(rows)
        for k, goal in enumerate(row)
    }
    return places, wide, float(len(rows) * (_HIGH + _DOWN) + _GAP)


def _below(node: Node, places: Places) -> list[str]:
    """The lines from a goal to what it comes down to; an arc where all of that is needed."""
    x, y = places[node.goal]
    start = x + _WIDE / 2, y + _HIGH
    found = []
    for first, *others in node.children:
        at, top = places[first]
        if others:
            tie = at + _WIDE / 2, top - _TIE[1]
            found.append(_line(start, tie))
            found += [_lead(tie, places[other]) for other in others]
        else:
            found.append(_lead(start, places[first]))
    if node.children and not node.saving:
        cx, cy = start
        found.append(
            f'<path d="M{cx - 18:g} {cy + 5:g}Q{cx:g} {cy + 18:g} {cx + 18:g} {cy + 5:g}"'
            f' stroke="{_LINE}" fill="none"/>'
        )
    return found


def _lead(start: tuple[float, float], box: tuple[float, float]) -> str:
    """A line to the top of a box below; dashed, and to its middle, if it is not below."""
    x, y = box
    middle = x + _WIDE / 2
    if y > start[1]:
        return _line(start, (middle, y))
    return _line(start, (middle, y + _HIGH / 2), dashed=True)


def _line(start: tuple[float, float], end: tuple[float, float], *, dashed: bool = False) -> str:
    style = _DASHED if dashed else ""
    way = f"M{start[0]:g} {start[1]:g}L{end[0]:g} {end[1]:g}"
    return f'<path d="{way}" stroke="{_LINE}" fill="none"{style}/>'


def _tie(node: Node, x: float, y: float) -> str:
    """What ties two goals, on top of the box of the first."""
    wide, high = _TIE
    cx, top = x + _WIDE / 2, y - high
    return (
        f'<g><rect x="{cx - wide / 2:g}" y="{top:g}" width="{wide}" height="{high}" rx="8"'
        f' fill="#ffffff" stroke="{_LINE}"/>'
        f'<text x="{cx:g}" y="{top + 12:g}" text-anchor="middle" font-size="11" fill="#112"'
        f' font-family="sans-serif">{"and" if node.saving else "or"}</text></g>'
    )


def _box(answer: Consideration, node: Node, x: float, y: float) -> str:
    goal = node.goal
    known = answer.graph.known[goal]
    dash = ' stroke-dasharray="5 3"' if known.grade == "judged" else ""
    box = (
        f'<rect x="{x:g}" y="{y:g}" width="{_WIDE}" height="{_HIGH}" rx="6"'
        f' fill="{_FILL[known.value]}" stroke="#334"{dash}/>'
    )
    if goal == answer.root:
        box += (
            f'<rect x="{x - 3:g}" y="{y - 3:g}" width="{_WIDE + 6}" height="{_HIGH + 6}" rx="8"'
            f' fill="none" stroke="{_LINE}"/>'
        )
    text = f"{_SIGN[known.value]} {answer.graph.text(goal)}"
    reason = f"<title>{escape(known.reason)}</title>" if known.reason else ""
    label = (
        f'<text x="{x + _WIDE / 2:g}" y="{y + _HIGH / 2 + 5:g}" text-anchor="middle"'
        f' fill="#112" font-family="sans-serif">{escape(text)}</text>'
    )
    if _cut_short(answer, node):
        label += (
            f'<text x="{x + _WIDE / 2:g}" y="{y + _HIGH + 10:g}" text-anchor="middle"'
            f' fill="{_LINE}" font-family="sans-serif">…</text>'
        )
    return f"<g>{reason}{box}{label}</g>"
