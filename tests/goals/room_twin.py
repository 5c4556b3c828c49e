"""The table of rooms worked out slowly: every position of a room, decided by going round until
nothing changes. The slow twin of `core/goals/eye_room.cpp`.
"""

from __future__ import annotations

from dataclasses import dataclass

State = tuple[frozenset[int], frozenset[int], frozenset[int], int, int, bool]
"""The owner's and the attacker's stones, lost walls, liberties outside, ko, attacker to move."""


@dataclass(frozen=True)
class Twin:
    """A room with at most one group of liberties outside."""

    near: tuple[frozenset[int], ...]
    walls: tuple[frozenset[int], ...]
    targets: frozenset[int]
    small: frozenset[int]
    open: frozenset[int]
    exits: frozenset[int]
    dame_walls: frozenset[int]
    dame: int
    falls: bool

    def taken(self, owner: frozenset[int], attacker: frozenset[int], *, first: bool) -> bool:
        """Whether the targets are taken, the attacker or the owner moving first."""
        start: State = (owner, attacker, frozenset(), self.dame, -1, first)
        moves: dict[State, list[State | int]] = {}
        todo = [start]
        while todo:
            state = todo.pop()
            if state not in moves:
                moves[state] = self._moves(state)
                todo += [x for x in moves[state] if not isinstance(x, int)]
        lost: set[State] = set()
        while True:
            more = {
                s
                for s, after in moves.items()
                if s not in lost and (any if s[5] else all)(x == 1 or x in lost for x in after)
            }
            if not more:
                return start in lost
            lost |= more

    def _moves(self, state: State) -> list[State | int]:
        owner, attacker, gone, dame, ko, first = state
        found: list[State | int] = [(owner, attacker, gone, dame, -1, not first)]
        if first and dame:
            found.append(self._lose((owner, attacker, gone, dame - 1, -1, not first)))
        for p in range(len(self.near)):
            if p in owner or p in attacker or (p == ko and first == self.falls):
                continue
            after = self._play(state, p)
            if after is not None:
                found.append(after)
        return found

    def _play(self, state: State, p: int) -> State | int | None:
        owner, attacker, gone, dame, _, first = state
        mine, other = (attacker, owner) if first else (owner, attacker)
        mine |= {p}
        taken: set[int] = set()
        for q in other:
            block = self._block(q, other)
            if not self._breathes(block, mine | other) and not self._safe(block, gone, not first):
                taken |= block
        other -= taken
        owner, attacker = (other, mine) if first else (mine, other)
        after: State = (owner, attacker, gone, dame, -1, not first)
        if not first and self._breathless(after):
            return None
        if first:
            lost = self._lose(after)
            if isinstance(lost, int) or lost[2] != gone:
                return lost
        block = self._block(p, mine)
        breath = self._breath(block, mine | other)
        safe = self._safe(block, gone, first)
        if not breath and not safe:
            return None
        if not first and self.falls and self._away(after):
            return -1
        ko = -1
        if len(taken) == 1 and len(block) == 1 and len(breath) == 1 and not safe:
            ko = next(iter(taken))
        return (owner, attacker, gone, dame, ko, not first)

    def _lose(self, after: State) -> State | int:
        dead = self._breathless(after)
        owner, attacker, gone, dame, ko, first = after
        if not dead:
            return after
        if self.targets <= gone | dead:
            return 1
        if self.falls and dead & self.small:
            return -1
        for i in dead:
            for q in self.walls[i] & owner:
                owner -= self._block(q, owner)
        return (owner, attacker, gone | dead, dame, ko, first)

    def _breathless(self, state: State) -> frozenset[int]:
        owner, attacker, gone, dame, _, _ = state
        found = set()
        for i in range(len(self.walls)):
            if i in gone:
                continue
            members, inside = {i}, set[int]()
            while True:
                size = len(members), len(inside)
                for k in members:
                    for q in self.walls[k] & owner:
                        inside |= self._block(q, owner)
                members |= {j for j, w in enumerate(self.walls) if j not in gone and w & inside}
                if (len(members), len(inside)) == size:
                    break
            touched = set().union(
                *(self.walls[k] for k in members), *(self.near[q] for q in inside)
            )
            out = self.falls and inside & self.exits
            if (
                not (touched - owner - attacker)
                and not out
                and not (dame and members & self.dame_walls)
            ):
                found.add(i)
        return frozenset(found)

    def _block(self, p: int, stones: frozenset[int]) -> frozenset[int]:
        found, todo = {p}, [p]
        while todo:
            for q in self.near[todo.pop()] & stones - found:
                found.add(q)
                todo.append(q)
        return frozenset(found)

    def _breath(self, block: frozenset[int], filled: frozenset[int]) -> frozenset[int]:
        return frozenset().union(*(self.near[q] for q in block)) - filled

    def _breathes(self, block: frozenset[int], filled: frozenset[int]) -> bool:
        return bool(self._breath(block, filled))

    def _safe(self, block: frozenset[int], gone: frozenset[int], attackers: bool) -> bool:
        if attackers:
            return bool(block & self.open) or any(block & self.walls[i] for i in gone)
        if self.falls and block & self.exits:
            return True
        return any(block & w for i, w in enumerate(self.walls) if i not in gone)

    def _away(self, state: State) -> bool:
        owner, gone = state[0], state[2]
        return any(
            self._block(q, owner) & self.exits
            for i in self.targets - gone
            for q in self.walls[i] & owner
        )
