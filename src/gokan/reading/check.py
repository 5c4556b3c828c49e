"""The proof checker: small, slow, and independent of the search.

It shares no code with the solver, not even the rules of the game: boards are lists, blocks are
found by walking. A proof is a graph. `check` replays it from the position in the header and
accepts it only if

1. every node of the loser has an edge for **every** legal move of the region and for the pass,
   every node of the winner exactly one (a defender who wins may leave out the attacker's pass
   where no ban stands: passing back returns to the same node);
2. every edge is legal and leads to a node that stands for the position it makes;
3. every leaf is an end by one of the definitions below, verified here;
4. a kill has no cycle (a standing target may: a repetition is the defender's);
5. moves outside the region are answered by an argument about its edge. In a kill, a defender
   stone that touches anything but a wall there has escaped, and every wall has more liberties
   outside than the defender passes on any line. For a standing target, no liberty outside
   counts, and all that lies outside is taken for attacker stones that are never captured.

A proof with the model "judged" names points of refuge that were judged; the answer says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Checked", "check", "position_hash"]

EMPTY, BLACK, WHITE = 0, 1, 2
ENDLESS = 127
FORMAT = "gokan-proof 1"
LEAVES = ("inner", "captured", "last-liberty", "hopeless", "escaped", "alive")


@dataclass(frozen=True, slots=True)
class Checked:
    """What the checker says: `verdict` is accepted, judged or rejected."""

    verdict: str
    text: str
    nodes: int

    @property
    def accepted(self) -> bool:
        """Accepted, with or without judged leaves."""
        return self.verdict != "rejected"


class Rejected(Exception):
    """Why a proof is no proof."""


@dataclass(frozen=True)
class State:
    """A position inside a proof: stones, what is left of the target, and whose turn it is."""

    board: tuple[int, ...]
    target: frozenset[int]
    turn: int
    ko: int
    threats: tuple[int, int]  # the attacker's, the defender's


def check(lines: Iterable[str]) -> Checked:
    """Check a proof given as the lines of its file.

    >>> check(["{}"]).text
    'rejected: this is not a gokan-proof 1 file'
    """
    try:
        checker = _Checker(lines)
        return checker.run()
    except Rejected as error:
        return Checked("rejected", f"rejected {error}", 0)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        return Checked("rejected", f"rejected: {error}", 0)


def position_hash(width: int, board: Iterable[int], turn: int) -> str:
    """A hash of a position that ties a proof to it.

    >>> position_hash(2, [0, 1, 2, 0], 1)
    'dfc42457a57b457b'
    """
    value = 0xCBF29CE484222325
    for byte in (width, *board, turn):
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


class _Checker:
    goals: tuple[str, ...] = ("",)  # a proof without a goal is about capture

    def __init__(self, lines: Iterable[str]) -> None:
        rows = [line for line in lines if line.strip()]
        try:
            head: Mapping[str, Any] = json.loads(rows[0])
            self.rows: list[list[Any]] = [json.loads(row) for row in rows[1:]]
        except (IndexError, ValueError) as error:
            raise ValueError(f"a line is not JSON ({error})") from None
        if head.get("format") != FORMAT:
            raise ValueError(f"this is not a {FORMAT} file")
        self.width, self.height = int(head["width"]), int(head["height"])
        self.board = [int(c) for c in head["board"]]
        if len(self.board) != self.width * self.height or set(self.board) - {0, 1, 2}:
            raise ValueError("the board does not fit its size")
        self.defender = int(head["defender"])
        self.attacker = 3 - self.defender
        self.kill = head["verdict"] == "killed"
        if (goal := str(head.get("goal", ""))) not in self.goals:
            raise ValueError(f"the goal {goal!r} is unknown here")
        self.model = str(head["model"])
        self.region = sorted({int(p) for p in head["region"]})
        self.inside = set(self.region)
        target = frozenset(int(p) for p in head["target"])
        turn = int(head["turn"])
        if position_hash(self.width, self.board, turn) != head["hash"]:
            raise Rejected("at the header: the hash belongs to another position")
        if not target or any(
            p not in self.inside or self.board[p] != self.defender for p in target
        ):
            raise Rejected("at the header: the target is not stones of the defender")
        self.near = [self._neighbors(p) for p in range(len(self.board))]
        self.refuge = self._anchors(head)
        self.walls = self._walls()
        self._sound_start()
        first, second = (int(n) for n in head["threats"])
        self.root = State(tuple(self.board), target, turn, int(head.get("ko", -1)), (first, second))

    def _neighbors(self, point: int) -> list[int]:
        row, column = divmod(point, self.width)
        across = ((column > 0, -1), (column < self.width - 1, 1))
        steps = ((row > 0, -self.width), *across, (row < self.height - 1, self.width))
        return [point + step for there, step in steps if there]

    def _anchors(self, head: Mapping[str, Any]) -> dict[int, set[int]]:
        """For each colour the points where its stone is joined to something uncapturable."""
        refuge: dict[int, set[int]] = {self.attacker: set(), self.defender: set()}
        if self.model not in ("kill", "stand", "judged"):
            raise ValueError(f"the model {self.model!r} is unknown")
        if self.model == "judged":
            named = head["anchors"]
            for color, key in ((self.attacker, "attacker"), (self.defender, "defender")):
                for p in named[key]:
                    if all(q in self.inside or self.board[q] == 3 - color for q in self.near[p]):
                        raise Rejected(f"at the header: nothing outside can anchor point {p}")
                    refuge[color].add(p)
            return refuge
        if (self.model == "kill") != self.kill:
            raise Rejected("at the header: the model does not fit the verdict")
        for p in self.region:
            for q in self.near[p]:
                if q in self.inside:
                    continue
                if self.model == "stand" or self.board[q] == self.attacker:
                    refuge[self.attacker].add(p)
                else:
                    refuge[self.defender].add(p)
        return refuge

    def _walls(self) -> int:
        """The fewest liberties outside the region of any attacker block that anchors."""
        fewest = 1 << 30
        seen: set[int] = set()
        for p in self.region:
            for q in self.near[p]:
                if q in self.inside or self.board[q] != self.attacker or q in seen:
                    continue
                stones, liberties, _ = self._block(self.board, q, whole=True)
                seen |= stones
                if stones & self.inside:
                    raise Rejected("at the header: an attacker block lies half in the region")
                fewest = min(fewest, len(liberties - self.inside))
        return fewest

    def _sound_start(self) -> None:
        for p in self.region:
            if self.board[p] == EMPTY:
                continue
            stones, liberties, anchored = self._block(self.board, p)
            if not liberties and not anchored:
                raise Rejected(f"at the header: the block of point {p} has no liberties")
            outside = [q for s in stones for q in self.near[s] if q not in self.inside]
            if any(self.board[q] == self.board[p] for q in outside):
                raise Rejected("at the header: a block lies half in the region")

    def _block(
        self, board: list[int] | tuple[int, ...], point: int, *, whole: bool = False
    ) -> tuple[set[int], set[int], bool]:
        """Stones and liberties inside the region, and whether it is joined to the outside."""
        color = board[point]
        stones, liberties, todo = {point}, set(), [point]
        while todo:
            for q in self.near[todo.pop()]:
                if not whole and q not in self.inside:
                    continue
                if board[q] == EMPTY:
                    liberties.add(q)
                elif board[q] == color and q not in stones:
                    stones.add(q)
                    todo.append(q)
        return stones, liberties, not whole and bool(stones & self.refuge[color])

    def play(self, s: State, move: int) -> State | None:
        """The state after a move of the side to move; None if it is illegal."""
        us, them = s.turn, 3 - s.turn
        if move == -1:
            return State(s.board, s.target, them, -1, s.threats)
        if move not in self.inside or s.board[move] != EMPTY:
            return None
        threats = {self.attacker: s.threats[0], self.defender: s.threats[1]}
        if move == s.ko:
            if threats[us] == 0:
                return None
            if threats[us] != ENDLESS:
                threats[us] -= 1
        board = list(s.board)
        board[move] = us
        taken: set[int] = set()
        for q in self.near[move]:
            if q in self.inside and board[q] == them and q not in taken:
                stones, liberties, anchored = self._block(board, q)
                if not liberties and not anchored:
                    taken |= stones
        for q in taken:
            board[q] = EMPTY
        stones, liberties, anchored = self._block(board, move)
        if not liberties and not anchored:
            return None
        ko = -1
        if len(taken) == 1 and len(stones) == 1 and liberties == taken and not anchored:
            ko = min(taken) if threats[them] != ENDLESS else -1
        target = s.target - taken
        return State(
            tuple(board), target, them, ko, (threats[self.attacker], threats[self.defender])
        )

    def _is_leaf(self, s: State, kind: str) -> bool:
        if kind == "captured":
            return not s.target
        if not s.target:
            return False
        if kind == "last-liberty":
            return s.turn == self.attacker and self._last_liberty(s)
        if kind == "hopeless":
            return self._hopeless(s) > 0
        if kind == "escaped":
            return any(self._block(s.board, t)[2] for t in s.target)
        return kind == "alive" and self._benson(s)

    def _last_liberty(self, s: State) -> bool:
        stones, liberties, anchored = self._block(s.board, min(s.target))
        if not s.target <= stones or anchored or len(liberties) != 1:
            return False
        after = self.play(s, min(liberties))
        return after is not None and not after.target

    def _hopeless(self, s: State) -> int:
        """How often the defender can play elsewhere if there is no room for a second eye; else 0.

        The core is what neither is nor touches an attacker stone that is joined to the outside.
        Outside one defender block it must be at most two points, and those adjacent. Then the
        attacker fills the rest, each stone joined to the outside, and takes that block last.
        """
        strong = {p for p in self.region if s.board[p] == self.attacker}
        strong = {p for p in strong if self._block(s.board, p)[2]}
        loose = set(self.region) - strong
        if loose & self.refuge[self.defender]:
            return 0
        core = {p for p in loose - self.refuge[self.attacker] if strong.isdisjoint(self.near[p])}
        fewest = 0
        for p in loose:
            if s.board[p] == self.defender:
                block = self._block(s.board, p)[0]
                rest = sorted(core - block)
                if len(rest) < 2 or (len(rest) == 2 and rest[1] in self.near[rest[0]]):
                    passes = len(loose - block) + 1
                    fewest = min(fewest, passes) if fewest else passes
        return fewest

    def _benson(self, s: State) -> bool:
        """Unconditional life of a target stone, by Benson's theorem."""
        regions: list[set[int]] = []
        seen: set[int] = set()
        for p in self.region:
            if s.board[p] == self.defender or p in seen:
                continue
            found, todo = {p}, [p]
            while todo:
                for q in self.near[todo.pop()]:
                    if q in self.inside and s.board[q] != self.defender and q not in found:
                        found.add(q)
                        todo.append(q)
            seen |= found
            if not found & self.refuge[self.attacker]:
                regions.append(found)
        blocks: list[set[int]] = []
        for p in self.region:
            if s.board[p] == self.defender and not any(p in b for b in blocks):
                stones, _, anchored = self._block(s.board, p)
                if not anchored:
                    blocks.append(stones)
        while True:
            bad = [b for b in blocks if self._vital(s, b, regions) < 2]
            if not bad:
                return any(s.target & b for b in blocks)
            for b in bad:
                blocks.remove(b)
                edge = {q for p in b for q in self.near[p]}
                regions = [r for r in regions if not r & edge]

    def _vital(self, s: State, block: set[int], regions: list[set[int]]) -> int:
        edge = {q for p in block for q in self.near[p]}
        return sum(
            1 for r in regions if r & edge and all(p in edge for p in r if s.board[p] == EMPTY)
        )

    def run(self) -> Checked:
        """Walk the graph from the root; every node gets the one state it stands for."""
        states: dict[int, State] = {0: self.root}
        order = [0]
        judged = 0
        for i in order:
            if i >= len(self.rows):
                raise Rejected(f"at node {i}: it is missing")
            kind, edges = LEAVES[self.rows[i][0]], self.rows[i][1:]
            s = states[i]
            if kind != "inner":
                if edges or not self._is_leaf(s, kind):
                    raise Rejected(f"at node {i}: it is not {kind}")
                if self.kill != (kind in ("captured", "last-liberty", "hopeless")):
                    raise Rejected(f"at node {i}: the leaf speaks for the other side")
                judged += kind == "escaped" and self.model == "judged"
                continue
            if not s.target:
                raise Rejected(f"at node {i}: play goes on after the capture")
            self._check_moves(i, s, [int(m) for m, _ in edges])
            for move, child in edges:
                after = self.play(s, move)
                if after is None:
                    raise Rejected(f"at node {i}: the move {move} is illegal")
                if child not in states:
                    order.append(child)
                if states.setdefault(child, after) != after:
                    raise Rejected(f"at node {i}: node {child} is another position")
        tenuki = self._tenuki(states) if self.kill else 0
        text = f"accepted, {len(order)} nodes"
        verdict = "accepted"
        if self.kill and tenuki >= self.walls:
            judged += 1
            text += f" (a wall with {self.walls} liberties outside is judged safe)"
        if self.model == "judged":
            judged = max(judged, 1)
        if judged:
            verdict, text = (
                "judged",
                text.replace("accepted", f"accepted except {judged} judged leaves", 1),
            )
        return Checked(verdict, text, len(order))

    def _check_moves(self, i: int, s: State, moves: list[int]) -> None:
        winner = self.attacker if self.kill else self.defender
        if s.turn == winner:
            if len(moves) != 1:
                raise Rejected(f"at node {i}: the winner needs one move")
            return
        wanted = {p for p in self.region if self.play(s, p) is not None}
        if self.kill or s.ko >= 0:
            wanted.add(-1)
        missing = wanted - set(moves)
        if missing:
            raise Rejected(f"at node {i}: no answer to the move {min(missing)}")

    def _tenuki(self, states: dict[int, State]) -> int:
        """The most defender's passes on any line; finding it shows that there is no cycle."""
        most: dict[int, int] = {}
        on_path: set[int] = set()
        stack = [(0, False)]
        while stack:
            i, leaving = stack.pop()
            edges = self.rows[i][1:]
            if leaving:
                on_path.discard(i)
                value = 0
                if LEAVES[self.rows[i][0]] == "hopeless":
                    value = self._hopeless(states[i])
                passes = states[i].turn == self.defender
                for move, child in edges:
                    value = max(value, most[child] + (move == -1 and passes))
                most[i] = value
                continue
            if i in most:
                continue
            if i in on_path:
                raise Rejected(f"at node {i}: a kill must not go round in a circle")
            on_path.add(i)
            stack.append((i, True))
            for _, child in edges:
                if child in on_path:
                    raise Rejected(f"at node {child}: a kill must not go round in a circle")
                if child not in most:
                    stack.append((child, False))
        return most[0]
