"""Learning (Klinger's chapter 7): from a solved problem, the rule that would have found its move.

The map starts as everything around the move. Cell after cell, the farthest first, it is tried
whether something else could stand there and the move would still be proved to win; what does not
matter is dropped. Then joint fillings are tried; one that fails is cut down to the changes that
make it fail, and the nearest of these is no longer allowed, until all of them hold. What remains
is proposed, for a person to name.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from gokan.errors import GokanError, InvalidInput
from gokan.go import PASS, Color, Position
from gokan.goals.knowledge.base import KnowledgeBase
from gokan.goals.knowledge.rule import Rule, parse
from gokan.reading import Budget, Problem, solve

__all__ = ["Proposal", "extended", "propose"]

REACH = 3
"""Cells farther than this from the move are left as the problem has them."""
NODES = 20_000
JOINT = 24
_SYMBOL = {1: ".", 2: "X", 4: "O", 3: "x", 5: "o", 7: ","}


@dataclass(frozen=True)
class Proposal:
    """A rule that the problem taught, and how sure it is."""

    rule: Rule
    text: str
    tried: int
    """Positions in which the move was proved to win, or not."""
    joint: int
    """Fillings of several cells at once that were tried, and all hold."""

    def to_dict(self) -> dict[str, Any]:
        """The rule's text and the counts."""
        return {"name": self.rule.name, "text": self.text, "tried": self.tried, "joint": self.joint}

    def explain(self) -> str:
        """What was done."""
        return (
            f"The move holds for every cell changed alone and in {self.joint} joint fillings"
            f" ({self.tried} proofs); beyond that the map is a proposal (read)."
        )


def propose(problem: Problem, *, name: str = "learned", nodes: int = NODES) -> Proposal:
    """The rule that would have found the first proved winning move of a problem.

    >>> position = Position.from_diagram('''
    ...     . O O O O O O O .
    ...     . O X X X X X O .
    ...     . O X . . . X O .
    ... ''', to_play="black")
    >>> problem = Problem.make(position, target=[position.point("C1")])
    >>> print(propose(problem).text)  # doctest: +ELLIPSIS
    rule learned
    purpose: live
    ...
    """
    answer = solve(problem, budget=Budget(nodes=5 * nodes), details=False, trials=False)
    winners = [m for m in answer.winning_moves if m in answer.shown and m != PASS]
    if not winners:
        raise InvalidInput("No move of this problem is proved to win, so nothing can be learned.")
    learner = _Learner(problem, winners[0], nodes)
    if not learner.holds():
        vertex = problem.position.vertex(winners[0])
        raise InvalidInput(
            f"That {vertex} wins takes more than {nodes} nodes to prove; allow more."
        )
    cube = learner.shrink()
    text = learner.text(name, cube)
    [rule] = parse(text, file="learned")
    return Proposal(rule, text, learner.tried, learner.joint)


def extended(base: KnowledgeBase, rules: list[Rule]) -> KnowledgeBase:
    """A base that knows more: what one problem taught serves the next, and the rest of this one."""
    known = {rule.name for rule in base.rules}
    return KnowledgeBase([*base.rules, *(rule for rule in rules if rule.name not in known)])


