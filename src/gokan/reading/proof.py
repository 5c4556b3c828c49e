"""Writing proofs down: a header line, then one line per node, for `gokan check`.

Line 1 is the question and its answer as JSON. Line n + 2 is node n: `[kind, [move, child], …]`,
where kind 0 is an inner node and 1 to 5 are leaves (captured, last liberty, hopeless, escaped,
alive). Points are numbered row by row from the top left; -1 is a pass.
"""

from __future__ import annotations

import json
import time

from gokan.errors import GokanError
from gokan.go import Color
from gokan.reading.check import FORMAT, position_hash
from gokan.reading.life import Solution
from gokan.reading.reader import ENDLESS, KILLED, MANY, Reader
from gokan.reading.region import ATTACKER_ANCHOR, DEFENDER_ANCHOR

__all__ = ["NoProof", "write_proof"]


class NoProof(GokanError):
    """There is no verdict to prove, or the budget ended before the proof was written."""


def write_proof(
    solution: Solution,
    *,
    seconds: float = 60.0,
    max_nodes: int = 1_000_000,
    threats: tuple[int, int] | None = None,
) -> list[str]:
    r"""The lines of a proof of a solution's verdict.

    For a ko, `threats` (mover's, opponent's) chooses the question to be proved; by default the
    one with no threats at all.

    >>> from gokan.go import Position
    >>> from gokan.reading import Problem, solve
    >>> from gokan.reading.check import check
    >>> rows = [". . . O X .", "O O O O X .", "X X X X X .", ". . . . . .", ". . . . . ."]
    >>> position = Position.from_diagram("\n".join(rows))
    >>> solution = solve(Problem.make(position, target=[position.point("A4")]))
    >>> check(write_proof(solution)).verdict
    'accepted'
    """
    if solution.result == "unknown":
        raise NoProof("The problem was not settled, so there is nothing to prove.")
    region = solution.region
    position = solution.problem.position
    attacks = position.to_play != region.color
    if threats is None:
        theirs = MANY if attacks else ENDLESS
        ours = ENDLESS if attacks else MANY
        threats = {"win": (0, theirs), "loss": (ours, 0)}.get(solution.result, (0, 0))
    model = "judged"
    cells = region.cells
    reader = _reader(solution, region.cells, seconds)
    verdict, _, _ = reader.ask(*threats, [])
    if verdict and (region.sealed or solution.proved):
        model = "kill" if verdict == KILLED else "stand"
        cells = region.kill_cells if verdict == KILLED else region.stand_cells
        reader = _reader(solution, cells, seconds)
    pair = reader.threats(*threats)
    verdict, complete, nodes = reader.solver.proof(
        0 if attacks else 1,
        reader.ko,
        pair,
        [],
        0,
        seconds,
        max_nodes,
    )
    if not complete:
        raise NoProof("The budget ended before the proof was written down; give it more time.")
    attacker = Color(3 - region.color)
    head: dict[str, object] = {
        "format": FORMAT,
        "verdict": "killed" if verdict == KILLED else "stands",
        "model": model,
        "width": position.width,
        "height": position.height,
        "board": "".join(str(int(c)) for c in position.board),
        "turn": int(position.to_play),
        "hash": position_hash(position.width, position.board, int(position.to_play)),
        "defender": int(region.color),
        "target": list(region.target),
        "region": sorted(region.points),
        "ko": region.point(reader.ko) if reader.ko >= 0 else -1,
        "threats": list(pair),
        "rules": position.rules.name,
        "attacker": int(attacker),
    }
    if model == "judged":
        head["anchors"] = {
            "attacker": [
                p for p in sorted(region.points) if cells[region.cell(p)] & ATTACKER_ANCHOR
            ],
            "defender": [
                p for p in sorted(region.points) if cells[region.cell(p)] & DEFENDER_ANCHOR
            ],
        }
    lines = [json.dumps(head)]
    lines += [
        json.dumps([leaf, *([region.point(move), child] for move, child in edges)])
        for leaf, edges in nodes
    ]
    return lines


def _reader(solution: Solution, cells: bytes, seconds: float) -> Reader:
    position = solution.problem.position
    return Reader(
        solution.region,
        first=position.to_play,
        ko=position.ko,
        deadline=time.perf_counter() + seconds,
        nodes=0,
        memory=256 << 20,
        cancel=None,
        cells=cells,
    )
