"""Proofs of races: who wins, that it is a seki, or that it becomes a ko.

A race that is won is proved by one plan: a proof with the goal "won" that the second group is taken
and the first one lives (`gokan.reading.check.races`). Other outcomes follow from two results,
whether the side that moves first saves its own group and whether it takes the other, and these are
questions of life and death. A group that cannot be saved has lost; where neither falls, a seki
needs a proof besides that neither group gets two eyes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from gokan.go import Position
from gokan.reading.budget import Budget, Meter, started
from gokan.reading.life.solve import Solution, solve, solve_in
from gokan.reading.problem import Problem
from gokan.reading.proof.plan import write_plan
from gokan.reading.proof.statement import USUAL, NoProof, bundle, check_rules
from gokan.reading.proof.tactics import result_parts
from gokan.reading.races.race import Race, Verdict
from gokan.reading.regions.race_arena import race_arena
from gokan.reading.regions.region import Region, region_of

__all__ = ["prove_race"]

_QUICK = 12.0  # the first look takes this part of the time


def prove_race(race: Race, *, budget: Budget | Meter | None = None) -> list[str]:
    """The lines of a bundle that proves the outcome of a race.

    >>> from gokan.reading import race
    >>> from gokan.reading.check.bundle import check_file
    >>> position = Position.from_diagram('''
    ... . . . . .
    ... O O O O O
    ... . . O O O
    ... X X X X X
    ... O O O O O
    ... . . X X X
    ... X X X X X
    ... . . . . .
    ... ''')
    >>> answer = race(position, "A5", "A4", seconds=5)
    >>> answer.outcome, check_file(prove_race(answer)).accepted
    ('wins', True)
    """
    outcome = race.outcome
    if outcome in ("unknown", "no race"):
        raise NoProof("The race was not settled, so there is nothing to prove.")
    check_rules(race.position)
    meter = started(budget, usual=USUAL)
    mover = race.position.color_at(min(race.first))
    position = race.position
    if position.to_play != mover:
        position = position.setup(to_play=mover)
    claim: dict[str, Any] = {
        "race": outcome,
        "mover": int(mover),
        "groups": [sorted(race.first), sorted(race.second)],
    }
    if outcome == "wins":
        return bundle(claim, {"plan": write_plan(race, position, meter)})
    parts: dict[str, list[str]] = {}
    for name, verdict in (("save", race.save), ("take", race.take)):
        if name == "take" and outcome == "loses":
            continue  # it follows from the other one alone
        share = meter.part(0.5 if outcome != "loses" and name == "save" else 1.0)
        found, proofs = _prove(race, position, name, verdict, share, seki=outcome == "seki")
        claim[name] = found
        parts |= {f"{name}: {key}": lines for key, lines in proofs.items()}
    return bundle(claim, parts)


def _prove(
    race: Race, position: Position, name: str, verdict: Verdict, meter: Meter, *, seki: bool
) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """The result of one of the two questions, and the proofs it rests on.

    A rigorous one is preferred; otherwise it is the first that could be written.
    """
    second_best: tuple[dict[str, Any], dict[str, list[str]]] | None = None
    with suppress(NoProof):
        for round_, solution in enumerate(_solutions(race, position, name, meter)):
            if second_best and round_ > 1:
                break
            code = {"win": 1, "loss": 0, "ko": 2}.get(solution.result)
            if solution.ko is not None and not solution.ko.first:
                code = 3
            if code != verdict.code or (second_best and not solution.proved):
                continue
            if solution.tactics is not None:
                continue
            # That the group stands is enough, unless it is to be a seki.
            plain = replace(solution, seki=True if seki else None)
            with suppress(NoProof):
                written = result_parts(plain, meter.part(0.5))
                if solution.proved:
                    return written
                second_best = written
    if second_best:
        return second_best
    raise NoProof("No region was found in which a proof says the same as the race.")


def _race_region(race: Race, position: Position, stones: frozenset[int]) -> Region:
    """Where the race was read, with what a rigorous proof must see around it."""
    arena = race_arena(position, race.first, race.second)
    region = region_of(position, stones, arena.points)
    return replace(region, cells=arena.region(stones).cells, sealed=False)


def _solutions(race: Race, position: Position, name: str, meter: Meter) -> Iterator[Solution]:
    """What life and death says: in the region of the race, then in the usual one of the group."""
    stones = race.first if name == "save" else race.second
    problem = Problem(position, tuple(sorted(stones)), "live" if name == "save" else "kill")
    region = _race_region(race, position, stones)
    for share in (_QUICK, 4.0):  # the second round only if the first led to nothing
        if meter.over:
            return
        with suppress(ValueError):  # a block that breathes only outside
            yield solve_in(problem, region, budget=meter.part(1 / share))
        part = meter.part(1 / share)
        yield solve(problem, budget=part, all_moves=False, details=False, trials=False)
