"""Odd positions and bad options: each has a defined answer."""

from __future__ import annotations

import math

import pytest

from gokan.errors import InvalidInput
from gokan.go import BLACK, WHITE, Position
from gokan.strength import Additions, equations, expect, fixed_points, multipole, rank, weigh


def test_board_without_stones() -> None:
    solved = weigh(Position.empty(19))
    assert set(solved.white) == {0.5}
    assert solved.score == 0
    assert solved.converged
    assert solved.blocks == ()


def test_single_point_without_neighbours() -> None:
    solved = weigh(Position.empty(1))
    assert solved.white == (0.5,)
    assert solved.converged
    assert str(equations(Position.empty(1))) == "w_a1 = 1/2\nb_a1 = 1 - w_a1"
    assert rank(Position.empty(1)).moves == ()


def test_one_sided_board_leans_to_that_side() -> None:
    stones = ["C3", "G3", "C7", "G7", "E5"]
    solved = weigh(Position.empty(9).setup(black=stones), stop=1e-9)
    assert solved.converged
    assert all(w < 0.5 for w in solved.white)


def test_every_point_filled_but_one() -> None:
    full = Position.from_diagram("X X X\nX . X\nX X X")
    solved = weigh(full)
    # One block with one liberty and nobody to keep it: the last liberty counts as taken.
    assert solved.strength("A1") == 0
    assert rank(full).moves == ()  # only suicide is left
    assert math.isfinite(solved.score)


def test_seki_is_even() -> None:
    seki = Position.from_diagram(
        """
        . X O . X O .
        . X O . X O .
        . X O O X O .
        . X X X X O .
        . . . . O O .
        . . . . . . .
        """
    )
    solved = weigh(seki)
    # Neither side's: the colours swapped, it is the same picture, and no block is given up.
    shared = solved.white[seki.point("D6")]
    assert 0.3 < shared < 0.7
    other = weigh(seki.swap_colors())
    assert other.white[seki.point("D6")] == pytest.approx(1 - shared, abs=1e-9)
    assert min(solved.strength("C6"), solved.strength("E6")) > 0.3


def test_mutual_atari_is_decided_by_who_takes_first() -> None:
    position = Position.from_diagram(
        """
        . . . . . . .
        . . . . . . .
        . . O X . . .
        . O X O X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """
    )
    assert all(math.isfinite(m.score) for m in rank(position).moves)
    # Black's stone at C4 looks lost, so taking first is worth far more to Black than to White.
    gains = {
        color: next(m.gain for m in rank(position, color=color).moves if m.move == capture)
        for color, capture in ((BLACK, position.point("D3")), (WHITE, position.point("C3")))
    }
    assert gains[BLACK] > 4 > 1 > gains[WHITE] > 0
    assert weigh(position).strength("C4") < 0.1
    assert weigh(position.play("D3", BLACK)).strength("C4") > 0.7


@pytest.mark.parametrize("stop", [0, -1, math.nan, math.inf, "a", None, True])
def test_bad_stop(stop: float) -> None:
    with pytest.raises(InvalidInput, match="stop"):
        weigh(Position.empty(9), stop=stop)


def test_bad_options() -> None:
    for wrong, word in (
        (2.5, "whole number"),
        ("a", "whole number"),
        (True, "whole number"),
        (10**12, "between 0"),
        (-1, "between 0"),
    ):
        with pytest.raises(InvalidInput, match=word):
            weigh(Position.empty(9), max_iter=wrong)  # type: ignore[arg-type]
    for point in (999, 81, -1):
        with pytest.raises(InvalidInput, match="no point"):
            weigh(Position.empty(9)).influence(point)
        with pytest.raises(InvalidInput, match="no point"):
            weigh(Position.empty(9)).strength(point)
    with pytest.raises(InvalidInput, match="edge"):
        Additions(edge="wide")  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="no stone"):
        weigh(Position.empty(9), verdicts={"E5": 1})
    with pytest.raises(InvalidInput, match="between 0 and 1"):
        weigh(Position.empty(9).play("E5"), verdicts={"E5": 2})
    with pytest.raises(InvalidInput, match="edge"):
        Additions(edge=0)
    for starts in (0, 10**9, 2.5, "a"):
        with pytest.raises(InvalidInput, match="start"):
            fixed_points(Position.empty(9), starts=starts)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="no stone"):
        weigh(Position.empty(9)).strength("E5")
    with pytest.raises(InvalidInput, match="legal"):
        rank(Position.empty(9).play("E5")).place("E5")
    with pytest.raises(InvalidInput, match="picture"):
        multipole(Position.empty(9)).draw("no such")


def test_rectangles_and_the_largest_board() -> None:
    for width, height in ((2, 1), (1, 5), (25, 25), (25, 2), (3, 19)):
        position = Position.empty(width, height).play(width * height // 2)
        solved = weigh(position, stop=1e-6)
        assert len(solved.white) == width * height
        assert all(0 <= w <= 1 for w in solved.white)
        assert len(rank(position).moves) == len(position.legal_moves())


@pytest.mark.parametrize("color", [0, 3, -1, 99])
def test_a_wrong_colour_is_refused(color):
    with pytest.raises(InvalidInput, match="say black or white"):
        rank(Position.empty(9), color=color)


@pytest.mark.parametrize("wrong", ["pass", -1, 81, 1.5, None])
def test_what_is_no_point_is_refused_everywhere(wrong: int | str) -> None:
    position = Position.empty(9).play("E5")
    solved, moments = weigh(position), multipole(position)
    for ask in (solved.influence, solved.strength, moments.steepness):
        with pytest.raises(InvalidInput, match="no point"):
            ask(wrong)
    with pytest.raises(InvalidInput, match="no point"):
        equations(position, units=[wrong])
    with pytest.raises(InvalidInput, match="no point"):
        weigh(position, verdicts={wrong: 1.0})


def test_one_unit_may_be_named_alone() -> None:
    position = Position.empty(9).play("E5")
    assert str(equations(position, units="E5")) == str(equations(position, units=["E5"]))


def test_switches_are_true_or_false() -> None:
    position = Position.empty(9)
    for switches in ({"raise_last_liberty": "no"}, {"static_life": 1}):
        with pytest.raises(InvalidInput, match="True or False"):
            weigh(position, **switches)
    with pytest.raises(InvalidInput, match="True or False"):
        Additions(links="yes")  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="Additions"):
        weigh(position, additions=None)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="not a move"):
        expect(position, before=["E5"])  # type: ignore[list-item]


def test_a_point_without_neighbours_has_one_solution() -> None:
    found = fixed_points(Position.empty(1), starts=5)
    (only,) = found.between
    assert only.white == (0.5,)
    assert only.found == 5
    assert only.stable
    assert found.all_black is None
    assert found.all_white is None


def test_a_verdict_goes_before_static_life_and_the_later_one_holds() -> None:
    alive = Position.from_diagram(". X . X O\nX X X X O\nO O O O O\n. . . . .")
    assert weigh(alive).strength("B4") == 1
    assert weigh(alive, verdicts={"B4": 0.25}).strength("A3") == 0.25
    assert weigh(alive, verdicts={"B4": 0.25, "A3": 0.75}).strength("B4") == 0.75


def test_one_side_alone_leans_its_way_and_no_further() -> None:
    solved = weigh(Position.empty(9).setup(black=["C3", "G7"]), stop=1e-9)
    assert all(b > 0.5 for b in solved.black)
    assert solved.black[solved.position.point("A9")] < 0.51
