"""One part of the reading does not say what another part refutes by proof.

Life and death reads a region and judges its edge; tactics reads the whole open board and judges no
capture. So before an answer that was judged is given, tactics is asked about the same stones:

- a target of one block whose capture is proved falls: that is then the answer;
- a move that is said to save stones is not named if after it their capture is proved.

That stones get away is never proved by tactics. So an attack is put to life and death itself, once
the move is on the board: it is not named if after it the target is proved to live.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from gokan.go import PASS, Position
from gokan.reading.budget import Budget, Meter
from gokan.reading.problem import Problem
from gokan.reading.tactics.questions import Capture, capture

if TYPE_CHECKING:
    from gokan.reading.life.solution import Solution

__all__ = ["refuted_attack", "refuted_defence", "upheld"]

_NODES = 20_000
"""For one question of tactics: some ten milliseconds."""
_FEW = 2_000
"""Where the budget is gone, except for defences."""
_MOST = 8  # defences that are doubted for longer, and so may be named
_FIRST = 3  # ... though the budget is gone; after one of them stands, if it had as many nodes again


Again = Callable[["Problem", Meter], "Solution"]
"""Solves another problem within a part of the budget."""


def upheld(answer: Solution, meter: Meter, again: Again | None = None) -> Solution:
    """The answer, less what tactics (and for attacks `again`) refutes by proof; or what tactics
    proves instead.
    """
    if answer.proved:
        return answer
    nodes, most = (_FEW, _FIRST) if meter.over else (_NODES, _MOST)
    position, heads = answer.problem.position, _heads(answer)
    if len(heads) == 1:
        first: Literal["attack", "defend"] = "attack" if answer.problem.goal == "kill" else "defend"
        found = _asked(position, heads[0], first, meter.spare(nodes, _FEW), meter)
        if found.grade == "proved":
            return answer.falls_by(found)
    named = (*answer.winning_moves, *answer.ko_moves)
    if answer.problem.goal == "kill":
        if again is None:
            return answer
        return answer.without(
            {p for p in named[:_MOST] if refuted_attack(answer.problem, p, meter, again)}
        )
    first_named = (PASS, *answer.pv[:1])
    kept: list[int] = []
    refuted: list[int] = []
    for p in sorted(named, key=lambda p: p not in first_named):
        if len(kept) < most and (not kept or meter.spare(_NODES) == _NODES):
            (refuted if refuted_defence(position, p, heads, meter) else kept).append(p)
    return answer.without(refuted).leaving_open({*named} - {*kept, *refuted})


def refuted_defence(position: Position, move: int, stones: tuple[int, ...], meter: Meter) -> bool:
    """Whether after this move of their owner the capture of each of these blocks is proved.

    In a position where it is the owner's turn; stones that the move itself gives up do not count.
    """
    owner = position.color_at(stones[0])
    after = position if move == PASS else position.play_forced(move, owner)
    left = [p for p in stones if after.color_at(p) == owner]
    return all(_asked(after, p, "attack", _NODES, meter).grade == "proved" for p in left)


def refuted_attack(problem: Problem, move: int, meter: Meter, again: Again) -> bool:
    """Whether after this move of the attacker, or if he plays elsewhere, the target is proved to
    live with its owner to move.
    """
    position = problem.position
    attacker = position.to_play
    owner = attacker.opponent
    after = position if move == PASS else position.play_forced(move, attacker)
    left = tuple(p for p in problem.target if after.color_at(p) == owner)
    if not left:
        return False
    if after.to_play != owner:
        after = after.setup(to_play=owner)
    budget = Budget(nodes=meter.spare(_FEW if meter.over else _NODES, _FEW), cancel=meter.cancel)
    part = budget.start()
    found = again(Problem(after, left, "live"), part)
    meter.spend(nodes=part.nodes)
    return found.proved and found.result == "win"


def _asked(
    position: Position, stone: int, first: Literal["attack", "defend"], nodes: int, meter: Meter
) -> Capture:
    found = capture(position, stone, first=first, budget=Budget(nodes=nodes, cancel=meter.cancel))
    meter.spend(nodes=found.nodes)
    return found


def _heads(answer: Solution) -> tuple[int, ...]:
    """A stone of each block of the target."""
    position = answer.problem.position
    return tuple(sorted({min(position.block(p).stones) for p in answer.problem.target}))
