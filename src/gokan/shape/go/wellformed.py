"""Which structs can be seen on a Go board (Section 4.4.1, Figure 4.13).

ETS allows any primitive of this domain to be joined with any other. A board does not: lines meet
points at the right sites, points lie on a grid, and colours and lines take turns. Nor does a game:
looks keep step, one stone is played at a time, and only whole blocks without liberties are taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from gokan.shape.ets import Event, Struct

SIDES = ("left", "up", "down", "right")
END = (1, 1, 0, 0)  # the end of the line that a point's left, up, down, right side meets
STEP = ((-1, 0), (0, -1), (0, 1), (1, 0))
COLORS = ("black", "white", "empty")
Where = tuple[int, int, int]
"""A part of the struct, and a place in it."""


def nonsense(struct: Struct) -> str | None:
    """Why a struct cannot have been seen on a board, in a sentence; None if it can.

    >>> from gokan.go import Position
    >>> from gokan.shape.go.observe import observe
    >>> from gokan.shape.go.record import record
    >>> nonsense(record(observe(Position.empty(2)))) is None
    True
    """
    for event in struct.events:
        for side, process in enumerate(event.terminals):
            found = struct.consumer.get(process)
            if found is not None:
                problem = _joint(event, side, *found)
                if problem:
                    return problem
    places: dict[Event, Where] = {}
    return _grid(struct, places) or _clock(struct) or _history(struct, places)


def is_observable(struct: Struct) -> bool:
    """Whether a struct could have been seen on a board."""
    return nonsense(struct) is None


def _joint(before: Event, terminal: int, after: Event, initial: int) -> str | None:
    one, two = before.kind, after.kind
    if one in COLORS and two in COLORS:
        return f"{one} goes on into {two} without a line between them."
    if one in COLORS and two == "line" and END[terminal] != initial:
        return f"the {SIDES[terminal]} side of {one} meets the wrong end of a line."
    if one == "line" and two in COLORS and END[initial] != terminal:
        return f"the {SIDES[initial]} side of {two} meets the wrong end of a line."
    if one == two == "line" and terminal != initial:
        return "a line turns around."
    if one == "start" and two in (*COLORS, "edge", "stop"):
        return f"attention starts at {two} and not on a line."
    if two == "stop" and one in (*COLORS, "edge"):
        return f"attention stops at {one} before the line is seen again."
    if "edge" in (one, two) and not {one, two} <= {"edge", "line"}:
        return "an edge meets something that is not a line."
    return None


def _grid(struct: Struct, places: dict[Event, Where]) -> str | None:
    """Give every colour a place, following the lines; nonsense if that cannot be done."""
    # What the ends of each line belong to: the side of a point, before and after.
    touching: dict[Event, list[tuple[int, Event, int]]] = {}
    near: dict[Event, list[tuple[Event, int, int]]] = {}
    for event in struct.events:
        if event.kind not in COLORS:
            continue
        for processes, ends in (
            (event.initials, struct.producer),
            (event.terminals, struct.consumer),
        ):
            for side, process in enumerate(processes):
                found = ends.get(process)
                if found is not None and found[0].kind == "line":
                    touching.setdefault(found[0], []).append((END[side], event, side))
    for ends_of in touching.values():
        problem = _line_ends(ends_of, near)
        if problem:
            return problem
    for event in struct.events:
        if event.kind in COLORS:
            near.setdefault(event, [])
    return _place(struct, near, places)


def _line_ends(
    touching: list[tuple[int, Event, int]], near: dict[Event, list[tuple[Event, int, int]]]
) -> str | None:
    if len({side in (0, 3) for _, _, side in touching}) > 1:
        return "one line runs both across and along the board."
    for end, event, side in touching:
        for other_end, other, _ in touching:
            if other is not event:
                dx, dy = STEP[side] if end != other_end else (0, 0)
                near.setdefault(event, []).append((other, dx, dy))
            elif end != other_end:
                return "a point lies beside itself."
    return None


def _place(
    struct: Struct,
    near: dict[Event, list[tuple[Event, int, int]]],
    places: dict[Event, Where],
) -> str | None:
    for part, start in enumerate(near):
        if start in places:
            continue
        places[start] = (part, 0, 0)
        queue, taken = [start], {(0, 0, struct.rounds[start]): start}
        while queue:
            event = queue.pop()
            _, x, y = places[event]
            for other, dx, dy in near[event]:
                place = (x + dx, y + dy)
                if other not in places:
                    places[other] = (part, *place)
                    queue.append(other)
                    if taken.setdefault((*place, struct.rounds[other]), other) != other:
                        return "two points lie in one place."
                elif places[other][1:] != place:
                    return "a point lies in two places at once."
    return None


def _clock(struct: Struct) -> str | None:
    """Points and lines take turns everywhere, so all ways between two looks take one time."""
    return (
        None if struct.keeps_step else "one side of a line is looked at more often than the other."
    )


def _history(struct: Struct, places: dict[Event, Where]) -> str | None:
    """What happens from one round to the next, as far as attention rests on it."""
    if struct.domain.name != "go":
        return None  # other games on such boards have other moves
    at: dict[tuple[int, int], dict[tuple[int, int], str]] = {}
    for event, (part, x, y) in places.items():
        at.setdefault((part, struct.rounds[event]), {})[x, y] = event.kind
    for (part, number), before in sorted(at.items()):
        after = at.get((part, number + 1), {})
        both = {p: (before[p], after[p]) for p in before.keys() & after.keys()}
        problem = _move({p: c for p, c in both.items() if c[0] != c[1]}, both)
        if problem:
            return problem
    return None


Change = dict[tuple[int, int], tuple[str, str]]


def _move(changed: Change, both: Change) -> str | None:
    played = {p: after for p, (before, after) in changed.items() if before == "empty"}
    taken = {p: before for p, (before, after) in changed.items() if after == "empty"}
    for before, after in changed.values():
        if "empty" not in (before, after):
            return f"a {before} stone turns {after} at once."
    if len(played) > 1:
        return "two stones appear at once."
    if len(set(taken.values())) > 1:
        return "stones of both colours are taken at once."
    liberties = set()
    for place, color in taken.items():
        if color in played.values():
            return f"a {color} stone is played and takes a {color} stone."
        for other in _beside(place):
            if both.get(other) == (color, color):
                return "a part of a block is taken and the rest stays."
            if both.get(other) == ("empty", "empty"):
                liberties.add(other)
    # A block that takes its own last liberty is gone with the stone that did it, which is not seen.
    if len(liberties) > (0 if played else 1):
        return "a stone is taken that has a liberty."
    return None


def _beside(place: tuple[int, int]) -> Iterator[tuple[int, int]]:
    for dx, dy in STEP:
        yield place[0] + dx, place[1] + dy
