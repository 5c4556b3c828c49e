"""Writing proofs down for `gokan check`: one proof, or a bundle for a ko, a seki or a status.

The first line of a proof is the question and its answer as JSON. Line n + 2 is node n: `[kind,
[move, child], …]`, where kind 0 is an inner node and 1 to 8 are leaves (captured, last liberty,
hopeless, escaped, alive, joined, taken, judged). Points are numbered row by row from the top left;
-1 is a pass. A bundle is described in `gokan.reading.check.bundle`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gokan import _core
from gokan.errors import GokanError
from gokan.go import Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.check.bundle import BUNDLE
from gokan.reading.check.graph import FORMAT, position_hash
from gokan.reading.check.statement import RULES
from gokan.reading.life.solve import Solution
from gokan.reading.life.status import Status
from gokan.reading.regions.reader import ENDLESS, FINITE, KILLED, MANY, STANDS, UNKNOWN, Reader
from gokan.reading.regions.region import ATTACKER_ANCHOR, DEFENDER_ANCHOR, Region
from gokan.reading.regions.walls import UNLIMITED, thinnest_wall

if TYPE_CHECKING:
    from gokan.reading.races.race import Race
    from gokan.reading.tactics.questions import Capture, Connection

__all__ = [
    "NoProof",
    "bundle",
    "proof_lines",
    "prove",
    "prove_status",
    "result_parts",
    "write_proof",
]


USUAL = Budget(seconds=60.0)
LARGEST = 1_000_000
"""Nodes of a proof that is written down; a larger one would fill the memory of the checker."""


class NoProof(GokanError):
    """There is no verdict to prove, or the budget ended before the proof was written."""


def prove(
    solution: Solution | Status | Capture | Connection | Race,
    *,
    budget: Budget | Meter | None = None,
    seconds: float | None = None,
) -> list[str]:
    r"""The lines of a file that proves a solution: a proof, or a bundle for a ko or a seki.

    The budget is a minute by default.

    The answers of `capture`, `escape`, `connect` and `cut` can be proved as well
    (`gokan.reading.proof.tactics`), and so can races (`gokan.reading.proof.races`) and the status
    of a group (`prove_status`).

    >>> from gokan.go import Position
    >>> from gokan.reading import Problem, solve
    >>> from gokan.reading.check.bundle import check_file
    >>> rows = [". . . O X . . . .", ". O O O X . . . .", "O O X X X . . . .", "X X X . . . . . ."]
    >>> position = Position.from_diagram("\n".join(rows + 5 * [". . . . . . . . ."]))
    >>> solution = solve(Problem.make(position, target=[position.point("A7")]))
    >>> solution.result, check_file(prove(solution)).verdict
    ('ko', 'accepted')
    """
    meter = started(budget, seconds=seconds, usual=USUAL)
    if isinstance(solution, Status):
        return prove_status(solution, budget=meter)
    position = solution.problem.position if isinstance(solution, Solution) else solution.position
    check_rules(position)
    from gokan.reading.proof.tactics import prove_tactics

    if not isinstance(solution, Solution):
        from gokan.reading.proof.races import prove_race
        from gokan.reading.races.race import Race

        if isinstance(solution, Race):
            return prove_race(solution, budget=meter)
        return prove_tactics(solution, budget=meter)
    if solution.tactics is not None:
        return prove_tactics(solution.tactics, budget=meter)
    claim, parts = result_parts(solution, meter)
    if list(parts) == ["verdict"]:
        return parts["verdict"]
    return bundle(claim, parts)


def prove_status(
    status: Status, *, budget: Budget | Meter | None = None, seconds: float | None = None
) -> list[str]:
    """The lines of a bundle that proves a status. The budget is a minute by default.

    A group that survives only by repetition is called "alive by repetition" there.
    """
    meter = started(budget, seconds=seconds, usual=USUAL)
    check_rules(status.attack.problem.position)
    if not status.read:
        raise NoProof("The status was judged and not read, so there is nothing to prove.")
    alive = status.attack.result == "loss"
    attack, first = result_parts(status.attack, meter, how=alive)
    defence, second = result_parts(status.defence, meter)
    parts = {f"attack: {name}": lines for name, lines in first.items()}
    parts |= {f"defence: {name}": lines for name, lines in second.items()}
    word = "alive by repetition" if alive and status.attack.repetition else status.word
    return bundle({"status": word, "attack": attack, "defence": defence}, parts)


def check_rules(position: Position) -> None:
    """Nothing is proved under rules of which proofs know nothing."""
    if position.rules.suicide:
        raise NoProof(
            f"Under {position.rules.name} rules suicide is legal, and of that proofs know nothing; "
            "ask under other rules, such as Chinese or Japanese."
        )


def bundle(claim: dict[str, Any], parts: dict[str, list[str]]) -> list[str]:
    """The lines of a file with a claim and the proofs it follows from."""
    lines = [json.dumps({"format": BUNDLE, "claim": claim})]
    for name, proof in parts.items():
        lines += [json.dumps({"part": name, "lines": len(proof)}), *proof]
    return lines


def result_parts(
    solution: Solution, meter: Meter, *, how: bool = False
) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """What a solution claims, and the proofs that rests on. Of a target that stands, a seki is
    claimed with it; with `how`, two eyes and repetition are as well.
    """
    claim: dict[str, Any] = {
        "result": solution.result,
        "mover": int(solution.problem.position.to_play),
    }
    if solution.tactics is not None:
        from gokan.reading.proof.tactics import prove_tactics

        lines = prove_tactics(solution.tactics, budget=meter)
        if "goal" in json.loads(lines[0]):
            raise NoProof("The capture was proved in another form than life and death needs.")
        return claim, {"verdict": lines}
    if solution.ko is None:
        parts = {"verdict": write_proof(solution, budget=meter)}
        if solution.killed and json.loads(parts["verdict"][0])["threats"][1] < FINITE:
            claim["up_to"] = MANY
        if solution.seki:
            claim["seki"] = True
            parts["no eyes"] = _write_life(solution, meter, "two-eyes", False)
            parts["end"] = _write_life(solution, meter, "end", True)
        elif how and solution.repetition:
            claim["repetition"] = True
            parts["no eyes"] = _write_life(solution, meter, "two-eyes", False)
            parts["no end"] = _write_life(solution, meter, "end", False)
        elif how:
            claim["eyes"] = True
            parts["eyes"] = _write_life(solution, meter, "two-eyes", True)
        return claim, parts
    ko = solution.ko
    claim |= {"first": ko.first, "threats": ko.threats}
    parts = {}
    for name, wins in (("won", True), ("lost", False)):
        number = ko.threats - 1 if wins == ko.first else ko.threats
        threats = (0, number) if ko.first else (number, 0)
        parts[name] = write_proof(solution, budget=meter, threats=threats)
    return claim, parts


def write_proof(
    solution: Solution,
    *,
    budget: Budget | Meter | None = None,
    threats: tuple[int, int] | None = None,
) -> list[str]:
    r"""The lines of a proof of a solution's verdict.

    For a ko, `threats` (mover's, opponent's) chooses the question to be proved; by default the
    one with no threats at all.

    >>> from gokan.go import Position
    >>> from gokan.reading import Problem, solve
    >>> from gokan.reading.check.graph import check
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
    verdict = UNKNOWN
    if threats is None:
        theirs = MANY if attacks else ENDLESS
        ours = ENDLESS if attacks else MANY
        threats = {"win": (0, theirs), "loss": (ours, 0)}.get(solution.result, (0, 0))
        if solution.killed is not None:
            verdict = KILLED if solution.killed else STANDS
    meter = started(budget, usual=USUAL)
    model = "judged"
    cells = region.cells
    if not verdict:
        verdict = _reader(solution, cells, meter).ask(*threats, []).verdict
    if verdict and (region.sealed or solution.proved):
        model = "kill" if verdict == KILLED else "stand"
        cells = region.kill_cells if verdict == KILLED else region.stand_cells
    least = thinnest_wall(region) if model == "kill" else UNLIMITED
    readers: list[Reader] = []
    # A plain search may find a kill that asks less of the walls.
    for plain in (False, True) if least < UNLIMITED and solution.proved else (False,):
        readers.append(_reader(solution, cells, meter, plain=plain))
        if least < UNLIMITED:
            readers[-1].ask(*threats, [])
    for pair, level in _worlds(solution, readers[0].threats(*threats)):
        second_best: list[str] = []
        for reader in readers:
            query = (reader.turn, reader.ko, _core.KoThreats(*pair))
            passes = 0
            if least < UNLIMITED and (limits := meter.limits()):
                kill = reader.solver.write_kill(*query, level, limits, LARGEST)
                passes = kill.passes
                meter.spend(nodes=kill.searched)
            if (limits := meter.limits()) is None:
                break
            graph = reader.solver.proof(*query, [], limits, LARGEST, level)
            meter.spend(nodes=graph.searched)
            if not graph.complete or graph.verdict != verdict:
                continue
            killed = verdict == KILLED
            statement = Statement(region, position, reader.ko, cells, model, killed, pair)
            lines = proof_lines(statement, graph.nodes())
            if passes < least:
                return lines
            second_best = second_best or lines
        if second_best:
            return second_best
    raise NoProof("The budget ended before the proof was written down; give it more time.")


