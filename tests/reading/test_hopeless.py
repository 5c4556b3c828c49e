"""The end "no room for a second eye": what it calls dead is dead, and the checker sees it too."""

from __future__ import annotations

import pytest

from gokan import _core
from gokan.reading.check.rules import Board as Checker
from gokan.reading.check.rules import State
from gokan.reading.regions.reader import KILLED
from tests.reading import brute
from tests.reading.test_proof_truth import arenas

# In the rows: # attacker stone joined to the outside, x attacker, o target, "," a point beside a
# wall, "." any other point.
KIND = {".": 1, ",": 5, "x": 2, "#": 6, "o": 19, " ": 0}


def solver(rows: str, *, plain: bool = False) -> _core.ProofSolver:
    lines = rows.split("/")
    cells = bytes(KIND[c] for line in lines for c in line)
    return _core.ProofSolver(len(lines[0]), len(lines), cells, 1 << 20, plain)


def at_once(rows: str, *, plain: bool = False) -> list[bool]:
    """Whether the target is dead without any search, if the attacker moves and if he does not."""
    found = []
    for turn in (0, 1):
        answer = solver(rows, plain=plain).solve(turn, -1, _core.KoThreats(0, 6))
        found.append(answer.verdict == KILLED and answer.nodes == 0)
    return found


@pytest.mark.parametrize(
    "rows",
    [
        "ooooo/o.x.o/ooooo/,####",  # three in a row, the middle taken
        "oooooo/o.x.oo/oo.ooo/oooooo/,#####",  # four, the middle taken
        "oooo/o..o/o..o/oooo/,###",  # a square of four
        "oooo/o.xo/o..o/oooo/,###",
    ],
)
def test_dead_shapes_end_a_line(rows):
    assert at_once(rows) == [True, True]
    assert at_once(rows, plain=True) == [True, True]


@pytest.mark.parametrize(
    "rows",
    [
        "ooooo/o...o/ooooo/,####",  # the middle is free
        "ooooo/ox..o/ooooo/,####",
        "oooooo/o....o/oooooo/,#####",
        "oooooo/o..ooo/oo..oo/oooooo/,#####",
        "ooooo/o.o.o/ooooo/,####",  # two eyes
    ],
)
def test_living_shapes_do_not(rows):
    assert at_once(rows) == [False, False]


def test_a_false_eye_ends_a_line_but_not_in_a_written_proof():
    rows = "oooo.o,/o.ooo##/ooooo##/#######"  # the right eye rests on a stone that can be taken
    assert at_once(rows) == [True, True]
    assert at_once(rows, plain=True) == [False, False]
    for turn in (0, 1):
        assert solver(rows, plain=True).solve(turn, -1, _core.KoThreats(0, 6)).verdict == KILLED
        graph = solver(rows).proof(turn, -1, _core.KoThreats(0, 6))
        assert graph.complete
        assert graph.verdict == KILLED


@pytest.mark.parametrize("seed", range(6))
def test_what_ends_at_once_is_dead_by_the_whole_state_graph(seed):
    ended = 0
    for width, height, cells in arenas(500 + seed, 60, 8):
        arena = brute.Arena(width, height, cells)
        for threats in ((0, 0), (0, 2)):
            roots = [arena.start(turn, threats) for turn in (0, 1)]
            found = _core.ProofSolver(width, height, cells, 1 << 16).solve(
                1, -1, _core.KoThreats(*threats)
            )
            if found.verdict == KILLED and found.nodes == 0:
                ended += 1
                assert set(roots) <= brute.kills(arena, roots), (width, height, list(cells))
    assert ended > 10


def test_two_blocks_cannot_both_use_the_same_ways():
    """The checker, as the search, takes a stone for joined only if its two ways are its own."""
    checker = Checker()
    checker.near = checker.here = [[1, 3], [0, 2, 4], [1, 5], [0, 4], [3, 1, 5], [4, 2]]
    checker.region = list(range(6))
    checker.inside = set(range(6))
    checker.attacker, checker.defender = 1, 2
    checker.refuge = {1: {3, 4, 5}, 2: set()}
    state = State(bytes((1, 2, 1, 0, 0, 0)), frozenset({1}), 2, -1, (0, 0))
    assert checker._joined(state) == set()
    checker.refuge = {1: {1, 3, 4, 5}, 2: set()}
    free = State(bytes((1, 0, 1, 0, 2, 0)), frozenset({4}), 2, -1, (0, 0))
    assert len(checker._joined(free)) == 1  # both need the point between them
