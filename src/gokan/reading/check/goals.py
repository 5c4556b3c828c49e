"""The checker's second part: proofs about two eyes, seki, connection, and captures for good.

Like `gokan.reading.check.graph` it shares no code with the search.

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

A proof about one of the last three goals may say `"replies": "near"`. Then the loser's moves must
be answered only near what is at stake, and the answer says how many others were left out. Near are
the liberties of the blocks to be joined or taken, a marked empty point and the last liberty of any
block, all empty points beside these, and the liberties of blocks with stones that are new. In such
a proof a line may also end in a *judged* leaf, though not at the root, and not where it is decided
for the other side; the answer counts them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gokan.reading.check.graph import (
    UNLIMITED,
    Checked,
    Checker,
    Rejected,
    counted,
    whole,
)
from gokan.reading.check.rules import EMPTY, State

__all__: list[str] = []


class LifeChecker(Checker):
    """A proof that the defender forces an end of play, or that he cannot."""

    goals: tuple[str, ...] = ("two-eyes", "end")
    names = Checker.names | {"goal"}

    def run(self) -> Checked:
        states = self._walk()
        # Rule gets there: he must reach what he wants in a finite number of moves.
        if not self.kill:
            self._children_first(states)
        nodes = counted(len(states), "node", "nodes")
        why = self._judged(states)
        if why:
            leaves = self._kinds(states, "judged")
            what = counted(leaves, "judged leaf", "judged leaves") if leaves else "1 judgement"
            text = f"accepted except {what} ({why}), {nodes}{self._given()}"
            return Checked("judged", text, len(states))
        text = f"accepted, {nodes}{self._given()}"
        return Checked("accepted", text, len(states))

    def _judged(self, states: Mapping[int, State]) -> str:
        # Rule goals refuge: as for a kill.
        if self.model == "judged":
            return "refuge was judged"
        # Rule goals walls: a defender who is refused may play elsewhere without end, and only walls
        # that live by themselves bear that.
        return "the walls are taken as safe" if self.kill and self.walls != UNLIMITED else ""

    def _check_moves(self, i: int, s: State, moves: list[int]) -> dict[int, State]:
        # Rule refused: he has it in no position of a refusal.
        if self.kill and self._reached(s):
            raise Rejected(f" at node {i}: the defender has what he wanted")
        # A pass that lifts no ban brings the defender no nearer to what he wants, and the
        # attacker's brings about the end of play.
        # Rule goals passes: so only such a pass may be left out.
        passes = s.ko >= 0 or (s.turn == self.attacker) == (self.goal != "end")
        if s.turn != (self.attacker if self.kill else self.defender):
            return self._all_replies(i, s, moves, passes=passes)
        # Rule goals one move: as for a kill.
        if len(moves) != 1:
            raise Rejected(f" at node {i}: the winner needs one move")
        # Rule no waiting: both would pass, and that is the end of play which he refuses.
        if moves == [-1] and self.kill and not passes:
            raise Rejected(f" at node {i}: the attacker must not pass here")
        return {}

    def _reached(self, s: State) -> bool:
        return self.is_leaf(s, "escaped") or self.is_leaf(s, "alive")


class GoalChecker(LifeChecker):
    """A proof that the defender joins or takes something, or that he cannot.

    The proof that he does sees uncapturable attacker stones all around, and so the board may come
    to differ from what it sees: a block of the defender's that touches the edge may breathe there
    when the proof takes it, and an attacker block that the proof sees joined to the outside may be
    captured. As long as the defender loses no stone the latter only leaves the attacker less. A
    proof in which more happens is accepted with a judgement.

    Blocks of the defender's named as `strong` are never taken in the proof. They must have two
    liberties outside, and more than the attacker passes on any line, as the walls of a kill: each
    of his moves outside fills one at most. Where such a block is joined and has no liberty inside,
    two of those outside must be left.

    That he does not is rigorous only in a region shut in by the attacker: in the open he could go
    round, or come from there.
    """

    goals = ("joined", "reached", "taken")
    names = LifeChecker.names | {"marks", "strong", "replies"}

    def _anchors(self, head: Mapping[str, Any]) -> dict[int, set[int]]:
        refuge = super()._anchors(head)
        self.marks = {whole(p) for p in head.get("marks", ())}
        self.nearby, self.left_out = head.get("replies") == "near", 0
        # Rule replies: whatever is left out is a judgement.
        if "replies" in head and not (self.nearby and self.model == "judged"):
            raise Rejected(" at the header: only a judged proof may leave out replies")
        wanted = {"reached": EMPTY, "taken": self.attacker}.get(self.goal)
        # Rule marks: a point that is held, or a stone that is gone, is reached or taken already.
        if bool(self.marks) == (wanted is None) or any(
            p not in self.inside or self.board[p] != wanted for p in self.marks
        ):
            raise Rejected(" at the header: the marks are not what the goal needs")
        # Rule round about: in open space outside he could join or come from there.
        if self.model == "kill" and refuge[self.defender]:
            raise Rejected(" at the header: the defender could go round through open space")
        self.liberties: list[int] = []
        for p in {whole(p) for p in head.get("strong", ())}:
            # Rule strong stones: strength is the defender's, who is to get there.
            if self.kill or p not in self.inside or self.board[p] != self.defender:
                raise Rejected(f" at the header: point {p} holds no strong block")
            refuge[self.defender].add(p)
            self.liberties.append(len(self.block(self.board, p, whole=True)[1] - self.inside))
            # Rule strong liberties: with one liberty outside the block could be taken at once.
            if self.liberties[-1] < 2:
                raise Rejected(f" at the header: the block of point {p} is not strong")
        return refuge

    def over(self, s: State) -> bool:
        return self.goal != "taken" and not s.target

    def end(self, s: State, kind: str) -> int | None:
        """How many liberties outside, beyond the first, the end of a line counts on."""
        if not self.is_leaf(s, kind):
            return None
        return int(kind == "joined" and not self.block(s.board, min(s.target))[1])

    def is_leaf(self, s: State, kind: str) -> bool:
        # Rule lost: he has lost a stone of the target; what is to be taken has nothing to do with
        # that.
        if kind == "captured":
            return self.goal != "taken" and s.target != self.root.target
        if kind == "judged":
            lost = self.goal != "taken" and s.target != self.root.target
            # Rule judged leaves: only where replies may be left out, not at the root, and not where
            # it is decided for the other side.
            against = self._reached(s) if self.kill else lost or self._out_of_reach(s)
            return self.nearby and s != self.root and not against
        # Rule out of reach: what is never captured lies between, now and for ever.
        if kind == "hopeless":
            return not self._reached(s) and self._out_of_reach(s)
        return kind == ("taken" if self.goal == "taken" else "joined") and self._reached(s)

    def _reached(self, s: State) -> bool:
        if self.goal == "taken":
            # Rule taken for good: it is off the board and does not come back at once in a ko.
            gone = (p for p in self.marks if s.board[p] != self.attacker)
            return any(not self._retaken(s, p) for p in gone)
        # Rule none is lost: what was to be joined must all be there.
        if s.target != self.root.target:
            return False
        stones, liberties, anchored = self.block(s.board, min(s.target))
        # Rule joined and safe: one block, and not in atari: else it is taken with the next move.
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

    def _all_replies(self, i: int, s: State, moves: list[int], *, passes: bool) -> dict[int, State]:
        if not self.nearby:
            return super()._all_replies(i, s, moves, passes=passes)
        near = self._near(s)
        # Rule near replies: at least these are answered; the rest is counted and named.
        replies = {p: after for p in near if (after := self.play(s, p)) is not None}
        missing = replies.keys() - moves
        if passes and -1 not in moves:
            missing.add(-1)
        if missing:
            raise Rejected(f" at node {i}: no answer to the move {min(missing)}")
        free = sum(s.board[p] == EMPTY for p in self.region)
        self.left_out += free - len(near)
        return replies

    def _near(self, s: State) -> set[int]:
        """The empty points near what is at stake."""
        stake = self.marks if self.goal == "taken" else self.marks | s.target
        found = {p for p in self.marks if s.board[p] == EMPTY}
        new: set[int] = set()
        for part in self._parts(p for p in self.region if s.board[p] == self.attacker):
            found |= self._breath(s, part, stake, new)
        for part in self._parts(p for p in self.region if s.board[p] == self.defender):
            found |= self._breath(s, part, stake, new)
        beside = {q for p in found for q in self.here[p] if s.board[q] == EMPTY}
        return found | beside | new

    def _breath(self, s: State, block: set[int], stake: set[int], new: set[int]) -> set[int]:
        """The liberties of a block if it is at stake or in atari; if it has grown they are new."""
        liberties = {q for p in block for q in self.here[p] if s.board[q] == EMPTY}
        if any(s.board[p] != self.root.board[p] for p in block):
            new |= liberties
        return liberties if len(liberties) == 1 or not block.isdisjoint(stake) else set()

    def _judged(self, states: Mapping[int, State]) -> str:
        edge = {p for p in self.region if len(self.here[p]) < len(self.near[p])}
        reasons = [super()._judged(states)] if edge or self.model != "judged" else []
        # Rule what was left out is said: then it is no proof.
        if self.left_out:
            reasons.append(f"{self.left_out} replies far from the stones are left out")
        elif self._kinds(states, "judged"):
            reasons.append("lines are not played to an end")
        if self.kill:
            return ", ".join(filter(None, reasons))
        taken: set[int] = set()  # of the defender's stones at the edge
        loses = smothered = False
        for i, s in states.items():
            for after in (states[child] for _, child in self.rows[i][1]):
                taken |= {p for p in edge if s.board[p] == self.defender != after.board[p]}
                loses |= after.board.count(self.defender) < s.board.count(self.defender)
                smothered = smothered or self._smothers(s, after, edge)
        bears = min(self.liberties, default=UNLIMITED)
        # Rule strong blocks bear: as the walls of a kill do.
        if self.liberties and self._passes(states, self._children_first(states), bears) >= bears:
            reasons.append(f"a block with {bears} liberties outside is taken as safe")
        # Rule edge: a block that the proof takes at the edge may breathe outside.
        if taken:
            reasons.append("a block at the edge of the region is taken")
        # Rule smothered: a block that only the outside keeps may be captured there; that it is not
        # captured in the proof matters once the defender loses stones.
        if loses and smothered:
            reasons.append(
                "a block without liberties is joined to the outside, and stones are lost"
            )
        return ", ".join(filter(None, reasons))

    def _smothers(self, s: State, after: State, edge: set[int]) -> bool:
        """Whether the defender leaves an attacker block at the edge without liberties inside."""
        return s.turn == self.defender and any(
            after.board[p] == self.attacker and not self.block(after.board, p)[1] for p in edge
        )
