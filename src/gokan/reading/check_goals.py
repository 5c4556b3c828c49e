"""The checker's second part: proofs about two eyes, seki, connection, and captures for good.

Like `gokan.reading.check` it shares no code with the search.

A proof with a `goal` is about the defender reaching something. If he gets it for sure ("stands"),
the graph has no cycle and ends in such positions; if he is refused ("killed"), it is a set of
positions that he cannot leave, none of them such an end.

- "two-eyes": a target stone that is unconditionally alive, or out;
- "end": that, or an attacker who can only pass;
- "joined": all target stones are one block, with two liberties or joined to something safe, and
  none was lost on the way;
- "reached": the same, and the block holds the points named as `marks`;
- "taken": a stone of the attacker named in `marks` has left the board, and the attacker, if it is
  his turn, has no threat to take it back at once in a ko. Here the defender is the one who
  captures, and what becomes of the target does not matter.

In a refusal a wall that does not live outside is taken as safe, and the answer says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

from gokan.reading.check import UNLIMITED, Checked, Rejected, _Checker
from gokan.reading.check_rules import EMPTY, State

__all__: list[str] = []


class _LifeChecker(_Checker):
    """A proof that the defender forces an end of play, or that he cannot."""

    goals: tuple[str, ...] = ("two-eyes", "end")

    def run(self) -> Checked:
        states = self._walk()
        if not self.kill:
            self._children_first(states)  # there must be no cycle
        why = self._judged(states)
        if why:
            text = f"accepted except 1 judgement ({why}), {len(states)} nodes"
            return Checked("judged", text, len(states))
        return Checked("accepted", f"accepted, {len(states)} nodes", len(states))

    def _judged(self, states: Mapping[int, State]) -> str:
        if self.model == "judged":
            return "refuge was judged"
        return "the walls are taken as safe" if self.kill and self.walls != UNLIMITED else ""

    def _check_moves(self, i: int, s: State, moves: list[int]) -> dict[int, State]:
        if self.kill and self._reached(s):
            raise Rejected(f" at node {i}: the defender has what he wanted")
        # A pass that lifts no ban brings the defender no nearer to what he wants, and the
        # attacker's brings about the end of play.
        passes = s.ko >= 0 or (s.turn == self.attacker) == (self.goal != "end")
        if s.turn != (self.attacker if self.kill else self.defender):
            return self._all_replies(i, s, moves, passes=passes)
        if len(moves) != 1:
            raise Rejected(f" at node {i}: the winner needs one move")
        if moves == [-1] and self.kill and not passes:
            raise Rejected(f" at node {i}: the attacker must not pass here")
        return {}

    def _reached(self, s: State) -> bool:
        return self.is_leaf(s, "escaped") or self.is_leaf(s, "alive")


class _GoalChecker(_LifeChecker):
    """A proof that the defender joins or takes something, or that he cannot.

    The proof that he does sees uncapturable attacker stones all around, and so the board may come
    to differ from what it sees: a block of the defender's that touches the edge may breathe there
    when the proof takes it, and an attacker block that the proof sees joined to the outside may be
    captured. As long as the defender loses no stone the latter only leaves the attacker less. A
    proof in which more happens is accepted with a judgement.

    Blocks of the defender's named as `strong` are never taken in the proof. They must have more
    liberties outside than the attacker passes on any line, as the walls of a kill.

    That he does not is rigorous only in a region shut in by the attacker: in the open he could go
    round, or come from there.
    """

    goals = ("joined", "reached", "taken")

    def _anchors(self, head: Mapping[str, Any]) -> dict[int, set[int]]:
        refuge = super()._anchors(head)
        self.marks = {index(p) for p in head.get("marks", ())}
        wanted = {"reached": EMPTY, "taken": self.attacker}.get(self.goal)
        if bool(self.marks) == (wanted is None) or any(
            p not in self.inside or self.board[p] != wanted for p in self.marks
        ):
            raise Rejected(" at the header: the marks are not what the goal needs")
        if self.model == "kill" and refuge[self.defender]:
            raise Rejected(" at the header: the defender could go round through open space")
        self.liberties: list[int] = []
        for p in {index(p) for p in head.get("strong", ())}:
            if self.kill or p not in self.inside or self.board[p] != self.defender:
                raise Rejected(f" at the header: point {p} holds no strong block")
            refuge[self.defender].add(p)
            self.liberties.append(len(self.block(self.board, p, whole=True)[1] - self.inside))
        return refuge

    def over(self, s: State) -> bool:
        return self.goal != "taken" and not s.target

    def end(self, s: State, kind: str) -> int | None:
        return 0 if self.is_leaf(s, kind) else None

    def is_leaf(self, s: State, kind: str) -> bool:
        if kind == "captured":
            return self.goal != "taken" and s.target != self.root.target
        if kind == "hopeless":
            return not self._reached(s) and self._out_of_reach(s)
        return kind == ("taken" if self.goal == "taken" else "joined") and self._reached(s)

    def _reached(self, s: State) -> bool:
        if self.goal == "taken":
            gone = (p for p in self.marks if s.board[p] != self.attacker)
            return any(not self._retaken(s, p) for p in gone)
        if s.target != self.root.target:
            return False
        stones, liberties, anchored = self.block(s.board, min(s.target))
        return s.target | self.marks <= stones and (anchored or len(liberties) > 1)

    def _retaken(self, s: State, point: int) -> bool:
        """Whether the attacker, to move, has a threat and takes back in a ko here."""
        if s.turn != self.attacker or s.threats[0] == 0:
            return False
        free = s._replace(ko=-1, threats=(s.threats[0], 0))
        after = self.play(free, point) if s.board[point] == EMPTY else None
        return after is not None and after.ko >= 0

    def _out_of_reach(self, s: State) -> bool:
        """Stones of the attacker that are never captured lie between, or are all that is marked."""
        strong: set[int] = set()
        for p in self.refuge[self.attacker]:
            if s.board[p] == self.attacker and p not in strong:
                strong |= self.block(s.board, p)[0]
        if self.goal == "taken":
            return self.marks <= strong
        parts = self._parts(self.inside - strong)
        return not any(s.target | self.marks <= part for part in parts)

    def _judged(self, states: Mapping[int, State]) -> str:
        why = super()._judged(states)
        edge = {p for p in self.region if len(self.here[p]) < len(self.near[p])}
        lost: set[int] = set()
        smothered = False
        for i, s in states.items():
            for after in (states[child] for _, child in self.rows[i][1]):
                lost |= {p for p in self.region if s.board[p] == self.defender != after.board[p]}
                smothered = smothered or self._smothers(s, after, edge)
        if self.liberties and self._passes(states) >= min(self.liberties):
            why = why or f"a block with {min(self.liberties)} liberties outside is taken as safe"
        if lost & edge:
            why = why or "a block at the edge of the region is taken"
        if lost and smothered:
            why = why or "a block without liberties is joined to the outside, and stones are lost"
        return why

    def _passes(self, states: Mapping[int, State]) -> int:
        """The most passes of the attacker on any line; there is no cycle."""
        most: dict[int, int] = {}
        for i in self._children_first(states):
            ours = states[i].turn == self.attacker
            after = (most[child] + (ours and move == -1) for move, child in self.rows[i][1])
            most[i] = max(after, default=0)
        return most[0]

    def _smothers(self, s: State, after: State, edge: set[int]) -> bool:
        """Whether the defender leaves an attacker block at the edge without liberties inside."""
        return s.turn == self.defender and any(
            after.board[p] == self.attacker and not self.block(after.board, p)[1] for p in edge
        )
