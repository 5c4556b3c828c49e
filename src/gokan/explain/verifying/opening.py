"""Corners, approaches and moves on the side derived again on the twin's board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import resources

from gokan.explain.verifying.case import LARGE, Case
from gokan.explain.verifying.twin import Place, Slow, views

Hand = tuple[Place, int] | None
"""The nearest stone to one hand, and how far it is."""


def _corner(case: Case) -> bool:
    """Turn the board until the corner is at the top left, and look the line up."""
    text = resources.files("gokan.explain").joinpath("data/opening.txt").read_text("utf-8")
    size = 8 if min(case.before.height, case.before.width) >= LARGE else 6
    stone = case.places("stone")[0] if "stone" in case.claim.points else None
    wanted = "own" if case.claim.kind == "enclosure" else "enemy"
    for board, place in views(case.before, case.move):
        inside = {(r, c): x for (r, c), x in board.stones.items() if r < size and c < size}
        if len(inside) != (stone is not None) or set(inside.values()) - {wanted}:
            continue
        at = "-" if stone is None else ",".join(str(x + 1) for x in next(iter(inside)))
        to = ",".join(str(x + 1) for x in place)
        line = [case.claim.kind, at, to, *case.claim["name"].split()]
        if any(row.split() == line for row in text.splitlines()):
            return True
    return False


def _approach(case: Case) -> bool:
    """Turn the board until the corner is at the top left: one enemy stone in it, and close by only
    own stones that approach it, as many as the kind says.
    """
    text = resources.files("gokan.explain").joinpath("data/opening.txt").read_text("utf-8")
    rows = [row.split() for row in text.splitlines() if row.startswith("approach")]
    size = 8 if min(case.before.height, case.before.width) >= LARGE else 6

    def line(stone: Place, place: Place) -> list[str] | None:
        for turn in (1, -1):
            pair = [",".join(str(x + 1) for x in one[::turn]) for one in (stone, place)]
            for row in rows:
                if row[1:3] == pair:
                    return row[3:]
        return None

    for board, place in views(case.before, case.move):
        inside = {(r, c): x for (r, c), x in board.stones.items() if r < size and c < size}
        enemies = [p for p, x in inside.items() if x == "enemy" and max(p) < size - 1]
        if max(place) >= size or len(enemies) != 1:
            continue
        close = [p for p, x in inside.items() if x == "own" and max(p) < size - 2]
        fits = line(enemies[0], place) == case.claim["name"].split()
        if fits and all(line(enemies[0], p) for p in close):
            return bool(close) == (case.claim.kind == "double approach")
    return False


def _beyond(board: Slow, place: Place) -> list[Hand]:
    """With the near edge at the top: the nearest stones to the left and to the right on lines two
    to five, and how far they are.
    """
    found: list[Hand] = []
    for hand in (-1, 1):
        nearest = None
        for far in range(1, 10):
            column = place[1] + hand * far
            rows = [r for r in range(1, 5) if (r, column) in board.stones]
            if rows:
                row = min(rows, key=lambda r: abs(r - place[0]))
                nearest = ((row, column), far)
                break
        found.append(nearest)
    return found


def _edge_up(case: Case) -> Iterator[tuple[Slow, Place]]:
    """The board turned so that the edge nearest to the move is at the top, with the way back."""
    for board, place in views(case.before, case.move):
        ends = (place[1], board.width - 1 - place[1], board.height - 1 - place[0])
        if place[0] <= min(ends):
            yield board, place


def _side(kind: str) -> Callable[[Case], bool]:
    def derive(case: Case) -> bool:
        if len(case.before.stones) > (79 if kind == "pincer" else 119):
            return False
        for board, place in _edge_up(case):
            if place[0] not in (2, 3) or any(q in board.stones for q in board.around(place)):
                return False
            left, right = _beyond(board, place)
            for near, far in ((left, right), (right, left)):
                if _SIDE[kind](case, board, near, far):
                    return True
        return False

    return derive


def _is_pincer(case: Case, board: Slow, near: Hand, far: Hand) -> bool:
    if near is None or board.stones[near[0]] != "enemy" or not 2 <= near[1] <= 4:
        return False
    behinds = [b for b in _beyond(board, near[0]) if b is not None]
    if len(board.block(near[0])) > 2:
        return False
    if far is not None and board.stones[far[0]] == "enemy" and far[1] <= 4:
        return False
    return case.claim["spaces"] == near[1] - 1 and any(
        board.stones[b[0]] == "own" and b[1] <= 4 for b in behinds
    )


def _is_split(case: Case, board: Slow, near: Hand, far: Hand) -> bool:
    return all(
        hand is not None and board.stones[hand[0]] == "enemy" and hand[1] >= 4
        for hand in (near, far)
    )


def _is_extension(case: Case, board: Slow, near: Hand, far: Hand) -> bool:
    return (
        near is not None
        and board.stones[near[0]] == "own"
        and 3 <= near[1] <= 6
        and (far is None or far[1] >= 2)
        and case.claim["spaces"] == near[1] - 1
    )


_SIDE = {"pincer": _is_pincer, "splits a side": _is_split, "extension": _is_extension}

DERIVE: dict[str, Callable[[Case], bool]] = {
    "corner": _corner,
    "enclosure": _corner,
    "approach": _approach,
    "double approach": _approach,
    "invasion": _corner,
    "pincer": _side("pincer"),
    "splits a side": _side("splits a side"),
    "extension": _side("extension"),
}
