"""The proof search against the truth about small arenas, with its table off, small and large."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from gokan import _core
from tests.reading import brute

SHAPES = [(3, 3), (4, 2), (5, 2), (4, 3), (3, 4), (2, 3), (7, 1), (5, 3), (4, 4)]
THREATS = [(0, 0), (1, 0), (0, 1), (127, 0), (0, 127), (1, 1), (2, 1)]


def arenas(seed: int, number: int, most: int) -> Iterator[tuple[int, int, bytes]]:
    """Random small regions: walls, stones of both sides, now and then a way out."""
    rng = random.Random(seed)
    while number:
        width, height = rng.choice(SHAPES)
        cells = []
        for _ in range(width * height):
            kind = rng.choices([0, 1, 2, 3], [1, 5, 2, 4])[0]
            if kind and rng.random() < 0.25:
                kind |= brute.ATTACKER_ANCHOR
            if kind and rng.random() < 0.03:
                kind |= brute.DEFENDER_ANCHOR
            cells.append(kind)
        stones = [i for i, c in enumerate(cells) if c & 3 == brute.DEFENDER]
        if not stones or sum(1 for c in cells if c & 3) > most:
            continue
        arena = brute.Arena(width, height, bytes(cells))
        board = arena.start(0, (0, 0)).board
        if any(board[i] > 1 and not arena.block(board, i)[1] for i in arena.inside):
            continue
        target = set(arena.block(board, rng.choice(stones))[0])
        if rng.random() < 0.5:
            target |= arena.block(board, rng.choice(stones))[0]
        for i in target:
            cells[i] |= brute.TARGET
        number -= 1
        yield width, height, bytes(cells)


@pytest.mark.parametrize("seed", range(4))
def test_search_agrees_with_the_whole_state_graph(seed):
    rng = random.Random(seed)
    for width, height, cells in arenas(seed, 25, 8):
        arena = brute.Arena(width, height, cells)
        threats = rng.choice(THREATS)
        roots = [arena.start(turn, threats) for turn in (0, 1)]
        if arena.escaped(roots[0]):
            continue
        won = brute.kills(arena, roots)
        for memory in (1 << 12, 1 << 22):
            solver = _core.ProofSolver(width, height, cells, memory)
            for turn, root in enumerate(roots):
                verdict = solver.solve(turn, -1, _core.KoThreats(*threats)).verdict
                assert verdict == (1 if root in won else 2), (width, height, list(cells))
                for move in solver.legal_moves(turn, -1, _core.KoThreats(*threats)):
                    after = arena.play(root, move)
                    assert after is not None
                    if after.target:
                        verdict = solver.solve(turn, -1, _core.KoThreats(*threats), [move]).verdict
                        assert verdict == (1 if after in won else 2)


@pytest.mark.parametrize("seed", range(3))
def test_a_proof_says_for_which_numbers_of_threats_it_holds(seed):
    """One solver is asked with many numbers, so that each answer may rest on another's proof."""
    rng = random.Random(100 + seed)
    numbers = [0, 1, 2, 3, 127]
    for width, height, cells in arenas(100 + seed, 25, 7):
        arena = brute.Arena(width, height, cells)
        solver = _core.ProofSolver(width, height, cells, 1 << 22)
        pairs = [(a, d) for a in numbers for d in numbers]
        rng.shuffle(pairs)
        roots = [arena.start(turn, pair) for turn in (0, 1) for pair in pairs]
        if arena.escaped(roots[0]):
            continue
        won = brute.kills(arena, roots)
        for root in roots:
            answer = solver.solve(root.turn, -1, _core.KoThreats(*root.threats))
            verdict, a, d = answer.verdict, answer.span.attacker, answer.span.defender
            assert verdict == (1 if root in won else 2), (width, height, list(cells), root)
            for other in pairs:
                holds = other[0] >= a and other[1] <= d
                if verdict == 2:
                    holds = other[0] <= a and other[1] >= d
                if holds:
                    alike = arena.start(root.turn, other)
                    assert (alike in won) == (verdict == 1), (width, height, list(cells), root)


def test_no_table_gives_the_same_answers_where_it_ends():
    for width, height, cells in arenas(99, 40, 7):
        with_table = _core.ProofSolver(width, height, cells, 1 << 22)
        without = _core.ProofSolver(width, height, cells, 0)
        for turn in (0, 1):
            verdict = without.solve(
                turn, -1, _core.KoThreats(), [], _core.SearchLimits(nodes=50_000)
            ).verdict
            assert verdict in (0, with_table.solve(turn, -1, _core.KoThreats()).verdict)


def test_bad_arenas_are_refused():
    with pytest.raises(ValueError, match="rectangle"):
        _core.ProofSolver(3, 3, b"\x01")
    with pytest.raises(ValueError, match="target"):
        _core.ProofSolver(2, 1, bytes([1, 1]))
    with pytest.raises(ValueError, match="no liberties"):
        _core.ProofSolver(2, 1, bytes([19, 3]))


def test_a_search_can_be_stopped():
    cells = bytes([1 | 4] * 5 + [1] * 40 + [3 | 16] + [1] * 4)
    solver = _core.ProofSolver(10, 5, cells)
    flag = _core.Cancel()
    flag.set()
    answer = solver.solve(
        0, -1, _core.KoThreats(), [], _core.SearchLimits(seconds=10.0, cancel=flag)
    )
    assert answer.verdict == 0
    assert answer.nodes < 10_000
    assert solver.solve(0, -1, _core.KoThreats(), [], _core.SearchLimits(nodes=5000)).verdict == 0


def test_writing_a_proof_can_be_stopped():
    cells = bytes([1 | 4] * 5 + [1] * 40 + [3 | 16] + [1] * 4)
    solver = _core.ProofSolver(10, 5, cells)
    flag = _core.Cancel()
    flag.set()
    stopped = _core.SearchLimits(seconds=10.0, cancel=flag)
    graph = solver.proof(0, -1, _core.KoThreats(), [], stopped, 1000)
    assert not graph.complete
    assert not graph.nodes()
    small = _core.ProofSolver(3, 1, bytes([19, 1, 1 | 4]))  # settled before the flag is looked at
    assert small.solve(1).verdict
    assert not small.proof(1, -1, _core.KoThreats(), [], stopped, 1000).complete
    life = _core.LifeSolver(3, 1, bytes([19, 1, 1 | 4]))
    assert life.proof(_core.LifeGoal.TWO_EYES, 1).complete
    assert not life.proof(_core.LifeGoal.TWO_EYES, 1, -1, _core.KoThreats(), stopped, 1000).complete
