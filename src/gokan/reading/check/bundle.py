"""The checker's third part: files with several proofs, and claims that follow from them.

Like `gokan.reading.check.graph` it shares no code with the search. A bundle is one file:

    {"format": "gokan-proofs 1", "claim": {…}}
    {"part": "attack: ko won", "lines": 57}
    … 57 lines of a proof …

Claims are a result (win, loss, ko), of a target that stands also how: by two `eyes`, in `seki`, or
by `repetition`; a ko about a `goal`; a status with its two results; and the outcome of a race with
the results for saving one group and taking the other. Nothing may be claimed, and no part may be
there, that is not needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from gokan.reading.check.goals import GoalChecker, LifeChecker
from gokan.reading.check.graph import (
    FORMAT,
    Checked,
    Checker,
    Rejected,
    TooMuch,
    only,
    parse,
    read_header,
    whole,
)
from gokan.reading.check.races import RaceChecker
from gokan.reading.check.rules import ENDLESS, FINITE, neighbors
from gokan.reading.check.statement import statement

__all__ = ["BUNDLE", "check_file"]

BUNDLE = "gokan-proofs 1"
MAX_BYTES, MAX_NODES = 64_000_000, 1_500_000
"""What is read unless more is allowed."""
MANY = 6
"""Threats that stand for any finite number of the side for whom a repetition counts."""


def check_file(
    lines: Iterable[str], *, max_bytes: int = MAX_BYTES, max_nodes: int = MAX_NODES
) -> Checked:
    """Check a proof file of any kind.

    A file beyond these limits is not judged: that it is too large is said by an error (`TooMuch`).

    >>> check_file(["{}"]).text
    'rejected: this is not a gokan-proof 1 file'
    """
    rows = _rows(lines, max_bytes, max_nodes)
    try:
        head = parse(rows[0]) if rows else None
        if isinstance(head, dict) and head.get("format") == BUNDLE:
            return _check_bundle(head, rows[1:])
        found, header = _check_proof(rows)
        return replace(found, says=statement({"": header}, None))
    except Rejected as error:
        return Checked("rejected", f"rejected{error}", 0)


def _rows(lines: Iterable[str], max_bytes: int, max_nodes: int) -> list[str]:
    """The lines that say something, as long as there are not too many."""
    rows: list[str] = []
    size = 0
    for line in lines:
        size += len(line) + 1
        if size > max_bytes:
            raise TooMuch(
                f"The proof is larger than {max_bytes / 1e6:.0f} MB; allow more with --max-mb."
            )
        if line.strip():
            rows.append(line)
        if len(rows) > max_nodes:
            raise TooMuch(
                f"The proof has more than {max_nodes:,} nodes; allow more with --max-nodes."
            )
    return rows


def _check_proof(rows: list[str]) -> tuple[Checked, Mapping[str, Any]]:
    """A proof about capture, or one with a goal; and its header."""
    head = read_header(rows[0] if rows else "{}", FORMAT)
    checker: Checker
    if head.get("goal") in GoalChecker.goals:
        checker = GoalChecker(rows)
    elif head.get("goal") in RaceChecker.goals:
        checker = RaceChecker(rows)
    else:
        checker = (LifeChecker if "goal" in head else Checker)(rows)
    return checker.run(), head


# --- bundles -----------------------------------------------------------------------------------


class _Parts(dict[str, Mapping[str, Any]]):
    """The headers of the parts by name; each must be needed by the claim."""

    def __init__(self) -> None:
        super().__init__()
        self.used: set[str] = set()


_STANDS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "eyes": (("eyes", "two-eyes", "stands"),),
    "seki": (("no eyes", "two-eyes", "killed"), ("end", "end", "stands")),
    "repetition": (("no eyes", "two-eyes", "killed"), ("no end", "end", "killed")),
}
"""How a target stands: the parts that show it, with the goal and the verdict of each."""


def _check_bundle(head: Mapping[str, Any], rows: list[str]) -> Checked:
    only(head, ("format", "claim"), "first line")
    heads = _Parts()
    judged = nodes = at = 0
    while at < len(rows):
        part = parse(rows[at])
        if not isinstance(part, dict) or type(size := part.get("lines")) is not int:
            raise Rejected(" at the parts: each begins with its name and its number of lines")
        only(part, ("part", "lines"), "parts")
        name, lines = str(part.get("part")), rows[at + 1 : at + 1 + size]
        # Rule parts once: the second would stand for the first.
        if len(lines) != size or size < 1 or name in heads:
            raise Rejected(f" at the part {name!r:.60}: it is cut off or there twice")
        try:
            answer, heads[name] = _check_proof(lines)
        except Rejected as error:
            raise Rejected(f" at the part {name!r:.60}: rejected{error}") from None
        judged += answer.verdict == "judged"
        nodes += answer.nodes
        at += size + 1
    try:
        claim = head["claim"]
        if "race" in claim:
            _check_race(claim, heads)
        elif "status" in claim:
            _same_question(heads)
            _check_status(claim, heads)
        else:
            _same_question(heads)
            _check_result(claim, heads, "")
        # Rule needed parts: what the claim does not rest on would be taken for part of it.
        if unneeded := sorted(heads.keys() - heads.used):
            raise Rejected(f" at the claim: it does not need the part {unneeded[0]!r:.60}")
        claims = [c for c in (claim, *claim.values()) if isinstance(c, dict)]
        limits = [whole(c["up_to"]) for c in claims if "up_to" in c]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Rejected(" at the claim: it is not written as a claim") from None
    says = statement(heads, claim)
    text = f"accepted: {len(heads)} proofs, {nodes} nodes"
    if limits:
        text += f", against up to {min(limits)} ko threats"
    # Rule judged parts: a claim is as sure as its least sure part.
    if judged:
        return Checked("judged", f"{text}, {judged} of them with something judged", nodes, says)
    return Checked("accepted", text, nodes, says)


def _same_question(heads: _Parts) -> None:
    fields = ("width", "height", "board", "defender", "target", "marks")
    seen = {json.dumps([head.get(k) for k in fields]) for head in heads.values()}
    bans = {(head["turn"], head.get("ko", -1)) for head in heads.values()}
    # Rule same question: from proofs about other stones, or other bans, nothing follows together.
    if len(seen) != 1 or len(bans) != len({turn for turn, _ in bans}):
        raise Rejected(" at the claim: the parts are not about the same stones of one position")


def _part(heads: _Parts, name: str, goal: str | None = None) -> Any:
    if name not in heads:
        raise Rejected(f" at the claim: the part {name!r} is missing")
    # Rule part about the goal: another goal is another statement.
    if heads[name].get("goal") != goal:
        raise Rejected(f" at the claim: the part {name!r} proves something else")
    heads.used.add(name)
    return heads[name]


def _check_result(claim: Mapping[str, Any], heads: _Parts, prefix: str) -> None:
    """Whether a result for the mover follows from the parts that begin with the prefix."""
    mover = whole(claim["mover"])
    result = claim["result"]
    names = {
        "ko": ("goal", "first", "threats"),
        "win": ("up_to", *_STANDS),
        "loss": ("up_to", *_STANDS),
    }
    only(claim, ("result", "mover", *names.get(result, ())), "claim")
    # Rule ko about a goal: alone, as the ko it is; results are proved in files of their own.
    if "goal" in claim and (prefix or result != "ko" or claim["goal"] not in GoalChecker.goals):
        raise Rejected(" at the claim: such a result about a goal needs no bundle")
    if result == "ko":
        _check_ko(claim, heads, prefix, mover)
        return
    if result not in ("win", "loss"):
        raise Rejected(f" at the claim: {result!r} cannot be proved")
    head = _part(heads, prefix + "verdict")
    kill = head["verdict"] == "killed"
    attacks = mover != head["defender"]
    # Rule result: the proof is about this mover, and its winner is the one who is said to win.
    if head["turn"] != mover or (kill == attacks) != (result == "win"):
        raise Rejected(" at the claim: the proof is about another mover or result")
    first, second = head["threats"]
    # A kill must hold for every finite number, unless the claim says up to which one it does.
    up_to = whole(claim.get("up_to", FINITE))
    # Rule enough threats: against fewer it may just be a ko.
    if up_to < MANY:
        raise Rejected(f" at the claim: a result must hold against {MANY} threats or more")
    wanted = (0, up_to) if kill else (ENDLESS, 0)
    enough = first <= wanted[0] and second >= wanted[1]
    if not kill:
        enough = first >= wanted[0] and second <= wanted[1]
    # Rule threats of the winner: he must do without, and the loser may have all of them.
    if not enough:
        raise Rejected(" at the claim: the proof gives too many threats to the winner")
    how = [name for name in _STANDS if name in claim]
    # Rule stands: what is captured has neither eyes nor seki.
    if kill and how:
        raise Rejected(" at the claim: a captured target does not stand in any way")
    # Rule one way to stand: with two eyes it is no seki.
    if len(how) > 1 or any(claim[name] is not True for name in how):
        raise Rejected(" at the claim: a target stands in one way")
    # Rule limit: a target that stands does so against endless threats.
    if "up_to" in claim and not kill:
        raise Rejected(" at the claim: no number of threats takes a target that stands")
    for name, goal, verdict in _STANDS[how[0]] if how else ():
        head = _part(heads, prefix + name, goal)
        threats = tuple(head["threats"])
        # Rule way to stand: the part shows this way, with this mover, against many threats.
        if (head["verdict"], head["turn"]) != (verdict, mover) or threats != (MANY, 0):
            raise Rejected(f" at the claim: the part {prefix + name!r} proves something else")


def _check_ko(claim: Mapping[str, Any], heads: _Parts, prefix: str, mover: int) -> None:
    number, first = whole(claim["threats"]), claim["first"]
    if not isinstance(first, bool):  # "false" would be taken for true
        raise TypeError
    # Rule number of a ko: turned by no threat it is no ko, and by no finite number it is none
    # either.
    if not 0 < number < FINITE:
        raise Rejected(" at the claim: a ko is turned by some number of threats")
    for name, mover_wins in (("won", True), ("lost", False)):
        head = _part(heads, prefix + name, claim.get("goal"))
        attacks = mover != head["defender"]
        less = number - 1 if mover_wins == first else number
        pair = (0, less) if first else (less, 0)  # the mover's, the opponent's
        wanted = list(pair if attacks else pair[::-1])
        won = (head["verdict"] == "killed") == attacks
        # Rule halves of a ko: won with one threat less than turns it, lost with that many.
        if head["turn"] != mover or won != mover_wins or list(head["threats"]) != wanted:
            raise Rejected(f" at the claim: the part {prefix + name!r} proves something else")


def _check_status(claim: Mapping[str, Any], heads: _Parts) -> None:
    """Whether a player's word follows from what happens when either side moves first.

    To be called alive a group must be shown to get two eyes; that it cannot be taken is less.
    """
    only(claim, ("status", "attack", "defence"), "claim")
    attack, defence = claim["attack"], claim["defence"]
    defender = next(iter(heads.values()))["defender"]
    # Rule movers: a status is what happens when either side moves first.
    if (attack["mover"], defence["mover"]) != (3 - defender, defender):
        raise Rejected(" at the claim: the movers are mixed up")
    _check_result(attack, heads, "attack: ")
    _check_result(defence, heads, "defence: ")
    results = attack["result"], defence["result"]
    if results[0] == "loss":
        words = {"eyes": "alive", "seki": "alive in seki", "repetition": "alive by repetition"}
        word = next((words[how] for how in words if how in attack), "safe from capture")
    elif results[1] == "loss":
        word = "dead"
    else:
        word = "ko" if "ko" in results else "unsettled"
    # Rule word: it follows from the two results, and says no more than they do.
    if claim["status"] != word:
        raise Rejected(f" at the claim: by these proofs the group is {word}")


def _check_race(claim: Mapping[str, Any], heads: _Parts) -> None:
    """Whether the outcome of a race follows from the parts.

    A group that cannot be saved loses, whatever else is true. A race is won by one plan that takes
    the other group and saves one's own (`gokan.reading.check.races`): that either can be done does
    not show it. Where neither group falls it is a seki only if neither gets two eyes.
    """
    only(claim, ("race", "mover", "groups", "save", "take"), "claim")
    mover, groups = whole(claim["mover"]), [sorted(map(whole, g)) for g in claim["groups"]]
    results: dict[str, str] = {}
    boards = {json.dumps([h[k] for k in ("width", "board")]) for h in heads.values()}
    bans = {(h["turn"], h.get("ko", -1)) for h in heads.values()}
    # Rule one race: both results are about one position, with one mover.
    if len(boards) != 1 or len(bans) != 1 or len(groups) != 2:
        raise Rejected(" at the claim: the parts are not about one position")
    head = next(iter(heads.values()))
    if claim["race"] == "wins":
        _check_plan(claim, heads, mover, groups)
        _check_meeting(groups, head)
        return
    for name, defender, group in (("save", mover, groups[0]), ("take", 3 - mover, groups[1])):
        if name not in claim:
            continue
        about = [h for key, h in heads.items() if key.startswith(f"{name}: ")]
        # Rule groups of the race: the part is about the group that is named.
        if any(h["defender"] != defender or sorted(h["target"]) != group for h in about):
            raise Rejected(f" at the claim: a part to {name} is about other stones")
        # Rule mover of the race: the result is for who moves first in it.
        if claim[name]["mover"] != mover:
            raise Rejected(f" at the claim: the result to {name} is about another mover")
        _check_result(claim[name], heads, f"{name}: ")
        results[name] = claim[name]["result"]
    stones = dict(enumerate(map(int, head["board"])))
    for color, group in zip((mover, 3 - mover), groups, strict=True):
        # Rule sides of the race: each group is stones of its side.
        if {stones.get(p) for p in group} != {color}:
            raise Rejected(" at the claim: a group is not stones of its side")
    _check_meeting(groups, head)
    if results.get("save") == "loss":
        outcome = "loses"
    # Rule both results: only taking the other, or losing one's own, decides it alone.
    elif len(results) < 2:
        raise Rejected(" at the claim: it needs a result for both groups")
    elif results == {"save": "win", "take": "win"}:
        outcome = "open"  # each may need the first move
    elif "ko" in results.values():
        outcome = "ko"
    else:
        # Rule seki of a race: neither falls, and neither has two eyes.
        seki = all(claim[name].get("seki") is True for name in ("save", "take"))
        outcome = "seki" if seki else "both live"
    # Rule outcome: it follows from the results.
    if claim["race"] != outcome:
        raise Rejected(f" at the claim: by these proofs the outcome is {outcome}")


def _check_meeting(groups: list[list[int]], head: Mapping[str, Any]) -> None:
    """Whether the groups touch or share a liberty."""
    board, near = head["board"], neighbors(head["width"], head["height"])
    first, second = ({q for p in group for q in near[p]} for group in groups)
    shared = {q for q in first & second if board[q] == "0"}
    # Rule groups meet: what never meets is no race, and each group has its own fate.
    if first.isdisjoint(groups[1]) and not shared:
        raise Rejected(" at the claim: the groups do not meet, so there is no race")


def _check_plan(
    claim: Mapping[str, Any], heads: _Parts, mover: int, groups: list[list[int]]
) -> None:
    """Whether the part shows that the mover takes the second group and saves the first."""
    # Rule one plan: each may need the first move, so from both results apart nothing follows.
    if "save" in claim or "take" in claim:
        raise Rejected(" at the claim: who wins has one plan that saves and takes")
    head = _part(heads, "plan", "won")
    about = sorted(head["target"]), sorted(head["marks"])
    # Rule plan of the race: it is the plan of this mover about these groups.
    if (head["turn"], head["defender"]) != (mover, mover) or list(about) != groups:
        raise Rejected(" at the claim: the plan is about another mover or other stones")
    # Rule threats in a race: against fewer it may just be a ko.
    if head["threats"][0] < MANY or head["threats"][1] != 0:
        raise Rejected(f" at the claim: a plan must hold against {MANY} threats, with none")