def _worlds(solution: Solution, pair: tuple[int, int]) -> Iterator[tuple[tuple[int, int], int]]:
    """Threats of the attacker and the defender for a proof, and how many the search gives him."""
    if solution.killed and solution.up_to is None and pair == (0, MANY):
        yield (0, FINITE), MANY  # for every finite number, or else for this one
        yield (0, FINITE), 4 * MANY
    yield pair, pair[1]


def writing_limits(meter: Meter, share: float = 1.0) -> _core.SearchLimits:
    """For writing one proof, of what is left."""
    limits = meter.part(share).limits()
    if limits is None:
        raise NoProof("The budget ended before the proof was written down; give it more time.")
    return limits


def _write_life(solution: Solution, meter: Meter, goal: str, forced: bool) -> list[str]:
    """A proof that the defender forces two eyes, or an end of play, or that he cannot."""
    region, position = solution.region, solution.problem.position
    strict = region.stand_cells if forced else region.kill_cells
    views = [("stand" if forced else "kill", strict), ("judged", region.cells)]
    pair = (MANY, 0)
    wanted = _core.LifeGoal.END if goal == "end" else _core.LifeGoal.TWO_EYES
    for model, cells in views[:1] if region.sealed else views:
        reader = _reader(solution, cells, meter)
        with suppress(ValueError):  # a block that breathes only outside
            solver = _core.LifeSolver(region.width, region.height, cells)
            limits = writing_limits(meter, 1.0 if (model, cells) == views[-1] else 0.3)
            threats = _core.KoThreats(*pair)
            graph = solver.proof(wanted, reader.turn, reader.ko, threats, limits, LARGEST)
            meter.spend(nodes=graph.searched)
            if graph.complete and (graph.verdict == STANDS) == forced:
                say = Statement(region, position, reader.ko, cells, model, not forced, pair, goal)
                return proof_lines(say, graph.nodes())
    raise NoProof("The budget ended before the proof was written down; give it more time.")


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


def _reader(solution: Solution, cells: bytes, meter: Meter, *, plain: bool = False) -> Reader:
    position = solution.problem.position
    return Reader(
        solution.region,
        first=position.to_play,
        ko=position.ko,
        meter=meter,
        memory=256 << 20,
        cells=cells,
        plain=plain,
    )
