"""The checker's second half: proofs about two eyes and seki, and claims that need several proofs.

Like `gokan.reading.check` it shares no code with the search.

A proof with a `goal` is about the defender reaching something: "two-eyes" (a target stone that is
unconditionally alive, or out) or "end" (that, or an attacker who can only pass). If he is *forced*
through ("stands"), the graph has no cycle and ends in such positions; if he is refused ("killed"),
it is a set of positions that the defender cannot leave, none of them such an end. In the latter the
walls are taken as safe, and the answer says so.

A bundle is one file with several proofs and a claim that follows from them:

    {"format": "gokan-proofs 1", "claim": {…}}
    {"part": "attack: ko won", "lines": 57}
    … 57 lines of a proof …

Claims are a result (win, loss, ko) with or without seki, and a status with its two results.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from gokan.reading.check import FORMAT, LEAVES, Checked, Rejected, State, _Checker
from gokan.reading.check import check as check_one

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
        head = json.loads(rows[0]) if rows else {}
        if isinstance(head, dict) and head.get("format") == BUNDLE:
            return _check_bundle(head["claim"], rows[1:])
        if isinstance(head, dict) and head.get("format") == FORMAT and "goal" in head:
            return _LifeChecker(rows).run()
    except Rejected as error:
        return Checked("rejected", f"rejected {error}", 0)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        return Checked("rejected", f"rejected: {error}", 0)
    return check_one(rows)


class _LifeChecker(_Checker):
    """A proof that the defender forces an end of play, or that he cannot."""

    goals = ("two-eyes", "end")

    def __init__(self, lines: Iterable[str]) -> None:
        rows = list(lines)
        self.goal = json.loads(rows[0])["goal"]
        super().__init__(rows)

    def run(self) -> Checked:
        forced = not self.kill
        states: dict[int, State] = {0: self.root}
        order = [0]
        judged = int(self.model == "judged")
        for i in order:
            if i >= len(self.rows):
                raise Rejected(f"at node {i}: it is missing")
            kind, edges = LEAVES[self.rows[i][0]], self.rows[i][1:]
            s = states[i]
            if kind != "inner":
                if edges or not self._is_leaf(s, kind):
                    raise Rejected(f"at node {i}: it is not {kind}")
                if forced != (kind in ("escaped", "alive")):
                    raise Rejected(f"at node {i}: the leaf speaks for the other side")
                continue
            if not s.target:
                raise Rejected(f"at node {i}: play goes on after the capture")
            if not forced and (self._is_leaf(s, "escaped") or self._is_leaf(s, "alive")):
                raise Rejected(f"at node {i}: the defender has what he wanted")
            self._check_moves(i, s, [int(m) for m, _ in edges])
            for move, child in edges:
                after = self.play(s, move)
                if after is None:
                    raise Rejected(f"at node {i}: the move {move} is illegal")
                if child not in states:
                    order.append(child)
                if states.setdefault(child, after) != after:
                    raise Rejected(f"at node {i}: node {child} is another position")
        if forced:
            self._tenuki(states)  # there must be no cycle
        text = f"accepted, {len(order)} nodes"
        if judged or not forced:
            why = "refuge was judged" if judged else "the walls are taken as safe"
            return Checked("judged", f"accepted except 1 judgement ({why}), {len(order)} nodes", 0)
        return Checked("accepted", text, len(order))

    def _check_moves(self, i: int, s: State, moves: list[int]) -> None:
        winner = self.attacker if self.kill else self.defender
        wanted = {p for p in self.region if self.play(s, p) is not None}
        # A pass that lifts no ban brings the defender no nearer to two eyes, and the
        # attacker's brings about the end of play.
        passes = s.ko >= 0 or (s.turn == self.attacker) == (self.goal == "two-eyes")
        if s.turn == winner:
            if len(moves) != 1:
                raise Rejected(f"at node {i}: the winner needs one move")
            if moves == [-1] and self.kill and not passes:
                raise Rejected(f"at node {i}: the attacker must not pass here")
            return
        missing = (wanted | {-1} if passes else wanted) - set(moves)
        if missing:
            raise Rejected(f"at node {i}: no answer to the move {min(missing)}")


# --- bundles -----------------------------------------------------------------------------------


def _check_bundle(claim: Mapping[str, Any], rows: list[str]) -> Checked:
    heads: dict[str, Mapping[str, Any]] = {}
    judged = nodes = at = 0
    while at < len(rows):
        part = json.loads(rows[at])
        name, size = str(part["part"]), int(part["lines"])
        lines = rows[at + 1 : at + 1 + size]
        if len(lines) != size or size < 1 or name in heads:
            raise Rejected(f"at the part {name}: it is cut off or there twice")
        answer = check_file(lines)
        if not answer.accepted:
            raise Rejected(f"at the part {name}: {answer.text}")
        heads[name] = json.loads(lines[0])
        judged += answer.verdict == "judged"
        nodes += size - 1
        at += size + 1
    _same_question(heads)
    if "status" in claim:
        _check_status(claim, heads)
    else:
        _check_result(claim, heads, "")
    text = f"accepted: {len(heads)} proofs, {nodes} nodes"
    if judged:
        return Checked("judged", f"{text}, {judged} of them with something judged", nodes)
    return Checked("accepted", text, nodes)


def _same_question(heads: Mapping[str, Mapping[str, Any]]) -> None:
    seen = {
        json.dumps([head[k] for k in ("width", "height", "board", "defender", "target")])
        for head in heads.values()
    }
    if len(seen) != 1:
        raise Rejected("at the claim: the parts are not about the same stones of one position")


def _part(heads: Mapping[str, Mapping[str, Any]], name: str, goal: str | None = None) -> Any:
    if name not in heads:
        raise Rejected(f"at the claim: the part {name!r} is missing")
    if heads[name].get("goal") != goal:
        raise Rejected(f"at the claim: the part {name!r} proves something else")
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
        raise Rejected(f"at the claim: {result!r} cannot be proved")
    head = _part(heads, prefix + "verdict")
    kill = head["verdict"] == "killed"
    attacks = mover != head["defender"]
    if head["turn"] != mover or (kill == attacks) != (result == "win"):
        raise Rejected("at the claim: the proof is about another mover or result")
    first, second = head["threats"]
    wanted = (0, MANY) if kill else (MANY, 0)
    enough = first <= wanted[0] and second >= wanted[1]
    if not kill:
        enough = first >= wanted[0] and second <= wanted[1]
    if not enough:
        raise Rejected("at the claim: the proof gives too many threats to the winner")
    if claim.get("seki"):
        if kill:
            raise Rejected("at the claim: a captured target is in no seki")
        for name, goal, verdict in (("no eyes", "two-eyes", "killed"), ("end", "end", "stands")):
            head = _part(heads, prefix + name, goal)
            threats = tuple(head["threats"])
            if (head["verdict"], head["turn"]) != (verdict, mover) or threats != (MANY, 0):
                raise Rejected(f"at the claim: the part {prefix + name!r} proves something else")


def _check_ko(
    claim: Mapping[str, Any], heads: Mapping[str, Mapping[str, Any]], prefix: str, mover: int
) -> None:
    number, first = int(claim["threats"]), bool(claim["first"])
    if number < 1:
        raise Rejected("at the claim: a ko is turned by at least one threat")
    for name, mover_wins in (("won", True), ("lost", False)):
        head = _part(heads, prefix + name)
        attacks = mover != head["defender"]
        less = number - 1 if mover_wins == first else number
        pair = (0, less) if first else (less, 0)  # the mover's, the opponent's
        wanted = list(pair if attacks else pair[::-1])
        won = (head["verdict"] == "killed") == attacks
        if head["turn"] != mover or won != mover_wins or list(head["threats"]) != wanted:
            raise Rejected(f"at the claim: the part {prefix + name!r} proves something else")


def _check_status(claim: Mapping[str, Any], heads: Mapping[str, Mapping[str, Any]]) -> None:
    """Whether a player's word follows from what happens when either side moves first."""
    attack, defence = claim["attack"], claim["defence"]
    defender = next(iter(heads.values()))["defender"]
    if (attack["mover"], defence["mover"]) != (3 - defender, defender):
        raise Rejected("at the claim: the movers are mixed up")
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
        raise Rejected(f"at the claim: by these proofs the group is {word}")
