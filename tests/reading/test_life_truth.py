"""Two eyes, seki and repetition against the whole state graph of small arenas."""

from __future__ import annotations

import random

import pytest

from gokan import _core
from tests.reading import brute
from tests.reading.test_proof_truth import THREATS, arenas


@pytest.mark.parametrize("seed", range(3))
def test_forced_ends_agree_with_the_whole_state_graph(seed):
    rng = random.Random(seed)
    seen = set()
    for width, height, cells in arenas(100 + seed, 25, 7):
        arena = brute.Arena(width, height, cells)
        threats = rng.choice(THREATS)
        roots = [arena.start(turn, threats) for turn in (0, 1)]
        if arena.escaped(roots[0]):
            continue
        for memory in (1 << 12, 1 << 22):
            solver = _core.LifeSolver(width, height, cells, memory)
            for goal in (_core.LifeGoal.TWO_EYES, _core.LifeGoal.END):
                won = brute.ends(arena, roots, two_eyes=goal == _core.LifeGoal.TWO_EYES)
                for turn, root in enumerate(roots):
                    verdict = solver.solve(goal, turn, -1, _core.KoThreats(*threats)).verdict
                    seen.add(verdict)
                    assert verdict == (1 if root in won else 2), (width, height, list(cells), turn)
    assert seen == {1, 2}
