"""Writing down what the tactical search read, where no region can be settled: lines with an end.

The winner's moves are those of the tactical search. Every reply near the stones has an answer as
far as the budget goes; beyond that a line ends in a judged leaf. `gokan check` replays all of it on
the whole board and counts what was judged. It is read as if nobody had ko threats.
"""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass
from typing import Any

from gokan.go import EMPTY, PASS, Position
from gokan.reading.budget import Meter
from gokan.reading.check.graph import FORMAT, position_hash
from gokan.reading.check.statement import RULES
from gokan.reading.proof.goals import Task
from gokan.reading.proof.statement import NoProof
from gokan.reading.tactics.questions import Capture, Connection, capture, connect, cut, escape

__all__ = ["prove_lines"]

_NODES = (4000, 60_000)  # of the search for each move: a first look, and a longer one
_MOST = 20_000  # positions
_INNER, _CAPTURED, _JOINED, _TAKEN, _JUDGED = 0, 1, 6, 7, 8
_Key = tuple[int, bytes, int, int | None]


def prove_lines(task: Task, answer: Capture | Connection, forced: bool, meter: Meter) -> list[str]:
    """The lines of a proof with judged leaves that the prover gets what he wants, or not."""
    return _Tree(task, answer, forced).write(meter)


@dataclass(slots=True)
class _Node:
    depth: int
    position: Position
    kind: int
    edges: list[tuple[int, int]]


class _Tree:
    def __init__(self, task: Task, answer: Capture | Connection, forced: bool) -> None:
        self.task = task
        self.answer = answer
        self.forced = forced
        self.winner = task.prover if forced else task.prover.opponent
        self.number: dict[_Key, int] = {}
        self.nodes: list[_Node] = []

    def write(self, meter: Meter) -> list[str]:
        """The nearest positions first, until the time is over; the last ones are judged."""
        most = meter.part(0.7)
        # Simple ko, whatever else the rules say about repetition.
        self._node(0, self.task.position.with_rules("japanese"))
        todo = deque([0])
        while todo:
            node = self.nodes[todo.popleft()]
            node.kind = self._end(node.position)
            if node.kind != _INNER:
                continue
            before = len(self.nodes)
            moves = self._moves(node, most)
            node.edges = [(move, self._after(node, move)) for move in moves]
            node.kind = _INNER if moves else _JUDGED
            todo += range(before, len(self.nodes))
        if self.nodes[0].kind == _JUDGED:
            raise NoProof("The budget ended before a line was read; give it more time.")
        return self._lines()

    def _node(self, depth: int, position: Position) -> int:
        """Its number. A position comes twice at different depths, so that there are no cycles."""
        key = depth, position.board, int(position.to_play), position.ko
        if key not in self.number:
            self.number[key] = len(self.nodes)
            self.nodes.append(_Node(depth, position, _JUDGED, []))
        return self.number[key]

    def _after(self, node: _Node, move: int) -> int:
        position = node.position
        if move == PASS:
            position = position.setup(to_play=position.to_play.opponent)
        else:
            position = position.play(move)
        return self._node(node.depth + 1, position)

    def _end(self, position: Position) -> int:
        """The kind of end here. An end for the other side means that the reading was wrong."""
        task = self.task
        if task.goal == "taken":
            gone = any(position.color_at(p) != task.prover.opponent for p in task.marks)
            kind = _TAKEN if gone else _INNER
        elif any(position.color_at(p) != task.prover for p in task.target):
            kind = _CAPTURED
        else:
            block = position.block(task.target[0])
            joined = {*task.target, *task.marks} <= set(block.stones)
            kind = _JOINED if joined and len(block.liberties) > 1 else _INNER
        if kind != _INNER and (kind != _CAPTURED) != self.forced:
            raise NoProof("Some line ends otherwise than the search said.")
        return kind

    def _moves(self, node: _Node, meter: Meter) -> list[int]:
        """The winner's move, or every near reply of the loser; none if the budget is spent."""
        position = node.position
        if position.to_play != self.winner:
            if len(self.nodes) > _MOST:
                return []
            return [PASS, *(p for p in sorted(self._near(position)) if position.is_legal(p))]
        if node.depth == 0:
            found = self.answer
        else:
            for nodes in _NODES:
                if meter.over:
                    return []
                found = self._ask(position, meter.part(nodes=nodes))
                if found.code == 1 or found.complete:
                    break
            if found.code != 1 and not found.complete:
                return []
        if found.code != 1:
            raise NoProof("Further down a line the search says something else.")
        moves = [move for move in (*found.moves, *found.line[:1]) if move != PASS]
        return [move for move in moves if position.is_legal(move)][:1]

    def _ask(self, position: Position, meter: Meter) -> Capture | Connection:
        first, *more = self.answer.targets
        other = more[0] if more else None
        if isinstance(self.answer, Connection):
            assert other is not None
            join = connect if self.forced else cut
            return join(position, first, other, budget=meter)
        if self.forced:
            return capture(position, first, either=other, budget=meter)
        return escape(position, first, both=other, budget=meter)

    def _near(self, position: Position) -> set[int]:
        """The empty points near what is at stake, as `gokan.reading.check.goals` defines them."""
        task, start = self.task, self.task.position.board
        stake = {*task.marks} if task.goal == "taken" else {*task.marks, *task.target}
        found = {p for p in task.marks if position.board[p] == EMPTY}
        new: set[int] = set()
        for block in position.blocks():
            if len(block.liberties) == 1 or not stake.isdisjoint(block.stones):
                found |= set(block.liberties)
            if any(position.board[p] != start[p] for p in block.stones):
                new |= set(block.liberties)
        beside = {q for p in found for q in position.neighbors(p)}
        return {p for p in found | beside | new if position.board[p] == EMPTY}

    def _lines(self) -> list[str]:
        task = self.task
        position = task.position
        turn = int(position.to_play)
        head: dict[str, Any] = {
            "format": FORMAT,
            "verdict": "stands" if self.forced else "killed",
            "model": "judged",
            "width": position.width,
            "height": position.height,
            "board": "".join(str(int(c)) for c in position.board),
            "turn": turn,
            "hash": position_hash(position.width, position.board, turn),
            "defender": int(task.prover),
            "target": sorted(task.target),
            "region": list(range(len(position.board))),
            "ko": -1 if position.ko is None else position.ko,
            "threats": [0, 0],
            "rules": dict(RULES),
            "goal": task.goal,
            "replies": "near",
            "anchors": {"attacker": [], "defender": []},
        }
        if task.marks:
            head["marks"] = sorted(task.marks)
        rows = [[node.kind, *([move, child] for move, child in node.edges)] for node in self.nodes]
        return [json.dumps(row) for row in (head, *rows)]
