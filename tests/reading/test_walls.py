"""How often a defender can play elsewhere while he is killed, and whether the walls bear it."""

from __future__ import annotations

import json
import random

import pytest

from gokan import _core
from gokan.errors import GokanError
from gokan.go import BLACK, Position
from gokan.reading.budget import Budget
from gokan.reading.check.graph import check
from gokan.reading.check.rules import Board, State
from gokan.reading.proof.write import write_proof
from gokan.reading.regions.reader import KILLED, MANY, Reader
from gokan.reading.regions.region import find_region
from gokan.reading.regions.walls import UNLIMITED, alive_outside, thinnest_wall
from tests.reading import brute
from tests.reading.test_answers import read
from tests.reading.test_proof_truth import arenas
from tests.reading.test_textbook import SHAPES

MOST = 12
MOST_PASSES = 625  # of core/reading/arena/proof_writer.h: more than any wall has liberties


def as_checker(arena: brute.Arena) -> Board:
    """The arena as the checker knows it: attacker 1, defender 2."""
    board = Board()
    board.attacker, board.defender = 1, 2
    board.region, board.inside = list(arena.inside), set(arena.inside)
    board.here = [arena.near.get(i, []) for i in range(len(arena.cells))]
    board.near = board.here
    board.refuge = {
        color: {i for i in arena.inside if arena.cells[i] & anchor}
        for color, anchor in ((1, brute.ATTACKER_ANCHOR), (2, brute.DEFENDER_ANCHOR))
    }
    return board


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("threats", [(0, 0), (0, 2), (0, 127)])
def test_the_bound_of_a_hopeless_position_holds(seed, threats):
    """The attacker wins though the defender wins by passing more often than the bound says."""
    seen = 0
    for width, height, cells in arenas(seed, 12, 8):
        arena = brute.Arena(width, height, cells)
        roots = [arena.start(turn, threats) for turn in (0, 1)]
        levels = brute.kills_by_passes(arena, roots, MOST)
        board = as_checker(arena)
        for s in set().union(*levels):
            if not s.target:
                continue
            stones = bytes(max(kind - 1, 0) for kind in s.board)
            passes = board.hopeless(State(stones, s.target, 1 + s.turn, s.ko, s.threats))
            if passes is not None:
                seen += 1
                assert s in levels[min(passes, MOST)], (width, height, list(cells), s, passes)
    assert seen > 100


@pytest.mark.parametrize("seed", range(4))
def test_a_kill_never_needs_more_passes_than_it_says(seed):
    """The bound of the search, and the exact number of a proof that was written down."""
    for width, height, cells in arenas(50 + seed, 20, 8):
        arena = brute.Arena(width, height, cells)
        for threats in ((0, 0), (0, 1), (0, 2)):
            roots = [arena.start(turn, threats) for turn in (0, 1)]
            levels = brute.kills_by_passes(arena, roots, MOST)
            for turn, root in enumerate(roots):
                solver = _core.ProofSolver(width, height, cells, 1 << 22)
                answer = solver.solve(turn, -1, _core.KoThreats(*threats))
                if answer.verdict != KILLED or arena.escaped(root):
                    continue
                assert root in levels[min(answer.tenuki, MOST)]
                kill = solver.write_kill(turn, -1, _core.KoThreats(*threats))
                assert kill.written
                assert root in levels[min(kill.passes, MOST)]


@pytest.mark.parametrize("name", ["L group, 0", "L+1 group, 0", "row of 7 on the side"])
def test_kills_of_textbook_shapes_are_proved_though_nobody_answers_outside(name):
    """Their walls have nine liberties or more in the open, and the kill does not last so long."""
    solution = read(SHAPES[name][0])
    assert solution.result == "win"
    assert solution.proved
    proof = write_proof(solution)
    assert json.loads(proof[0])["model"] == "kill"
    assert check(proof).verdict == "accepted"


@pytest.mark.parametrize("name", ["L group, 0", "L+1 group, 0", "row of 7 on the side"])
def test_a_count_of_passes_that_was_cut_short_bears_nothing(name):
    """Whatever the budget: a written kill has its true number of passes, or one beyond any wall."""
    region = read(SHAPES[name][0]).region
    least = thinnest_wall(region)

    def write(nodes: int) -> tuple[bool, int, int]:
        solver = _core.ProofSolver(region.width, region.height, region.kill_cells, 1 << 22)
        kill = solver.write_kill(0, -1, _core.KoThreats(0, 6), 6, _core.SearchLimits(nodes=nodes))
        return kill.written, kill.passes, kill.searched

    written, passes, used = write(0)
    assert written
    assert 0 < passes < least < MOST_PASSES
    seen = {n: write(n)[:2] for n in range(max(used - 150, 1), used + 40)}
    for nodes, (done, count) in seen.items():
        assert not done or count in (passes, MOST_PASSES), nodes
    # With just as much as it takes to write the proof nothing is left for counting.
    assert seen[used] == (True, MOST_PASSES)
    assert (True, passes) in seen.values()


@pytest.mark.parametrize("name", ["L group, 0", "row of 7 on the side"])
def test_walls_bear_only_what_was_counted_to_the_end(name):
    region = read(SHAPES[name][0]).region
    least = thinnest_wall(region)

    def bears(nodes: int) -> tuple[bool, int]:
        reader = Reader(
            region,
            first=BLACK,
            ko=None,
            meter=Budget().start(),
            memory=1 << 22,
            cells=region.kill_cells,
        )
        reader.wins(0, MANY)
        before = reader.nodes_used
        if nodes:  # it has a third of what is left to write one kill down
            reader.meter = Budget(nodes=3 * nodes).start()
        return reader.bears((0, MANY), least), reader.nodes_used - before

    borne, used = bears(0)
    assert borne
    assert bears(used + 1)[0]
    assert not any(bears(nodes)[0] for nodes in range(1, used // 3, max(used // 24, 1)))


def test_every_wall_around_a_region_is_counted():
    """Also those that only touch the liberties of a wall that may be captured itself."""
    rng = random.Random(5)
    beside_a_captive = 0
    for _ in range(300):
        size = 9
        cells = rng.choices([0, 1, 2], [5, 3, 3], k=size * size)
        black = [p for p, c in enumerate(cells) if c == 1]
        white = [p for p, c in enumerate(cells) if c == 2]
        try:
            position = Position.empty(size, size).setup(black=black, white=white)
        except GokanError:
            continue
        region = find_region(position, [white[0]])
        outside = set(range(size * size)) - region.points
        safe = alive_outside(position, BLACK, region.points)
        walls = [
            len(set(block.liberties) - region.points)
            for block in position.blocks()
            if block.color == BLACK
            and set(block.stones) <= outside - safe
            and any(q in region.points for p in block.stones for q in position.neighbors(p))
        ]
        assert thinnest_wall(region) == min(walls, default=UNLIMITED)
        beside_a_captive += len(walls) > len(region.walls)
    assert beside_a_captive > 0
