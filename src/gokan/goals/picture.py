"""A position beside its goal graph, after Figures 2.5 to 2.8 of the thesis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from gokan.goals.graph import Goal

if TYPE_CHECKING:
    from gokan.draw import Svg
    from gokan.goals.consideration import Consideration

__all__ = ["draw"]

TITLE = "The goals that the stones depend on"
LEGEND = (
    "A number on the board is a move that a goal asks for; the numbers follow the goals from the "
    "root down and do not say which move is best. In the boxes: + can be done, − cannot, ? is "
    "open; a dashed border means judged, not proved. Under an arc everything below is needed; "
    "otherwise one part is enough."
)
"""What is to be seen, in players' words."""

_WIDE, _HIGH, _GAP, _DOWN = 150, 34, 14, 40
_FILL = {"true": "#cfe8d5", "false": "#f3d0c8", "unknown": "#ffffff"}
_PAGE = {"light": "#ffffff", "auto": "#ffffff", "dark": "#1b1b1d"}  # boxes keep their own ground
_LINE = "#8890a0"
_SIGN = {"true": "+", "false": "−", "unknown": "?"}


def draw(answer: Consideration, **options: Any) -> Svg:
    """The board on the left, with the moves numbered as `GoalGraph.moves` gives them; on the right
    one box for each goal.

    A box says what is known of its goal: + true, − false, ? open, and a dashed border where that
    was judged. The root has a double border. An arc under a goal means that all of what is below is
    needed; lines back to a goal already drawn are cycles.
    """
    from gokan.draw import Svg, board

    options.setdefault("title", TITLE)
    options.setdefault("caption", LEGEND)
    marks = {s.move: str(k) for k, s in enumerate(answer.moves, 1) if k < 100}
    left = board(answer.position, **{"labels": marks, **options})
    rows: dict[int, list[Goal]] = {}
    for node in answer.nodes:
        rows.setdefault(node.depth, []).append(node.goal)
    wide = max(len(row) for row in rows.values()) * (_WIDE + _GAP) + _GAP
    high = len(rows) * (_HIGH + _DOWN) + _GAP
    places = {
        goal: (
            left.width + _GAP + (wide - len(row) * (_WIDE + _GAP)) / 2 + k * (_WIDE + _GAP),
            float(_GAP + depth * (_HIGH + _DOWN)),
        )
        for depth, row in rows.items()
        for k, goal in enumerate(row)
    }
    width, height = left.width + wide + _GAP, max(left.height, high)
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-size="13">',
        f"<title>{escape(answer.graph.text(answer.root))} and the goals it depends on</title>",
        f"<desc>{escape(answer.explain())}</desc>",
        f'<rect width="100%" height="100%" fill="{_PAGE[str(options.get("theme", "light"))]}"/>',
        str(left),
    ]
    parts += _lines(answer, places)
    parts += [_box(answer, goal, *place) for goal, place in places.items()]
    return Svg("".join([*parts, "</svg>"]), width, height)


def _lines(answer: Consideration, places: dict[Goal, tuple[float, float]]) -> list[str]:
    found = []
    for node in answer.nodes:
        x, y = places[node.goal]
        for child in node.children:
            for goal in child:
                to_x, to_y = places[goal]
                back = to_y <= y
                style = ' stroke-dasharray="3 3"' if back else ""
                start, end = (y + _HIGH, to_y) if not back else (y + _HIGH / 2, to_y + _HIGH / 2)
                found.append(
                    f'<path d="M{x + _WIDE / 2:g} {start:g}L{to_x + _WIDE / 2:g} {end:g}"'
                    f' stroke="{_LINE}" fill="none"{style}/>'
                )
        if node.children and not node.saving:
            cx, cy = x + _WIDE / 2, y + _HIGH
            found.append(
                f'<path d="M{cx - 18:g} {cy + 5:g}Q{cx:g} {cy + 18:g} {cx + 18:g} {cy + 5:g}"'
                f' stroke="{_LINE}" fill="none"/>'
            )
    return found


def _box(answer: Consideration, goal: Goal, x: float, y: float) -> str:
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
    return f"<g>{reason}{box}{label}</g>"