class _Learner:
    def __init__(self, problem: Problem, move: int, nodes: int) -> None:
        self.problem, self.move, self.nodes = problem, move, nodes
        self.position = problem.position
        self.tried = self.joint = 0
        row, column = divmod(move, self.position.width)
        near = [
            r * self.position.width + c
            for r in range(max(0, row - REACH), min(self.position.height, row + REACH + 1))
            for c in range(max(0, column - REACH), min(self.position.width, column + REACH + 1))
        ]
        self.cells = [p for p in near if p != move]
        on_map = [t for t in self._block() if t in near]
        if not on_map:
            raise InvalidInput("The move is too far from the target for one map.")
        self.object = min(on_map, key=lambda t: (self._distance(t), t))

    def holds(self) -> bool:
        """Whether one proof may cost enough to show that the move wins with nothing changed."""
        return self._wins({})

    def _block(self) -> list[int]:
        return [s for t in self.problem.target for s in self.position.block(t).stones]

    def _distance(self, point: int) -> int:
        (r, c), (mr, mc) = (divmod(p, self.position.width) for p in (point, self.move))
        return max(abs(r - mr), abs(c - mc)) * 10 + abs(r - mr) + abs(c - mc)

    def shrink(self) -> dict[int, int]:
        """For each cell the contents it may have: 1 empty, 2 own, 4 enemy of the mover."""
        cube = {p: self._content(self.position, p) for p in self.cells}
        widened = []
        for point in sorted(self.cells, key=lambda p: (-self._distance(p), p)):
            if point == self.object or point in self.problem.target:
                continue
            holds = cube[point]
            for other in (1, 2, 4):
                if other != cube[point] and self._wins({point: other}):
                    holds |= other
            if holds != cube[point] and holds in _SYMBOL:
                cube[point] = holds
                widened.append(point)
        chance = random.Random(self.move)
        passed = 0
        while passed < JOINT and widened:
            filling = {p: chance.choice([c for c in (1, 2, 4) if cube[p] & c]) for p in widened}
            if self._wins(filling):
                passed += 1
                continue
            point, content = self._culprit(filling)
            cube[point] &= ~content
            if cube[point] not in _SYMBOL:
                cube[point] = self._content(self.position, point)
            if cube[point] == self._content(self.position, point):
                widened.remove(point)
            passed = 0
        self.joint = passed
        return cube

    def _culprit(self, filling: dict[int, int]) -> tuple[int, int]:
        """Of a filling that does not hold, the nearest change that it cannot do without."""
        needed = {p: c for p, c in filling.items() if c != self._content(self.position, p)}
        for point in sorted(needed, key=lambda p: (-self._distance(p), p)):
            fewer = {p: c for p, c in needed.items() if p != point}
            if fewer and not self._wins(fewer):
                needed = fewer
        return min(needed.items(), key=lambda item: (self._distance(item[0]), item[0]))

    def _content(self, position: Position, point: int) -> int:
        color = position.color_at(point)
        return 1 if not color else 2 if color == self.position.to_play else 4

    def _wins(self, filling: dict[int, int]) -> bool:
        """Is the move still proved to win with this on the board? What cannot be counts as yes."""
        mover = self.position.to_play
        colors = {1: Color.EMPTY, 2: mover, 4: mover.opponent}
        board = bytearray(self.position.board)
        for point, content in filling.items():
            board[point] = colors[content]
        try:
            changed = Position.from_board(bytes(board), self.position.width, to_play=mover)
            target = [t for t in self.problem.target if changed.color_at(t)]
            after = changed.play(self.move)
            target = [t for t in target if after.color_at(t)]
            if not target:
                return True
            self.tried += 1
            answer = solve(
                Problem.make(after, target=target),
                budget=Budget(nodes=self.nodes),
                details=False,
                trials=False,
                all_moves=False,
            )
        except GokanError:
            return True
        return answer.result == "loss" and answer.proved

    def text(self, name: str, cube: dict[int, int]) -> str:
        """The rule as text."""
        goal, purpose = ("Save", "live") if self.problem.goal == "live" else ("Capture", "kill")
        rows, width, height = [], self.position.width, self.position.height
        row, column = divmod(self.move, width)
        for r in range(row - REACH - 1, row + REACH + 2):
            line = ""
            for c in range(column - REACH - 1, column + REACH + 2):
                line += self._symbol(cube, r * width + c, 0 <= r < height and 0 <= c < width)
            rows.append(line)
        rows = _trim(rows)
        mine = "X" if self.problem.goal == "live" else "O"
        return "\n".join(
            [
                f"rule {name}",
                f"purpose: {purpose}",
                f"goal: {goal}(a)",
                f"reason: It was proved to win in {self.problem.id or 'a problem'}; say why.",
                "map:",
                *(f"    {line}" for line in rows),
                "where:",
                f"    a {mine}",
                "good: *",
                "source: learned",
                "",
            ]
        )

    def _symbol(self, cube: dict[int, int], point: int, on_board: bool) -> str:
        if not on_board:
            return "#"
        if point == self.move:
            return "*"
        if point == self.object:
            return "a"
        if point not in cube:
            return "?"
        content = cube[point]
        return "?" if content == 7 else _SYMBOL[content]


def _trim(rows: list[str]) -> list[str]:
    """Without what says nothing: rims of don't-cares, and edges of the board beyond them."""
    while rows and set(rows[0]) <= {"?", "#"} and _empty_beside(rows, 0, 1):
        rows = rows[1:]
    while rows and set(rows[-1]) <= {"?", "#"} and _empty_beside(rows, -1, -2):
        rows = rows[:-1]
    turned = ["".join(column) for column in zip(*rows, strict=True)]
    while turned and set(turned[0]) <= {"?", "#"} and _empty_beside(turned, 0, 1):
        turned = turned[1:]
    while turned and set(turned[-1]) <= {"?", "#"} and _empty_beside(turned, -1, -2):
        turned = turned[:-1]
    return ["".join(row) for row in zip(*turned, strict=True)]


def _empty_beside(rows: list[str], rim: int, inner: int) -> bool:
    """An edge of the board stays if what lies beside it is part of the map."""
    if "#" not in rows[rim] or len(rows) < 2:
        return True
    return set(rows[inner]) <= {"?", "#"}
