"""A plain Python twin of the strength kernel: the relations as FACTS and the paper give them.

Written from the text with dictionaries and sets, nothing shared with the C++ code. All points are
updated at once, then all blocks at once; a block whose change turns round without halving moves
half the way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod

from gokan.go import Position

BLACK, WHITE = 1, 2


@dataclass
class Twin:
    """Units of a position by their first point, and their values."""

    position: Position
    raised: bool = True
    unit: dict[int, int] = field(default_factory=dict)
    near: dict[int, set[int]] = field(default_factory=dict)
    color: dict[int, int] = field(default_factory=dict)
    size: dict[int, int] = field(default_factory=dict)
    w: dict[int, float] = field(default_factory=dict)  # points: White's chance
    b: dict[int, float] = field(default_factory=dict)
    s: dict[int, float] = field(default_factory=dict)  # blocks: chance to survive
    fixed: set[int] = field(default_factory=set)
    converged: bool = False

    def __post_init__(self) -> None:
        board = self.position.board
        for block in self.position.blocks():
            first = block.stones[0]
            self.size[first] = len(block.stones)
            for stone in block.stones:
                self.unit[stone] = first
        for point, color in enumerate(board):
            if not color:
                self.unit[point] = point
        for point, color in enumerate(board):
            unit = self.unit[point]
            self.color[unit] = color
            self.near.setdefault(unit, set()).update(
                self.unit[q] for q in self.position.neighbors(point) if self.unit[q] != unit
            )
        for unit, color in self.color.items():
            if color:
                self.s[unit] = 1.0
            else:
                self.w[unit] = self.b[unit] = 0.5

    def pin(self, stone: int, survives: float) -> None:
        """Fix a block's strength."""
        unit = self.unit[stone]
        self.s[unit] = survives
        self.fixed.add(unit)

    def own(self, point: int, color: int) -> None:
        """Fix a point's owner."""
        self.w[point], self.b[point] = (1.0, 0.0) if color == WHITE else (0.0, 1.0)
        self.fixed.add(point)

    def solve(self, *, stop: float = 1e-12, max_iter: int = 5000) -> None:
        """Iterate until nothing changes by `stop` or more."""
        last = dict.fromkeys(self.s, 0.0)
        for _ in range(max_iter):
            largest = 0.0
            points = {i: self._point(i) for i in self.w if i not in self.fixed}
            for i, w in points.items():
                largest = max(largest, abs(w - self.w[i]))
                self.w[i], self.b[i] = w, 1 - w
            blocks = {j: self._block(j) for j in self.s if j not in self.fixed}
            for j, s in blocks.items():
                change = s - self.s[j]
                largest = max(largest, abs(change))
                if change * last[j] < 0 and abs(change) >= max(stop, 0.57 * abs(last[j])):
                    change /= 2
                self.s[j] += change
                last[j] = change
            if largest < stop:
                self.converged = True
                return

    def score(self) -> float:
        """Black minus White."""
        total = sum(self.b[i] - self.w[i] for i in self.w)
        for j, s in self.s.items():
            total += s * self.size[j] * (1 if self.color[j] == BLACK else -1)
        return total

    def white(self, point: int) -> float:
        """How white a point is, as the kernel stores it."""
        unit = self.unit[point]
        color = self.color[unit]
        return self.w[unit] if not color else self.s[unit] if color == WHITE else 1 - self.s[unit]

    def _point(self, i: int) -> float:
        not_white, not_black = 1.0, 1.0
        for j in self.near[i]:
            color = self.color[j]
            if not color:
                not_white *= self.b[j]
                not_black *= self.w[j]
            elif color == WHITE:
                not_white *= 1 - self.s[j]
                not_black *= self.s[j]
            else:
                not_white *= self.s[j]
                not_black *= 1 - self.s[j]
        white, black = 1 - not_white, 1 - not_black
        return white / (white + black) if white + black > 0 else 0.5

    def _block(self, j: int) -> float:
        enemy = self.w if self.color[j] == BLACK else self.b
        liberties = sorted(enemy[i] for i in self.near[j] if not self.color[i])
        if self.raised:
            liberties = liberties[1:]
        return 1 - prod(self.s[k] for k in self.near[j] if self.color[k]) * prod(liberties)
