"""The evolutions that recur most: pictures as they grow, numbers, and their generating systems."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gokan.errors import InvalidInput
from gokan.files import write_whole
from gokan.go import Color, Position
from gokan.shape.learn.formation import Formation, Member
from gokan_lab.classes.define import define
from gokan_lab.classes.endings import SIDE
from gokan_lab.classes.evolving import KINDS, Evolution

if TYPE_CHECKING:
    from gokan.draw import Svg

_MARGIN = 2  # points of board around the stones where no edge is near
_FATES = (("alive", "lived"), ("captured", "were captured"), ("dead", "were dead at the end"))


def place(evolution: Evolution) -> list[int]:
    """Points on a board for its stones in order, as near to the edges as they were."""
    width = max(x for x, _, _ in evolution.stones) + 1
    height = max(y for _, y, _ in evolution.stones) + 1
    left, top, right, bottom = evolution.edges
    x = left if left >= 0 else SIDE - right - width if right >= 0 else (SIDE - width) // 2
    y = top if top >= 0 else SIDE - bottom - height if bottom >= 0 else (SIDE - height) // 2
    return [(y + b) * SIDE + x + a for a, b, _ in evolution.stones]


def grow(evolution: Evolution) -> list[Position]:
    """The boards on which it grows, from the empty one; the owner is Black."""
    position = Position.empty(SIDE)
    positions = [position]
    for point, (_, _, enemy) in zip(place(evolution), evolution.stones, strict=True):
        position = position.play_forced(point, Color.WHITE if enemy else Color.BLACK)
        positions.append(position)
    return positions


def picture(evolution: Evolution, upto: int | None = None) -> Svg:
    """The first stones of it, numbered in their usual order."""
    from gokan.draw import board

    points = place(evolution)
    shown = len(points) if upto is None else upto
    rows, columns = [p // SIDE for p in points], [p % SIDE for p in points]
    left, top, right, bottom = evolution.edges
    low = max(0, min(rows) - (SIDE if top >= 0 else _MARGIN))
    high = min(SIDE - 1, max(rows) + (SIDE if bottom >= 0 else _MARGIN))
    first = max(0, min(columns) - (SIDE if left >= 0 else _MARGIN))
    last = min(SIDE - 1, max(columns) + (SIDE if right >= 0 else _MARGIN))
    position = grow(evolution)[shown]
    return board(
        position,
        labels={p: str(n) for n, p in enumerate(points[:shown], 1) if position.board[p]},
        last_move=False,
        view=(low * SIDE + first, high * SIDE + last),
        coordinates=False,
        size=150,
        description=f"{evolution.kind} after {shown} of {len(points)} moves",
    )


def system(evolution: Evolution, name: str) -> str:
    """The generating system of a class: what each stone adds in blocks and spaces, step by step.

    Raises InvalidInput where the stones do not hang together by blocks and spaces.
    """
    points = place(evolution)
    positions = grow(evolution)
    edges = tuple(d for d in evolution.edges if d > 0)[:2] if _is_first_at(evolution) else ()
    stones = tuple(
        Member(enemy, edges if n == 0 else ()) for n, (_, _, enemy) in enumerate(evolution.stones)
    )
    ties: dict[tuple[int, int], int] = {}
    for late in range(1, len(points)):
        for early in range(late):
            kind = _tie(positions[late + 1], points[early], points[late])
            if kind is not None:
                ties[early, late] = kind
    formation = Formation(0, stones, ties)
    return define(
        formation,
        name,
        title=f"{{a}} {evolution.kind} in {len(points)} moves",
        note=f"Learned: {evolution.elements} elements in {evolution.games} games.",
        order=range(len(points) - 1),
    )


def describe(evolution: Evolution) -> str:
    """What was counted, in sentences with their denominators."""
    e = evolution
    said = [
        f"{e.elements:,} elements in {e.games:,} games, {e.in_order:,} in the order shown.",
        f"At the end {e.size:.1f} points on average.",
    ]
    for whose, fates in (("own", e.own), ("the other side's", e.enemy)):
        of = sum(fates.values())
        if of:
            shares = [f"{100 * fates[f] / of:.0f} % {words}" for f, words in _FATES if fates[f]]
            said.append(f"Of {of:,} of {whose} stones {', '.join(shares)}.")
    if e.next:
        steps = ", ".join(f"{_step(e, stone)} ({n} of {e.elements:,})" for stone, n in e.next)
        said.append(f"Next, most often: {steps}.")
    seen = "; ".join(f"{game}, moves {first} to {last}" for game, first, last in e.examples)
    return " ".join([*said, f"Examples: {seen}."])


def gallery(
    evolutions: Sequence[Evolution], folder: Path, *, number: int = 50, games: int = 0
) -> None:
    """Write the classes that recur most: `evolutions.md` with pictures, their text, all as JSON."""
    shown = choose(evolutions, number)
    pictures = folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    lines = [
        f"# The {len(shown)} evolutions that recur most",
        "",
        f"Learned from {games:,} games.",
        "",
    ]
    texts = []
    for n, evolution in enumerate(shown, 1):
        name = f"evolution-{n:03}"
        size = len(evolution.stones)
        lines += [f"## {n}. {evolution.kind}, {size} moves", ""]
        frames = []
        for upto in dict.fromkeys((max(1, size // 3), max(1, 2 * size // 3), size)):
            file = f"{name}-{upto}.svg"
            write_whole(pictures / file, str(picture(evolution, upto)).encode())
            frames.append(f"![{evolution.kind} after {upto} moves](pictures/{file})")
        lines += [" ".join(frames), "", describe(evolution), ""]
        try:
            texts.append(system(evolution, name))
        except InvalidInput:
            lines += [
                "Its stones do not hang together by blocks and spaces: no generating system.",
                "",
            ]
    write_whole(folder / "evolutions.md", "\n".join(lines).encode())
    write_whole(folder / "evolutions.txt", "\n".join(texts).encode())
    kept = [_plain(e) for e in evolutions]
    write_whole(folder / "evolutions.json", (json.dumps(kept, indent=1) + "\n").encode())


def choose(evolutions: Sequence[Evolution], number: int) -> list[Evolution]:
    """The most frequent of each kind, in equal shares as far as there are so many."""
    by_kind = {kind: [e for e in evolutions if e.kind == kind] for kind in KINDS}
    shown: list[Evolution] = []
    while len(shown) < number and any(by_kind.values()):
        for kind in KINDS:
            if by_kind[kind] and len(shown) < number:
                shown.append(by_kind[kind].pop(0))
    return sorted(shown, key=lambda e: (KINDS.index(e.kind), -e.games))


def _plain(evolution: Evolution) -> dict[str, Any]:
    return {**asdict(evolution), "own": dict(evolution.own), "enemy": dict(evolution.enemy)}


def _is_first_at(evolution: Evolution) -> bool:
    """Whether the edges that are near are those of its first stone."""
    x, y, _ = evolution.stones[0]
    width = max(a for a, _, _ in evolution.stones)
    height = max(b for _, b, _ in evolution.stones)
    left, top, right, bottom = evolution.edges
    return all(
        edge < 0 or at_edge
        for edge, at_edge in (
            (left, x == 0),
            (top, y == 0),
            (right, x == width),
            (bottom, y == height),
        )
    )


def _tie(position: Position, one: int, two: int) -> int | None:
    """What joins two stones when the second has just been played: a number of `TIES`."""
    board = position.board
    if not board[one]:
        return None
    (y, x), (v, u) = divmod(one, SIDE), divmod(two, SIDE)
    dx, dy = u - x, v - y
    near, far = sorted((abs(dx), abs(dy)))

    def empty(*points: tuple[int, int]) -> bool:
        return all(not board[b * SIDE + a] for a, b in points)

    sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    if (near, far) == (0, 1):
        return 0
    if (near, far) == (1, 1) and (empty((x + dx, y)) or empty((x, y + dy))):
        return 1
    if (near, far) == (0, 2) and empty((x + sx, y + sy)):
        return 2
    if (near, far) == (1, 2):
        ax, ay = (sx, 0) if abs(dx) == 2 else (0, sy)
        return 3 if empty((x + ax, y + ay), (u - ax, v - ay)) else None
    if (near, far) == (0, 3) and empty((x + sx, y + sy), (x + 2 * sx, y + 2 * sy)):
        return 4
    if (near, far) == (1, 3):
        ax, ay = (sx, 0) if abs(dx) == 3 else (0, sy)
        here = [(x + k * ax, y + k * ay) for k in (1, 2)]
        there = [(u - k * ax, v - k * ay) for k in (1, 2)]
        return 5 if empty(*here, *there) else None
    return None


def _step(evolution: Evolution, stone: tuple[int, int, bool]) -> str:
    x, y, enemy = stone
    a, b, _ = evolution.stones[-1]
    way = f"{abs(x - a)} {'right' if x >= a else 'left'}, {abs(y - b)} {'down' if y >= b else 'up'}"
    return f"{'the other side' if enemy else 'own'} {way} of the last"
