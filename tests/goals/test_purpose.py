"""What a move is for, in words."""

from __future__ import annotations

from gokan.go import BLACK, Position
from gokan.goals.purpose import graph_of, purpose


def aims(text: str, target: str, move: str) -> list[tuple[str, str]]:
    position = Position.from_diagram(text, to_play=BLACK)
    graph = graph_of(position, [position.point(target)])
    assert graph is not None
    return [(part.text, part.certainty) for part in purpose(graph, position.point(move))]


def test_stones_are_told_in_the_number_that_there_are():
    """It said "takes the white stones at A4" of one stone, and "at F5 and E4 and F3"."""
    taken = aims(". X . .\nX O . .\n. X . .\n. . . .", "B4", "C3")
    assert taken == [("takes the white stone at B3", "exact")]
    four = ". . X . .\n. X O X .\nX O . O X\n. X O X .\n. . X . ."
    assert aims(four, "C5", "C3") == [("takes the white stones at C4, B3, D3 and C2", "exact")]


def test_a_move_that_takes_its_own_stones_is_for_nothing():
    """Where suicide is allowed it looked for the liberties of a stone that was gone."""
    position = Position.from_diagram(
        "X . O .\nO O O .\n. . . .", to_play=BLACK, rules="tromp-taylor"
    )
    graph = graph_of(position, [position.point("A3")])
    assert graph is not None
    assert purpose(graph, position.point("B3")) == ()
