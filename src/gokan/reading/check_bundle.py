"""The checker's second half: proofs about two eyes, seki and connection, and claims that need
several proofs.

Like `gokan.reading.check` it shares no code with the search.

A proof with a `goal` is about the defender reaching something: "two-eyes" (a target stone that is
unconditionally alive, or out) or "end" (that, or an attacker who can only pass). If he is *forced*
through ("stands"), the graph has no cycle and ends in such positions; if he is refused ("killed"),
it is a set of positions that the defender cannot leave, none of them such an end. In the latter a
wall that does not live outside is taken as safe, and the answer says so. With the goal "joined" the
end is that all target stones are one block, and that none was lost on the way.

A bundle is one file with several proofs and a claim that follows from them:

    {"format": "gokan-proofs 1", "claim": {…}}
    {"part": "attack: ko won", "lines": 57}
    … 57 lines of a proof …

Claims are a result (win, loss, ko) with or without seki, and a status with its two results.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

from gokan.reading.check import (
    FORMAT,
    UNLIMITED,
    Checked,
    Rejected,
    _Checker,
    parse,
    read_header,
)
from gokan.reading.check_rules import ENDLESS, FINITE, State

__all__ = ["BUNDLE", "check_file"]

BUNDLE = "gokan-proofs 1"
MANY = 6
"""Threats that stand for any finite number of the side for whom a repetition counts."""


def check_file(lines: Iterable[str]) -> Checked:
    """Check a proof file of any kind.

    >>> check_file(["{}"]).text
    'rejected: this is not a gokan-proof 1 file'
    """
    rows = [line for line in lines if line.strip()]
    try:
        head = parse(rows[0]) if rows else None
        if isinstance(head, dict) and head.get("format") == BUNDLE:
            return _check_bundle(head, rows[1:])
        return _check_proof(rows)
    except Rejected as error:
        return Checked("rejected", f"rejected{error}", 0)


def _check_proof(rows: list[str]) -> Checked:
    """A proof about capture, or one with a goal."""
    head = read_header(rows[0] if rows else "{}", FORMAT)
    if head.get("goal") == "joined":
        return _JoinChecker(rows).run()
    return (_LifeChecker if "goal" in head else _Checker)(rows).run()


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
        # A pass that lifts no ban brings the defender no nearer to two eyes, and the
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


class _JoinChecker(_LifeChecker):
    """A proof that the defender forces his target stones to become one block, or that he cannot.

    He must lose none of them. The proof sees uncapturable attacker stones all around, and so the
    board may come to differ from what it sees: a block of the defender's that touches the edge may
    breathe there when the proof takes it, and an attacker block that the proof sees joined to the
    outside may be captured. As long as the defender loses no stone the latter only leaves the
    attacker less. A proof in which more happens is accepted with a judgement.

    Blocks of the defender's named as `strong` are never taken in the proof. They must have more
    liberties outside than the attacker passes on any line, as the walls of a kill.
    """

    goals = ("joined",)

    def _anchors(self, head: Mapping[str, Any]) -> dict[int, set[int]]:
        refuge = super()._anchors(head)
        self.liberties: list[int] = []
        for p in {index(p) for p in head.get("strong", ())}:
            if self.kill or p not in self.inside or self.board[p] != self.defender:
                raise Rejected(f" at the header: point {p} holds no strong block")
            refuge[self.defender].add(p)
            self.liberties.append(len(self.block(self.board, p, whole=True)[1] - self.inside))
        return refuge

    def end(self, s: State, kind: str) -> int | None:
        return 0 if self.is_leaf(s, kind) else None

    def is_leaf(self, s: State, kind: str) -> bool:
        if kind == "captured":
            return s.target != self.root.target
        return kind == "joined" and self._reached(s)

    def _reached(self, s: State) -> bool:
        return s.target == self.root.target and s.target <= self.block(s.board, min(s.target))[0]

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


# --- bundles -----------------------------------------------------------------------------------


def _check_bundle(head: Mapping[str, Any], rows: list[str]) -> Checked:
    heads: dict[str, Mapping[str, Any]] = {}
    judged = nodes = at = 0
    while at < len(rows):
        part = parse(rows[at])
        if not isinstance(part, dict) or not isinstance(size := part.get("lines"), int):
            raise Rejected(" at the parts: each begins with its name and its number of lines")
        name, lines = str(part.get("part")), rows[at + 1 : at + 1 + size]
        if len(lines) != size or size < 1 or name in heads:
            raise Rejected(f" at the part {name}: it is cut off or there twice")
        try:
            answer = _check_proof(lines)
        except Rejected as error:
            raise Rejected(f" at the part {name}: rejected{error}") from None
        heads[name] = parse(lines[0])
        judged += answer.verdict == "judged"
        nodes += answer.nodes
        at += size + 1
    _same_question(heads)
    try:
        claim = head["claim"]
        if "status" in claim:
            _check_status(claim, heads)
        else:
            _check_result(claim, heads, "")
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Rejected(" at the claim: it is not written as a claim") from None
    text = f"accepted: {len(heads)} proofs, {nodes} nodes"
    if judged:
        return Checked("judged", f"{text}, {judged} of them with something judged", nodes)
    return Checked("accepted", text, nodes)


def _same_question(heads: Mapping[str, Mapping[str, Any]]) -> None:
    fields = ("width", "height", "board", "defender", "target")
    seen = {json.dumps([head[k] for k in fields]) for head in heads.values()}
    bans = {(head["turn"], head.get("ko", -1)) for head in heads.values()}
    if len(seen) != 1 or len(bans) != len({turn for turn, _ in bans}):
        raise Rejected(" at the claim: the parts are not about the same stones of one position")


def _part(heads: Mapping[str, Mapping[str, Any]], name: str, goal: str | None = None) -> Any:
    if name not in heads:
        raise Rejected(f" at the claim: the part {name!r} is missing")
    if heads[name].get("goal") != goal:
        raise Rejected(f" at the claim: the part {name!r} proves something else")
    return heads[name]


def _check_result(
    claim: Mapping[str, Any], heads: Mapping[str, Mapping[str, Any]], prefix: str
) -> None:
    """Whether a result for the mover follows from the parts that begin with the prefix."""
    mover = int(claim["mover"])
    result = claim["result"]
    if result == "ko":
        _check_ko(claim, heads, prefix, mover)
        return
    if result not in ("win", "loss"):
        raise Rejected(f" at the claim: {result!r} cannot be proved")
    head = _part(heads, prefix + "verdict")
    kill = head["verdict"] == "killed"
    attacks = mover != head["defender"]
    if head["turn"] != mover or (kill == attacks) != (result == "win"):
        raise Rejected(" at the claim: the proof is about another mover or result")
    first, second = head["threats"]
    # A kill must hold for every finite number, unless the claim says up to which one it does.
    wanted = (0, int(claim.get("up_to", FINITE))) if kill else (ENDLESS, 0)
    enough = first <= wanted[0] and second >= wanted[1]
    if not kill:
        enough = first >= wanted[0] and second <= wanted[1]
    if not enough:
        raise Rejected(" at the claim: the proof gives too many threats to the winner")
    if claim.get("seki"):
        if kill:
            raise Rejected(" at the claim: a captured target is in no seki")
        for name, goal, verdict in (("no eyes", "two-eyes", "killed"), ("end", "end", "stands")):
            head = _part(heads, prefix + name, goal)
            threats = tuple(head["threats"])
            if (head["verdict"], head["turn"]) != (verdict, mover) or threats != (MANY, 0):
                raise Rejected(f" at the claim: the part {prefix + name!r} proves something else")


def _check_ko(
    claim: Mapping[str, Any], heads: Mapping[str, Mapping[str, Any]], prefix: str, mover: int
) -> None:
    number, first = int(claim["threats"]), bool(claim["first"])
    if number < 1:
        raise Rejected(" at the claim: a ko is turned by at least one threat")
    for name, mover_wins in (("won", True), ("lost", False)):
        head = _part(heads, prefix + name)
        attacks = mover != head["defender"]
        less = number - 1 if mover_wins == first else number
        pair = (0, less) if first else (less, 0)  # the mover's, the opponent's
        wanted = list(pair if attacks else pair[::-1])
        won = (head["verdict"] == "killed") == attacks
        if head["turn"] != mover or won != mover_wins or list(head["threats"]) != wanted:
            raise Rejected(f" at the claim: the part {prefix + name!r} proves something else")


def _check_status(claim: Mapping[str, Any], heads: Mapping[str, Mapping[str, Any]]) -> None:
    """Whether a player's word follows from what happens when either side moves first."""
    attack, defence = claim["attack"], claim["defence"]
    defender = next(iter(heads.values()))["defender"]
    if (attack["mover"], defence["mover"]) != (3 - defender, defender):
        raise Rejected(" at the claim: the movers are mixed up")
    _check_result(attack, heads, "attack: ")
    _check_result(defence, heads, "defence: ")
    results = attack["result"], defence["result"]
    if results[0] == "loss":
        word = "alive in seki" if attack.get("seki") else "alive"
    elif results[1] == "loss":
        word = "dead"
    else:
        word = "ko" if "ko" in results else "unsettled"
    if claim["status"] != word:
        raise Rejected(f" at the claim: by these proofs the group is {word}")
