"""The explicit struct of what a player sees: a lattice of colours and lines in time (Section 4.4).

Each round has a layer of lines and a layer of colours. Attention begins with `start` on every open
line end and leaves with `stop`; at the rim of attention a line goes on into the next line.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from gokan.shape.ets import Event, Setting, Struct, parse
from gokan.shape.go.memory import Memory
from gokan.shape.go.observe import View, lines_of

KINDS = ("empty", "black", "white")
SITE = (1, 1, 0, 0)  # which end of its line a point has at left, up, down, right
LEVELS = ("level0.txt", "level1.txt", "level2.txt", "level3.txt")

Line = tuple[int, int]


@lru_cache(maxsize=1)
def classes() -> Setting:
    """The shipped classes of all levels."""
    folder = files(__package__)
    text = "".join((folder / name).read_text("utf-8") for name in LEVELS)
    return parse(text, file="the classes of Go")


def record(view: View, *, setting: Setting | None = None) -> Struct:
    """The struct of a view. Labels say where and when: (round, point) or (round, line).

    With the struct goes the memory of the board it was recorded from.

    `setting` is for other games on such boards, whose primitives have the names of Go's.

    >>> from gokan.go import Position
    >>> from gokan.shape.go.observe import observe
    >>> struct = record(observe(Position.empty(1)))
    >>> sorted(event.kind for event in struct.events)[:5]
    ['edge', 'edge', 'edge', 'edge', 'empty']
    >>> len(struct)  # four lines twice, eight starts, eight stops, four edges, one point
    29
    """
    return _Recorder(view, setting or classes()).run()


class _Recorder:
    def __init__(self, view: View, setting: Setting) -> None:
        self.view = view
        self.domain = setting.domain
        self.events: list[Event] = []
        self.rounds: dict[Event, int] = {}
        self.open: dict[Line, list[int]] = {}
        self.fresh = 0

    def run(self) -> Struct:
        for number, seen in enumerate(self.view.rounds):
            now = {line for point in seen.attended for line in lines_of(point, self.view.width)}
            self._leave([line for line in self.open if line not in now], number)
            for line in sorted(now):
                if line not in self.open:
                    self.open[line] = [self._start(line, number, end) for end in (0, 1)]
                self._line(line, number)
            for point in sorted(seen.attended):
                self._color(point, number, KINDS[seen.board[point]])
            for line in sorted(now):
                self._edge(line, number)
        self._leave(list(self.open), len(self.view.rounds))
        return Struct(self.domain, self.events, rounds=self.rounds, memory=Memory(self.view))

    def _process(self) -> int:
        self.fresh += 1
        return self.fresh

    def _start(self, line: Line, number: int, end: int) -> int:
        process = self._process()
        self.events.append(Event("start", (number, line, end), (), (process,)))
        return process

    def _line(self, line: Line, number: int) -> None:
        before = tuple(self.open[line])
        self.open[line] = [self._process(), self._process()]
        self.events.append(Event("line", (number, line), before, tuple(self.open[line])))

    def _color(self, point: int, number: int, kind: str) -> None:
        lines = list(lines_of(point, self.view.width))
        before = tuple(self.open[line][end] for line, end in zip(lines, SITE, strict=True))
        after = tuple(self._process() for _ in lines)
        for line, end, process in zip(lines, SITE, after, strict=True):
            self.open[line][end] = process
        event = Event(kind, (number, point), before, after)
        self.events.append(event)
        self.rounds[event] = number

    def _edge(self, line: Line, number: int) -> None:
        """Beyond the first or last point of a row or column there is the edge of the board."""
        for end in _edges(line, self.view.width, self.view.height):
            process = self._process()
            event = Event("edge", (number, line, end), (self.open[line][end],), (process,))
            self.open[line][end] = process
            self.events.append(event)
            self.rounds[event] = number

    def _leave(self, lines: list[Line], number: int) -> None:
        """A last look at the lines, then attention ends there."""
        for line in sorted(lines):
            self._line(line, number)
            for end, process in enumerate(self.open.pop(line)):
                self.events.append(Event("stop", (number, line, end), (process,), ()))


def _edges(line: Line, width: int, height: int) -> list[int]:
    along, number = line
    place, last = (number // width, height) if along else (number % (width + 1), width)
    return [0] * (place == 0) + [1] * (place == last)
