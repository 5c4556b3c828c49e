"""Evolutions of territories, dead and captured groups, and of groups that live (Section 5.3.1).

Every territory, dead group, captured group and living group of a finished game is one element. It
is generated in reverse: from what stood at the end (or was taken off) back to the moves around it
that made it, of both colours. Elements of one kind whose first moves are the same stones, seen from
the owner, anywhere along the same edges and in any of the eight orientations, form alike: they are
elements of one class. A class grows by a stone as long as most of its elements grow the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from gokan.go import Color, Position
from gokan_lab.classes.endings import SIDE, Ending

KINDS = ("territory", "dead group", "captured group", "living group")
SMALLEST = {"territory": 3, "dead group": 1, "captured group": 1, "living group": 3}
REACH = {"territory": 2, "dead group": 1, "captured group": 1, "living group": 1}
"""How far around its points the moves belong to an element."""
FEWEST, MOST = 4, 12
"""Moves of a class; captured groups that were complete sooner count from three."""
NEAR_EDGE = 3  # empty points up to the edge that still belong to what is alike
ALIKE = 0.5  # a class gives way to the one that goes on if so many of its elements do

Stone = tuple[int, int, bool]
"""Column, row, and whether it is the other side's."""
Key = tuple[str, tuple[int, ...], tuple[Stone, ...]]
"""The kind, distances to the edges left, top, right, bottom (-1: far), and the stones."""


@dataclass(frozen=True, slots=True)
class Element:
    """One territory or group, with its moves in order."""

    game: str
    kind: str
    owner: int
    points: frozenset[int]
    moves: tuple[tuple[int, int, int], ...]
    """Number of the move, colour, point."""
    fates: dict[int, str] = field(compare=False, hash=False)
    """What became of each of the moves, by number: alive, dead or captured."""


@dataclass(slots=True)
class Evolution:
    """A class of evolutions: how its elements begin, and what they come to. Certainty: measured."""

    kind: str
    edges: tuple[int, ...]
    stones: tuple[Stone, ...]
    """In their usual order."""
    games: int
    elements: int
    in_order: int
    """Elements whose stones came in exactly this order."""
    size: float
    """Mean number of points at the end."""
    own: Counter[str]
    enemy: Counter[str]
    """What became of the stones of both sides, counted over all elements."""
    next: tuple[tuple[Stone, int], ...]
    """What most often came next, and in how many elements."""
    examples: tuple[tuple[str, int, int], ...]
    """Game, first and last move of the formation."""


def elements(ending: Ending) -> Iterator[Element]:
    """Everything that a game came to, each with the moves that made it."""
    fates, taken = _fates(ending)
    for color in (1, 2):
        ground = {
            p
            for p in range(SIDE * SIDE)
            if ending.owner[p] == color and ending.end.board[p] != color
        }
        for area in _parts(ground, diagonal=False):
            yield from _element(ending, "territory", color, area, fates, len(ending.moves))
        dead = {p for p in ending.dead if ending.end.board[p] == color}
        for group in _parts(dead, diagonal=True):
            yield from _element(ending, "dead group", color, group, fates, len(ending.moves))
        living = {p for p, c in enumerate(ending.end.board) if c == color} - dead
        for group in _parts(living, diagonal=False):
            yield from _element(ending, "living group", color, group, fates, len(ending.moves))
    for number, color, group in taken:
        yield from _element(ending, "captured group", color, group, fates, number)


def _element(
    ending: Ending,
    kind: str,
    owner: int,
    points: frozenset[int],
    fates: dict[int, str],
    until: int,
) -> Iterator[Element]:
    if len(points) < SMALLEST[kind]:
        return
    near = _around(points, REACH[kind], square=kind != "captured group")
    moves = [
        (n, color, point)
        for n, (color, point) in enumerate(ending.moves[:until], 1)
        if point in near
    ]
    if kind == "captured group":  # what stood there when it was taken off
        newest = {point: n for n, _, point in moves}
        moves = [m for m in moves if newest[m[2]] == m[0]]
    if moves:
        yield Element(ending.game, kind, owner, points, tuple(moves), fates)


def learn(
    games: Iterable[Ending],
    *,
    least: int = 20,
    progress: Callable[[int], None] = lambda done: None,
) -> list[Evolution]:
    """Classes that recur in at least so many games, the most frequent first."""
    made: list[Element] = []
    for done, ending in enumerate(games, 1):
        made += elements(ending)
        progress(done)
    alike: dict[Key, list[tuple[int, tuple[int, ...]]]] = {}
    beginning = list(range(len(made)))
    found = []
    for size in range(3, MOST + 1):
        alike = {}
        for n in beginning:
            for key, order in _keys(made[n], size):
                alike.setdefault(key, []).append((n, order))
        beginning = [
            n for n in beginning if made[n].kind == "captured group"
        ]  # known when complete
        for key, held in alike.items():
            if len({made[n].game for n, _ in held}) >= least:
                beginning += [n for n, _ in held]
                found.append((size, key, held))
        beginning = sorted(set(beginning))
    classes = [
        _evolution(key, held, made)
        for size, key, held in found
        if size >= (3 if key[0] == "captured group" else FEWEST)
        and not _gives_way(size, held, found)
    ]
    return sorted(classes, key=lambda c: (-c.games, c.kind, c.edges, c.stones))


