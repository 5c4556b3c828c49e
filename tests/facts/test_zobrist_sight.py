"""Zobrist (1969): Figure 2 in all its cells, Figure 4, the array code, and what the text says."""

from __future__ import annotations

from pathlib import Path

import pytest

from gokan import sight
from gokan.go import BLACK, WHITE, Game, Position
from gokan_lab.facts.zobrist import FIGURE

FIGURE_2, SIGNS = FIGURE.read_text("utf-8").split("\n\n")
"""As printed after move 106 (the underlines that mark negative numbers are lost), and the signs."""

# Six cells where the scan shows 2 for an underlined digit.
SCAN_ERRORS = {"B13": -9, "H10": -9, "K7": -7, "F5": -9, "D1": -9, "E1": -9}


@pytest.fixture(scope="module")
def game(repo: Path) -> Game:
    return Game.load(repo / "examples" / "zobrist-cowan.sgf")


@pytest.fixture(scope="module")
def figure(game: Game) -> Position:
    return game.position(106)


def test_figure_2_in_all_cells(figure: Position) -> None:
    assert figure.vertex(figure.last_move or 0) == "J14"
    printed = [int(n) for n in FIGURE_2.split()]
    signs = [{"+": 1, "-": -1, "0": 0}[s] for s in "".join(SIGNS.split())]
    expected = [sign * value for sign, value in zip(signs, printed, strict=True)]
    for vertex, value in SCAN_ERRORS.items():
        point = figure.point(vertex)
        assert printed[point] == 2
        assert signs[point] == -1
        expected[point] = value
    assert list(sight.see(figure).influence) == expected


def test_the_signs_are_those_of_the_stones(figure: Position) -> None:
    signs = "".join(SIGNS.split())
    assert all(signs[p] == "+" for p in figure.stones(BLACK))
    assert all(signs[p] == "-" for p in figure.stones(WHITE))


@pytest.mark.parametrize("rounds", [3, 5])
def test_only_four_rounds_give_the_figure(figure: Position, rounds: int) -> None:
    printed = [int(n) for n in FIGURE_2.split()]
    seen = sight.see(figure, rounds=rounds).influence
    assert sum(abs(a) == b for a, b in zip(seen, printed, strict=True)) < 31


def test_figure_3s_code_on_the_same_position(figure: Position) -> None:
    seen = sight.see(figure)
    for segment in seen.segments:
        hundreds = 5 if len(segment.empty) < 10 else 7 if len(segment.empty) > 25 else 6
        assert segment.code == 100 * hundreds + len(segment.stones)
        assert {seen.grouping[p] for p in segment.points} == {segment.code}
        assert {figure.color_at(p) for p in segment.stones} <= {segment.color}
    assert all(seen.grouping[p] == 0 for p, v in enumerate(seen.influence) if v == 0)


def test_the_example_603() -> None:
    # "600 is a medium-sized segment … there are 03 black stones": walled in by White on a side.
    position = Position.from_diagram("""
        . . . . . O . . .
        . X . X . O . . .
        . . . . . O . . .
        . . X . . O . . .
        . . . . . O . . .
        O O O O O O . . .
        . . . . . . . . .
    """)
    seen = sight.see(position)
    assert seen.grouping[0] == 603
    assert seen.segments[seen.segment_of[0]].size == "medium"


def test_figure_4_on_a_rebuilt_corner() -> None:
    # The corner is the lower left; the black pair goes on to the right.
    position = Position.from_diagram("""
        . . . . . . .
        . . . . . . .
        . . O X X . .
        . O X . . . .
        . O O . . . .
        . . . . . . .
    """)
    rows = sight.see(position).numbers("breathing").splitlines()
    assert [[int(n) for n in row.split()][:5] for row in rows] == [
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 2, 5, 5],
        [0, 6, 1, 0, 0],
        [0, 6, 6, 0, 0],
        [0, 0, 0, 0, 0],
    ]


def test_a_stone_has_no_influence_behind_a_solid_wall() -> None:
    wall = Position.empty(19).setup(white=[f"L{row}" for row in range(1, 20)])
    with_stone = wall.setup(black=["J10"])
    behind = [p for p in range(361) if p % 19 > 10]
    before, after = sight.see(wall).influence, sight.see(with_stone).influence
    assert [after[p] for p in behind] == [before[p] for p in behind]
    assert all(after[p] <= 0 for p in behind)
    assert any(v > 0 for v in after)


def test_four_surrounded_corner_points_come_out_strong() -> None:
    # Four points on the edge: a move at T2 or T3 makes two eyes.
    corner = Position.empty(19).setup(black=["S1", "S2", "S3", "S4", "S5", "T5"])
    stone = Position.empty(19).setup(black=["S3"])
    seen, alone = sight.see(corner).influence, sight.see(stone).influence
    inside = [corner.point(v) for v in ("T1", "T2", "T3", "T4")]
    assert [seen[p] for p in inside] == [7, 10, 10, 11]
    assert all(seen[p] > alone[p] for p in inside)
    # As strong as a point between stones can be: every neighbour speaks in every round it can.
    assert all(seen[p] >= 4 + 3 * (len(corner.neighbors(p)) - 1) for p in inside)


def test_the_papers_first_template_gives_500_on_point_b() -> None:
    # A black stone in atari (A), its last liberty (B), a safe black stone beyond (C).
    position = Position.from_diagram("""
        . . . . . . .
        . . O . . . .
        . O X . . X .
        . . O X . . .
        . . . . . . .
        . . . . X . .
        . . . . . . .
    """)
    best = sight.reasons(position).of("D5")
    assert best is not None
    assert {"save-by-joining": 500}.items() <= {v.template: v.total for v in best.voices}.items()


def test_the_interface_template_gives_40_in_many_places(figure: Position) -> None:
    account = sight.reasons(figure)
    spoken = [v for m in account.moves for v in m.voices if v.template == "interface"]
    assert {v.weight for v in spoken} == {40}
    assert sum(v.times for v in spoken) > 30
