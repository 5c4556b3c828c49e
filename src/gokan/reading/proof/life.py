"""Proofs of life and death: what the search says of a region, written down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from gokan import _core
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.life.solution import Solution
from gokan.reading.proof.statement import (
    LARGEST,
    USUAL,
    NoProof,
    Statement,
    bundle,
    proof_lines,
    writing_limits,
)
from gokan.reading.regions.reader import ENDLESS, FINITE, KILLED, MANY, STANDS, UNKNOWN, Reader
from gokan.reading.regions.walls import UNLIMITED, thinnest_wall

__all__ = ["life_parts", "prove_life", "write_proof"]


def prove_life(solution: Solution, meter: Meter) -> list[str]:
    """The lines of a file that proves a solution: a proof, or a bundle for a ko or a seki."""
    return joined(*life_parts(solution, meter))


def joined(claim: dict[str, Any], parts: dict[str, list[str]]) -> list[str]:
    """One proof as it is, several as a bundle."""
    return parts["verdict"] if list(parts) == ["verdict"] else bundle(claim, parts)


def life_parts(
    solution: Solution, meter: Meter, *, how: bool = False
) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """What a solution claims, and the proofs that rests on. Of a target that stands, a seki is
    claimed with it; with `how`, two eyes and repetition are as well.
    """
    claim: dict[str, Any] = {
        "result": solution.result,
        "mover": int(solution.problem.position.to_play),
    }
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
