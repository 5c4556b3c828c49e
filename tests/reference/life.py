"""Unconditional life, twice: Benson's theorem as he states it, and the truth by brute force."""

from __future__ import annotations

from .board import Board, all_sound_boards, block, blocks, connected, neighbors, place


def benson(
    width: int, height: int, board: Board, color: int, *, suicide: bool = False
) -> tuple[set[int], set[int]]:
    """Stones of `color` that live whatever happens, and the territory they wall in.

    A region is a maximal connected set of points without a stone of `color`. It is vital to a
    block if each of its empty points is a liberty of the block; where the enemy may commit
    suicide his stones in it can become empty points, so *all* its points must be next to the
    block. Blocks with fewer than two vital regions are dropped, then regions that touch a
    dropped block, until nothing changes.

    A region whose wall is alive to the last stone is territory if no two of its points that are
    not next to each other are both away from the wall: the enemy has no room for two eyes.
    """

    def beside(point: int, stones: set[int]) -> bool:
        return any(q in stones for q in neighbors(width, height, point))

    def touches(region: set[int], stones: set[int]) -> bool:
        return any(beside(p, stones) for p in region)

    def vital(region: set[int], stones: set[int]) -> bool:
        must = region if suicide else {p for p in region if p not in board}
        return touches(region, stones) and all(beside(p, stones) for p in must)

    alive = [b for b in blocks(width, height, board) if board[min(b)] == color]
    others = {p for p in range(width * height) if board.get(p) != color}
    regions: list[set[int]] = []
    for p in sorted(others):
        if not any(p in r for r in regions):
            regions.append(connected(width, height, p, others))

    changed = True
    while changed:
        weak = [b for b in alive if sum(vital(r, b) for r in regions) < 2]
        alive = [b for b in alive if b not in weak]
        regions = [r for r in regions if not any(touches(r, b) for b in weak)]
        changed = bool(weak)

    stones = {p for b in alive for p in b}
    land: set[int] = set()
    for region in regions:
        inner = [p for p in region if not beside(p, stones)]
        room = any(p != q and q not in neighbors(width, height, p) for p in inner for q in inner)
        if stones and not room:
            land |= region
    return stones, land


Key = frozenset[tuple[int, int]]


def capturable(width: int, height: int, color: int, *, suicide: bool) -> dict[Key, set[int]]:
    """For every legal position, the stones of `color` that the enemy can take off if `color`
    passes for ever: what "not unconditionally alive" means, by trying everything.

    Ko and superko cannot matter here: the passes in between lift a ko, and the shortest way to
    a capture never repeats a position.
    """
    enemy = 3 - color
    answers: dict[Key, set[int]] = {}
    moves: dict[Key, list[Key]] = {}
    for board in all_sound_boards(width, height):
        key = frozenset(board.items())
        answers[key] = set()
        moves[key] = []
        for p in range(width * height):
            if p not in board:
                after = place(width, height, board, p, enemy)
                if p in after or suicide:
                    moves[key].append(frozenset(after.items()))
                    answers[key] |= {q for q, c in board.items() if c == color and q not in after}
    changed = True
    while changed:
        changed = False
        for key, following in moves.items():
            lost = set(answers[key])
            for after_key in following:
                lost |= answers[after_key]
            if lost != answers[key]:
                answers[key] = lost
                changed = True
    return answers


def reachable_alone(
    width: int, height: int, board: Board, mover: int, *, suicide: bool
) -> list[Board]:
    """Every position that `mover` can reach while the other side passes, this one included."""
    seen = {frozenset(board.items())}
    frontier = [board]
    found = [board]
    while frontier:
        now = frontier.pop()
        for p in range(width * height):
            if p in now:
                continue
            after = place(width, height, now, p, mover)
            key = frozenset(after.items())
            if (p in after or suicide) and key not in seen:
                seen.add(key)
                frontier.append(after)
                found.append(after)
    return found


def whole_blocks(width: int, height: int, board: Board, stones: set[int]) -> bool:
    """Whether a set of stones is a union of blocks."""
    return all(block(width, height, board, p) <= stones for p in stones)
