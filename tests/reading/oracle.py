"""The whole truth about every question on a small board, written from the definitions alone.

Nothing here is shared with the solvers or the checker, nor was it written with them in view: the
definitions are those of the pages about reading. All positions of a board are written down as
numbers, every move as a table, and what a side can force is the least set of states closed under
"some move of mine, every move of his", found by sweeping over all states at once.

A state is a board, the side to move, and the point that it may not take back at once (or none). A
pass is always legal and ends the ban; suicide is not. A side with n threats may take back at once n
times; with endless ones it is never banned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, cached_property
from typing import Any

import numpy as np

ENDLESS = -1
NO_BAN = -1
OPEN = -1
MOST = 40
"""Numbers of threats that are looked at before it must have become clear what more of them do."""

# Arrays: sets of points as bits, truths for every state, and for every move 0 or 1 for false and
# true, OPEN where that is still to be found out.
Bits = Any
Truths = Any
Worth = Any
Threats = tuple[int, int]
"""Of the side that wants to reach something, and of the side that is in its way."""


class World:
    """All states of one board and all moves between them. Colours are 0 and 1."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height, self.points = width, height, width * height
        self.near = [
            sum(
                1 << (y + dy) * width + x + dx
                for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1))
                if 0 <= x + dx < width and 0 <= y + dy < height
            )
            for y in range(height)
            for x in range(width)
        ]
        self._write_boards()
        self._write_moves()

    # --- boards ----------------------------------------------------------------------------------

    def _write_boards(self) -> None:
        """Every board on which all blocks have a liberty."""
        full = (1 << self.points) - 1
        codes = np.arange(3**self.points, dtype=np.int64)
        masks = [np.zeros_like(codes), np.zeros_like(codes)]
        for p in range(self.points):
            digit = codes // 3**p % 3
            for color in (0, 1):
                masks[color] |= np.where(digit == color + 1, 1 << p, 0)
        empty = full & ~(masks[0] | masks[1])
        fine = np.ones(len(codes), dtype=bool)
        for color in (0, 1):
            breathing = self.flood(self.beside(empty) & masks[color], masks[color])
            fine &= breathing == masks[color]
        self.number = np.full(len(codes), -1, dtype=np.int64)
        self.number[fine] = np.arange(int(fine.sum()))
        self.stones = (masks[0][fine], masks[1][fine])
        self.empty = empty[fine]
        self.boards = len(self.empty)

    def beside(self, mask: Bits) -> Bits:
        """The points next to those of the masks."""
        found = np.zeros_like(mask)
        for p in range(self.points):
            found |= np.where(mask >> p & 1, self.near[p], 0)
        return found

    def flood(self, start: Bits, inside: Bits) -> Bits:
        """What hangs together with the start."""
        now = start & inside
        while True:
            more = now | (self.beside(now) & inside)
            if np.array_equal(more, now):
                return now
            now = more

    def index(self, cells: Iterable[int]) -> int:
        """The number of a board given as 0 empty, 1 and 2 for the colours."""
        return int(self.number[sum(c * 3**p for p, c in enumerate(cells))])

    # --- moves -----------------------------------------------------------------------------------

    def _write_moves(self) -> None:
        """For each board, colour and point the state that follows, and the stones taken."""
        shape = (self.boards, 2, self.points + 1)
        board_after = np.full(shape, -1, dtype=np.int64)
        ban = np.full(shape, NO_BAN, dtype=np.int64)
        self.taken = np.zeros(shape, dtype=np.int64)
        digits = 3 ** np.arange(self.points, dtype=np.int64)
        for color in (0, 1):
            board_after[:, color, -1] = np.arange(self.boards)  # the pass
            for p in range(self.points):
                ours, theirs = self.stones[color] | 1 << p, self.stones[1 - color]
                free = self.empty & ~(1 << p)
                breathing = self.flood(self.beside(free) & theirs, theirs)
                taken = self.flood((theirs & ~breathing) & self.near[p], theirs)
                free, theirs = free | taken, theirs & ~taken
                own = self.flood(np.full_like(ours, 1 << p), ours)
                liberties = self.beside(own) & free
                legal = (self.empty >> p & 1 == 1) & (liberties != 0)
                code = np.zeros_like(ours)
                for q in range(self.points):
                    code += (ours >> q & 1) * digits[q] * (color + 1)
                    code += (theirs >> q & 1) * digits[q] * (2 - color)
                board_after[legal, color, p] = self.number[code[legal]]
                self.taken[legal, color, p] = taken[legal]
                one = (taken != 0) & (taken & (taken - 1) == 0)
                ko = legal & one & (own == 1 << p) & (liberties == taken)
                ban[ko, color, p] = np.log2(taken[ko]).astype(np.int64)
        self._write_states(board_after, ban)

    def _write_states(self, board_after: Bits, ban: Bits) -> None:
        """States without a ban come first: board times two and the side. Then those with one."""
        plain = 2 * self.boards
        side = np.array([1, 0]).reshape(1, 2, 1)
        follows = np.where(board_after < 0, -1, 2 * board_after + side)
        banned = ban != NO_BAN
        keys = follows[banned] * self.points + ban[banned]
        found, where = np.unique(keys, return_inverse=True)
        follows[banned] = plain + where
        moves = self.points + 1
        self.base = np.concatenate([np.arange(plain), found // self.points])
        self.ban = np.concatenate([np.full(plain, NO_BAN), found % self.points])
        self.side = self.base % 2
        self.board = self.base // 2
        self.states = len(self.base)
        self.follows = follows.reshape(plain, moves)[self.base]
        self.taken = self.taken.reshape(plain, moves)[self.base]
        self._write_what_comes_before()
        self._known = {
            (int(b), int(p)): plain + i
            for i, (b, p) in enumerate(zip(found // self.points, found % self.points, strict=True))
        }

    def _write_what_comes_before(self) -> None:
        """For each state the moves, as row and column in one number, that lead to it."""
        to = self.follows.ravel()
        order = np.argsort(to, kind="stable")
        self.moves_here = order[int((to < 0).sum()) :]
        counts = np.bincount(to[to >= 0], minlength=self.states)
        self.first_here = np.concatenate([[0], np.cumsum(counts)])

    def leading_to(self, states: Bits) -> Bits:
        """The moves that lead to one of these states."""
        first, last = self.first_here[states], self.first_here[states + 1]
        sizes = last - first
        skip = np.repeat(first - np.concatenate([[0], np.cumsum(sizes)[:-1]]), sizes)
        return self.moves_here[np.arange(int(sizes.sum())) + skip]

    def state(self, cells: Iterable[int], side: int, ban: int = NO_BAN) -> int:
        """The number of a state."""
        plain = 2 * self.index(cells) + side
        return plain if ban == NO_BAN else self._known[plain, ban]

    def after(self, state: int, move: int) -> int:
        """The state after a move; `points` stands for the pass, -1 for an illegal one."""
        return int(self.follows[state, move])


@cache
def world(width: int, height: int) -> World:
    """All states of a board of this size."""
    return World(width, height)


class Question:
    """Something that one side, the prover, wants to reach. Each kind says what is won and lost."""

    def __init__(self, board: World, prover: int) -> None:
        self.world, self.prover = board, prover
        self._forced: dict[Threats, Truths] = {}

    def won(self, threats: Threats) -> Truths:
        """The states in which it is reached."""
        raise NotImplementedError

    def lost(self) -> Truths:
        """The states in which it can no longer be."""
        return np.zeros(self.world.states, dtype=bool)

    def known(self, threats: Threats) -> Worth:
        """Of every move what it is worth, if that is not just what the state after it is."""
        del threats
        return np.full(self.world.follows.shape, OPEN, dtype=np.int8)

    def forced(self, mine: int, theirs: int) -> Truths:
        """The states from which the prover gets it with so many threats of each side."""
        if (mine, theirs) not in self._forced:
            self._forced[mine, theirs] = self._force((mine, theirs))
        return self._forced[mine, theirs]

    def _force(self, threats: Threats) -> Truths:
        """The least set that holds the won states and is closed under "some move of mine, every
        move of his".
        """
        w = self.world
        known, owns = self.known(threats), w.side == self.prover
        columns = w.follows.shape[1]
        for proving, left in zip((True, False), threats, strict=True):
            rows = np.flatnonzero((w.ban != NO_BAN) & (owns == proving))
            if left == 0:
                known[rows, w.ban[rows]] = not proving  # as if it were no move
            elif left > 0:
                pair = (threats[0] - proving, threats[1] - (not proving))
                known[rows, w.ban[rows]] = self.worth(pair)[rows, w.ban[rows]]
        illegal = np.nonzero(w.follows < 0)
        known[illegal] = ~owns[illegal[0]]
        lost = self.lost()
        missing = (known != 1).sum(axis=1)  # for the other side to have nothing else
        now = self.won(threats) | np.where(owns, (known == 1).any(axis=1), missing == 0)
        now &= ~lost
        new = np.flatnonzero(now)
        while len(new):
            edges = w.leading_to(new)
            edges = edges[known.ravel()[edges] == OPEN]
            before = edges // columns
            np.subtract.at(missing, before, 1)
            before = np.unique(before)
            before = before[(owns[before] | (missing[before] == 0)) & ~now[before] & ~lost[before]]
            now[before] = True
            new = before
        return now

    def worth(self, threats: Threats) -> Worth:
        """Of every legal move whether it leads to what the prover wants."""
        known = self.known(threats)
        return np.where(known == OPEN, self.forced(*threats)[self.world.follows], known)

    @cached_property
    def always(self) -> Truths:
        """He gets it however many threats, if not endless, the other side has."""
        return self._until_it_stays(lambda n: self.forced(0, n))

    @cached_property
    def ever(self) -> Truths:
        """He gets it with enough threats of his own."""
        return self._until_it_stays(lambda n: self.forced(n, 0))

    def _until_it_stays(self, step: Callable[[int], Truths]) -> Truths:
        """What a number of threats gives follows by one rule from what the number before it gives:
        so once nothing has changed, nothing changes any more.
        """
        now = step(0)
        for n in range(1, MOST):
            now, before = step(n), now
            if np.array_equal(now, before):
                return now
        raise AssertionError(f"it still changes at {MOST} threats")

    def result(self, state: int) -> tuple[str, int, bool]:
        """win, loss or ko for the side to move; and the number of threats that turns a ko, and
        whether the mover wins it when nobody has any.
        """
        proves = bool(self.world.side[state] == self.prover)
        if self.always[state]:
            return ("win" if proves else "loss"), 0, False
        if not self.ever[state]:
            return ("loss" if proves else "win"), 0, False
        plain = bool(self.forced(0, 0)[state])
        for n in range(1, MOST):
            if bool(self.forced(0, n)[state] if plain else self.forced(n, 0)[state]) != plain:
                return "ko", n, plain == proves
        raise AssertionError("a ko that no number turns")

    def move(self, state: int, move: int) -> tuple[str, int]:
        """What a move of the side to move comes to for it, and the number that turns a ko."""
        result, number, _ = self.result(self.world.after(state, move))
        return {"win": "loss", "loss": "win"}.get(result, "ko"), number

    def code(self, state: int) -> int:
        """GNU Go's: 0 no, 1 yes, 2 a ko that the mover wins without threats, 3 one he does not."""
        result, _, first = self.result(state)
        return {"win": 1, "loss": 0}.get(result, 2 if first else 3)


@cache
def killing(board: World, target: frozenset[int], attacker: int) -> Killing:
    """The question about a target; one stone of each block is enough, since a block falls whole."""
    return Killing(board, target, attacker)


class Killing(Question):
    """All stones of a target are captured. What is put there later is not the target."""

    def __init__(self, board: World, target: frozenset[int], attacker: int) -> None:
        super().__init__(board, attacker)
        self.mask = sum(1 << p for p in target)
        self._hit = board.taken & self.mask
        self._hit[board.side != attacker] = 0  # his own stones are no target
        self._losses = [int(m) for m in np.unique(self._hit) if m]

    def won(self, threats: Threats) -> Truths:
        del threats
        return np.zeros(self.world.states, dtype=bool)

    def known(self, threats: Threats) -> Worth:
        found = super().known(threats)
        for taken in self._losses:
            here, rest = self._hit == taken, self.mask & ~taken
            if rest == 0:
                found[here] = 1
            else:
                found[here] = self._part(rest).forced(*threats)[self.world.follows[here]]
        return found

    def move(self, state: int, move: int) -> tuple[str, int]:
        taken = int(self._hit[state, move])
        if taken == self.mask:
            return "win", 0
        return super().move(state, move) if taken == 0 else self._rest(state, move, taken)

    def _rest(self, state: int, move: int, taken: int) -> tuple[str, int]:
        result, number, _ = self._part(self.mask & ~taken).result(self.world.after(state, move))
        return {"win": "loss", "loss": "win"}.get(result, "ko"), number

    def _part(self, mask: int) -> Killing:
        points = frozenset(p for p in range(self.world.points) if mask >> p & 1)
        return killing(self.world, points, self.prover)


class Taking(Question):
    """The stone on a point leaves the board, and is not taken back at once in a ko."""

    def __init__(self, board: World, point: int, attacker: int) -> None:
        super().__init__(board, attacker)
        self.point = point

    def won(self, threats: Threats) -> Truths:
        w, owner = self.world, 1 - self.prover
        gone = (w.stones[owner][w.board] >> self.point & 1) == 0
        if threats[1] == 0:
            return gone
        return gone & ~((w.side == owner) & (w.ban == self.point))

    def known(self, threats: Threats) -> Worth:
        """Who does not take back at once has lost the stone."""
        w, owner = self.world, 1 - self.prover
        found = super().known(threats)
        gone = (w.stones[owner][w.board] >> self.point & 1) == 0
        rows = gone & (w.side == owner)
        found[rows] = 1
        found[rows, self.point] = OPEN
        return found


class Joining(Question):
    """The stone on one point and the stone on another (or a point that is empty yet) are one
    block with two liberties, and no stone that was to be joined was taken on the way.
    """

    def __init__(self, board: World, stone: int, other: int, owner: int, *, empty: bool) -> None:
        super().__init__(board, owner)
        self.stone, self.other, self.empty = stone, other, empty

    def won(self, threats: Threats) -> Truths:
        del threats
        w = self.world
        own = w.stones[self.prover]
        block = w.flood(np.full_like(own, 1 << self.stone) & own, own)
        liberties = w.beside(block) & w.empty
        two = (liberties & (liberties - 1)) != 0
        return ((block >> self.other & 1 == 1) & two)[w.board]

    def lost(self) -> Truths:
        own = self.world.stones[self.prover][self.world.board]
        gone = own >> self.stone & 1 == 0
        return gone if self.empty else gone | (own >> self.other & 1 == 0)


class Living(Question):
    """The defender makes a block safe for good; or, with `end`, the attacker passes."""

    def __init__(self, board: World, stone: int, defender: int, *, end: bool) -> None:
        super().__init__(board, defender)
        self.stone, self.end = stone, end

    def won(self, threats: Threats) -> Truths:
        """No number of moves of the attacker takes the target, though the defender only passes."""
        del threats
        w, attacker = self.world, 1 - self.prover
        mine = slice(attacker, 2 * w.boards, 2)
        follows, taken = w.follows[mine, :-1], w.taken[mine, :-1]
        point = self.stone
        present = w.stones[self.prover] >> point & 1 == 1
        falls = ~present
        while True:
            boards = w.board[follows]
            new = falls | ((falls[boards] | (taken >> point & 1 == 1)) & (follows >= 0)).any(axis=1)
            if np.array_equal(new, falls):
                break
            falls = new
        return (present & ~falls)[w.board]

    def lost(self) -> Truths:
        w = self.world
        return (w.stones[self.prover] >> self.stone & 1 == 0)[w.board]

    def known(self, threats: Threats) -> Worth:
        """Where no ban stands the attacker's pass ends it: the defender passes too."""
        found = super().known(threats)
        if self.end:
            rows = (self.world.side != self.prover) & (self.world.ban == NO_BAN)
            found[rows, -1] = ~self.lost()[rows]
        return found
