"""Scrimger's numbers (2007), recomputed from the classes as they are written in the shape files."""

from __future__ import annotations

from collections import Counter
from functools import cache

from gokan.go import BLACK, WHITE, Position
from gokan.shape.ets import Setting, World, recognise
from gokan.shape.go.index import Index
from gokan.shape.go.observe import Round, View, observe
from gokan.shape.go.record import classes, record
from gokan_lab.facts.found import Found

ATARI = Position.from_diagram(
    """
    . . . . .
    . . X . .
    . X O X .
    . . . . .
    . . . . .
    """
)
"""Figures 4.30 to 4.32: a white stone in atari, and the point below it."""
_BELOW = 17
_CROSS = frozenset({7, 11, 12, 13, _BELOW})


@cache
def _setting() -> Setting:
    return classes()


def primitives() -> Found:
    """Primitives of the domain."""
    return Found(len(_setting().domain.primitives))


def sites() -> Found:
    """Initial and terminal sites of π1 to π7."""
    pairs = [f"{len(p.initials)}/{len(p.terminals)}" for p in _setting().domain.primitives]
    return Found(" ".join(pairs))


def level_0() -> Found:
    """Classes of level 0."""
    return Found(len(_setting().at(0)))


def stone_constraints() -> Found:
    """Constraints of a stone's class (Figure 4.18)."""
    return Found(len({c for s in _setting().class_("C2").steps for c in s.constraints}))


def play_constraints() -> Found:
    """Constraints of a play's class (Figure 4.24)."""
    return Found(sum(len(step.constraints) for step in _setting().class_("C4").steps))


def pair_constraints() -> Found:
    """Constraints of two empty points, C10 (Figure 4.27)."""
    return Found(len({c for s in _setting().class_("C10").steps for c in s.constraints}))


def _capture(boards: list[bytes]) -> World:
    view = View(5, 5, tuple(Round(board, _CROSS) for board in boards))
    return recognise(_setting(), record(view), levels=0)[0]


def capture_elements() -> Found:
    """Class elements of Figures 4.30 to 4.32."""
    after = ATARI.play(_BELOW).board
    world = _capture([ATARI.board, ATARI.board, after, after])
    kinds = Counter(element.kind for element in world.elements)
    return Found(len(world.elements), of=f"{len(kinds)} classes")


def capture_lines() -> Found:
    """Elements of C11, C12 and C13 among them."""
    after = ATARI.play(_BELOW).board
    kinds = Counter(e.kind for e in _capture([ATARI.board, ATARI.board, after, after]).elements)
    return Found(
        f"{kinds['black-white']} {kinds['black-empty']} {kinds['white-empty']}",
    )


_FORMATION = ((BLACK, "D4"), (BLACK, "F3"), (WHITE, "F5"), (WHITE, "D5"), (BLACK, "E4"))


def _formed(order: tuple[int, ...]) -> bool:
    position = Position.empty(19)
    boards = [position]
    for number in order:
        color, move = _FORMATION[number]
        position = position.play(move, color)
        boards.append(position)
    index = Index(observe(boards))
    return any(index.name(e.kind) == "black-corner-formation" for e in index.elements(2))


def stages() -> Found:
    """Stages of the formation of Figures 4.46 to 4.51 that forms in its own order."""
    steps = len(_setting().class_("black-corner-formation").steps)
    return Found(steps if _formed((0, 1, 2, 3, 4)) else 0)


def other_orders() -> Found:
    """Orders with two neighbouring stages exchanged in which it forms all the same."""
    swapped = [
        (*range(k), k + 1, k, *range(k + 2, len(_FORMATION))) for k in range(1, len(_FORMATION) - 1)
    ]
    return Found(sum(_formed(order) for order in swapped), of=f"{len(swapped)} other orders")


def eyes() -> Found:
    """Eyes of Figure 5.1: two by level-2 constraints."""
    position = Position.from_diagram(
        """
        . . . . . . .
        . X X X X X .
        . X . X . X .
        . X X X X X .
        . . . . . . .
        """
    )
    index = Index(observe(position))
    return Found(sum(index.name(e.kind) == "black-eye" for e in index.elements(2)))


def orientations() -> Found:
    """Boards of Figure 5.6, out of four, with one element of the mixed one-point jump."""
    found = 0
    for text in ("X . O", "O . X", "X\n.\nO", "O\n.\nX"):
        rows = text.split("\n")
        width = len(rows[0].split()) + 2
        blank = " ".join("." * width)
        board = "\n".join([blank, *(f". {line} ." for line in rows), blank])
        index = Index(observe(Position.from_diagram(board)))
        kinds = Counter(index.name(e.kind) for e in index.elements(1))
        found += kinds["mixed-one-point-jump"] == 1
    return Found(found)


def attention_rounds() -> Found:
    """Rounds of the attention of Section 4.4.1."""
    return Found(len(_attended().rounds))


def attention_processes() -> Found:
    """Processes that exist at once under it, at most."""
    alive = most = 0
    for event in record(_attended()).order:
        alive += len(event.terminals) - len(event.initials)
        most = max(most, alive)
    return Found(most)


def _attended() -> View:
    return observe([Position.empty(9).play("E5")], attention="last move")
