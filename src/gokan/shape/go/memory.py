"""What attention has left is remembered until something else is seen there (Sections 4.4.2, 5.1.4).

In a struct a stone that attention leaves and comes back to is two elements of one class: no process
joins them. Whoever plays knows more. The thesis wants the board itself kept outside the struct, "in
some non-ETS format", and that memory says which elements are the same stone. So elements of level 0
are joined across pauses, and live on until something else is seen at their place. Classes above
need not be seen at one moment then, and time is counted in positions, not in looks.

An element of a line is the same as long as those at its ends are; plays and removals are events
and have no pauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from gokan.shape.ets.element import Element
from gokan.shape.ets.primitive import Event
from gokan.shape.go.observe import View, lines_of

COLORS = ("black", "white", "empty")
Line = tuple[int, int]


@dataclass(frozen=True)
class Memory:
    """The board beside a struct that was recorded from a view, and what it tells of elements."""

    view: View
    ends: dict[Line, list[int]] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        ends: dict[Line, list[int]] = {}
        for point in range(self.view.width * self.view.height):
            for line in lines_of(point, self.view.width):
                ends.setdefault(line, []).append(point)
        object.__setattr__(self, "ends", ends)

    def join(self, elements: Iterable[Element]) -> list[Element]:
        """Elements of level 0, each stone, point and pair once, with the time that it is known."""
        points: dict[int, list[tuple[int, Element]]] = {}
        lines: list[tuple[Line, int, Element]] = []
        changes: list[Element] = []
        for element in elements:
            line = _line_of(element)
            colors = [e for e in element.members if e.kind in COLORS]
            first, last = min(map(_round, colors)), max(map(_round, colors))
            if line is not None:
                lines.append((line, _first_together(colors), element))
            elif len({e.kind for e in colors}) == 1:
                points.setdefault(_point(colors[0]), []).append((first, element))
            else:
                changes.append(self._known([element], first, self.view.time(last)))
        phases = {point: list(self._phases(parts)) for point, parts in points.items()}
        joined = [phase.element for known in phases.values() for phase in known]
        return [*joined, *self._pairs(lines, phases), *changes]

    def _phases(self, parts: list[tuple[int, Element]]) -> Iterator[_Phase]:
        """What one point was, in turn: pauses between the same colour do not count."""
        runs: list[list[tuple[int, Element]]] = []
        for part in sorted(parts, key=lambda p: p[0]):
            if runs and runs[-1][-1][1].kind == part[1].kind:
                runs[-1].append(part)
            else:
                runs.append([part])
        for number, run in enumerate(runs):
            first, until = run[0][0], len(self.view.rounds)
            end = self.view.time(until - 1)
            if number + 1 < len(runs):
                until = runs[number + 1][0][0]
                end = self.view.time(until) - 1
            yield _Phase(first, until, self._known([e for _, e in run], first, end))

    def _pairs(
        self, lines: list[tuple[Line, int, Element]], phases: dict[int, list[_Phase]]
    ) -> Iterator[Element]:
        """Lines with the same elements at their ends, each from when both were seen together."""
        same: dict[tuple[Line, tuple[Element, ...]], list[tuple[int, Element]]] = {}
        for line, seen, element in lines:
            held = tuple(
                phase.element
                for point in self.ends[line]
                for phase in phases[point]
                if phase.first <= seen < phase.until
            )
            same.setdefault((line, held), []).append((seen, element))
        for (_, held), parts in same.items():
            first, end = min(seen for seen, _ in parts), min(e.span[1] for e in held)
            yield self._known([e for _, e in parts], first, end)

    def _known(self, parts: list[Element], first: int, end: int) -> Element:
        """One element of all parts, from a round to a time."""
        members = frozenset[Event]().union(*(part.members for part in parts))
        return Element(parts[0].kind, 0, members, (self.view.time(first), end))


@dataclass(frozen=True, slots=True)
class _Phase:
    """A stone or an empty point, from a round on until the round in which it is another."""

    first: int
    until: int
    element: Element


def _line_of(element: Element) -> Line | None:
    """The line whose element this is: one to the edge, or one between two points."""
    points = {_point(e) for e in element.members if e.kind in COLORS}
    lines = {_label(e)[1] for e in element.members if e.kind == "line"}
    to_edge = any(e.kind == "edge" for e in element.members)
    return lines.pop() if to_edge or len(points) > 1 else None


def _first_together(colors: list[Event]) -> int:
    """The first round in which all points of some colours were seen."""
    rounds: dict[int, set[int]] = {}
    for event in colors:
        rounds.setdefault(_point(event), set()).add(_round(event))
    return min(set.intersection(*rounds.values()))


def _label(event: Event) -> tuple[Any, ...]:
    """Where and when the recorder saw an event: the round and the place."""
    assert isinstance(event.label, tuple)
    return event.label


def _round(event: Event) -> int:
    return int(_label(event)[0])


def _point(event: Event) -> int:
    return int(_label(event)[1])
