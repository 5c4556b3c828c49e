"""What a proof says, and the lines of its file.

The first line of a proof is the question and its answer as JSON. Line n + 2 is node n: `[kind,
[move, child], …]`, where kind 0 is an inner node and 1 to 8 are leaves (captured, last liberty,
hopeless, escaped, alive, joined, taken, judged). Points are numbered row by row from the top left;
-1 is a pass. A bundle is described in `gokan.reading.check.bundle`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from gokan import _core
from gokan.errors import GokanError
from gokan.go import Position
from gokan.reading.budget import Budget, Meter
from gokan.reading.check.bundle import BUNDLE
from gokan.reading.check.graph import FORMAT, position_hash
from gokan.reading.check.statement import RULES
from gokan.reading.regions.played_by import left_out
from gokan.reading.regions.region import ATTACKER_ANCHOR, DEFENDER_ANCHOR, Region

__all__ = ["LARGEST", "USUAL", "NoProof", "Statement", "bundle", "check_rules", "proof_lines"]

USUAL = Budget(seconds=60.0)
LARGEST = 1_000_000
"""Nodes of a proof that is written down; a larger one would fill the memory of the checker."""


class NoProof(GokanError):
    """There is no verdict to prove, or the budget ended before the proof was written."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What a proof says, and of what: the first line of a proof file."""

    region: Region
    position: Position
    ko: int
    """A cell of the region where the side to move may not retake, or -1."""
    cells: bytes
    """The region as the proof sees it."""
    model: str
    killed: bool
    threats: tuple[int, int]
    goal: str | None = None
    strong: frozenset[int] = frozenset()
    marks: frozenset[int] = frozenset()
    nearby: bool = False

    def header(self) -> dict[str, Any]:
        """The statement in plain types, as the file has it."""
        region, position = self.region, self.position
        head: dict[str, Any] = {
            "format": FORMAT,
            "verdict": "killed" if self.killed else "stands",
            "model": self.model,
            "width": position.width,
            "height": position.height,
            "board": "".join(str(int(c)) for c in position.board),
            "turn": int(position.to_play),
            "hash": position_hash(position.width, position.board, int(position.to_play)),
            "defender": int(region.color),
            "target": list(region.target),
            "region": sorted(region.points),
            "ko": region.point(self.ko) if self.ko >= 0 else -1,
            "threats": list(self.threats),
            "rules": dict(RULES),
        }
        if self.goal:
            head["goal"] = self.goal
        if self.strong:
            head["strong"] = sorted(self.strong)
        if self.marks:
            head["marks"] = sorted(self.marks)
        if self.nearby:
            head["replies"] = "near"
        if self.model == "judged":
            points = sorted(region.points)
            head["anchors"] = {
                side: [p for p in points if self.cells[region.cell(p)] & anchor]
                for side, anchor in (("attacker", ATTACKER_ANCHOR), ("defender", DEFENDER_ANCHOR))
            }
        return head


def proof_lines(statement: Statement, nodes: list[_core.ProofNode]) -> list[str]:
    """A proof as lines: the statement, then its nodes."""
    point = statement.region.point
    rows = ([node.leaf, *([point(e.move), e.child] for e in node.edges)] for node in nodes)
    return [json.dumps(row) for row in (statement.header(), *rows)]


def bundle(claim: dict[str, Any], parts: dict[str, list[str]]) -> list[str]:
    """The lines of a file with a claim and the proofs it follows from."""
    lines = [json.dumps({"format": BUNDLE, "claim": claim})]
    for name, proof in parts.items():
        lines += [json.dumps({"part": name, "lines": len(proof)}), *proof]
    return lines


def check_rules(position: Position) -> None:
    """Nothing is proved under rules of which proofs know nothing."""
    if reason := left_out(position.rules):
        raise NoProof(
            f"A proof under {position.rules.name} rules cannot be written: {reason}. "
            "Ask under other rules, such as Chinese or Japanese."
        )


def writing_limits(meter: Meter, share: float = 1.0) -> _core.SearchLimits:
    """For writing one proof, of what is left."""
    limits = meter.part(share).limits()
    if limits is None:
        raise NoProof("The budget ended before the proof was written down; give it more time.")
    return limits
