"""Learned first guesses change what a search costs, never what it says."""

from __future__ import annotations

import random
import struct

import pytest

from gokan import _core
from gokan.reading import Problem, make_problems, solve
from tests.reading import brute
from tests.reading.test_proof_truth import THREATS, arenas

SHAPES = range(7, 5**9, 131)


def odd_weights(seed: int) -> _core.ShapeWeights:
    """Weights that mean nothing and are very sure of it."""
    dice = random.Random(seed)
    file = struct.pack(f"<III{len(SHAPES)}I", 800, 10_000, len(SHAPES), *SHAPES)
    for _ in range(2):
        file += dice.randbytes(2 * 16 * len(SHAPES))
        numbers = [dice.randint(-20_000, 20_000) for _ in range(13 * 16 + 16 + 16 + 13 + 1)]
        file += struct.pack(f"<{len(numbers)}i", *numbers)
    return _core.ShapeWeights(file)


@pytest.mark.parametrize("seed", range(3))
def test_odd_guesses_change_no_answer_to_a_made_problem(seed: int) -> None:
    """Their answers are proved, so nothing else can be true."""
    made = make_problems(41 + seed, jobs=1)
    differs = False
    for _ in range(6):
        record = next(made)
        told = Problem.from_record(record)
        plain = solve(told, nodes=400_000, trials=False)
        odd = solve(told, nodes=2_000_000, trials=False, guesses=odd_weights(seed))
        assert (plain.result, plain.proved) == (record["result"]["verdict"], True)
        assert odd.result == plain.result
        assert set(odd.winning_moves) == set(plain.winning_moves)
        differs |= odd.nodes != plain.nodes
    assert differs  # they were asked


@pytest.mark.parametrize("seed", range(2))
def test_odd_guesses_agree_with_the_whole_state_graph(seed: int) -> None:
    dice = random.Random(seed)
    weights = odd_weights(seed)
    for width, height, cells in arenas(300 + seed, 25, 8):
        arena = brute.Arena(width, height, cells)
        threats = dice.choice(THREATS)
        roots = [arena.start(turn, threats) for turn in (0, 1)]
        if arena.escaped(roots[0]):
            continue
        won = brute.kills(arena, roots)
        solver = _core.ProofSolver(width, height, cells, 1 << 22)
        solver.set_guess(weights)
        for turn, root in enumerate(roots):
            verdict = solver.solve(turn, -1, _core.KoThreats(*threats)).verdict
            assert verdict == (1 if root in won else 2), (width, height, list(cells))


@pytest.mark.parametrize("goal", [_core.LifeGoal.TWO_EYES, _core.LifeGoal.END])
def test_odd_guesses_about_life_agree_with_the_whole_state_graph(goal: _core.LifeGoal) -> None:
    weights = odd_weights(7)
    differs = False
    for width, height, cells in arenas(400, 25, 7):
        arena = brute.Arena(width, height, cells)
        roots = [arena.start(turn, (0, 0)) for turn in (0, 1)]
        if arena.escaped(roots[0]):
            continue
        won = brute.ends(arena, roots, two_eyes=goal == _core.LifeGoal.TWO_EYES)
        plain, odd = (_core.LifeSolver(width, height, cells, 1 << 22) for _ in range(2))
        odd.set_guess(weights)
        for turn, root in enumerate(roots):
            one, other = (s.solve(goal, turn, -1, _core.KoThreats(0, 0)) for s in (plain, odd))
            assert other.verdict == one.verdict == (1 if root in won else 2)
            differs |= other.nodes != one.nodes
    assert differs  # they were asked


def test_weights_whose_sums_would_overflow_are_refused() -> None:
    numbers = 2 * (13 * 16 + 16 + 16 + 13 + 1)
    file = struct.pack("<III", 62, 350, 0) + struct.pack(f"<{numbers}i", *([100_000] * numbers))
    _core.ShapeWeights(file)
    for large in (2**31 - 1, -(2**31), 100_001):
        with pytest.raises(ValueError, match="a weight is too large"):
            _core.ShapeWeights(file[:-4] + struct.pack("<i", large))


def test_shipped_guesses_save_nodes() -> None:
    from gokan.intuition import first_guesses

    made = make_problems(5, least_effort=2_000, nodes=100_000, jobs=1)
    some = [Problem.from_record(next(made)) for _ in range(6)]
    plain, guessed = (
        [solve(p, nodes=10**7, all_moves=False, details=False, guesses=g) for p in some]
        for g in (None, first_guesses())
    )
    assert [a.result for a in guessed] == [a.result for a in plain]
    assert all(a.proved for a in plain)
    assert all(a.proved for a in guessed)
    assert sum(a.found_after for a in guessed) < 0.9 * sum(a.found_after for a in plain)
