"""Trial games: what they see, that they keep to their limits, and that bad input is refused."""

from __future__ import annotations

import pytest

from gokan import _core
from gokan.errors import InvalidInput
from gokan.go import BLACK, WHITE, Position
from gokan.gtp.engine import Engine
from gokan.reading.budget import Budget
from gokan.reading.trials.trial import ENDLESS, surroundings, trial, trial_link
from tests.reading.test_answers import corner

VITAL = ". . . O X/O O O O X/X X X X X"
ALIVE = ". O . O X/O O O O X/X X X X X"
DEAD = ". . O X/O O O X/X X X X"
KO = "O X X . O X/. O . X O X/O O O O O X/X X X X X X"


def test_a_vital_point_is_found_by_both_sides() -> None:
    position = corner(VITAL)
    target = [position.point("A18")]
    for mover in (BLACK, WHITE):
        found = trial(position, target, mover, games=400)
        assert found.value > 0.95
        assert position.vertex(found.moves[0].move) == "B19"


def test_life_and_death_that_need_no_move() -> None:
    alive, dead = corner(ALIVE), corner(DEAD)
    assert trial(alive, [alive.point("A18")], BLACK, games=200).settled == -1
    assert trial(alive, [alive.point("A18")], WHITE, games=200).settled == 1
    assert trial(dead, [dead.point("A18")], WHITE, games=4000).value < 0.2


def test_the_same_seed_gives_the_same_games() -> None:
    position = Position.empty(9).setup(black=["C3", "D3"], white=["C4", "D4", "E3"])
    target = [position.point("C3")]
    one, other, third = (trial(position, target, WHITE, games=300, seed=s) for s in (7, 7, 8))
    assert one == other
    assert one != third
    assert one.games == 300


def test_stones_in_the_open_run_away() -> None:
    position = Position.empty(19).setup(black=["K10"], white=["K11"])
    target = [position.point("K10")]
    assert trial(position, target, BLACK, games=500).value > 0.8
    assert trial(position, target, WHITE, games=500).value < 0.5


def test_threats_decide_a_ko() -> None:
    position = corner(KO)
    target = [position.point("A17")]
    without = trial(position, target, BLACK, games=3000)
    helped = trial(position, target, BLACK, games=3000, threats=(ENDLESS, 0))
    assert helped.value > without.value + 0.3


def test_surroundings_end_behind_strong_walls() -> None:
    position = corner(VITAL)
    near = surroundings(position, [position.point("A18")])
    assert position.point("B19") in near
    assert position.point("K10") not in near
    assert all(0 <= p < len(position.board) for p in near)


def test_a_cancelled_trial_ends_at_once() -> None:
    position = corner(VITAL)
    stop = _core.Cancel()
    stop.set()
    found = trial(position, [position.point("A18")], BLACK, budget=Budget(cancel=stop))
    assert found.games == 0


@pytest.mark.parametrize(
    "shape", ["........", "XXXXXXXXX", "....y....", "........é"], ids=["short", "no", "sign", "far"]
)
def test_shapes_that_are_none(shape: str) -> None:
    with pytest.raises(ValueError, match="shape"):
        _core.Shapes([shape])


def test_bad_questions() -> None:
    position = corner(VITAL)
    stones, shapes = [position.point("A18")], _core.Shapes([])
    limits = _core.SearchLimits(games=1)
    with pytest.raises(InvalidInput):
        trial(position, stones, BLACK, games=-1)
    with pytest.raises(ValueError, match="no stone"):
        trial(position, [position.point("B19")], BLACK)
    for target, area in (([], [0]), (stones, []), ([*stones, position.point("E19")], [0])):
        with pytest.raises(ValueError, match=r"target|area"):
            _core.run_trials(position.core, target, area, 1, 0, 0, -1, shapes, limits)
    with pytest.raises(IndexError):
        _core.run_trials(position.core, stones, [9999], 1, 0, 0, -1, shapes, limits)


def test_over_gtp_a_ko_decides_for_the_side_that_takes_first() -> None:
    engine = Engine(player="random", seed=1, size=19)
    engine.respond("gokan-reading_time 2")
    engine.game.begin(corner(KO))
    assert engine.respond("owl_attack A17").startswith("= 3")
    assert engine.respond("dragon_status A17").strip() == "= alive"


def test_a_block_with_two_liberties_is_hemmed_in() -> None:
    position = Position.from_diagram(
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X . . . . .
        . . X O . X . . .
        . . . X . . . . .
        . . . . X . . . .
        . . . . . . . . .
        """
    )
    found = trial(position, [position.point("D4")], BLACK, games=600)
    assert found.value > 0.9
    assert position.vertex(found.moves[0].move) == "E4"


def test_two_blocks_come_together_or_are_cut() -> None:
    position = Position.from_diagram(
        ". . O . . .\n. . . . . .\n. X . X . .\n. . O . . .\n. . . . . ."
    )
    ends = position.point("B3"), position.point("D3")
    for mover in (BLACK, WHITE):
        found = trial_link(position, *ends, mover, games=400)
        assert found.value > 0.6
        assert position.vertex(found.moves[0].move) == "C3"


def test_blocks_that_share_their_eyes_are_together() -> None:
    position = Position.from_diagram(". O . . .\nO O O . .\nX X O O .\nX . X O .\n. X X O .")
    ends = position.point("A3"), position.point("C1")
    assert trial_link(position, *ends, WHITE, games=200).value < 0.1
    assert trial_link(position, *ends, BLACK, games=200).value > 0.9
    with pytest.raises(InvalidInput, match="two stones of one side"):
        trial_link(position, position.point("A3"), position.point("C3"), BLACK, games=5)
