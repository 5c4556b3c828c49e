"""The slow twin of the core's windows: sets of stones, every state, plain iteration."""

from __future__ import annotations

from itertools import product

Stones = tuple[frozenset[int], frozenset[int]]


class Twin:
    """One window or room; `values` decides every filling."""

    def __init__(
        self,
        near: list[int],
        touching: int,
        *,
        room: bool = False,
        a: int = 0,
        b: int = -1,
        eye: bool = True,
        outside: tuple[int, int] = (0, 0),
    ) -> None:
        self.near = [{c for c in range(len(near)) if m >> c & 1} for m in near]
        self.open = {c for c in range(len(near)) if touching >> c & 1}
        self.room, self.a, self.b, self.eye, self.outside = room, a, b, eye, outside
        self.cells = range(len(near))

    def values(self) -> list[int]:
        fillings = list(product(range(3), repeat=len(self.cells)))
        boards = [
            (
                frozenset(c for c in self.cells if f[c] == 1),
                frozenset(c for c in self.cells if f[c] == 2),
            )
            for f in (tuple(reversed(f)) for f in fillings)
        ]
        levels = list(product(*(range(n + 1) for n in self.outside)))
        asked = [s for s in boards if self.asked(s) and self.sound(s)]
        won: set[tuple[object, ...]] = set()
        changed = True
        while changed:
            changed = False
            for stones, level, turn in product(
                asked, levels, (2, 1, *(("ko", c) for c in self.cells))
            ):
                state = (stones, level, turn)
                if state not in won and self.forced(state, won):
                    won.add(state)
                    changed = True
        found = []
        for stones in boards:
            if stones not in set(asked):
                found.append(0)
                continue
            link = self.b >= 0
            second = ((stones, self.outside, 2) in won) == link
            first = ((stones, self.outside, 1) in won) == link
            found.append(4 | second | first << 1)
        return found

    def asked(self, stones: Stones) -> bool:
        return self.room or (self.a in stones[0] and (self.b < 0 or self.b in stones[0]))

    def empty(self, stones: Stones) -> set[int]:
        return set(self.cells) - stones[0] - stones[1]

    def block(self, group: frozenset[int], c: int) -> set[int]:
        found, edge = {c}, [c]
        while edge:
            for n in self.near[edge.pop()] & group:
                if n not in found:
                    found.add(n)
                    edge.append(n)
        return found

    def blocks(self, group: frozenset[int]) -> list[set[int]]:
        left, found = set(group), []
        while left:
            found.append(self.block(group, min(left)))
            left -= found[-1]
        return found

    def wall(self, stones: Stones) -> set[int]:
        return {c for b in self.blocks(stones[0]) if b & self.open for c in b}

    def liberties(self, stones: Stones, block: set[int], own: bool) -> set[int]:
        if own and self.room and block & self.open:
            return self.wall_liberties(stones)
        return {n for c in block for n in self.near[c]} & self.empty(stones)

    def wall_liberties(self, stones: Stones) -> set[int]:
        reach = self.open | {n for c in self.wall(stones) for n in self.near[c]}
        return reach & self.empty(stones)

    def sound(self, stones: Stones) -> bool:
        for b in self.blocks(stones[1]):
            if not self.liberties(stones, b, False) and (self.room or not b & self.open):
                return False
        return all(
            self.liberties(stones, b, True) or b & self.open or self.is_target(b)
            for b in self.blocks(stones[0])
        )

    def is_target(self, b: set[int]) -> bool:
        return bool(b & self.open) if self.room else self.a in b or self.b in b

    def spare(self, b: set[int], level) -> bool:
        if not self.is_target(b):
            return False
        if self.b < 0:
            return self.eye
        return (self.a in b and level[0] > 0) or (self.b in b and level[1] > 0)

    def play(self, stones: Stones, level, c: int, own: bool):
        """(taken, joined, stones, ko cell) or None."""
        if c not in self.empty(stones):
            return None
        sides = [set(stones[0]), set(stones[1])]
        sides[0 if own else 1].add(c)
        now: Stones = (frozenset(sides[0]), frozenset(sides[1]))
        gone: set[int] = set()
        for b in self.blocks(now[1 if own else 0]):
            if not {n for s in b for n in self.near[s]} & {c} or self.liberties(now, b, not own):
                continue
            if own and (self.room or not b & self.open):
                gone |= b
            if not own and not self.spare(b, level):
                if self.is_target(b):
                    return (True, False, now, None)
                gone |= b
        if (
            not own
            and self.room
            and not self.eye
            and c in self.open
            and not self.wall_liberties(now)
        ):
            return (True, False, now, None)
        now = (now[0] - gone, now[1]) if not own else (now[0], now[1] - gone)
        mine = self.block(now[0 if own else 1], c)
        free = self.liberties(now, mine, own)
        if not free:
            safe = self.spare(mine, level) if own else (not self.room and bool(mine & self.open))
            if not safe:
                return None
        ko = None
        safe_o = not self.room and bool(mine & self.open)
        if not own and len(gone) == 1 and mine == {c} and free == gone and not safe_o:
            [ko] = gone
        return (False, self.joined(now, level), now, ko)

    def joined(self, stones: Stones, level) -> bool:
        """One block, and not in atari; liberties outside may be shared."""
        if self.b < 0:
            return False
        block = self.block(stones[0], self.a)
        return self.b in block and len(self.liberties(stones, block, True)) + max(level) >= 2

    def forced(self, state, won) -> bool:
        stones, level, turn = state
        link = self.b >= 0
        if self.joined(stones, level):
            return True
        if isinstance(turn, tuple) and turn[1] not in self.empty(stones):
            return False
        own = turn != 2
        following = [(False, False, stones, None, level)]
        for c in self.cells:
            made = self.play(stones, level, c, own)
            if made is None:
                continue
            lost = len(stones[1]) - len(made[2][1])
            if isinstance(turn, tuple) and turn[1] == c and lost == 1:
                continue
            following.append((*made, level))
        if not own:
            following += self.outside_moves(stones, level)
        results = []
        for taken, joined, now, ko, to in following:
            if taken or joined:
                results.append(joined if link else taken)
            else:
                next_turn = 2 if own else 1 if ko is None else ("ko", ko)
                results.append((now, to, next_turn) in won)
        return any(results) if own == link else all(results)

    def outside_moves(self, stones: Stones, level):
        found = []
        if self.room and not self.wall_liberties(stones):
            return [(True, False, stones, None, level)]
        for b in self.blocks(stones[0]):
            free = bool(self.liberties(stones, b, True))
            if not self.is_target(b):
                if not free and b & self.open:
                    found.append((False, False, (stones[0] - b, stones[1]), None, level))
            elif self.b < 0:
                if not free:
                    found.append((True, False, stones, None, level))
            elif self.a in b:
                left = tuple(max(0, n - 1) for n in level)
                dead = any(
                    not n and not self.liberties(stones, self.block(stones[0], c), True)
                    for n, c in zip(left, (self.a, self.b), strict=True)
                )
                found.append((dead, False, stones, None, left))
        return found
