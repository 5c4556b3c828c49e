"""Solve Go on tiny boards exactly: what does Black get with best play on both sides?

    python examples/solve_tiny.py 3 3
    python examples/solve_tiny.py 2 2 --ko positional --suicide

The score is the area (stones and surrounded points), without komi. Two ko rules, two methods:

- `--ko positional`: no earlier position may come back. The value of a position then depends on
  how it was reached, and a table of positions alone would be wrong. Each result is stored with
  the reasons it rests on: the positions that must not have occurred before (the winner goes
  there) and those that must have (the loser was kept from going there). It is used again only
  where its reasons hold.
- `--ko simple`: only the immediate retaking of one stone is barred, so a game may go round for
  ever; such a game counts as 0. Then the past does not matter, and the set of winning positions
  is computed backwards from the finished games.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from gokan.errors import GokanError, InvalidRules
from gokan.go.color import BLACK, WHITE, Color
from gokan.go.life import unconditional
from gokan.go.position import Position
from gokan.go.rules import Rules
from gokan.go.vertex import PASS


def solve(width: int, height: int, *, ko: str = "positional", suicide: bool = False) -> int:
    """Black's area minus White's with best play from the empty board, Black to move.

    >>> solve(3, 1), solve(2, 2), solve(2, 2, ko="simple")
    (3, 1, 0)
    """
    solver: Superko | Simple
    if ko == "positional":
        solver = Superko(width, height, suicide)
    elif ko == "simple" and not suicide:
        solver = Simple(width, height)
    else:
        raise InvalidRules("simple ko goes without suicide here: one stone could go on for ever")
    low, high = -width * height, width * height
    while low < high:  # the largest score that Black can make sure of
        middle = (low + high + 1) // 2
        if solver.black_gets(middle):
            low = middle
        else:
            high = middle - 1
    return low


class Node:
    """A position and what follows from it under no ko rule, looked up once."""

    def __init__(self, number: int, position: Position) -> None:
        self.bit = 1 << number
        self.position = position

    @cached_property
    def score(self) -> int:
        """Black's area minus White's if the game ended here."""
        owner = self.position.score().owner
        return owner.count(BLACK) - owner.count(WHITE)

    @cached_property
    def bounds(self) -> tuple[int, int]:
        """What Black gets at least, and at most, if one side passes from here to the end.

        Stones that are alive for good stay, and the one-point eyes between them cannot be
        entered (alone a stone there is suicide, and repeats the position). What is larger could
        be entered, so it is not counted.
        """
        settled = unconditional(self.position)
        size = len(self.position.board)
        single = [0, 0, 0]
        for region in settled.regions:
            single[region.color] += len(region.points) == 1
        black = len(settled.alive_black) + single[BLACK]
        white = len(settled.alive_white) + single[WHITE]
        return 2 * black - size, size - 2 * white

    def promise(self, color: Color) -> tuple[int, int, bytes]:
        """A rank, the smaller the better for `color`; the stones make it unique."""
        sign = 1 if color is BLACK else -1
        liberties = {BLACK: set[int](), WHITE: set[int]()}
        for block in self.position.blocks():
            liberties[block.color].update(block.liberties)
        low, high = self.bounds
        settled = low if color is BLACK else -high
        lead = sign * (len(liberties[BLACK]) - len(liberties[WHITE]))
        return -settled, -lead, self.position.board


class Nodes:
    """All positions met so far."""

    def __init__(self, width: int, height: int, suicide: bool) -> None:
        # Plain plays only: the ko rules are kept by the solvers below.
        self.rules = Rules("plain", ko="simple", suicide=suicide, komi=0)
        self.known: dict[bytes, Node] = {}
        self.following: dict[tuple[bytes, Color], list[Node]] = {}
        self.start = self.node(Position.empty(width, height, rules=self.rules))

    def node(self, position: Position) -> Node:
        """The one node of these stones."""
        board = position.board
        if board not in self.known:
            fresh = Position.from_board(board, position.width, rules=self.rules)
            self.known[board] = Node(len(self.known), fresh)
        return self.known[board]

    def plays(self, node: Node, color: Color) -> list[Node]:
        """What one colour can make of a position by a play that changes it, promising ones first.

        Any order is right; a good one is faster: first what settles most, then by liberties.
        """
        key = (node.position.board, color)
        if key not in self.following:
            position = node.position
            after = {self.node(position.play(p, color)) for p in position.legal_moves(color)}
            self.following[key] = sorted(after - {node}, key=lambda n: n.promise(color))
        return self.following[key]


class Proof(NamedTuple):
    """Who wins, and the reasons: bit sets of positions in the past."""

    black_wins: bool
    fresh: int  # must not have occurred: the winner goes there
    past: int  # must have occurred: else the loser could go there


class Superko:
    """Positional superko: depth first, with the past."""

    def __init__(self, width: int, height: int, suicide: bool) -> None:
        self.nodes = Nodes(width, height, suicide)
        self.proofs: dict[tuple[int, Color, int, int], list[Proof]] = {}
        sys.setrecursionlimit(100_000)

    def black_gets(self, goal: int) -> bool:
        """Whether Black, moving first, makes sure of `goal` points."""
        start = self.nodes.start
        return self.search(start, BLACK, 0, start.bit, goal).black_wins

    def search(self, node: Node, color: Color, passes: int, past: int, goal: int) -> Proof:
        """Who wins from here; `past` has the bits of all positions so far, this one included."""
        low, high = node.bounds
        if low >= goal or high < goal:
            return Proof(low >= goal, 0, 0)
        key = (node.bit, color, passes, goal)
        known = self.proofs.setdefault(key, [])
        for proof in known:
            if not proof.fresh & past and not proof.past & ~past:
                return proof
        proof = self.expand(node, color, passes, past, goal)
        known.append(proof)
        return proof

    def expand(self, node: Node, color: Color, passes: int, past: int, goal: int) -> Proof:
        """Try every move: one that wins is enough; if all lose, all their reasons count."""
        mover_is_black = color is BLACK
        fresh = must = 0
        for after, again in self.options(node, color, passes, past):
            if after is None:  # two passes: count
                result = Proof(node.score >= goal, 0, 0)
            elif again:  # superko bars it
                must |= after.bit
                continue
            else:
                moved = after is not node
                result = self.search(
                    after, color.opponent, 0 if moved else passes + 1, past | after.bit, goal
                )
                if moved:  # its own position is in the past by then
                    result = Proof(result.black_wins, result.fresh, result.past & ~after.bit)
            if result.black_wins == mover_is_black:
                new = after.bit if after is not None and after is not node else 0
                return Proof(mover_is_black, result.fresh | new, result.past)
            fresh |= result.fresh
            must |= result.past
        return Proof(not mover_is_black, fresh, must)

    def options(
        self, node: Node, color: Color, passes: int, past: int
    ) -> Iterator[tuple[Node | None, bool]]:
        """(what follows, barred?) for each move; None for the pass that ends the game."""
        if passes == 1:
            yield None, False
        for after in self.nodes.plays(node, color):
            yield after, bool(after.bit & past)
        if passes == 0:
            yield node, False


State = tuple[bytes, Color, int | None, int]  # stones, side to move, ko point, passes


class Simple:
    """Simple ko, endless games count 0: backwards from the finished games."""

    def __init__(self, width: int, height: int) -> None:
        rules = Rules("plain", ko="simple", komi=0)
        start = Position.empty(width, height, rules=rules)
        self.start = self.state(start)
        self.before: dict[State, list[State]] = {self.start: []}
        self.ways: dict[State, int] = {}
        self.finished: dict[State, int] = {}
        frontier = [start]
        while frontier:
            position = frontier.pop()
            state = self.state(position)
            if position.is_over:
                self.finished[state] = int(position.score().margin)
                continue
            moves = [PASS, *position.legal_moves()]
            self.ways[state] = len(moves)
            for move in moves:
                after = position.play(move)
                key = self.state(after)
                if key not in self.before:
                    self.before[key] = []
                    frontier.append(after)
                self.before[key].append(state)

    @staticmethod
    def state(position: Position) -> State:
        """All that the rest of the game depends on."""
        return position.board, position.to_play, position.ko, position.passes

    def black_gets(self, goal: int) -> bool:
        """Whether Black, moving first, makes sure of `goal` points."""
        # An endless game gives 0. If that is too little Black must force a finish that is good
        # enough; if not, White must force one that is not.
        if goal > 0:
            return self.forces(BLACK, {s for s, score in self.finished.items() if score >= goal})
        return not self.forces(WHITE, {s for s, score in self.finished.items() if score < goal})

    def forces(self, side: Color, goals: set[State]) -> bool:
        """Whether `side` can force one of the finished games `goals`."""
        won = set(goals)
        open_ways = dict(self.ways)
        frontier = list(goals)
        while frontier:
            for state in self.before[frontier.pop()]:
                if state in won:
                    continue
                open_ways[state] -= 1
                if state[1] is side or open_ways[state] == 0:
                    won.add(state)
                    frontier.append(state)
        return self.start in won


def main() -> None:
    """Print the value of one board."""
    parser = argparse.ArgumentParser(description="Solve Go on a tiny board exactly.")
    parser.add_argument("width", type=int)
    parser.add_argument("height", type=int)
    parser.add_argument("--ko", choices=["positional", "simple"], default="positional")
    parser.add_argument("--suicide", action="store_true", help="allow suicide")
    options = parser.parse_args()
    try:
        value = solve(options.width, options.height, ko=options.ko, suicide=options.suicide)
    except GokanError as error:
        parser.error(str(error))
    print(f"{options.width}x{options.height}: Black gets {value:+d}")


if __name__ == "__main__":
    main()
