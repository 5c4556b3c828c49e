"""Writing proofs down for `gokan check`: one proof, or a bundle for a ko, a seki or a status."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gokan.reading.budget import Budget, Meter, started
from gokan.reading.life.solve import Solution
from gokan.reading.life.status import Status
from gokan.reading.proof.life import joined, write_proof
from gokan.reading.proof.races import prove_race
from gokan.reading.proof.statement import USUAL, NoProof, bundle, check_rules, proof_lines
from gokan.reading.proof.tactics import prove_tactics, result_parts
from gokan.reading.races.race import Race

if TYPE_CHECKING:
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
    if isinstance(solution, Race):
        return prove_race(solution, budget=meter)
    if not isinstance(solution, Solution):
        return prove_tactics(solution, budget=meter)
    if solution.tactics is not None:
        return prove_tactics(solution.tactics, budget=meter)
    return joined(*result_parts(solution, meter))


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
    _check_own(status)
    alive = status.attack.result == "loss"
    attack, first = result_parts(status.attack, meter, how=alive)
    defence, second = result_parts(status.defence, meter)
    parts = {f"attack: {name}": lines for name, lines in first.items()}
    parts |= {f"defence: {name}": lines for name, lines in second.items()}
    word = "alive by repetition" if alive and status.attack.repetition else status.word
    return bundle({"status": word, "attack": attack, "defence": defence}, parts)


def _check_own(status: Status) -> None:
    """No proof of this group shows a word that follows from the fate of others."""
    position = status.attack.problem.position
    if status.kills is not None:
        other = position.vertex(status.kills.target[0])
        raise NoProof(f"The stones kill {other}: ask for a proof that {other} is dead.")
    if status.takers is not None and status.word != "dead":
        other = position.vertex(status.takers.stones[0])
        raise NoProof(f"The word follows from {other}, which would take the stones: ask about it.")
