"""The truth about a small arena: every state is written down and the attacker's wins are found.

The slow twin of the proof search. It shares nothing with it: boards are tuples, and the wins are
the least fixed point computed backwards over the whole state graph.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

OUTSIDE, FREE, ATTACKER, DEFENDER = 0, 1, 2, 3
ATTACKER_ANCHOR, DEFENDER_ANCHOR, TARGET = 4, 8, 16
ENDLESS = 127


class State(NamedTuple):
    board: tuple[int, ...]  # kind per cell
    target: frozenset[int]
    turn: int  # 0 attacker, 1 defender
    ko: int
    threats: tuple[int, int]


class Arena:
    """The rules of the arena, written as plainly as possible."""

    def __init__(self, width: int, height: int, cells: bytes) -> None:
        self.cells = cells
        self.inside = [i for i, c in enumerate(cells) if c & 3]
        self.near: dict[int, list[int]] = {}
        for i in self.inside:
            col, row = i % width, i // width
            near = []
            if col > 0:
                near.append(i - 1)
            if col < width - 1:
                near.append(i + 1)
            if row > 0:
                near.append(i - width)
            if row < height - 1:
                near.append(i + width)
            self.near[i] = [j for j in near if cells[j] & 3]

    def start(self, turn: int, threats: tuple[int, int], ko: int = -1) -> State:
        board = tuple(c & 3 for c in self.cells)
        target = frozenset(i for i in self.inside if self.cells[i] & TARGET)
        return State(board, target, turn, ko, threats)

    def block(self, board: list[int] | tuple[int, ...], point: int) -> tuple[set[int], bool]:
        """The block of a stone and whether it can breathe."""
        color = board[point]
        anchor = ATTACKER_ANCHOR if color == ATTACKER else DEFENDER_ANCHOR
        stones, breathes, todo = {point}, False, [point]
        while todo:
            p = todo.pop()
            breathes |= bool(self.cells[p] & anchor)
            for q in self.near[p]:
                if board[q] == FREE:
                    breathes = True
                elif board[q] == color and q not in stones:
                    stones.add(q)
                    todo.append(q)
        return stones, breathes

    def play(self, s: State, move: int) -> State | None:
        us, them = s.turn, 1 - s.turn
        if move < 0:
            return State(s.board, s.target, them, -1, s.threats)
        if s.board[move] != FREE:
            return None
        threats = list(s.threats)
        if move == s.ko:
            if threats[us] == 0:
                return None
            if threats[us] != ENDLESS:
                threats[us] -= 1
        board = list(s.board)
        board[move] = ATTACKER + us
        taken: set[int] = set()
        for q in self.near[move]:
            if board[q] == ATTACKER + them and q not in taken:
                stones, breathes = self.block(board, q)
                if not breathes:
                    taken |= stones
        for q in taken:
            board[q] = FREE
        stones, breathes = self.block(board, move)
        if not breathes:
            return None
        ko = -1
        own_anchor = ATTACKER_ANCHOR if us == 0 else DEFENDER_ANCHOR
        if len(taken) == 1 and len(stones) == 1 and not self.cells[move] & own_anchor:
            liberties = [q for q in self.near[move] if board[q] == FREE]
            if liberties == list(taken) and s.threats[them] != ENDLESS:
                ko = liberties[0]
        target = s.target - taken if them == 1 else s.target
        return State(tuple(board), target, them, ko, (threats[0], threats[1]))

    def escaped(self, s: State) -> bool:
        for t in s.target:
            stones, _ = self.block(s.board, t)
            if any(self.cells[p] & DEFENDER_ANCHOR for p in stones):
                return True
        return False


Edges = dict[State, list[State]]


def _graph(
    arena: Arena, roots: list[State], over: Callable[[State], bool] | None = None
) -> tuple[Edges, Edges]:
    """The states reachable from the roots: what follows each, and what comes before it.

    It goes on until the target is captured or has escaped, or, if given, until it is `over`.
    """
    over = over or (lambda s: not s.target or arena.escaped(s))
    after: Edges = {}
    before: Edges = {}
    todo = deque(roots)
    while todo:
        s = todo.popleft()
        if s in after:
            continue
        after[s] = []
        if over(s):
            continue
        for move in (-1, *arena.inside):
            t = arena.play(s, move)
            if t is not None:
                after[s].append(t)
                before.setdefault(t, []).append(s)
                todo.append(t)
    return after, before


def _forced(after: Edges, before: Edges, goal: set[State], side: int) -> set[State]:
    """The states from which the side forces one of these: the attractor, found backwards."""
    won = set(goal)
    missing = {s: len(after[s]) for s in after}
    queue = deque(won)
    while queue:
        t = queue.popleft()
        for s in before.get(t, []):
            if s in won:
                continue
            missing[s] -= 1
            if s.turn == side or missing[s] == 0:
                won.add(s)
                queue.append(s)
    return won


def kills(arena: Arena, roots: list[State]) -> set[State]:
    """All states reachable from the roots in which the attacker wins."""
    after, before = _graph(arena, roots)
    return _forced(after, before, {s for s in after if not s.target}, 0)


def ends(arena: Arena, roots: list[State], *, two_eyes: bool) -> set[State]:
    """All states reachable from the roots in which the defender forces an end of play.

    With `two_eyes` he must make some target stone safe for good; otherwise it is enough that the
    attacker has nothing left but to pass.
    """
    after, before = _graph(arena, roots)
    won = {s for s in after if s.target and (arena.escaped(s) or _safe(arena, s))}
    missing = dict.fromkeys(after, 0)
    for s, following in after.items():
        missing[s] = len(following)
        if s.turn == 0 and not two_eyes and s.ko < 0:
            missing[s] -= 1  # the plain pass gives the defender what he wants
            if s.target and missing[s] == 0:
                won.add(s)
    queue = deque(won)
    while queue:
        t = queue.popleft()
        for s in before.get(t, []):
            if s in won or not s.target:
                continue
            if s.turn == 0 and not two_eyes and s.ko < 0 and t == arena.play(s, -1):
                continue  # counted already
            missing[s] -= 1
            if s.turn == 1 or missing[s] == 0:
                won.add(s)
                queue.append(s)
    return won


def _safe(arena: Arena, s: State) -> bool:
    """The attacker cannot take all of the target though the defender always passes."""
    seen, todo = {(s.board, s.target)}, [s]
    while todo:
        u = todo.pop()
        for move in arena.inside:
            t = arena.play(State(u.board, u.target, 0, -1, (0, 0)), move)
            if t is None or (t.board, t.target) in seen:
                continue
            if not t.target:
                return False
            seen.add((t.board, t.target))
            todo.append(t)
    return True


def kills_by_passes(arena: Arena, roots: list[State], most: int) -> list[set[State]]:
    """For 0, 1, … `most`: the states in which the attacker wins if the defender wins by passing
    more often than that.
    """
    after, before = _graph(arena, roots)
    passed = {s: arena.play(s, -1) for s in after if s.turn == 1}
    levels: list[set[State]] = []
    for _ in range(most + 1):
        # The defender's pass leads one level down: he has lost by it if he has lost there.
        missing = {s: len(after[s]) for s in after}
        for s, t in passed.items():
            missing[s] -= bool(levels) and t in levels[-1]
        won = {s for s in after if not s.target or missing[s] == 0 < len(after[s])}
        queue = deque(won)
        while queue:
            t = queue.popleft()
            for s in before.get(t, []):
                if s in won or passed.get(s) == t:
                    continue
                missing[s] -= 1
                if s.turn == 0 or missing[s] == 0:
                    won.add(s)
                    queue.append(s)
        levels.append(won)
    return levels


def reached(
    arena: Arena, s: State, goal: str, whole: frozenset[int], marks: frozenset[int]
) -> bool:
    """Whether the defender has what he wants: see `gokan.reading.check.goals`."""
    if goal == "taken":
        retake = s.ko if s.turn == 0 and s.threats[0] > 0 else -1
        return any(s.board[m] != ATTACKER and m != retake for m in marks)
    if s.target != whole:
        return False
    stones, _ = arena.block(s.board, min(whole))
    liberties = {q for p in stones for q in arena.near[p] if s.board[q] == FREE}
    safe = len(liberties) > 1 or any(arena.cells[p] & DEFENDER_ANCHOR for p in stones)
    return whole | marks <= stones and safe


def achieves(
    arena: Arena, roots: list[State], goal: str, marks: frozenset[int] = frozenset()
) -> set[State]:
    """All states reachable from the roots in which the defender forces a goal of tactics."""
    whole = roots[0].target

    def over(s: State) -> bool:
        lost = goal != "taken" and s.target != whole
        return lost or reached(arena, s, goal, whole, marks)

    after, before = _graph(arena, roots, over)
    won = {s for s in after if reached(arena, s, goal, whole, marks)}
    return _forced(after, before, won, 1)
