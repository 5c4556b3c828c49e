"""The checker's fourth part: a race that is won by one plan.

Like `gokan.reading.check.graph` it shares no code with the search.

That a group can be saved, and that another can be taken, does not mean that both can be done: the
first move may be needed for either. So a race that is won has a proof of its own, with the goal
"won": the defender, who moves first, forces positions in which no stone of the attacker's stands
on any of the points `marks` (the stones that he is to take), and one of his target stones lives.

In the model "race" walls and what is open around the region are seen as in a kill by the side that
wins: its own stones outside are walls, and all else belongs to the other side. Walls, and blocks of
its own in the region that have liberties outside, are not taken in the proof: they must have more
liberties outside than the loser passes on any line. But none of this saves a target stone, unless a
wall lives outside by itself: the position in which a race is won goes on after the proof has ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gokan.reading.check.goals import LifeChecker
from gokan.reading.check.graph import UNLIMITED, Rejected, whole
from gokan.reading.check.rules import EMPTY, State

__all__: list[str] = []


class RaceChecker(LifeChecker):
    """A proof that the side to move takes some stones and saves others by one plan."""

    goals = ("won",)
    names = LifeChecker.names | {"marks"}

    def _anchors(self, head: Mapping[str, Any]) -> dict[int, set[int]]:
        # Rule race is won: that nobody can win it both ways is another statement, not known here.
        if self.kill or self.model not in ("race", "judged"):
            raise Rejected(" at the header: only a race that is won can be proved")
        self.marks = {whole(p) for p in head["marks"]}
        # Rule marks of a race: these are the stones that are taken.
        if not self.marks or any(
            p not in self.inside or self.board[p] != self.attacker for p in self.marks
        ):
            raise Rejected(" at the header: the marks are not stones to be taken")
        if self.model == "judged":
            refuge = super()._anchors(head)
            self.leaks, self.home = refuge[self.attacker], refuge[self.defender]
            return refuge
        refuge = {self.attacker: set[int](), self.defender: set[int]()}
        outside = set(range(len(self.board))) - self.inside
        edge = {q for p in self.region for q in self.near[p]} - self.inside
        lasting = self.alive(self.board, self.defender, outside, edge, whole=True)
        self.lasting: set[int] = set().union(*lasting)
        self.leaks, self.home = set(), set()
        for p in self.region:
            for q in (q for q in self.near[p] if q not in self.inside):
                refuge[self.defender if self.board[q] == self.defender else self.attacker].add(p)
                # Rule what lasts: a wall that may be captured later shuts nothing in for good.
                (self.home if q in self.lasting else self.leaks).add(p)
                if self.board[p] == self.defender and self.board[q] == EMPTY:
                    refuge[self.defender].add(p)
        return refuge

    def _walls(self) -> int:
        """The fewest liberties outside of any of the winner's blocks around the region."""
        fewest = UNLIMITED
        if self.model == "judged":
            return fewest
        seen = set(self.lasting)
        edge = {q for p in self.region for q in self.near[p]} - self.inside
        open_ = {q for q in edge if self.board[q] == EMPTY}
        for q in edge | {p for p in self.region if not open_.isdisjoint(self.near[p])}:
            if self.board[q] == self.defender and q not in seen:
                stones, liberties, _ = self.block(self.board, q, whole=True)
                seen |= stones
                fewest = min(fewest, len(liberties - self.inside))
        return fewest

    def over(self, s: State) -> bool:
        return not s.target

    def is_leaf(self, s: State, kind: str) -> bool:
        # Rule won: nothing is left of what was to be taken, and what was to be saved lives.
        return kind == "won" and self._reached(s)

    def _reached(self, s: State) -> bool:
        if any(s.board[p] == self.attacker for p in self.marks):
            return False
        stones = {q for p in s.target for q in self.block(s.board, p)[0]}
        if not stones.isdisjoint(self.home):
            return True
        alive = self.alive(s.board, self.defender, self.inside, self.leaks, self.home)
        return any(not s.target.isdisjoint(block) for block in alive)

    def _judged(self, states: Mapping[int, State]) -> str:
        # Rule race refuge: as for a kill.
        if self.model == "judged":
            return "refuge was judged"
        reasons: list[str] = []
        bears = self.walls
        # Rule walls of a race: as for a kill.
        if bears < UNLIMITED and self._passes(states, self._children_first(states), bears) >= bears:
            reasons.append(f"a wall with {bears} liberties outside is judged safe")
        edge = {p for p in self.region if len(self.here[p]) < len(self.near[p])}
        loses = smothered = False
        for i, s in states.items():
            for move, child in self.rows[i][1]:
                after = states[child]
                loses |= after.board.count(self.defender) < s.board.count(self.defender)
                smothered = smothered or (move >= 0 and self._smothers(s, after, move, edge))
        # Rule smothered in a race: a block of the loser's that only the outside keeps may have to
        # be captured there; that matters once the winner loses stones.
        if loses and smothered:
            reasons.append(
                "a block without liberties is joined to the outside, and stones are lost"
            )
        return ", ".join(reasons)

    def _smothers(self, s: State, after: State, move: int, edge: set[int]) -> bool:
        """Whether the winner takes the last liberty inside of a block at the edge."""
        if s.turn != self.defender:
            return False
        for q in self.here[move]:
            if after.board[q] == self.attacker:
                stones, liberties, _ = self.block(after.board, q)
                if not liberties and not stones.isdisjoint(edge):
                    return True
        return False
