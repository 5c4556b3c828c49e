"""What is expected changes what a verdict costs, and never what is proved."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from gokan.errors import InvalidInput
from gokan.go import BLACK, PASS, WHITE, Color, Position
from gokan.reading import Budget, Problem, solve
from gokan.reading.life.expecting import Readers, expected_kill, expected_life
from gokan.reading.life.stages import small_regions
from gokan.reading.regions.reader import MANY, STANDS, Reader
from gokan.reading.regions.region import find_region
from tests.reading.with_gaps import CORNER, ROW, problem


def expects(chance: float) -> Callable[[Position, Sequence[int]], float]:
    return lambda position, stones: chance


def kept(asked: Problem) -> Readers:
    first = asked.position.to_play
    return Readers(
        lambda region, meter: Reader(region, first=first, ko=None, meter=meter, memory=1 << 24),
        keep=True,
    )


@pytest.mark.parametrize("mover", [BLACK, WHITE])
def test_what_is_expected_changes_the_cost_and_not_the_answer(mover: Color) -> None:
    asked = problem(CORNER, "A8", mover)
    plain, doubtful, possible, likely = (
        solve(asked, nodes=400_000, all_moves=False, details=False, expected=expected)
        for expected in (None, expects(0.1), expects(0.3), expects(0.9))
    )
    assert {a.result for a in (plain, doubtful, possible, likely)} == {"win"}
    if mover == BLACK:  # who need not read the corner with all its surroundings first
        assert 4 * likely.nodes < plain.nodes


def never(position: Position, stones: Sequence[int]) -> float:
    raise AssertionError("asked")


def test_nobody_is_asked_what_to_expect_of_a_sealed_region() -> None:
    """It is read in less time than a network takes to look."""
    sealed = problem(". . O X . .\nO O O X . .\nX X X X . .\n. . . . . .", "A3", BLACK)
    assert solve(sealed, nodes=10_000, expected=never).result == "win"


@pytest.mark.parametrize("mover", [BLACK, WHITE])
def test_nobody_is_asked_about_what_is_seen_at_a_glance(mover: Color) -> None:
    """The corner is killed, and lives, in fewer nodes than a look takes time."""
    asked = problem(CORNER, "A8", mover)
    assert not find_region(asked.position, asked.target).sealed
    quick = solve(asked, nodes=400_000, all_moves=False, details=False, expected=never)
    assert quick.result == "win"


def test_a_network_is_asked_once_about_what_takes_longer() -> None:
    """The row needs the gap to live."""
    asked = problem(ROW, "B2", WHITE)
    told: list[tuple[Position, Sequence[int]]] = []

    def tells(position: Position, stones: Sequence[int]) -> float:
        told.append((position, stones))
        return 0.9

    solve(asked, nodes=100_000, all_moves=False, details=False, expected=tells)
    assert told == [(asked.position, asked.target)]


def test_an_expected_kill_has_the_list_of_moves_that_plain_reading_has() -> None:
    asked = problem(CORNER, "A8", BLACK)
    plain = solve(asked, nodes=400_000, details=False)
    likely = solve(asked, nodes=400_000, details=False, expected=expects(0.9))
    assert likely.winning_moves == plain.winning_moves == (asked.position.point("B9"),)
    assert {r.move for r in likely.refutations} == {r.move for r in plain.refutations}


def test_a_move_that_another_region_refutes_is_not_the_one_that_kills() -> None:
    """C1 kills in the usual region, but not if White may go farther along the edge."""
    asked = problem(ROW, "B2", BLACK)
    point = asked.position.point
    likely = solve(
        asked,
        nodes=400_000,
        all_moves=False,
        details=False,
        trials=False,
        order=[point("C1")],
        expected=expects(0.9),
    )
    assert likely.result == "win"
    assert likely.pv[0] != point("C1")


def test_where_the_target_stands_in_the_core_a_doubtful_kill_is_not_looked_for() -> None:
    alive = """
    . O . O . . X . .
    O O O O . . X . .
    . . . . . . X . .
    X X X X X X X . .
    . . . . . . . . .
    """
    asked = problem(alive, "A4", BLACK)
    readers, meter = kept(asked), Budget(nodes=400_000).start()
    found = expected_kill(asked, readers, meter, all_moves=False, endless=False, doubtful=True)
    assert found is None
    assert solve(asked, nodes=400_000, expected=expects(0.3)).result == "loss"


# The walls have gaps on all sides: the usual region is much harder to read than each gap alone.
OPEN = """
. . . O . . . . .
O O O O . . . . .
X X . X X . . . .
. . . . . . . . .
. . . . X . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""