def _keys(element: Element, size: int) -> Iterator[tuple[Key, tuple[int, ...]]]:
    """What the first moves of an element are, if they are so many and on different points.

    A captured group counts only when it is complete: its last move took it off.
    """
    moves = element.moves[:size]
    whole = element.kind != "captured group" or len(element.moves) == size
    points = [p for _, _, p in moves]
    if len(moves) < size or not whole or len(set(points)) < size:
        return
    best: tuple[tuple[int, ...], tuple[Stone, ...], tuple[int, ...]] | None = None
    for turn in range(8):
        placed = [(*_turned(p, turn), color != element.owner) for _, color, p in moves]
        left, top = min(x for x, _, _ in placed), min(y for _, y, _ in placed)
        right = SIDE - 1 - max(x for x, _, _ in placed)
        bottom = SIDE - 1 - max(y for _, y, _ in placed)
        edges = tuple(d if d <= NEAR_EDGE else -1 for d in (left, top, right, bottom))
        shifted = [(x - left, y - top, enemy) for x, y, enemy in placed]
        stones = tuple(sorted(shifted))
        order = tuple(stones.index(s) for s in shifted)
        candidate = (edges, stones, order)
        if best is None or candidate < best:
            best = candidate
    assert best is not None
    yield (element.kind, best[0], best[1]), best[2]


def _gives_way(
    size: int,
    held: list[tuple[int, tuple[int, ...]]],
    found: list[tuple[int, Key, list[tuple[int, tuple[int, ...]]]]],
) -> bool:
    """Whether most elements of a class go on to one larger class."""
    mine = {n for n, _ in held}
    return any(
        len(mine & {n for n, _ in longer}) >= ALIKE * len(mine)
        for other, _, longer in found
        if other == size + 1 and len(longer) >= ALIKE * len(mine)
    )


def _evolution(key: Key, held: list[tuple[int, tuple[int, ...]]], made: list[Element]) -> Evolution:
    kind, edges, stones = key
    orders = Counter(order for _, order in held)
    usual, times = max(orders.items(), key=lambda o: (o[1], o[0]))
    size = len(stones)
    own, enemy = Counter[str](), Counter[str]()
    after: Counter[Stone] = Counter()
    examples: dict[str, tuple[str, int, int]] = {}
    for n, order in held:
        element = made[n]
        for number, color, _ in element.moves[:size]:
            (own if color == element.owner else enemy)[element.fates[number]] += 1
        if order == usual and len(examples) < 3:
            moves = element.moves
            examples.setdefault(element.game, (element.game, moves[0][0], moves[size - 1][0]))
        stone = _next_stone(element, key)
        if stone is not None:
            after[stone] += 1
    return Evolution(
        kind,
        edges,
        tuple(stones[i] for i in usual),
        len({made[n].game for n, _ in held}),
        len(held),
        times,
        sum(len(made[n].points) for n, _ in held) / len(held),
        own,
        enemy,
        tuple(after.most_common(3)),
        tuple(examples.values()),
    )


def _next_stone(element: Element, key: Key) -> Stone | None:
    """The move after the formation, in the class's own orientation."""
    _, edges, stones = key
    size = len(stones)
    if len(element.moves) <= size:
        return None
    for turn in range(8):
        placed = [
            (*_turned(p, turn), color != element.owner) for _, color, p in element.moves[: size + 1]
        ]
        left, top = min(x for x, _, _ in placed[:-1]), min(y for _, y, _ in placed[:-1])
        shifted = [(x - left, y - top, enemy) for x, y, enemy in placed]
        right = SIDE - 1 - left - max(x for x, _, _ in shifted[:-1])
        bottom = SIDE - 1 - top - max(y for _, y, _ in shifted[:-1])
        here = tuple(d if d <= NEAR_EDGE else -1 for d in (left, top, right, bottom))
        if here == edges and tuple(sorted(shifted[:-1])) == stones:
            return shifted[-1]
    return None


def _fates(
    ending: Ending,
) -> tuple[dict[int, str], list[tuple[int, int, frozenset[int]]]]:
    """What became of every move, and which groups were taken off by which move."""
    stands: dict[int, int] = {}
    fates: dict[int, str] = {}
    taken = []
    position = Position.empty(SIDE)
    for number, (color, point) in enumerate(ending.moves, 1):
        after = position.play_forced(point, Color(color))
        gone = [p for p, c in enumerate(position.board) if c and not after.board[p]]
        for p in gone:
            fates[stands.pop(p)] = "captured"
        for side in (1, 2):
            lost = {p for p in gone if position.board[p] == side}
            taken += [(number, side, group) for group in _parts(lost, diagonal=False)]
        if point >= 0 and after.board[point]:
            stands[point] = number
        elif point >= 0:
            fates[number] = "captured"  # it took its own last liberty
        position = after
    for point, number in stands.items():
        fates[number] = "dead" if point in ending.dead else "alive"
    return fates, taken


def _parts(points: set[int], *, diagonal: bool) -> list[frozenset[int]]:
    left, parts = set(points), []
    while left:
        part, queue = set(), [left.pop()]
        while queue:
            point = queue.pop()
            part.add(point)
            for near in _around({point}, 1, square=diagonal) & left:
                left.discard(near)
                queue.append(near)
        parts.append(frozenset(part))
    return sorted(parts, key=min)


def _around(points: Iterable[int], reach: int, *, square: bool) -> set[int]:
    """Points within some steps: straight ones, or diagonal ones too."""
    found = set()
    for point in points:
        row, column = divmod(point, SIDE)
        for dy in range(-reach, reach + 1):
            for dx in range(-reach, reach + 1):
                if not square and abs(dx) + abs(dy) > reach:
                    continue
                if 0 <= row + dy < SIDE and 0 <= column + dx < SIDE:
                    found.add((row + dy) * SIDE + column + dx)
    return found


def _turned(point: int, turn: int) -> tuple[int, int]:
    y, x = divmod(point, SIDE)
    if turn & 1:
        x = SIDE - 1 - x
    if turn & 2:
        y = SIDE - 1 - y
    return (y, x) if turn & 4 else (x, y)
