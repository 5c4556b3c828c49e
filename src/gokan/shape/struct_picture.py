"""The struct of the last moves as a diagram: time runs down, a lane for each point (Section 4.4.2).

A lane has four threads, the processes on the point's four half lines: left, up, down, right. A disc
is the event in which the player sees the point's colour. A bar joins the threads of two neighbours:
the event in which the line between them is seen. A frame is an element of level 0, with its number
in the thesis: C1 black stone, C2 white stone, C3 empty point, C4 to C7 plays and removals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gokan._core import ShapePlaceKind
from gokan.draw.svg import Svg, escape, number
from gokan.draw.theme import Painter
from gokan.go import PASS, to_vertex
from gokan.shape.ets import Event, Struct
from gokan.shape.go.index import Index
from gokan.shape.go.observe import Round, View, lines_of, neighbourhood
from gokan.shape.go.record import record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gokan.go import Position

LANE, COLORS, TOP, LEFT = 104.0, 40.0, 92.0, 104.0
SITES = (-27.0, -9.0, 9.0, 27.0)
PROCESSES = 32  # a point with its four neighbours
ROUNDS = 5
COLOR = ("empty", "black", "white")


def draw_struct(positions: Sequence[Position], *, theme: str = "light") -> Svg:
    """The last changes around the last move, as the struct that records them.

    >>> from gokan.go import Position
    >>> start = Position.empty(9)
    >>> picture = draw_struct([start, start.play("E5")])
    >>> picture.width > 500, "black play" in str(picture)
    (True, True)
    """
    moves, view = _around_the_last_move(positions)
    return _Drawing(view, moves, [positions[m] for m in moves], Painter(theme)).picture()


def _around_the_last_move(positions: Sequence[Position]) -> tuple[list[int], View]:
    """The moves that changed something near the last one, the newest few, and what is seen."""
    last = positions[-1]
    focus = last.last_move
    if focus is None or focus == PASS:
        focus = (last.height // 2) * last.width + last.width // 2
    area = neighbourhood(last.width, last.height, focus, PROCESSES)
    changed = [
        n
        for n in range(1, len(positions))
        if any(positions[n].board[p] != positions[n - 1].board[p] for p in area)
    ]
    first = changed[-ROUNDS + 1] - 1 if len(changed) >= ROUNDS else 0
    moves = [first, *(n for n in changed if n > first)]
    if len(moves) == 1 and len(positions) == 1:
        moves = [0, 0]  # one position, looked at twice
    view = View(last.width, last.height, tuple(Round(positions[m].board, area) for m in moves))
    return moves, view


class _Drawing:
    def __init__(
        self, view: View, moves: list[int], positions: list[Position], painter: Painter
    ) -> None:
        self.view, self.moves, self.positions, self.painter = view, moves, positions, painter
        area = sorted(view.rounds[0].attended)
        self.lane = {p: n for n, p in enumerate(area)}
        inner = sorted(
            {line for p in area for line in lines_of(p, view.width) if len(self._ends(line)) == 2}
        )
        self.slot = {line: n for n, line in enumerate(inner)}
        self.lines = 10.0 + 11.0 * max(1, len(inner))
        self.round = self.lines + COLORS

    def picture(self) -> Svg:
        struct = record(self.view)
        body = self._frames() + self._threads(struct)
        for event in sorted(struct.events, key=lambda e: (e.kind, str(e.label))):
            body += self._event(event)
        width = LEFT + LANE * len(self.lane) + 150
        height = TOP + self.round * len(self.moves) + self.lines + 44
        title = "Struct around the last move: time runs down, four threads for each point"
        ink = self.painter.paint(fill="page_ink")
        ground = f'<rect width="100%" height="100%"{self.painter.paint(fill="page")}/>'
        head = f'<text x="8" y="18" font-size="13"{ink}>{escape(title)}</text>'
        note = "disc: a colour is seen; bar: a line is seen; ▽ attention comes, △ it goes"
        head += f'<text x="8" y="36" font-size="11"{ink}>{note}</text>'
        text = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} '
            f'{number(height)}" width="{number(width)}" height="{number(height)}" role="img"'
            f' font-family="system-ui,\'DejaVu Sans\',sans-serif" font-size="11">'
            f"<title>{escape(title)}</title>{self.painter.style()}{ground}{head}"
            f"{self._names()}{body}</svg>"
        )
        return Svg(text, width, height)

    # --- where things are -------------------------------------------------------------------------

    def _x(self, point: int, site: int | None = None) -> float:
        x = LEFT + LANE * (self.lane[point] + 0.5)
        return x if site is None else x + SITES[site]

    def _color_y(self, turn: int) -> float:
        return TOP + self.round * turn + self.lines + COLORS / 2

    def _line_y(self, turn: int, line: tuple[int, int]) -> float:
        return TOP + self.round * turn + 10 + 11 * self.slot.get(line, len(self.slot) / 2)

    def _ends(self, line: tuple[int, int]) -> list[tuple[int, int]]:
        """The attended points a line joins, each with the side of it that the line is on."""
        return [
            (p, side)
            for p in self.view.rounds[0].attended
            for side, one in enumerate(lines_of(p, self.view.width))
            if one == line
        ]

    # --- what is drawn ----------------------------------------------------------------------------

    def _names(self) -> str:
        ink = self.painter.paint(fill="page_ink")
        width, height = self.view.width, self.view.height
        out = ""
        for point in self.lane:
            out += f'<text x="{number(self._x(point))}" y="60" text-anchor="middle"'
            out += (
                f' font-size="13" font-weight="bold"{ink}>{to_vertex(point, width, height)}</text>'
            )
            for site, name in enumerate("←↑↓→"):
                out += f'<text x="{number(self._x(point, site))}" y="74" text-anchor="middle"'
                out += f' font-size="9"{ink}>{name}</text>'
        for turn, move in enumerate(self.moves):
            said = f"move {move}" if move else "start"
            out += f'<text x="{number(LEFT - 10)}" y="{number(self._color_y(turn) + 4)}"'
            out += f' text-anchor="end" font-size="12"{ink}>{said}</text>'
        return out

    def _frames(self) -> str:
        """Stones and points as frames along their lanes; plays and removals named between them."""
        index = Index(self.view, levels=0)
        numbers = {c.name: c.number for c in index.setting.at(0)}
        out = ""
        for element, place in zip(index.elements(0), index.places(), strict=True):
            name, where = index.name(element.kind), place.where
            if place.kind == ShapePlaceKind.POINT and where in self.lane:
                x, y = self._x(where) - 38, self._color_y(element.start) - 19
                high = self._color_y(element.end) + 19 - y
                role = {"black-stone": "accent", "white-stone": "border"}.get(name, "line")
                out += f'<rect x="{number(x)}" y="{number(y)}" width="76" height="{number(high)}"'
                out += f' rx="9" fill-opacity=".10"{self.painter.paint(fill=role, stroke=role)}>'
                out += f"<title>{numbers[name]} {name.replace('-', ' ')}</title></rect>"
                out += f'<text x="{number(x + 4)}" y="{number(y + 11)}" font-size="9"'
                out += f"{self.painter.paint(fill='page_ink')}>{numbers[name]}</text>"
            elif place.kind == ShapePlaceKind.CHANGE and where in self.lane:
                y = self._color_y(element.end) + 4
                x = LEFT + LANE * len(self.lane) + 8
                vertex = to_vertex(where, self.view.width, self.view.height)
                y -= 13 * (name.endswith("removal"))
                out += f'<text x="{number(x)}" y="{number(y)}"'
                out += f"{self.painter.paint(fill='page_ink')}>"
                out += f"{numbers[name]} {name.replace('-', ' ')} {vertex}</text>"
        return out

    def _threads(self, struct: Struct) -> str:
        """Every process from the event that begins it to the event that ends it."""
        paths = []
        for process, (event, terminal) in struct.producer.items():
            found = struct.consumer.get(process)
            if found is None:
                continue
            one, two = self._site(event, terminal), self._site(*found)
            if one and two and one[0] == two[0]:
                paths.append(f'<path d="M{number(one[0])} {number(one[1])}V{number(two[1])}"/>')
        out = "".join(sorted(paths))  # whatever the order in which the struct holds them
        return f'<g stroke-width="1.2" fill="none"{self.painter.paint(stroke="line")}>{out}</g>'

    def _site(self, event: Event, site: int) -> tuple[float, float] | None:
        """Where a site of an event lies; None where it is outside the lanes."""
        label: Any = event.label
        turn, where, *rest = label
        if event.kind in COLOR:
            return self._x(where, site), self._color_y(turn)
        end = rest[0] if rest else site
        for point, side in self._ends(where):
            if (side in (0, 1)) == (end == 1):  # the line's second end is at a left or upper side
                y = self._line_y(turn, where)
                if event.kind == "start":
                    y = TOP + self.round * turn - 2
                elif event.kind == "stop":
                    y = TOP + self.round * turn + self.lines + 4
                return self._x(point, side), y
        return None

    def _event(self, event: Event) -> str:
        label: Any = event.label
        turn, where, *_ = label
        paint = self.painter.paint
        if event.kind in COLOR:
            x, y = self._x(where), self._color_y(turn)
            last = self.positions[turn].last_move == where and turn > 0
            rim = paint(fill="page" if event.kind == "empty" else event.kind, stroke="page_ink")
            radius = 4 if event.kind == "empty" else 12
            out = f'<rect x="{number(x - 31)}" y="{number(y - 4)}" width="62" height="8" rx="4"'
            out += f"{paint(fill='page', stroke='line')}/>"
            out += f'<circle cx="{number(x)}" cy="{number(y)}" r="{radius}" stroke-width="'
            out += f'{2.5 if last else 1.2}"{rim}><title>{event.kind} is seen at '
            out += f"{to_vertex(where, self.view.width, self.view.height)}</title></circle>"
            return out
        ends = sorted(self._ends(where))
        y = self._line_y(turn, where)
        if event.kind == "line" and len(ends) == 2:
            xs = sorted(self._x(p, side) for p, side in ends)
            out = f'<path d="M{number(xs[0])} {number(y)}H{number(xs[1])}" stroke-width="4"'
            out += f' stroke-linecap="round"{paint(stroke="amount")}>'
            return out + "<title>the line between two neighbours is seen</title></path>"
        if event.kind == "line" and ends:
            x = self._x(*ends[0])
            return f'<circle cx="{number(x)}" cy="{number(y)}" r="2.2"{paint(fill="amount")}/>'
        if event.kind == "edge" and ends:
            x = self._x(*ends[0])
            return (
                f'<rect x="{number(x - 3)}" y="{number(y + 6)}" width="6" height="4"'
                f"{paint(fill='page_ink')}><title>the edge of the board is seen</title></rect>"
            )
        at = self._site(event, 0)
        if at is None or event.kind not in ("start", "stop"):
            return ""
        x, y = at
        tip = y + (5 if event.kind == "start" else -5)
        return (
            f'<path d="M{number(x - 4)} {number(y)}h8L{number(x)} {number(tip)}z"'
            f"{paint(fill='page', stroke='line')}/>"
        )