@pytest.mark.parametrize("all_moves", [False, True])
def test_a_kill_behind_every_gap_need_not_be_shown_for_all_gaps_at_once(all_moves: bool) -> None:
    """Where that was tried first, in vain, it is not tried for longer than each gap took."""
    asked = problem(OPEN, "A8", BLACK)
    plain, likely = (
        solve(asked, nodes=200_000, all_moves=all_moves, details=False, trials=False, expected=e)
        for e in (None, expects(0.9))
    )
    assert plain.result == likely.result == "win"
    assert likely.found_after < 0.8 * plain.found_after
    assert not likely.proved
    assert likely.up_to == plain.up_to  # once 126, which stands for any number of ko threats


def test_a_move_that_one_gap_refutes_is_not_the_one_that_kills_behind_every_gap() -> None:
    asked = problem(OPEN, "A8", BLACK)
    likely = solve(
        asked, nodes=200_000, all_moves=False, details=False, trials=False, expected=expects(0.9)
    )
    usual = find_region(asked.position, asked.target)
    small, whole = small_regions(asked, usual)
    assert whole
    meter = Budget(nodes=4_000_000).start()
    for region in small:
        reader = Reader(region, first=BLACK, ko=None, meter=meter, memory=1 << 24)
        assert reader.wins(0, MANY, [region.cell(likely.pv[0])])


def test_life_is_looked_for_in_every_region_by_turns() -> None:
    """The row lives with the help of the gap; in the core it dies, which takes longer to show."""
    asked = problem(ROW, "B2", WHITE)
    meter = Budget(nodes=2_000_000).start()
    found = expected_life(asked, kept(asked), meter, all_moves=False, endless=False)
    assert found is not None
    assert (found.stands, found.verdict.result) == (True, "win")


def test_expected_life_in_the_open_has_its_first_moves_and_needs_none_if_it_does_not() -> None:
    open_board = """
    . . . O X . . . .
    . O O O X . . . .
    O O X X X . . . .
    X X X . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    """
    asked = problem(open_board, "E9", BLACK)
    assert asked.goal == "live"
    plain, likely = (
        solve(asked, nodes=100_000, details=False, trials=False, expected=expected)
        for expected in (None, expects(0.9))
    )
    assert plain.result == likely.result == "win"
    assert PASS in plain.winning_moves
    assert PASS in likely.winning_moves


def test_a_reader_that_is_kept_goes_on_where_it_was_left() -> None:
    asked = problem(CORNER, "A8", BLACK)
    usual = find_region(asked.position, asked.target)
    readers, meter = kept(asked), Budget(nodes=400_000).start()
    reader = readers.of(usual, meter)
    assert readers.of(usual, meter.part(0.5)) is reader
    reader.wins(0, 0)
    spent = reader.nodes_used
    readers.of(usual, meter).wins(0, 0)
    assert reader.nodes_used == spent


def test_an_edge_about_which_nothing_is_judged_is_not_read_twice() -> None:
    asked = problem(ROW, "B2", WHITE)
    region = find_region(asked.position, asked.target, layer=0, thin=0)
    assert not region.sealed
    assert region.stand_cells == region.cells
    meter = Budget(nodes=1_000).start()
    reader = Reader(region, first=WHITE, ko=None, meter=meter, memory=1 << 20)
    assert reader.strict(STANDS) is reader


def test_a_pass_that_a_gap_refutes_does_not_kill() -> None:
    """White, to move, lives by proof: so Black may not play elsewhere."""
    asked = problem(ROW, "B2", BLACK)
    assert PASS not in solve(asked, nodes=800_000, details=False, trials=False).winning_moves


@pytest.mark.parametrize("wrong", ["B5", 9999, -2])
def test_a_first_move_to_try_is_a_point(wrong) -> None:
    """It was passed over in silence."""
    with pytest.raises(InvalidInput, match="point to try first"):
        solve(problem(ROW, "B2", BLACK), order=[wrong])
