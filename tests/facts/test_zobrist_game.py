"""The game printed in Zobrist's paper (1969): the listing marks every capture with an asterisk."""

from __future__ import annotations

from pathlib import Path

import pytest

from gokan.go import BLACK, WHITE, Game

CAPTURES = [52, 58, 81, 95, 97, 102, 105, 112, 113, 125, 146, 163, 190, 195, 228]
REMARKS = [6, 8, 12, 18, 36, 38, 68, 74, 82, 86, 98, 110, 112, 118, 132, 150, 174]


@pytest.fixture(scope="module")
def game(repo: Path) -> Game:
    return Game.load(repo / "examples" / "zobrist-cowan.sgf")


def test_the_record_is_complete_and_clean(game: Game) -> None:
    assert len(game) == 232
    assert game.warnings == ()
    assert (game.black, game.white, game.result) == ("George Cowan", "Zobrist's program", "W+7")
    assert game.komi == 0


def test_the_players_alternate(game: Game) -> None:
    assert [color for color, _ in game.moves()] == [BLACK, WHITE] * 116


def test_exactly_the_marked_moves_capture(game: Game) -> None:
    captures = []
    taken = 0
    for node in game.main_line():
        now = node.position.prisoners(BLACK) + node.position.prisoners(WHITE)
        if now > taken:
            captures.append(node.number)
        taken = now
    assert captures == CAPTURES


def test_every_move_is_legal(game: Game) -> None:
    position = game.start
    for _, move in game.moves():
        position = position.play(move)
    assert position == game.position()


def test_the_remarks_stand_at_their_moves(game: Game) -> None:
    assert [n.number for n in game.main_line() if n.comment] == [0, *REMARKS, 232]


def test_some_moves_of_the_listing(game: Game) -> None:
    listed = {1: "D3", 2: "Q3", 52: "T7", 106: "J14", 174: "F19", 232: "J3"}
    moves = game.moves()
    assert {number: game.vertex(moves[number - 1][1]) for number in listed} == listed


DEAD = (
    *("B19", "C18", "D18", "C17", "D17", "F19", "G19", "F18", "H18", "F17", "G17", "H17", "J17"),
    *("C15", "D15", "B14", "L14", "L13", "M13", "N13", "O13", "P13"),
    *("D5", "D4", "D3", "J10", "L4", "M4", "L3", "J2", "K2", "L2", "M2", "J1", "M1"),
)
"""Stones that stand inside the other side's area when the game was stopped."""


def test_the_count_59_to_66(game: Game) -> None:
    """The paper's count is that of a real board: prisoners are put back into their own area.

    It is Black's turn and he connects at N8; White then has to fill M7 and O6. A6 stays Black's
    and A5 White's: the border between them was not played.
    """
    last = game.position()
    lost = {color: last.prisoners(color) for color in (BLACK, WHITE)}
    assert (lost[BLACK], lost[WHITE]) == (21, 14)
    assert last.to_play == BLACK
    assert {color: sum(last.color_at(v) == color for v in DEAD) for color in (BLACK, WHITE)} == {
        BLACK: 13,
        WHITE: 22,
    }
    closed = last.play("N8").setup(black=["A6"], white=["M7", "O6", "A5"])
    owner = closed.score(DEAD).owner
    stands = [color if closed.vertex(p) not in DEAD else 0 for p, color in enumerate(closed.board)]
    area = {
        color: sum(own == color and not stands[p] for p, own in enumerate(owner))
        for color in (BLACK, WHITE)
    }
    area = {BLACK: area[BLACK] + 1, WHITE: area[WHITE] + 1}  # A6 and A5 themselves
    assert area == {BLACK: 93, WHITE: 102}
    assert (area[BLACK] - 21 - 13, area[WHITE] - 14 - 22) == (59, 66)
    # By the rule in the paper's text (territory plus captured stones) the margin is the same.
    assert (area[BLACK] + 14 + 22, area[WHITE] + 21 + 13) == (129, 136)


def test_a_plain_count_of_the_last_board_differs(game: Game) -> None:
    """Borders are open at A6, N8, M7 and O6: 76 points touch both colours and count for nobody."""
    plain = game.position().score(DEAD)
    assert (plain.black, plain.white) == (128, 62)
